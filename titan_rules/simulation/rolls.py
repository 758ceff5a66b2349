"""Whom a character of the fast battle may strike, and with what; the rules of strikes, carries and volleys say so."""

from bisect import bisect
from functools import cache
from itertools import accumulate
from random import Random
from typing import TypeAlias

from ..box.hexes import HEX_NUMBER, numbers_in
from ..kernel.dice import SIDES
from ..rules.battle.carry import options
from ..rules.battle.rangestrike import shots
from ..rules.battle.strike_numbers import contacts, dice_and_number
from .chances import exactly
from .fast_battle import FastBattle, Fighter, Roll

Way: TypeAlias = tuple[Roll, list[Fighter]]
"""One way to roll a strike, and the enemies to whom hits may then be carried over."""


@cache
def _up_to(dice: int, number: int) -> tuple[float, ...]:
    """The chance of at most 0, 1, 2 ... hits."""
    return tuple(accumulate(exactly(dice, number)))


def rolled(dice: int, number: int, random: Random) -> int:
    """How many hits a roll makes."""
    return bisect(_up_to(dice, number), random.random()) if number <= SIDES else 0


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
