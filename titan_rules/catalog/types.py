"""The names that documents use, as types: checked and made canonical when a document is read."""

from typing import Annotated, Any, Literal, TypeAlias

from ..kernel.errors import Fault, UnknownName
from ..kernel.fields import Between, Named
from .characters import CHARACTERS, character_names
from .markers import COLORS, MARKERS, color_names, marker
from .terrains import TERRAINS, terrain_names


def land_number(number: Any) -> int:
    """The number of a land of the Masterboard.

    :raises UnknownName: there is no such land.
    """
    from ..board.masterboard import LANDS  # the board is read only when a land is

    if number not in LANDS:
        raise UnknownName(
            Fault("unknown-land", f"there is no land {number}", hint="lands: 1-42, 100-142, 200 to 600, 1000 to 6000")
        )
    return int(number)


def _lands() -> list[int]:
    from ..board.masterboard import LANDS

    return list(LANDS)


def _hex(label: str) -> str:
    from ..board.hexes import hex_names

    return hex_names.canonical(label)


def _hexes() -> tuple[str, ...]:
    from ..board.hexes import HEXES

    return HEXES


CharacterName: TypeAlias = Annotated[str, Named("character", character_names.canonical, lambda: CHARACTERS)]
ColorName: TypeAlias = Annotated[str, Named("color", color_names.canonical, lambda: COLORS)]
MarkerName: TypeAlias = Annotated[str, Named("marker", marker, lambda: MARKERS)]
TerrainName: TypeAlias = Annotated[str, Named("terrain", terrain_names.canonical, lambda: TERRAINS)]
LandNumber: TypeAlias = Annotated[int, Named("land", land_number, _lands)]
HexLabel: TypeAlias = Annotated[str, Named("hex", _hex, _hexes)]
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
