"""Drawings of hazards and hexside hazards, each with its own pattern, so none depends on colour.

A hexside hazard is drawn along its hexside and points downhill.
"""

from collections.abc import Iterable, Mapping, Sequence
from xml.etree import ElementTree as ET
from zlib import crc32

from .colors import DRAWINGS
from .svg import INK, Point, Tile, element, path, polygon, texture, use

HEXSIDE_HAZARDS = ("cliff", "dune", "slope", "wall")
PLAIN = "Plains"

_HALF_SIDE = 44.0  # half the length of a drawn hexside hazard
_TILES: Mapping[str, Tile] = DRAWINGS["hazard_tiles"]
_OTHER_TILES: Mapping[str, Tile] = DRAWINGS["other_hazard_tiles"]  # defined if a map has them

# Hazards that are one large figure, up to 160 wide, around the middle: fill, stroke and path of each part.
_FIGURES: Mapping[str, Sequence[tuple[str, str, str]]] = DRAWINGS["figures"]

# The elements of each hexside hazard, by tag and attributes.
_HEXSIDES: Mapping[str, Sequence[tuple[str, dict[str, str]]]] = DRAWINGS["hexsides"]


def tile_of(name: str) -> Tile:
    """The tile of a custom hazard or terrain: a stable hatch for its name."""
    key = crc32(name.encode())
    width, height = 14 + key % 3 * 6, 14 + key // 3 % 3 * 6
    strokes = (
        f"M0,{height}L{width},0",
        f"M0,0L{width},{height}",
        f"M0,{height / 2:g}H{width}M{width / 2:g},0V{height}",
    )
    return width, height, "#55505c", strokes[key // 9 % 3]


def define(root: ET.Element, hazards: Iterable[str] = (), hexsides: Iterable[str] = ()) -> None:
    """Define the patterns, figures and hexside hazards under ids ``titan-NAME``.

    :param hazards: those to draw besides the printed ones; ``hexsides`` likewise.
    """
    defs = element(root, "defs")
    more = sorted(set(hazards) - {*_TILES, *_FIGURES, PLAIN})
    for hazard, tile in {**_TILES, **{name: _OTHER_TILES.get(name) or tile_of(name) for name in more}}.items():
        texture(defs, ref(hazard), tile, 3 if hazard == "Sand" else 1.8, 0.75)
    for hazard, parts in _FIGURES.items():
        figure = element(defs, "g", id=ref(hazard), stroke_width=2.5, stroke_linejoin="round")
        for fill, stroke, d in parts:
            path(figure, d, fill=fill, stroke=stroke)
    for hazard in (*HEXSIDE_HAZARDS, *sorted(set(hexsides) - set(HEXSIDE_HAZARDS))):
        side = element(defs, "g", id=side_ref(hazard))
        for tag, attributes in _HEXSIDES.get(hazard) or _broken_line(hazard):
            element(side, tag, **attributes)


def _broken_line(name: str) -> Sequence[tuple[str, dict[str, str]]]:
    """The drawing of a custom hexside hazard: a stable broken line for its name."""
    key = crc32(name.encode())
    dash = f"{4 + key % 5 * 3} {4 + key // 5 % 3 * 2}"
    long, ink = {"x1": f"{-_HALF_SIDE:g}", "x2": f"{_HALF_SIDE:g}"}, {"stroke": INK, "stroke-width": "4"}
    return [
        ("line", {**long, "y1": "-4", "y2": "-4", **ink, "stroke-dasharray": dash}),
        ("line", {**long, "y1": "4", "y2": "4", **ink}),
    ]


def ref(name: str) -> str:
    """The id of a hazard's drawing."""
    return f"titan-{name.lower()}"


def side_ref(hazard: str) -> str:
    """The id of a hexside hazard's drawing."""
    return ref(hazard if hazard in _HEXSIDES else f"side-{hazard}")


def fill_hex(parent: ET.Element, hazard: str, ground: str, corners: Sequence[Point]) -> None:
    """Fill a hex with its ground and its hazard's pattern or figure, around the origin."""
    polygon(parent, corners, fill=ground, stroke=INK, stroke_width=2)
    if hazard in _FIGURES:
        x, y = sum(c[0] for c in corners) / 6, sum(c[1] for c in corners) / 6
        size = (corners[2][0] - corners[5][0]) / 192
        use(parent, ref(hazard), f"translate({x:.1f},{y:.1f}) scale({size:.2f})")
    elif hazard != PLAIN:
        polygon(parent, corners, fill=f"url(#{ref(hazard)})")
