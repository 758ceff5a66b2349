"""The documents of Lords of Xidit: format ``lords-of-xidit/1``."""

from ...kernel.documents import Format, Kind
from .positions import position_faults
from .state import Position

FORMAT = Format("lords-of-xidit", 1, (Kind("position", Position, position_faults, "a game in some year"),))
"""Reads and writes positions: ``FORMAT.loads(text)``, ``FORMAT.dumps(position)``."""
