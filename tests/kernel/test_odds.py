"""Exact odds of dice, without any game."""

from collections import Counter
from fractions import Fraction
from itertools import product

import dyce
import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import for_each
from titan_rules.kernel.dice import enumerated
from titan_rules.kernel.odds import (
    NOTHING,
    Chance,
    Distribution,
    Mean,
    binomial,
    decimal,
    hits_rows,
    nearest_float,
    percent,
    race,
    together,
)  # fmt: skip

dice = st.integers(0, 20)
faces = st.integers(1, 6)
weights = st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(any)


@st.composite
def distributions(draw: st.DrawFn) -> Distribution:
    ways = tuple(draw(weights))
    return Distribution(ways, sum(ways))


@st.composite
def chances(draw: st.DrawFn) -> Fraction:
    denominator = draw(st.integers(1, 10**12))
    return Fraction(draw(st.integers(0, denominator)), denominator)


def as_fractions(distribution: Distribution) -> dict[int, Fraction]:
    return {n: Fraction(w, distribution.total) for n, w in enumerate(distribution.ways) if w}


@for_each("count", range(5))
@for_each("hitting", range(1, 7))
def test_hits_are_those_of_every_roll_counted(count: int, hitting: int) -> None:
    counted = Counter(sum(die > 6 - hitting for die in roll) for roll in enumerated(count))
    assert binomial(count, hitting).ways == tuple(counted[n] for n in range(count + 1))
    assert binomial(count, hitting).total == 6**count


@for_each(("count", "hitting"), [(1, 1), (6, 2), (12, 5), (18, 3), (20, 6)])
def test_hits_are_those_of_another_program(count: int, hitting: int) -> None:
    theirs = count @ dyce.H({0: 6 - hitting, 1: hitting})
    total = sum(theirs.values())
    assert as_fractions(binomial(count, hitting)) == {n: Fraction(w, total) for n, w in theirs.items() if w}


@given(dice, faces)
def test_all_chances_make_exactly_one(count: int, hitting: int) -> None:
    distribution = binomial(count, hitting)
    assert sum(as_fractions(distribution).values()) == 1
    assert distribution.at_least(0) == 1
    assert distribution.at_least(count + 1) == 0
    assert distribution.mean == Fraction(count * hitting, 6)


@given(distributions(), distributions())
def test_two_rolls_add_up(one: Distribution, two: Distribution) -> None:
    counted: Counter[int] = Counter()
    for (n, w), (m, v) in product(enumerate(one.ways), enumerate(two.ways)):
        counted[n + m] += w * v
    both = one.and_then(two)
    assert {n: w for n, w in enumerate(both.ways) if w} == {n: w for n, w in counted.items() if w}
    assert both == together([one, two]) == together([two, one, NOTHING])
    assert both.mean == one.mean + two.mean


def test_grouping_keeps_every_roll() -> None:
    roll = binomial(4, 3)
    assert roll.grouped([0, 0, 1, 1, 2], 4) == Distribution((1 * 81 + 4 * 81, 10 * 81, 81, 0), 6**4)
    with pytest.raises(ValueError, match="argument"):
        roll.grouped([0, 1], 2)


@given(chances())
def test_no_chance_is_shown_as_certain_that_is_not(chance: Fraction) -> None:
    certain = chance.numerator in (0, chance.denominator)
    for places in (0, 1, 2):
        shown = percent(chance, places)
        assert (shown in ("0 %", "100 %")) == certain
        assert set(shown) & set("123456789") or shown == "0 %"
    assert (nearest_float(chance) in (0.0, 1.0)) == certain
    assert abs(Fraction(nearest_float(chance)) - chance) <= Fraction(1, 2**52)


@for_each(
    ("chance", "shown", "value"),
    [
        (Fraction(1, 6**40), "<0.01 %", None),
        (Fraction(6**40 - 1, 6**40), ">99.99 %", None),
        (Fraction(1, 20_000), "0.01 %", 0.00005),
        (Fraction(1, 20_001), "<0.01 %", None),
        (Fraction(19_999, 20_000), ">99.99 %", None),
        (Fraction(19_998, 20_000), "99.99 %", None),
        (Fraction(0, 7), "0 %", 0.0),
        (Fraction(7, 7), "100 %", 1.0),
        (Fraction(2, 3), "66.67 %", 2 / 3),
        (Fraction(1, 10**400), "<0.01 %", 5e-324),
    ],
)
def test_percentages(chance: Fraction, shown: str, value: float | None) -> None:
    assert percent(chance) == shown
    assert 0.0 <= nearest_float(chance) <= 1.0
    if value is not None:
        assert nearest_float(chance) == value


