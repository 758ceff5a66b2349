"""The counters of a battle, with what is printed on them and their state.

The attacker's have square corners, the defender's round ones. The name is above the silhouette, from the collection of
game-icons.net, the Power-factor at its left, the Skill-factor at its right. The web page fills in copies of
:func:`blank` counters.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import cos, pi, sin
from xml.etree import ElementTree as ET

from attrs import frozen

from ..box.characters import Character
from ..box.current_box import current
from ..kernel.wording import several
from ..position.battle import BattleSide, Combatant, Role
from .colors import DRAWINGS, marker_colors
from .svg import INK, PAPER, element, group, moved, path, polygon, rect, text, use

WIDE = 118.0
TALL = 96.0

WIDE_POWER = 10  # from this Power-factor on, the number is narrower and the silhouette smaller
_BAND = 27.0
_ROUND = 22.0
_RAYS = [(20 if i % 2 else 15.5, pi * i / 11) for i in range(22)]
_HATCH = "titan-slain"
_FIGURE_BOX = 512  # the side of each silhouette's square
_MARKS: Mapping[str, str] = DRAWINGS["counter_marks"]  # the path of each


@frozen
class Silhouettes:
    """The collection of silhouettes.

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
    data = json.loads((files("titan_rules.draw") / "silhouettes.json").read_text(encoding="utf-8"))
    return Silhouettes(data["credit"], data["license"], data["characters"], data["paths"])


def define(root: ET.Element, characters: set[str]) -> None:
    """Define the marks on counters and some characters' silhouettes."""
    defs, shipped = element(root, "defs"), silhouettes()
    for name in sorted({shipped.characters[c] for c in characters if c in shipped.characters}):
        element(defs, "path", id=f"titan-figure-{name}", d=shipped.paths[name])
    for name, d in _MARKS.items():
        element(defs, "path", id=name, d=d)
    size = {"width": 9, "height": 9}
    hatch = element(defs, "pattern", id=_HATCH, **size, patternUnits="userSpaceOnUse", patternTransform="rotate(45)")
    element(hatch, "rect", width=9, height=9, fill="#ededed")
    element(hatch, "rect", width=3, height=9, fill="#c4c4c4")


# --- in words --------------------------------------------------------------------------------------------------------


def marks_of(character: Character) -> list[tuple[str, str]]:
    """A counter's marks, each with its words."""
    marks = [("titan-flier", "flier")] if character.flies else []
    if character.magic_missile:
        marks.append(("titan-magic-missile", "magic missile"))
    elif character.rangestrikes:
        marks.append(("titan-rangestriker", "rangestriker"))
    return marks


def describe(side: BattleSide, role: Role, combatant: Combatant) -> str:
    """A character in words: owner, place, factors and state."""
    character = current().characters[combatant.name]
    words = [f"Power-factor {side.power(combatant)}", f"Skill-factor {character.skill}"]
    words += [mark for _, mark in marks_of(character)]
    if combatant.hits:
        words.append(several(combatant.hits, "hit"))
    words += states_of(side, combatant)
    where = f"in {combatant.hex}" if combatant.hex else "off the board"
    return f"{side.player}'s {combatant.name} {where} ({role}): {', '.join(words)}"


def states_of(side: BattleSide, combatant: Combatant) -> list[str]:
    """The words on the lower edge of its counter."""
    states = {"slain": side.is_slain(combatant), "moved": combatant.moved, "struck": combatant.struck}
    return [state for state, holds in states.items() if holds]


# --- drawn -----------------------------------------------------------------------------------------------------------


def draw_counter(
    parent: ET.Element, side: BattleSide, role: Role, combatant: Combatant, x: float, y: float, scale: float = 1
) -> None:
    """A character's counter around a middle."""
    character, power, hits = current().characters[combatant.name], side.power(combatant), combatant.hits
    states, slain = states_of(side, combatant), side.is_slain(combatant)
    marks = " ".join(words.replace(" ", "-") for _, words in marks_of(character))
    counter = group(
        parent, describe(side, role, combatant), data_character=combatant.name, data_side=role,
        data_hex=combatant.hex or "", data_power=power, data_skill=character.skill, data_hits=hits, data_marks=marks,
        data_state=" ".join(states), transform=moved(x, y, scale),
    )  # fmt: skip
    colors = marker_colors(side.player, side.legion)
    _draw_face(counter, character, power, 0 if role == "attacker" else _ROUND, colors, slain)
    if states:
        _draw_state(counter, ", ".join(states), slain)
    if hits:
        draw_hits(counter, hits)


