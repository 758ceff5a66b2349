"""The Masterboard: 96 lands with three long and three short sides, and the signs between them (MOVE-4)."""

from collections.abc import Mapping
from math import cos, radians, sin, sqrt
from xml.etree import ElementTree as ET

from ..box.current_box import current
from ..box.masterboard import Exit, Land
from .colors import DRAWINGS, LAND
from .hazards import Tile, define_tile, tile_of
from .svg import INK, MARGIN, WIDTH, element, group, points, text

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


def origin(land: Land) -> tuple[float, float]:
    """The upper left corner of a land's bounding box; the board's upper end is at 0."""
    return MARGIN + land.x * SIDE / 2, land.y * TALL


def outline(land: Land) -> list[tuple[float, float]]:
    """The six corners of a land, clockwise."""
    left, top = origin(land)
    if land.inverted:
        triangle = [(left, top), (left + SIDE, top), (left + SIDE / 2, top + TALL)]
    else:
        triangle = [(left + SIDE / 2, top), (left + SIDE, top + TALL), (left, top + TALL)]
    cut = []
    for i, (x, y) in enumerate(triangle):
        for ox, oy in (triangle[i - 1], triangle[(i + 1) % 3]):
            cut.append((x + (ox - x) * _CUT, y + (oy - y) * _CUT))
    return cut


def _below_point(land: Land, away: float) -> tuple[float, float]:
    """A point on a land's axis, this far from where its slanted sides would meet."""
    left, top = origin(land)
    return left + SIDE / 2, top + (TALL - away if land.inverted else away)


def seat(land: Land) -> tuple[float, float]:
    """The middle of a land's place for Legions."""
    return _below_point(land, 65)


def foot(land: Land) -> tuple[float, float]:
    """The middle of a land's place for marks, at its wide side by its name."""
    return _below_point(land, 90)


def middle_of_hexside(land: Land, hexside: int) -> tuple[float, float]:
    """The middle of one of a land's long sides."""
    left, top = origin(land)
    x, y = left + SIDE / 2, top + TALL * (1 / 3 if land.inverted else 2 / 3)
    angle = radians(60 * hexside - 90)
    return x + cos(angle) * TALL / 3, y + sin(angle) * TALL / 3


def define(root: ET.Element) -> None:
    """Define the signs and the lands' textures."""
    defs = element(root, "defs")
    for terrain in sorted({land.terrain for land in current().masterboard.lands.values()}):
        define_tile(defs, _ground_ref(terrain), _TILES.get(terrain) or tile_of(terrain), 1.5, 0.3)
    for sign, (path, fill) in SIGNS.items():
        element(defs, "path", id=ref(sign), d=path, fill=fill, stroke=INK, stroke_width=1.6, stroke_linejoin="round")


def ref(sign: str) -> str:
    """The id of a sign's drawing."""
    return f"titan-{sign.lower()}"


def _ground_ref(terrain: str) -> str:
    return f"titan-land-{terrain.lower()}"


def draw_masterboard(parent: ET.Element) -> None:
    """Draw the lands, their signs and their words."""
    lands = element(parent, "g")
    for land in current().masterboard.lands.values():
        _draw_land(lands, land)
    signs = element(parent, "g")
    for land in current().masterboard.lands.values():
        for way in land.exits:
            _draw_sign(signs, land, way)
    words = element(parent, "g")
    for land in current().masterboard.lands.values():
        _draw_words(words, land)


def _draw_land(parent: ET.Element, land: Land) -> None:
    cell = group(parent, f"{land.number} {land.terrain}", data_land=str(land.number), data_terrain=land.terrain)
    corners = points(*outline(land))
    element(cell, "polygon", points=corners, fill=LAND[land.terrain], stroke=INK, stroke_width=1.8)
    element(cell, "polygon", points=corners, fill=f"url(#{_ground_ref(land.terrain)})")


def _draw_words(parent: ET.Element, land: Land) -> None:
    """A land's number near its point and its name at its wide side, each with a halo."""
    ground, size = LAND[land.terrain], 18 if land.number < 1000 else 14
    cell = element(parent, "g", data_number=str(land.number))
    x, y = _below_point(land, 36)
    number = text(cell, str(land.number), x, y + 0.36 * size, size, anchor="middle", bold=True, stroke_width=5)
    x, y = foot(land)
    name = text(cell, land.terrain, x, y + 5, 14, room=74, anchor="middle", stroke_width=3)
    for words in (number, name):
        words.attrib |= {"paint-order": "stroke", "stroke": ground, "stroke-linejoin": "round"}


def _draw_sign(parent: ET.Element, land: Land, way: Exit) -> None:
    x, y = middle_of_hexside(land, way.hexside)
    sign = group(
        parent,
        f"{way.sign} from {land.number} to {way.to}",
        data_sign=way.sign,
        data_from=str(land.number),
        data_to=str(way.to),
        data_hexside=str(way.hexside),
    )
    turn = (60 * way.hexside + 180) % 360
    element(
        sign,
        "use",
        href=f"#{ref(way.sign)}",
        transform=f"translate({x:.2f},{y:.2f}) rotate({turn}) translate({_aside(way, land.number):g},0)",
    )


def _aside(way: Exit, land: int) -> float:
    """A sign's shift along its hexside, which keeps it clear of the other way's sign and the numbers."""
    if way.hexside % 3 == 0:
        both = any(back.to == land for back in current().masterboard.lands[way.to].exits)
        return -_ASIDE if both else 0
    return _ASIDE if way.hexside % 3 == 1 else -_ASIDE
