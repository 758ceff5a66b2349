"""The policy ``random``: any legal action."""

from random import Random

from ..actions.intents import Action, Carry
from ..position.battle import Combatant
from .choices import END_MANEUVER, Blow, Choices, move
from .policy import greatest_first

STAYING = 3
"""A character on the board stays with a chance of one in this many."""


def nth_hex(mask: int, n: int) -> int:
    """The number of the nth hex of a mask."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def turned(characters: list[Combatant], random: Random) -> list[Combatant]:
    """The same characters in the same order, but beginning with any of them."""
    start = int(random.random() * len(characters))
    return characters[start:] + characters[:start] if start else characters


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
        unmoved = [c for c in choices.battle.of(choices.role).characters if not c.moved]
        entering = [c for c in unmoved if c.hex is None]
        if not entering and random.random() * STAYING < 1:
            return END_MANEUVER
        for combatant in turned(entering or unmoved, random):
            mask = choices.reach(combatant)
            if mask:
                return move(combatant, nth_hex(mask, int(random.random() * mask.bit_count())))
        return END_MANEUVER

    def strike(self, choices: Choices, random: Random) -> Blow | None:
        """Any strike; rangestrikes are made where they can be."""
        waiting = [c for c in choices.battle.of(choices.role).characters if not c.struck]
        for striker in turned(waiting, random):
            targets, must = choices.targets(striker)
            if targets:
                target = targets[int(random.random() * len(targets))]
                blows = choices.blows(striker, target, must)
                return blows[int(random.random() * len(blows))]
        return None

    def carry(self, choices: Choices, blow: Blow, excess: int, random: Random) -> tuple[Carry, ...]:
        """To the most valuable that the hits slay."""
        return greatest_first(choices, blow, excess)
