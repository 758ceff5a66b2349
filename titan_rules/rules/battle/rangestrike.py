"""Rangestrikes, magic missiles, and lines of sight past the characters on a Battleland (RANGE-1 to RANGE-9)."""

from typing import Literal, TypeAlias

from ...box.hexes import HEX_NUMBER, HEXES, numbers_in
from ...box.sight_tables import SightLine, Why
from ...kernel.judging import Refusal, refusal, refused
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import listed, sentence, verb
from ...position.battle import Combatant, Role, other
from .field import AnyField, C, Field, Piece, View, named
from .strike_numbers import numbers_explained
from .strike_tables import ADJACENT, NoVolley, RangeStrike, volley_roll

NoShot: TypeAlias = NoVolley | Literal["gone", "strikeback", "in contact", "blocked"]
"""Why a character cannot rangestrike another now; ``gone``: the target is slain, or one of them is off the board."""


def rangestrike(field: AnyField, role: Role, striker: Piece, target: Piece) -> RangeStrike | NoShot:
    """A rangestrike's roll, or why it is impossible, regardless of turn (RANGE-1 to RANGE-9)."""
    start, end, foe = striker.hex, target.hex, other(role)
    if start is None or end is None or (target.hits and field.left(foe, target) <= 0):
        return "gone"
    volleys = field.volleys[striker.name, target.name, start, end]
    if volleys == "no rangestriker":
        return volleys
    if field.phase == "strikeback":
        return "strikeback"
    if field.tables.contact[HEX_NUMBER[start]] & field.standing[foe]:
        return "in contact"
    if isinstance(volleys, str):
        return volleys
    occupied = field.occupied
    for volley in volleys:
        if not volley.blockers & occupied:
            return volley_roll(field.power(role, striker) // 2, volley)
    return "blocked"


def worse_side(field: AnyField, role: Role, striker: Piece, target: Piece) -> RangeStrike | None:
    """The roll along the other side of a hexspine, which the striker may declare; None if it is no worse (RANGE-7)."""
    best, start, end = rangestrike(field, role, striker, target), striker.hex, target.hex
    if not isinstance(best, RangeStrike) or start is None or end is None:
        return None
    volleys = field.volleys[striker.name, target.name, start, end]
    for volley in () if isinstance(volleys, str) else volleys:
        if volley.strike_number > best.strike_number and not volley.blockers & field.occupied:
            return volley_roll(field.power(role, striker) // 2, volley)
    return None


def shots(field: Field[C], role: Role, striker: Piece) -> tuple[tuple[C, RangeStrike], ...]:
    """Every enemy that a character can rangestrike, sorted by hex, with the roll (RANGE-1)."""
    if not field.box.characters[striker.name].rangestrikes:
        return ()
    targets = [field.who[number] for number in numbers_in(field.living[other(role)])]
    rolls = [(target, rangestrike(field, role, striker, target)) for target in targets]
    return tuple([(target, roll) for target, roll in rolls if isinstance(roll, RangeStrike)])


def rangestrike_targets(field: View, role: Role, striker: Combatant) -> tuple[tuple[Combatant, RangeStrike], ...]:
    """The :func:`shots` of a character in a position, cached on the view."""
    if striker.hex is None:
        return ()
    known = field.shots.get(striker.hex)
    if known is None:
        known = field.shots[striker.hex] = shots(field, role, striker)
    return known


def rangestrike_rulings(
    field: View, role: Role, striker: Combatant, target: Combatant, declared: RangeStrike | None = None
) -> list[Ruling]:
    """How a possible rangestrike gets its dice and Strike-number: a ruling for each change.

    :param declared: the roll along the worse side of a hexspine; None: the best one.
    """
    roll = declared or rangestrike(field, role, striker, target)
    assert isinstance(roll, RangeStrike)
    line, power = roll.volley.line, field.power(role, striker)
    facts: Facts = {"whom": named(target), "range": roll.range, "skill": field.box.characters[striker.name].skill}
    missile = legal("RANGE-8", "a magic missile needs no line of sight and may hit Lords")
    return [
        legal("RANGE-2", "{whom} is at range {range}, within Skill-factor {skill}", **facts),
        missile if line is None else free_line(line),
        legal("RANGE-3", "half of Power-factor {power}, rounded down: {dice:die}", power=power, dice=power // 2),
        *numbers_explained(field.box, striker, target, power // 2, roll.volley.changes),
    ]


def judge_rangestrike(
    field: View, role: Role, striker: Combatant, target: Combatant, *, shot: bool = True
) -> RangeStrike | Refusal:
    """The roll of a character's rangestrike at an enemy not in contact (RANGE-1 to RANGE-9).

    :param shot: it was declared as a rangestrike; else a character that is no rangestriker only lacks contact.
    """
    volley = rangestrike(field, role, striker, target)
    return volley if isinstance(volley, RangeStrike) else _refused(field, role, striker, target, volley, shot)


def _refused(field: View, role: Role, striker: Combatant, target: Combatant, why: NoShot, shot: bool) -> Refusal:
    who, whom = named(striker), named(target)
    start, end = striker.hex or "", target.hex or ""
    distance = field.sights.range(start, end)
    match why:
        case "no rangestriker":
            if shot:
                return refusal("RANGE-1", "{name} is not a rangestriker", name=striker.name)
            if distance == ADJACENT:
                sentence = "{who} and {whom} are not in contact: a cliff lies between"
                return refusal("MANEUVER-2", sentence, who=who, whom=whom)
            return refusal("STRIKE-1", "{who} is not in contact with {whom}", who=who, whom=whom)
        case "strikeback":
            return refusal("STRIKE-8", "there are no rangestrikes in strikeback")
        case "in contact":
            contact = numbers_in(field.in_contact(role, striker, slain=True))
            enemies = listed([named(field.who[n]) for n in contact])
            return refusal("RANGE-1", "{who} is in contact with {enemies}", who=who, enemies=enemies)
        case "too far":
            shown = f"more than {field.box.farthest}" if distance is None else distance
            sentence = "{whom} is at range {range}, the Skill-factor of {who} is {skill}"
            skill = field.box.characters[striker.name].skill
            return refusal("RANGE-2", sentence, whom=whom, range=shown, who=who, skill=skill)
        case "missile at neighbour":
            return refusal("RANGE-2", "{whom} is adjacent, over a cliff: a magic missile flies farther", whom=whom)
        case "adjacent":
            return refusal("RANGE-2", "{whom} is adjacent, over a cliff: only a magic missile may strike it", whom=whom)
        case "lord":
            return refusal("RANGE-6", "{whom} is a Lord", whom=whom)
        case "blocked":
            return refused(*sight_rulings(field, start, end))
        case "gone":
            return refusal("STRIKE-1", "{whom} is not there to be struck", whom=whom)


# --- lines of sight --------------------------------------------------------------------------------------------------

_BECAUSE: dict[Why, str] = {
    "facing-wall": "the wall between {hexes} faces the line",
    "cliff-or-dune": "{hazards:a} between {hexes} is in the way, and not both ends are atop cliffs",
    "between": "{hazards:a} between {hexes} is in the way, and neither end is atop one",
    "three": "{count} hexside hazards lie on the line ({hexes}), and not both ends are atop one",
    "walls": "{count} walls lie on the line ({hexes}), and neither end is atop one",
}


def best_line(field: AnyField, start: str, end: str, natives: frozenset[str] = frozenset()) -> SightLine | None:
    """The unblocked line of sight that costs the striker least; None if all are blocked.

    :param natives: the hazards that the striker is native to (RANGE-4).
    """
    occupied = field.occupied
    for line in field.sights.ranked[start, end, natives]:
        if not line.blockers & occupied:
            return line
    return None


def sight_rulings(field: View, start: str, end: str, natives: frozenset[str] = frozenset()) -> list[Ruling]:
    """The free line of sight, or what blocks it on each side of a hexspine, at range 3 or more (RANGE-7)."""
    free = best_line(field, start, end, natives)
    if free is not None:
        return [free_line(free)]
    return [_blocked(field, line) for line in field.sights.lines[start, end]]


def free_line(line: SightLine) -> Ruling:
    """The ruling that a line of sight is free."""
    free = "the line of sight from {start} to {end} over {way} is free"
    return legal("RANGE-7", free, start=HEXES[line.hexes[0]], end=HEXES[line.hexes[-1]], way=_way(line))


def _way(line: SightLine) -> str:
    return " ".join(HEXES[n] for n in line.hexes[1:-1])


def _blocked(field: View, line: SightLine) -> Ruling:
    """What blocks one line."""
    start, end = HEXES[line.hexes[0]], HEXES[line.hexes[-1]]
    why = _by_map(field, line) if line.blocked else _by_characters(field, line)
    blocked = "no line of sight from {start} to {end} over {way}: {why}"
    return illegal("RANGE-7", blocked, start=start, end=end, way=_way(line), why=why)


def _by_map(field: View, line: SightLine) -> str:
    assert line.blocked is not None
    places = [HEXES[n] for n in line.at]
    if line.blocked == "tree":
        return f"{field.tables.land.hexes[line.at[0]].hazard} in {listed(places)}"
    crossed = list(zip(line.at[::2], line.at[1::2], strict=True))
    hazards = listed(sorted({o.hazard for o in line.obstacles if (o.start, o.end) in crossed}), "or")
    pairs = ", ".join(f"{a} and {b}" for a, b in zip(places[::2], places[1::2], strict=True))
    return sentence(_BECAUSE[line.blocked], {"hexes": pairs, "hazards": hazards, "count": len(crossed)})


def _by_characters(field: View, line: SightLine) -> str:
    blocking = [named(field.who[n]) for n in numbers_in(line.blockers & field.occupied)]
    ends = [field.tables.land.hexes[n].elevation for n in (line.hexes[0], line.hexes[-1])]
    height = f" (not lower than the lower end, level {min(ends)})" if any(ends) else ""
    return f"{listed(blocking)} {verb(len(blocking), 'stands', 'stand')} between{height}"
