"""Player colours and Legion Markers (SETUP-4, SPLIT-3)."""

import re

from ..kernel.errors import Fault, UnknownName
from ..kernel.names import Names

COLORS: dict[str, str] = {
    "Black": "Bk",
    "Blue": "Bu",
    "Brown": "Br",
    "Gold": "Gd",
    "Green": "Gr",
    "Red": "Rd",
}
"""The six colours, with the letters on their Legion Markers."""

MARKERS_PER_COLOR = 12

color_names = Names("color", COLORS, {letters: color for color, letters in COLORS.items()})

MARKERS: tuple[str, ...] = tuple(
    f"{letters}{n:02d}" for letters in COLORS.values() for n in range(1, MARKERS_PER_COLOR + 1)
)
"""Every Legion Marker: ``Bk01`` to ``Rd12``."""

marker_names = Names("marker", MARKERS, abbreviations=False)

_LETTERS_COLOR = {letters: color for color, letters in COLORS.items()}
_TYPED = re.compile(r"([A-Za-z]{2})0?([1-9]|1[0-2])")


def marker(text: str) -> str:
    """A Legion Marker in its canonical spelling.

    :raises UnknownName: there is no such marker.

    >>> marker("bk3")
    'Bk03'
    """
    found = marker_names.find(text)
    if found is None and (m := _TYPED.fullmatch(text.strip())):
        found = marker_names.find(f"{m[1]}{int(m[2]):02d}")
    if found is None:
        fault = marker_names.fault(text)
        hint = fault.hint or "markers run from Bk01 to Bk12, and so for Bu, Br, Gd, Gr, Rd"
        raise UnknownName(Fault(fault.code, fault.message, hint=hint))
    return found


def color_of(marker: str) -> str:
    """The colour that a marker shows (its holder may be another player, D-5)."""
    return _LETTERS_COLOR[marker[:2]]


def markers_of(color: str) -> tuple[str, ...]:
    """The twelve markers of a colour, in order (SETUP-4)."""
    letters = COLORS[color]
    return tuple(f"{letters}{n:02d}" for n in range(1, MARKERS_PER_COLOR + 1))
