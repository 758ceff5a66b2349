"""A Battleland drawn: 27 hexes with labels, hazards, hexside hazards and entry sides (BATTLE-3)."""

from collections.abc import Sequence
from math import atan2, cos, degrees, radians, sin, sqrt
from xml.etree import ElementTree as ET

from ..box.battlelands import BattleHex, Battleland
from ..box.current_box import current
from ..box.hexes import COLUMNS
from . import hazards
from .colors import HAZARD, HEIGHT_TINT
from .svg import (
    FAINT,
    INK,
    PAPER,
    WIDTH,
    Point,
    element,
    group,
    moved,
    path,
    points,
    polygon,
    rect,
    text,
    use,
    width_of,
)

RADIUS = 96.0
HEIGHT = RADIUS * sqrt(3)  # of a hex
MAP_HEIGHT = HEIGHT * max(COLUMNS.values())
EDGE = 44  # room above and below the map for the entry sides' words
_LEFT = (WIDTH - RADIUS * (1.5 * len(COLUMNS) + 0.5)) / 2

# From outside into the hex, clear of its label.
_ARROW = f"M{RADIUS - 18:g},0L{RADIUS - 3:g},-11V-4.5H{RADIUS + 14:g}V4.5H{RADIUS - 3:g}V11Z"


def centre(place: BattleHex) -> Point:
    """The middle of a hex; the top of the map is at 0."""
    return _LEFT + RADIUS * (1 + 1.5 * place.x), HEIGHT * (place.y + 0.5 * (place.x % 2))


def corners(x: float, y: float, radius: float = RADIUS) -> list[Point]:
    """The corners of a hex around its middle, clockwise; hexside 0 is between the first and the second."""
    half, rise = radius / 2, radius * sqrt(3) / 2
    upper, lower = [(x - half, y - rise), (x + half, y - rise)], [(x + half, y + rise), (x - half, y + rise)]
    return [*upper, (x + radius, y), *lower, (x - radius, y)]


def define_hazards(root: ET.Element, *terrains: str) -> None:
    """Define the hazards and hexside hazards of some terrains."""
    hexes = [place for terrain in terrains for place in current().battlelands[terrain].hexes]
    hazards.define(root, {place.hazard for place in hexes}, {side for place in hexes for side in place.down if side})


def draw_battleland(parent: ET.Element, terrain: str) -> None:
    """Draw a terrain's map."""
    land = current().battlelands[terrain]
    hexes = element(parent, "g", data_terrain=terrain)
    for place in land.hexes:
        _draw_hex(hexes, place)
    sides = element(parent, "g")
    for place in land.hexes:
        for direction, hazard in enumerate(place.down):
            if hazard:
                _draw_hexside(sides, land, place, direction, hazard)
    words = element(parent, "g")
    for place in land.hexes:
        _draw_words(words, place)


def _draw_hex(parent: ET.Element, place: BattleHex) -> None:
    x, y = centre(place)
    title = f"{place.label}: {place.hazard}" + (f", elevation {place.elevation}" if place.elevation else "")
    cell = group(parent, title, data_hex=place.label, data_hazard=place.hazard, data_elevation=place.elevation)
    hazards.fill_hex(cell, place.hazard, HAZARD[place.hazard], corners(x, y))
    if place.elevation:
        polygon(cell, corners(x, y, RADIUS - 1), fill=HEIGHT_TINT, opacity=0.09 + 0.11 * place.elevation)


def _draw_words(parent: ET.Element, place: BattleHex) -> None:
    """The hex's label with a peak for each level, and its hazard's name."""
    x, y = centre(place)
    upper, lower = y - HEIGHT / 2 + 10, y + HEIGHT / 2 - 30
    wide = 34.0 + 19 * place.elevation
    rect(parent, x - wide / 2 - 2, upper, wide + 4, 23, rx=5, fill=PAPER, opacity=0.85)
    text(parent, place.label, x - wide / 2 + 17, upper + 20, 23, anchor="middle", bold=True)
    for level in range(place.elevation):
        left = x - wide / 2 + 36 + 19 * level
        polygon(parent, [(left, upper + 20), (left + 8.5, upper + 4), (left + 17, upper + 20)], fill=FAINT)
    if place.hazard != hazards.PLAIN:
        wide = width_of(place.hazard, 19) + 6
        rect(parent, x - wide / 2, lower, wide, 21, rx=5, fill=PAPER, opacity=0.85)
        text(parent, place.hazard, x, lower + 16, 19, anchor="middle")


def _draw_hexside(parent: ET.Element, land: Battleland, place: BattleHex, direction: int, hazard: str) -> None:
    (x, y), angle, low = centre(place), radians(60 * direction - 90), place.neighbours[direction]
    assert low is not None
    high, below = place.label, land.hexes[low].label
    title = f"{hazard} between {high} and {below}: {high} is the high side"
    side = group(parent, title, data_hexside=hazard, data_high=high, data_low=below)
    middle = moved(x + cos(angle) * HEIGHT / 2, y + sin(angle) * HEIGHT / 2)
    use(side, hazards.side_ref(hazard), f"{middle} rotate({(60 * direction + 180) % 360})")


def draw_entry_side(parent: ET.Element, terrain: str, role: str, labels: Sequence[str], color: str) -> None:
    """Draw a side's entry: a band along the outer hexsides, an arrow at every hex, and words.

    :param labels: the hexes of one side of the map.
    """
    land = current().battlelands[terrain]
    middles = [centre(land[label]) for label in labels]
    x, y = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
    facing = 60 * round(degrees(atan2(y - MAP_HEIGHT / 2, x - WIDTH / 2)) / 60) % 360
    words = "reinforcement enters" if current().deploys(terrain) and role == "defender" else f"{role} enters"
    band = group(parent, f"The {words} here: {', '.join(labels)}", data_entry=role, data_entry_hexes=" ".join(labels))
    for middle in middles:
        _draw_band(band, middle, facing, color, dashed=role == "defender")
    away, turn = RADIUS + 25, (facing + 180) % 180 - 90
    place = moved(x + cos(radians(facing)) * away, y + sin(radians(facing)) * away)
    text(band, words, 0, 6, 20, anchor="middle", bold=True, transform=f"{place} rotate({turn})")


def _draw_band(band: ET.Element, middle: Point, facing: int, color: str, dashed: bool) -> None:
    outer, first = corners(*middle, RADIUS - 5), (facing + 60) // 60 % 6
    edge, dash = points(outer[first], outer[(first + 1) % 6], outer[(first + 2) % 6]), "14 7" if dashed else None
    for ink, wide in ((INK, 10), (color, 7)):
        element(band, "polyline", points=edge, fill="none", stroke=ink, stroke_width=wide, stroke_dasharray=dash)
    ground, rim = PAPER if dashed else color, INK if dashed or color != INK else PAPER
    path(band, _ARROW, fill=ground, stroke=rim, stroke_width=2, transform=f"{moved(*middle)} rotate({facing})")
