"""Exact odds as tables of floats: what a policy looks up thousands of times in a battle."""

from functools import cache
from math import fsum

from ..kernel.dice import SIDES
from ..kernel.odds import binomial

PARTIAL = 0.5
"""A hit that does not slay is worth this part of its share of the points."""


@cache
def exactly(dice: int, number: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2 ... hits with so many dice at a Strike-number (STRIKE-3)."""
    roll = binomial(dice, min(SIDES, SIDES + 1 - number))
    return tuple([ways / roll.total for ways in roll.ways])


@cache
def at_least(dice: int, number: int, need: int) -> float:
    """The chance of ``need`` hits or more."""
    return min(1.0, fsum(exactly(dice, number)[max(need, 0) :]))


@cache
def harm(dice: int, number: int, need: int) -> float:
    """What a strike does to a character that still needs ``need`` hits, 1 being to slay it.

    The chance to slay it, and for the hits that do not, :data:`PARTIAL` of their share in what it needs.
    """
    chances = exactly(dice, number)
    wounds = fsum([hits * chance for hits, chance in enumerate(chances[:need])])
    return at_least(dice, number, need) + PARTIAL * wounds / need


@cache
def carried(dice: int, number: int, need: int, other: int) -> float:
    """What the hits beyond ``need`` do to another character that needs ``other``, as :func:`harm` counts it."""
    chances = exactly(dice, number)
    return fsum([chance * share(hits - need, other) for hits, chance in enumerate(chances) if hits > need])


def share(hits: int, need: int) -> float:
    """What hits do to a character that still needs ``need``, as :func:`harm` counts it."""
    return 1.0 if hits >= need else PARTIAL * hits / need
