"""What changes a rangestrike from one hex into another, as single changes and as a table (RANGE-1 to RANGE-8)."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

from ...box import Box
from ...box.battlelands import Battleland
from ...box.hazards import on_strike_at, on_striker
from ...box.hexes import HEXES, Lazily
from ...box.names import CharacterName
from ...box.sight_tables import SightLine, SightTables
from ...digest.rulesets import Ruleset
from .strike_tables import Change, Changed, made_by, strike_number

_RULES: dict[Changed, str] = {"dice": "RANGE-3", "skill": "RANGE-4", "number": "RANGE-5"}
LONG = 4  # from this range on, each hex costs a Skill-factor (RANGE-4)
ADJACENT = 2  # the range of neighbours: both ends count (RANGE-2)

NoVolley: TypeAlias = Literal["no rangestriker", "too far", "adjacent", "missile at neighbour", "lord"]
"""Why a character never rangestrikes another from where the two stand."""


@frozen(eq=False)
class Volley:
    """A rangestrike along one line of sight, or a magic missile.

    :param line: None for a magic missile, which needs none (RANGE-8).
    :param blockers: the hexes in which a character blocks it.
    :param dice: the dice gained beyond half of the Power-factor (RANGE-3).
    :param range: the hexes from striker to target, both counted (RANGE-2).
    """

    line: SightLine | None
    blockers: int
    dice: int
    strike_number: int
    range: int
    changes: tuple[Change, ...]


@frozen
class RangeStrike:
    """The roll of a rangestrike; ``range`` counts both hexes."""

    dice: int
    strike_number: int
    range: int
    volley: Volley


@cache
def volley_roll(half: int, volley: Volley) -> RangeStrike:
    """The roll, equal ones as one object; ``half``: of the Power-factor, rounded down (RANGE-3)."""
    return RangeStrike(half + volley.dice, volley.strike_number, volley.range, volley)


Key: TypeAlias = tuple[CharacterName, CharacterName, str, str]
"""Striker, target, and their hexes."""


class VolleyTable(Lazily[Key, tuple[Volley, ...] | NoVolley]):
    """The volleys of one map under a ruleset, best first, or why there are none; empty: no line of sight."""

    def __init__(self, box: Box, terrain: str, rules: Ruleset, sights: SightTables) -> None:
        super().__init__(self._find)
        self._box, self._land, self._rules, self._sights = box, box.battlelands[terrain], rules, sights

    def _find(self, key: Key) -> tuple[Volley, ...] | NoVolley:
        striker, target, start, end = key
        character = self._box.characters[striker]
        if not character.rangestrikes:
            return "no rangestriker"
        distance = self._sights.range(start, end)
        if distance is None or distance > character.skill:
            return "too far"
        if character.magic_missile:
            # An adjacent enemy is beyond a cliff here, or they were in contact.
            if distance == ADJACENT and self._rules.missile_across_cliff == "forbidden":
                return "missile at neighbour"
            return (self._volley(key, None, distance),)
        if distance == ADJACENT:
            return "adjacent"
        if self._box.characters[target].is_lord:
            return "lord"
        lines = self._sights.ranked[start, end, character.natives]
        return tuple([self._volley(key, line, distance) for line in lines])

    def _volley(self, key: Key, line: SightLine | None, distance: int) -> Volley:
        striker, target, _, _ = key
        characters = self._box.characters
        changes = tuple(self._changes(key, line))
        return Volley(
            line,
            0 if line is None else line.blockers,
            _sum(changes, "dice"),
            strike_number(
                characters[striker].skill + _sum(changes, "skill"), characters[target].skill, _sum(changes, "number")
            ),
            distance,
            changes,
        )

    def _changes(self, key: Key, line: SightLine | None) -> Iterator[Change]:
        """Every change, in the order of the rules (RANGE-3 to RANGE-5, RANGE-8)."""
        striker, target, start, end = key
        box, land = self._box, self._land
        natives = box.characters[striker].natives
        hazard = box.hazards[land[start].hazard]
        for who, effect in on_striker(hazard.rangestriker_in_it, hazard.name in natives):
            yield from made_by(effect, f"a {who or 'striker'} in {hazard.said}", hazard.printed, _RULES)
        if line is not None:
            yield from _losses(box, land, line, natives)
        yield from self._aim(striker, target, end)

    def _aim(self, striker: CharacterName, target: CharacterName, end: str) -> Iterator[Change]:
        """The changes from the target's hex (RANGE-3 to RANGE-5, RANGE-8)."""
        box = self._box
        hazard = box.hazards[self._land[end].hazard]
        magic = box.characters[striker].magic_missile
        exempt = magic and self._rules.missile_ignores_brambles
        native, other_native = (hazard.name in box.characters[who].natives for who in (striker, target))
        for who, effect in on_strike_at(hazard.rangestrike_target_in_it, native, other_native):
            if who == "any":
                if not (magic and effect.not_magic):
                    yield from made_by(effect, f"into {hazard.said}", hazard.printed, _RULES)
            elif not (exempt and effect.not_magic):
                because = f"a native in {hazard.said} rangestruck by a non-native"
                yield from made_by(effect, because, hazard.printed, _RULES)


def _sum(changes: Iterable[Change], what: Changed) -> int:
    return sum([change.by for change in changes if change.changed == what])


def _losses(box: Box, land: Battleland, line: SightLine, natives: frozenset[str]) -> Iterator[Change]:
    """Each loss of Skill-factors along a line of sight, without the target's own hex (RANGE-4)."""
    if line.range >= LONG:
        rule = "RANGE-4" if line.range == LONG else "BOX-8"
        yield Change(rule, "skill", LONG - 1 - line.range, f"at range {line.range}")
    for number in line.hexes[1:-1] if line.through else ():
        hazard = box.hazards[land.hexes[number].hazard]
        for _, effect in on_striker(hazard.rangestrike_through, hazard.name in natives):
            yield from made_by(effect, f"over {hazard.said} in {HEXES[number]}", hazard.printed, _RULES)
    for obstacle in line.obstacles:
        if obstacle.up:
            side = box.hexsides[obstacle.hazard]
            for effect in side.rangestrike_up.values():
                because = f"up the {side.name} from {HEXES[obstacle.start]} to {HEXES[obstacle.end]}"
                yield from made_by(effect, because, side.printed, _RULES)
