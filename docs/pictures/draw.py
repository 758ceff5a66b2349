"""Draws the pictures of the documentation: every ``titan render`` that ``docs/pictures.md`` shows, and the diagrams.

A diagram explains one rule at a glance. It asks the rules, so it can't show anything that the tool would not rule.
Run it with ``python docs/pictures/draw.py`` or ``make pictures``. With a folder as its argument the pictures go there.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import titan_rules as titan
from titan_cli.app import run
from titan_rules.box.hexes import labels_in
from titan_rules.draw import counters
from titan_rules.draw.battleland import HEIGHT, RADIUS, centre, define_hazards, draw_battleland, draw_entry_side
from titan_rules.draw.colors import marker_colors
from titan_rules.draw.hazards import ref
from titan_rules.draw.legions import draw_legion
from titan_rules.draw.masterboard import SIGNS, define, draw_masterboard, seat
from titan_rules.draw.overlays import MAY, MAY_NOT, sight_overlay
from titan_rules.draw.svg import FAINT, INK, PAPER, WIDTH, element, finish, picture, points, text, wrapped
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.maneuver import entry_mask

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "pictures.md"
SHOWN = re.compile(r"^ {4}titan (render .+)$", re.MULTILINE)

ROLES = ("attacker", "defender")


def battle(line: str) -> titan.Battle:
    """A battle typed on one line."""
    return titan.Battle.parse(line)


# --- parts -----------------------------------------------------------------------------------------------------------


def board(
    root: ET.Element, shown: titan.Battle, frame: tuple[float, float, float], hexes: Sequence[str]
) -> tuple[ET.Element, float]:
    """The part of a Battleland around some hexes, with its characters, at ``frame`` (x, y, width); and its height."""
    x, y, wide = frame
    land = shown.the_box.battlelands[shown.terrain]
    middles = [centre(land[label]) for label in hexes]
    left, right = min(a for a, _ in middles) - RADIUS, max(a for a, _ in middles) + RADIUS
    top, low = min(b for _, b in middles) - HEIGHT / 2 - 6, max(b for _, b in middles) + HEIGHT / 2 + 6
    tall = wide * (low - top) / (right - left)
    view = f"{left:g} {top:g} {right - left:g} {low - top:g}"
    part = element(root, "svg", x=x, y=y, width=wide, height=tall, viewBox=view)
    draw_battleland(part, shown.terrain)
    for role in ROLES:
        side = shown.of(role)
        for combatant in side.characters:
            if combatant.hex is not None:
                at = centre(land[combatant.hex])
                counters.draw_counter(part, side, role, combatant, at[0], at[1] + 2)
    return part, tall


def arrow(part: ET.Element, shown: titan.Battle, ends: tuple[str, str], words: str, color: str = MAY) -> None:
    """An arrow from hex to hex, with a word beside its middle."""
    land = shown.the_box.battlelands[shown.terrain]
    (x1, y1), (x2, y2) = (centre(land[label]) for label in ends)
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    x1, y1, x2, y2 = x1 + ux * 52, y1 + uy * 52, x2 - ux * 70, y2 - uy * 70
    for ink, width in ((PAPER, 14), (color, 8)):
        element(part, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=ink, stroke_width=width)
    tip = [(x2 + ux * 20, y2 + uy * 20), (x2 - uy * 16, y2 + ux * 16), (x2 + uy * 16, y2 - ux * 16)]
    element(part, "polygon", points=points(*tip), fill=color, stroke=PAPER, stroke_width=2)
    x, y = (x1 + x2) / 2 - uy * 36, (y1 + y2) / 2 + ux * 36
    element(part, "circle", cx=x, cy=y, r=21, fill=color, stroke=PAPER, stroke_width=2)
    text(part, words, x, y + 9, 25, anchor="middle", bold=True, fill=PAPER)


PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1))}
PIPS |= {5: (*PIPS[4], (0, 0)), 6: (*PIPS[4], (-1, 0), (1, 0))}


def dice(root: ET.Element, shown: Sequence[int], need: int, x: float, y: float) -> None:
    """A row of dice; those that hit are filled."""
    for place, value in enumerate(shown):
        left, hit = x + 54 * place, value >= need
        ground, ink = (MAY, PAPER) if hit else (PAPER, INK)
        element(root, "rect", x=left, y=y, width=46, height=46, rx=8, fill=ground, stroke=INK, stroke_width=2)
        for dx, dy in PIPS[value]:
            element(root, "circle", cx=left + 23 + dx * 11.5, cy=y + 23 + dy * 11.5, r=4.5, fill=ink)


def sentences(root: ET.Element, words: str, x: float, y: float, room: float, size: float = 22) -> float:
    """Words in lines of one size; where the next line would begin."""
    for line in wrapped(words.split(), size, room):
        text(root, line, x, y, size)
        y += size * 1.45
    return y


def heading(root: ET.Element, title: str, under: str) -> None:
    """A diagram's title, and one sentence."""
    text(root, title, 20, 42, 32, bold=True)
    text(root, under, 20, 76, 22, fill=FAINT, room=WIDTH - 40)


