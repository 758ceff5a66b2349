"""The counters of a battle: what is printed on them, and what happened to them.

The attacker's have square corners, the defender's round ones. The name is above the silhouette, the Power-factor at its
left, the Skill-factor at its right. The web page fills in copies of :func:`blank` counters.
"""

from math import cos, pi, sin
from xml.etree import ElementTree as ET

from ..box.characters import Character
from ..box.current_box import current
from ..position.battle import BattleSide, Combatant, Role
from . import silhouettes
from .colors import marker_colors
from .svg import INK, PAPER, element, group, points, rect, text

WIDE = 118.0
TALL = 96.0

WIDE_POWER = 10  # from here on the number is set narrower and the silhouette smaller
_BAND = 27.0
_FIGURE = 49.0
_SMALL_FIGURE = 40.0
_MARK = 0.5
_ROUND = 22.0
_RAYS = [(20 if i % 2 else 15.5, pi * i / 11) for i in range(22)]
_HATCH = "titan-slain"
_MARKS: dict[str, str] = {
    "titan-flier": "M-15,1Q-8,-13 0,-1Q8,-13 15,1Q8,-5 0,8Q-8,-5 -15,1Z",
    "titan-rangestriker": "M-15,-2H4V-8L15,0L4,8V2H-15Z",
    "titan-magic-missile": "M0,-13L3,-4L12,-8L6,0L12,8L3,4L0,13L-3,4L-12,8L-6,0L-12,-8L-3,-4Z",
}


def define(root: ET.Element, characters: set[str]) -> None:
    """Define the marks on counters and some characters' silhouettes."""
    defs = element(root, "defs")
    silhouettes.define(defs, characters)
    for name, path in _MARKS.items():
        element(defs, "path", id=name, d=path)
    hatch = element(
        defs, "pattern", id=_HATCH, width=9, height=9, patternUnits="userSpaceOnUse", patternTransform="rotate(45)"
    )
    element(hatch, "rect", width=9, height=9, fill="#ededed")
    element(hatch, "rect", width=3, height=9, fill="#c4c4c4")


def marks_of(character: Character) -> list[tuple[str, str]]:
    """A counter's marks, each with its words."""
    marks = []
    if character.flies:
        marks.append(("titan-flier", "flier"))
    if character.magic_missile:
        marks.append(("titan-magic-missile", "magic missile"))
    elif character.rangestrikes:
        marks.append(("titan-rangestriker", "rangestriker"))
    return marks


def describe(side: BattleSide, role: Role, combatant: Combatant) -> str:
    """A character in words: owner, place, factors and state."""
    character = current().characters[combatant.name]
    said = [f"Power-factor {side.power(combatant)}", f"Skill-factor {character.skill}"]
    said += [words for _, words in marks_of(character)]
    if combatant.hits:
        said.append(f"{combatant.hits} hit{'s' * (combatant.hits > 1)}")
    said += states_of(side, combatant)
    where = f"in {combatant.hex}" if combatant.hex else "off the board"
    return f"{side.player}'s {combatant.name} {where} ({role}): {', '.join(said)}"


def states_of(side: BattleSide, combatant: Combatant) -> list[str]:
    """The words on the lower edge of its counter."""
    states = []
    if side.is_slain(combatant):
        states.append("slain")
    if combatant.moved:
        states.append("moved")
    if combatant.struck:
        states.append("struck")
    return states


