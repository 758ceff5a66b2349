"""Legions above their height limit, and what they lose (HEIGHT-1)."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from attrs import frozen

from ...box import Box
from ...box.names import CharacterName
from ...box.types import MAX_HEIGHT
from ...kernel.errors import Fault
from ...kernel.wording import listed
from ..game import STARTING_HEIGHT
from . import fault

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

    def __str__(self) -> str:
        if self.count < len(self.among) and len({*self.among}) > 1:
            return f"{self.count} of {', '.join(self.among)} as its owner chooses"
        return " and ".join(self.among[: self.count])


def surplus(box: Box, characters: Iterable[CharacterName], most: int) -> list[Loss]:
    """What a Legion loses until ``most`` characters are left: the lowest rank first, then the highest value (HEIGHT-1).

    >>> from titan_rules.box import STANDARD
    >>> [str(loss) for loss in surplus(STANDARD, ["Titan", "Lion", "Ogre", "Centaur"], 2)]
    ['Lion', '1 of Centaur, Ogre as its owner chooses']
    """

    def order(name: CharacterName) -> tuple[int, int]:
        return RANKS.index(box.characters[name].rank), -box.points(name)

    names = list(characters)
    over, losses = len(names) - most, []
    mortal = sorted(name for name in names if not box.characters[name].is_titan)
    for _, equal in groupby(sorted(mortal, key=order), order):
        if over > 0:
            among = tuple(equal)
            losses.append(Loss(min(over, len(among)), among))
            over -= len(among)
    return losses


def too_high(
    box: Box, name: str, names: Sequence[CharacterName] | None, size: int, at: str, most: int = MAX_HEIGHT
) -> Fault:
    """The fault of a Legion of more than ``most`` characters.

    :param names: its characters; None: unknown.
    """
    when = "" if most == STARTING_HEIGHT else f" ({STARTING_HEIGHT} only until its player's first split, SPLIT-1)"
    where, goes = "height", "it is shown and loses its most valuable Creatures"
    if names is not None:
        where, goes = "characters", f"it loses {listed(surplus(box, names, most))}"
    return fault("too-high", at, where=where, name=name, size=size, most=most, when=when, goes=goes)
