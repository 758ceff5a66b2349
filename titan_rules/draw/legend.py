"""The legend under a battle: its terrain's hazards, and the marks on counters."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias
from xml.etree import ElementTree as ET

from ..box.current_box import current
from .battleland import corners
from .colors import HAZARD
from .counters import draw_hits
from .hazards import HEXSIDE_HAZARDS, fill_hex, side_ref
from .silhouettes import silhouettes
from .svg import FAINT, INK, MARGIN, PAPER, WIDTH, element, points, rect, text

# A name, a description, and a function that draws a sample around a middle.
Entry: TypeAlias = tuple[str, str, Callable[[ET.Element, float, float], None]]
_ROW = 68
_COLUMNS = 3
_WORDS = 86  # where the words begin, from the left of an entry


def draw_legend(root: ET.Element, terrain: str, y: float) -> float:
    """Draw the legend from ``y`` on; where it ends."""
    element(root, "line", x1=MARGIN, x2=WIDTH - MARGIN, y1=y + 6, y2=y + 6, stroke=FAINT, stroke_width=1)
    entries = [*_hazards(terrain), *_hexsides(terrain), *_COUNTERS]
    wide = (WIDTH - 2 * MARGIN) / _COLUMNS
    box = element(root, "g", data_legend=terrain)
    for i, (words, more, sample) in enumerate(entries):
        x = MARGIN + (i % _COLUMNS) * wide
        middle = y + 14 + (i // _COLUMNS + 0.5) * _ROW
        sample(box, x + 40, middle)
        room = wide - _WORDS - 8
        text(box, words, x + _WORDS, middle - (2 if more else -7), 21, bold=True, room=room)
        if more:
            text(box, more, x + _WORDS, middle + 20, 18, room=room)
    y += 14 + ((len(entries) - 1) // _COLUMNS + 1) * _ROW
    text(box, silhouettes().credit, MARGIN, y + 14, 15, room=WIDTH - 2 * MARGIN, fill=FAINT)
    return y + 16


def _hazards(terrain: str) -> list[Entry]:
    hexes = current().battlelands[terrain].hexes
    present = sorted({h.hazard for h in hexes} - {"Plains"})
    entries: list[Entry] = [(name, "", partial(_hex, name)) for name in present]
    if any(h.elevation for h in hexes):
        entries.append(("Elevation", "one peak a level", _peaks))
    return entries


def _hexsides(terrain: str) -> list[Entry]:
    present = {hazard for h in current().battlelands[terrain].hexes for hazard in h.down if hazard}
    names = (*HEXSIDE_HAZARDS, *sorted(present - set(HEXSIDE_HAZARDS)))
    return [(name.capitalize(), "points to the low side", partial(_side, name)) for name in names if name in present]


def _hex(hazard: str, parent: ET.Element, x: float, y: float) -> None:
    fill_hex(parent, hazard, HAZARD[hazard], corners(x, y, 31))


def _peaks(parent: ET.Element, x: float, y: float) -> None:
    for left in (x - 20, x):
        element(parent, "polygon", points=points((left, y + 9), (left + 9, y - 8), (left + 18, y + 9)), fill=FAINT)


def _side(hazard: str, parent: ET.Element, x: float, y: float) -> None:
    element(parent, "use", href=f"#{side_ref(hazard)}", transform=f"translate({x:.1f},{y - 6:.1f}) scale(0.8)")
    text(parent, "high", x, y - 13, 16, anchor="middle")
    text(parent, "low", x, y + 24, 16, anchor="middle")


def _corners(radius: float, parent: ET.Element, x: float, y: float) -> None:
    rect(parent, x - 30, y - 23, 60, 46, rx=radius, fill=PAPER, stroke=INK, stroke_width=4)


def _factors(parent: ET.Element, x: float, y: float) -> None:
    _corners(0, parent, x, y)
    text(parent, "6", x - 23, y + 10, 30, bold=True)
    text(parent, "4", x + 23, y + 10, 30, bold=True, anchor="end")


def _mark(name: str, parent: ET.Element, x: float, y: float) -> None:
    element(parent, "use", href=f"#{name}", transform=f"translate({x:.1f},{y:.1f}) scale(1.4)")


_COUNTERS: tuple[Entry, ...] = (
    ("Attacker", "square corners", partial(_corners, 0)),
    ("Defender", "round corners", partial(_corners, 14)),
    ("Power-factor left,", "Skill-factor right", _factors),
    ("Flier", "", partial(_mark, "titan-flier")),
    ("Rangestriker", "", partial(_mark, "titan-rangestriker")),
    ("Magic missile", "", partial(_mark, "titan-magic-missile")),
    ("Hits taken", "", lambda parent, x, y: draw_hits(parent, 2, x, y)),
)
