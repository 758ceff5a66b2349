"""Elements of a picture, built with the standard library's XML, so that every text is escaped.

Only presentation attributes, no ``style`` or script: pictures fit any content security policy, and two on one page do
not restyle each other.
"""

import re
from functools import cache
from xml.etree import ElementTree as ET

WIDTH = 1000  # in the picture's own units
MARGIN = 20

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

INK = "#1b1b1b"
PAPER = "#ffffff"
FAINT = "#5c5c5c"

# What XML 1.0 cannot hold, and the marks that turn the direction of the text around them.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")


@cache
def _hyphened(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def number(value: float) -> str:
    """A number as pictures write it: at most two decimals, none that say nothing.

    >>> number(12.50), number(3), number(-0.001)
    ('12.5', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(*pairs: tuple[float, float]) -> str:
    """Corners as the attribute of a polygon.

    >>> points((0, 0.5), (2, 1))
    '0,0.5 2,1'
    """
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def clean(text: str) -> str:
    """A text that XML can hold, on one line: what it cannot is shown as U+FFFD.

    >>> clean("A\\x00n\\nn")
    'A\\ufffdn n'
    """
    return _UNFIT.sub("\ufffd", text).replace("\n", " ").replace("\r", " ").replace("\t", " ")


def element(parent: ET.Element, tag: str, /, **attributes: str | float | None) -> ET.Element:
    """Append a child. ``_`` in attribute names becomes ``-``; None omits an attribute."""
    child = ET.SubElement(parent, tag)
    for name, value in attributes.items():
        if isinstance(value, str):
            child.set(_hyphened(name), value if value.isprintable() else clean(value))
        elif value is not None:
            child.set(_hyphened(name), number(value))
    child.tail = "\n"
    return child


def rect(
    parent: ET.Element, x: float, y: float, width: float, height: float, /, **attributes: str | float | None
) -> ET.Element:
    """Draw a rectangle by its upper left corner and its size."""
    return element(parent, "rect", x=x, y=y, width=width, height=height, **attributes)


def group(parent: ET.Element, title: str, /, desc: str | None = None, **attributes: str | float | None) -> ET.Element:
    """A group with an accessible name and perhaps a description."""
    child = element(parent, "g", role="img", **attributes)
    element(child, "title").text = clean(title)
    if desc:
        element(child, "desc").text = clean(desc)
    return child


def text(
    parent: ET.Element,
    words: str,
    x: float,
    y: float,
    size: float,
    /,
    room: float | None = None,
    anchor: str = "start",
    bold: bool = False,
    fill: str = INK,
    **attributes: str | float | None,
) -> ET.Element:
    """Draw a line of text.

    :param y: its baseline.
    :param room: the width it must fit: it is set smaller, then shortened.
    """
    words = clean(words)
    if room is not None:
        words, size = fitted(words, size, room, bold)
    child = element(
        parent,
        "text",
        x=x,
        y=y,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=None if fill == INK else fill,
        **attributes,
    )
    child.text = words
    return child


# Tenths of the size that letters of a wide sans-serif face take.
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
    """The width of a text in a wide sans-serif face, a safe estimate."""
    tenths = sum(_TENTHS.get(c, 6.4 if c < "\u0250" else 10.0) for c in words)
    return round(tenths * size * (0.113 if bold else 0.1), 6)  # the same bytes under every Python, however it sums


def fitted(words: str, size: float, room: float, bold: bool = False, least: float = 0.65) -> tuple[str, float]:
    """A text and size that fit a room: scaled down to ``least`` of the size, then shortened."""
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


def wrapped(words: list[str], size: float, room: float, bold: bool = False) -> list[str]:
    """Words broken into lines of a width, punctuation kept."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def picture(title: str, desc: str) -> ET.Element:
    """An empty picture; :func:`finish` sets its height."""
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "role": "graphics-document document",
            "aria-label": clean(title),
            "font-family": SANS,
            "fill": INK,
        },
    )
    root.text = "\n"
    element(root, "title").text = clean(title)
    element(root, "desc").text = clean(desc)
    element(root, "rect", width=WIDTH, height="100%", fill=PAPER)
    return root


def finish(root: ET.Element, height: float) -> str:
    """The picture's text; ``height`` in its own units, width from its page."""
    root.set("viewBox", f"0 0 {WIDTH} {number(height)}")
    return ET.tostring(root, encoding="unicode") + "\n"