def blank(character: Character, power: int) -> ET.Element:
    """An empty counter for pages to copy, each part under its ``data-part``."""
    root = ET.Element("g")
    _draw_face(root, character, power, 0, (INK, PAPER), slain=True)
    _draw_state(root, "", False)
    draw_hits(root, 0)
    return root


def shapes() -> dict[str, dict[str, str]]:
    """The attributes in which the two sides' counters differ."""
    return {"attacker": {"rx": "0", "d": _band(0)}, "defender": {"rx": f"{_ROUND:g}", "d": _band(_ROUND)}}


def hatch() -> str:
    """The background of a slain character's counter."""
    return f"url(#{_HATCH})"


def _draw_face(
    counter: ET.Element, character: Character, power: int, round_: float, colors: tuple[str, str], slain: bool
) -> None:
    """What is printed on a counter."""
    (color, letters), left, top = colors, -WIDE / 2, -TALL / 2
    ground = hatch() if slain else PAPER
    rect(counter, left + 1, top + 3, WIDE + 2, TALL + 2, rx=round_, fill=INK, opacity=0.35, data_part="shadow")
    rect(counter, left, top, WIDE, TALL, rx=round_, fill=ground, stroke=color, stroke_width=5, data_part="body")
    path(counter, _band(round_), fill=color, data_part="band")
    text(counter, character.name, 0, top + 20, 19, WIDE - 14, "middle", True, letters, data_part="name")
    narrow = power >= WIDE_POWER
    if figure := silhouettes().characters.get(character.name):
        x, size = (6.0, 40.0) if narrow else (0.0, 49.0)
        place = f"translate({x - size / 2:.2f},{top + 53 - size / 2:.2f}) scale({size / _FIGURE_BOX:.4f})"
        use(counter, f"titan-figure-{figure}", place, data_part="figure")
    if slain:
        cross = f"M{left + 8},{top + 34}L{-left - 8},{-top - 8}M{-left - 8},{top + 34}L{left + 8},{-top - 8}"
        path(counter, cross, fill="none", stroke="#b3151b", stroke_width=5, data_part="cross")
    size, y = (31, top + 64) if narrow else (37, top + 66)
    text(counter, str(power), left + 7, y, size, bold=True, data_part="power")
    text(counter, str(character.skill), -left - 7, top + 66, 37, anchor="end", bold=True)
    for i, (mark, _) in enumerate(marks_of(character)):
        use(counter, mark, f"translate({-left - 14 - 19 * i:g},{top + 83.5:g}) scale(0.5)", data_part="mark")


def _draw_state(counter: ET.Element, words: str, slain: bool) -> None:
    """Draw a state at the lower edge, beside the marks."""
    text(counter, words, -WIDE / 2 + 8, TALL / 2 - 8, 16, room=WIDE - 40, bold=slain, data_part="state")


def _band(radius: float) -> str:
    """The strip behind the name: square at the bottom, as round as the counter at the top."""
    left, top, right = -WIDE / 2, -TALL / 2, WIDE / 2
    if not radius:
        return f"M{left},{top}H{right}V{top + _BAND}H{left}Z"
    arc = f"A{radius},{radius} 0 0 1"
    upper = f"V{top + radius}{arc} {left + radius},{top}H{right - radius}{arc} {right},{top + radius}"
    return f"M{left},{top + _BAND}{upper}V{top + _BAND}Z"


def draw_hits(counter: ET.Element, hits: int, x: float = WIDE / 2 + 1, y: float = -TALL / 2 - 2) -> None:
    """Draw the hits in a star, by default over the upper right corner."""
    star = element(counter, "g", data_part="hits")
    polygon(star, [(x + r * cos(a), y + r * sin(a)) for r, a in _RAYS], fill="#ffe14d", stroke=INK, stroke_width=2)
    text(star, str(hits), x, y + 8, 22, anchor="middle", bold=True, room=28)