def hexagons(root: ET.Element, *shown: titan.Battle) -> None:
    """What the boards and counters of some battles use by id."""
    define_hazards(root, *dict.fromkeys(one.terrain for one in shown))
    counters.define(root, {c.name for one in shown for role in ROLES for c in one.of(role).characters})


# --- diagrams --------------------------------------------------------------------------------------------------------


def carry() -> str:
    """Two hits slay the first Ogre, the two left over go on to the second (CARRY-1)."""
    shown = battle("Plains: Troll D3 / Ogre D4 4 hits, Ogre E3")
    rolled = (6, 5, 4, 4, 3, 2, 2, 1)
    strike = titan.strike_odds(shown, "D3", "D4")
    assert titan.is_legal(shown, f"D3 strikes D4 with {' '.join(map(str, rolled))} carrying E3:2")
    root = picture("A carry", "A Troll rolls four hits. Two slay the first Ogre, two are carried over to the second.")
    heading(root, "A carry", "Hits left over may go on to another enemy in contact that is no harder to hit (CARRY-1).")
    hexagons(root, shown)
    part, tall = board(root, shown, (20, 100, 440), ["D3", "D4", "E3", "C3"])
    arrow(part, shown, ("D3", "D4"), "2")
    arrow(part, shown, ("D3", "E3"), "2")
    number = strike.strike_number
    said = f"The Troll in D3 strikes the Ogre in D4 with {strike.dice} dice. Its Strike-number is 4 - 2 + 2 = {number}"
    y = sentences(root, f"{said}: dice of {number} or more hit.", 490, 126, 480)
    dice(root, rolled, number, 490, y - 8)
    said = (
        "Four hits. The Ogre in D4 has 4 of its 6 already, so two slay it and two are left over. The Ogre in E3 is in"
        " contact too, and 4s would hit it. So the two are carried over."
    )
    sentences(root, said, 490, y + 76, 480)
    return finish(root, 100 + tall + 20)


def penalty() -> str:
    """The same strike twice: as it is, and at the higher Strike-number that lets hits be carried (CARRY-2)."""
    shown = battle("Plains: Ogre D3 / Lion D4 4 hits, Centaur C3")
    assert not titan.is_legal(shown, "D3 strikes D4 with 6 6 5 1 1 2 carrying C3:2")
    assert titan.is_legal(shown, "D3 strikes D4 at 6 using 6 with 6 6 5 1 1 2 carrying C3:1")
    root = picture("A carry by penalty", "Left, 5s hit and nothing is carried. Right, 6s hit and one hit is.")
    heading(root, "A carry by penalty", "Before you roll, you may take a higher Strike-number to carry (CARRY-2).")
    hexagons(root, shown)
    tall = 0.0
    for x, number, title, words in (
        (20, 5, "As it is: 5s hit", "Three hits. The Centaur needs 6s, so none may go on to it."),
        (510, 6, "With a penalty: 6s hit", "Two hits. One slays the Lion, one goes on to the Centaur."),
    ):
        text(root, title, x, 124, 26, bold=True)
        part, tall = board(root, shown, (x, 140, 400), ["C3", "D3", "D4"])
        arrow(part, shown, ("D3", "D4"), "1")
        if number == 6:
            arrow(part, shown, ("D3", "C3"), "1")
        dice(root, (6, 6, 5, 2, 1, 1), number, x, 156 + tall)
        sentences(root, words, x, 236 + tall, 460)
    return finish(root, 290 + tall)


