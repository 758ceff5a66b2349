"""Who may concede a battle, and when (BATTLE-1, BATTLE-7, CONCEDE-1, CONCEDE-2)."""

from ...kernel.judging import Refusal, refused
from ...kernel.rulings import Ruling, illegal
from ...position.battle import Battle, Role, other
from .sequence import step


def untouched(battle: Battle) -> bool:
    """Whether the battle has begun and nothing was done in it yet (BATTLE-1)."""
    return (
        battle.turn == 1
        and battle.side == "defender"
        and battle.phase == "maneuver"
        and all(c.hex is None and not c.moved for c in battle.defender.characters)
    )


def concession_step(battle: Battle, by: Role, simply: bool) -> str:
    """The step of the sequence of play at which a side concedes, or attempts to, or answers (CONCEDE-1).

    :param simply: it concedes without an attempt of its own.
    """
    if untouched(battle) and simply and battle.pending is None:
        return "2.5.6.2" if by == "attacker" else "2.5.6.3"
    if battle.pending == "end":
        return step(battle, "8.1")
    if battle.pending == "drift":
        return step(battle, "3.1")
    answered = battle.pending is not None
    if battle.phase == "maneuver":
        return step(battle, "2" if answered else "1")
    if battle.phase == "strike":
        return step(battle, "4.4" if answered else "4.1")
    if answered:
        return step(battle, "6.4")
    return step(battle, "5" if simply and by != battle.side else "6.1")


def answer_step(battle: Battle) -> str:
    """The step at which the attempted concession that waits is answered (CONCEDE-1)."""
    return concession_step(battle, other(battle.acting), simply=False)


def judge_concession(battle: Battle, by: Role) -> str | Refusal:
    """The step at which a side simply concedes now (CONCEDE-1)."""
    why = _no_concession(battle, by)
    return concession_step(battle, by, simply=True) if why is None else refused(why)


def _no_concession(battle: Battle, by: Role) -> Ruling | None:
    if battle.outcome is not None:
        return illegal("BATTLE-6", "the battle is over")
    if battle.pending == f"{other(by)}-concedes":
        return None
    if battle.pending == f"{by}-concedes":
        return illegal("CONCEDE-1", "the {by} has attempted to concede; the other side answers", by=by)
    if battle.rules.concession == "immediate" or untouched(battle):
        return None
    owner = battle.side
    if by == owner:
        if battle.pending == "end":
            return None
        sentence = (
            "the {by} owns this battle turn: it may attempt to concede in its Maneuver Phase and between its strikes,"
            " and simply concede only when the battle ends with its turn"
        )
        return illegal("CONCEDE-1", sentence, by=by)
    if battle.pending == "drift":
        return None
    if battle.phase == "strikeback" and battle.pending is None:
        if not any(c.struck for c in battle.of(by).characters):
            return None
        return illegal("CONCEDE-1", "between its strikebacks the {by} may only attempt to concede", by=by)
    sentence = (
        "the {by} may concede before its strikeback, and before drift slays a character of the {owner}; now is the"
        " {owner}'s {phase}"
    )
    phase = "end of turn" if battle.pending == "end" else f"{battle.phase} phase"
    return illegal("CONCEDE-1", sentence, by=by, owner=owner, phase=phase)


def judge_attempt(battle: Battle, by: Role) -> str | Refusal:
    """The step at which a side attempts to concede now (CONCEDE-1)."""
    if battle.outcome is not None:
        return refused(illegal("BATTLE-6", "the battle is over"))
    if battle.rules.concession == "immediate":
        return refused(illegal("CONCEDE-1", "under this ruleset a side concedes at once, without an attempt"))
    if battle.pending in ("attacker-concedes", "defender-concedes"):
        return refused(illegal("CONCEDE-1", "a concession was attempted already; it is answered first"))
    if by != battle.acting or battle.pending is not None:
        return refused(illegal("CONCEDE-1", "the {by} does not act now", by=by))
    return concession_step(battle, by, simply=False)


def judge_acceptance(battle: Battle, by: Role) -> str | Refusal:
    """The step at which a side accepts that the other concedes (CONCEDE-1)."""
    if battle.pending == f"{other(by)}-concedes":
        return concession_step(battle, by, simply=False)
    return refused(illegal("CONCEDE-1", "the {other} has attempted no concession", other=other(by)))
