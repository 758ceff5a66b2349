"""Hazards and hexside hazards as they are drawn: each has its own pattern, so that none needs colour.

A hexside hazard is drawn along its hexside and points to the low side: the side one goes down to.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias
from xml.etree import ElementTree as ET
from zlib import crc32

from .svg import INK, PAPER, element, points

HEXSIDE_HAZARDS: tuple[str, ...] = ("cliff", "dune", "slope", "wall")

PLAIN = "Plains"
"""The hazard that is none."""

HALF_SIDE = 44.0
"""Half the length of a drawn hexside hazard."""

FIGURES: tuple[str, ...] = ("Tree", "Volcano")
"""The hazards that are one large figure in the hex; every other but Plains is a texture over the whole of it."""

Tile: TypeAlias = tuple[float, float, str, str]

_TILES: dict[str, Tile] = {
    # width and height of the tile, the colour of its strokes, and its path
    "Bog": (40, 26, "#3c5f63", "M2,8q5,-6 10,0t10,0M24,21q4,-5 8,0t8,0M9,24v-8M13,24v-11M17,24v-7"),
    "Brambles": (34, 34, "#4c6b1f", "M2,12L12,2M4,2L14,12M8,0V14M19,29L29,19M21,19L31,29M25,17V32M14,12L19,19"),
    "Drift": (36, 36, "#4f7896", "M9,2V16M3,5.5L15,12.5M3,12.5L15,5.5M27,20V34M21,23.5L33,30.5M21,30.5L33,23.5"),
    "Sand": (22, 22, "#9a7420", "M4,4h.1M15,6h.1M9,12h.1M19,15h.1M4,18h.1M13,19h.1"),
    "Tower": (44, 32, "#75757d", "M0,1H44M0,17H44M11,1V17M33,17V32"),
}

_OTHER_TILES: dict[str, Tile] = {
    "Lake": (28, 20, "#1d5f9e", "M0,6q7,-7 14,0t14,0M0,16q7,-7 14,0t14,0"),
    "Spring": (40, 40, "#2a7fb0", "M12,16a5,5 0 1,0 .1,0M31,34a4,4 0 1,0 .1,0M28,12a3,3 0 1,0 .1,0M12,13v-9M31,31v-9"),
    "Stone": (48, 40, "#5e5a54", "M6,14l8,-10 12,3 4,11 -12,5zM28,34l6,-10 11,2 1,9 -9,4zM4,33l6,-6 8,4 -3,7z"),
    "TarPit": (36, 32, "#2e2620", "M3,8q6,8 12,0M15,8q6,8 12,0M21,24q6,8 12,0M5,26a3,2 0 1,0 .1,0M30,9a3,2 0 1,0 .1,0"),
}
"""Those of hazards beyond the printed game, drawn where a map has them."""


def tile_of(name: str) -> Tile:
    """The tile of a hazard of a player's own: a hatch that is always the same for a name."""
    key = crc32(name.encode())
    width, height = 14 + key % 3 * 6, 14 + key // 3 % 3 * 6
    strokes = (
        f"M0,{height}L{width},0",
        f"M0,0L{width},{height}",
        f"M0,{height / 2:g}H{width}M{width / 2:g},0V{height}",
    )
    return width, height, "#55505c", strokes[key // 9 % 3]


_FIGURE_PATHS: dict[str, tuple[tuple[str, str, str], ...]] = {
    # fill, stroke, path; up to 160 wide, centred
    "Tree": (
        ("#6b4a24", INK, "M-8,18H8L11,52H-11Z"),
        (
            "#4f8a45",
            INK,
            "M0,-56C22,-56 30,-40 26,-30C46,-26 50,0 30,8C26,26 -26,26 -30,8"
            "C-50,0 -46,-26 -26,-30C-30,-40 -22,-56 0,-56Z",
        ),
        ("none", INK, "M-18,-8q8,9 17,0M4,-22q8,9 17,0M-12,-36q7,8 14,0"),
    ),
    "Volcano": (
        ("#d86a4a", "#7a2410", "M-78,58L-22,-30Q0,-14 22,-30L78,58Z"),
        (
            "#ffb347",
            "#7a2410",
            "M-22,-30Q0,-14 22,-30Q18,-44 26,-60Q10,-54 6,-44Q4,-60 -8,-70"
            "Q-8,-54 -16,-46Q-20,-54 -28,-56Q-20,-42 -22,-30Z",
        ),
        ("none", "#7a2410", "M-10,-18Q-14,10 -30,30M8,-18Q10,6 2,30M14,-14Q30,14 38,44"),
    ),
}


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
        element(symbol, "rect", x=left, y=2, width=step, height=10, fill=PAPER, stroke=INK, stroke_width=2)
    element(symbol, "rect", x=-HALF_SIDE, y=-4, width=2 * HALF_SIDE, height=8, fill=PAPER, stroke=INK, stroke_width=2)


def _river(symbol: ET.Element) -> None:
    for y in (-5, 5):
        wave = f"M{-HALF_SIDE:.1f},{y}" + "q5.5,-7 11,0t11,0" * 4
        element(symbol, "path", d=wave, fill="none", stroke="#1d5f9e", stroke_width=4.5)


def _of_its_own(name: str) -> Callable[[ET.Element], None]:
    """The drawing of a hexside of a player's own: a line broken in a way that is always the same for a name."""
    key = crc32(name.encode())

    def draw(symbol: ET.Element) -> None:
        for y, dash in ((-4, f"{4 + key % 5 * 3} {4 + key // 5 % 3 * 2}"), (4, None)):
            element(
                symbol, "line", x1=-HALF_SIDE, x2=HALF_SIDE, y1=y, y2=y, stroke=INK, stroke_width=4,
                stroke_dasharray=dash,
            )  # fmt: skip

    return draw


_HEXSIDES = {"cliff": _cliff, "dune": _dune, "slope": _slope, "wall": _wall, "river": _river}


def define(root: ET.Element, hazards: Iterable[str] = (), hexsides: Iterable[str] = ()) -> None:
    """The patterns, figures and hexside hazards, to be used by their ids ``titan-NAME``.

    :param hazards: that are drawn besides the printed ones; ``hexsides`` likewise.
    """
    defs = element(root, "defs")
    more = sorted(set(hazards) - {*_TILES, *FIGURES, PLAIN})
    tiles = _TILES | {name: _OTHER_TILES.get(name) or tile_of(name) for name in more}
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
    """A hex's ground and its hazard's pattern or figure, its middle at the origin of the corners."""
    outline = points(*corners)
    element(parent, "polygon", points=outline, fill=ground, stroke=INK, stroke_width=2)
    if hazard not in (PLAIN, *FIGURES):
        element(parent, "polygon", points=outline, fill=f"url(#{ref(hazard)})")
    elif hazard in FIGURES:
        x = sum(c[0] for c in corners) / 6
        y = sum(c[1] for c in corners) / 6
        size = (corners[2][0] - corners[5][0]) / 192
        element(parent, "use", href=f"#{ref(hazard)}", transform=f"translate({x:.1f},{y:.1f}) scale({size:.2f})")