def strike_number() -> str:
    """4, less the striker's Skill-factor, plus the target's (STRIKE-3)."""
    shown = battle("Plains: Ogre D3 / Lion D4")
    number = titan.strike_odds(shown, "D3", "D4").strike_number
    root = picture("A Strike-number", f"4 minus 2 plus 3 is {number}: each die of {number} or more hits.")
    heading(root, "A Strike-number", "4, less the striker's Skill-factor, plus the target's (STRIKE-3).")
    hexagons(root, shown)
    for x, words in ((90, "4"), (195, "\u2212"), (300, "2"), (435, "+"), (570, "3"), (705, "="), (840, str(number))):
        text(root, words, x, 160, 64, anchor="middle", bold=True)
    ogre, lion = shown.attacker.characters[0], shown.defender.characters[0]
    counters.draw_counter(root, shown.attacker, "attacker", ogre, 300, 246, 1.25)
    counters.draw_counter(root, shown.defender, "defender", lion, 570, 246, 1.25)
    dice(root, (number, 6), number, 790, 222)
    for x, words in ((90, "always"), (300, "the striker's skill"), (570, "the target's skill"), (840, "these hit")):
        text(root, words, x, 340, 22, anchor="middle", fill=FAINT)
    return finish(root, 362)


def lines_of_sight() -> str:
    """A clear line, one that a wall blocks, and one from atop the wall (RANGE-7)."""
    panels = (
        ("Tower: Ranger D2 / Lion B2", ("D2", "B2"), "Nothing is in the way."),
        ("Tower: Ranger B3 / Lion D3", ("B3", "D3"), "The wall faces the Ranger."),
        ("Tower: Ranger C3 / Lion A2", ("C3", "A2"), "The Ranger is on top."),
    )
    shown = [battle(line) for line, _, _ in panels]
    root = picture("Lines of sight", "Three rangestrikes: clear, blocked by a wall, and from on top of the wall.")
    heading(root, "Lines of sight", "A wall blocks what faces it, unless your own side is on top (RANGE-7).")
    hexagons(root, *shown)
    tall = 0.0
    for place, (one, (_, ends, words)) in enumerate(zip(shown, panels, strict=True)):
        x = 20 + 325 * place
        part, tall = board(root, one, (x, 96, 310), ["A1", "A3", "B4", "C1", "D3", "D2"])
        under = element(part, "g")
        sight_overlay(one, *ends).draw(under, under)
        legal = titan.is_legal(one, f"{ends[0]} strikes {ends[1]}")
        text(root, "clear" if legal else "blocked", x, 128 + tall, 26, bold=True, fill=MAY if legal else MAY_NOT)
        text(root, words, x, 158 + tall, 22)
    return finish(root, 180 + tall)


def pieces() -> str:
    """What a Legion on the Masterboard and a counter in a battle show."""
    shown = battle("Plains, turn 3, attacker's strike: Bk01 310: Ranger D3 2 hits, Titan D4 / Lion F1")
    root = picture("Pieces", "A Legion with its marker and height, and two counters with their numbers and marks.")
    heading(root, "Pieces", "A Legion on the Masterboard, and two characters in a battle.")
    hexagons(root, shown)
    game = titan.Game.parse("turn 5, Black's movement, roll 3: Black: Bk01 41 Titan 2 Ogre Lion / Red: Rd01 5 Titan")
    side, player = shown.attacker, game.players[0]
    draw_legion(root, player, player.legions[0], 170, 220, 3)
    ranger, leader = side.characters
    counters.draw_counter(root, side, "attacker", ranger, 500, 220, 1.7)
    counters.draw_counter(root, side, "attacker", leader, 830, 220, 1.7)
    for x, words in (
        (40, "The Legion Marker, and the Legion's height. The crown: its Titan is here."),
        (
            365,
            "Power-factor 4: dice, and hits it can take. Skill-factor 4. It shoots and flies. It has 2 hits.",
        ),
        (690, "A Titan grows: one Power-factor more for every 100 points. Black has 310."),
    ):
        sentences(root, words, x, 344, 280, 20)
    return finish(root, 450)


