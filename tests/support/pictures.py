"""Reading pictures back."""

import re
from typing import Any
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ET.Element:
    """The root of a picture; whatever is not well-formed XML raises."""
    return ET.fromstring(svg)


def marked(root: ET.Element, name: str) -> list[ET.Element]:
    """Every element that has the attribute ``data-NAME``, in order."""
    return [e for e in root.iter() if f"data-{name}" in e.attrib]


def data(element: ET.Element, *names: str) -> Any:
    """The values of some ``data-`` attributes."""
    return tuple(element.get(f"data-{name}") for name in names)


def title(element: ET.Element) -> str:
    """The accessible name of an element."""
    return element.findtext(f"{SVG}title") or ""


def words(element: ET.Element) -> list[str]:
    """Every text drawn inside an element."""
    return [e.text or "" for e in element.iter(f"{SVG}text")]


def place(element: ET.Element) -> tuple[float, float]:
    """Where an element is put: the first ``translate`` of its transform."""
    found = re.match(r"translate\((-?[\d.]+),(-?[\d.]+)\)", element.get("transform"))
    return float(found[1]), float(found[2])


def contrast(one: str, other: str) -> float:
    """How far two colours, ``#rrggbb``, are apart for the eye, from 1 to 21, as WCAG has it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    shares = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return float(0.2126 * r + 0.7152 * g + 0.0722 * b)
