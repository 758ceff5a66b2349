"""Concessions in a battle: at once, attempted, accepted (CONCEDE-1, CONCEDE-2)."""

from ..actions.events import BattleEnded, Event
from ..actions.intents import AcceptConcession, AttemptConcession, Concede
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal
from ..kernel.rulings import Ruling, illegal, legal
from ..position.battle import ROLES, Battle, Role, other
from ..rules.battle.concession import judge_acceptance, judge_attempt, judge_concession
from ..rules.battle.sequence import end_ruling, outcome_of_concession, remove_slain
from .planning import Done, Events, Planned
from .reinforcements import send_back
from .seats import role_of


def _role_by(battle: Battle, by: str) -> Role | Refusal:
    """The side that ``by`` names: a player, or the side itself."""
    role = role_of(battle, by) or (by if by in ROLES else None)
    if role is not None:
        return role
    return Refusal((illegal("CONCEDE-1", "{by} is not in this battle", by=by),))


def _conceded(battle: Battle, role: Role, ruling: Ruling) -> Done[Battle]:
    """A side concedes: the battle ends at once; what was to enter in this phase and has not, goes back (CONCEDE-2).

    :param ruling: the one that allows it.
    """
    events: Events = [Event(ruling)]
    if battle.phase == "maneuver" and battle.turn > 1:
        battle, more = send_back(battle)
        events += more
    battle, removed = remove_slain(battle, ruling.step)
    outcome = outcome_of_concession(battle, role)
    battle = evolve(battle, outcome=outcome, pending=None)
    ended = BattleEnded(end_ruling(battle, outcome, ruling.step), outcome.winner, outcome.how, battle.turn)
    return battle, [*events, *removed, ended]


def plan_concede(battle: Battle, action: Concede) -> Planned[Battle]:
    """BATTLE-1, CONCEDE-1, CONCEDE-2: a side concedes."""
    role = _role_by(battle, action.by)
    if isinstance(role, Refusal):
        return role
    place = judge_concession(battle, role)
    if isinstance(place, Refusal):
        return place
    ruling = legal("CONCEDE-2", "the {by} concedes", step=place, by=role)
    return Plan(lambda _: _conceded(battle, role, ruling))


def plan_attempt(battle: Battle, action: AttemptConcession) -> Planned[Battle]:
    """CONCEDE-1: a side attempts to concede; the other answers."""
    role = _role_by(battle, action.by)
    if isinstance(role, Refusal):
        return role
    place = judge_attempt(battle, role)
    if isinstance(place, Refusal):
        return place
    ruling = legal("CONCEDE-1", "the {by} attempts to concede", step=place, by=role)
    after = evolve(battle, pending="attacker-concedes" if role == "attacker" else "defender-concedes")
    return Plan(lambda _: (after, [Event(ruling)]))


def plan_accept(battle: Battle, action: AcceptConcession) -> Planned[Battle]:
    """CONCEDE-1: the attempted concession is accepted."""
    role = _role_by(battle, action.by)
    if isinstance(role, Refusal):
        return role
    place = judge_acceptance(battle, role)
    if isinstance(place, Refusal):
        return place
    loser = other(role)
    sentence = "the {by} accepts that the {loser} concedes"
    ruling = legal("CONCEDE-1", sentence, step=place, by=role, loser=loser)
    return Plan(lambda _: _conceded(battle, loser, ruling))
