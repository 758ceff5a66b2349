"""What makes a game's position, or a question about mustering, impossible."""

from ..kernel.errors import Fault
from ..state.game import Game
from ..state.muster import Muster


def game_faults(game: Game) -> list[Fault]:
    """Everything that makes a game's position impossible, with its pointers."""
    return []


def muster_faults(muster: Muster) -> list[Fault]:
    """Everything that makes a question about mustering impossible, with its pointers."""
    return []
