"""When an action of a battle has its place (BATTLE-2)."""

from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle
from ..rules.battle.concession import answer_step

CONCEDING = ("attacker-concedes", "defender-concedes")
"""What a battle waits for while a concession is attempted (CONCEDE-1)."""


def halted(battle: Battle) -> list[Ruling]:
    """Why nothing but an answer can be done now: the battle is over, or a concession is not answered."""
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
    return []


def in_phase(battle: Battle, *phases: str) -> list[Ruling]:
    """Why an action of these phases cannot be done now: another phase, an unanswered concession, the battle's end."""
    found = halted(battle)
    if not found and battle.phase not in phases:
        facts = {"phase": battle.phase, "side": battle.acting, "turn": battle.turn}
        found = [Ruling("BATTLE-2", "illegal", "this is the {side}'s {phase} phase of turn {turn}", facts)]
    return found
