"""Duels: two characters in contact that strike in every Strike Phase until one or both are slain.

In each Strike Phase the active side strikes and the other strikes back, the slain too (STRIKE-8),
so whoever is active both roll all their dice once a phase. What both have taken so far is a Markov
chain, worked out exactly by :func:`titan_rules.kernel.odds.race`.
"""

from attrs import frozen

from ..box.names import CharacterName
from ..box.value import Box
from ..kernel.errors import CannotTell, Fault
from ..kernel.odds import Distribution, Ratio
from ..kernel.race import race
from ..kernel.wording import article
from .cases import hits_of

SIMULATE = "titan resolve-battle POSITION --simulate 10000"
"""What answers where nothing exact does."""

MOST_BITS = 18_000
"""The longest exact answer, in binary digits of its denominator (4,200 decimal ones)."""


@frozen
class Duellist:
    """One side of a duel.

    :param left: the hits that it still needs to be slain, 1 or more.
    :param dice: how many it rolls in each Strike Phase.
    :param strike_number: what each must show.
    :param toll: the hits that it takes before each strike, of where it stands and of poison (DRIFT-1, BOX-5, BOX-7).
    """

    left: int
    dice: int
    strike_number: int
    toll: int = 0

    def losses_to(self, enemy: "Duellist") -> Distribution:
        """What it loses in one Strike Phase."""
        return hits_of(enemy.dice, enemy.strike_number).raised(self.toll)


def refuse_poison(box: Box, *names: CharacterName) -> None:
    """See that nobody poisons: each hit of a poisoner makes the later Strike Phases other than the first.

    :raises CannotTell: one of them does (BOX-7).
    """
    for name in names:
        if box.characters[name].poison:
            message = f"{article(name)} poisons whom it hits (BOX-7): such a duel is not worked out exactly"
            raise CannotTell(Fault("not-exact", message, hint=SIMULATE))


@frozen
class DuelOdds:
    """How a duel ends.

    :param first_slays: the chance that the second is slain, both slain included.
    :param second_slays: the chance that the first is slain, both slain included.
    :param both_slain: the chance that both are, in the same phase.
    :param mean_strike_phases: how many Strike Phases it takes on average.
    """

    first_slays: Ratio
    second_slays: Ratio
    both_slain: Ratio
    mean_strike_phases: Ratio

    def turned(self) -> "DuelOdds":
        """The same duel seen from the other side."""
        return DuelOdds(self.second_slays, self.first_slays, self.both_slain, self.mean_strike_phases)


def duel(first: Duellist, second: Duellist) -> DuelOdds:
    """The exact odds of a duel.

    :raises CannotTell: the exact answer has too many digits to be of use (Power-factors far beyond the game's).
    """
    losses, enemy_losses = first.losses_to(second), second.losses_to(first)
    digits = (first.left + second.left) * (losses.total * enemy_losses.total).bit_length()
    if digits > MOST_BITS:
        powers = f"{first.dice} dice against {second.dice}"
        raise CannotTell(Fault("too-large", f"a duel of {powers} is too long to be worked out exactly"))
    first_slain, second_slain, both, phases = race(first.left, losses, second.left, enemy_losses)
    return DuelOdds(second_slain, first_slain, both, phases)
