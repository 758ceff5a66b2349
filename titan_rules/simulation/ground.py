"""The ground of a melee: what never changes in the battles of one Battleland under one set of readings."""

from functools import cache
from typing import TypeAlias

from ..box import Box
from ..box.battle_tables import BattleTables
from ..box.hazards import in_phase
from ..box.hexes import HEX_NUMBER, HEXES
from ..box.lazily import Lazily
from ..digest.rulesets import Ruleset
from ..position.battle import Battle
from ..rules.battle.rangestrike import ADJACENT, roll_of
from ..rules.battle.strike_tables import strike_tables

SHIFT = 5
"""A pair of hexes is the number of the one, shifted by this, and the number of the other."""

Roll: TypeAlias = tuple[int, int]
"""Dice and Strike-number."""
Shot: TypeAlias = tuple[int, int, int]
"""A line of sight: the hexes in which a character blocks it, the dice gained, the Strike-number."""


class Ground:
    """The tables of the rules by the numbers of hexes.

    :ivar contact, neighbours: the hexes in contact with each hex, and those beside it.
    :ivar blows: by the striker's name and the pair of hexes, its dice and its Strike-number by target (STRIKE-3 to 6).
    :ivar shots: by the names of striker and target and the pair of hexes, the ways to rangestrike, the best first
        (RANGE-2 to RANGE-8).
    :ivar hitting: by name, the hexes in which each Strike Phase begins with a hit (DRIFT-1).
    :ivar uphill: the pairs of hexes of CARRY-3.
    """

    def __init__(self, box: Box, terrain: str, rules: Ruleset) -> None:
        self.box = box
        self.characters = box.characters
        self._terrain, self._rules = terrain, rules
        self._sights = box.sight_tables[terrain, rules.three_slopes]
        self._strikes = strike_tables(box, terrain)
        tables: BattleTables = box.battle_tables[terrain, rules.cliffs]
        self.mobility = tables.mobility
        self.contact, self.neighbours = tables.contact, tables.neighbours
        self.uphill = frozenset(_pair(a, b) for a, b in self._strikes.no_carry)
        self.blows: Lazily[str, dict[int, tuple[int, dict[str, int]]]] = Lazily(self._blows)
        self.shots: Lazily[tuple[str, str, int], tuple[Shot, ...]] = Lazily(self._shots)
        self.hitting: Lazily[str, int] = Lazily(self._hitting)
        self.hits_anybody = bool(box.hitting(terrain))
        self._hits = [(h, tables.land.with_hazard(h.name)) for h in box.hitting(terrain)]

    def _blows(self, name: str) -> dict[int, tuple[int, dict[str, int]]]:
        return {_pair(a, b): row for (a, b), row in self._strikes.rows[name].items()}

    def _hitting(self, name: str) -> int:
        natives = self.characters[name].native_to
        mask = 0
        for hazard, hexes in self._hits:
            if any(effect.hits > 0 for effect in in_phase(hazard, natives)):
                mask |= hexes
        return mask

    def _shots(self, key: tuple[str, str, int]) -> tuple[Shot, ...]:
        striker, target, pair = key
        start, end = HEXES[pair >> SHIFT], HEXES[pair & (1 << SHIFT) - 1]
        character = self.characters[striker]
        distance = self._sights.ranges.get((start, end))
        if distance is None or distance > character.skill:
            return ()
        box, terrain = self.box, self._terrain
        if character.magic_missile:
            if distance == ADJACENT and self._rules.missile_across_cliff == "forbidden":
                return ()
            exempt = self._rules.missile_ignores_brambles
            return ((0, *roll_of(box, terrain, striker, start, target, end, None, exempt)),)
        if distance == ADJACENT or self.characters[target].is_lord:
            return ()
        lines = [line for line in self._sights.lines.get((start, end), ()) if line.blocked is None]
        lines.sort(key=lambda line: line.lost(character.native_to))
        return tuple([(x.blockers, *roll_of(box, terrain, striker, start, target, end, x, False)) for x in lines])


def _pair(start: str, end: str) -> int:
    return HEX_NUMBER[start] << SHIFT | HEX_NUMBER[end]


def ground_of(battle: Battle) -> Ground:
    """The ground of a battle; battles that share it get one object."""
    return _ground(battle.the_box, battle.terrain, battle.rules)


@cache
def _ground(box: Box, terrain: str, rules: Ruleset) -> Ground:
    return Ground(box, terrain, rules)
