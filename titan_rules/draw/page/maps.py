"""The drawings of a page: the Masterboard and the Battlelands, each drawn once, and blank pieces to put onto them.

They are those of the pictures, without the names that pictures carry for screen readers: the page names its hexes and
lands by who stands there.
"""

from collections.abc import Iterable, Mapping
from typing import get_args
from xml.etree import ElementTree as ET

from ...box.characters import TITAN
from ...box.current_box import current
from ...box.hexes import labels_in
from ...box.names import Marker
from ...box.types import EntrySide
from ...kernel.jsontext import JSON
from ...position.battle import ROLES, Battle, BattleSide
from ...rules.battle.field import field_of
from ...rules.battle.maneuver import entry_mask
from .. import counters, legions, masterboard
from ..battleland import MAP_HEIGHT, centre, corners, define_hazards, draw_battleland, draw_entry_side
from ..colors import MARKER
from ..silhouettes import silhouettes
from ..svg import INK, SANS, WIDTH, element, number, points

EDGE = 44
"""Room around a Battleland for the words at its sides."""

_KEPT = ("data-hex", "data-hazard", "data-elevation", "data-land", "data-terrain", "data-part", "data-entry")


def drawings() -> str:
    """The signs, hazards, marks and silhouettes that all maps and pieces use."""
    root = _svg("0 0 1 1", width=0, height=0, aria_hidden="true", class_="drawings")
    masterboard.define(root)
    define_hazards(root, *current().terrains)
    counters.define(root, set(current().characters))
    return _text(root)


def masterboard_map() -> str:
    """The Masterboard, with empty groups for the pieces and for what may be done with them."""
    wide = number(WIDTH / masterboard.board_scale())
    box = f"0 -6 {wide} {number(masterboard.board_height() + 12)}"
    root = _svg(box, id="masterboard")
    masterboard.draw_masterboard(element(root, "g", class_="map"))
    legions.draw_legend(element(root, "g", class_="legend"))
    return _text(_with_layers(root))


def battle_map(terrain: str) -> str:
    """A Battleland, with empty groups for the entry sides, the pieces and what may be done with them."""
    root = _svg(f"0 {-EDGE} {WIDTH} {number(MAP_HEIGHT + 2 * EDGE)}", data_battleland=terrain)
    draw_battleland(element(root, "g", class_="map"), terrain)
    element(root, "g", class_="entries")
    return _text(_with_layers(root))


def _with_layers(root: ET.Element) -> ET.Element:
    for layer in ("under", "pieces", "over"):
        element(root, "g", class_=layer)
    return root


def entry_maps() -> tuple[dict[str, str], dict[str, JSON]]:
    """The marks where the sides of a battle enter.

    :returns: each different drawing by its id; the ids by terrain and entry side.
    """
    ids: dict[str, str] = {}
    found = {
        terrain: {side: ids.setdefault(_entry_map(terrain, side), f"entry-{len(ids)}") for side in get_args(EntrySide)}
        for terrain in terrains()
    }
    return {name: drawing for drawing, name in ids.items()}, dict(found)


def _entry_map(terrain: str, side: EntrySide) -> str:
    root = _svg("0 0 1 1")
    mine = BattleSide(player="", legion=Marker("Bk01"), entry_side=side, characters=())
    other = BattleSide(player="", legion=Marker("Rd01"), characters=())
    battle = Battle(terrain=terrain, attacker=mine, defender=other, box=current())
    for role in ROLES:
        labels = labels_in(entry_mask(field_of(battle), role))
        if labels:
            draw_entry_side(root, terrain, role, labels, "currentColor")
    return _text(root)


def blanks() -> str:
    """A counter of every character and a Legion, to be copied, each under its id."""
    root = _svg("0 0 1 1")
    for i, character in enumerate(current().characters.values()):
        printed = current().power(character.name)
        _add(root, counters.blank(character, printed), f"counter-{i}")
        if character.name == TITAN:
            _add(root, counters.blank(character, counters.WIDE_POWER), f"counter-{i}-wide")
    _add(root, legions.blank(False), "legion")
    _add(root, legions.blank(True), "legion-card")
    return _text(root)


