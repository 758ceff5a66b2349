"""The Masterboard drawn: 96 lands with three long and three short sides, and the signs between them (MOVE-4)."""

from math import cos, radians, sin, sqrt
from xml.etree import ElementTree as ET

from ..box.masterboard import Exit, Land
from ..box.reading import current
from .colors import LAND
from .svg import INK, MARGIN, PAPER, WIDTH, element, group, points, text

SIDE = (WIDTH - 2 * MARGIN) / 8
"""The side of the triangle whose corners are cut off to make a land."""

TALL = SIDE * sqrt(3) / 2

_CUT = 0.17
_ASIDE = 16.0
"""How far a sign stands from the middle of its hexside, on the side where the land it points into is wide."""

SIGNS: dict[str, tuple[str, str]] = {
    # path, standing on the x-axis and pointing down, and its fill
    "Block": ("M-9,-1H9V9H-9Z", INK),
    "Arch": ("M-10,-1H10V0A10,9 0 0 1 -10,0Z", PAPER),
    "Arrow": ("M-8,-1H8L0,10Z", PAPER),
    "Arrows": ("M-23,-1H-9L-16,9ZM-7,-1H7L0,9ZM9,-1H23L16,9Z", PAPER),
}


PRINTED_WIDTH = 15
"""The printed board's width, in steps of half a land."""


def board_scale() -> float:
    """What the board is drawn smaller by, to be as wide as the printed one."""
    return (PRINTED_WIDTH + 1) / (current().masterboard.width + 1)


def board_height() -> float:
    """The height of the board, before it is scaled."""
    return current().masterboard.height * TALL


def origin(land: Land) -> tuple[float, float]:
    """The upper left corner of the box around a land; the board's upper end is at 0."""
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


def seat(land: Land) -> tuple[float, float]:
    """The middle of the place for Legions in a land."""
    left, top = origin(land)
    return left + SIDE / 2, top + (TALL - 64 if land.inverted else 64)


def middle_of_hexside(land: Land, hexside: int) -> tuple[float, float]:
    """The middle of one of a land's long sides."""
    left, top = origin(land)
    x, y = left + SIDE / 2, top + TALL * (1 / 3 if land.inverted else 2 / 3)
    angle = radians(60 * hexside - 90)
    return x + cos(angle) * TALL / 3, y + sin(angle) * TALL / 3


def define(root: ET.Element) -> None:
    """The signs, to be used by their ids."""
    defs = element(root, "defs")
    for sign, (path, fill) in SIGNS.items():
        element(defs, "path", id=ref(sign), d=path, fill=fill, stroke=INK, stroke_width=1.6, stroke_linejoin="round")


def ref(sign: str) -> str:
    """The id of a sign's drawing."""
    return f"titan-{sign.lower()}"


def draw_masterboard(parent: ET.Element) -> None:
    """The lands, and over them the signs."""
    lands = element(parent, "g")
    for land in current().masterboard.lands.values():
        _draw_land(lands, land)
    signs = element(parent, "g")
    for land in current().masterboard.lands.values():
        for way in land.exits:
            _draw_sign(signs, land, way)


def _draw_land(parent: ET.Element, land: Land) -> None:
    left, top = origin(land)
    middle = left + SIDE / 2
    cell = group(parent, f"{land.number} {land.terrain}", data_land=str(land.number), data_terrain=land.terrain)
    element(cell, "polygon", points=points(*outline(land)), fill=LAND[land.terrain], stroke=INK, stroke_width=1.8)
    size = 18 if land.number < 1000 else 14
    text(cell, str(land.number), middle, top + (TALL - 34 if land.inverted else 46), size, anchor="middle", bold=True)
    text(cell, land.terrain, middle, top + (TALL - 82 if land.inverted else 93), 17, anchor="middle", room=80)


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
    """How far along its hexside a sign stands, so that the signs of both ways and the numbers keep apart."""
    if way.hexside % 3 == 0:
        both = any(back.to == land for back in current().masterboard.lands[way.to].exits)
        return -_ASIDE if both else 0
    return _ASIDE if way.hexside % 3 == 1 else -_ASIDE
