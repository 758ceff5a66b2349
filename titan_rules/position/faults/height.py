"""Which characters a Legion above its height limit loses (HEIGHT-1)."""

from collections.abc import Iterable
from itertools import groupby

from attrs import frozen

from ...box import Box
from ...box.names import CharacterName

RANKS = ("Creature", "Demi-Lord", "Lord")
"""Ranks in the order in which characters go; Titans never go."""


@frozen
class Loss:
    """Characters of equal value that a Legion loses.

    :param count: how many go.
    :param among: the characters among which their owner chooses, sorted.
    """

    count: int
    among: tuple[CharacterName, ...]

    @property
    def chosen(self) -> bool:
        """Whether the owner has a choice."""
        return self.count < len(self.among) and len(set(self.among)) > 1

    def __str__(self) -> str:
        if self.chosen:
            return f"{self.count} of {', '.join(self.among)} as its owner chooses"
        return " and ".join(self.among[: self.count])


def surplus(box: Box, characters: Iterable[CharacterName], most: int) -> list[Loss]:
    """What a Legion loses until ``most`` characters are left: the lowest rank first, then the highest value (HEIGHT-1).

    >>> from titan_rules.box import STANDARD
    >>> [str(loss) for loss in surplus(STANDARD, ["Titan", "Lion", "Ogre", "Centaur"], 2)]
    ['Lion', '1 of Centaur, Ogre as its owner chooses']
    """
    names = list(characters)
    over = len(names) - most

    def order(name: CharacterName) -> tuple[int, int]:
        return RANKS.index(box.characters[name].rank), -box.points(name)

    losses = []
    mortal = sorted(name for name in names if not box.characters[name].is_titan)
    for _, equal in groupby(sorted(mortal, key=order), order):
        if over <= 0:
            break
        among = tuple(equal)
        losses.append(Loss(min(over, len(among)), among))
        over -= len(among)
    return losses