def _add(root: ET.Element, blank: ET.Element, name: str) -> None:
    blank.set("id", name)
    root.append(blank)


def geometry() -> dict[str, JSON]:
    """What the script needs to put pieces on the maps: places, colours, and what is printed on characters."""
    characters = current().characters.values()
    anywhere = current().battlelands[terrains()[0]]
    return {
        "box": current().reference,
        "lands": {
            str(land.number): [
                land.terrain,
                *[round(x, 1) for x in masterboard.seat(land)],
                int(land.inverted),
                points(*masterboard.outline(land)),
                round(masterboard.foot(land)[1], 1),
            ]
            for land in current().masterboard.lands.values()
        },
        "hexes": {place.label: [round(x, 1) for x in centre(place)] for place in anywhere.hexes},
        "hex": points(*corners(0, 0)),
        "size": [WIDTH, round(MAP_HEIGHT), round(masterboard.board_height()), EDGE],
        "colors": {color: list(MARKER[color]) for color in current().markers.letters},
        "letters": {color: list(current().markers.of(color)) for color in current().markers.letters},
        "characters": [
            [c.name, c.power, c.skill, [words for _, words in counters.marks_of(c)], c.count, int(c.summonable)]
            for c in characters
        ],
        "starting": list(current().starting_characters),
        "titan": [current().titan_power, current().titan_step],
        "figures": dict(silhouettes().characters),
        "terrains": terrains(),
        "entries": entry_maps()[1],
        "players": list(current().players),
        "shapes": {role: dict(shape) for role, shape in counters.shapes().items()},
        "hatch": counters.hatch(),
        "stacks": [[list(place) for place in legions.arrangement(n)] for n in range(1, 13)],
    }


def templates(maps: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """Drawings that wait until they are needed, each under its id."""
    return "\n".join(f'<template id="{name}">{drawing}</template>' for name, drawing in dict(maps).items())


def terrains() -> list[str]:
    """The terrains that are fought in."""
    return list(current().terrains)


def all_maps(wanted: Iterable[str]) -> dict[str, str]:
    """Every drawing that a page copies, by the id of its template."""
    maps = {f"battleland-{terrain}": battle_map(terrain) for terrain in wanted}
    return {"the-masterboard": masterboard_map(), "blanks": blanks(), **maps, **entry_maps()[0]}


def kit() -> tuple[dict[str, JSON], JSON, dict[str, JSON]]:
    """All that a page needs to draw the positions of another box than its own.

    :returns: the geometry, the drawings and the templates; an element is ``[tag, attributes, *children]``.
    """
    templates = {name: _as_data(ET.fromstring(drawing)) for name, drawing in all_maps(terrains()).items()}
    return geometry(), _as_data(ET.fromstring(drawings())), templates


def _as_data(drawn: ET.Element) -> JSON:
    text = [drawn.text] if drawn.text else []
    return [drawn.tag.rpartition("}")[2], dict(drawn.attrib), *text, *map(_as_data, drawn)]


def _svg(box: str, **attributes: str | float | None) -> ET.Element:
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "font-family": SANS, "fill": INK})
    for name, value in attributes.items():
        root.set(name.rstrip("_").replace("_", "-"), str(value))
    return root


def _text(root: ET.Element) -> str:
    """The drawing as text, without what only a picture needs."""
    for parent in root.iter():
        parent.tail = None
        for child in [child for child in parent if child.tag in ("title", "desc")]:
            parent.remove(child)
        for name in [name for name in parent.attrib if name.startswith("data-") and name not in _KEPT]:
            if name != "data-battleland":
                del parent.attrib[name]
        if parent.tag == "g":
            parent.attrib.pop("role", None)
    return ET.tostring(root, encoding="unicode")
