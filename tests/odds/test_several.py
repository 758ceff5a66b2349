"""Several strikers on one target, against every roll counted one by one."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titan_rules.kernel.dice import enumerated
from titan_rules.kernel.errors import CannotTell
from titan_rules.odds.carry import AIMS, shared_out
from titan_rules.odds.cases import Fighter, Way
from titan_rules.odds.several import MOST_DICE, Order, Striker, several
from titan_rules.rules.battle.level_ground import hits_rolled

TARGET = Fighter("Centaur", "D4", 2, 12)
WEAK = Fighter("Ogre", "E3", 1, 12)
DEAR = Fighter("Dragon", "C3", 2, 27)


def strikers() -> list[Striker]:
    return [
        Striker("D3", Way(2, 4, (WEAK, DEAR)), (Way(3, 4, (DEAR,)), None)),
        Striker("E4", Way(1, 3), (None, Way(2, 5, (WEAK,)))),
        Striker("C4", Way(2, 5, (DEAR,)), (None, None)),
    ]


def _counted(order: tuple[Striker, ...], victims: list[Fighter]) -> tuple[list[Fraction], Fraction]:
    """The chances that target and victims are slain, and the mean number left free, roll by roll."""
    slain = [Fraction(0)] * (len(victims) + 1)
    free = Fraction(0)

    def strike(left: list[int], rest: tuple[Striker, ...], chance: Fraction) -> None:
        nonlocal free
        if not rest:
            for i, hits in enumerate(left):
                slain[i] += chance if hits == 0 else 0
            return
        aims = [(i, way) for i, way in enumerate(rest[0].ways) if way is not None and left[i] > 0]
        if not aims:
            free += chance
            strike(left, rest[1:], chance)
            return
        place, way = aims[0]
        for roll in enumerated(way.dice):
            places = [place, *[i for i, victim in enumerate(victims, 1) if victim in way.carry_to]]
            taken = shared_out(hits_rolled(roll, way.strike_number), [left[p] for p in places])
            after = list(left)
            for p, hits in zip(places, taken, strict=True):
                after[p] -= hits
            strike(after, rest[1:], chance / 6**way.dice)

    strike([TARGET.left, *(v.left for v in victims)], order, Fraction(1))
    return slain, free


def test_every_order_is_that_of_every_roll_counted() -> None:
    odds = several(TARGET, [WEAK, DEAR], strikers())
    assert {o.strikers for o in odds.orders} == set(permutations(strikers()))
    for order in odds.orders:
        slain, free = _counted(order.strikers, [WEAK, DEAR])
        assert odds.slays.fraction == slain[0]
        assert [r.fraction for r in order.slain_victims] == slain[1:]
        assert order.slain.fraction == sum(slain)
        assert order.points.fraction == 12 * slain[0] + 12 * slain[1] + 27 * slain[2]
        assert order.free.fraction == free


@pytest.mark.parametrize("aim", AIMS)
def test_the_best_order_is_the_best_of_all(aim: str) -> None:
    odds = several(TARGET, [WEAK, DEAR], strikers())
    best = odds.best(aim)
    values = [o.expected(aim).fraction for o in odds.orders]
    assert best.expected(aim).fraction == max(values) > min(values)


def test_STRIKE_1_who_can_strike_others_strikes_last() -> None:
    """The other one would be left free where the target is slain first."""
    able, other = Striker("D3", Way(6, 4, (WEAK,)), (Way(6, 4),)), Striker("E4", Way(6, 4), (None,))
    assert several(TARGET, [WEAK], [able, other]).best("slain").strikers == (other, able)


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(2, 6)), min_size=1, max_size=4), st.integers(1, 12))
def test_the_target_is_slain_as_often_in_any_order(rolls: list[tuple[int, int]], left: int) -> None:
    target = Fighter("Serpent", "D4", left, 36)
    odds = several(target, [], [Striker(f"A{i}", Way(*roll)) for i, roll in enumerate(rolls)])
    assert {o.slain for o in odds.orders} == {odds.slays}
    assert sum(odds.hits.exactly(n).fraction for n in range(odds.hits.most + 1)) == 1
    assert odds.hits.most == sum(dice for dice, _ in rolls)


def test_equal_strikers_are_exchanged_for_nothing() -> None:
    odds = several(TARGET, [], [Striker(hex, Way(6, 6)) for hex in ("C3", "C4", "D3", "D5", "E3", "E4")])
    assert [[s.label for s in o.strikers] for o in odds.orders] == [["C3", "C4", "D3", "D5", "E3", "E4"]]
    mixed = several(TARGET, [], [Striker("C3", Way(6, 6)), Striker("C4", Way(6, 6)), Striker("D3", Way(5, 6))])
    assert len(mixed.orders) == 3


def test_the_strongest_first_leaves_most_strikers_free() -> None:
    odds = several(TARGET, [], [Striker("C3", Way(1, 6)), Striker("C4", Way(9, 2))])
    best: Order = odds.best("slain")
    assert [s.label for s in best.strikers] == ["C4", "C3"]
    assert best.free == odds.orders[1].free


def test_the_bound_of_work_is_the_last_that_is_done() -> None:
    most = MOST_DICE // 2
    strikers = [Striker(name, Way(most, 4)) for name in ("Ogre", "Lion")]
    assert len(several(Fighter("Serpent", None, 18, 36), (), strikers).orders) == 1
    with pytest.raises(CannotTell, match=f"the strikers roll {MOST_DICE + 1} dice, and at most {MOST_DICE}"):
        several(Fighter("Serpent", None, 18, 36), (), [*strikers[:1], Striker("Lion", Way(most + 1, 4))])


def test_several_in_a_battle_are_refused_as_an_error_of_its_own() -> None:
    strikers = [
        Striker(name, Way(i + 1, 4))
        for i, name in enumerate(["Ogre", "Centaur", "Lion", "Troll", "Griffon", "Hydra", "Dragon"])
    ]
    with pytest.raises(CannotTell, match="5,040 orders"):
        several(Fighter("Serpent", None, 18, 36), (), strikers)
    assert len(several(Fighter("Serpent", None, 18, 36), (), strikers[:4]).orders) == 24
