"""A battle, action by action; one function judges each action (BATTLE-1 to BATTLE-7).

All of them work on a :class:`Battle` alone; a battle in a game first gets the game's caretaker and donors.
"""

from collections.abc import Callable, Iterable, Mapping

from ..actions import intents as act
from ..actions.events import BattleEnded, Event, Maneuvered
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, refusal, refuse_if
from ..kernel.rulings import Ruling, illegal, legal
from ..position.battle import ROLES, Battle, BattleOutcome, Combatant, Role, other
from ..position.changes import put_combatant, put_side
from ..rules.battle import order, sequence
from ..rules.battle.drift import tolls
from ..rules.battle.field import advance, field_of
from ..rules.battle.maneuver import judge_maneuver, maneuver_rulings
from ..rules.battle.order import out_of_phase, step
from ..rules.battle.strike import must_strike
from . import arrivals
from .planning import BattleDone, Done, Events, Planned, Planner, side_of
from .striking import plan_strike

# --- maneuvers -------------------------------------------------------------------------------------------------------


def mover(battle: Battle, character: CharacterName, origin: str | None) -> Combatant | None:
    """The character that a maneuver of the side whose turn it is names."""
    for combatant in battle.of(battle.side).characters:
        if combatant.hex == origin and combatant.name == character and not (origin is None and combatant.moved):
            return combatant
    return None


def plan_maneuver(battle: Battle, action: act.Maneuver) -> Planned[Battle]:
    """Move a character, or let it enter (MANEUVER-1 to MANEUVER-8, BATTLE-3, BATTLE-4)."""
    not_now = out_of_phase(battle, "maneuver")
    if not_now is not None:
        return not_now
    role = battle.side
    combatant = mover(battle, action.character, action.origin)
    if combatant is None:
        where = f"in {action.origin}" if action.origin else "off the board"
        sentence = "the {side} has no {character} {where}"
        return refusal("MANEUVER-1", sentence, side=role, character=action.character, where=where)
    field, to = field_of(battle), action.to
    judged = judge_maneuver(field, role, combatant, to)
    if isinstance(judged, Refusal):
        return judged
    assert to is not None

    def carry_out(_: Rolled) -> BattleDone:
        moved = evolve(combatant, hex=to, moved=True)
        after = put_side(battle, role, put_combatant(battle.of(role), combatant, moved))
        advance(field, after, ((role, combatant, moved),))
        rule, sentence = "BATTLE-3", "{character} enters in {to}"
        if combatant.hex:
            rule, sentence = "MANEUVER-1", "{character} moves from {origin} to {to}"
        facts = {"character": combatant.name, "origin": combatant.hex, "to": to}
        ruling = Ruling(rule, "legal", sentence, facts, step(battle, "1"))
        return after, [Maneuvered(ruling, role, combatant.name, combatant.hex, to)]

    return Plan(carry_out, 0, lambda: maneuver_rulings(field, role, combatant, to))


def plan_end_maneuver(battle: Battle, _: act.EndManeuver) -> Planned[Battle]:
    """End the Maneuver Phase (BATTLE-2)."""
    return out_of_phase(battle, "maneuver") or Plan(lambda _: _end_maneuver(battle))


def _end_maneuver(battle: Battle) -> Done[Battle]:
    """Remove what did not enter, apply drift, and begin the Strike Phase (BATTLE-2, BATTLE-5, DRIFT-1)."""
    ruling = legal("BATTLE-2", "the Maneuver Phase of the {side} ends", step=step(battle, "1"), side=battle.side)
    battle, more = sequence.leave_off(battle) if battle.turn == 1 else arrivals.send_back(battle)
    events: Events = [Event(ruling), *more]
    side = battle.of(battle.side)
    characters = tuple([evolve(c, moved=False) if c.moved else c for c in side.characters])
    rested = evolve(side, characters=characters, may_summon=False, declined=False)
    if not tolls(field_of(battle)):
        return evolve(battle, phase="strike", **{battle.side: rested}), events
    battle = put_side(battle, battle.side, rested)
    field = field_of(battle)
    if battle.rules.concession == "sequence" and sequence.drift_would_slay(field):
        return evolve(battle, phase="strike", pending="drift"), events
    battle, hurt = sequence.take_drift(battle, field)
    return evolve(battle, phase="strike"), [*events, *hurt]


# --- strikes ---------------------------------------------------------------------------------------------------------


def unstruck(battle: Battle) -> list[Ruling]:
    """A ruling for each character of the acting side that still must strike (STRIKE-1, STRIKE-8)."""
    field, role = field_of(battle), battle.acting
    rule = "STRIKE-1" if battle.phase == "strike" else "STRIKE-8"
    return [
        illegal(rule, "{character} in {hex} must strike", character=c.name, hex=c.hex)
        for c in battle.of(role).characters
        if c.hex is not None and must_strike(field, role, c)
    ]


def plan_end_strikes(battle: Battle, _: act.EndStrikes) -> Planned[Battle]:
    """End the strikes, once everyone who must has struck (STRIKE-1, STRIKE-8)."""
    not_now = out_of_phase(battle, "strike", "strikeback") or refuse_if(unstruck(battle), None)
    return not_now or Plan(lambda _: _end_strikes(battle))


