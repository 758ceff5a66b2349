"""Reinforcements and summonses in a battle: who may come, who comes, who goes back (REINF-1, SUMMON-1)."""

from ..actions.events import Declined, Mustered, Removed, Summoned
from ..actions.intents import NoReinforce, NoSummon, Reinforce, Summon
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, refused
from ..kernel.rulings import Ruling, illegal, legal
from ..kernel.wording import listed
from ..position.battle import Battle, Combatant
from ..position.changes import added, without
from ..position.game import MAX_HEIGHT
from ..position.stock import stock_of
from ..rules.battle.sequence import step
from ..rules.engagement import reinforcement, summoning
from ..rules.masterboard.mustering import by_whom
from .battle_order import out_of_phase
from .planning import Done, Planned


def send_back(battle: Battle) -> Done[Battle]:
    """A reinforcement or a summoned character that did not enter goes back where it came from (REINF-1, SUMMON-1)."""
    role = battle.side
    side = battle.of(role)
    outside = tuple([c.name for c in side.characters if c.hex is None])
    if not outside:
        return battle, []
    inside = tuple([c for c in side.characters if c.hex is not None])
    if role == "defender":
        rule = "REINF-1"
        sentence = "{names} did not enter and goes back to the caretaker; the right is kept for after the battle"
        battle = evolve(battle, defender=evolve(side, characters=inside, reinforced=False))
        if battle.caretaker is not None:
            battle = evolve(battle, caretaker=added(battle.caretaker, outside))
    else:
        rule = "SUMMON-1"
        sentence = (
            "{names} did not enter and goes back where it came from; the summons of this player turn is not used up"
        )
        donors = dict(battle.donors)
        for name in outside if donors else ():
            # Which of several Legions it came from makes no difference to a battle on its own.
            marker = next(iter(donors))
            donors[marker] = (*donors[marker], name)
        battle = evolve(battle, attacker=evolve(side, characters=inside, summoned=False), donors=donors)
    facts = {"names": listed(outside, ","), "characters": list(outside)}
    ruling = Ruling(rule, "consequence", sentence, facts, step(battle, "1"))
    return battle, [Removed(ruling, role, outside, "not-entered")]


def plan_reinforce(battle: Battle, action: Reinforce) -> Planned[Battle]:
    """REINF-1: a reinforcement is mustered; it enters in this phase."""
    not_now = out_of_phase(battle, "maneuver") or reinforcement.judge_moment(battle)
    names = [c.name for c in battle.defender.living()]
    stock = stock_of(battle)
    meant = not_now or reinforcement.judge_choice(battle.table, names, action.character, action.with_, stock)
    if isinstance(meant, Refusal):
        return meant
    side = battle.defender
    after = evolve(
        battle,
        defender=evolve(side, characters=(*side.characters, Combatant(action.character)), reinforced=True),
        caretaker={**(battle.caretaker or {}), action.character: stock[action.character] - 1},
    )
    ruling = legal(
        "REINF-1",
        "{legion} musters a reinforcement: {character}" + by_whom(action.with_),
        step=step(battle, "1"),
        legion=side.legion,
        character=action.character,
        musterers=listed(action.with_, none="nothing"),
    )
    return Plan(lambda _: (after, [Mustered(ruling, side.legion, action.character, action.with_)]))


def plan_no_reinforce(battle: Battle, _: NoReinforce) -> Planned[Battle]:
    """REINF-1: the right is not used now."""
    not_now = out_of_phase(battle, "maneuver") or reinforcement.judge_moment(battle)
    if not_now is not None:
        return not_now
    names = [c.name for c in battle.defender.living()]
    if not reinforcement.options(battle.table, names, stock_of(battle)):
        return refused(illegal("REINF-1", "the defender can muster no reinforcement now", step=step(battle, "1")))
    ruling = legal("REINF-1", "the defender takes no reinforcement now", step=step(battle, "1"))
    after = evolve(battle, defender=evolve(battle.defender, declined=True))
    return Plan(lambda _: (after, [Declined(ruling, battle.defender.player, "reinforcement")]))


def plan_summon(battle: Battle, action: Summon) -> Planned[Battle]:
    """SUMMON-1: an Angel or Archangel is summoned; it enters in this phase."""
    side = battle.attacker
    not_now = out_of_phase(battle, "maneuver") or summoning.judge_moment(battle)
    if action.legion not in (None, side.legion):
        sentence = "the summons goes to {legion}, not to {given}"
        before = () if not_now is None else not_now.rulings
        not_now = refused(*before, illegal("SUMMON-1", sentence, legion=side.legion, given=action.legion))
    available = {legion: summoning.summonable(battle.the_box, names) for legion, names in battle.donors.items()}
    meant = not_now or summoning.judge_choice(action.origin, action.character, side.height, available)
    if isinstance(meant, Refusal):
        return meant
    after = evolve(
        battle,
        attacker=evolve(side, characters=(*side.characters, Combatant(action.character)), summoned=True),
        donors={**battle.donors, action.origin: without(battle.donors[action.origin], [action.character])},
    )
    ruling = legal(
        "SUMMON-1",
        "{legion} summons the {character} of {origin}",
        step=step(battle, "1"),
        legion=side.legion,
        character=action.character,
        origin=action.origin,
    )
    return Plan(lambda _: (after, [Summoned(ruling, side.legion, action.character, action.origin)]))


def plan_no_summon(battle: Battle, _: NoSummon) -> Planned[Battle]:
    """SUMMON-1: the right is declined for this battle."""
    not_now = out_of_phase(battle, "maneuver") or summoning.judge_moment(battle)
    if not_now is not None:
        return not_now
    if battle.attacker.height >= MAX_HEIGHT or not battle.donors:
        return refused(illegal("SUMMON-1", "the attacker can summon nobody now", step=step(battle, "1")))
    after = evolve(battle, attacker=evolve(battle.attacker, may_summon=False))
    ruling = legal("SUMMON-1", "the attacker does not summon in this battle", step=step(battle, "1"))
    return Plan(lambda _: (after, [Declined(ruling, battle.attacker.player, "summons")]))
