"""The Masterboard agrees with itself."""

from collections import Counter

import pytest

from titan_rules.box import STANDARD
from titan_rules.box.masterboard import Land

CLOCKWISE = ("right", "bottom", "left")
"""The long sides of a Battleland, clockwise."""

STEP = {0: (0, -1), 1: (1, 0), 2: (1, 0), 3: (0, 1), 4: (-1, 0), 5: (-1, 0)}
"""Where on the grid the land beyond a hexside lies."""

all_lands = pytest.mark.parametrize("land", STANDARD.masterboard.lands.values(), ids=lambda land: str(land.number))


def test_96_lands() -> None:
    assert len(STANDARD.masterboard.lands) == 96
    assert set(STANDARD.masterboard.lands) == {
        *range(1, 43),
        *range(101, 143),
        *range(100, 700, 100),
        *range(1000, 7000, 1000),
    }
    assert {land.terrain for land in STANDARD.masterboard.lands.values()} == set(STANDARD.terrains)
    assert len({(land.x, land.y) for land in STANDARD.masterboard.lands.values()}) == 96


def test_numbers_and_bits() -> None:
    assert len(set(STANDARD.masterboard.bit.values())) == 96
    assert sum(STANDARD.masterboard.bit.values()) == (1 << 96) - 1


def test_six_towers_spread_evenly() -> None:
    assert STANDARD.towers == (100, 200, 300, 400, 500, 600)
    assert Counter(land.terrain for land in STANDARD.masterboard.lands.values()) == {
        "Brush": 18, "Plains": 15, "Marsh": 15, "Jungle": 10, "Desert": 7, "Swamp": 7,
        "Woods": 6, "Hills": 6, "Tower": 6, "Mountains": 3, "Tundra": 3,
    }  # fmt: skip


@all_lands
def test_every_exit_is_the_entrance_of_where_it_leads(land: Land) -> None:
    for exit_ in land.exits:
        beyond = [e for e in STANDARD.masterboard.lands[exit_.to].entrances if e.came_from == land.number]
        assert [(e.sign, (e.hexside + 3) % 6) for e in beyond] == [(exit_.sign, exit_.hexside)]


@all_lands
def test_every_entrance_is_the_exit_of_where_it_comes_from(land: Land) -> None:
    for entrance in land.entrances:
        before = [e for e in STANDARD.masterboard.lands[entrance.came_from].exits if e.to == land.number]
        assert [(e.sign, (e.hexside + 3) % 6) for e in before] == [(entrance.sign, entrance.hexside)]


@all_lands
def test_a_land_leads_to_others_over_different_hexsides(land: Land) -> None:
    assert 1 <= len(land.exits) <= 3
    assert len({e.hexside for e in land.exits}) == len(land.exits)
    assert len({e.to for e in land.exits}) == len(land.exits)
    assert land.number not in {e.to for e in land.exits}
    assert len({e.hexside for e in land.entrances}) == len(land.entrances)


@all_lands
def test_neighbours_lie_where_the_hexside_points(land: Land) -> None:
    for exit_ in land.exits:
        beyond = STANDARD.masterboard.lands[exit_.to]
        assert (beyond.x - land.x, beyond.y - land.y) == STEP[exit_.hexside]
        assert beyond.inverted != land.inverted


@all_lands
def test_only_the_long_hexsides_are_crossed(land: Land) -> None:
    long_sides = (0, 2, 4) if land.inverted else (1, 3, 5)
    assert {e.hexside for e in land.exits} | {e.hexside for e in land.entrances} <= set(long_sides)


@all_lands
def test_MOVE_4_a_land_has_at_most_one_block_and_always_a_way_on(land: Land) -> None:
    signs = Counter(e.sign for e in land.exits)
    assert signs["Block"] <= 1
    assert signs["Arrow"] + signs["Arrows"] >= 1
    assert not (signs["Block"] and signs["Arch"])


@all_lands
def test_MOVE_8_entry_sides_turn_with_the_hexsides(land: Land) -> None:
    if land.is_tower:
        assert {e.entry_side for e in land.entrances} == {"bottom"}
        return
    turns = {(e.hexside // 2 - CLOCKWISE.index(e.entry_side)) % 3 for e in land.entrances}
    assert len(turns) == 1


def test_MOVE_8_the_entry_side_from_a_neighbour() -> None:
    assert STANDARD.masterboard.entry_side(1, 1000) == "bottom"
    assert STANDARD.masterboard.entry_side(1, 42) == "right"
    assert [STANDARD.masterboard.entry_side(100, e.came_from) for e in STANDARD.masterboard.lands[100].entrances] == [
        "bottom"
    ] * 3
    with pytest.raises(StopIteration):
        STANDARD.masterboard.entry_side(1, 600)


def test_every_land_can_be_reached_from_every_other() -> None:
    for start in STANDARD.masterboard.lands:
        seen, edge = {start}, [start]
        while edge:
            edge = [e.to for number in edge for e in STANDARD.masterboard.lands[number].exits if e.to not in seen]
            seen.update(edge)
        assert len(seen) == 96


def test_rings_run_their_ways() -> None:
    """The outer ring runs clockwise, the inner one (1000 to 6000) and the towers' ring the other way or both."""
    for number in range(1, 42):
        onward = {e.to for e in STANDARD.masterboard.lands[number].exits}
        assert number + 1 in onward or any(STANDARD.masterboard.lands[to].is_tower for to in onward)
    for number in range(1000, 6000, 1000):
        assert number + 1000 in {e.to for e in STANDARD.masterboard.lands[number].exits}
