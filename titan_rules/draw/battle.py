"""The picture of a battle: turn, Battleland, characters, those still to enter, and a legend."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias
from xml.etree import ElementTree as ET

from ..box.current_box import current, use_box
from ..box.hexes import labels_in
from ..position.battle import LAST_TURN, ROLES, Battle, BattleSide, Role
from ..rules.battle.field import field_of
from ..rules.battle.maneuver import entry_mask
from . import counters
from .battleland import EDGE, MAP_HEIGHT, centre, corners, define_hazards, draw_battleland, draw_entry_side
from .colors import HAZARD, marker_colors
from .hazards import HEXSIDE_HAZARDS, PLAIN, fill_hex, side_ref
from .legions import counted
from .overlays import Overlay, draw_notes
from .svg import FAINT, INK, MARGIN, PAPER, WIDTH, element, finish, group, picture, polygon, rect, text, use

_PHASES = {"maneuver": "Maneuver Phase", "strike": "Strike Phase", "strikeback": "turn"}
_HEAD = 186
_WAITING_SCALE = 0.8


def battle_svg(battle: Battle, *overlays: Overlay) -> str:
    """A battle, possible or not, as an SVG picture: always the same bytes for the same battle.

    :param overlays: answers to draw over it, see :mod:`.overlays`.
    """
    with use_box(battle.the_box):
        root = picture(f"Battle in {battle.terrain}", _summary(battle))
        define_hazards(root, battle.terrain)
        counters.define(root, {c.name for role in ROLES for c in battle.of(role).characters})
        _draw_heading(root, battle)
        top = _HEAD + EDGE
        board = element(root, "g", transform=f"translate(0,{top})")
        draw_battleland(board, battle.terrain)
        for role in ROLES:
            side, labels = battle.of(role), labels_in(entry_mask(field_of(battle), role))
            if labels:
                draw_entry_side(board, battle.terrain, role, labels, marker_colors(side.player, side.legion)[0])
        under, characters, over = (element(board, "g") for _ in range(3))
        _draw_characters(characters, battle)
        for overlay in overlays:
            overlay.draw(under, over)
        y = top + MAP_HEIGHT + EDGE
        for role in ROLES:
            y = _draw_waiting(root, battle, role, y)
        y = draw_notes(root, overlays, y + 6)
        return finish(root, draw_legend(root, battle.terrain, y) + MARGIN)


def battleland_svg(terrain: str) -> str:
    """An empty Battleland as an SVG picture."""
    root = picture(f"Battleland {terrain}", f"The Battleland of {terrain}, with nobody on it.")
    define_hazards(root, terrain)
    counters.define(root, set())
    text(root, terrain, MARGIN, 46, 38, bold=True)
    draw_battleland(element(root, "g", transform=f"translate(0,{_HEAD + EDGE})"), terrain)
    return finish(root, draw_legend(root, terrain, _HEAD + MAP_HEIGHT + 2 * EDGE) + MARGIN)


# --- in words --------------------------------------------------------------------------------------------------------


def what_happens(battle: Battle) -> str:
    """Whose turn it is, or how the battle ended, in a sentence."""
    if battle.outcome is not None:
        who = "nobody" if battle.outcome.winner == "none" else f"the {battle.outcome.winner}"
        return f"The battle is over: {who} wins ({battle.outcome.how})"
    acts = "acts" if battle.acting == battle.side else "strikes back"
    pending = "" if battle.pending is None else f"; pending: {battle.pending.replace('-', ' ')}"
    return f"The {battle.side}'s {_PHASES[battle.phase]}: {battle.of(battle.acting).player} {acts}{pending}"


def _summary(battle: Battle) -> str:
    words = [f"Turn {battle.turn} of {LAST_TURN}. {what_happens(battle)}."]
    for role in ROLES:
        side = battle.of(role)
        standing = ", ".join(f"{c.name} in {c.hex}" for c in side.characters if c.hex)
        words.append(f"{role.capitalize()} {side.player}, Legion {side.legion}: {standing or 'none'}.")
    return " ".join(words)


def _facts(side: BattleSide) -> str:
    facts = {
        f"score {side.score}": True,
        f"lost {', '.join(counted(side.slain))}": side.slain,
        f"left off {', '.join(counted(side.left_off))}": side.left_off,
        "reinforced": side.reinforced,
        "summoned": side.summoned,
        "may summon": side.may_summon and not side.summoned,
    }
    return "; ".join(words for words, holds in facts.items() if holds)


# --- drawn -----------------------------------------------------------------------------------------------------------


def _draw_heading(root: ET.Element, battle: Battle) -> None:
    text(root, f"Battle in {battle.terrain}", MARGIN, 46, 38, bold=True)
    text(root, f"Turn {battle.turn} of {LAST_TURN}", WIDTH - MARGIN, 46, 30, anchor="end", bold=True)
    text(root, what_happens(battle), MARGIN, 82, 26, room=WIDTH - 2 * MARGIN)
    half = (WIDTH - 3 * MARGIN) / 2
    for i, role in enumerate(ROLES):
        _draw_side(root, battle, role, MARGIN + i * (half + MARGIN), 98, half)


def _draw_side(root: ET.Element, battle: Battle, role: Role, x: float, y: float, wide: float) -> None:
    """A side's box: owner, score, losses; framed heavily when it acts."""
    side = battle.of(role)
    acts = battle.outcome is None and battle.acting == role
    color, letters = marker_colors(side.player, side.legion)
    owner = f"{role.capitalize()}: {side.player}"
    box = group(
        root, f"{owner}, Legion {side.legion}, score {side.score}" + ", acts now" * acts, data_role=role,
        data_player=side.player, data_legion=side.legion, data_score=side.score, data_acts=acts,
    )  # fmt: skip
    (ground, rim), radius = ("#fff6cf", 5) if acts else (PAPER, 1.5), 0 if role == "attacker" else 20
    rect(box, x, y, wide, 78, rx=radius, fill=ground, stroke=INK, stroke_width=rim)
    rect(box, x + 10, y + 12, 72, 54, rx=radius / 2, fill=color)
    text(box, side.legion, x + 46, y + 47, 24, room=68, anchor="middle", bold=True, fill=letters)
    text(box, owner, x + 94, y + 34, 25, bold=True, room=wide - 104)
    text(box, _facts(side), x + 94, y + 63, 20, room=wide - 104, fill=FAINT)


