"""The documents of the game: format ``twilight-struggle/1`` and its kinds."""

from ...kernel.documents import Format, Kind
from .operations import Operations, operations_faults
from .positions import position_faults
from .state import Position

FORMAT = Format(
    "twilight-struggle",
    1,
    (
        Kind("position", Position, position_faults, "a position of a game"),
        Kind("operations", Operations, operations_faults, "a position and what is done in it, step by step"),
    ),
)
"""Reads and writes every document of the game."""
