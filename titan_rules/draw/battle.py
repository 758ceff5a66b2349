"""The picture of a battle: turn, Battleland, characters, those still to enter, legend."""

from xml.etree import ElementTree as ET

from ..box.current_box import reading
from ..box.hexes import labels_in
from ..position.battle import LAST_TURN, ROLES, Battle, BattleSide, Combatant, Role
from ..rules.battle.field import field_of
from ..rules.battle.maneuver import entry_mask
from . import counters
from .battleland import MAP_HEIGHT, centre, define_hazards, draw_battleland, draw_entry_side
from .colors import marker_colors
from .legend import draw_legend
from .legions import counted
from .overlay import Overlay, draw_notes
from .svg import FAINT, INK, MARGIN, PAPER, WIDTH, element, finish, group, picture, rect, text

_PHASES = {"maneuver": "Maneuver Phase", "strike": "Strike Phase", "strikeback": "turn"}
_HEAD = 186
_EDGE = 44  # room above and below the map for the entry sides' words
_WAITING_SCALE = 0.8


def battle_svg(battle: Battle, *overlays: Overlay) -> str:
    """A battle as an SVG picture, always the same bytes for the same battle, possible or not.

    :param overlays: answers to draw over it, see :mod:`.battle_overlays`.
    """
    with reading(battle.the_box):
        return _drawn(battle, overlays)


def _drawn(battle: Battle, overlays: tuple[Overlay, ...]) -> str:
    root = picture(f"Battle in {battle.terrain}", _summary(battle))
    define_hazards(root, battle.terrain)
    counters.define(root, {c.name for role in ROLES for c in battle.of(role).characters})
    _draw_heading(root, battle)
    top = _HEAD + _EDGE
    board = element(root, "g", transform=f"translate(0,{top})")
    draw_battleland(board, battle.terrain)
    _draw_entries(board, battle)
    under, characters, over = (element(board, "g") for _ in range(3))
    _draw_characters(characters, battle)
    for overlay in overlays:
        overlay.draw(under, over)
    y = top + MAP_HEIGHT + _EDGE
    for role in ROLES:
        y = _draw_waiting(root, battle, role, y)
    y = draw_notes(root, overlays, y + 6)
    y = draw_legend(root, battle.terrain, y)
    return finish(root, y + MARGIN)


def battleland_svg(terrain: str) -> str:
    """An empty Battleland as an SVG picture."""
    root = picture(f"Battleland {terrain}", f"The Battleland of {terrain}, with nobody on it.")
    define_hazards(root, terrain)
    counters.define(root, set())
    text(root, terrain, MARGIN, 46, 38, bold=True)
    draw_battleland(element(root, "g", transform=f"translate(0,{_HEAD + _EDGE})"), terrain)
    return finish(root, draw_legend(root, terrain, _HEAD + MAP_HEIGHT + 2 * _EDGE) + MARGIN)


def _summary(battle: Battle) -> str:
    said = [f"Turn {battle.turn} of {LAST_TURN}. {what_happens(battle)}."]
    for role in ROLES:
        side = battle.of(role)
        standing = [f"{c.name} in {c.hex}" for c in side.characters if c.hex]
        said.append(f"{role.capitalize()} {side.player}, Legion {side.legion}: {', '.join(standing) or 'none'}.")
    return " ".join(said)


def _draw_heading(root: ET.Element, battle: Battle) -> None:
    text(root, f"Battle in {battle.terrain}", MARGIN, 46, 38, bold=True)
    text(root, f"Turn {battle.turn} of {LAST_TURN}", WIDTH - MARGIN, 46, 30, anchor="end", bold=True)
    text(root, what_happens(battle), MARGIN, 82, 26, room=WIDTH - 2 * MARGIN)
    half = (WIDTH - 3 * MARGIN) / 2
    for i, role in enumerate(ROLES):
        _draw_side(root, battle, role, MARGIN + i * (half + MARGIN), 98, half)


def what_happens(battle: Battle) -> str:
    """Whose turn it is, or how the battle ended, in a sentence."""
    if battle.outcome is not None:
        who = "nobody" if battle.outcome.winner == "none" else f"the {battle.outcome.winner}"
        return f"The battle is over: {who} wins ({battle.outcome.how})"
    actor = battle.of(battle.acting)
    acts = "acts" if battle.acting == battle.side else "strikes back"
    said = f"The {battle.side}'s {_PHASES[battle.phase]}: {actor.player} {acts}"
    if battle.pending is not None:
        said += f"; pending: {battle.pending.replace('-', ' ')}"
    return said


def _draw_side(root: ET.Element, battle: Battle, role: Role, x: float, y: float, wide: float) -> None:
    """A side's box: owner, score, losses; framed heavily when it acts."""
    side = battle.of(role)
    acts = battle.outcome is None and battle.acting == role
    color, letters = marker_colors(side.player, side.legion)
    title = f"{role.capitalize()}: {side.player}, Legion {side.legion}, score {side.score}" + (", acts now" * acts)
    box = group(
        root,
        title,
        data_role=role,
        data_player=side.player,
        data_legion=side.legion,
        data_score=str(side.score),
        data_acts=str(acts).lower(),
    )
    round_ = 0 if role == "attacker" else 20
    rect(box, x, y, wide, 78, rx=round_, fill="#fff6cf" if acts else PAPER, stroke=INK, stroke_width=5 if acts else 1.5)
    rect(box, x + 10, y + 12, 72, 54, rx=round_ / 2, fill=color)
    text(box, side.legion, x + 46, y + 47, 24, room=68, anchor="middle", bold=True, fill=letters)
    text(box, f"{role.capitalize()}: {side.player}", x + 94, y + 34, 25, bold=True, room=wide - 104)
    text(box, "; ".join(_facts(side)), x + 94, y + 63, 20, room=wide - 104, fill=FAINT)


def _facts(side: BattleSide) -> list[str]:
    facts = [f"score {side.score}"]
    if side.slain:
        facts.append("lost " + ", ".join(counted(side.slain)))
    if side.left_off:
        facts.append("left off " + ", ".join(counted(side.left_off)))
    if side.reinforced:
        facts.append("reinforced")
    if side.summoned:
        facts.append("summoned")
    elif side.may_summon:
        facts.append("may summon")
    return facts


def _draw_entries(board: ET.Element, battle: Battle) -> None:
    for role in ROLES:
        side = battle.of(role)
        labels = labels_in(entry_mask(field_of(battle), role))
        if labels:
            draw_entry_side(board, battle.terrain, role, labels, marker_colors(side.player, side.legion)[0])


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
    """Draw a side's characters off the board in rows; the next free ``y``."""
    side = battle.of(role)
    waiting: list[Combatant] = [c for c in side.characters if c.hex is None]
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
