"""Sources of dice."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from looping import for_each, some
from scripted import Scripted
from titan_rules.kernel.dice import Dice, DiceSource, dice_faults, enumerated, source_of
from titan_rules.kernel.errors import ArgumentError


def test_the_same_seed_gives_the_same_dice() -> None:
    assert Dice(7).roll(100) == Dice(7).roll(100)
    assert Dice("a name").roll(100) == Dice("a name").roll(100)
    assert Dice(7).roll(100) != Dice(8).roll(100)


def test_seeded_dice_do_not_change_from_version_to_version() -> None:
    """Whoever wrote down a seed gets the same game again."""
    assert Dice(1).roll(12) == (1, 6, 5, 2, 3, 3, 4, 5, 1, 1, 6, 3)


def test_it_does_not_matter_how_many_are_rolled_at_a_time() -> None:
    one, other = Dice(3), Dice(3)
    assert one.roll(6) == other.roll(2) + other.roll(0) + other.roll(4)


def test_seeded_dice_are_fair_enough() -> None:
    counts = Counter(Dice(0).roll(60_000))
    assert set(counts) == set(range(1, 7))
    assert all(9_600 < n < 10_400 for n in some(counts.values()))


@pytest.mark.parametrize("source", [Dice(1), Dice(), Scripted([])])
def test_all_are_dice_sources(source: object) -> None:
    assert isinstance(source, DiceSource)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_every_roll_is_enumerated_once(count: int) -> None:
    rolls = list(enumerated(count))
    assert len(rolls) == len(set(rolls)) == 6**count


def test_dice_that_were_typed_in() -> None:
    assert dice_faults([1, 6]) == []
    found = dice_faults([0, 7, "3", True, 2.0, 4], pointer="/dice")
    assert [fault.pointer for fault in found] == ["/dice/0", "/dice/1", "/dice/2", "/dice/3", "/dice/4"]
    assert [fault.code for fault in dice_faults([1, 2], 3)] == ["dice-count"]


def test_a_fault_of_dice_says_what_was_typed() -> None:
    (bad,) = dice_faults([7])
    assert (bad.code, bad.message, bad.pointer) == ("bad-die", "a die shows 1 to 6, not 7", "/0")
    (count,) = dice_faults([1, 2], 3, "/dice")
    assert (count.message, count.pointer) == ("3 dice are rolled here, not 2", "/dice")
    assert dice_faults([1, 2], 2) == []


def test_dice_of_any_kind_are_a_source() -> None:
    assert source_of(None) is None
    assert source_of(Dice(1)).roll(3) == Dice(1).roll(3)
    assert source_of(Random(1)).roll(3) == (2, 5, 1)
    assert source_of(Scripted([3, 4])).roll(2) == (3, 4)
    assert source_of((6, 1)).roll(2) == (6, 1)
    assert source_of([12]).roll(1, 12) == (12,)


@for_each("what", [[], "six", 6, [1, "2"], [True], object()])
def test_what_rolls_no_dice(what: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^dice must be Dice, .*, not ") as caught:
        source_of(what)
    assert caught.value.parameter == "dice"


@for_each("rolled", [(1,), (1, 2, 3), (1, 7), (0, 1), (1, True), (1, 2.0), "12", None, (1, 2, "x"), {1: 2, 3: 4}])
def test_a_source_that_rolls_something_else_is_caught(rolled: Any) -> None:
    class Odd:
        def roll(self, count: int, sides: int) -> Any:
            return rolled

    with pytest.raises(ArgumentError, match=r"^dice: roll\(2, 6\) must return 2 integers from 1 to 6, not ") as caught:
        source_of(Odd()).roll(2)
    assert caught.value.parameter == "dice"
    with pytest.raises(ArgumentError, match=r"^dice must be 3 integers from 1 to 6, not "):
        source_of([1, 2]).roll(3)


def test_a_seed_is_a_number_or_a_text() -> None:
    assert repr(Dice("x")) == "Dice(seed='x')"
    assert type(Dice().seed) is int
    assert Dice().seed != Dice().seed
    for seed in (1.5, True, [1], b"x"):
        with pytest.raises(ArgumentError, match="seed must be an integer, a string or None") as caught:
            Dice(seed)
        assert caught.value.parameter == "seed"
