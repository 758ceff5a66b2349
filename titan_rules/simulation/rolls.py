"""Legal targets and rolls in the fast battle, and exact odds as tables of floats."""

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
from ..rules.battle.strike_numbers import dice_and_number, faces_that_hit
from .fast_battle import FastBattle, Fighter, Roll

Throw: TypeAlias = tuple[Roll, list[Fighter]]  # a roll, and the enemies it can then carry over to
PARTIAL = 0.5  # what a hit that does not slay counts of its share of the points


def foes(battle: FastBattle, fighter: Fighter) -> list[tuple[Fighter, Roll]]:
    """Legal targets of a character of the acting side, each with the natural roll."""
    if fighter.struck or fighter.hex is None:
        return []
    role, who = fighter.role, battle.who
    touching = battle.in_contact(role, fighter)
    if touching:
        return [(who[n], dice_and_number(battle, role, fighter, who[n])) for n in numbers_in(touching)]
    return [(foe, (roll.dice, roll.strike_number)) for foe, roll in shots(battle, role, fighter)]


def ways(battle: FastBattle, fighter: Fighter, foe: Fighter) -> list[Throw]:
    """The ways to roll a strike at an enemy in contact, the natural one first (CARRY-1 to CARRY-3)."""
    return [
        ((option.dice, option.strike_number), [battle.who[HEX_NUMBER[label]] for label in option.carry_to])
        for option in options(battle, fighter.role, fighter, foe)
    ]


def rolled(dice: int, number: int, random: Random) -> int:
    """The number of hits in a random roll."""
    return bisect(_at_most(dice, number), random.random()) if number <= SIDES else 0


@cache
def _at_most(dice: int, number: int) -> tuple[float, ...]:
    return tuple(accumulate(_exactly(dice, number)))


@cache
def _exactly(dice: int, number: int) -> tuple[float, ...]:
    """The chance of each number of hits (STRIKE-3)."""
    roll = binomial(dice, faces_that_hit(number))
    return tuple([ways / roll.total for ways in roll.ways])


@cache
def at_least(dice: int, number: int, need: int) -> float:
    """The chance of ``need`` hits or more."""
    return min(1.0, fsum(_exactly(dice, number)[max(need, 0) :]))


def share(hits: int, need: int) -> float:
    """The share of a character that hits destroy: 1 slays it, the rest counts :data:`PARTIAL`."""
    return 1.0 if hits >= need else PARTIAL * hits / need


@cache
def harm(dice: int, number: int, need: int) -> float:
    """The mean :func:`share` of a roll against a character with ``need`` hits left."""
    wounds = fsum([hits * chance for hits, chance in enumerate(_exactly(dice, number)[:need])])
    return at_least(dice, number, need) + PARTIAL * wounds / need


@cache
def carried(dice: int, number: int, need: int, other: int) -> float:
    """The mean :func:`share` that hits beyond ``need`` destroy of another character."""
    chances = enumerate(_exactly(dice, number))
    return fsum([chance * share(hits - need, other) for hits, chance in chances if hits > need])
