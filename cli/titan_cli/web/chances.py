"""Chances: of a strike exactly, of a battle and an Engagement by battles that policies fight out."""

from typing import Any

from attrs import asdict

from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game, battle_in

from .questions import Odds, Outlook, Simulate

Answer = dict[str, Any]
Position = Game | Battle


def odds(position: Position, asked: Odds) -> Answer:
    """The exact odds of a strike.

    :raises CannotTell: nobody fights, or the strike cannot be judged.
    """
    from titan_rules.box.hexes import hex_names
    from titan_rules.odds.battle_answers import battle_answer
    from titan_rules.odds.positions import Declaration

    battle = battle_in(position)
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now", "/position/battle"))
    carried = tuple(map(hex_names.canonical, (asked.carry_to or "").replace(",", " ").split()))
    declared = Declaration(strike_number=asked.strike_number, dice_count=asked.dice_count, carry_to=carried)
    return battle_answer(battle, [asked.strikers], asked.target, declared, roll=list(asked.roll) or None).to_json()


def simulated(position: Position, asked: Simulate) -> Answer:
    """Some more battles fought out by policies, with what came before.

    :raises CannotTell: there is no battle to fight out.
    """
    from titan_rules.simulation.playing import ready
    from titan_rules.simulation.simulation import Plan, Results, answer, run_chunk
    from titan_rules.simulation.tally import tally_of

    battle = battle_in(position)
    if battle is None or battle.outcome is not None:
        raise CannotTell(Fault("no-battle", "there is no battle to fight out", "/position"))
    ready(battle)
    plan = Plan((battle,), asked.attacker, asked.defender, asked.seed, engagement=isinstance(position, Game))
    results = run_chunk(plan, asked.first, asked.count)
    if asked.so_far is not None:
        results.add(Results([tally_of(asked.so_far)]))
    return {**answer(plan, results).to_json(), "so_far": asdict(results.tallies[0])}


def prospects(position: Position, asked: Outlook) -> Answer:
    """What each ending of an Engagement would be worth to both players.

    :raises CannotTell: there is no such Engagement, or what it needs is not known.
    """
    from titan_rules.simulation.outlook import outlook

    if not isinstance(position, Game):
        raise CannotTell(Fault("no-engagement", "a battle by itself is no Engagement", "/position"))
    return outlook(position, asked.land, trials=asked.trials).to_json()
