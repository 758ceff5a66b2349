"""Duels and exchanges (STRIKE-8)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import some
from titan_rules.box import STANDARD, box
from titan_rules.box.characters import TITAN
from titan_rules.box.current_box import use_box
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.odds import percent
from titan_rules.odds.carry import hits_of
from titan_rules.odds.duels import (
    DuelAnswer,
    DuelOdds,
    DuelSide,
    Ends,
    battle_duel,
    duel,
    duel_table,
    table_entries,
    turned,
)
from titan_rules.odds.exchanges import outcomes
from titan_rules.position.battle import Battle
from titan_rules.rules.battle.strike_numbers import level_strike

names = st.sampled_from([name for name in STANDARD.characters if name != TITAN])


def level(first: str, second: str, hits: tuple[int, int] = (0, 0), scores: tuple[int, int] = (0, 0)) -> Ends:
    one, two = (
        DuelSide(STANDARD.power(name, score) - taken, *level_strike(STANDARD, name, other, score))
        for name, other, score, taken in zip((first, second), (second, first), scores, hits, strict=True)
    )
    return duel(one, two)


@pytest.mark.parametrize(
    ("first", "second", "slays", "is_slain"),
    [("Centaur", "Gargoyle", 74, 63), ("Ogre", "Gargoyle", 77, 61), ("Centaur", "Ogre", 75, 51)],
)
def test_duels_that_a_published_simulation_ran_a_million_times(
    first: str, second: str, slays: int, is_slain: int
) -> None:
    odds = level(first, second)
    assert percent(odds["first_slays"].exact, 0) == f"{slays} %"
    assert percent(odds["second_slays"].exact, 0) == f"{is_slain} %"


@given(names, names)
def test_a_duel_seen_from_the_other_side(first: str, second: str) -> None:
    odds = level(first, second)
    assert level(second, first) == turned(odds)
    first_slays, second_slays, both = (odds[key].exact for key in ("first_slays", "second_slays", "both_slain"))
    assert first_slays + second_slays - both == 1
    assert odds["mean_strike_phases"].exact > 1
    if first == second:
        assert odds["first_slays"].exact == odds["second_slays"].exact


@given(names, names, st.data())
def test_hits_taken_before_never_help(first: str, second: str, data: st.DataObject) -> None:
    hits = data.draw(st.integers(1, STANDARD.characters[first].power - 1))
    fresh, hurt = level(first, second), level(first, second, (hits, 0))
    assert hurt["second_slays"].exact > fresh["second_slays"].exact
    assert hurt["first_slays"].exact <= fresh["first_slays"].exact
    assert hurt["mean_strike_phases"].exact < fresh["mean_strike_phases"].exact


@pytest.mark.parametrize("drifting", [(False, False), (True, False), (False, True), (True, True)])
def test_DRIFT_1_a_duel_in_drift_is_its_markov_chain(drifting: tuple[bool, bool]) -> None:
    """Backwards over the hits, with fractions: another way than the program's."""
    one, two = DuelSide(3, 4, 6, drifting[0]), DuelSide(4, 3, 4, drifting[1])
    on_two, on_one = hits_of(4, 6), hits_of(3, 4)
    known: dict[tuple[int, int], tuple[Fraction, Fraction, Fraction]] = {}

    def ends(i: int, j: int) -> tuple[Fraction, Fraction, Fraction]:
        if i <= 0 or j <= 0:
            return Fraction(j <= 0), Fraction(i <= 0), Fraction(0)
        if (i, j) not in known:
            same = Fraction(0)
            sums = [Fraction(0), Fraction(0), Fraction(1)]
            for x, y in product(range(4), range(5)):
                p = on_one.exactly(x) * on_two.exactly(y)
                after = i - x - drifting[0], j - y - drifting[1]
                if after == (i, j):
                    same += p
                else:
                    sums = [s + p * e for s, e in zip(sums, ends(*after), strict=True)]
            known[i, j] = sums[0] / (1 - same), sums[1] / (1 - same), sums[2] / (1 - same)
        return known[i, j]

    odds = duel(one, two)
    assert (
        odds["first_slays"].exact,
        odds["second_slays"].exact,
        odds["mean_strike_phases"].exact,
    ) == ends(3, 4)


