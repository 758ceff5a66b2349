"""A battle, action by action (BATTLE-1 to BATTLE-7): what forbids an action, and what it does.

Every ``check_…`` gives the rulings that forbid an action, every ``do_…`` carries out an action that
nothing forbids. Both work on a :class:`Battle` alone; a battle in a game is equipped with the
game's caretaker and donors first.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from ..actions.intents import (
    AcceptConcession,
    Action,
    AttemptConcession,
    Concede,
    EndManeuver,
    EndStrikes,
    Maneuver,
    NoReinforce,
    NoSummon,
    Reinforce,
    Strike,
    Summon,
)
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, illegal, legal
from ..position.battle import Battle, BattleSide, Combatant
from ..position.changes import put_combatant, put_side
from ..rules.battle.field import field_of, keep
from ..rules.battle.maneuver import maneuver_violations
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
from .arriving import (
    check_no_reinforce,
    check_no_summon,
    check_reinforce,
    check_summon,
    do_nothing,
    do_reinforce,
    do_summon,
    send_back,
)
from .battle_order import in_phase
from .conceding import check_accept, check_attempt, check_concede, do_accept, do_attempt, do_concede
from .planning import Planned, Refusal, judged
from .striking import check_strike, do_strike, plan_strike

Events: TypeAlias = list[Ruling]
Check: TypeAlias = Callable[[Battle, Any], list[Ruling]]
Do: TypeAlias = Callable[[Battle, Any], tuple[Battle, Events]]


# --- maneuvers -------------------------------------------------------------------------------------------------------


def mover(battle: Battle, character: str, origin: str | None) -> Combatant | None:
    """The character of the turn's owner that a maneuver names."""
    for combatant in battle.of(battle.side).characters:
        if combatant.hex == origin and combatant.name == character and not (origin is None and combatant.moved):
            return combatant
    return None


def check_maneuver(battle: Battle, action: Maneuver) -> list[Ruling]:
    """MANEUVER-1 to MANEUVER-8, BATTLE-3, BATTLE-4."""
    found = in_phase(battle, "maneuver")
    if found:
        return found
    combatant = mover(battle, action.character, action.origin)
    if combatant is None:
        where = f"in {action.origin}" if action.origin else "off the board"
        return [
            illegal(
                "MANEUVER-1",
                "the {side} has no {character} {where}",
                side=battle.side,
                character=action.character,
                where=where,
            )
        ]
    return maneuver_violations(battle, battle.side, combatant, action.to)


def do_maneuver(battle: Battle, action: Maneuver) -> tuple[Battle, Events]:
    """A character moves or enters."""
    role = battle.side
    combatant = mover(battle, action.character, action.origin)
    assert combatant is not None
    moved = Combatant(combatant.name, action.to, combatant.hits, True, combatant.struck)
    sentence = "{character} moves from {origin} to {to}" if action.origin else "{character} enters in {to}"
    facts = {"character": action.character, "origin": action.origin, "to": action.to}
    rule = "MANEUVER-1" if action.origin else "BATTLE-3"
    event = Ruling(rule, "legal", sentence, facts, step(battle, "1"))
    after = put_side(battle, role, put_combatant(battle.of(role), combatant, moved))
    keep(field_of(battle).gone_on(after, ((role, combatant, moved),)))
    return after, [event]


def check_end_maneuver(battle: Battle, _: EndManeuver) -> list[Ruling]:
    """BATTLE-2."""
    return in_phase(battle, "maneuver")


