"""Who may concede a battle, and when (BATTLE-1, BATTLE-7, CONCEDE-1, CONCEDE-2)."""

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


def concede_violations(battle: Battle, by: Role) -> list[Ruling]:
    """Why a side may not simply concede now (CONCEDE-1)."""
    if battle.outcome is not None:
        return [illegal("BATTLE-6", "the battle is over")]
    if battle.pending == f"{other(by)}-concedes":
        return []
    if battle.pending == f"{by}-concedes":
        return [illegal("CONCEDE-1", "the {by} has attempted to concede; the other side answers", by=by)]
    if battle.rules.concession == "immediate" or untouched(battle):
        return []
    owner = battle.side
    if by == owner:
        if battle.pending == "end":
            return []
        return [
            illegal(
                "CONCEDE-1",
                "the {by} owns this battle turn: it may attempt to concede in its Maneuver Phase and between its"
                " strikes, and simply concede only when the battle ends with its turn",
                by=by,
            )
        ]
    if battle.pending == "drift":
        return []
    if battle.phase == "strikeback" and battle.pending is None:
        if not any(c.struck for c in battle.of(by).characters):
            return []
        return [illegal("CONCEDE-1", "between its strikebacks the {by} may only attempt to concede", by=by)]
    return [
        illegal(
            "CONCEDE-1",
            "the {by} may concede before its strikeback, and before drift slays a character of the {owner}; now is the"
            " {owner}'s {phase}",
            by=by,
            owner=owner,
            phase="end of turn" if battle.pending == "end" else f"{battle.phase} phase",
        )
    ]


def attempt_violations(battle: Battle, by: Role) -> list[Ruling]:
    """Why a side may not attempt to concede now (CONCEDE-1)."""
    if battle.outcome is not None:
        return [illegal("BATTLE-6", "the battle is over")]
    if battle.rules.concession == "immediate":
        return [illegal("CONCEDE-1", "under this ruleset a side concedes at once, without an attempt")]
    if battle.pending in ("attacker-concedes", "defender-concedes"):
        return [illegal("CONCEDE-1", "a concession was attempted already; it is answered first")]
    if by != battle.acting or battle.pending is not None:
        return [illegal("CONCEDE-1", "the {by} does not act now", by=by)]
    return []


def accept_violations(battle: Battle, by: Role) -> list[Ruling]:
    """Why a side may not accept a concession: none was attempted (CONCEDE-1)."""
    if battle.pending == f"{other(by)}-concedes":
        return []
    return [illegal("CONCEDE-1", "the {other} has attempted no concession", other=other(by))]