def draw_counter(
    parent: ET.Element, side: BattleSide, role: Role, combatant: Combatant, x: float, y: float, scale: float = 1
) -> None:
    """A character's counter around a middle."""
    character = current().characters[combatant.name]
    colors = marker_colors(side.player, side.legion)
    slain = side.is_slain(combatant)
    counter = group(
        parent,
        describe(side, role, combatant),
        data_character=combatant.name,
        data_side=role,
        data_hex=combatant.hex or "",
        data_power=str(side.power(combatant)),
        data_skill=str(character.skill),
        data_hits=str(combatant.hits),
        data_marks=" ".join(words.replace(" ", "-") for _, words in marks_of(character)),
        data_state=" ".join(states_of(side, combatant)),
        transform=f"translate({x:.2f},{y:.2f})" + (f" scale({scale:g})" if scale != 1 else ""),
    )
    _draw_face(counter, character, side.power(combatant), 0 if role == "attacker" else _ROUND, colors, slain)
    said = states_of(side, combatant)
    if said:
        _draw_state(counter, ", ".join(said), slain)
    if combatant.hits:
        draw_hits(counter, combatant.hits)


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
    """The ground of the slain."""
    return f"url(#{_HATCH})"


def _draw_face(
    counter: ET.Element, character: Character, power: int, round_: float, colors: tuple[str, str], slain: bool
) -> None:
    """What is printed on a counter."""
    color, letters = colors
    left, top = -WIDE / 2, -TALL / 2
    rect(counter, left + 1, top + 3, WIDE + 2, TALL + 2, rx=round_, fill=INK, opacity=0.35, data_part="shadow")
    rect(
        counter,
        left,
        top,
        WIDE,
        TALL,
        rx=round_,
        fill=hatch() if slain else PAPER,
        stroke=color,
        stroke_width=5,
        data_part="body",
    )
    element(counter, "path", d=_band(round_), fill=color, data_part="band")
    text(
        counter,
        character.name,
        0,
        top + 20,
        19,
        room=WIDE - 14,
        anchor="middle",
        bold=True,
        fill=letters,
        data_part="name",
    )
    narrow = power >= WIDE_POWER
    middle, figure = (6.0, _SMALL_FIGURE) if narrow else (0.0, _FIGURE)
    silhouettes.draw_silhouette(counter, character.name, middle, top + 53, figure)
    if slain:
        cross = f"M{left + 8},{top + 34}L{-left - 8},{-top - 8}M{-left - 8},{top + 34}L{left + 8},{-top - 8}"
        element(counter, "path", d=cross, fill="none", stroke="#b3151b", stroke_width=5, data_part="cross")
    size = 31 if narrow else 37
    text(counter, str(power), left + 7, top + (64 if narrow else 66), size, bold=True, data_part="power")
    text(counter, str(character.skill), -left - 7, top + 66, 37, anchor="end", bold=True)
    for i, (name, _) in enumerate(marks_of(character)):
        x, y = -left - 14 - 19 * i, top + 83.5
        element(counter, "use", href=f"#{name}", transform=f"translate({x:g},{y:g}) scale({_MARK:g})", data_part="mark")


def _draw_state(counter: ET.Element, words: str, slain: bool) -> None:
    """Draw a state at the lower edge, beside the marks."""
    text(counter, words, -WIDE / 2 + 8, TALL / 2 - 8, 16, room=WIDE - 40, bold=slain, data_part="state")


def _band(radius: float) -> str:
    """The strip behind the name: square below, as round as the counter above."""
    left, top = -WIDE / 2, -TALL / 2
    right = -left
    if not radius:
        return f"M{left},{top}H{right}V{top + _BAND}H{left}Z"
    return (
        f"M{left},{top + _BAND}V{top + radius}A{radius},{radius} 0 0 1 {left + radius},{top}"
        f"H{right - radius}A{radius},{radius} 0 0 1 {right},{top + radius}V{top + _BAND}Z"
    )


def draw_hits(counter: ET.Element, hits: int, x: float = WIDE / 2 + 1, y: float = -TALL / 2 - 2) -> None:
    """Draw the hits in a star, by default over the upper right corner."""
    rays = [(x + r * cos(a), y + r * sin(a)) for r, a in _RAYS]
    star = element(counter, "g", data_part="hits")
    element(star, "polygon", points=points(*rays), fill="#ffe14d", stroke=INK, stroke_width=2)
    text(star, str(hits), x, y + 8, 22, anchor="middle", bold=True, room=28)
