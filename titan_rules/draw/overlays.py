"""Overlays: answers drawn over a board, and the same in sentences.

Over a battle: hexes within reach, targets, lines of sight. Over a game: where a Legion may go.
"""

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from xml.etree import ElementTree as ET

from attrs import frozen

from ..box.current_box import current
from ..box.hexes import HEXES, hex_names, labels_in, numbers_in
from ..box.masterboard import ENTRY_SIDES
from ..box.sight_tables import SightLine
from ..kernel.errors import CannotTell, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.odds import percent
from ..kernel.rulings import Ruling
from ..odds.carry import hits_of
from ..position.battle import Battle, Combatant, Role, other
from ..position.game import Game, Legion
from ..rules.battle.field import View, field_of, named
from ..rules.battle.maneuver import destinations, judge_mover, maneuver_rulings
from ..rules.battle.rangestrike import best_line, sight_rulings
from ..rules.battle.strike import judge_strike
from ..rules.battle.strike_tables import StrikeOption
from ..rules.masterboard import destinations as lands
from ..rules.masterboard.move_rulings import move_rulings, stay_rulings
from .battleland import HEIGHT, RADIUS, centre, corners
from .masterboard import outline, seat
from .svg import (
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    Point,
    circle,
    element,
    group,
    line,
    path,
    points,
    polygon,
    rect,
    text,
    wrapped,
)

MAY = "#6a1b9a"  # allowed moves, targets and lines: a colour that no player has
MAY_NOT = "#b00020"  # obstacles
_LINE = 28
_SIZE = 21


@frozen
class Overlay:
    """One question's answer, drawn.

    :param title: the question; ``notes``: the answer, sentence by sentence.
    :param draw: draws into two layers, under and over the characters or Legions.
    """

    title: str
    notes: tuple[str, ...]
    draw: Callable[[ET.Element, ET.Element], None]


def sentences(rulings: Iterable[Ruling]) -> tuple[str, ...]:
    """The rulings' sentences with their rules, without duplicates."""
    return tuple(dict.fromkeys(f"{_sentence(str(ruling))}." for ruling in rulings))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def draw_notes(root: ET.Element, overlays: Sequence[Overlay], y: float) -> float:
    """Draw each overlay's words in a box from ``y`` on; return where they end."""
    room = WIDTH - 2 * MARGIN - 32
    for overlay in overlays:
        rows = [row for note in overlay.notes for row in wrapped(note.split(), _SIZE, room)]
        box = group(root, overlay.title, data_note=overlay.title)
        tall = 50 + _LINE * len(rows)
        rect(box, MARGIN, y, WIDTH - 2 * MARGIN, tall, rx=8, fill="#f7f1fa", stroke=MAY, stroke_width=2)
        text(box, overlay.title, MARGIN + 16, y + 32, 24, bold=True, room=room, fill=INK)
        for i, row in enumerate(rows):
            text(box, row, MARGIN + 16, y + 62 + _LINE * i, _SIZE, room=room)
        y += tall + 14
    return y


def _draw_badge(parent: ET.Element, at: Point, rows: Sequence[str], wide: float, size: float) -> None:
    """A few short lines on a coloured ground around a middle."""
    (x, y), tall = at, (size + 4) * len(rows) + 6
    rect(parent, x - wide / 2, y - tall / 2, wide, tall, rx=6, fill=MAY, stroke=PAPER, stroke_width=2)
    for i, row in enumerate(rows):
        base = y - tall / 2 + 1 + (size + 4) * (i + 1) - 2
        text(parent, row, x, base, size, anchor="middle", bold=True, room=wide - 8, fill=PAPER)


def pick(battle: Battle, words: str) -> tuple[Role, Combatant]:
    """The character that a hex or a name means; a name prefers the side that acts.

    :raises UnknownName: the text is neither a hex nor a character's name.
    :raises CannotTell: nobody is there, or the name fits several.
    """
    label = hex_names.find(words)
    if label is not None:
        standing = battle.at(label)
        if standing is None:
            raise CannotTell(Fault("nobody-there", f"nobody stands in {label}"))
        return standing
    names = current().character_names
    name = names.find(words)
    if name is None:
        message = f"{words!r} is neither a hex nor a character"
        raise UnknownName(Fault("unknown-character", message, hint=names.fault(words).hint))
    for role in (battle.acting, other(battle.acting)):
        fits = [c for c in battle.of(role).characters if c.name == name]
        places = sorted({c.hex or "off the board" for c in fits})
        if len(places) > 1:
            message = f"there are several {name}s: {', '.join(places)}"
            raise CannotTell(Fault("ambiguous-character", message, hint="name the hex"))
        if fits:
            return role, fits[0]
    raise CannotTell(Fault("nobody-there", f"there is no {name} in this battle"))


