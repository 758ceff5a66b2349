"""What keeps both sides of a battle from acting, whatever the phase (BATTLE-6, CONCEDE-1)."""

from ...kernel.rulings import Ruling, illegal
from ...position.battle import Battle


def halts(battle: Battle) -> list[Ruling]:
    """Why nobody maneuvers or strikes now; empty if the phase goes on."""
    if battle.outcome is not None:
        return [illegal("BATTLE-6", "the battle is over")]
    if battle.pending == "end":
        return [illegal("BATTLE-6", "the battle turn is over, and the battle ends unless it was conceded")]
    if battle.pending is not None and battle.pending != "drift":
        return [illegal("CONCEDE-1", "the attempted concession is answered first")]
    return []
