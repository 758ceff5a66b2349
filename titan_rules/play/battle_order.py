"""When an action of a battle has its place (BATTLE-2)."""

from ..kernel.judging import Refusal, refused
from ..kernel.rulings import illegal
from ..position.battle import Battle
from ..rules.battle.concession import answer_step

CONCEDING = ("attacker-concedes", "defender-concedes")
"""What a battle waits for while a concession is attempted (CONCEDE-1)."""


def halted(battle: Battle) -> Refusal | None:
    """Why nothing but an answer can be done now: the battle is over, or a concession is not answered."""
    if battle.outcome is not None:
        return refused(illegal("BATTLE-6", "the battle is over"))
    if battle.pending in CONCEDING:
        return refused(illegal("CONCEDE-1", "the attempted concession is answered first", step=answer_step(battle)))
    return None


def out_of_phase(battle: Battle, *phases: str) -> Refusal | None:
    """Why an action of these phases cannot be done now: another phase, an unanswered concession, the battle's end."""
    if (stopped := halted(battle)) is not None or battle.phase in phases:
        return stopped
    sentence = "this is the {side}'s {phase} phase of turn {turn}"
    return refused(illegal("BATTLE-2", sentence, phase=battle.phase, side=battle.acting, turn=battle.turn))
