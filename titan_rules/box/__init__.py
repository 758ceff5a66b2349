"""What comes in the box: characters, mustering tables, Masterboard, Battlelands, hazards; all of it data."""

from .value import STANDARD as STANDARD
from .value import Box as Box
from .value import box as box
