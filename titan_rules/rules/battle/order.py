"""The steps of a battle turn, and why an action is out of place now (BATTLE-2, BATTLE-6, CONCEDE-1)."""

from ...kernel.judging import Refusal, refusal
from ...position.battle import Battle


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
