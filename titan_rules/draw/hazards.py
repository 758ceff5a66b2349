"""Hazards and hexside hazards as they are drawn: each has its own pattern, so that none needs colour.

A hexside hazard is drawn along its hexside and points to the low side: the side one goes down to.
"""

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from .svg import INK, PAPER, element, points

HEXSIDE_HAZARDS: tuple[str, ...] = ("cliff", "dune", "slope", "wall")

HALF_SIDE = 44.0
"""Half the length of a drawn hexside hazard."""

PATTERNED: tuple[str, ...] = ("Bog", "Brambles", "Drift", "Sand", "Tower")
"""The hazards that are a texture over the whole hex; Tree and Volcano are one large figure in it."""

FIGURES: tuple[str, ...] = ("Tree", "Volcano")

_TILES: dict[str, tuple[float, float, str, str]] = {
    # width and height of the tile, the colour of its strokes, and its path
    "Bog": (40, 26, "#3c5f63", "M2,8q5,-6 10,0t10,0M24,21q4,-5 8,0t8,0M9,24v-8M13,24v-11M17,24v-7"),
    "Brambles": (34, 34, "#4c6b1f", "M2,12L12,2M4,2L14,12M8,0V14M19,29L29,19M21,19L31,29M25,17V32M14,12L19,19"),
    "Drift": (36, 36, "#4f7896", "M9,2V16M3,5.5L15,12.5M3,12.5L15,5.5M27,20V34M21,23.5L33,30.5M21,30.5L33,23.5"),
    "Sand": (
        22,
        22,
        "#9a7420",
        "M4,4h.1M15,6h.1M9,12h.1M19,15h.1M4,18h.1M13,19h.1",
    ),
    "Tower": (44, 32, "#75757d", "M0,1H44M0,17H44M11,1V17M33,17V32"),
}

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


def _other(symbol: ET.Element) -> None:
    """A hexside that has no drawing of its own: two wavy lines, as of a river."""
    for y in (-5, 5):
        wave = f"M{-HALF_SIDE:.1f},{y}" + "q5.5,-7 11,0t11,0" * 4
        element(symbol, "path", d=wave, fill="none", stroke="#1d5f9e", stroke_width=4.5)


OTHER = "hexside"
_HEXSIDES = {"cliff": _cliff, "dune": _dune, "slope": _slope, "wall": _wall}


def define(root: ET.Element, others: Iterable[str] = ()) -> None:
    """The patterns, figures and hexside hazards, to be used by their ids ``titan-NAME``.

    :param others: hexside hazards that are drawn besides the printed ones.
    """
    defs = element(root, "defs")
    for hazard, (width, height, ink, path) in _TILES.items():
        tile = element(defs, "pattern", id=ref(hazard), width=width, height=height, patternUnits="userSpaceOnUse")
        stroke = 3 if hazard == "Sand" else 1.8
        element(
            tile, "path", d=path, fill="none", stroke=ink, stroke_width=stroke, stroke_linecap="round", opacity=0.75
        )
    for hazard, parts in _FIGURE_PATHS.items():
        figure = element(defs, "g", id=ref(hazard), stroke_width=2.5, stroke_linejoin="round")
        for fill, stroke_color, path in parts:
            element(figure, "path", d=path, fill=fill, stroke=stroke_color)
    for hazard in HEXSIDE_HAZARDS:
        _HEXSIDES[hazard](element(defs, "g", id=ref(hazard)))
    if any(hazard not in HEXSIDE_HAZARDS for hazard in others):
        _other(element(defs, "g", id=ref(OTHER)))


def side_ref(hazard: str) -> str:
    """The id of a hexside hazard's drawing."""
    return ref(hazard if hazard in HEXSIDE_HAZARDS else OTHER)


def ref(name: str) -> str:
    """The id of a hazard's drawing."""
    return f"titan-{name.lower()}"


def fill_hex(parent: ET.Element, hazard: str, ground: str, corners: list[tuple[float, float]]) -> None:
    """A hex's ground and its hazard's pattern or figure, its middle at the origin of the corners."""
    outline = points(*corners)
    element(parent, "polygon", points=outline, fill=ground, stroke=INK, stroke_width=2)
    if hazard in PATTERNED:
        element(parent, "polygon", points=outline, fill=f"url(#{ref(hazard)})")
    elif hazard in FIGURES:
        x = sum(c[0] for c in corners) / 6
        y = sum(c[1] for c in corners) / 6
        size = (corners[2][0] - corners[5][0]) / 192
        element(parent, "use", href=f"#{ref(hazard)}", transform=f"translate({x:.1f},{y:.1f}) scale({size:.2f})")
