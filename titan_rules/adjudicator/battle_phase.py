"""A battle, action by action (BATTLE-1 to BATTLE-7): what forbids an action, and what it does.

Every ``check_…`` gives the rulings that forbid an action, every ``do_…`` carries out an action that
nothing forbids. Both work on a :class:`Battle` alone; a battle in a game is equipped with the
game's caretaker and donors first.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from ..catalog.characters import FULL_STOCK
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..rules import reinforcement, summoning
from ..rules.battle import (
    drift_would_slay,
    end_holds,
    end_ruling,
    leave_off,
    outcome_of,
    outcome_of_concession,
    remove_slain,
    step,
    take_drift,
)
from ..rules.concession import accept_violations, answer_step, attempt_violations, concede_violations, concession_step
from ..rules.field import field_of, keep
from ..rules.maneuver import maneuver_violations
from ..rules.strike import must_strike
from ..state.battle import Battle, BattleSide, Combatant, Role, other
from ..state.changes import added, put_combatant, put_side, without
from ..state.stock import in_battle
from .actions import (
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
from .striking import check_strike, do_strike

Events: TypeAlias = list[Ruling]
Check: TypeAlias = Callable[[Battle, Any], list[Ruling]]
Do: TypeAlias = Callable[[Battle, Any], tuple[Battle, Events]]

CONCEDING = ("attacker-concedes", "defender-concedes")


def role_by(battle: Battle, by: str) -> Role | None:
    """The side that ``by`` names: a player, or the side itself."""
    if by == battle.attacker.player or by == "attacker":
        return "attacker"
    return "defender" if by == battle.defender.player or by == "defender" else None


def in_phase(battle: Battle, *phases: str) -> list[Ruling]:
    """Why an action of these phases cannot be done now: another phase, an unanswered concession, the battle's end."""
    if battle.outcome is not None:
        return [illegal("BATTLE-6", "the battle is over")]
    if battle.pending in CONCEDING:
        return [
            illegal(
                "CONCEDE-1",
                "the attempted concession is answered first",
                step=answer_step(battle),
            )
        ]
    if battle.phase not in phases:
        facts = {"phase": battle.phase, "side": battle.side, "turn": battle.turn}
        return [Ruling("BATTLE-2", "illegal", "this is the {side}'s {phase} phase of turn {turn}", facts)]
    return []


# --- maneuvers -------------------------------------------------------------------------------------------------------


def mover(battle: Battle, character: str, origin: str | None) -> Combatant | None:
    """The character of the turn's owner that a maneuver names."""
    for combatant in battle.of(battle.side).characters:
        if combatant.hex == origin and combatant.name == character and not (origin is None and combatant.moved):
            return combatant
    return None


def check_maneuver(battle: Battle, action: Maneuver) -> list[Ruling]:
    """MANEUVER-1 to MANEUVER-7, BATTLE-3, BATTLE-4."""
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


def send_back(battle: Battle) -> tuple[Battle, Events]:
    """A reinforcement or a summoned character that did not enter goes back where it came from (REINF-1, SUMMON-1)."""
    role = battle.side
    side = battle.of(role)
    outside = [c.name for c in side.characters if c.hex is None]
    if not outside:
        return battle, []
    inside = tuple([c for c in side.characters if c.hex is not None])
    names = ", ".join(outside)
    if role == "defender":
        battle = evolve(battle, defender=evolve(side, characters=inside, reinforced=False))
        if battle.caretaker is not None:
            battle = evolve(battle, caretaker=added(battle.caretaker, outside))
        sentence = "{names} did not enter and goes back to the caretaker; the right is kept for after the battle"
        return battle, [consequence("REINF-1", sentence, step=step(battle, "1"), names=names, characters=outside)]
    sentence = "{names} did not enter and goes back where it came from; the summons of this player turn is not used up"
    donors = dict(battle.donors)
    for name in outside if donors else ():
        # Which of several Legions it came from makes no difference to a battle on its own.
        marker = next(iter(donors))
        donors[marker] = (*donors[marker], name)
    battle = evolve(battle, attacker=evolve(side, characters=inside, summoned=False), donors=donors)
    return battle, [consequence("SUMMON-1", sentence, step=step(battle, "1"), names=names, characters=outside)]


# --- reinforcement and summons ---------------------------------------------------------------------------------------


def stock_of(battle: Battle) -> dict[str, int]:
    """The caretaker's stock: what the battle says, else full."""
    return {**FULL_STOCK, **(battle.caretaker or {})}


def check_reinforce(battle: Battle, action: Reinforce) -> list[Ruling]:
    """REINF-1."""
    found = in_phase(battle, "maneuver") or reinforcement.phase_violations(battle)
    names = [c.name for c in battle.defender.living()]
    return found or reinforcement.choice_violations(
        battle.terrain, names, action.character, action.with_, stock_of(battle)
    )


def do_reinforce(battle: Battle, action: Reinforce) -> tuple[Battle, Events]:
    """A reinforcement is mustered; it enters in this phase (REINF-1)."""
    side = battle.defender
    side = evolve(side, characters=(*side.characters, Combatant(action.character)), reinforced=True)
    event = legal(
        "REINF-1",
        "{legion} musters a reinforcement: {character} with {musterers}",
        step=step(battle, "1"),
        legion=side.legion,
        character=action.character,
        musterers=" and ".join(action.with_) or "nothing",
    )
    after = evolve(battle, defender=side)
    left = min(
        stock_of(battle)[action.character] - 1, FULL_STOCK[action.character] - in_battle(after, action.character)
    )
    return evolve(after, caretaker={**(battle.caretaker or {}), action.character: left}), [event]


