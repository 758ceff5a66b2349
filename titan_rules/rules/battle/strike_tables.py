"""How hazards and hexsides change strikes and rangestrikes, and tables of both (STRIKE-3 to 6, RANGE-1 to 8)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from attrs import field, frozen

from ...box import Box
from ...box.battlelands import Battleland, Effect, contact_masks, on_strike_at, on_striker
from ...box.hexes import HEX_NUMBER, HEXES, Lazily
from ...box.names import CharacterName
from ...box.sight_tables import SightLine, SightTables
from ...digest.rulesets import Ruleset
from ...kernel.blocks import column
from ...kernel.fields import ALWAYS
from ...kernel.writing import Part

MAX_STRIKE_NUMBER = 6  # a six always hits (STRIKE-3)
EVEN_STRIKE_NUMBER = 4  # between equal Skill-factors (STRIKE-3)


def strike_number(skill: int, target_skill: int, change: int = 0) -> int:
    """The Strike-number for two Skill-factors; ``change`` is added to the number itself (STRIKE-3)."""
    return min(MAX_STRIKE_NUMBER, EVEN_STRIKE_NUMBER - skill + target_skill + change)


@frozen
class StrikeOption(Part):
    """One way to roll a strike.

    :param carry_to: the hexes, sorted, of all enemies that then qualify for carries (CARRY-1).
    """

    dice: int = field(metadata=column("dice"))
    strike_number: int = field(metadata=column("needs", lambda option: f"{option.strike_number}+"))
    carry_to: tuple[str, ...] = field(default=(), metadata=ALWAYS | column("may carry to"))


@cache
def natural_option(dice: int, strike_number: int) -> StrikeOption:
    """A roll without carries, cached."""
    return StrikeOption(dice, strike_number)


Changed: TypeAlias = Literal["dice", "skill", "number"]


@frozen
class Change:
    """One change to a strike by ``rule``; ``because`` names its cause in a sentence."""

    rule: str
    changed: Changed
    by: int
    because: str


_PRINTED: dict[Changed, str] = {"dice": "STRIKE-4", "skill": "STRIKE-5", "number": "STRIKE-6"}
BOX_RULE = "BOX-4"  # hazards beyond the printed game


def made_by(effect: Effect, because: str, printed: bool, rules: Mapping[Changed, str] = _PRINTED) -> Iterator[Change]:
    """The changes that an effect makes; ``printed``: by the printed game's rules."""
    changed: dict[Changed, int] = {"dice": effect.dice, "skill": effect.skill, "number": effect.number}
    for what, by in changed.items():
        if by:
            yield Change(rules[what] if printed else BOX_RULE, what, by, because)


def edge_changes(land: Battleland, here: int, direction: int, natives: frozenset[str]) -> list[Change]:
    """How the striker's hex, by number, and the hexside change a strike (STRIKE-4, 5, BOX-4)."""
    all_changes: list[Change] = []
    hazard = land.hazards[land.hexes[here].hazard]
    for who, effect in on_striker(hazard.striker_in_it, hazard.name in natives):
        all_changes += made_by(effect, f"{_someone(who)}striking out of {hazard.said}", hazard.printed)
    there = land.hexes[here].neighbours[direction]
    rise = 0 if there is None else land.rise(here, there)
    down, up = land.sides(here, direction)
    if down is not None:
        for who, effect in on_striker(down.strike_down, down.name in natives):
            if rise < 0 or not effect.only_if_higher:
                all_changes += made_by(effect, f"{_someone(who)}striking down a {down.name}", down.printed)
    if up is not None:
        for who, effect in on_striker(up.strike_up, up.name in natives):
            if rise > 0 or not effect.only_if_higher:
                all_changes += made_by(effect, f"{_someone(who)}striking up a {up.name}", up.printed)
    return all_changes


def _someone(who: str) -> str:
    return f"a {who} " if who else ""


