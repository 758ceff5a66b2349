"""The silhouettes on counters, from the collection of game-icons.net."""

import json
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree as ET

from attrs import frozen

from .svg import element

BOX = 512  # the side of each silhouette's square


@frozen
class Silhouettes:
    """The collection.

    :ivar credit: the artists and the licence, shown with the silhouettes; ``license`` its address.
    :ivar characters: each character's silhouette; ``paths`` the drawing of each.
    """

    credit: str
    license: str
    characters: dict[str, str]
    paths: dict[str, str]


@cache
def silhouettes() -> Silhouettes:
    """The shipped collection."""
    data = json.loads((files(__package__) / "silhouettes.json").read_text(encoding="utf-8"))
    return Silhouettes(data["credit"], data["license"], data["characters"], data["paths"])


def ref(character: str) -> str | None:
    """The id of a character's silhouette, if it has one."""
    name = silhouettes().characters.get(character)
    return None if name is None else f"titan-figure-{name}"


def define(defs: ET.Element, characters: set[str]) -> None:
    """Define some characters' silhouettes."""
    held = silhouettes()
    for name in sorted({held.characters[c] for c in characters if c in held.characters}):
        element(defs, "path", id=f"titan-figure-{name}", d=held.paths[name])


def draw_silhouette(parent: ET.Element, character: str, x: float, y: float, size: float) -> None:
    """Draw a character's silhouette around a middle, if it has one."""
    href = ref(character)
    if href is not None:
        at = f"translate({x - size / 2:.2f},{y - size / 2:.2f}) scale({size / BOX:.4f})"
        element(parent, "use", href=f"#{href}", transform=at, data_part="figure")
