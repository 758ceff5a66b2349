"""Rangestrikes and magic missiles (RANGE-1 to RANGE-9)."""

from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from ...box.battle_tables import WALL
from ...box.battlelands import Battleland, battleland
from ...box.characters import CHARACTERS
from ...box.hexes import HEXES, numbers_in
from ...box.sight_tables import FARTHEST, SightLine
from ...kernel.rulings import Ruling, illegal, legal
from ...position.battle import Combatant, Role, other
from .field import Field
from .level_ground import strike_number
from .sight import best_line, line_of_sight, sight_rulings
from .strike_numbers import numbers_explained
from .strike_tables import BRAMBLES, VOLCANO, Change
from .wording import named

ADJACENT = 2
"""The range of neighbours: both ends count (RANGE-2)."""


@frozen
class RangeStrike:
    """What a rangestrike rolls.

    :param range: the hexes from striker to target, both counted.
    """

    dice: int
    strike_number: int
    range: int


def rangestrike(field: Field, role: Role, striker: Combatant, target: Combatant) -> RangeStrike | None:
    """What a side's character rolls when it rangestrikes an enemy, or None if it may not (RANGE-1 to 8).

    Phase and turn are not asked here.
    """
    if striker.hex is None or target.hex is None or field.left(other(role), target) <= 0:
        return None
    character = CHARACTERS[striker.name]
    if not character.rangestrikes or field.in_contact(role, striker, slain=True):
        return None
    distance = field.sights.ranges.get((striker.hex, target.hex))
    if distance is None or distance > character.skill:
        return None
    if character.magic_missile:
        # An adjacent enemy is beyond a cliff here, or they were in contact.
        if distance == ADJACENT and field.rules.missile_across_cliff == "forbidden":
            return None
        line = None
    else:
        if distance == ADJACENT or CHARACTERS[target.name].is_lord:
            return None
        line = best_line(field, striker.hex, target.hex, native=BRAMBLES in character.native_to)
        if line is None:
            return None
    exempt = character.magic_missile and field.rules.missile_ignores_brambles
    dice, number = _roll(field.terrain, striker.name, striker.hex, target.name, target.hex, line, exempt)
    return RangeStrike(field.power(role, striker) // 2 + dice, number, distance)


@lru_cache(maxsize=1 << 16)
def _roll(
    terrain: str, striker: str, start: str, target: str, end: str, line: SightLine | None, exempt: bool
) -> tuple[int, int]:
    """The dice gained and the Strike-number; parameters as in :func:`range_changes`."""
    dice, skill, change = 0, CHARACTERS[striker].skill, 0
    for found in range_changes(terrain, striker, start, target, end, line, exempt):
        if found.changed == "dice":
            dice += found.by
        elif found.changed == "skill":
            skill += found.by
        else:
            change += found.by
    return dice, strike_number(skill, CHARACTERS[target].skill, change)


def rangestrike_targets(field: Field, role: Role, striker: Combatant) -> list[tuple[Combatant, RangeStrike]]:
    """Every enemy that a character may rangestrike, in the order of their hexes (RANGE-1)."""
    if striker.hex is None or not CHARACTERS[striker.name].rangestrikes:
        return []
    found = []
    for number in numbers_in(field.living[other(role)]):
        target = field.who[number]
        roll = rangestrike(field, role, striker, target)
        if roll is not None:
            found.append((target, roll))
    return found


def range_changes(
    terrain: str, striker: str, start: str, target: str, end: str, line: SightLine | None, exempt: bool
) -> list[Change]:
    """Every change to a rangestrike (RANGE-3 to RANGE-5, RANGE-8).

    :param striker, target: names.
    :param start, end: their hexes.
    :param line: the line of sight taken; None for a magic missile.
    :param exempt: a native in Brambles is no harder to hit.
    """
    land = battleland(terrain)
    natives = CHARACTERS[striker].native_to
    found = []
    if land[start].hazard == VOLCANO and VOLCANO in natives:
        found.append(Change("RANGE-3", "dice", 2, "a native in the Volcano"))
    if line is not None:
        found += [Change("RANGE-4", "skill", -1, because) for because in _losses(land, line, natives)]
    struck_in_brambles = land[end].hazard == BRAMBLES and BRAMBLES in CHARACTERS[target].native_to
    if struck_in_brambles and BRAMBLES not in natives and not exempt:
        found.append(Change("RANGE-5", "number", 1, "a native in Brambles rangestruck by a non-native"))
    return found


def _losses(land: Battleland, line: SightLine, natives: frozenset[str]) -> Iterator[str]:
    """Everything that costs a Skill-factor on a line of sight (RANGE-4)."""
    if len(line.hexes) == FARTHEST:
        yield f"at range {FARTHEST}"
    for number in line.hexes[1:-1]:
        if land.hexes[number].hazard == BRAMBLES and BRAMBLES not in natives:
            yield f"over Brambles in {HEXES[number]}"
    for obstacle in line.obstacles:
        if obstacle.hazard == WALL and obstacle.up:
            yield f"up the wall from {HEXES[obstacle.start]} to {HEXES[obstacle.end]}"
    if land.hexes[line.hexes[-1]].hazard == VOLCANO:
        yield "into the Volcano"


def rangestrike_rulings(field: Field, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How a rangestrike that is possible comes by its dice and number: a ruling for each change."""
    missile = CHARACTERS[striker.name].magic_missile
    start, end = striker.hex or "", target.hex or ""
    distance = field.sights.ranges[start, end]
    power = field.power(role, striker)
    found = [
        legal(
            "RANGE-2",
            "{whom} is at range {range}, within Skill-factor {skill}",
            whom=named(target),
            range=distance,
            skill=CHARACTERS[striker.name].skill,
        )
    ]
    native = BRAMBLES in CHARACTERS[striker.name].native_to
    line = None if missile else best_line(field, start, end, native=native)
    if missile:
        found.append(legal("RANGE-8", "a magic missile needs no line of sight and may hit Lords"))
    else:
        found += sight_rulings(field, start, end, native=native)
    sentence = "half of Power-factor {power}, rounded down: {dice} dice"
    found.append(legal("RANGE-3", sentence, power=power, dice=power // 2))
    exempt = missile and field.rules.missile_ignores_brambles
    changes = range_changes(field.terrain, striker.name, start, target.name, end, line, exempt)
    return found + numbers_explained(striker, target, power // 2, changes, "STRIKE-3")


def rangestrike_violations(field: Field, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """Why a character may not rangestrike an enemy with whom it is not in contact; empty if it may."""
    who, whom = named(striker), named(target)
    character = CHARACTERS[striker.name]
    distance = field.sights.ranges.get((striker.hex or "", target.hex or ""))
    if not character.rangestrikes:
        return [_apart(who, whom, distance), illegal("RANGE-1", "{name} is no rangestriker", name=striker.name)]
    if field.battle.phase == "strikeback":
        return [illegal("STRIKE-8", "there are no rangestrikes in strikeback")]
    contact = field.in_contact(role, striker, slain=True)
    if contact:
        enemies = " and ".join(named(field.who[n]) for n in numbers_in(contact))
        return [illegal("RANGE-1", "{who} is in contact with {enemies}", who=who, enemies=enemies)]
    if distance is None or distance > character.skill:
        shown = "more than 4" if distance is None else distance
        return [
            illegal(
                "RANGE-2",
                "{whom} is at range {range}, the Skill-factor of {who} is {skill}",
                whom=whom,
                range=shown,
                who=who,
                skill=character.skill,
            )
        ]
    if character.magic_missile:
        if distance == ADJACENT and field.rules.missile_across_cliff == "forbidden":
            return [illegal("RANGE-2", "{whom} is adjacent, over a cliff: a magic missile flies farther", whom=whom)]
        return []
    if distance == ADJACENT:
        return [illegal("RANGE-2", "{whom} is adjacent, over a cliff: only a magic missile may strike it", whom=whom)]
    if CHARACTERS[target.name].is_lord:
        return [illegal("RANGE-6", "{whom} is a Lord", whom=whom)]
    start, end = striker.hex or "", target.hex or ""
    return [] if line_of_sight(field, start, end) else sight_rulings(field, start, end)


def _apart(who: str, whom: str, distance: int | None) -> Ruling:
    """Why two characters are not in contact."""
    if distance == ADJACENT:
        return illegal("MANEUVER-2", "{who} and {whom} are not in contact: a cliff lies between", who=who, whom=whom)
    return illegal("STRIKE-1", "{who} is not in contact with {whom}", who=who, whom=whom)
