"""Colours for screen and print: light grounds under dark ink, dark markers under white letters.

Nothing is told by colour alone: lands carry their names, hazards their patterns and names,
Legions their markers, and the two sides of a battle differ in the shape of their counters.
"""

import json
from collections.abc import Mapping
from colorsys import hls_to_rgb
from importlib.resources import files
from typing import Any
from zlib import crc32

from ..box.reading import current


class Grounds(dict[str, str]):
    """Light grounds by name; a name that has none of its own gets one that is always the same."""

    def __missing__(self, name: str) -> str:
        return _of_its_own(name, 0.78, 0.45)


class Inks(dict[str, tuple[str, str]]):
    """Colours of players and of the letters on them; a name that has none of its own gets a dark one."""

    def __missing__(self, name: str) -> tuple[str, str]:
        return _of_its_own(name, 0.3, 0.55), "#ffffff"


def _of_its_own(name: str, lightness: float, saturation: float) -> str:
    """A colour that is always the same for a name."""
    hue = crc32(name.encode()) % 360
    red, green, blue = (round(255 * part) for part in hls_to_rgb(hue / 360, lightness, saturation))
    return f"#{red:02x}{green:02x}{blue:02x}"


DRAWINGS: Mapping[str, Any] = json.loads((files(__package__) / "drawings.json").read_text(encoding="utf-8"))
"""What is drawn of the printed game, by name: colours, and the tiles, figures and signs of the maps as paths."""

LAND: dict[str, str] = Grounds(DRAWINGS["lands"])
"""The ground of each terrain."""

HAZARD: dict[str, str] = Grounds(DRAWINGS["hexes"])
"""The ground of each hex by its hazard."""

MARKER: dict[str, tuple[str, str]] = Inks(DRAWINGS["markers"])
"""Each player's colour, and that of the letters on it."""

HEIGHT_TINT = "#7a4a12"
"""What darkens the ground of a hex, the more the higher it lies."""


def marker_colors(player: str, legion: str) -> tuple[str, str]:
    """The colours of a Legion's counters: its holder's, or where that is no colour its marker's."""
    color = player if player in current().markers.letters else current().markers.color_of(legion)
    return MARKER[color]
