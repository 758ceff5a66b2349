"""Whom a character of the fast battle may strike and with what, and exact odds as tables of floats."""

from bisect import bisect
from functools import cache
from itertools import accumulate
from math import fsum
from random import Random
from typing import TypeAlias

from ..box.hexes import HEX_NUMBER, numbers_in
from ..kernel.dice import SIDES
from ..kernel.odds import binomial
from ..rules.battle.carry import options
from ..rules.battle.rangestrike import shots
from ..rules.battle.strike_numbers import contacts, dice_and_number, faces_that_hit
from .fast_battle import FastBattle, Fighter, Roll

Way: TypeAlias = tuple[Roll, list[Fighter]]
"""One way to roll a strike, and the enemies to whom hits may then be carried over."""

PARTIAL = 0.5
"""A hit that does not slay is worth this part of its share of the points."""


def foes(battle: FastBattle, fighter: Fighter) -> list[tuple[Fighter, Roll]]:
    """Whom a character of the acting side may strike or rangestrike now, and the natural roll at each."""
    if fighter.struck or fighter.hex is None:
        return []
    role, who = fighter.role, battle.who
    touching = contacts(battle, role, fighter)
    if touching:
        return [(who[n], dice_and_number(battle, role, fighter, who[n])) for n in numbers_in(touching)]
    return [(foe, (roll.dice, roll.strike_number)) for foe, roll in shots(battle, role, fighter)]


def ways(battle: FastBattle, fighter: Fighter, foe: Fighter) -> list[Way]:
    """The ways to roll a strike at an enemy in contact, the natural one first (CARRY-1 to CARRY-3)."""
    return [
        ((option.dice, option.strike_number), [battle.who[HEX_NUMBER[label]] for label in option.carry_to])
        for option in options(battle, fighter.role, fighter, foe)
    ]


def rolled(dice: int, number: int, random: Random) -> int:
    """How many hits a roll makes."""
    return bisect(_at_most(dice, number), random.random()) if number <= SIDES else 0


@cache
def _at_most(dice: int, number: int) -> tuple[float, ...]:
    return tuple(accumulate(_exactly(dice, number)))


@cache
def _exactly(dice: int, number: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2 ... hits with so many dice at a Strike-number (STRIKE-3)."""
    roll = binomial(dice, faces_that_hit(number))
    return tuple([ways / roll.total for ways in roll.ways])


@cache
def at_least(dice: int, number: int, need: int) -> float:
    """The chance of ``need`` hits or more."""
    return min(1.0, fsum(_exactly(dice, number)[max(need, 0) :]))


def share(hits: int, need: int) -> float:
    """What hits do to a character that still needs ``need``: 1 is to slay it, others count :data:`PARTIAL`."""
    return 1.0 if hits >= need else PARTIAL * hits / need


@cache
def harm(dice: int, number: int, need: int) -> float:
    """What a strike does on average to a character that still needs ``need`` hits, as :func:`share` counts it."""
    wounds = fsum([hits * chance for hits, chance in enumerate(_exactly(dice, number)[:need])])
    return at_least(dice, number, need) + PARTIAL * wounds / need


@cache
def carried(dice: int, number: int, need: int, other: int) -> float:
    """What the hits beyond ``need`` do to another character that needs ``other``, as :func:`share` counts it."""
    chances = enumerate(_exactly(dice, number))
    return fsum([chance * share(hits - need, other) for hits, chance in chances if hits > need])
