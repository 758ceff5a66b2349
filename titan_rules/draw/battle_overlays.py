"""Overlays of a battle: reachable hexes, targets, lines of sight, as the rules have them."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from ..box.current_box import current
from ..box.hexes import HEXES, hex_names, labels_in, numbers_in
from ..box.sight_tables import SightLine
from ..kernel.errors import CannotTell, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.odds import percent
from ..kernel.rulings import Ruling
from ..odds.carry import hits_of
from ..position.battle import Battle, Combatant, Role, other
from ..rules.battle.carry import StrikeOption
from ..rules.battle.field import View, field_of
from ..rules.battle.maneuver import destinations, judge_mover, maneuver_rulings
from ..rules.battle.sight import best_line, sight_rulings
from ..rules.battle.strike import judge_strike
from ..rules.battle.wording import named
from .battleland import HEIGHT, RADIUS, centre, corners
from .overlay import MAY, MAY_NOT, Overlay, draw_badge, sentence, sentences
from .svg import PAPER, element, group, points, text


def pick(battle: Battle, text: str) -> tuple[Role, Combatant]:
    """The character that a hex or a name means; a name prefers the side that acts.

    :raises UnknownName: the text is neither a hex nor a character's name.
    :raises CannotTell: nobody is there, or the name fits several.
    """
    label = hex_names.find(text)
    if label is not None:
        standing = battle.at(label)
        if standing is None:
            raise CannotTell(Fault("nobody-there", f"nobody stands in {label}"))
        return standing
    name = current().character_names.find(text)
    if name is None:
        fault = current().character_names.fault(text)
        raise UnknownName(Fault("unknown-character", f"{text!r} is neither a hex nor a character", hint=fault.hint))
    for role in (battle.acting, other(battle.acting)):
        fits = [c for c in battle.of(role).characters if c.name == name]
        places = sorted({c.hex or "off the board" for c in fits})
        if len(places) > 1:
            raise CannotTell(
                Fault("ambiguous-character", f"there are several {name}s: {', '.join(places)}", hint="name the hex")
            )
        if fits:
            return role, fits[0]
    raise CannotTell(Fault("nobody-there", f"there is no {name} in this battle"))


def moves_overlay(battle: Battle, who: str) -> Overlay:
    """The hexes a character (a hex or name) can reach, each with its cost (MANEUVER-1 to 7).

    :raises UnknownName, CannotTell: see :func:`pick`.
    """
    role, combatant = pick(battle, who)
    field = field_of(battle)
    reached = labels_in(destinations(field, role, combatant))
    rulings = {label: maneuver_rulings(field, role, combatant, label) for label in reached}
    name = named(combatant)
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
    mark = group(
        board,
        f"{combatant.name} may go to {label}",
        desc=" ".join(sentences(why)),
        data_overlay="move",
        data_to=label,
        data_cost=cost,
    )
    element(
        mark,
        "polygon",
        points=points(*corners(x, y, RADIUS - 9)),
        fill="none",
        stroke=MAY,
        stroke_width=8,
        stroke_dasharray="20 8",
    )
    element(mark, "circle", cx=x, cy=y, r=26, fill=MAY, stroke=PAPER, stroke_width=3)
    if cost:
        text(mark, cost, x, y + 12, 34, anchor="middle", bold=True, fill=PAPER)


def targets_overlay(battle: Battle, who: str) -> Overlay:
    """The targets of a character (a hex or name), with dice, Strike-number and odds to slay (STRIKE, RANGE).

    Out of turn it shows the position as in its side's Strike Phase.

    :raises UnknownName, CannotTell: see :func:`pick`; or it is off the board.
    """
    role, striker = pick(battle, who)
    start = striker.hex
    if start is None:
        raise CannotTell(Fault("off-the-board", f"{named(striker)} is off the board and has no targets"))
    title = f"Whom {named(striker)} may strike"
    if battle.phase == "maneuver" or battle.acting != role:
        battle = evolve(battle, phase="strike", side=role)
        title += f", as if it were the {role}'s Strike Phase"
    targets, refused = _targets(battle, role, striker, start)
    notes = [_strike_note(target, *roll) for target, roll in targets]
    if not notes:
        notes = [f"Not {named(target)}: {why[0]}." for target, why in refused] or ["There is no enemy on the board."]

    def draw(_: ET.Element, over: ET.Element) -> None:
        for target, (options, odds) in targets:
            _draw_strike(over, battle, striker, target, options[0], odds)

    return Overlay(title, tuple(notes), draw)


def _targets(
    battle: Battle, role: Role, striker: Combatant, start: str
) -> tuple[list[tuple[Combatant, tuple[tuple[StrikeOption, ...], str]]], list[tuple[Combatant, Sequence[Ruling]]]]:
    """The legal targets, with rolls and odds to slay; and the others, with reasons."""
    field = field_of(battle)
    targets: list[tuple[Combatant, tuple[tuple[StrikeOption, ...], str]]] = []
    refused: list[tuple[Combatant, Sequence[Ruling]]] = []
    for target in sorted(battle.of(other(role)).characters, key=lambda c: c.hex or ""):
        if target.hex is None:
            continue
        judged = judge_strike(field, role, start, target.hex)
        if isinstance(judged, Refusal):
            refused.append((target, judged.rulings))
            continue
        options = judged.options
        slays = hits_of(options[0].dice, options[0].strike_number).at_least(field.left(other(role), target))
        targets.append((target, (options, percent(slays, 1))))
    return targets, refused


def _strike_note(target: Combatant, options: tuple[StrikeOption, ...], odds: str) -> str:
    rolls = " or ".join(f"{o.dice} dice at Strike-number {o.strike_number}" for o in options)
    slays = "it cannot be slain by that" if odds == "0 %" else f"slays it in {odds} of all rolls"
    return f"{sentence(named(target))}: {rolls}; {slays}."


def _draw_strike(
    board: ET.Element, battle: Battle, striker: Combatant, target: Combatant, roll: StrikeOption, odds: str
) -> None:
    land = battle.the_box.battlelands[battle.terrain]
    x1, y1 = centre(land[striker.hex or ""])
    x2, y2 = centre(land[target.hex or ""])
    mark = group(
        board,
        _strike_note(target, (roll,), odds),
        data_overlay="target",
        data_to=target.hex,
        data_dice=str(roll.dice),
        data_strike_number=str(roll.strike_number),
        data_slays=odds,
    )
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    short = 52 / far
    x1, y1, x2, y2 = x1 + (x2 - x1) * short, y1 + (y2 - y1) * short, x2 + (x1 - x2) * short, y2 + (y1 - y2) * short
    element(mark, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=PAPER, stroke_width=13)
    element(mark, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=MAY, stroke_width=7)
    x, y = centre(land[target.hex or ""])
    number = f"{roll.dice} dice, {roll.strike_number}" + ("+" if roll.strike_number < 6 else "")
    draw_badge(mark, x, y + HEIGHT / 2 - 30, (number, f"slays {odds}"), 136, 20, MAY)


def sight_overlay(battle: Battle, start: str, end: str) -> Overlay:
    """The line of sight between two hexes, and what blocks it (RANGE-7).

    :raises UnknownName: one of them is no hex.
    """
    start, end = hex_names.canonical(start), hex_names.canonical(end)
    field = field_of(battle)
    lines = field.sights.lines[start, end]
    free = best_line(field, start, end) is not None
    if (field.sights.range(start, end) or 0) > 2:
        notes = sentences(sight_rulings(field, start, end))
    else:
        notes = (_no_range(field, start, end),)

    def draw(_: ET.Element, over: ET.Element) -> None:
        _draw_sight(over, battle, (start, end), free)
        if not free:
            for line in lines:
                _draw_blocks(over, field, line)

    return Overlay(f"Line of sight from {start} to {end}", notes, draw)


def _no_range(field: View, start: str, end: str) -> str:
    distance = field.sights.range(start, end)
    if start == end:
        return f"{start} is one hex: there is no line."
    if distance is None:
        return "The hexes are more than 4 apart, both counted: nobody rangestrikes so far (RANGE-2)."
    return "The hexes are adjacent: no line of sight is asked for (RANGE-2)."


def _draw_sight(board: ET.Element, battle: Battle, ends: tuple[str, str], free: bool) -> None:
    land = battle.the_box.battlelands[battle.terrain]
    (x1, y1), (x2, y2) = (centre(land[label]) for label in ends)
    said = "free" if free else "blocked"
    mark = group(
        board,
        f"Line of sight from {ends[0]} to {ends[1]}: {said}",
        data_overlay="sight",
        data_from=ends[0],
        data_to=ends[1],
        data_sight=said,
    )
    color = MAY if free else MAY_NOT
    element(mark, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=PAPER, stroke_width=14, stroke_linecap="round")
    dash = None if free else "18 10"
    element(mark, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, stroke_width=8, stroke_dasharray=dash)
    for x, y in ((x1, y1), (x2, y2)):
        element(mark, "circle", cx=x, cy=y, r=9, fill=color, stroke=PAPER, stroke_width=3)


def _draw_blocks(board: ET.Element, field: View, line: SightLine) -> None:
    """A cross on everything that blocks one walk: hexsides, a Tree, characters."""
    land = field.tables.land
    if line.blocked == "tree":
        _draw_cross(board, centre(land.hexes[line.at[0]]), HEXES[line.at[0]])
    elif line.blocked is not None:
        for a, b in zip(line.at[::2], line.at[1::2], strict=True):
            (x1, y1), (x2, y2) = centre(land.hexes[a]), centre(land.hexes[b])
            _draw_cross(board, ((x1 + x2) / 2, (y1 + y2) / 2), f"{HEXES[a]} {HEXES[b]}")
    else:
        for number in numbers_in(line.blockers & field.occupied):
            _draw_cross(board, centre(land.hexes[number]), HEXES[number])


def _draw_cross(board: ET.Element, at: tuple[float, float], where: str) -> None:
    x, y = at
    mark = group(board, f"Blocked at {where.replace(' ', ' to ')}", data_overlay="block", data_at=where)
    arms = f"M{x - 24:.2f},{y - 24:.2f}l48,48m0,-48l-48,48"
    for color, wide in ((PAPER, 18), (MAY_NOT, 10)):
        element(mark, "path", d=arms, fill="none", stroke=color, stroke_width=wide, stroke_linecap="round")
