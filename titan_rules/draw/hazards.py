"""Drawings of hazards and hexside hazards, each with its own pattern, so that none needs colour.

A hexside hazard is drawn along its hexside and points downhill.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias
from xml.etree import ElementTree as ET
from zlib import crc32

from .colors import DRAWINGS
from .svg import INK, PAPER, element, points, rect

HEXSIDE_HAZARDS: tuple[str, ...] = ("cliff", "dune", "slope", "wall")

PLAIN = "Plains"
HALF_SIDE = 44.0  # half the length of a drawn hexside hazard
FIGURES: tuple[str, ...] = ("Tree", "Volcano")  # hazards drawn as one large figure; the others but Plains are textures

Tile: TypeAlias = tuple[float, float, str, str]

# Width and height of the tile, the colour of its strokes, and its path.
_TILES: Mapping[str, Tile] = DRAWINGS["hazard_tiles"]

# Hazards beyond the printed game, defined if a map has them.
_OTHER_TILES: Mapping[str, Tile] = DRAWINGS["other_hazard_tiles"]

# Fill, stroke and path of each part; up to 160 wide, around the middle.
_FIGURE_PATHS: Mapping[str, Sequence[tuple[str, str, str]]] = DRAWINGS["figures"]


def tile_of(name: str) -> Tile:
    """The tile of a custom hazard: a stable hatch for its name."""
    key = crc32(name.encode())
    width, height = 14 + key % 3 * 6, 14 + key // 3 % 3 * 6
    strokes = (
        f"M0,{height}L{width},0",
        f"M0,0L{width},{height}",
        f"M0,{height / 2:g}H{width}M{width / 2:g},0V{height}",
    )
    return width, height, "#55505c", strokes[key // 9 % 3]


def _cliff(symbol: ET.Element) -> None:
    teeth = []
    n = 6
    step = 2 * HALF_SIDE / n
    for i in range(n):
        left = -HALF_SIDE + i * step
        teeth.append(f"M{left:.1f},0L{left + step / 2:.1f},13L{left + step:.1f},0Z")
    element(symbol, "path", d="".join(teeth), fill=INK)
    element(symbol, "line", x1=-HALF_SIDE, x2=HALF_SIDE, y1=0, y2=0, stroke=INK, stroke_width=7)


def _slope(symbol: ET.Element) -> None:
    n = 9
    step = 2 * HALF_SIDE / (n - 1)
    ticks = "".join(f"M{-HALF_SIDE + i * step:.1f},0v{14 if i % 2 else 8}" for i in range(n))
    element(symbol, "path", d=ticks, stroke="#3a2a16", stroke_width=2.6, fill="none")
    element(symbol, "line", x1=-HALF_SIDE, x2=HALF_SIDE, y1=0, y2=0, stroke="#3a2a16", stroke_width=3.4)


def _dune(symbol: ET.Element) -> None:
    n = 4
    step = 2 * HALF_SIDE / n
    bows = f"M{-HALF_SIDE:.1f},0" + f"q{step / 2:.1f},22 {step:.1f},0" * n
    element(symbol, "path", d=bows, stroke="#7d5200", stroke_width=4.5, fill="#ffe9a8")
    dots = "".join(f"M{-HALF_SIDE + (i + 0.5) * step:.1f},4h.1" for i in range(n))
    element(symbol, "path", d=dots, stroke="#7d5200", stroke_width=4.5, stroke_linecap="round")


def _wall(symbol: ET.Element) -> None:
    n = 5
    step = 2 * HALF_SIDE / (2 * n - 1)
    for i in range(n):
        left = -HALF_SIDE + 2 * i * step
        rect(symbol, left, 2, step, 10, fill=PAPER, stroke=INK, stroke_width=2)
    rect(symbol, -HALF_SIDE, -4, 2 * HALF_SIDE, 8, fill=PAPER, stroke=INK, stroke_width=2)


def _river(symbol: ET.Element) -> None:
    for y in (-5, 5):
        wave = f"M{-HALF_SIDE:.1f},{y}" + "q5.5,-7 11,0t11,0" * 4
        element(symbol, "path", d=wave, fill="none", stroke="#1d5f9e", stroke_width=4.5)


def _of_its_own(name: str) -> Callable[[ET.Element], None]:
    """The drawing of a custom hexside: a stable broken line for its name."""
    key = crc32(name.encode())

    def draw(symbol: ET.Element) -> None:
        for y, dash in ((-4, f"{4 + key % 5 * 3} {4 + key // 5 % 3 * 2}"), (4, None)):
            element(
                symbol,
                "line",
                x1=-HALF_SIDE,
                x2=HALF_SIDE,
                y1=y,
                y2=y,
                stroke=INK,
                stroke_width=4,
                stroke_dasharray=dash,
            )

    return draw


_HEXSIDES = {"cliff": _cliff, "dune": _dune, "slope": _slope, "wall": _wall, "river": _river}


def define(root: ET.Element, hazards: Iterable[str] = (), hexsides: Iterable[str] = ()) -> None:
    """Define the patterns, figures and hexside hazards under ids ``titan-NAME``.

    :param hazards: drawn besides the printed ones; ``hexsides`` likewise.
    """
    defs = element(root, "defs")
    more = sorted(set(hazards) - {*_TILES, *FIGURES, PLAIN})
    tiles = {**_TILES} | {name: _OTHER_TILES.get(name) or tile_of(name) for name in more}
    for hazard, tile in tiles.items():
        define_tile(defs, ref(hazard), tile, 3 if hazard == "Sand" else 1.8, 0.75)
    for hazard, parts in _FIGURE_PATHS.items():
        figure = element(defs, "g", id=ref(hazard), stroke_width=2.5, stroke_linejoin="round")
        for fill, stroke_color, path in parts:
            element(figure, "path", d=path, fill=fill, stroke=stroke_color)
    for hazard in (*HEXSIDE_HAZARDS, *sorted(set(hexsides) - set(HEXSIDE_HAZARDS))):
        draw = _HEXSIDES.get(hazard) or _of_its_own(hazard)
        draw(element(defs, "g", id=side_ref(hazard)))


def define_tile(defs: ET.Element, name: str, tile: Tile, stroke: float, opacity: float) -> None:
    """A texture under an id."""
    width, height, ink, path = tile
    made = element(defs, "pattern", id=name, width=width, height=height, patternUnits="userSpaceOnUse")
    element(made, "path", d=path, fill="none", stroke=ink, stroke_width=stroke, stroke_linecap="round", opacity=opacity)


def side_ref(hazard: str) -> str:
    """The id of a hexside hazard's drawing."""
    return ref(hazard if hazard in _HEXSIDES else f"side-{hazard}")


def ref(name: str) -> str:
    """The id of a hazard's drawing."""
    return f"titan-{name.lower()}"


def fill_hex(parent: ET.Element, hazard: str, ground: str, corners: list[tuple[float, float]]) -> None:
    """Fill a hex with its ground and its hazard's pattern or figure, around the origin."""
    outline = points(*corners)
    element(parent, "polygon", points=outline, fill=ground, stroke=INK, stroke_width=2)
    if hazard not in (PLAIN, *FIGURES):
        element(parent, "polygon", points=outline, fill=f"url(#{ref(hazard)})")
    elif hazard in FIGURES:
        x = sum(c[0] for c in corners) / 6
        y = sum(c[1] for c in corners) / 6
        size = (corners[2][0] - corners[5][0]) / 192
        element(parent, "use", href=f"#{ref(hazard)}", transform=f"translate({x:.1f},{y:.1f}) scale({size:.2f})")
