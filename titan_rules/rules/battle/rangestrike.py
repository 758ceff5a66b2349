"""Rangestrikes and magic missiles (RANGE-1 to RANGE-9)."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TypeAlias

from attrs import frozen

from ...box import Box
from ...box.battlelands import Battleland
from ...box.hazards import on_strike_at, on_striker
from ...box.hexes import HEX_NUMBER, HEXES, numbers_in
from ...box.names import CharacterName
from ...box.sight_tables import SightLine
from ...kernel.rulings import Ruling, illegal, legal
from ...position.battle import Combatant, Role, other
from .field import Field
from .level_ground import strike_number
from .sight import best_line, line_of_sight, sight_rulings
from .strike_numbers import numbers_explained
from .strike_tables import Change, Changed, made_by
from .wording import named

_RULES: dict[Changed, str] = {"dice": "RANGE-3", "skill": "RANGE-4", "number": "RANGE-5"}
LONG = 4
"""The range from which a rangestrike loses Skill-factors, one for each hex (RANGE-4)."""
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
    start, end, foe = striker.hex, target.hex, other(role)
    if start is None or end is None or (target.hits and field.left(foe, target) <= 0):
        return None
    box = field.box
    character = box.characters[striker.name]
    if not character.rangestrikes or field.tables.contact[HEX_NUMBER[start]] & field.standing[foe]:
        return None
    distance = field.sights.ranges.get((start, end))
    if distance is None or distance > character.skill:
        return None
    if character.magic_missile:
        # An adjacent enemy is beyond a cliff here, or they were in contact.
        if distance == ADJACENT and field.rules.missile_across_cliff == "forbidden":
            return None
        line = None
    else:
        if distance == ADJACENT or box.characters[target.name].is_lord:
            return None
        line = best_line(field, start, end, character.native_to)
        if line is None:
            return None
    exempt = character.magic_missile and field.rules.missile_ignores_brambles
    dice, number = roll_of(box, field.terrain, striker.name, start, target.name, end, line, exempt)
    return _rolled(field.power(role, striker) // 2 + dice, number, distance)


@cache
def _rolled(dice: int, number: int, distance: int) -> RangeStrike:
    """Equal ones are one object."""
    return RangeStrike(dice, number, distance)


def roll_of(
    box: Box,
    terrain: str,
    striker: CharacterName,
    start: str,
    target: CharacterName,
    end: str,
    line: SightLine | None,
    exempt: bool,
) -> tuple[int, int]:
    """The dice gained and the Strike-number; parameters as in :func:`range_changes`."""
    dice, skill, number = _gains_on(box, terrain, striker, start, line)
    more, lost, up = _gains_at(box, terrain, striker, end, target, line is None, exempt)
    characters = box.characters
    skill += characters[striker].skill + lost
    return dice + more, strike_number(skill, characters[target].skill, number + up)


Gains: TypeAlias = tuple[int, int, int]
"""Dice, Skill-factor and Strike-number gained."""


def _gains(changes: Iterable[Change]) -> Gains:
    dice = skill = number = 0
    for found in changes:
        if found.changed == "dice":
            dice += found.by
        elif found.changed == "skill":
            skill += found.by
        else:
            number += found.by
    return dice, skill, number


@lru_cache(1 << 16)
def _gains_on(box: Box, terrain: str, striker: CharacterName, start: str, line: SightLine | None) -> Gains:
    """What a striker gains by where it stands, and by its line of sight."""
    return _gains(_on_the_way(box, terrain, striker, start, line))


@lru_cache(1 << 16)
def _gains_at(
    box: Box, terrain: str, striker: CharacterName, end: str, target: CharacterName, magic: bool, exempt: bool
) -> Gains:
    """What a striker gains by where its target stands."""
    return _gains(_aim(box, terrain, striker, end, target, magic, exempt))


Shot: TypeAlias = tuple[Combatant, RangeStrike]
"""An enemy, and what a rangestrike of it rolls."""


def rangestrike_targets(field: Field, role: Role, striker: Combatant) -> tuple[Shot, ...]:
    """Every enemy that a character may rangestrike, in the order of their hexes (RANGE-1)."""
    if striker.hex is None or not field.box.characters[striker.name].rangestrikes:
        return ()
    known: tuple[Shot, ...] | None = field.shots.get(striker.hex)
    if known is not None:
        return known
    found = []
    for number in numbers_in(field.living[other(role)]):
        target = field.who[number]
        roll = rangestrike(field, role, striker, target)
        if roll is not None:
            found.append((target, roll))
    shots = field.shots[striker.hex] = tuple(found)
    return shots


def range_changes(
    box: Box,
    terrain: str,
    striker: CharacterName,
    start: str,
    target: CharacterName,
    end: str,
    line: SightLine | None,
    exempt: bool,
) -> list[Change]:
    """Every change to a rangestrike (RANGE-3 to RANGE-5, RANGE-8).

    :param striker, target: names.
    :param start, end: their hexes.
    :param line: the line of sight taken; None for a magic missile.
    :param exempt: a native in Brambles is no harder to hit.
    """
    ahead = _aim(box, terrain, striker, end, target, line is None, exempt)
    return [*_on_the_way(box, terrain, striker, start, line), *ahead]


def _on_the_way(box: Box, terrain: str, striker: CharacterName, start: str, line: SightLine | None) -> Iterator[Change]:
    """What the striker's own hex changes (RANGE-3, BOX-4), and the line of sight (RANGE-4)."""
    land, natives = box.battlelands[terrain], box.characters[striker].native_to
    hazard = box.hazards[land[start].hazard]
    for who, effect in on_striker(hazard.rangestriking, hazard.name in natives):
        yield from made_by(effect, f"a {who or 'striker'} in {hazard.called}", hazard.printed, _RULES)
    if line is not None:
        yield from _losses(box, land, line, natives)


