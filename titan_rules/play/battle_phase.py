"""A battle, action by action (BATTLE-1 to BATTLE-7): every action is judged once, by one function.

All work on a :class:`Battle` alone; a battle in a game is equipped with the game's caretaker and donors first.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..actions import intents as act
from ..actions.events import BattleEnded, Event, Maneuvered
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, judged
from ..kernel.rulings import Ruling, illegal, legal
from ..position.battle import Battle, BattleSide, Combatant
from ..position.changes import put_combatant, put_side
from ..rules.battle.drift import tolls
from ..rules.battle.field import advance, field_of
from ..rules.battle.maneuver import judge_maneuver, maneuver_rulings
from ..rules.battle.sequence import (
    drift_would_slay,
    end_holds,
    end_ruling,
    leave_off,
    outcome_of,
    remove_slain,
    step,
    summons_opened,
    take_drift,
)
from ..rules.battle.strike import must_strike
from .battle_order import out_of_phase
from .conceding import plan_accept, plan_attempt, plan_concede
from .planning import BattleDone, Done, Events, Planned
from .reinforcements import plan_no_reinforce, plan_no_summon, plan_reinforce, plan_summon, send_back
from .striking import plan_strike

# --- maneuvers -------------------------------------------------------------------------------------------------------


def mover(battle: Battle, character: CharacterName, origin: str | None) -> Combatant | None:
    """The character of the turn's owner that a maneuver names."""
    for combatant in battle.of(battle.side).characters:
        if combatant.hex == origin and combatant.name == character and not (origin is None and combatant.moved):
            return combatant
    return None


def plan_maneuver(battle: Battle, action: act.Maneuver) -> Planned[Battle]:
    """MANEUVER-1 to MANEUVER-8, BATTLE-3, BATTLE-4: a character moves or enters."""
    not_now = out_of_phase(battle, "maneuver")
    if not_now is not None:
        return not_now
    role = battle.side
    combatant = mover(battle, action.character, action.origin)
    if combatant is None:
        where = f"in {action.origin}" if action.origin else "off the board"
        facts = {"side": role, "character": action.character, "where": where}
        return Refusal((Ruling("MANEUVER-1", "illegal", "the {side} has no {character} {where}", facts),))
    field, to = field_of(battle), action.to
    judged = judge_maneuver(field, role, combatant, to)
    if isinstance(judged, Refusal):
        return judged
    assert to is not None

    def carry_out(_: Rolled) -> BattleDone:
        moved = evolve(combatant, hex=to, moved=True)
        after = put_side(battle, role, put_combatant(battle.of(role), combatant, moved))
        advance(field, after, ((role, combatant, moved),))
        place, facts = step(battle, "1"), {"character": combatant.name, "origin": combatant.hex, "to": to}
        if combatant.hex:
            ruling = Ruling("MANEUVER-1", "legal", "{character} moves from {origin} to {to}", facts, place)
        else:
            ruling = Ruling("BATTLE-3", "legal", "{character} enters in {to}", facts, place)
        return after, [Maneuvered(ruling, role, combatant.name, combatant.hex, to)]

    return Plan(carry_out, 0, lambda: maneuver_rulings(field, role, combatant, to))


def plan_end_maneuver(battle: Battle, _: act.EndManeuver) -> Planned[Battle]:
    """BATTLE-2."""
    return out_of_phase(battle, "maneuver") or Plan(lambda _: _end_maneuver(battle))


def _end_maneuver(battle: Battle) -> Done[Battle]:
    """What did not enter is dealt with, then drift, then the Strike Phase (BATTLE-2, BATTLE-5, DRIFT-1)."""
    ruling = legal("BATTLE-2", "the Maneuver Phase of the {side} ends", step=step(battle, "1"), side=battle.side)
    battle, more = leave_off(battle) if battle.turn == 1 else send_back(battle)
    events: Events = [Event(ruling), *more]
    role = battle.side
    side = battle.of(role)
    characters = tuple([_unmoved(c) if c.moved else c for c in side.characters])
    rested = evolve(side, characters=characters, may_summon=False, declined=False)
    if not tolls(field_of(battle)):
        return evolve(battle, phase="strike", **{role: rested}), events
    battle = put_side(battle, role, rested)
    field = field_of(battle)
    if battle.rules.concession == "sequence" and drift_would_slay(field):
        return evolve(battle, phase="strike", pending="drift"), events
    battle, hurt = take_drift(battle, field)
    return evolve(battle, phase="strike"), [*events, *hurt]


