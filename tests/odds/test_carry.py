"""Carrying over: the joint outcome and the best choice, against every roll counted one by one."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from looping import for_each, some
from titan_rules.kernel.dice import enumerated
from titan_rules.odds.carry import (
    AIMS,
    Aim,
    BestWay,
    Contender,
    best_after_roll,
    best_carry,
    best_way,
    expected,
    hits_of,
    in_order,
    joint,
    shared_out,
    taken,
)
from titan_rules.rules.battle.strike_numbers import hits_rolled
from titan_rules.rules.battle.strike_tables import StrikeOption

needs = st.lists(st.integers(1, 6), min_size=1, max_size=4)


def enemy(label: str, left: int, points: int = 10) -> Contender:
    return Contender("Ogre", label, left, points)


def enemies(lefts: list[int], points: list[int] | None = None) -> tuple[Contender, ...]:
    worth = points or [10] * len(lefts)
    return tuple(enemy(f"A{i}", left, p) for i, (left, p) in enumerate(zip(lefts, worth, strict=True), 1))


def by_hex(*fighters: Contender) -> dict[str, Contender]:
    return {fighter.label: fighter for fighter in fighters}


def carrying(dice: int, number: int, *enemies: Contender) -> StrikeOption:
    return StrikeOption(dice, number, tuple([enemy.label for enemy in enemies]))


@given(st.integers(0, 30), needs)
def test_CARRY_1_hits_are_never_more_than_were_rolled(hits: int, lefts: list[int]) -> None:
    shares = shared_out(hits, lefts)
    assert sum(shares) == min(hits, sum(lefts))
    assert all(0 <= t <= left for t, left in zip(shares, lefts, strict=True))
    for before, after, left in zip(shares, shares[1:], lefts, strict=False):
        assert after == 0 or before == left


@for_each("number", range(2, 7))
@for_each("lefts", [[2, 1], [1, 2, 1], [3, 3], [5, 1]])
def test_the_joint_outcome_is_that_of_every_roll_counted(number: int, lefts: list[int]) -> None:
    count = 4
    counted = Counter(shared_out(hits_rolled(roll, number), lefts) for roll in enumerated(count))
    hits, victims = hits_of(count, number), enemies(lefts)
    outcomes, shares = joint(hits, victims), taken(hits, victims)
    ours: Counter[tuple[int, ...]] = Counter()
    for outcome in some(outcomes):
        ours[tuple(outcome.takes.values())] += outcome.chance.exact * 6**count
        assert outcome.left_over == outcome.hits - sum(outcome.takes.values()) >= 0
    assert +ours == +counted
    for place, victim in some(enumerate(victims)):
        slain = sum(n for each, n in counted.items() if each[place] == victim.left)
        chances = [outcome.chance.exact for outcome in outcomes if victim.label in outcome.slain]
        assert sum(chances) == Fraction(slain, 6**count)
        for number_taken in range(victim.left + 1):
            exactly = sum(n for each, n in counted.items() if each[place] == number_taken)
            ways = sum(w for each, w in zip(shares, hits.ways, strict=True) if each[place] == number_taken)
            assert Fraction(ways, hits.total) == Fraction(exactly, 6**count)


@given(st.integers(1, 12), st.integers(2, 6), needs)
def test_chances_of_all_outcomes_make_exactly_one(dice: int, number: int, lefts: list[int]) -> None:
    hits, victims = hits_of(dice, number), enemies(lefts)
    outcomes = joint(hits, victims)
    assert sum(outcome.chance.exact for outcome in outcomes) == 1
    slain = [sum(o.chance.exact for o in outcomes if victim.label in o.slain) for victim in victims]
    assert expected(hits, victims, "slain") == sum(slain)
    assert expected(hits, victims, "points") == 10 * sum(slain)
    assert slain == sorted(slain, reverse=True)
    assert sum(o.chance.exact * sum(o.takes.values()) for o in outcomes) <= hits.mean


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
    option, hits = carrying(dice, number, *rest), hits_of(dice, number)
    choice = best_carry(target, option, by_hex(*rest), aim)
    orders = [(target, *order) for order in permutations(rest)]
    assert _aimed(choice, aim) == max(expected(hits, order, aim) for order in orders)
    assert sorted(choice.carry_to) == [enemy.label for enemy in rest]
    by_roll = sum(
        hits.exactly(n) * max(sum(_worth(f, aim) for f in o[: _slain(n, o)]) for o in orders) for n in range(dice + 1)
    )
    assert choice.expected_if_chosen_after_roll.exact == by_roll >= _aimed(choice, aim)


def _aimed(way: BestWay, aim: Aim) -> Fraction:
    return (way.expected_slain if aim == "slain" else way.expected_points).exact


def _worth(victim: Contender, aim: Aim) -> int:
    return 1 if aim == "slain" else victim.points


def _slain(hits: int, victims: tuple[Contender, ...]) -> int:
    shares = shared_out(hits, [v.left for v in victims])
    return sum(t == v.left for t, v in zip(shares, victims, strict=True))


def rolled(way: BestWay) -> tuple[int, int]:
    return way.dice, way.strike_number


def test_CARRY_2_a_penalty_is_best_where_it_reaches_more() -> None:
    target = enemy("D4", 1)
    weak, strong = enemy("E3", 1, 2), enemy("C3", 1, 40)
    near = by_hex(weak, strong)
    natural, penalty = carrying(6, 2, weak), carrying(6, 4, weak, strong)
    assert rolled(best_way(target, [natural, penalty], near, "points", declared=False)) == (6, 4)
    assert rolled(best_way(target, [natural, penalty], near, "slain", declared=False)) == (6, 4)
    hardly = carrying(6, 6, weak, strong)
    assert rolled(best_way(target, [natural, hardly], near, "slain", declared=False)) == (6, 2)
    assert rolled(best_way(target, [natural, hardly], near, "points", declared=False)) == (6, 6)


def test_CARRY_2_declared_orders_are_judged_as_declared() -> None:
    target = enemy("D4", 1)
    near, worth = enemy("C3", 1, 3), enemy("E3", 3, 50)
    option, both = carrying(4, 4, near, worth), by_hex(near, worth)
    free = best_carry(target, option, both, "points")
    assert free.expected_if_chosen_after_roll.exact > free.expected_points.exact
    assert best_way(target, [option], both, "points", declared=True).expected_if_chosen_after_roll is None
    assert best_after_roll(target, option, both, "points", 4) == ("E3",)
    assert best_after_roll(target, option, both, "points", 3) == ("C3", "E3")
    assert best_after_roll(target, option, both, "points", 1) == ()


def test_equal_choices_fall_to_the_other_aim_and_then_to_the_first() -> None:
    target = enemy("D4", 1)
    cheap, dear = enemy("C3", 2, 3), enemy("E3", 2, 50)
    assert best_carry(target, carrying(3, 4, cheap, dear), by_hex(cheap, dear), "slain").carry_to == ("E3", "C3")
    assert rolled(best_way(target, [carrying(3, 4), carrying(3, 5)], {}, "slain", declared=False)) == (3, 4)
    assert [in_order(aim)[1] for aim in AIMS] == ["points", "slain"]