def entry_sides() -> str:
    """Where the attacker comes in from each entry side, and where the defender comes in then (BATTLE-3)."""
    root = picture("Entry sides", "A Battleland with its left, right and bottom side, and where the defender enters.")
    heading(root, "Entry sides", "Black attacks and enters from its entry side, Red enters opposite (BATTLE-3).")
    sides = ("left", "bottom", "right")
    shown = [battle(f"Plains, turn 1, defender's maneuver: Bk01 {side}: Ogre off / Rd01: Lion off") for side in sides]
    hexagons(root, *shown)
    for place, (side, one) in enumerate(zip(sides, shown, strict=True)):
        x = 20 + 325 * place
        text(root, f"from the {side}", x, 122, 26, bold=True)
        part = element(root, "svg", x=x, y=134, width=310, height=336, viewBox="-40 -60 1080 1170")
        draw_battleland(part, one.terrain)
        for role in ROLES:
            labels = labels_in(entry_mask(field_of(one), role))
            color = marker_colors(one.of(role).player, one.of(role).legion)[0]
            draw_entry_side(part, one.terrain, role, labels, color)
    return finish(root, 486)


def signs() -> str:
    """A move of three lands over an Arch, an Arrow and Arrows (MOVE-4)."""
    game = titan.Game.parse("turn 5, Black's movement, roll 3: Black 100: Bk01 41 Titan 2 Ogre / Red 500: Rd01 5 Titan")
    rulings = titan.why(game, "Bk01 to 4").rulings
    way: list[int] = next(ruling.facts["way"] for ruling in rulings if "way" in ruling.facts)
    root = picture("A move over the signs", "Bk01 moves from 41 over 100 and 3 to 4.")
    steps = "over the Arch to 100, the Arrow to 3, the Arrows to 4 (MOVE-4)."
    heading(root, "A move over the signs", f"A roll of 3: from 41 {steps}")
    define(root)
    lands = game.the_box.masterboard.lands
    middles = [seat(lands[number]) for number in (41, *way)]
    left, right = min(x for x, _ in middles) - 140, max(x for x, _ in middles) + 140
    top, low = min(y for _, y in middles) - 110, max(y for _, y in middles) + 110
    wide = 560.0
    tall = wide * (low - top) / (right - left)
    view = f"{left:g} {top:g} {right - left:g} {low - top:g}"
    part = element(root, "svg", x=20, y=96, width=wide, height=tall, viewBox=view)
    draw_masterboard(part)
    for ink, width in ((PAPER, 11), (MAY, 6)):
        line = points(*middles)
        element(part, "polyline", points=line, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round")
    for x, y in middles[1:]:
        element(part, "circle", cx=x, cy=y, r=9, fill=MAY, stroke=PAPER, stroke_width=2)
    player = game.players[0]
    draw_legion(part, player, player.legions[0], *middles[0])
    legend = (
        ("Block", "Block: if you start here, you must leave over it."),
        ("Arch", "Arch: only the first step of a move may take it."),
        ("Arrow", "Arrow: any step may take it."),
        ("Arrows", "Arrows: the same, on the outer tracks."),
    )
    assert set(SIGNS) == {sign for sign, _ in legend}
    for place, (sign, words) in enumerate(legend):
        y = 130 + 84 * place
        element(root, "use", href=f"#{ref(sign)}", transform=f"translate(630,{y - 10}) scale(1.5)")
        sentences(root, words, 685, y, 300, 21)
    return finish(root, 96 + max(tall, 330) + 20)


DIAGRAMS: dict[str, Callable[[], str]] = {
    "carry": carry,
    "penalty": penalty,
    "strike-number": strike_number,
    "lines-of-sight": lines_of_sight,
    "pieces": pieces,
    "entry-sides": entry_sides,
    "signs": signs,
}


def commands() -> list[list[str]]:
    """The arguments of each command that the page shows."""
    return [shlex.split(line) for line in SHOWN.findall(PAGE.read_text(encoding="utf-8"))]


def draw(folder: Path | None = None) -> list[Path]:
    """Draw every picture where its command says and the diagrams beside them, or all of them in another folder.

    :raises SystemExit: a command fails.
    """
    os.chdir(ROOT)
    drawn = []
    for name, diagram in DIAGRAMS.items():
        path = (folder or PAGE.with_name("pictures")) / f"{name}.svg"
        path.write_text(diagram(), encoding="utf-8")
        drawn.append(path)
    for args in commands():
        target = args.index("-o") + 1
        if folder is not None:
            args[target] = str(folder / Path(args[target]).name)
        if run(args):
            sys.exit(f"failed: titan {shlex.join(args)}")
        drawn.append(Path(args[target]))
    return drawn


if __name__ == "__main__":
    draw(*map(Path, sys.argv[1:2]))
