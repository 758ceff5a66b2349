"""The steps of a battle turn, actions out of phase, concessions (BATTLE-1, 2, 6, 7, CONCEDE-1, CONCEDE-2)."""

from collections.abc import Iterator

from ...kernel.judging import Refusal, refusal
from ...kernel.rulings import Ruling, illegal
from ...position.battle import Battle, Role, other


def step(battle: Battle, part: str) -> str:
    """The step number: ``2.5.6.4.1`` is in the defender's battle turn, ``.2`` in the attacker's."""
    return f"2.5.6.4.{1 if battle.side == 'defender' else 2}.{part}"


CONCEDING = ("attacker-concedes", "defender-concedes")
"""The phases of an unanswered attempt to concede (CONCEDE-1)."""


def answer_step(battle: Battle) -> str:
    """The step at which the attempted concession is answered (CONCEDE-1)."""
    return step(battle, {"maneuver": "2", "strike": "4.4", "strikeback": "6.4"}[battle.phase])


def halted(battle: Battle) -> Refusal | None:
    """Why nobody can maneuver or strike now in any phase; None if play goes on (BATTLE-6, CONCEDE-1)."""
    if battle.outcome is not None:
        return refusal("BATTLE-6", "the battle is over")
    if battle.pending == "end":
        return refusal("BATTLE-6", "the battle turn is over, and the battle ends unless it was conceded")
    if battle.pending in CONCEDING:
        return refusal("CONCEDE-1", "the attempted concession is answered first", step=answer_step(battle))
    return None


def out_of_phase(battle: Battle, *phases: str) -> Refusal | None:
    """Why an action of these phases is refused now: another phase, an unanswered concession, or the battle's end."""
    stopped = halted(battle)
    if stopped is not None or battle.phase in phases:
        return stopped
    sentence = "this is the {side}'s {phase} phase of turn {turn}"
    return refusal("BATTLE-2", sentence, phase=battle.phase, side=battle.acting, turn=battle.turn)


# --- concessions -----------------------------------------------------------------------------------------------------


def untouched(battle: Battle) -> bool:
    """Whether the battle has begun and nobody has acted yet (BATTLE-1)."""
    return (
        battle.turn == 1
        and battle.side == "defender"
        and battle.phase == "maneuver"
        and all(c.hex is None and not c.moved for c in battle.defender.characters)
    )


def concession_step(battle: Battle, by: Role, simply: bool) -> str:
    """The step at which a side concedes, attempts to, or answers; ``simply``: with no attempt (CONCEDE-1)."""
    if untouched(battle) and simply and battle.pending is None:
        return "2.5.6.2" if by == "attacker" else "2.5.6.3"
    if battle.pending == "end":
        return step(battle, "8.1")
    if battle.pending == "drift":
        return step(battle, "3.1")
    if battle.pending is not None:
        return answer_step(battle)
    if battle.phase != "strikeback":
        return step(battle, "1" if battle.phase == "maneuver" else "4.1")
    return step(battle, "5" if simply and by != battle.side else "6.1")


def may_concede(battle: Battle, by: Role) -> bool:
    """Whether a side can concede now without an attempt (CONCEDE-1)."""
    pending = battle.pending
    if battle.outcome is not None:
        return False
    if pending is not None:
        answers, waits = f"{other(by)}-concedes", "end" if by == battle.side else "drift"
        return pending in (answers, waits) or (pending != f"{by}-concedes" and battle.rules.concession == "immediate")
    before_strikeback = by != battle.side and battle.phase == "strikeback"
    if before_strikeback and not any(c.struck for c in battle.of(by).characters):
        return True
    return battle.rules.concession == "immediate" or untouched(battle)


def against_concession(battle: Battle, by: Role) -> Iterator[Ruling]:
    """Objections to conceding now without an attempt (CONCEDE-1)."""
    if may_concede(battle, by):
        return
    if battle.outcome is not None:
        yield illegal("BATTLE-6", "the battle is over")
    elif battle.pending == f"{by}-concedes":
        yield illegal("CONCEDE-1", "the {by} has attempted to concede; the other side answers", by=by)
    elif by == battle.side:
        sentence = (
            "the {by} owns this battle turn: it may attempt to concede in its Maneuver Phase and between its strikes,"
            " and simply concede only when the battle ends with its turn"
        )
        yield illegal("CONCEDE-1", sentence, by=by)
    elif battle.phase == "strikeback" and battle.pending is None:
        yield illegal("CONCEDE-1", "between its strikebacks the {by} may only attempt to concede", by=by)
    else:
        sentence = (
            "the {by} may concede before its strikeback, and before drift slays a character of the {owner}; now is the"
            " {owner}'s {phase}"
        )
        phase = "end of turn" if battle.pending == "end" else f"{battle.phase} phase"
        yield illegal("CONCEDE-1", sentence, by=by, owner=battle.side, phase=phase)


def against_attempt(battle: Battle, by: Role) -> Iterator[Ruling]:
    """Objections to an attempt to concede now (CONCEDE-1)."""
    if battle.outcome is not None:
        yield illegal("BATTLE-6", "the battle is over")
    elif battle.rules.concession == "immediate":
        yield illegal("CONCEDE-1", "under this ruleset a side concedes at once, without an attempt")
    elif battle.pending in CONCEDING:
        yield illegal("CONCEDE-1", "a concession was attempted already; it is answered first")
    elif by != battle.acting or battle.pending is not None:
        yield illegal("CONCEDE-1", "the {by} does not act now", by=by)


def against_acceptance(battle: Battle, by: Role) -> Iterator[Ruling]:
    """Objections to accepting the other side's concession (CONCEDE-1)."""
    if battle.pending != f"{other(by)}-concedes":
        yield illegal("CONCEDE-1", "the {other} has attempted no concession", other=other(by))
