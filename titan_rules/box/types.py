"""The names that documents use, as types: checked and made canonical when a document is read."""

from typing import Annotated, Literal, TypeAlias

from ..kernel.fields import Between, Named
from .characters import CHARACTERS, character_names
from .markers import COLORS, MARKERS, color_names, marker
from .terrains import TERRAINS, terrain_names

CharacterName: TypeAlias = Annotated[str, Named("character", character_names.canonical, lambda: CHARACTERS)]
ColorName: TypeAlias = Annotated[str, Named("color", color_names.canonical, lambda: COLORS)]
MarkerName: TypeAlias = Annotated[str, Named("marker", marker, lambda: MARKERS)]
TerrainName: TypeAlias = Annotated[str, Named("terrain", terrain_names.canonical, lambda: TERRAINS)]
EntrySide: TypeAlias = Literal["left", "right", "bottom"]
"""Where an attacker enters a Battleland (MOVE-8)."""

MOST_POINTS = 99_999
"""The highest score that a document may give."""

Score: TypeAlias = Annotated[int, Between(0, MOST_POINTS)]
Die: TypeAlias = Annotated[int, Between(1, 6)]
Count: TypeAlias = Annotated[int, Between(0, 99)]
"""How many characters of a kind, or hits."""
Round: TypeAlias = Annotated[int, Between(1, 9_999)]
BattleTurn: TypeAlias = Annotated[int, Between(1, 7)]
MAX_HEIGHT = 7
"""A Legion's greatest height, but for the eight starting characters before they are split (SPLIT-1)."""

Height: TypeAlias = Annotated[int, Between(0, 8)]
