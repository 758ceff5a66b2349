"""The policy ``random``: any legal action."""

from random import Random
from typing import TypeVar

from ..rules.battle.maneuver import destinations
from ..rules.battle.strike import must_strike
from .fast_battle import FastBattle, Fighter
from .heuristic_policy import spill
from .rolls import foes, rolled, ways

STAYING = 3
"""When a character on the board is to move, the phase ends instead with a chance of one in this many."""
T = TypeVar("T")


def any_of(things: list[T], random: Random) -> T:
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

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """Any arrival or none, then any maneuvers."""
        arriving = battle.arrivals()
        number = int(random.random() * (len(arriving) + 1))
        if number < len(arriving):
            battle.join(arriving[number])
        waiting = [f for f in battle.mine.characters if not f.moved]
        while waiting:
            entering = [f for f in waiting if f.hex is None]
            if not entering and random.random() * STAYING < 1:
                return
            for fighter in turned(entering or waiting, random):
                mask = destinations(battle, fighter.role, fighter)
                if mask:
                    battle.move(fighter, nth_hex(mask, int(random.random() * mask.bit_count())))
                    waiting.remove(fighter)
                    break
            else:
                return

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """Any strikes, rangestrikes too, at any odds."""
        for fighter in turned(battle.mine.everyone, random):
            enemies = foes(battle, fighter)
            if not enemies:
                continue
            foe, roll = any_of(enemies, random)
            others: list[Fighter] = []
            if must_strike(battle, fighter.role, fighter):
                roll, others = any_of(ways(battle, fighter, foe), random)
            hits = rolled(*roll, random)
            beyond = hits - foe.left
            battle.strike(fighter, foe, roll, hits, spill(battle, others, beyond))
