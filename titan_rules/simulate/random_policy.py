"""The policy ``random``: any legal action."""

from random import Random

from ..adjudicator.actions import Action, Carry
from .choices import END_MANEUVER, Blow, Choices, move
from .policy import greatest_first

STAYING = 3
"""A character on the board stays with a chance of one in this many."""


def nth_hex(mask: int, n: int) -> int:
    """The number of the nth hex of a mask."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


class RandomPolicy:
    """Enters with everybody, then moves each character to any hex it may go to, or stays; strikes anybody.

    Dice aside it depends on the random numbers it is given, and on nothing else.
    """

    def maneuver(self, choices: Choices, random: Random) -> Action:
        """Any arrival or none, then any maneuver; the phase ends when nobody is left who wants to move."""
        arriving = choices.arrivals()
        if arriving:
            number = int(random.random() * (len(arriving) + 1))
            if number < len(arriving):
                return arriving[number]
        movable = choices.maneuvers()
        entering = [pair for pair in movable if pair[0].hex is None]
        pool = entering or movable
        if not pool or (not entering and random.random() * STAYING < 1):
            return END_MANEUVER
        combatant, mask = pool[int(random.random() * len(pool))]
        return move(combatant, nth_hex(mask, int(random.random() * mask.bit_count())))

    def strike(self, choices: Choices, random: Random) -> Blow | None:
        """Any strike; rangestrikes are made where they can be."""
        strikers = choices.strikers()
        if not strikers:
            return None
        striker, targets, must = strikers[int(random.random() * len(strikers))]
        target = targets[int(random.random() * len(targets))]
        blows = choices.blows(striker, target, must)
        return blows[int(random.random() * len(blows))]

    def carry(self, choices: Choices, blow: Blow, excess: int, random: Random) -> tuple[Carry, ...]:
        """To the most valuable that the hits slay."""
        return greatest_first(choices, blow, excess)
