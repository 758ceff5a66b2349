"""Positions for a web page: the boards and blank pieces, each drawn once, and a position as flat facts.

The drawings are those of the pictures, without their names for screen readers: the page names hexes and lands by who
is there.

The facts are few and short, because a recorded game has thousands of positions; each step keeps only what it changed.
Their keys: ``t`` turn, ``a`` whose turn, ``w`` what happens in words, ``p`` the phase, ``r`` the Movement
Roll, ``e`` the land of the Engagement being resolved, ``P/Red`` a player, ``L/Rd01`` a Legion, and of a battle ``B``
what stays, ``b`` what changes, ``A`` and ``D`` its sides. Characters are numbers in the page's list of names.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import get_args
from xml.etree import ElementTree as ET

from ..box import Box
from ..box.characters import TITAN
from ..box.current_box import current
from ..box.hexes import labels_in
from ..box.names import Marker
from ..box.types import EntrySide
from ..kernel.jsontext import JSON
from ..position.battle import ROLES, Battle, BattleSide, Combatant
from ..position.game import Game, Legion, Player
from ..rules.battle.field import field_of
from ..rules.battle.maneuver import entry_mask
from . import battle as battles
from . import counters, legions, masterboard
from . import game as games
from .battleland import EDGE, MAP_HEIGHT, centre, corners, define_hazards, draw_battleland, draw_entry_side
from .colors import MARKER
from .svg import INK, SANS, WIDTH, Attribute, clean, element, number, points

# --- drawings --------------------------------------------------------------------------------------------------------

_KEPT = (
    "data-battleland", "data-elevation", "data-entry", "data-hazard", "data-hex", "data-land", "data-part",
    "data-terrain",
)  # fmt: skip


def drawings() -> str:
    """The signs, hazards, marks and silhouettes that all maps and pieces use."""
    return _text(_drawings())


def _drawings() -> ET.Element:
    root = _svg("0 0 1 1", width=0, height=0, aria_hidden="true", class_="drawings")
    masterboard.define(root)
    define_hazards(root, *current().terrains)
    counters.define(root, set(current().characters))
    return _bare(root)


def all_maps(terrains: Iterable[str]) -> dict[str, ET.Element]:
    """Every drawing that a page copies, by the id of its template: boards, blank pieces, entry sides.

    :param terrains: those whose Battlelands are included.
    """
    maps = {f"battleland-{terrain}": _battle_map(terrain) for terrain in terrains}
    return {"the-masterboard": _masterboard_map(), "blanks": _blanks(), **maps, **_entry_maps(current())[0]}


def templates(maps: Mapping[str, ET.Element]) -> str:
    """Drawings that the page copies when needed, each under its id."""
    return "\n".join(f'<template id="{name}">{_text(drawing)}</template>' for name, drawing in maps.items())


def kit() -> tuple[dict[str, JSON], JSON, dict[str, JSON]]:
    """Everything a page needs to draw positions of a box other than its own.

    :returns: the geometry, the drawings and the templates; an element is ``[tag, attributes, *children]``.
    """
    drawn = {name: _as_data(drawing) for name, drawing in all_maps(current().terrains).items()}
    return geometry(), _as_data(_drawings()), drawn


def _masterboard_map() -> ET.Element:
    wide = number(WIDTH / masterboard.board_scale())
    root = _svg(f"0 -6 {wide} {number(masterboard.board_height() + 12)}", id="masterboard")
    masterboard.draw_masterboard(element(root, "g", class_="map"))
    legions.draw_legend(element(root, "g", class_="legend"))
    return _with_layers(root)


def _battle_map(terrain: str) -> ET.Element:
    root = _svg(f"0 {-EDGE} {WIDTH} {number(MAP_HEIGHT + 2 * EDGE)}", data_battleland=terrain)
    draw_battleland(element(root, "g", class_="map"), terrain)
    element(root, "g", class_="entries")
    return _with_layers(root)


def _with_layers(root: ET.Element) -> ET.Element:
    """The drawing of a board, with empty groups for the pieces and for their possible actions."""
    for layer in ("under", "pieces", "over"):
        element(root, "g", class_=layer)
    return _bare(root)


@lru_cache(4)
def _entry_maps(box: Box) -> tuple[dict[str, ET.Element], dict[str, JSON]]:
    """The marks of the entry sides of a battle; the box is the current one.

    :returns: each different drawing by its id; the ids by terrain and entry side.
    """
    ids: dict[str, str] = {}
    drawn: dict[str, ET.Element] = {}
    marks: dict[str, JSON] = {}
    for terrain in box.terrains:
        sides: dict[str, JSON] = {}
        for side in get_args(EntrySide):
            drawing = _entry_map(terrain, side)
            name = sides[side] = ids.setdefault(_text(drawing), f"entry-{len(ids)}")
            drawn.setdefault(name, drawing)
        marks[terrain] = sides
    return drawn, marks


def _entry_map(terrain: str, side: EntrySide) -> ET.Element:
    root = _svg("0 0 1 1")
    attacker = BattleSide(player="", legion=Marker("Bk01"), entry_side=side, characters=())
    defender = BattleSide(player="", legion=Marker("Rd01"), characters=())
    field = field_of(Battle(terrain=terrain, attacker=attacker, defender=defender, box=current()))
    for role in ROLES:
        if labels := labels_in(entry_mask(field, role)):
            draw_entry_side(root, terrain, role, labels, "currentColor")
    return _bare(root)


def _blanks() -> ET.Element:
    """A counter of every character and a Legion, to be copied, each under its id."""
    pieces: dict[str, ET.Element] = {}
    for i, character in enumerate(current().characters.values()):
        pieces[f"counter-{i}"] = counters.blank(character, current().power(character.name))
        if character.name == TITAN:
            pieces[f"counter-{i}-wide"] = counters.blank(character, counters.WIDE_POWER)
    markers = {
        f"legion{'-card' * card}{'-titan' * titan}": legions.blank(card, titan)
        for card in (False, True)
        for titan in (False, True)
    }
    root = _svg("0 0 1 1")
    for name, piece in {**pieces, **markers}.items():
        piece.set("id", name)
        root.append(piece)
    return _bare(root)


def geometry() -> dict[str, JSON]:
    """What the script needs to put pieces on the maps: places, colours, and what is printed on counters."""
    box = current()
    anywhere = box.battlelands[next(iter(box.terrains))]
    return {
        "box": box.reference,
        "lands": {
            str(land.number): [
                land.terrain,
                *[round(x, 1) for x in masterboard.seat(land)],
                int(land.inverted),
                points(*masterboard.outline(land)),
                round(masterboard.foot(land)[1], 1),
            ]
            for land in box.masterboard.lands.values()
        },
        "hexes": {place.label: [round(x, 1) for x in centre(place)] for place in anywhere.hexes},
        "hex": points(*corners(0, 0)),
        "size": [WIDTH, round(MAP_HEIGHT), round(masterboard.board_height()), EDGE],
        "colors": {color: list(MARKER[color]) for color in box.markers.letters},
        "letters": {color: list(box.markers.of(color)) for color in box.markers.letters},
        "characters": [
            [c.name, c.power, c.skill, [words for _, words in counters.marks_of(c)], c.count, int(c.summonable)]
            for c in box.characters.values()
        ],
        "starting": list(box.starting_characters),
        "titan": [box.titan_power, box.titan_step],
        "figures": dict(counters.silhouettes().characters),
        "terrains": list(box.terrains),
        "entries": _entry_maps(box)[1],
        "players": list(box.players),
        "shapes": {role: dict(shape) for role, shape in counters.shapes().items()},
        "hatch": counters.hatch(),
        "stacks": [[list(place) for place in legions.arrangement(n)] for n in range(1, 13)],
    }


def _as_data(drawn: ET.Element) -> JSON:
    text = [drawn.text] if drawn.text else []
    attributes: dict[str, JSON] = {name: value for name, value in drawn.attrib.items() if name != "xmlns"}
    return [drawn.tag, attributes, *text, *map(_as_data, drawn)]


def _svg(box: str, **attributes: Attribute) -> ET.Element:
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "font-family": SANS, "fill": INK})
    root.attrib |= {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    return root


def _bare(root: ET.Element) -> ET.Element:
    """The drawing without the parts that only a picture needs."""
    for parent in root.iter():
        parent.tail = None
        for child in [child for child in parent if child.tag in ("title", "desc")]:
            parent.remove(child)
        for name in [name for name in parent.attrib if name.startswith("data-") and name not in _KEPT]:
            del parent.attrib[name]
        if parent.tag == "g":
            parent.attrib.pop("role", None)
    return root


def _text(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode")


# --- facts -----------------------------------------------------------------------------------------------------------

MOVED, STRUCK, SLAIN = 1, 2, 4
"""The marks of a character in a battle; a Legion has the first."""


@lru_cache(32)
def _numbers(box: Box) -> dict[str, int]:
    return {name: i for i, name in enumerate(box.characters)}


class Trace:
    """Turns each state into its changes since the last one."""

    def __init__(self) -> None:
        self._facts: dict[str, JSON] = {}

    def changes(self, position: Game | Battle, more: Mapping[str, JSON] = MappingProxyType({})) -> dict[str, JSON]:
        """The facts that are new or changed; None under the keys of those that are gone.

        :param more: facts besides those of the position, under keys of their own.
        """
        before, now = self._facts, {**facts(position), **more}
        self._facts = now
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        changed.update((key, None) for key in before if key not in now)
        return changed


def facts(position: Game | Battle) -> dict[str, JSON]:
    """All facts of a position; none of them is None."""
    if isinstance(position, Battle):
        return {"p": "battle", "w": battles.what_happens(position), **_battle(None, position)}
    game = position
    land = None if game.engagement is None else game.engagement.land
    flat: dict[str, JSON] = {"t": game.turn, "w": games.what_happens(game), "p": game.phase}
    flat |= {key: value for key, value in (("a", game.active), ("r", game.roll), ("e", land)) if value is not None}
    for player in game.players:
        flat[f"P/{player.color}"] = _player(player)
        flat |= {f"L/{legion.legion}": _legion(player, legion) for legion in player.legions}
    return flat if game.battle is None else {**flat, **_battle(land, game.battle)}


def _player(player: Player) -> list[JSON]:
    """Score, its Titan's Power-factor, whether it is out, markers left, name."""
    power = current().power(TITAN, player.score)
    return [player.score, power, int(player.out), len(player.free_markers), clean(player.name)]


