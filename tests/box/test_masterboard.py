"""The Masterboard agrees with itself."""

from collections import Counter

import pytest

from titan_rules.box import STANDARD
from titan_rules.box.masterboard import Land

CLOCKWISE = ("right", "bottom", "left")
"""The long sides of a Battleland, clockwise."""


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
