"""Rangestrikes and magic missiles (RANGE-1 to RANGE-9)."""

from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

from ...box.hexes import BIT, HEX_NUMBER, numbers_in
from ...kernel.judging import Refusal, refusal, refused
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import listed
from ...position.battle import Combatant, Role, other
from .field import AnyField, C, Field, Piece, View, named
from .sight import free_line, sight_rulings
from .strike_numbers import numbers_explained
from .volleys import ADJACENT, NoVolley, Volley

NoShot: TypeAlias = NoVolley | Literal["gone", "strikeback", "in contact", "blocked"]
"""Why a character cannot rangestrike another now; gone: the target is slain, or one of the two is off the board."""


@frozen
class RangeStrike:
    """The roll of a rangestrike; ``range`` counts both hexes."""

    dice: int
    strike_number: int
    range: int
    volley: Volley


def rangestrike(field: AnyField, role: Role, striker: Piece, target: Piece) -> RangeStrike | NoShot:
    """A rangestrike's roll, or why it is impossible, whoever's turn it is (RANGE-1 to RANGE-9)."""
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
            return _rolled(field.power(role, striker) // 2, volley)
    return "blocked"


@cache
def _rolled(half: int, volley: Volley) -> RangeStrike:
    """The roll, equal ones as one object; ``half``: of the Power-factor, rounded down (RANGE-3)."""
    return RangeStrike(half + volley.dice, volley.strike_number, volley.range, volley)


Shot: TypeAlias = tuple[C, RangeStrike]
"""An enemy, and what a rangestrike of it rolls."""


def shots(field: Field[C], role: Role, striker: Piece) -> tuple[Shot[C], ...]:
    """Every enemy that a character can rangestrike, sorted by hex (RANGE-1)."""
    if not field.box.characters[striker.name].rangestrikes:
        return ()
    targets = [field.who[number] for number in numbers_in(field.living[other(role)])]
    rolls = [(target, rangestrike(field, role, striker, target)) for target in targets]
    return tuple([(target, roll) for target, roll in rolls if isinstance(roll, RangeStrike)])


def rangestrike_targets(field: View, role: Role, striker: Combatant) -> tuple[Shot[Combatant], ...]:
    """The :func:`shots` of a character in a position, cached on the view."""
    if striker.hex is None:
        return ()
    known: tuple[Shot[Combatant], ...] | None = field.shots.get(striker.hex)
    if known is None:
        known = field.shots[striker.hex] = shots(field, role, striker)
    return known


def rangestrike_rulings(field: View, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How a possible rangestrike gets its dice and Strike-number: a ruling for each change."""
    roll = rangestrike(field, role, striker, target)
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


def judge_rangestrike(field: View, role: Role, striker: Combatant, target: Combatant) -> RangeStrike | Refusal:
    """The roll of a character's rangestrike at an enemy not in contact (RANGE-1 to RANGE-9)."""
    shot = rangestrike(field, role, striker, target)
    return shot if isinstance(shot, RangeStrike) else _refused(field, role, striker, target, shot)


def _refused(field: View, role: Role, striker: Combatant, target: Combatant, why: NoShot) -> Refusal:
    who, whom = named(striker), named(target)
    start, end = striker.hex or "", target.hex or ""
    distance = field.sights.range(start, end)
    match why:
        case "no rangestriker":
            unable = illegal("RANGE-1", "{name} is not a rangestriker", name=striker.name)
            if field.tables.contact[HEX_NUMBER[start]] & BIT[end]:
                return refused(unable)
            apart = illegal("STRIKE-1", "{who} is not in contact with {whom}", who=who, whom=whom)
            if distance == ADJACENT:
                sentence = "{who} and {whom} are not in contact: a cliff lies between"
                apart = illegal("MANEUVER-2", sentence, who=who, whom=whom)
            return refused(apart, unable)
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