def test_decimals() -> None:
    assert [decimal(Fraction(n, 3)) for n in (0, 1, 2, 4)] == ["0.00", "0.33", "0.67", "1.33"]
    assert decimal(Fraction(5, 2), 0) == "3"


def _raced(lives: tuple[int, int], losses: tuple[Distribution, Distribution]) -> tuple[Fraction, ...]:
    """The race worked out backwards, state by state, with fractions: another way than the program's."""
    one, two = as_fractions(losses[0]), as_fractions(losses[1])
    known: dict[tuple[int, int], tuple[Fraction, ...]] = {}

    def outcome(i: int, j: int) -> tuple[Fraction, ...]:
        if i <= 0 or j <= 0:
            return Fraction(i <= 0), Fraction(j <= 0), Fraction(i <= 0 and j <= 0), Fraction(0)
        if (i, j) not in known:
            stay = one.get(0, Fraction(0)) * two.get(0, Fraction(0))
            sums = [Fraction(0)] * 3 + [Fraction(1)]
            for (x, p), (y, q) in product(one.items(), two.items()):
                if x or y:
                    sums = [s + p * q * v for s, v in zip(sums, outcome(i - x, j - y), strict=True)]
            known[i, j] = tuple(s / (1 - stay) for s in sums)
        return known[i, j]

    return outcome(*lives)


@given(st.integers(1, 7), st.integers(1, 7), distributions(), distributions())
def test_a_race_is_its_markov_chain(i: int, j: int, one: Distribution, two: Distribution) -> None:
    if one.ways[0] == one.total and two.ways[0] == two.total:
        with pytest.raises(ValueError, match="never ends"):
            race(i, one, j, two)
        return
    assert tuple(r for r in race(i, one, j, two)) == _raced((i, j), (one, two))


@given(st.integers(1, 12), st.integers(1, 12), distributions(), distributions())
def test_a_race_turned_round(i: int, j: int, one: Distribution, two: Distribution) -> None:
    if one.ways[0] < one.total or two.ways[0] < two.total:
        first, second, both, rounds = race(i, one, j, two)
        assert race(j, two, i, one) == (second, first, both, rounds)
        assert first + second - both == 1
        assert rounds >= 1


def test_chances_and_means_are_compared_exactly_and_shown_as_numbers() -> None:
    third, half = Chance(Fraction(1, 3)), Chance(Fraction(1, 2))
    for low, high in ((third, half), (third, 0.5), (third, Fraction(1, 2)), (Mean(Fraction(1, 3)), half)):
        assert low < high
        assert low <= high
        assert not low > high
        assert not low >= high
    assert half <= 0.5
    assert half >= 0.5
    assert not half < 0.5
    assert not half > 0.5
    assert (float(half), f"{third:.3f}", f"{third}") == (0.5, "0.333", "33.33 %")
    assert (str(Mean(Fraction(4, 3))), Mean(Fraction(5, 2)).value, half.p) == ("1.33", 2.5, 0.5)
    assert third.to_json() == {"p": 1 / 3, "exact": "1/3"}
    assert Mean(Fraction(2)).to_json() == {"value": 2.0, "exact": "2"}
    assert nearest_float(1 + Fraction(1, 10**30)) > 1


def test_each_number_of_hits_with_its_chance_and_that_of_as_many_at_least() -> None:
    assert [(row.hits, row.exact, row.at_least_exact) for row in hits_rows(binomial(2, 1))] == [
        (0, Fraction(25, 36), 1), (1, Fraction(10, 36), Fraction(11, 36)), (2, Fraction(1, 36), Fraction(1, 36)),
    ]  # fmt: skip
    assert hits_rows(binomial(1, 3))[1].to_json() == {
        "hits": 1, "p": 0.5, "exact": "1/2", "at_least": 0.5, "at_least_exact": "1/2",
    }  # fmt: skip


def test_a_roll_and_more() -> None:
    roll = binomial(2, 1)
    assert (roll.most, roll.raised(3).most, roll.raised(3).mean) == (2, 5, roll.mean + 3)
    assert [roll.exactly(n) for n in (-1, 0, 2, 3)] == [0, Fraction(25, 36), Fraction(1, 36), 0]
    assert [roll.at_least(n) for n in (-1, 1, 3)] == [1, Fraction(11, 36), 0]