# --- where a character may go ----------------------------------------------------------------------------------------


def moves_overlay(battle: Battle, who: str) -> Overlay:
    """The hexes a character (a hex or name) can reach, each with its cost (MANEUVER-1 to 7).

    :raises UnknownName, CannotTell: see :func:`pick`.
    """
    role, combatant = pick(battle, who)
    field, name = field_of(battle), named(combatant)
    reached = labels_in(destinations(field, role, combatant))
    rulings = {label: maneuver_rulings(field, role, combatant, label) for label in reached}
    if reached:
        costs = "; the numbers are what the ways cost" if any("cost" in r.facts for r in rulings[reached[0]]) else ""
        notes: tuple[str, ...] = (f"It may go to {', '.join(reached)}{costs}.",)
    else:
        judged = judge_mover(field, role, combatant)
        why = judged.rulings if isinstance(judged, Refusal) else ()
        notes = sentences(why) or (f"There is no hex that {name} may go to.",)

    def draw(under: ET.Element, _: ET.Element) -> None:
        for label, why in rulings.items():
            _draw_reach(under, battle, label, combatant, why)

    return Overlay(f"Where {name} may go", notes, draw)


def _draw_reach(board: ET.Element, battle: Battle, label: str, combatant: Combatant, why: list[Ruling]) -> None:
    cost = next((str(r.facts["cost"]) for r in why if "cost" in r.facts), "")
    x, y = centre(battle.the_box.battlelands[battle.terrain][label])
    title, desc = f"{combatant.name} may go to {label}", " ".join(sentences(why))
    mark = group(board, title, desc=desc, data_overlay="move", data_to=label, data_cost=cost)
    polygon(mark, corners(x, y, RADIUS - 9), fill="none", stroke=MAY, stroke_width=8, stroke_dasharray="20 8")
    circle(mark, (x, y), 26, fill=MAY, stroke=PAPER, stroke_width=3)
    if cost:
        text(mark, cost, x, y + 12, 34, anchor="middle", bold=True, fill=PAPER)


# --- whom it may strike ----------------------------------------------------------------------------------------------


@frozen
class _Aim:
    """A legal target, the ways to roll, and the chance that the natural strike slays it."""

    target: Combatant
    options: tuple[StrikeOption, ...]
    slays: str

    def sentence(self, options: Sequence[StrikeOption]) -> str:
        """The rolls and the odds in a sentence."""
        rolls = " or ".join(f"{o.dice} dice at Strike-number {o.strike_number}" for o in options)
        slays = "it cannot be slain by that" if self.slays == "0 %" else f"slays it in {self.slays} of all rolls"
        return f"{_sentence(named(self.target))}: {rolls}; {slays}."


def targets_overlay(battle: Battle, who: str) -> Overlay:
    """The targets of a character (a hex or name), with dice, Strike-number and odds to slay (STRIKE, RANGE).

    Out of turn it shows the position as in its side's Strike Phase.

    :raises UnknownName, CannotTell: see :func:`pick`; or it is off the board.
    """
    role, striker = pick(battle, who)
    if striker.hex is None:
        raise CannotTell(Fault("off-the-board", f"{named(striker)} is off the board and has no targets"))
    title = f"Whom {named(striker)} may strike"
    if battle.phase == "maneuver" or battle.acting != role:
        battle = evolve(battle, phase="strike", side=role)
        title += f", as if it were the {role}'s Strike Phase"
    field, aims, refused = field_of(battle), list[_Aim](), list[str]()
    for target in sorted(battle.of(other(role)).characters, key=lambda c: c.hex or ""):
        if target.hex is not None:
            judged = judge_strike(field, role, striker.hex, target.hex)
            if isinstance(judged, Refusal):
                refused.append(f"Not {named(target)}: {judged.rulings[0]}.")
            else:
                natural = hits_of(judged.options[0].dice, judged.options[0].strike_number)
                slays = natural.at_least(field.left(other(role), target))
                aims.append(_Aim(target, judged.options, percent(slays, 1)))
    notes = [aim.sentence(aim.options) for aim in aims] or refused or ["There is no enemy on the board."]

    def draw(under: ET.Element, over: ET.Element) -> None:
        for aim in aims:
            _draw_strike(under, over, battle, striker, aim)

    return Overlay(title, tuple(notes), draw)