def test_a_duel_beyond_all_measure_is_refused() -> None:
    with pytest.raises(CannotTell, match="1005 dice against 1005"):
        duel(DuelSide(1005, 1005, 4), DuelSide(1005, 1005, 4))
    giants = duel(DuelSide(30, 30, 4), DuelSide(30, 30, 4))
    assert len(str(giants["first_slays"].exact)) > 1000


def test_the_whole_table() -> None:
    entries, table = table_entries(), duel_table()
    assert len(entries) == 23 + 15
    assert [score for name, score in entries if name == TITAN] == list(range(0, 1500, 100))
    assert {len(row) for row in table} == {len(table)} == {len(entries)}
    for i, j in ((0, 1), (3, 7), (20, 3), (37, 22)):
        (first, score), (second, second_score) = entries[i], entries[j]
        assert table[i][j] == turned(table[j][i]) == level(first, second, scores=(score, second_score))
    assert all(percent(odds["first_slays"].exact) not in ("0 %", "100 %") for row in some(table) for odds in row)


chance_of = st.tuples(st.integers(1, 9), st.integers(1, 12), st.integers(2, 6))


@given(chance_of, chance_of)
def test_STRIKE_8_the_slain_strike_back_so_the_chances_multiply(
    one: tuple[int, int, int], two: tuple[int, int, int]
) -> None:
    target_slain, striker_slain = hits_of(*one[1:]).at_least(one[0]), hits_of(*two[1:]).at_least(two[0])
    odds = outcomes(target_slain, striker_slain)
    ends = odds.both_slain, odds.only_target_slain, odds.only_striker_slain, odds.neither_slain
    both, target, striker, neither = (chance.exact for chance in ends)
    assert both + target + striker + neither == 1
    assert both + target == target_slain
    assert both + striker == striker_slain


def in_dino_titan(line: str) -> DuelAnswer:
    return battle_duel(Battle.parse(f"{line} | box dino-titan"), "D3", "D4")


def test_BOX_7_poison_is_taken_in_every_strike_phase_of_a_duel() -> None:
    odds = in_dino_titan("Plains, attacker's maneuver: Titan D3 / Velociraptor D4 3 hits poisoned 1")
    assert isinstance(odds, DuelOdds)
    assert odds.first_slays.exact == odds.mean_strike_phases.exact == 1  # what is left of it, poison takes at once
    assert "BOX-7" in [ruling.rule for ruling in odds.rulings]
    unhurt = in_dino_titan("Plains, attacker's maneuver: Titan D3 / Velociraptor D4 3 hits")
    assert isinstance(unhurt, DuelOdds)
    assert unhurt.first_slays.p < 1
    taken = in_dino_titan("Plains, attacker's strike: Titan D3 / Velociraptor D4 3 hits poisoned 1")
    assert isinstance(taken, DuelOdds)
    assert 1 < taken.mean_strike_phases.value < 2  # the poison of this Strike Phase is among its hits already


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Plains: PoisonSerpent D3 / Velociraptor D4", "a PoisonSerpent poisons whom it hits .BOX-7."),
        ("Plains: Velociraptor D3 / PoisonSerpent D4", "a PoisonSerpent poisons whom it hits .BOX-7."),
        ("Springs: Velociraptor E3 / Titan D4", "the Velociraptor in E3 heals in Spring"),
    ],
)
def test_BOX_5_7_a_duel_in_which_no_two_phases_are_alike_is_refused_by_name(line: str, why: str) -> None:
    with pytest.raises(CannotTell, match=why) as refused:
        battle_duel(Battle.parse(f"{line} | box dino-titan"), line.split(" ")[2], "D4")
    assert "--simulate" in str(refused.value.fault.hint)


def test_the_table_of_another_box_leaves_out_who_poisons() -> None:
    with use_box(box("dino-titan")):
        listed = {name for name, _ in table_entries()}
    assert "Velociraptor" in listed
    assert "PoisonSerpent" not in listed