def _unmoved(c: Combatant) -> Combatant:
    return evolve(c, moved=False)


# --- strikes ---------------------------------------------------------------------------------------------------------


def unstruck(battle: Battle) -> list[Ruling]:
    """A ruling for each character of the acting side that still must strike (STRIKE-1, STRIKE-8)."""
    field = field_of(battle)
    role = battle.acting
    rule = "STRIKE-1" if battle.phase == "strike" else "STRIKE-8"
    return [
        Ruling(rule, "illegal", "{character} in {hex} must strike", {"character": c.name, "hex": c.hex})
        for c in battle.of(role).characters
        if c.hex is not None and must_strike(field, role, c)
    ]


def plan_end_strikes(battle: Battle, _: act.EndStrikes) -> Planned[Battle]:
    """STRIKE-1, STRIKE-8: nobody who must strike has not."""
    not_now = out_of_phase(battle, "strike", "strikeback") or judged(unstruck(battle), None)
    return not_now or Plan(lambda _: _end_strikes(battle))


def _end_strikes(battle: Battle) -> Done[Battle]:
    """The strikeback follows; or the slain are removed and the end is checked (STRIKE-8, BATTLE-6)."""
    if battle.phase == "strike":
        ruling = legal("STRIKE-1", "the strikes of the {side} are done", step=step(battle, "4.1"), side=battle.side)
        return evolve(_unstruck_all(battle), phase="strikeback"), [Event(ruling)]
    ruling = legal("STRIKE-8", "the strikebacks are done", step=step(battle, "6.1"))
    before = _unstruck_all(battle)
    battle, removed = remove_slain(before)
    if end_holds(battle):
        return evolve(battle, pending="end"), [Event(ruling), *removed]
    return next_turn(battle), [Event(ruling), *removed, *summons_opened(before, battle)]


def _unstruck_all(battle: Battle) -> Battle:
    for role, side in (("attacker", battle.attacker), ("defender", battle.defender)):
        if any(c.struck for c in side.characters):
            rested = tuple([evolve(c, struck=False) if c.struck else c for c in side.characters])
            battle = put_side(battle, role, evolve(side, characters=rested))  # type: ignore[arg-type]
    return battle


def next_turn(battle: Battle) -> Battle:
    """The other side's battle turn begins (BATTLE-2)."""
    if battle.side == "defender":
        attacker: BattleSide = battle.attacker if battle.attacker.began else evolve(battle.attacker, began=True)
        if battle.turn > 1:
            attacker = battle.attacker
        return evolve(battle, side="attacker", phase="maneuver", attacker=attacker)
    return evolve(battle, side="defender", phase="maneuver", turn=battle.turn + 1)


# --- what waits ------------------------------------------------------------------------------------------------------


def settle(battle: Battle) -> Done[Battle]:
    """What waited only for a possible concession happens now: drift slays, or the battle ends."""
    if battle.pending == "drift":
        battle, events = take_drift(battle, field_of(battle))
        return evolve(battle, pending=None), events
    if battle.pending == "end":
        outcome = outcome_of(battle)
        battle = evolve(battle, outcome=outcome, pending=None)
        return battle, [BattleEnded(end_ruling(battle, outcome), outcome.winner, outcome.how, battle.turn)]
    return battle, []


Planner: TypeAlias = Callable[[Battle, Any], Planned[Battle]]

_PLANNERS: Mapping[type[act.Action], Planner] = {
    act.Maneuver: plan_maneuver,
    act.Strike: plan_strike,
    act.EndManeuver: plan_end_maneuver,
    act.EndStrikes: plan_end_strikes,
    act.Reinforce: plan_reinforce,
    act.NoReinforce: plan_no_reinforce,
    act.Summon: plan_summon,
    act.NoSummon: plan_no_summon,
    act.Concede: plan_concede,
    act.AttemptConcession: plan_attempt,
    act.AcceptConcession: plan_accept,
}


def plan(battle: Battle, action: act.Action) -> Planned[Battle]:
    """Judge an action of a battle that waits for nothing else (see :func:`titan_rules.play.judging.plan`)."""
    planner = _PLANNERS.get(type(action))
    if planner is None:
        return Refusal((illegal("BATTLE-2", "{do} is not an action of a battle", do=action.do),))
    return planner(battle, action)
