"""What hazards and hexside hazards do to a strike, as single changes and as tables (STRIKE-3 to STRIKE-6)."""

from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

from ...box.battle_tables import CLIFF, DUNE, SLOPE, WALL, Lazily
from ...box.battlelands import Battleland, Hex, battleland
from ...box.characters import CHARACTERS
from ...box.hexes import HEX_NUMBER
from .level_ground import strike_number

BRAMBLES, VOLCANO = "Brambles", "Volcano"

Changed: TypeAlias = Literal["dice", "skill", "number"]


@frozen
class Change:
    """One change to a strike.

    :param rule: the rule that makes it.
    :param changed: the dice, the striker's Skill-factor or the Strike-number.
    :param by: how much.
    :param because: what makes it, for a sentence.
    """

    rule: str
    changed: Changed
    by: int
    because: str


def edge_changes(here: Hex, direction: int, natives: frozenset[str]) -> list[Change]:
    """What the striker's hex and the hexside do to a strike of a character native to ``natives``."""
    found = []
    if here.hazard == VOLCANO and VOLCANO in natives:
        found.append(Change("STRIKE-4", "dice", 2, "a native striking out of the Volcano"))
    if here.hazard == BRAMBLES and BRAMBLES not in natives:
        found.append(Change("STRIKE-5", "skill", -1, "a non-native striking out of Brambles"))
    down, up = here.down[direction], here.up[direction]
    if down == SLOPE and SLOPE in natives:
        found.append(Change("STRIKE-4", "dice", 1, "a native striking down a slope"))
    elif down == DUNE and DUNE in natives:
        found.append(Change("STRIKE-4", "dice", 2, "a native striking down a dune"))
    elif down == WALL:
        found.append(Change("STRIKE-5", "skill", 1, "striking down a wall"))
    if up == DUNE and DUNE not in natives:
        found.append(Change("STRIKE-4", "dice", -1, "a non-native striking up a dune"))
    elif up == WALL:
        found.append(Change("STRIKE-5", "skill", -1, "striking up a wall"))
    elif up == SLOPE and SLOPE not in natives:
        found.append(Change("STRIKE-5", "skill", -1, "a non-native striking up a slope"))
    return found


def target_changes(there: Hex, natives: frozenset[str], target: str) -> list[Change]:
    """What the target's hex does to a strike of a character native to ``natives`` (STRIKE-6)."""
    if there.hazard == BRAMBLES and BRAMBLES not in natives and BRAMBLES in CHARACTERS[target].native_to:
        return [Change("STRIKE-6", "number", 1, "a native in Brambles struck by a non-native")]
    return []


def changes(land: Battleland, striker: str, here: str, target: str, there: str) -> list[Change]:
    """Every change to a strike between two characters in contact, by name and hex label (STRIKE-4 to 6)."""
    natives = CHARACTERS[striker].native_to
    direction = land.direction(HEX_NUMBER[here], HEX_NUMBER[there])
    return edge_changes(land[here], direction, natives) + target_changes(land[there], natives, target)


Row: TypeAlias = tuple[int, dict[str, int]]
"""The dice of a strike over one hexside (of a Titan at a score of 0), and the Strike-number by target."""


@frozen(eq=False)
class StrikeTables:
    """Dice and Strike-numbers of one map.

    :param rows: by the striker's name, then by the two hexes' labels.
    :param up_dune: the pairs of hexes that go up a dune hexside (CARRY-3).
    """

    rows: Lazily[str, dict[tuple[str, str], Row]]
    up_dune: frozenset[tuple[str, str]]


@cache
def _numbers(skill: int, brambles: bool) -> dict[str, int]:
    """The Strike-number against each character, for a striker's changed Skill-factor.

    :param brambles: a non-native strikes into Brambles (STRIKE-6).
    """
    return {
        name: strike_number(skill, target.skill, 1 if brambles and BRAMBLES in target.native_to else 0)
        for name, target in CHARACTERS.items()
    }


def _rows(land: Battleland, name: str) -> dict[tuple[str, str], Row]:
    striker = CHARACTERS[name]
    rows: dict[tuple[str, str], Row] = {}
    for here in land.hexes:
        for d, n in enumerate(here.neighbours):
            if n is None or CLIFF in (here.down[d], here.up[d]):
                continue
            there = land.hexes[n]
            found = edge_changes(here, d, striker.native_to)
            dice = striker.power + sum(c.by for c in found if c.changed == "dice")
            skill = striker.skill + sum(c.by for c in found if c.changed == "skill")
            into = there.hazard == BRAMBLES and BRAMBLES not in striker.native_to
            rows[here.label, there.label] = dice, _numbers(skill, into)
    return rows


@cache
def strike_tables(terrain: str) -> StrikeTables:
    """The tables of a terrain."""
    land = battleland(terrain)
    dunes = frozenset(
        (h.label, land.hexes[n].label)
        for h in land.hexes
        for d, n in enumerate(h.neighbours)
        if n is not None and h.up[d] == DUNE
    )
    return StrikeTables(Lazily(lambda name: _rows(land, name)), dunes)
