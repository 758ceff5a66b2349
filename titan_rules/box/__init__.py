"""The contents of the box, as data: characters, mustering tables, Masterboard, Battlelands, hazards."""

from .value import STANDARD as STANDARD
from .value import Box as Box
from .value import box as box
