"""The ground of a melee: what never changes in the battles of one Battleland under one set of readings."""

from functools import cache, lru_cache
from typing import TypeAlias

from ..box import Box
from ..box.battle_tables import BattleTables, Mobility
from ..box.hazards import in_phase
from ..box.hexes import HEX_NUMBER, HEXES, numbers_in
from ..box.lazily import Lazily
from ..box.names import CharacterName
from ..digest.rulesets import Ruleset
from ..position.battle import Battle
from ..rules.battle.strike_tables import strike_tables
from ..rules.battle.volleys import VolleyTable

SHIFT = 5
"""A pair of hexes is the number of the one, shifted by this, and the number of the other."""

Roll: TypeAlias = tuple[int, int]
"""Dice and Strike-number."""
Shot: TypeAlias = tuple[int, int, int]
"""A line of sight: the hexes in which a character blocks it, the dice gained, the Strike-number."""
Toll: TypeAlias = tuple[int, int, int]
"""What each Strike Phase does in some hexes: the hexes, the hits and the slowing that it adds."""


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the hexes in a mask, in order: the same masks come again and again."""
    return numbers_in(mask)


class Ground:
    """The tables of the rules by the numbers of hexes.

    :ivar contact, neighbours: the hexes in contact with each hex, and those beside it.
    :ivar mobility, slowed: how a character moves, by name; a slowed one, by name and slowing (BOX-6).
    :ivar blows: by the striker's name and the pair of hexes, its dice and its Strike-number by target (STRIKE-3 to 6).
    :ivar shots: by the names of striker and target and the pair of hexes, the ways to rangestrike, the best first
        (RANGE-2 to RANGE-8).
    :ivar tolls: by name, what each Strike Phase begins with (DRIFT-1, BOX-5, BOX-6).
    :ivar takes_tolls: it begins with something for somebody, if only for the poisoned (BOX-7).
    :ivar poison: by name, what a strike that hits adds to the poison of its target; empty if nobody poisons (BOX-7).
    :ivar uphill: the pairs of hexes of CARRY-3.
    :ivar declares_all: targets and their order are declared before the roll (CARRY-2).
    """

    def __init__(self, box: Box, terrain: str, rules: Ruleset) -> None:
        self.box, self.rules = box, rules
        self.characters = box.characters
        self._terrain = terrain
        self._volleys = VolleyTable(box, terrain, rules, box.sight_tables[terrain, rules.three_slopes])
        self._strikes = strike_tables(box, terrain)
        tables: BattleTables = box.battle_tables[terrain, rules.cliffs]
        self.mobility: Lazily[CharacterName, Mobility] = tables.mobility
        self.slowed: Lazily[tuple[CharacterName, int], Mobility] = tables.slowed
        self.contact, self.neighbours = tables.contact, tables.neighbours
        self.uphill = frozenset(_pair(a, b) for a, b in self._strikes.no_carry)
        self.blows: Lazily[CharacterName, dict[int, tuple[int, dict[CharacterName, int]]]] = Lazily(self._blows)
        self.shots: Lazily[tuple[CharacterName, CharacterName, int], tuple[Shot, ...]] = Lazily(self._shots)
        self.tolls: Lazily[CharacterName, tuple[Toll, ...]] = Lazily(self._tolls)
        self.takes_tolls = bool(box.hitting(terrain)) or box.poisons
        self.poison = {name: found.poison for name, found in box.characters.items()} if box.poisons else {}
        self.declares_all = rules.carry_declaration == "targets_and_order"
        self._hazards = [(hazard, tables.land.with_hazard(hazard.name)) for hazard in box.hitting(terrain)]

    def _blows(self, name: CharacterName) -> dict[int, tuple[int, dict[CharacterName, int]]]:
        return {_pair(a, b): row for (a, b), row in self._strikes.rows[name].items()}

    def _tolls(self, name: CharacterName) -> tuple[Toll, ...]:
        natives = self.characters[name].native_to
        return tuple(
            [
                (hexes, effect.hits, effect.slowed)
                for hazard, hexes in self._hazards
                for effect in in_phase(hazard, natives)
                if effect.hits or effect.slowed
            ]
        )

    def _shots(self, key: tuple[CharacterName, CharacterName, int]) -> tuple[Shot, ...]:
        striker, target, pair = key
        start, end = HEXES[pair >> SHIFT], HEXES[pair & (1 << SHIFT) - 1]
        volleys = self._volleys[striker, target, start, end]
        return () if isinstance(volleys, str) else tuple([(v.blockers, v.dice, v.strike_number) for v in volleys])


def _pair(start: str, end: str) -> int:
    return HEX_NUMBER[start] << SHIFT | HEX_NUMBER[end]


def ground_of(battle: Battle) -> Ground:
    """The ground of a battle; battles that share it get one object."""
    return _ground(battle.the_box, battle.terrain, battle.rules)


@cache
def _ground(box: Box, terrain: str, rules: Ruleset) -> Ground:
    return Ground(box, terrain, rules)
