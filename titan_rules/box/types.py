"""Types for names in documents; reading makes them canonical and checks them against the box."""

import unicodedata
from typing import Annotated, TypeAlias

from ..kernel.errors import Fault, UnknownName
from ..kernel.fields import Between, Named
from .current_box import ByBox, current
from .hexes import HEXES, hex_names
from .names import CharacterName, Hex, LandNo, Marker, PlayerColor
from .names import EntrySide as EntrySide


def printable(name: str) -> str:
    """A player's name, without terminal control characters.

    :raises UnknownName: it has control characters, or ones that change the writing direction.
    """
    if name.isascii() and name.isprintable():
        return name
    if any(unicodedata.category(c) == "Cc" or c in _TURNING for c in name):
        raise UnknownName(Fault("control-character", "a name cannot have control characters"))
    return name


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

PlayerName: TypeAlias = Annotated[str, Named("player", printable)]
NamedCharacter: TypeAlias = Annotated[
    CharacterName,
    Named(
        "character", ByBox[str](lambda box: box.character_names.canonical), lambda: current().characters, others=True
    ),
]
ColorName: TypeAlias = Annotated[
    PlayerColor,
    Named(
        "color", ByBox[str](lambda box: box.markers.colors.canonical), lambda: current().markers.letters, others=True
    ),
]
MarkerName: TypeAlias = Annotated[
    Marker,
    Named("marker", ByBox[str](lambda box: box.markers.canonical), lambda: current().markers.every, others=True),
]
TerrainName: TypeAlias = Annotated[
    str, Named("terrain", ByBox[str](lambda box: box.terrain_names.canonical), lambda: current().terrains, others=True)
]
TowerText: TypeAlias = Annotated[str, Named("tower", ByBox[str](lambda box: box.tower))]

MOST_POINTS = 99_999
Score: TypeAlias = Annotated[int, Between(0, MOST_POINTS)]
Die: TypeAlias = Annotated[int, Between(1, 6)]
Count: TypeAlias = Annotated[int, Between(0, 999)]  # of characters of a kind, or of hits
Slowing: TypeAlias = Annotated[int, Between(-99, 99)]  # negative: faster
Round: TypeAlias = Annotated[int, Between(1, 9_999)]
BattleTurn: TypeAlias = Annotated[int, Between(1, 7)]
MAX_HEIGHT = 7  # before the first split eight (SPLIT-1)

Height: TypeAlias = Annotated[int, Between(0, 8)]

LandNumber: TypeAlias = Annotated[
    LandNo, Named("land", ByBox[int](lambda box: box.land), lambda: current().masterboard.lands, others=True)
]
HexLabel: TypeAlias = Annotated[Hex, Named("hex", hex_names.canonical, lambda: HEXES)]