def check_no_reinforce(battle: Battle, _: NoReinforce) -> list[Ruling]:
    """REINF-1."""
    return in_phase(battle, "maneuver") or reinforcement.phase_violations(battle)


def check_summon(battle: Battle, action: Summon) -> list[Ruling]:
    """SUMMON-1."""
    found = in_phase(battle, "maneuver") or summoning.phase_violations(battle)
    if action.legion not in (None, battle.attacker.legion):
        found = [
            *found,
            illegal(
                "SUMMON-1",
                "the summons goes to {legion}, not to {given}",
                legion=battle.attacker.legion,
                given=action.legion,
            ),
        ]
    available = {legion: summoning.summonable(names) for legion, names in battle.donors.items()}
    return found or summoning.choice_violations(action.origin, action.character, battle.attacker.height, available)


def do_summon(battle: Battle, action: Summon) -> tuple[Battle, Events]:
    """An Angel or Archangel is summoned; it enters in this phase (SUMMON-1)."""
    side = battle.attacker
    side = evolve(side, characters=(*side.characters, Combatant(action.character)), summoned=True)
    event = legal(
        "SUMMON-1",
        "{legion} summons the {character} of {origin}",
        step=step(battle, "1"),
        legion=side.legion,
        character=action.character,
        origin=action.origin,
    )
    donors = {**battle.donors, action.origin: without(battle.donors[action.origin], [action.character])}
    return evolve(battle, attacker=side, donors=donors), [event]


def check_no_summon(battle: Battle, _: NoSummon) -> list[Ruling]:
    """SUMMON-1."""
    return in_phase(battle, "maneuver") or summoning.phase_violations(battle)


def do_nothing(battle: Battle, action: Action) -> tuple[Battle, Events]:
    """A right is passed up."""
    if isinstance(action, NoSummon):
        battle = evolve(battle, attacker=evolve(battle.attacker, may_summon=False))
        return battle, [legal("SUMMON-1", "the attacker does not summon in this battle", step=step(battle, "1"))]
    return battle, [legal("REINF-1", "the defender takes no reinforcement now", step=step(battle, "1"))]


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
    battle, more = remove_slain(_unstruck_all(battle))
    events += more
    if end_holds(battle):
        return evolve(battle, pending="end"), events
    return next_turn(battle), events


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


# --- concessions -----------------------------------------------------------------------------------------------------


def _unknown_side(by: str) -> list[Ruling]:
    return [illegal("CONCEDE-1", "{by} is not in this battle", by=by)]


def check_concede(battle: Battle, action: Concede) -> list[Ruling]:
    """BATTLE-1, CONCEDE-1."""
    role = role_by(battle, action.by)
    return _unknown_side(action.by) if role is None else concede_violations(battle, role)


def concede(battle: Battle, role: Role, ruling: Ruling) -> tuple[Battle, Events]:
    """A side concedes: the battle ends at once; what was to enter in this phase and has not, goes back (CONCEDE-2).

    :param ruling: the one that allows it.
    """
    events = [ruling]
    if battle.phase == "maneuver" and battle.turn > 1:
        battle, more = send_back(battle)
        events += more
    battle, more = remove_slain(battle)
    outcome = outcome_of_concession(battle, role)
    battle = evolve(battle, outcome=outcome, pending=None)
    return battle, [*events, *more, end_ruling(battle, outcome, ruling.step)]


def _in_first_turn(battle: Battle, role: Role) -> Battle:
    """The attacker that concedes, or attempts to, in its first battle turn leaves no reinforcement behind (REINF-2)."""
    if role == "attacker" and battle.side == "attacker" and battle.turn == 1:
        return evolve(battle, attacker=evolve(battle.attacker, began=False))
    return battle


def do_concede(battle: Battle, action: Concede) -> tuple[Battle, Events]:
    """A side concedes (CONCEDE-2)."""
    role = role_by(battle, action.by)
    assert role is not None
    place = concession_step(battle, role, simply=True)
    ruling = legal("CONCEDE-2", "the {by} concedes", step=place, by=role)
    return concede(_in_first_turn(battle, role), role, ruling)


def check_attempt(battle: Battle, action: AttemptConcession) -> list[Ruling]:
    """CONCEDE-1."""
    role = role_by(battle, action.by)
    return _unknown_side(action.by) if role is None else attempt_violations(battle, role)


def do_attempt(battle: Battle, action: AttemptConcession) -> tuple[Battle, Events]:
    """A side attempts to concede (CONCEDE-1); by the attacker in its first turn it bars a reinforcement (REINF-2)."""
    role = role_by(battle, action.by)
    assert role is not None
    place = concession_step(battle, role, simply=False)
    event = legal("CONCEDE-1", "the {by} attempts to concede", step=place, by=role)
    return evolve(_in_first_turn(battle, role), pending=f"{role}-concedes"), [event]


def check_accept(battle: Battle, action: AcceptConcession) -> list[Ruling]:
    """CONCEDE-1."""
    role = role_by(battle, action.by)
    return _unknown_side(action.by) if role is None else accept_violations(battle, role)


def do_accept(battle: Battle, action: AcceptConcession) -> tuple[Battle, Events]:
    """The attempted concession is accepted (CONCEDE-1)."""
    role = role_by(battle, action.by)
    assert role is not None
    place = concession_step(battle, role, simply=False)
    sentence = "the {by} accepts that the {loser} concedes"
    ruling = legal("CONCEDE-1", sentence, step=place, by=role, loser=other(role))
    return concede(battle, other(role), ruling)


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
