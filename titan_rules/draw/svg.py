"""Elements of a picture, built with the standard library's XML, so that every text is escaped.

Only presentation attributes, no ``style`` or script: pictures fit any content security policy, and two on one page do
not restyle each other.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias
from xml.etree import ElementTree as ET

from ..kernel.errors import CannotTell, Fault

Point: TypeAlias = tuple[float, float]
Attribute: TypeAlias = str | float | None
"""A bool is written as ``true`` or ``false``; None is left out."""

WIDTH = 1000  # in the picture's own units
MARGIN = 20

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

INK = "#1b1b1b"
PAPER = "#ffffff"
FAINT = "#5c5c5c"

# What XML 1.0 cannot hold, and marks that change the direction of text.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")


@cache
def _hyphened(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@lru_cache(1 << 14)  # a board has the same places in every picture
def number(value: float) -> str:
    """A number as pictures write it: at most two decimals, no trailing zeros.

    >>> number(12.50), number(3), number(-0.001)
    ('12.5', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(*pairs: Point) -> str:
    """Corners as the attribute of a polygon.

    >>> points((0, 0.5), (2, 1))
    '0,0.5 2,1'
    """
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def moved(x: float, y: float, scale: float = 1) -> str:
    """The transform that centres something on a point."""
    return f"translate({x:.2f},{y:.2f})" + (f" scale({scale:g})" if scale != 1 else "")


def clean(text: str) -> str:
    """A text on one line, with U+FFFD for each character that XML cannot hold.

    >>> clean("A\\x00n\\nn")
    'A\\ufffdn n'
    """
    return _UNFIT.sub("\ufffd", text).replace("\n", " ").replace("\r", " ").replace("\t", " ")


# --- elements --------------------------------------------------------------------------------------------------------


def element(parent: ET.Element, tag: str, /, **attributes: Attribute) -> ET.Element:
    """Append a child. ``_`` in attribute names becomes ``-``."""
    child = ET.SubElement(parent, tag)
    for name, value in attributes.items():
        if isinstance(value, str):
            child.set(_hyphened(name), value if value.isprintable() else clean(value))
        elif value is not None:
            child.set(_hyphened(name), str(value).lower() if isinstance(value, bool) else number(value))
    child.tail = "\n"
    return child


def rect(parent: ET.Element, x: float, y: float, width: float, height: float, /, **attributes: Attribute) -> ET.Element:
    """Draw a rectangle by its upper left corner and its size."""
    return element(parent, "rect", x=x, y=y, width=width, height=height, **attributes)


def circle(parent: ET.Element, at: Point, r: float, /, **attributes: Attribute) -> None:
    """Draw a circle around a middle."""
    element(parent, "circle", cx=at[0], cy=at[1], r=r, **attributes)


def line(parent: ET.Element, start: Point, end: Point, /, **attributes: Attribute) -> None:
    """Draw a line between two points."""
    element(parent, "line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def polygon(parent: ET.Element, corners: Iterable[Point], /, **attributes: Attribute) -> None:
    """Draw a polygon by its corners."""
    element(parent, "polygon", points=points(*corners), **attributes)


def path(parent: ET.Element, d: str, /, **attributes: Attribute) -> None:
    """Draw a path."""
    element(parent, "path", d=d, **attributes)


def use(parent: ET.Element, ref: str, transform: str, **attributes: Attribute) -> None:
    """Draw what is defined under an id."""
    element(parent, "use", href=f"#{ref}", transform=transform, **attributes)


def group(parent: ET.Element, title: str, /, desc: str | None = None, **attributes: Attribute) -> ET.Element:
    """A group with an accessible name and perhaps a description."""
    child = element(parent, "g", role="img", **attributes)
    element(child, "title").text = clean(title)
    if desc:
        element(child, "desc").text = clean(desc)
    return child


def text(
    parent: ET.Element, words: str, x: float, y: float, size: float, /, room: float | None = None,
    anchor: str | None = None, bold: bool = False, fill: str = INK, **attributes: Attribute,
) -> ET.Element:  # fmt: skip
    """Draw a line of text.

    :param y: its baseline.
    :param room: the width it must fit: it is scaled down, then shortened.
    :param anchor: the part of it at ``x``: ``middle`` or ``end``; by default its start.
    """
    words = clean(words)
    if room is not None:
        words, size = fitted(words, size, room, bold)
    weight, color = "bold" if bold else None, None if fill == INK else fill
    more = {"font_weight": weight, "text_anchor": anchor, "fill": color, **attributes}
    child = element(parent, "text", x=x, y=y, font_size=size, **more)
    child.text = words
    return child


def texture(defs: ET.Element, name: str, tile: "Tile", stroke: float, opacity: float) -> None:
    """Define a texture under an id."""
    width, height, ink, d = tile
    made = element(defs, "pattern", id=name, width=width, height=height, patternUnits="userSpaceOnUse")
    path(made, d, fill="none", stroke=ink, stroke_width=stroke, stroke_linecap="round", opacity=opacity)


Tile: TypeAlias = tuple[float, float, str, str]
"""Width and height of a texture's tile, the colour of its strokes, and its path."""


# --- the width of words ----------------------------------------------------------------------------------------------

# The widths of letters in a wide sans-serif face, in tenths of the font size.
_TENTHS: dict[str, float] = {
    c: tenths
    for tenths, letters in (
        (2.9, "'IJijl"),
        (3.8, " !(),-./:;[\\]ft|"),
        (5.0, '"*_`r'),
        (5.6, "?FLcksvxyz"),
        (7.8, "&DGHNOQU#+<=>M^w~"),
        (9.8, "%@Wm"),
    )
    for c in letters
}


def width_of(words: str, size: float, bold: bool = False) -> float:
    """The width of a text in a wide sans-serif face, estimated generously."""
    tenths = sum(_TENTHS.get(c, 6.4 if c < "\u0250" else 10.0) for c in words)
    return round(tenths * size * (0.113 if bold else 0.1), 6)  # the same bytes under every Python, however it sums


def fitted(words: str, size: float, room: float, bold: bool = False, least: float = 0.65) -> tuple[str, float]:
    """A text and size that fit a width: scaled down to ``least`` of the size, then shortened."""
    wanted = width_of(words, size, bold)
    if wanted <= room:
        return words, size
    if wanted * least <= room:
        return words, size * room / wanted
    small = size * least
    left = room - width_of("…", small, bold)
    for kept, letter in enumerate(words):
        left -= width_of(letter, small, bold)
        if left < 0:
            return words[:kept].rstrip() + "…", small
    return words, small


def wrapped(words: Sequence[str], size: float, room: float, bold: bool = False) -> list[str]:
    """Words broken into lines of at most a width, punctuation kept."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# --- whole pictures --------------------------------------------------------------------------------------------------


def picture(title: str, desc: str) -> ET.Element:
    """An empty picture; :func:`finish` sets its height."""
    named = {"role": "graphics-document document", "aria-label": clean(title), "font-family": SANS, "fill": INK}
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **named})
    root.text = "\n"
    element(root, "title").text = clean(title)
    element(root, "desc").text = clean(desc)
    element(root, "rect", width=WIDTH, height="100%", fill=PAPER)
    return root


def finish(root: ET.Element, height: float) -> str:
    """The picture's text; ``height`` in its own units, the width from its page."""
    root.set("viewBox", f"0 0 {WIDTH} {number(height)}")
    return ET.tostring(root, encoding="unicode") + "\n"


def png(svg: str, width: int = WIDTH) -> bytes:
    """An SVG picture as PNG, ``width`` pixels wide.

    :raises CannotTell: the extra ``titan-rules[png]`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415 (an optional extra)
    except ImportError:
        hint = "pip install 'titan-rules[png]', or write an .svg file"
        raise CannotTell(Fault("missing-extra", "PNG needs the extra png", hint=hint)) from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