def _legion(player: Player, legion: Legion) -> list[JSON]:
    """Holder, land, height, marks, the characters known to be in it (all, or those revealed), its entry side."""
    known = legion.revealed if legion.characters is None else legion.characters
    numbers = [_numbers(current())[name] for name in known]
    return [player.color, legion.land, legion.size, MOVED * legion.moved, numbers, legion.entry_side or ""]


def _battle(land: int | None, battle: Battle) -> Mapping[str, JSON]:
    sides = [text for side in (battle.attacker, battle.defender) for text in (clean(side.player), side.legion)]
    acting = battle.acting if battle.outcome is None else ""
    return {
        "B": [battle.terrain, land, *sides, battle.attacker.entry_side or ""],
        "b": [battle.turn, acting, battles.what_happens(battle), battle.phase],
        "A": _side(battle.attacker),
        "D": _side(battle.defender),
    }


def _side(side: BattleSide) -> list[JSON]:
    """Its characters, the names of those removed so far, and its owner's score."""
    numbers = _numbers(current())
    return [[_combatant(side, c) for c in side.characters], [numbers[name] for name in side.slain], side.score]


def _combatant(side: BattleSide, combatant: Combatant) -> list[JSON]:
    """Character, hex, Power-factor, hits, marks."""
    marks = MOVED * combatant.moved + STRUCK * combatant.struck + SLAIN * side.is_slain(combatant)
    return [_numbers(current())[combatant.name], combatant.hex or "", side.power(combatant), combatant.hits, marks]
