"""The documents of Cloudspire: format ``cloudspire/1`` and its one kind."""

from ...kernel.documents import Format, Kind
from .positions import position_faults
from .state import Position

FORMAT = Format(
    "cloudspire", 1, (Kind("position", Position, position_faults, "a map with its chips, and whose turn it is"),)
)
"""Reads and writes positions: ``FORMAT.loads(text)``, ``FORMAT.dumps(position)``."""