def target_changes(box: Box, hazard: str, natives: frozenset[str], target: CharacterName) -> list[Change]:
    """How the hazard of the target's hex changes a strike (STRIKE-6)."""
    struck_in = box.hazards[hazard]
    target_native = hazard in box.characters[target].natives
    all_changes: list[Change] = []
    for _, effect in on_strike_at(struck_in.target_in_it, hazard in natives, target_native):
        all_changes += made_by(effect, f"a native in {struck_in.said} struck by a non-native", struck_in.printed)
    return all_changes


def changes(
    box: Box, terrain: str, striker: CharacterName, here: str, target: CharacterName, there: str
) -> list[Change]:
    """Every change to a strike between two characters in contact, by name and hex label (STRIKE-4 to 6)."""
    land = box.battlelands[terrain]
    natives = box.characters[striker].natives
    start, end = HEX_NUMBER[here], HEX_NUMBER[there]
    edge = edge_changes(land, start, land.direction(start, end), natives)
    return edge + target_changes(box, land[there].hazard, natives, target)


Row: TypeAlias = tuple[int, dict[CharacterName, int]]
"""The dice of a strike over one hexside (of a Titan at a score of 0), and the Strike-number by target."""


@frozen(eq=False)
class StrikeTables:
    """Dice and Strike-numbers of one map.

    :param rows: by the striker's name, then by the two hexes' labels.
    :param no_carry: the pairs of hexes up a dune or the like: only a strike up one carries up one (CARRY-3).
    """

    rows: Lazily[CharacterName, dict[tuple[str, str], Row]]
    no_carry: frozenset[tuple[str, str]]


@lru_cache(4096)
def _numbers(box: Box, skill: int, hazard: str, natives: frozenset[str]) -> dict[CharacterName, int]:
    """Strike-numbers against each character in a hazard for a changed Skill-factor (STRIKE-6)."""
    return {
        name: strike_number(
            skill + sum(c.by for c in changes_there if c.changed == "skill"),
            target.skill,
            sum(c.by for c in changes_there if c.changed == "number"),
        )
        for name, target in box.characters.items()
        for changes_there in (target_changes(box, hazard, natives, name),)
    }


def _rows(box: Box, land: Battleland, name: CharacterName) -> dict[tuple[str, str], Row]:
    striker, near = box.characters[name], contact_masks(land)
    rows: dict[tuple[str, str], Row] = {}
    for number, here in enumerate(land.hexes):
        for d, n in enumerate(here.neighbours):
            if n is None or not near[number] >> n & 1:
                continue
            there = land.hexes[n]
            all_changes = edge_changes(land, number, d, striker.natives)
            dice = striker.power + sum(c.by for c in all_changes if c.changed == "dice")
            skill = striker.skill + sum(c.by for c in all_changes if c.changed == "skill")
            rows[here.label, there.label] = dice, _numbers(box, skill, there.hazard, striker.natives & {there.hazard})
    return rows


@lru_cache(512)
def strike_tables(box: Box, terrain: str) -> StrikeTables:
    """The tables of a terrain."""
    land = box.battlelands[terrain]
    steep = frozenset(
        (h.label, land.hexes[n].label)
        for h in land.hexes
        for n, up in zip(h.neighbours, h.up, strict=True)
        if n is not None and up is not None and land.hexsides[up].no_carry_up
    )
    return StrikeTables(Lazily(lambda name: _rows(box, land, name)), steep)


# --- rangestrikes ----------------------------------------------------------------------------------------------------

_RULES: dict[Changed, str] = {"dice": "RANGE-3", "skill": "RANGE-4", "number": "RANGE-5"}
LONG = 4  # from this range on, each hex costs a Skill-factor (RANGE-4)
ADJACENT = 2  # the range of neighbours: both ends count (RANGE-2)

NoVolley: TypeAlias = Literal["no rangestriker", "too far", "adjacent", "missile at neighbour", "lord"]
"""Why a character can never rangestrike another from its hex."""


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
    """The roll, cached; ``half``: of the Power-factor, rounded down (RANGE-3)."""
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
            # An adjacent enemy is across a cliff here, else they would be in contact.
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
