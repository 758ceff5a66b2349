"""Concessions in a battle: at once, attempted, accepted (CONCEDE-1, CONCEDE-2)."""

from ..actions.intents import AcceptConcession, AttemptConcession, Concede
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, illegal, legal
from ..position.battle import Battle, Role, other
from ..rules.battle.concession import accept_violations, attempt_violations, concede_violations, concession_step
from ..rules.battle.sequence import end_ruling, outcome_of_concession, remove_slain
from .arriving import send_back

Events = list[Ruling]


def role_by(battle: Battle, by: str) -> Role | None:
    """The side that ``by`` names: a player, or the side itself."""
    if by == battle.attacker.player or by == "attacker":
        return "attacker"
    return "defender" if by == battle.defender.player or by == "defender" else None


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


def do_concede(battle: Battle, action: Concede) -> tuple[Battle, Events]:
    """A side concedes (CONCEDE-2)."""
    role = role_by(battle, action.by)
    assert role is not None
    place = concession_step(battle, role, simply=True)
    ruling = legal("CONCEDE-2", "the {by} concedes", step=place, by=role)
    return concede(battle, role, ruling)


def check_attempt(battle: Battle, action: AttemptConcession) -> list[Ruling]:
    """CONCEDE-1."""
    role = role_by(battle, action.by)
    return _unknown_side(action.by) if role is None else attempt_violations(battle, role)


def do_attempt(battle: Battle, action: AttemptConcession) -> tuple[Battle, Events]:
    """A side attempts to concede (CONCEDE-1)."""
    role = role_by(battle, action.by)
    assert role is not None
    place = concession_step(battle, role, simply=False)
    event = legal("CONCEDE-1", "the {by} attempts to concede", step=place, by=role)
    return evolve(battle, pending=f"{role}-concedes"), [event]


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
