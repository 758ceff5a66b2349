"""Colours for screen and print: light grounds under dark ink, dark markers under white letters.

Nothing is told by colour alone: lands carry their names, hazards their patterns and names,
Legions their markers, and the two sides of a battle differ in the shape of their counters.
"""

from colorsys import hls_to_rgb
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


LAND: dict[str, str] = Grounds(
    {
        "Brush": "#b5d36b",
        "Desert": "#f7c873",
        "Hills": "#cf9f6b",
        "Jungle": "#6fbf7f",
        "Marsh": "#b9a58c",
        "Mountains": "#ee9489",
        "Plains": "#f3ee8e",
        "Swamp": "#86b4de",
        "Tower": "#d0d0d4",
        "Tundra": "#cfeaf3",
        "Woods": "#8fb07c",
    }
)
"""The ground of each terrain."""

HAZARD: dict[str, str] = Grounds(
    {
        "Plains": "#fbf8ec",
        "Bog": "#c3d3cd",
        "Brambles": "#d7e7b9",
        "Drift": "#dcebf5",
        "Sand": "#f6e3b0",
        "Tower": "#dcdce0",
        "Tree": "#bcdcae",
        "Volcano": "#f3c2ae",
        "Lake": "#a9cdee",
        "Spring": "#cfe9f7",
        "Stone": "#c9c5bf",
        "TarPit": "#b0a799",
    }
)
"""The ground of each hex by its hazard."""

HEIGHT_TINT = "#7a4a12"
"""What darkens the ground of a hex, the more the higher it lies."""

MARKER: dict[str, tuple[str, str]] = Inks(
    {
        "Black": ("#111111", "#ffffff"),
        "Blue": ("#1c4fb0", "#ffffff"),
        "Brown": ("#6e3f17", "#ffffff"),
        "Gold": ("#ffc928", "#111111"),
        "Green": ("#0f6b35", "#ffffff"),
        "Red": ("#b3151b", "#ffffff"),
        "Orange": ("#f28c1e", "#111111"),
        "Pink": ("#f5a3c0", "#111111"),
        "Purple": ("#6b2a8c", "#ffffff"),
        "Silver": ("#c8c8cc", "#111111"),
        "Sky": ("#8fd0f5", "#111111"),
        "Pine": ("#1f4d3a", "#ffffff"),
        "Indigo": ("#35307a", "#ffffff"),
        "Celestial": ("#5aa0d8", "#111111"),
    }
)
"""Each player's colour, and that of the letters on it."""


def marker_colors(player: str, legion: str) -> tuple[str, str]:
    """The colours of a Legion's counters: its holder's, or where that is no colour its marker's."""
    color = player if player in current().markers.letters else current().markers.color_of(legion)
    return MARKER[color]