_BESIDE = 46.0  # a steep line's distance from the middle of its hexes, where their labels stand


def _draw_strike(under: ET.Element, over: ET.Element, battle: Battle, striker: Combatant, aim: _Aim) -> None:
    """A line under the counters and beside the hexes' labels, and the roll below the target's counter."""
    land, target, roll = battle.the_box.battlelands[battle.terrain], aim.target, aim.options[0]
    (x1, y1), (x2, y2) = centre(land[striker.hex or ""]), centre(land[target.hex or ""])
    mark = group(
        over, aim.sentence([roll]), data_overlay="target", data_to=target.hex, data_dice=roll.dice,
        data_strike_number=roll.strike_number, data_slays=aim.slays,
    )  # fmt: skip
    far = hypot(x2 - x1, y2 - y1)
    across, down = (x2 - x1) / far, (y2 - y1) / far
    aside = _BESIDE if abs(across) < 0.5 else 0.0
    start = x1 + 40 * across - aside * down, y1 + 40 * down + aside * across
    end = x2 - 40 * across - aside * down, y2 - 40 * down + aside * across
    for color, wide in ((PAPER, 13), (MAY, 7)):
        line(under, start, end, stroke=color, stroke_width=wide)
    more = "+" if roll.strike_number < 6 else ""
    words = f"{roll.dice} dice, {roll.strike_number}{more}: {aim.slays}"
    _draw_badge(mark, (x2, y2 + HEIGHT / 2 - 17), (words,), 166, 18)


# --- what blocks a line of sight -------------------------------------------------------------------------------------


def sight_overlay(battle: Battle, start: str, end: str) -> Overlay:
    """The line of sight between two hexes, and what blocks it (RANGE-7).

    :raises UnknownName: one of them is not a hex.
    """
    start, end = hex_names.canonical(start), hex_names.canonical(end)
    field = field_of(battle)
    distance, free = field.sights.range(start, end), best_line(field, start, end) is not None
    if start == end:
        notes: tuple[str, ...] = (f"{start} is one hex: there is no line.",)
    elif distance is None:
        notes = ("The hexes are more than 4 apart, both counted: nobody rangestrikes that far (RANGE-2).",)
    elif distance <= 2:
        notes = ("The hexes are adjacent: no line of sight is needed (RANGE-2).",)
    else:
        notes = sentences(sight_rulings(field, start, end))

    def draw(_: ET.Element, over: ET.Element) -> None:
        _draw_sight(over, battle, (start, end), free)
        for sight in () if free else field.sights.lines[start, end]:
            for at, where in _blocks(field, sight):
                _draw_cross(over, at, where)

    return Overlay(f"Line of sight from {start} to {end}", notes, draw)


def _draw_sight(board: ET.Element, battle: Battle, ends: tuple[str, str], free: bool) -> None:
    start, end = (centre(battle.the_box.battlelands[battle.terrain][label]) for label in ends)
    sight, color, dash = ("free", MAY, None) if free else ("blocked", MAY_NOT, "18 10")
    title, data = f"Line of sight from {ends[0]} to {ends[1]}: {sight}", {"data_from": ends[0], "data_to": ends[1]}
    mark = group(board, title, data_overlay="sight", **data, data_sight=sight)
    line(mark, start, end, stroke=PAPER, stroke_width=14, stroke_linecap="round")
    line(mark, start, end, stroke=color, stroke_width=8, stroke_dasharray=dash)
    for at in (start, end):
        circle(mark, at, 9, fill=color, stroke=PAPER, stroke_width=3)


def _blocks(field: View, sight: SightLine) -> list[tuple[Point, str]]:
    """Where one walk is blocked, with labels: hexsides, a Tree, characters."""
    hexes = field.tables.land.hexes
    if sight.blocked is None or sight.blocked == "tree":
        numbers = [sight.at[0]] if sight.blocked else numbers_in(sight.blockers & field.occupied)
        return [(centre(hexes[number]), HEXES[number]) for number in numbers]
    sides = [(centre(hexes[a]), centre(hexes[b]), f"{HEXES[a]} {HEXES[b]}")
             for a, b in zip(sight.at[::2], sight.at[1::2], strict=True)]  # fmt: skip
    return [(((x1 + x2) / 2, (y1 + y2) / 2), where) for (x1, y1), (x2, y2), where in sides]


