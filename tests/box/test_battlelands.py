"""The Battlelands agree with themselves."""

from collections import Counter
from itertools import pairwise

import pytest

from titan_rules.box import STANDARD
from titan_rules.box.battlelands import Battleland
from titan_rules.box.hexes import (
    ALL_HEXES,
    BIT,
    DIRECTIONS,
    HEX_NUMBER,
    HEXES,
    hex_names,
    labels_in,
    mask_of,
    numbers_in,
)
from titan_rules.box.masterboard import ENTRY_SIDES

all_terrains = pytest.mark.parametrize("terrain", STANDARD.terrains)

HEXSIDE_HAZARDS = {"cliff", "dune", "slope", "wall"}
HAZARDS = {"Plains", "Brambles", "Bog", "Sand", "Drift", "Tree", "Volcano", "Tower"}


def test_27_hexes() -> None:
    assert len(HEXES) == 27
    assert HEXES[0] == "A1"
    assert HEXES[-1] == "F4"
    assert sum(BIT.values()) == ALL_HEXES
    assert hex_names.canonical("d3") == "D3"
    assert hex_names.find("A4") is None


def test_masks() -> None:
    mask = mask_of(["F4", "A1", "D3"])
    assert labels_in(mask) == ["A1", "D3", "F4"]
    assert list(numbers_in(mask)) == [HEX_NUMBER[label] for label in ("A1", "D3", "F4")]


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
def test_all_battlelands_have_one_shape(terrain: str) -> None:
    shape = [(h.label, h.x, h.y, h.neighbours) for h in STANDARD.battlelands[terrain].hexes]
    assert shape == [(h.label, h.x, h.y, h.neighbours) for h in STANDARD.battlelands["Plains"].hexes]
    assert [label for label, *_ in shape] == list(HEXES)


def test_labels_columns_and_places_agree() -> None:
    for hex_ in STANDARD.battlelands["Plains"].hexes:
        assert "ABCDEF"[hex_.x] == hex_.label[0]
    for column in "ABCDEF":
        rows = [hex_.y for hex_ in STANDARD.battlelands["Plains"].hexes if hex_.label[0] == column]
        assert rows == sorted(rows, reverse=True)


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


@all_terrains
def test_nobody_goes_down_to_a_higher_hex(terrain: str) -> None:
    land = STANDARD.battlelands[terrain]
    for hex_ in land.hexes:
        for down, other in zip(hex_.down, hex_.neighbours, strict=True):
            if down and other is not None:
                assert hex_.elevation >= land.hexes[other].elevation


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


def edge_of(land: Battleland) -> set[str]:
    return {hex_.label for hex_ in land.hexes if None in hex_.neighbours}


@pytest.mark.parametrize("side", ENTRY_SIDES)
def test_BATTLE_3_attackers_enter_over_four_hexes_and_defenders_over_the_three_opposite(side: str) -> None:
    attacker, defender = STANDARD.entry_hexes("attacker", side), STANDARD.entry_hexes("defender", side)
    assert (len(attacker), len(defender)) == (4, 3)
    assert not set(attacker) & set(defender)
    assert {*attacker, *defender} <= edge_of(STANDARD.battlelands["Plains"])


def test_BATTLE_3_the_six_sides_go_round_the_edge() -> None:
    sides = [STANDARD.entry_hexes(role, side) for role in ("attacker", "defender") for side in ENTRY_SIDES]
    assert {label for side in sides for label in side} == edge_of(STANDARD.battlelands["Plains"])
    numbers = [[HEX_NUMBER[label] for label in side] for side in sides]
    for side in numbers:
        for one, other in pairwise(side):
            assert other in STANDARD.battlelands["Plains"].hexes[one].neighbours


def test_BATTLE_4_the_tower_is_where_its_defender_stands() -> None:
    assert sorted(STANDARD.battlelands["Tower"].deployment) == labels_in(
        STANDARD.battlelands["Tower"].with_hazard("Tower")
    )
    highest = [hex_.label for hex_ in STANDARD.battlelands["Tower"].hexes if hex_.elevation == 2]
    assert highest == ["D4"]