def _draw_characters(board: ET.Element, battle: Battle) -> None:
    """The characters on the board; several in one hex are drawn side by side."""
    land = battle.the_box.battlelands[battle.terrain]
    taken: dict[str, int] = {}
    for role in ROLES:
        side = battle.of(role)
        for combatant in side.characters:
            if combatant.hex is not None:
                aside = 12 * taken.get(combatant.hex, 0)
                taken[combatant.hex] = taken.get(combatant.hex, 0) + 1
                x, y = centre(land[combatant.hex])
                counters.draw_counter(board, side, role, combatant, x + aside, y + aside + 2)


def _draw_waiting(root: ET.Element, battle: Battle, role: Role, y: float) -> float:
    """Draw a side's characters off the board in rows; return the next free ``y``."""
    side = battle.of(role)
    waiting = [c for c in side.characters if c.hex is None]
    if not waiting:
        return y
    text(root, f"The {role}'s characters off the board", MARGIN, y + 26, 24, bold=True)
    y += 40
    wide, tall = counters.WIDE * _WAITING_SCALE + 22, counters.TALL * _WAITING_SCALE + 18
    row = int((WIDTH - 2 * MARGIN) // wide)
    for i, combatant in enumerate(waiting):
        x = MARGIN + (i % row + 0.5) * wide
        counters.draw_counter(root, side, role, combatant, x, y + (i // row + 0.5) * tall, _WAITING_SCALE)
    return y + ((len(waiting) - 1) // row + 1) * tall + 8


# --- the legend: the terrain's hazards, and the marks on counters ---

Entry: TypeAlias = tuple[str, str, Callable[[ET.Element, float, float], None]]
"""A name, a description, and a function that draws a sample around a middle."""

_ROW, _COLUMNS = 68, 3
_WORDS = 86  # where the words begin, from the left of an entry


def draw_legend(root: ET.Element, terrain: str, y: float) -> float:
    """Draw the legend from ``y`` on; return where it ends."""
    element(root, "line", x1=MARGIN, x2=WIDTH - MARGIN, y1=y + 6, y2=y + 6, stroke=FAINT, stroke_width=1)
    entries = [*_terrain_entries(terrain), *_COUNTERS]
    wide = (WIDTH - 2 * MARGIN) / _COLUMNS
    box, room = element(root, "g", data_legend=terrain), wide - _WORDS - 8
    for i, (words, more, sample) in enumerate(entries):
        x, middle = MARGIN + (i % _COLUMNS) * wide, y + 14 + (i // _COLUMNS + 0.5) * _ROW
        sample(box, x + 40, middle)
        text(box, words, x + _WORDS, middle - (2 if more else -7), 21, bold=True, room=room)
        if more:
            text(box, more, x + _WORDS, middle + 20, 18, room=room)
    y += 14 + ((len(entries) - 1) // _COLUMNS + 1) * _ROW
    text(box, counters.silhouettes().credit, MARGIN, y + 14, 15, room=WIDTH - 2 * MARGIN, fill=FAINT)
    return y + 16


def _terrain_entries(terrain: str) -> list[Entry]:
    """The hazards, elevations and hexside hazards of a Battleland."""
    hexes = current().battlelands[terrain].hexes
    entries: list[Entry] = [(name, "", partial(_hex, name)) for name in sorted({h.hazard for h in hexes} - {PLAIN})]
    if any(h.elevation for h in hexes):
        entries.append(("Elevation", "one peak a level", _peaks))
    sides = {hazard for h in hexes for hazard in h.down if hazard}
    for name in (*HEXSIDE_HAZARDS, *sorted(sides - set(HEXSIDE_HAZARDS))):
        if name in sides:
            entries.append((name.capitalize(), "points to the low side", partial(_side, name)))
    return entries


def _hex(hazard: str, parent: ET.Element, x: float, y: float) -> None:
    fill_hex(parent, hazard, HAZARD[hazard], corners(x, y, 31))


def _peaks(parent: ET.Element, x: float, y: float) -> None:
    for left in (x - 20, x):
        polygon(parent, [(left, y + 9), (left + 9, y - 8), (left + 18, y + 9)], fill=FAINT)


def _side(hazard: str, parent: ET.Element, x: float, y: float) -> None:
    use(parent, side_ref(hazard), f"translate({x:.1f},{y - 6:.1f}) scale(0.8)")
    text(parent, "high", x, y - 13, 16, anchor="middle")
    text(parent, "low", x, y + 24, 16, anchor="middle")


def _corners(radius: float, parent: ET.Element, x: float, y: float) -> None:
    rect(parent, x - 30, y - 23, 60, 46, rx=radius, fill=PAPER, stroke=INK, stroke_width=4)


def _factors(parent: ET.Element, x: float, y: float) -> None:
    _corners(0, parent, x, y)
    text(parent, "6", x - 23, y + 10, 30, bold=True)
    text(parent, "4", x + 23, y + 10, 30, bold=True, anchor="end")


def _mark(name: str, parent: ET.Element, x: float, y: float) -> None:
    use(parent, name, f"translate({x:.1f},{y:.1f}) scale(1.4)")


_COUNTERS: tuple[Entry, ...] = (
    ("Attacker", "square corners", partial(_corners, 0)),
    ("Defender", "round corners", partial(_corners, 14)),
    ("Power-factor left,", "Skill-factor right", _factors),
    ("Flier", "", partial(_mark, "titan-flier")),
    ("Rangestriker", "", partial(_mark, "titan-rangestriker")),
    ("Magic missile", "", partial(_mark, "titan-magic-missile")),
    ("Hits taken", "", lambda parent, x, y: counters.draw_hits(parent, 2, x, y)),
)
