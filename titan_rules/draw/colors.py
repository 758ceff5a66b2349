"""Colours for screen and print: light grounds under dark ink, dark markers under white letters.

Nothing is told by colour alone: lands carry their names, hazards their patterns and names,
Legions their markers, and the two sides of a battle differ in the shape of their counters.
"""

from ..box.reading import current

LAND: dict[str, str] = {
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
"""The ground of each terrain."""

HAZARD: dict[str, str] = {
    "Plains": "#fbf8ec",
    "Bog": "#c3d3cd",
    "Brambles": "#d7e7b9",
    "Drift": "#dcebf5",
    "Sand": "#f6e3b0",
    "Tower": "#dcdce0",
    "Tree": "#bcdcae",
    "Volcano": "#f3c2ae",
}
"""The ground of each hex by its hazard."""

HEIGHT_TINT = "#7a4a12"
"""What darkens the ground of a hex, the more the higher it lies."""

MARKER: dict[str, tuple[str, str]] = {
    "Black": ("#111111", "#ffffff"),
    "Blue": ("#1c4fb0", "#ffffff"),
    "Brown": ("#6e3f17", "#ffffff"),
    "Gold": ("#ffc928", "#111111"),
    "Green": ("#0f6b35", "#ffffff"),
    "Red": ("#b3151b", "#ffffff"),
}
"""Each player's colour, and that of the letters on it."""


def marker_colors(player: str, legion: str) -> tuple[str, str]:
    """The colours of a Legion's counters: its holder's, or where that is no colour its marker's."""
    return MARKER[player if player in current().markers.letters else current().markers.color_of(legion)]
