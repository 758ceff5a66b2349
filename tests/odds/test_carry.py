"""Carrying over: the joint outcome and the best choice, against every roll counted one by one."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titan_rules.kernel.dice import enumerated
from titan_rules.odds.carry import (
    AIMS,
    Aim,
    CarryOdds,
    best_after_roll,
    best_carry,
    best_choice,
    other_aim,
    shared_out,
)
from titan_rules.odds.cases import Fighter, Way, hits_of
from titan_rules.rules.battle.level_ground import hits_rolled

needs = st.lists(st.integers(1, 6), min_size=1, max_size=4)


def enemy(label: str, left: int, points: int = 10) -> Fighter:
    return Fighter("Ogre", label, left, points)


def enemies(lefts: list[int], points: list[int] | None = None) -> tuple[Fighter, ...]:
    worth = points or [10] * len(lefts)
    return tuple(enemy(f"A{i}", left, p) for i, (left, p) in enumerate(zip(lefts, worth, strict=True), 1))


@given(st.integers(0, 30), needs)
def test_CARRY_1_hits_are_never_more_than_were_rolled(hits: int, lefts: list[int]) -> None:
    taken = shared_out(hits, lefts)
    assert sum(taken) == min(hits, sum(lefts))
    assert all(0 <= t <= left for t, left in zip(taken, lefts, strict=True))
    for before, after, left in zip(taken, taken[1:], lefts, strict=False):
        assert after == 0 or before == left


@pytest.mark.parametrize("number", range(2, 7))
@pytest.mark.parametrize("lefts", [[2, 1], [1, 2, 1], [3, 3], [5, 1]])
def test_the_joint_outcome_is_that_of_every_roll_counted(number: int, lefts: list[int]) -> None:
    count = 4
    counted = Counter(shared_out(hits_rolled(roll, number), lefts) for roll in enumerated(count))
    odds = CarryOdds(hits_of(count, number), enemies(lefts))
    ours: Counter[tuple[int, ...]] = Counter()
    for outcome in odds.outcomes():
        ours[outcome.taken] += outcome.chance.fraction * 6**count
        assert outcome.left_over == outcome.hits - sum(outcome.taken) >= 0
    assert +ours == +counted
    for place, left in enumerate(lefts):
        slain = sum(n for taken, n in counted.items() if taken[place] == left)
        assert odds.slays(place).fraction == Fraction(slain, 6**count)
        taken_by = odds.taken_by(place)
        for hits in range(left + 1):
            exactly = sum(n for taken, n in counted.items() if taken[place] == hits)
            assert taken_by.exactly(hits).fraction == Fraction(exactly, 6**count)


@given(st.integers(1, 12), st.integers(2, 6), needs)
def test_chances_of_all_outcomes_make_exactly_one(dice: int, number: int, lefts: list[int]) -> None:
    odds = CarryOdds(hits_of(dice, number), enemies(lefts))
    assert sum(o.chance.fraction for o in odds.outcomes()) == 1
    slain = [odds.slays(place).fraction for place in range(len(lefts))]
    assert odds.expected("slain").fraction == sum(slain)
    assert odds.expected("points").fraction == 10 * sum(slain)
    assert slain == sorted(slain, reverse=True)
    expected = sum(odds.taken_by(place).mean.fraction for place in range(len(lefts)))
    assert expected <= odds.hits.mean.fraction


@given(
    st.integers(2, 10),
    st.integers(2, 6),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 40)), min_size=1, max_size=4),
    st.sampled_from(AIMS),
)
def test_the_best_order_is_the_best_of_all_orders(
    dice: int, number: int, others: list[tuple[int, int]], aim: Aim
) -> None:
    target, *rest = enemies([left for left, _ in others], [p for _, p in others])
    way = Way(dice, number, tuple(rest))
    choice = best_carry(target, way, aim)
    orders = [CarryOdds(way.hits, (target, *order)) for order in permutations(rest)]
    assert choice.expected(aim).fraction == max(o.expected(aim).fraction for o in orders)
    assert sorted(choice.carry_to, key=lambda f: f.label) == rest
    by_roll = sum(
        way.hits.exactly(hits).fraction * max(sum(_worth(f, aim) for f in o.victims[: _slain(hits, o)]) for o in orders)
        for hits in range(dice + 1)
    )
    assert choice.after_roll.fraction == by_roll >= choice.expected(aim).fraction


def _worth(victim: Fighter, aim: Aim) -> int:
    return 1 if aim == "slain" else victim.points


def _slain(hits: int, odds: CarryOdds) -> int:
    taken = shared_out(hits, [v.left for v in odds.victims])
    return sum(t == v.left for t, v in zip(taken, odds.victims, strict=True))


def test_CARRY_2_a_penalty_is_best_where_it_reaches_more() -> None:
    target = enemy("D4", 1)
    weak, strong = enemy("E3", 1, 2), enemy("C3", 1, 40)
    natural, penalty = Way(6, 2, (weak,)), Way(6, 4, (weak, strong))
    assert best_choice(target, [natural, penalty], "points").way == penalty
    assert best_choice(target, [natural, penalty], "slain").way == penalty
    hardly = Way(6, 6, (weak, strong))
    assert best_choice(target, [natural, hardly], "slain").way == natural
    assert best_choice(target, [natural, hardly], "points").way == hardly


def test_CARRY_2_declared_orders_are_judged_as_declared() -> None:
    target = enemy("D4", 1)
    near, worth = enemy("C3", 1, 3), enemy("E3", 3, 50)
    choice = best_choice(target, [Way(4, 4, (near, worth))], "points", declared=True)
    assert choice.after_roll.fraction > choice.points.fraction
    assert best_after_roll(target, choice.way, "points", 4) == (worth,)
    assert best_after_roll(target, choice.way, "points", 3) == (near, worth)
    assert best_after_roll(target, choice.way, "points", 1) == ()


def test_equal_choices_fall_to_the_other_aim_and_then_to_the_first() -> None:
    target = enemy("D4", 1)
    cheap, dear = enemy("C3", 2, 3), enemy("E3", 2, 50)
    assert best_carry(target, Way(3, 4, (cheap, dear)), "slain").carry_to == (dear, cheap)
    natural, same = Way(3, 4), Way(3, 4)
    assert best_choice(target, [natural, same], "slain").way is natural
    assert [other_aim(aim) for aim in AIMS] == ["points", "slain"]
