"""Dice that were written down beforehand."""

from collections.abc import Iterable

from titan_rules.kernel.dice import SIDES


class Scripted:
    """A source of these dice, in order, which must be used up."""

    def __init__(self, dice: Iterable[int]) -> None:
        self._dice = list(dice)

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """The next dice."""
        assert count <= len(self._dice), "the script is too short"
        dice, self._dice = tuple(self._dice[:count]), self._dice[count:]
        return dice

    def finish(self) -> None:
        """Make sure that every die was used."""
        assert self._dice == []