def _aim(
    box: Box, terrain: str, striker: CharacterName, end: str, target: CharacterName, magic: bool, exempt: bool
) -> Iterator[Change]:
    """What the target's hex changes (RANGE-3 to RANGE-5, RANGE-8)."""
    hazard = box.hazards[box.battlelands[terrain][end].hazard]
    native, other_native = (hazard.name in box.characters[who].native_to for who in (striker, target))
    for who, effect in on_strike_at(hazard.rangestruck, native, other_native):
        if who == "any":
            if not (magic and effect.not_magic):
                yield from made_by(effect, f"into {hazard.called}", hazard.printed, _RULES)
        elif not (exempt and effect.not_magic):
            because = f"a native in {hazard.called} rangestruck by a non-native"
            yield from made_by(effect, because, hazard.printed, _RULES)


def _losses(box: Box, land: Battleland, line: SightLine, natives: frozenset[str]) -> Iterator[Change]:
    """Everything that costs a Skill-factor on a line of sight, but for the target's own hex (RANGE-4)."""
    if line.range >= LONG:
        rule = "RANGE-4" if line.range == LONG else "BOX-8"
        yield Change(rule, "skill", LONG - 1 - line.range, f"at range {line.range}")
    for number in line.hexes[1:-1] if line.through else ():
        hazard = box.hazards[land.hexes[number].hazard]
        for _, effect in on_striker(hazard.between, hazard.name in natives):
            yield from made_by(effect, f"over {hazard.called} in {HEXES[number]}", hazard.printed, _RULES)
    for obstacle in line.obstacles:
        if obstacle.up:
            side = box.hexsides[obstacle.hazard]
            for effect in side.range_up.values():
                because = f"up the {side.name} from {HEXES[obstacle.start]} to {HEXES[obstacle.end]}"
                yield from made_by(effect, because, side.printed, _RULES)


def rangestrike_rulings(field: Field, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How a rangestrike that is possible comes by its dice and number: a ruling for each change."""
    character = field.box.characters[striker.name]
    missile = character.magic_missile
    start, end = striker.hex or "", target.hex or ""
    distance = field.sights.ranges[start, end]
    power = field.power(role, striker)
    found = [
        legal(
            "RANGE-2",
            "{whom} is at range {range}, within Skill-factor {skill}",
            whom=named(target),
            range=distance,
            skill=field.box.characters[striker.name].skill,
        )
    ]
    line = None if missile else best_line(field, start, end, character.native_to)
    if missile:
        found.append(legal("RANGE-8", "a magic missile needs no line of sight and may hit Lords"))
    else:
        found += sight_rulings(field, start, end, character.native_to)
    sentence = "half of Power-factor {power}, rounded down: {dice} dice"
    found.append(legal("RANGE-3", sentence, power=power, dice=power // 2))
    exempt = missile and field.rules.missile_ignores_brambles
    changes = range_changes(field.box, field.terrain, striker.name, start, target.name, end, line, exempt)
    return found + numbers_explained(field.box, striker, target, power // 2, changes, "STRIKE-3")


def rangestrike_violations(field: Field, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """Why a character may not rangestrike an enemy with whom it is not in contact; empty if it may."""
    who, whom = named(striker), named(target)
    character = field.box.characters[striker.name]
    distance = field.sights.ranges.get((striker.hex or "", target.hex or ""))
    if not character.rangestrikes:
        return [_apart(who, whom, distance), illegal("RANGE-1", "{name} is not a rangestriker", name=striker.name)]
    if field.battle.phase == "strikeback":
        return [illegal("STRIKE-8", "there are no rangestrikes in strikeback")]
    contact = field.in_contact(role, striker, slain=True)
    if contact:
        enemies = " and ".join(named(field.who[n]) for n in numbers_in(contact))
        return [illegal("RANGE-1", "{who} is in contact with {enemies}", who=who, enemies=enemies)]
    if distance is None or distance > character.skill:
        shown = f"more than {field.box.farthest}" if distance is None else distance
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
    if field.box.characters[target.name].is_lord:
        return [illegal("RANGE-6", "{whom} is a Lord", whom=whom)]
    start, end = striker.hex or "", target.hex or ""
    return [] if line_of_sight(field, start, end) else sight_rulings(field, start, end)


def _apart(who: str, whom: str, distance: int | None) -> Ruling:
    """Why two characters are not in contact."""
    if distance == ADJACENT:
        return illegal("MANEUVER-2", "{who} and {whom} are not in contact: a cliff lies between", who=who, whom=whom)
    return illegal("STRIKE-1", "{who} is not in contact with {whom}", who=who, whom=whom)
