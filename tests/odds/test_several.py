"""Several strikers on one target, against every roll counted one by one."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import some
from titan_rules.kernel.dice import enumerated
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.odds import together
from titan_rules.odds.carry import Contender, hits_of, shared_out
from titan_rules.odds.several import MOST_DICE, Striker, orders
from titan_rules.rules.battle.strike_numbers import hits_rolled
from titan_rules.rules.battle.strike_tables import StrikeOption as Way

TARGET = Contender("Centaur", "D4", 2, 12)
WEAK = Contender("Ogre", "E3", 1, 12)
DEAR = Contender("Dragon", "C3", 2, 27)


def strikers() -> list[Striker]:
    return [
        Striker("D3", (Way(2, 4, ("E3", "C3")), Way(3, 4, ("C3",)), None)),
        Striker("E4", (Way(1, 3), None, Way(2, 5, ("E3",)))),
        Striker("C4", (Way(2, 5, ("C3",)), None, None)),
    ]


def _counted(order: tuple[Striker, ...], victims: list[Contender]) -> tuple[list[Fraction], Fraction]:
    """The chances that target and victims are slain, and the mean number left free, roll by roll."""
    every = 6 ** sum(max(way.dice for way in striker.options if way is not None) for striker in order)
    slain = [0] * (len(victims) + 1)
    free = 0

    def strike(left: list[int], rest: tuple[Striker, ...], rolls: int) -> None:
        nonlocal free
        if not rest:
            for i, hits in enumerate(left):
                slain[i] += rolls if hits == 0 else 0
            return
        aims = [(i, way) for i, way in enumerate(rest[0].options) if way is not None and left[i] > 0]
        if not aims:
            free += rolls
            strike(left, rest[1:], rolls)
            return
        place, way = aims[0]
        for roll in enumerated(way.dice):
            places = [place, *[i for i, victim in enumerate(victims, 1) if victim.label in way.carry_to]]
            taken = shared_out(hits_rolled(roll, way.strike_number), [left[p] for p in places])
            after = list(left)
            for p, hits in zip(places, taken, strict=True):
                after[p] -= hits
            strike(after, rest[1:], rolls // 6**way.dice)

    strike([TARGET.left, *(v.left for v in victims)], order, every)
    return [Fraction(rolls, every) for rolls in slain], Fraction(free, every)


def test_every_order_is_that_of_every_roll_counted() -> None:
    every = orders([TARGET, WEAK, DEAR], strikers())
    slays = together(hits_of(one.options[0].dice, one.options[0].strike_number) for one in strikers() if one.options[0])
    by_label = {one.label: one for one in strikers()}
    assert {order.order for order in every} == set(permutations(by_label))
    for order in some(every):
        slain, free = _counted(tuple([by_label[label] for label in order.order]), [WEAK, DEAR])
        assert slays.at_least(TARGET.left) == slain[0]
        assert [fate.slays.exact for fate in order.carry] == slain[1:]
        assert order.expected_slain.exact == sum(slain)
        assert order.expected_points.exact == 12 * slain[0] + 12 * slain[1] + 27 * slain[2]
        assert order.expected_free.exact == free


def test_STRIKE_1_who_can_strike_others_strikes_last() -> None:
    """The other one would be left free where the target is slain first."""
    able, other = Striker("D3", (Way(6, 4, ("E3",)), Way(6, 4))), Striker("E4", (Way(6, 4), None))
    assert orders([TARGET, WEAK], [able, other])[0].order == ("E4", "D3")


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(2, 6)), min_size=1, max_size=4), st.integers(1, 12))
def test_the_target_is_slain_as_often_in_any_order(rolls: list[tuple[int, int]], left: int) -> None:
    every = orders(
        [Contender("Serpent", "D4", left, 36)], [Striker(f"A{i}", (Way(*roll),)) for i, roll in enumerate(rolls)]
    )
    slays = together(hits_of(*roll) for roll in rolls).at_least(left)
    assert {order.expected_slain.exact for order in every} == {slays}


def test_more_orders_or_dice_than_can_be_worked_out_are_refused() -> None:
    serpent = [Contender("Serpent", None, 18, 36)]
    seven = [Striker(f"A{i}", (Way(i + 1, 4),)) for i in range(7)]
    with pytest.raises(CannotTell, match="5,040 orders"):
        orders(serpent, seven)
    assert len(orders(serpent, seven[:4])) == 24
    half = [Striker(name, (Way(MOST_DICE // 2, 4),)) for name in ("Ogre", "Lion")]
    assert len(orders(serpent, half)) == 1
    with pytest.raises(CannotTell, match=f"the strikers roll {MOST_DICE + 1} dice, and at most {MOST_DICE}"):
        orders(serpent, [half[0], Striker("Lion", (Way(MOST_DICE // 2 + 1, 4),))])
