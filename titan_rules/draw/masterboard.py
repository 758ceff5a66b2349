"""The Masterboard: 96 lands with three long and three short sides, and the signs between them (MOVE-4)."""

from collections.abc import Mapping
from math import cos, radians, sin, sqrt
from xml.etree import ElementTree as ET

from ..box.current_box import current
from ..box.masterboard import Exit, Land
from .colors import DRAWINGS, LAND
from .hazards import ref, tile_of
from .svg import INK, MARGIN, WIDTH, Point, Tile, element, group, moved, polygon, text, texture, use

SIDE = (WIDTH - 2 * MARGIN) / 8  # the side of the triangle whose corners are cut off to make a land
TALL = SIDE * sqrt(3) / 2

_CUT = 0.17
_ASIDE = 16.0  # a sign's distance from the middle of its hexside, towards the wide end of the land ahead

# The path of each sign, upright on the x-axis, pointing down; and its fill.
SIGNS: Mapping[str, tuple[str, str]] = DRAWINGS["signs"]
_TILES: Mapping[str, Tile] = DRAWINGS["land_tiles"]  # by terrain
PRINTED_WIDTH = 15  # in steps of half a land


def board_scale() -> float:
    """The scale that makes the board as wide as the printed one."""
    return (PRINTED_WIDTH + 1) / (current().masterboard.width + 1)


def board_height() -> float:
    """The board's height before scaling."""
    return current().masterboard.height * TALL


def outline(land: Land) -> list[Point]:
    """The six corners of a land, clockwise; the top of the board is at 0."""
    left, top = _origin(land)
    if land.inverted:
        triangle = [(left, top), (left + SIDE, top), (left + SIDE / 2, top + TALL)]
    else:
        triangle = [(left + SIDE / 2, top), (left + SIDE, top + TALL), (left, top + TALL)]
    return [
        (x + (ox - x) * _CUT, y + (oy - y) * _CUT)
        for i, (x, y) in enumerate(triangle)
        for ox, oy in (triangle[i - 1], triangle[(i + 1) % 3])
    ]


def _origin(land: Land) -> Point:
    """The upper left corner of a land's bounding box."""
    return MARGIN + land.x * SIDE / 2, land.y * TALL


def _below_point(land: Land, away: float) -> Point:
    """A point on a land's axis, ``away`` from where its slanted sides would meet."""
    left, top = _origin(land)
    return left + SIDE / 2, top + (TALL - away if land.inverted else away)


def seat(land: Land) -> Point:
    """The middle of a land's place for Legions."""
    return _below_point(land, 65)


def foot(land: Land) -> Point:
    """The middle of a land's place for marks, at its wide side by its name."""
    return _below_point(land, 90)


def middle_of_hexside(land: Land, hexside: int) -> Point:
    """The middle of one of a land's long sides."""
    (x, y), angle = _below_point(land, TALL * 2 / 3), radians(60 * hexside - 90)
    return x + cos(angle) * TALL / 3, y + sin(angle) * TALL / 3


def define(root: ET.Element) -> None:
    """Define the signs and the lands' textures."""
    defs = element(root, "defs")
    for terrain in sorted({land.terrain for land in current().masterboard.lands.values()}):
        texture(defs, ref(f"land-{terrain}"), _TILES.get(terrain) or tile_of(terrain), 1.5, 0.3)
    for sign, (d, fill) in SIGNS.items():
        element(defs, "path", id=ref(sign), d=d, fill=fill, stroke=INK, stroke_width=1.6, stroke_linejoin="round")


def draw_masterboard(parent: ET.Element) -> None:
    """Draw the lands, their signs and their words."""
    lands, signs, words = (element(parent, "g") for _ in range(3))
    for land in current().masterboard.lands.values():
        _draw_land(lands, land)
        for way in land.exits:
            _draw_sign(signs, land, way)
        _draw_words(words, land)


def _draw_land(parent: ET.Element, land: Land) -> None:
    cell = group(parent, f"{land.number} {land.terrain}", data_land=land.number, data_terrain=land.terrain)
    polygon(cell, outline(land), fill=LAND[land.terrain], stroke=INK, stroke_width=1.8)
    polygon(cell, outline(land), fill=f"url(#{ref(f'land-{land.terrain}')})")


def _draw_words(parent: ET.Element, land: Land) -> None:
    """A land's number near its point and its name at its wide side, each with a halo."""
    size = 18 if land.number < 1000 else 14
    cell = element(parent, "g", data_number=land.number)
    x, y = _below_point(land, 36)
    number = text(cell, str(land.number), x, y + 0.36 * size, size, anchor="middle", bold=True, stroke_width=5)
    x, y = foot(land)
    name = text(cell, land.terrain, x, y + 5, 14, room=74, anchor="middle", stroke_width=3)
    for words in (number, name):
        words.attrib |= {"paint-order": "stroke", "stroke": LAND[land.terrain], "stroke-linejoin": "round"}


def _draw_sign(parent: ET.Element, land: Land, way: Exit) -> None:
    """A sign, clear of the numbers and of the sign in the opposite direction."""
    title, side = f"{way.sign} from {land.number} to {way.to}", way.hexside
    sign = group(parent, title, data_sign=way.sign, data_from=land.number, data_to=way.to, data_hexside=side)
    aside = _ASIDE if side % 3 == 1 else -_ASIDE
    if side % 3 == 0 and all(back.to != land.number for back in current().masterboard.lands[way.to].exits):
        aside = 0
    place = f"{moved(*middle_of_hexside(land, side))} rotate({(60 * side + 180) % 360})"
    use(sign, ref(way.sign), f"{place} translate({aside:g},0)")
