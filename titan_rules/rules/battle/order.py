"""The steps of a battle turn, and what keeps an action from having its place now (BATTLE-2, BATTLE-6, CONCEDE-1)."""

from ...kernel.judging import Refusal, refuse
from ...position.battle import Battle


def step(battle: Battle, part: str) -> str:
    """The step of the Complete Sequence of Play: ``2.5.6.4.1`` is the defender's battle turn, ``.2`` the attacker's."""
    return f"2.5.6.4.{1 if battle.side == 'defender' else 2}.{part}"


CONCEDING = ("attacker-concedes", "defender-concedes")
"""What a battle waits for while a concession is attempted (CONCEDE-1)."""


def answer_step(battle: Battle) -> str:
    """The step at which the attempted concession that waits is answered (CONCEDE-1)."""
    return step(battle, {"maneuver": "2", "strike": "4.4", "strikeback": "6.4"}[battle.phase])


def halted(battle: Battle) -> Refusal | None:
    """Why nobody maneuvers or strikes now, whatever the phase (BATTLE-6, CONCEDE-1); None: the phase goes on."""
    if battle.outcome is not None:
        return refuse("BATTLE-6", "the battle is over")
    if battle.pending == "end":
        return refuse("BATTLE-6", "the battle turn is over, and the battle ends unless it was conceded")
    if battle.pending in CONCEDING:
        return refuse("CONCEDE-1", "the attempted concession is answered first", step=answer_step(battle))
    return None


def out_of_phase(battle: Battle, *phases: str) -> Refusal | None:
    """Why an action of these phases cannot be done now: another phase, an unanswered concession, the battle's end."""
    stopped = halted(battle)
    if stopped is not None or battle.phase in phases:
        return stopped
    sentence = "this is the {side}'s {phase} phase of turn {turn}"
    return refuse("BATTLE-2", sentence, phase=battle.phase, side=battle.acting, turn=battle.turn)