def _draw_cross(board: ET.Element, at: Point, where: str) -> None:
    mark = group(board, f"Blocked at {where.replace(' ', ' to ')}", data_overlay="block", data_at=where)
    arms = f"M{at[0] - 24:.2f},{at[1] - 24:.2f}l48,48m0,-48l-48,48"
    for color, wide in ((PAPER, 18), (MAY_NOT, 10)):
        path(mark, arms, fill="none", stroke=color, stroke_width=wide, stroke_linecap="round")


# --- where a Legion may go -------------------------------------------------------------------------------------------

_HOW = {"normal": "may go", "tower-teleport": "may go by Tower Teleport", "titan-teleport": "may go by Titan Teleport"}


def destinations_overlay(game: Game, marker: str, roll: int | None = None) -> Overlay:
    """The lands a Legion can reach, with the way and any entry sides (MOVE, TELE).

    :param roll: the Movement Roll; None: the game's.
    :raises UnknownName: there is no such marker.
    :raises CannotTell: no Legion on the board has it, or there is no Movement Roll.
    """
    marker = current().markers.canonical(marker)
    holding, roll = game.find(marker), game.roll if roll is None else roll
    if holding is None:
        raise CannotTell(Fault("no-legion", f"there is no Legion {marker} on the board"))
    if roll is None:
        raise CannotTell(Fault("no-roll", "there is no Movement Roll in this game", "/roll", hint="give --roll"))
    player, legion = holding
    places = lands.destinations(game, player, legion, roll)
    ways = [(place, move_rulings(game, player, legion, roll, place)) for place in places]
    by_how = {how: ", ".join(_land_named(place) for place in places if place.how == how) for how in _HOW}
    notes = [f"It {_HOW[how]} to {to}." for how, to in by_how.items() if to]
    notes += sentences(stay_rulings(game, player, legion, roll)) if not places else ()
    if lands.depends_on_content(game, player, legion, roll):
        notes.append("Whether it may teleport depends on its characters, which are not known.")

    def draw(under: ET.Element, over: ET.Element) -> None:
        for _, rulings in ways:
            _draw_ways(under, legion, rulings)
        # the mark of a normal move there covers that of the teleport
        for place, rulings in sorted(ways, key=lambda way: way[0].how == "normal"):
            _draw_place(over, legion, place, rulings)

    return Overlay(f"Where {marker} may go from {legion.land} with a Movement Roll of {roll}", tuple(notes), draw)


def _land_named(place: lands.Destination) -> str:
    name = f"{place.land} {current().masterboard.lands[place.land].terrain}"
    if place.engages is None:
        return name
    return f"{name} (engages {place.engages}, enters {' or '.join(place.entry_sides)})"


def _draw_ways(board: ET.Element, legion: Legion, rulings: list[Ruling]) -> None:
    for way in (ruling.facts["way"] for ruling in rulings if "way" in ruling.facts):
        walk = points(*(seat(current().masterboard.lands[land]) for land in (legion.land, *way)))
        for color, wide in ((PAPER, 10), (MAY, 5)):
            element(
                board, "polyline", points=walk, fill="none", stroke=color, stroke_width=wide, stroke_linejoin="round",
                opacity=0.8,
            )  # fmt: skip


def _draw_place(board: ET.Element, legion: Legion, place: lands.Destination, rulings: list[Ruling]) -> None:
    land = current().masterboard.lands[place.land]
    mark = group(
        board, f"{legion.legion} {_HOW[place.how]} to {_land_named(place)}", desc=" ".join(sentences(rulings)),
        data_overlay="destination", data_to=place.land, data_how=place.how, data_engages=place.engages,
        data_entry_sides=" ".join(place.entry_sides) or None,
    )  # fmt: skip
    dash = None if place.how == "normal" else "10 6"
    polygon(mark, outline(land), fill="none", stroke=MAY, stroke_width=7, stroke_dasharray=dash)
    x, y = seat(land)
    if place.engages is None:
        circle(mark, (x, y), 11, fill=MAY, stroke=PAPER, stroke_width=2)
    else:
        sides = "any side" if len(place.entry_sides) == len(ENTRY_SIDES) else ", ".join(place.entry_sides)
        away = -24 if land.inverted else 24  # over the land's name, not over its number
        _draw_badge(mark, (x, y + away), (sides,), 78, 14)