def do_end_maneuver(battle: Battle, _: EndManeuver) -> tuple[Battle, Events]:
    """What did not enter is dealt with, then drift, then the Strike Phase (BATTLE-2, BATTLE-5, DRIFT-1)."""
    events: Events = [
        legal("BATTLE-2", "the Maneuver Phase of the {side} ends", step=step(battle, "1"), side=battle.side)
    ]
    if battle.turn == 1:
        battle, more = leave_off(battle)
    else:
        battle, more = send_back(battle)
    events += more
    role = battle.side
    side = battle.of(role)
    rested = tuple([_unmoved(c) if c.moved else c for c in side.characters])
    battle = put_side(battle, role, evolve(side, characters=rested, may_summon=False))
    field = field_of(battle)
    if battle.rules.concession == "sequence" and drift_would_slay(battle, field):
        return evolve(battle, phase="strike", pending="drift"), events
    battle, more = take_drift(battle, field)
    return evolve(battle, phase="strike"), events + more


def _unmoved(c: Combatant) -> Combatant:
    return Combatant(c.name, c.hex, c.hits, False, c.struck)


# --- strikes ---------------------------------------------------------------------------------------------------------


def check_end_strikes(battle: Battle, _: EndStrikes) -> list[Ruling]:
    """STRIKE-1, STRIKE-8: nobody who must strike has not."""
    found = in_phase(battle, "strike", "strikeback")
    return found or unstruck(battle)


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


def do_end_strikes(battle: Battle, _: EndStrikes) -> tuple[Battle, Events]:
    """The strikeback follows; or the slain are removed and the end is checked (STRIKE-8, BATTLE-6)."""
    if battle.phase == "strike":
        event = legal("STRIKE-1", "the strikes of the {side} are done", step=step(battle, "4.1"), side=battle.side)
        return evolve(_unstruck_all(battle), phase="strikeback"), [event]
    events: Events = [legal("STRIKE-8", "the strikebacks are done", step=step(battle, "6.1"))]
    before = _unstruck_all(battle)
    battle, more = remove_slain(before)
    events += more
    if end_holds(battle):
        return evolve(battle, pending="end"), events
    return next_turn(battle), events + summons_opened(before, battle)


def _unstruck_all(battle: Battle) -> Battle:
    for role, side in (("attacker", battle.attacker), ("defender", battle.defender)):
        if any(c.struck for c in side.characters):
            rested = tuple(
                [Combatant(c.name, c.hex, c.hits, c.moved, False) if c.struck else c for c in side.characters]
            )
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


def settle(battle: Battle) -> tuple[Battle, Events]:
    """What waited only for a possible concession happens now: drift slays, or the battle ends."""
    if battle.pending == "drift":
        battle, events = take_drift(battle, field_of(battle))
        return evolve(battle, pending=None), events
    if battle.pending == "end":
        outcome = outcome_of(battle)
        battle = evolve(battle, outcome=outcome, pending=None)
        return battle, [end_ruling(battle, outcome)]
    return battle, []


HANDLERS: dict[type[Action], tuple[Check, Do]] = {
    Maneuver: (check_maneuver, do_maneuver),
    Strike: (check_strike, do_strike),
    EndManeuver: (check_end_maneuver, do_end_maneuver),
    EndStrikes: (check_end_strikes, do_end_strikes),
    Reinforce: (check_reinforce, do_reinforce),
    NoReinforce: (check_no_reinforce, do_nothing),
    Summon: (check_summon, do_summon),
    NoSummon: (check_no_summon, do_nothing),
    Concede: (check_concede, do_concede),
    AttemptConcession: (check_attempt, do_attempt),
    AcceptConcession: (check_accept, do_accept),
}
"""What checks each action of a battle, and what carries it out."""

_PLANNERS: dict[type[Action], Callable[[Battle, Any], Planned[Battle]]] = {
    kind: judged(*pair) for kind, pair in HANDLERS.items() if kind is not Strike
}
_PLANNERS[Strike] = plan_strike


def plan(battle: Battle, action: Action) -> Planned[Battle]:
    """Judge an action of a battle that waits for nothing else (see :func:`titan_rules.play.judging.plan`)."""
    planner = _PLANNERS.get(type(action))
    if planner is None:
        return Refusal((illegal("BATTLE-2", "{do} is no action of a battle", do=action.do),))
    return planner(battle, action)