def _end_strikes(battle: Battle) -> Done[Battle]:
    """Begin the strikeback; or remove the slain and check for the end (STRIKE-8, BATTLE-6)."""
    before = battle
    for role in ROLES:
        side = before.of(role)
        if any(c.struck for c in side.characters):
            rested = tuple([evolve(c, struck=False) if c.struck else c for c in side.characters])
            before = put_side(before, role, evolve(side, characters=rested))
    if battle.phase == "strike":
        ruling = legal("STRIKE-1", "the strikes of the {side} are done", step=step(battle, "4.1"), side=battle.side)
        return evolve(before, phase="strikeback"), [Event(ruling)]
    ruling = legal("STRIKE-8", "the strikebacks are done", step=step(battle, "6.1"))
    battle, removed = sequence.remove_slain(before)
    if sequence.end_holds(field_of(battle)):
        return evolve(battle, pending="end"), [Event(ruling), *removed]
    return next_turn(battle), [Event(ruling), *removed, *sequence.summons_opened(before, battle)]


def next_turn(battle: Battle) -> Battle:
    """Begin the other side's battle turn (BATTLE-2)."""
    if battle.side == "attacker":
        return evolve(battle, side="defender", phase="maneuver", turn=battle.turn + 1)
    first = battle.turn == 1 and not battle.attacker.began
    attacker = evolve(battle.attacker, began=True) if first else battle.attacker
    return evolve(battle, side="attacker", phase="maneuver", attacker=attacker)


# --- concessions -----------------------------------------------------------------------------------------------------


def _judged_by(
    against: Callable[[Battle, Role], Iterable[Ruling]], battle: Battle, by: str, simply: bool
) -> tuple[Role, str] | Refusal:
    """The side that a name means, and the step at which it concedes or answers; or why it cannot."""
    role = side_of(battle, by)
    if role is None:
        return refusal("CONCEDE-1", "{by} is not in this battle", by=by)
    return refuse_if(against(battle, role), (role, order.concession_step(battle, role, simply)))


def _conceded(battle: Battle, role: Role, ruling: Ruling) -> Done[Battle]:
    """End the battle at once; what has not entered in this phase goes back (CONCEDE-2)."""
    events: Events = []
    if battle.phase == "maneuver" and battle.turn > 1:
        battle, events = arrivals.send_back(battle)
    battle, removed = sequence.remove_slain(battle, ruling.step)
    ended = _over(battle, sequence.outcome_of_concession(field_of(battle), role), ruling.step)
    return ended[0], [Event(ruling), *events, *removed, *ended[1]]


def plan_concede(battle: Battle, action: act.Concede) -> Planned[Battle]:
    """Concede (BATTLE-1, CONCEDE-1, CONCEDE-2)."""
    may = _judged_by(order.against_concession, battle, action.by, simply=True)
    if isinstance(may, Refusal):
        return may
    role, place = may
    ruling = legal("CONCEDE-2", "the {by} concedes", step=place, by=role)
    return Plan(lambda _: _conceded(battle, role, ruling))


def plan_attempt(battle: Battle, action: act.AttemptConcession) -> Planned[Battle]:
    """Attempt to concede; the other side answers (CONCEDE-1)."""
    may = _judged_by(order.against_attempt, battle, action.by, simply=False)
    if isinstance(may, Refusal):
        return may
    role, place = may
    ruling = legal("CONCEDE-1", "the {by} attempts to concede", step=place, by=role)
    after = evolve(battle, pending="attacker-concedes" if role == "attacker" else "defender-concedes")
    return Plan(lambda _: (after, [Event(ruling)]))


def plan_accept(battle: Battle, action: act.AcceptConcession) -> Planned[Battle]:
    """Accept the attempted concession (CONCEDE-1)."""
    may = _judged_by(order.against_acceptance, battle, action.by, simply=False)
    if isinstance(may, Refusal):
        return may
    role, place = may
    loser = other(role)
    ruling = legal("CONCEDE-1", "the {by} accepts that the {loser} concedes", step=place, by=role, loser=loser)
    return Plan(lambda _: _conceded(battle, loser, ruling))


# --- what waits ------------------------------------------------------------------------------------------------------


def settle(battle: Battle) -> Done[Battle]:
    """Let drift slay or the battle end, which waited only for a possible concession."""
    if battle.pending == "drift":
        battle, events = sequence.take_drift(battle, field_of(battle))
        return evolve(battle, pending=None), events
    return _over(battle, sequence.outcome_of(field_of(battle))) if battle.pending == "end" else (battle, [])


def _over(battle: Battle, outcome: BattleOutcome, place: str | None = None) -> Done[Battle]:
    """End the battle (BATTLE-6, BATTLE-7, CONCEDE-2)."""
    ruling = sequence.end_ruling(battle, outcome, place)
    ended = BattleEnded(ruling, outcome.winner, outcome.how, battle.turn)
    return evolve(battle, outcome=outcome, pending=None), [ended]


_PLANNERS: Mapping[type[act.Action], Planner[Battle]] = {
    act.Maneuver: plan_maneuver,
    act.Strike: plan_strike,
    act.EndManeuver: plan_end_maneuver,
    act.EndStrikes: plan_end_strikes,
    act.Reinforce: arrivals.plan_reinforce,
    act.NoReinforce: arrivals.plan_no_reinforce,
    act.Summon: arrivals.plan_summon,
    act.NoSummon: arrivals.plan_no_summon,
    act.Concede: plan_concede,
    act.AttemptConcession: plan_attempt,
    act.AcceptConcession: plan_accept,
}


def plan(battle: Battle, action: act.Action) -> Planned[Battle]:
    """Judge an action of a battle with nothing else pending (see :func:`titan_rules.play.judging.plan`)."""
    planner = _PLANNERS.get(type(action))
    if planner is None:
        return refusal("BATTLE-2", "{do} is not an action of a battle", do=action.do)
    return planner(battle, action)
