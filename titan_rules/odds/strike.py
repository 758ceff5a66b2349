"""The odds of one strike or rangestrike (STRIKE-3, STRIKE-7)."""

from collections.abc import Sequence

from attrs import frozen

from ..kernel.dice import SIDES
from ..kernel.odds import Distribution, Ratio, binomial


def hits_of(dice: int, strike_number: int) -> Distribution:
    """How many hits a roll makes: each die of the Strike-number or more is one (STRIKE-3).

    :param dice: how many are rolled, 0 or more.
    :param strike_number: 6 or less; at 1 or less every die hits.
    """
    return binomial(dice, min(SIDES, SIDES + 1 - strike_number))


def hits_in(roll: Sequence[int], strike_number: int) -> int:
    """The hits of dice already rolled (STRIKE-3).

    >>> hits_in([6, 5, 1], 5)
    2
    """
    return sum(die >= strike_number for die in roll)


@frozen
class Victim:
    """An enemy that hits may fall on.

    :param name: the character.
    :param hex: where it stands; None where no hexes are given.
    :param left: the hits that it still needs to be slain, 1 or more (STRIKE-7).
    :param points: what it is worth (SCORE-1).
    """

    name: str
    hex: str | None
    left: int
    points: int


@frozen
class Strike:
    """A strike that is about to be rolled.

    :param dice: how many dice.
    :param strike_number: what each must show.
    :param target: whom it is aimed at.
    """

    dice: int
    strike_number: int
    target: Victim

    @property
    def hits(self) -> Distribution:
        """The hits rolled, those beyond what slays the target included."""
        return hits_of(self.dice, self.strike_number)

    @property
    def slays(self) -> Ratio:
        """The chance that the target is slain by it."""
        return self.hits.at_least(self.target.left)

    @property
    def expected_hits(self) -> Ratio:
        """The mean number of hits rolled."""
        return self.hits.mean
