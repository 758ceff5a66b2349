"""Colours for screen and print: dark ink on light grounds, white letters on dark markers.

Nothing depends on colour alone: names, patterns, markers and counters' shapes say the same.
"""

import json
from collections.abc import Mapping
from colorsys import hls_to_rgb
from importlib.resources import files
from typing import Any
from zlib import crc32

from ..box.current_box import current


class Grounds(dict[str, str]):
    """Light grounds by name; unknown names get a stable one."""

    def __missing__(self, name: str) -> str:
        return _of_its_own(name, 0.78, 0.45)


class Inks(dict[str, tuple[str, str]]):
    """Colours of players and of the letters on them; unknown names get a stable dark one."""

    def __missing__(self, name: str) -> tuple[str, str]:
        return _of_its_own(name, 0.3, 0.55), "#ffffff"


def _of_its_own(name: str, lightness: float, saturation: float) -> str:
    hue = crc32(name.encode()) % 360
    red, green, blue = (round(255 * part) for part in hls_to_rgb(hue / 360, lightness, saturation))
    return f"#{red:02x}{green:02x}{blue:02x}"


DRAWINGS: Mapping[str, Any] = json.loads((files("titan_rules.draw") / "drawings.json").read_text(encoding="utf-8"))
LAND: dict[str, str] = Grounds(DRAWINGS["lands"])  # by terrain
HAZARD: dict[str, str] = Grounds(DRAWINGS["hexes"])  # by hazard
MARKER: dict[str, tuple[str, str]] = Inks(DRAWINGS["markers"])  # each player's colour, and that of the letters on it
HEIGHT_TINT = "#7a4a12"  # darkens a hex, the more the higher it is


def marker_colors(player: str, legion: str) -> tuple[str, str]:
    """The colours of a Legion's counters: its holder's, or its marker's if the holder has none."""
    color = player if player in current().markers.letters else current().markers.color_of(legion)
    return MARKER[color]
