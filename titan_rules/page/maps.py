"""The maps of a page: the Masterboard and the Battlelands, each drawn once; the script puts the pieces on them."""

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from ..board.battlelands import battleland
from ..board.hexes import labels_in
from ..board.masterboard import LANDS
from ..catalog.characters import CHARACTERS
from ..kernel.jsontext import JSON
from ..render import counters, hazards, masterboard
from ..render.battleland import MAP_HEIGHT, centre, draw_battleland, draw_entry_side
from ..render.colors import MARKER, marker_colors
from ..render.svg import INK, SANS, WIDTH, element, number, points
from ..rules.maneuver import entry_mask
from ..state.battle import ROLES, Battle

EDGE = 44
"""Room around a Battleland for the words at its sides."""

WAITING = 200
"""Room under a Battleland for the characters off the board, while there are any."""


def drawings() -> str:
    """The signs, hazards and marks that all maps use."""
    root = _svg("0 0 1 1", width=0, height=0, aria_hidden="true", class_="drawings")
    masterboard.define(root)
    hazards.define(root)
    counters.define(root, set(CHARACTERS))
    return _text(root)


def masterboard_map() -> str:
    """The Masterboard, with an empty group for the pieces."""
    root = _svg(f"0 0 {WIDTH} {number(masterboard.BOARD_HEIGHT)}", id="masterboard", aria_label="Masterboard")
    masterboard.draw_masterboard(element(root, "g", class_="map"))
    masterboard.draw_legend(element(root, "g", class_="legend"))
    element(root, "g", id="legions")
    return _text(root)


def battle_map(terrain: str) -> str:
    """A Battleland, with empty groups for the entry sides and for the pieces."""
    high = MAP_HEIGHT + 2 * EDGE
    root = _svg(f"0 {-EDGE} {WIDTH} {number(high)}", data_battleland=terrain, aria_label=f"Battleland: {terrain}")
    draw_battleland(element(root, "g", class_="map"), terrain)
    element(root, "g", class_="entries")
    element(root, "g", class_="pieces")
    return _text(root)


def entry_bands(battle: Battle) -> str:
    """The marks at the sides where the sides of a battle enter."""
    root = _svg("0 0 1 1")
    for role in ROLES:
        side = battle.of(role)
        labels = labels_in(entry_mask(battle, role))
        if labels:
            draw_entry_side(root, battle.terrain, role, labels, marker_colors(side.player, side.legion)[0])
    return _text(root)


def geometry() -> dict[str, JSON]:
    """What the script needs to put pieces on the maps: places, colours, and what is printed on characters."""
    return {
        "lands": {
            str(land.number): [
                land.terrain,
                *[round(x, 1) for x in masterboard.seat(land)],
                points(*masterboard.outline(land)),
            ]
            for land in LANDS.values()
        },
        "hexes": {place.label: [round(x, 1) for x in centre(place)] for place in battleland("Plains").hexes},
        "waiting": [round(MAP_HEIGHT + EDGE + WAITING / 4), WAITING],
        "colors": {color: list(pair) for color, pair in MARKER.items()},
        "characters": [[c.name, c.skill, counters.marks_of(c)] for c in CHARACTERS.values()],
    }


def templates(maps: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """Drawings that wait until they are needed, each under its id."""
    return "\n".join(f'<template id="{name}">{drawing}</template>' for name, drawing in dict(maps).items())


def _svg(box: str, **attributes: str | float | None) -> ET.Element:
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "font-family": SANS, "fill": INK})
    for name, value in attributes.items():
        root.set(name.rstrip("_").replace("_", "-"), str(value))
    return root


def _text(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode")
