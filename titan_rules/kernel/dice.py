"""Dice sources. Rules never roll: dice come with an action, or from one of these."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from os import urandom
from random import Random
from typing import Protocol, TypeAlias, cast, runtime_checkable

from attrs import frozen

from .errors import ArgumentError, Fault

SIDES = 6


@runtime_checkable
class DiceSource(Protocol):
    """A source of dice."""

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """The next ``count`` dice, each 1 to ``sides``."""
        ...


class Dice:
    """Dice from a seed, or random ones without: ``Dice(seed=1)``, ``Dice()``.

    :param seed: the same seed always gives the same dice; None: a new seed every time.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        if seed is not None and type(seed) is not int and not issubclass(type(seed), str):
            message = "Dice(): seed must be an integer, a string or None; dice that were rolled stand in the action"
            raise ArgumentError(message, "seed")
        self.seed = int.from_bytes(urandom(8), "big") if seed is None else seed
        self._random = Random(self.seed)

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """The next ``count`` dice."""
        draw = self._random.random
        return tuple([int(draw() * sides) + 1 for _ in range(count)])

    def __repr__(self) -> str:
        return f"Dice(seed={self.seed!r})"


AnyDice: TypeAlias = DiceSource | Random | Sequence[int]
"""Whatever rolls dice for the library's functions; a sequence is the dice that were rolled."""


@frozen
class _Rolled:
    """The dice of one roll, which somebody has rolled."""

    dice: Sequence[object]

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """The dice.

        :raises ArgumentError: they are not so many.
        """
        return _checked(self.dice, count, sides, f"dice must be {count} integers from 1 to {sides}")


def _checked(rolled: object, count: int, sides: int, wanted: str) -> tuple[int, ...]:
    """So many dice.

    :raises ArgumentError: it is something else.
    """
    given = cast("Sequence[object]", rolled) if isinstance(rolled, list | tuple) else ()
    values = tuple([die for die in given if isinstance(die, int) and die is not True and 1 <= die <= sides])
    if len(values) != count or len(values) < len(given):
        raise ArgumentError(f"{wanted}, not {rolled!r:.60}", "dice")
    return values


@frozen
class _GivenDice:
    """Dice of the caller's own, each roll checked.

    :param roller: gives a roll, or fails in its own way.
    """

    roller: Callable[[int, int], object]

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """The next ``count`` dice.

        :raises ArgumentError: they are something else.
        """
        wanted = f"dice: roll({count}, {sides}) must return {count} integers from 1 to {sides}"
        return _checked(self.roller(count, sides), count, sides, wanted)


def source_of(dice: AnyDice | None) -> DiceSource | None:
    """The source of dice that a caller gives, checked.

    :raises ArgumentError: it rolls no dice.

    >>> source_of(Random(1)).roll(3), source_of([6, 4]).roll(2)
    ((2, 5, 1), (6, 4))
    """
    if dice is None or type(dice) is Dice:
        return dice
    if isinstance(dice, list | tuple) and dice and all(type(die) is int for die in dice):
        return _Rolled(dice)
    if isinstance(dice, Random):
        return _GivenDice(lambda count, sides: [dice.randint(1, sides) for _ in range(count)])
    roll = getattr(dice, "roll", None)
    if not callable(roll):
        raise ArgumentError(f"dice must be Dice, a random.Random or a source or list of dice, not {dice!r:.60}", "dice")
    return _GivenDice(roll)


def enumerated(count: int) -> Iterator[tuple[int, ...]]:
    """Every roll of ``count`` dice, 6 to the power of ``count`` of them."""
    return product(range(1, SIDES + 1), repeat=count)


def dice_faults(dice: Sequence[object], count: int | None = None, pointer: str = "") -> list[Fault]:
    """The faults of typed dice: not 1 to 6, or not ``count`` of them."""
    faults = [
        Fault("bad-die", f"a die shows 1 to 6, not {die!r}", f"{pointer}/{i}")
        for i, die in enumerate(dice)
        if type(die) is not int or not 1 <= die <= SIDES
    ]
    if count is not None and len(dice) != count:
        faults.append(Fault("dice-count", f"{count} dice are rolled here, not {len(dice)}", pointer))
    return faults
