"""The game's own words and numbers."""

from typing import Literal, TypeAlias

Road: TypeAlias = Literal["red", "blue", "black"]
Unit: TypeAlias = Literal["peasant", "archer", "infantry", "cleric", "mage"]
Instruction: TypeAlias = Literal["red", "blue", "black", "wait", "act", "recruit", "repel"]
TileKind: TypeAlias = Literal["recruit", "monster"]
RewardKind: TypeAlias = Literal["gold", "harp", "guild"]
Criterion: TypeAlias = Literal["wealth", "influence", "reputation"]
Length: TypeAlias = Literal["long", "short"]

ROADS: tuple[Road, ...] = ("red", "blue", "black")

UNITS: tuple[Unit, ...] = ("peasant", "archer", "infantry", "cleric", "mage")
"""The five types, the weakest first (LX-RECRUIT-2)."""

ACTS: tuple[Instruction, ...] = ("act", "recruit", "repel")
"""The orders that use what stands in the city (LX-ORDER-2)."""

REWARDS: tuple[RewardKind, ...] = ("gold", "harp", "guild")
CRITERIA: tuple[Criterion, ...] = ("wealth", "influence", "reputation")

YEARS: dict[Length, int] = {"long": 12, "short": 9}
"""How many years a game has (LX-YEAR-1)."""

CENSUS_EVERY: dict[Length, int] = {"long": 4, "short": 3}
"""After every so many years there is a census (LX-CENSUS-1)."""

ORDERS_A_YEAR = 6
HARPS = 20
STOREYS = 15
TOWER_HEIGHT = 4
"""The most storeys of one tower (LX-GUILD-3)."""

TILE_UNITS = 5
"""Units printed on a recruitment tile."""

ALL_UNITS = 70
ALL_CITIES = 21
LEAST_PLAYERS, MOST_PLAYERS = 3, 5

DUMMY = "dummy"
"""The fourth of a game of three (LX-FINAL-11), in rankings."""
