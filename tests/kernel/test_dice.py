"""Sources of dice."""

from collections import Counter

import pytest

from looping import some
from scripted import Scripted
from titan_rules.kernel.dice import Dice, DiceSource, dice_faults, enumerated


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
