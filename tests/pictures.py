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
    assert found is not None
    return float(found[1]), float(found[2])
