"""The characters of a battle as counters: what is printed on them, and what happened to them.

The attacker's have square corners, the defender's round ones. The number at the left is the
Power-factor, at the right the Skill-factor.
"""

from math import cos, pi, sin
from xml.etree import ElementTree as ET

from ..box.characters import Character
from ..box.reading import current
from ..position.battle import BattleSide, Combatant, Role
from .colors import marker_colors
from .svg import INK, PAPER, element, group, points, text, width_of

WIDE = 118.0
TALL = 96.0

_BAND = 29.0
_RAYS = [(20 if i % 2 else 15.5, pi * i / 11) for i in range(22)]
_HATCH = "titan-slain"
_MARKS: dict[str, str] = {
    "titan-flier": "M-15,1Q-8,-13 0,-1Q8,-13 15,1Q8,-5 0,8Q-8,-5 -15,1Z",
    "titan-rangestriker": "M-15,-2H4V-8L15,0L4,8V2H-15Z",
    "titan-magic-missile": "M0,-13L3,-4L12,-8L6,0L12,8L3,4L0,13L-3,4L-12,8L-6,0L-12,-8L-3,-4Z",
}


def define(root: ET.Element) -> None:
    """The marks on counters, to be used by their ids."""
    defs = element(root, "defs")
    for name, path in _MARKS.items():
        element(defs, "path", id=name, d=path)
    hatch = element(
        defs, "pattern", id=_HATCH, width=9, height=9, patternUnits="userSpaceOnUse", patternTransform="rotate(45)"
    )
    element(hatch, "rect", width=9, height=9, fill="#e4e4e4")
    element(hatch, "rect", width=3, height=9, fill="#b5b5b5")


def marks_of(character: Character) -> list[tuple[str, str]]:
    """The marks that a counter bears, each with the words for it."""
    marks = []
    if character.flies:
        marks.append(("titan-flier", "flier"))
    if character.magic_missile:
        marks.append(("titan-magic-missile", "magic missile"))
    elif character.rangestrikes:
        marks.append(("titan-rangestriker", "rangestriker"))
    return marks


def describe(side: BattleSide, role: Role, combatant: Combatant) -> str:
    """A character in words: whose, where, its factors, and what happened to it."""
    character = current().characters[combatant.name]
    said = [f"Power-factor {side.power(combatant)}", f"Skill-factor {character.skill}"]
    said += [words for _, words in marks_of(character)]
    if combatant.hits:
        said.append(f"{combatant.hits} hit{'s' * (combatant.hits > 1)}")
    said += states_of(side, combatant)
    where = f"in {combatant.hex}" if combatant.hex else "off the board"
    return f"{side.player}'s {combatant.name} {where} ({role}): {', '.join(said)}"


def states_of(side: BattleSide, combatant: Combatant) -> list[str]:
    """What the lower edge of its counter says."""
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
    color, letters = marker_colors(side.player, side.legion)
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
    left, top = -WIDE / 2, -TALL / 2
    round_ = 0 if role == "attacker" else 22
    body = f"url(#{_HATCH})" if slain else PAPER
    element(counter, "rect", x=left, y=top, width=WIDE, height=TALL, rx=round_, fill=body, stroke=color, stroke_width=5)
    element(counter, "path", d=_band(left, top, round_), fill=color)
    room = WIDE - 10 - (16 if combatant.hits else 0)
    text(
        counter, combatant.name, left + 5 + room / 2, top + 22, 21, room=room, anchor="middle", bold=True, fill=letters
    )
    if slain:
        cross = f"M{left + 8},{top + 36}L{-left - 8},{-top - 8}M{-left - 8},{top + 36}L{left + 8},{-top - 8}"
        element(counter, "path", d=cross, stroke="#b3151b", stroke_width=4)
    _draw_factors(counter, str(side.power(combatant)), character, top + 68)
    said = states_of(side, combatant)
    if said:
        text(counter, ", ".join(said), 0, -top - 8, 18, room=WIDE - 20, anchor="middle", bold=slain)
    if combatant.hits:
        draw_hits(counter, combatant.hits, -left - 10, top - 6)


def _draw_factors(counter: ET.Element, power: str, character: Character, y: float) -> None:
    """The Power-factor at the left, the Skill-factor at the right, the marks between them."""
    size, squeeze = (38, "") if len(power) == 1 else (31, " scale(0.72,0.9)")
    text(counter, power, -WIDE / 2 + 9, y, size, bold=True)
    text(counter, str(character.skill), WIDE / 2 - 9, y, 38, anchor="end", bold=True)
    x = (width_of(power, size, True) - width_of(str(character.skill), 38, True)) / 2
    marks = marks_of(character)
    for i, (name, _) in enumerate(marks):
        lower = -13 if len(marks) == 1 else -23 + 20 * i
        element(counter, "use", href=f"#{name}", transform=f"translate({x:.1f},{y + lower:.1f}){squeeze}")


def _band(left: float, top: float, radius: float) -> str:
    """The strip that bears the name: square below, above as round as the counter."""
    right = -left
    if not radius:
        return f"M{left},{top}H{right}V{top + _BAND}H{left}Z"
    return (
        f"M{left},{top + _BAND}V{top + radius}A{radius},{radius} 0 0 1 {left + radius},{top}"
        f"H{right - radius}A{radius},{radius} 0 0 1 {right},{top + radius}V{top + _BAND}Z"
    )


def draw_hits(counter: ET.Element, hits: int, x: float, y: float) -> None:
    """The hits in a star at the upper right corner."""
    rays = [(x + r * cos(a), y + r * sin(a)) for r, a in _RAYS]
    element(counter, "polygon", points=points(*rays), fill="#ffe14d", stroke=INK, stroke_width=2)
    text(counter, str(hits), x, y + 8, 22, anchor="middle", bold=True, room=28)
