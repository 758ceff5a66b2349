"""The names that documents use, as types: made canonical, and checked against the box, when a document is read."""

from typing import Annotated, Literal, TypeAlias

from ..kernel.fields import Between, Named
from .reading import current

CharacterName: TypeAlias = Annotated[
    str,
    Named(
        "character", lambda text: current().character_names.canonical(text), lambda: current().characters, others=True
    ),
]
ColorName: TypeAlias = Annotated[
    str,
    Named(
        "color", lambda text: current().markers.colors.canonical(text), lambda: current().markers.letters, others=True
    ),
]
MarkerName: TypeAlias = Annotated[
    str, Named("marker", lambda text: current().markers.canonical(text), lambda: current().markers.every, others=True)
]
TerrainName: TypeAlias = Annotated[
    str, Named("terrain", lambda text: current().terrain_names.canonical(text), lambda: current().terrains, others=True)
]
TowerText: TypeAlias = Annotated[str, Named("tower", lambda text: current().tower(text))]
EntrySide: TypeAlias = Literal["left", "right", "bottom"]
"""Where an attacker enters a Battleland (MOVE-8)."""

MOST_POINTS = 99_999
"""The highest score that a document may give."""

Score: TypeAlias = Annotated[int, Between(0, MOST_POINTS)]
Die: TypeAlias = Annotated[int, Between(1, 6)]
Count: TypeAlias = Annotated[int, Between(0, 999)]
"""How many characters of a kind, or hits."""
Slowing: TypeAlias = Annotated[int, Between(-99, 99)]
"""How much a character is slowed; less than 0: how much faster it is."""
Round: TypeAlias = Annotated[int, Between(1, 9_999)]
BattleTurn: TypeAlias = Annotated[int, Between(1, 7)]
MAX_HEIGHT = 7
"""A Legion's greatest height, but for the eight starting characters before they are split (SPLIT-1)."""

Height: TypeAlias = Annotated[int, Between(0, 8)]
