"""The Battlelands agree with themselves."""

from collections import Counter

import pytest

from titan_rules.box import STANDARD
from titan_rules.box.hexes import (
    DIRECTIONS,
    labels_in,
)

all_terrains = pytest.mark.parametrize("terrain", STANDARD.terrains)

HEXSIDE_HAZARDS = {"cliff", "dune", "slope", "wall"}
HAZARDS = {"Plains", "Brambles", "Bog", "Sand", "Drift", "Tree", "Volcano", "Tower"}


@all_terrains
def test_neighbours_are_mutual(terrain: str) -> None:
    land = STANDARD.battlelands[terrain]
    for number, hex_ in enumerate(land.hexes):
        assert len(hex_.neighbours) == DIRECTIONS
        for direction, other in enumerate(hex_.neighbours):
            if other is not None:
                assert land.hexes[other].neighbours[(direction + 3) % DIRECTIONS] == number
                assert land.direction(number, other) == direction


@all_terrains
def test_hexside_hazards_stand_once_and_between_two_hexes(terrain: str) -> None:
    land = STANDARD.battlelands[terrain]
    for hex_ in land.hexes:
        for direction in range(DIRECTIONS):
            down, up, other = hex_.down[direction], hex_.up[direction], hex_.neighbours[direction]
            assert not (down and up)
            if down or up:
                assert other is not None
                assert (down or up) in HEXSIDE_HAZARDS
                beyond = land.hexes[other]
                assert beyond.up[(direction + 3) % DIRECTIONS] == down
                assert beyond.down[(direction + 3) % DIRECTIONS] == up


def test_hazards_of_each_battleland() -> None:
    for terrain in STANDARD.terrains:
        assert {hex_.hazard for hex_ in STANDARD.battlelands[terrain].hexes} <= HAZARDS
    count: Counter[tuple[str, str]] = Counter(
        (terrain, side)
        for terrain in STANDARD.terrains
        for h in STANDARD.battlelands[terrain].hexes
        for side in h.down
        if side
    )
    assert count == {
        ("Mountains", "slope"): 38, ("Mountains", "cliff"): 3, ("Hills", "slope"): 25,
        ("Tower", "wall"): 24, ("Desert", "dune"): 14, ("Desert", "cliff"): 4,
    }  # fmt: skip
    assert labels_in(STANDARD.battlelands["Mountains"].with_hazard("Volcano")) == ["D4"]


def test_BATTLE_4_the_tower_is_where_its_defender_stands() -> None:
    assert sorted(STANDARD.battlelands["Tower"].deployment) == labels_in(
        STANDARD.battlelands["Tower"].with_hazard("Tower")
    )
    highest = [hex_.label for hex_ in STANDARD.battlelands["Tower"].hexes if hex_.elevation == 2]
    assert highest == ["D4"]
