"""The policy ``random``: any legal action."""

from random import Random
from typing import TypeVar

from .melee import OFF, Melee
from .rolls import foes, must_strike, rolled, ways
from .tempered_policy import spill

STAYING = 3
"""When a character on the board is to move, the phase ends instead with a chance of one in this many."""
T = TypeVar("T")


def any_of(things: list[T] | tuple[T, ...], random: Random) -> T:
    """Any of some things, all equally likely."""
    return things[int(random.random() * len(things))]


def turned(things: list[T], random: Random) -> list[T]:
    """The same things in the same order, but beginning with any of them."""
    start = int(random.random() * len(things))
    return things[start:] + things[:start]


def nth_hex(mask: int, n: int) -> int:
    """The number of the nth hex of a mask."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


class RandomPolicy:
    """Enters with everybody, then moves each character to any hex it may go to, or stays; strikes anybody.

    Dice aside it depends on the random numbers it is given, and on nothing else.
    """

    def maneuver(self, melee: Melee, random: Random) -> None:
        """Any arrival or none, then any maneuvers."""
        arriving = melee.arrivals()
        number = int(random.random() * (len(arriving) + 1))
        if number < len(arriving):
            melee.join(arriving[number])
        side = melee.side
        waiting = [i for i, n in enumerate(melee.at[side]) if n >= OFF and not melee.moved[side][i]]
        while waiting:
            entering = [i for i in waiting if melee.at[side][i] == OFF]
            if not entering and random.random() * STAYING < 1:
                return
            for i in turned(entering or waiting, random):
                mask = melee.reach(side, i)
                if mask:
                    melee.move(i, nth_hex(mask, int(random.random() * mask.bit_count())))
                    waiting.remove(i)
                    break
            else:
                return

    def strikes(self, melee: Melee, random: Random) -> None:
        """Any strikes, rangestrikes too, at any odds."""
        side = melee.acting
        for i in turned(list(range(len(melee.at[side]))), random):
            enemies = foes(melee, side, i)
            if not enemies:
                continue
            foe, roll = any_of(enemies, random)
            others: list[int] = []
            if must_strike(melee, side, i):
                roll, others = any_of(ways(melee, side, i, foe), random)
            hits = rolled(*roll, random)
            beyond = hits - melee.left(1 - side, foe)
            melee.strike(i, foe, roll, hits, spill(melee, 1 - side, others, beyond))
