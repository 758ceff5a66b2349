"""Who may strike whom in a melee, and with what (STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3, RANGE-1 to RANGE-9)."""

from bisect import bisect
from functools import cache
from itertools import accumulate
from random import Random
from typing import TypeAlias

from ..kernel.dice import SIDES as FACES
from .chances import exactly
from .ground import SHIFT, Roll, bits
from .melee import PLACE, Melee

Way: TypeAlias = tuple[Roll, list[int]]
"""One way to roll a strike, and the enemies to whom hits may then be carried over."""


@cache
def _up_to(dice: int, number: int) -> tuple[float, ...]:
    """The chance of at most 0, 1, 2 ... hits."""
    return tuple(accumulate(exactly(dice, number)))


def rolled(dice: int, number: int, random: Random) -> int:
    """How many hits a roll makes."""
    return bisect(_up_to(dice, number), random.random()) if number <= FACES else 0


def targets(melee: Melee, side: int, i: int) -> tuple[int, bool]:
    """The hexes of the enemies that a character may strike, and whether that is a rangestrike (STRIKE-1, RANGE-1).

    Not every enemy of a rangestriker is in sight.
    """
    here = melee.at[side][i]
    if here < 0 or melee.struck[side][i]:
        return 0, False
    contact = melee.ground.contact[here]
    living = melee.living[1 - side]
    touching = contact & living
    if touching:
        return touching, False
    if (
        melee.phase == "strikeback"
        or not melee.ground.characters[melee.names[side][i]].rangestrikes
        or contact & melee.standing[1 - side]
    ):
        return 0, False
    return living, True


def touches(melee: Melee, side: int, i: int) -> bool:
    """Whether a character on the Battleland is in contact with a living enemy."""
    return melee.ground.contact[melee.at[side][i]] & melee.living[1 - side] != 0


def must_strike(melee: Melee, side: int, i: int) -> bool:
    """Whether a character still has to strike in this phase (STRIKE-1, STRIKE-8)."""
    mask, shoots = targets(melee, side, i)
    return mask != 0 and not shoots


def foes(melee: Melee, side: int, i: int) -> list[tuple[int, Roll]]:
    """Whom a character may strike or rangestrike now, and the natural roll at each."""
    mask, shoots = targets(melee, side, i)
    who, here = melee.who, melee.at[side][i]
    if not shoots:
        return [(who[n] & PLACE, roll_between(melee, side, i, here, who[n] & PLACE, n)) for n in bits(mask)]
    found = []
    for n in bits(mask):
        foe = who[n] & PLACE
        roll = rangestrike_roll(melee, side, i, foe)
        if roll is not None:
            found.append((foe, roll))
    return found


def strike_roll(melee: Melee, side: int, i: int, foe: int) -> Roll:
    """The natural strike at an enemy in contact (STRIKE-2 to STRIKE-6)."""
    return roll_between(melee, side, i, melee.at[side][i], foe, melee.at[1 - side][foe])


def roll_between(melee: Melee, side: int, i: int, here: int, foe: int, there: int) -> Roll:
    """The natural strike, were the two in these hexes."""
    dice, numbers = melee.ground.blows[melee.names[side][i]][here << SHIFT | there]
    return (dice + melee.extra[side] if i == melee.titan[side] else dice), numbers[melee.names[1 - side][foe]]


def rangestrike_roll(melee: Melee, side: int, i: int, foe: int) -> Roll | None:
    """The rangestrike at an enemy, or None if there is no way (RANGE-2 to RANGE-8)."""
    pair = melee.at[side][i] << SHIFT | melee.at[1 - side][foe]
    occupied = melee.standing[0] | melee.standing[1]
    for blockers, dice, number in melee.ground.shots[melee.names[side][i], melee.names[1 - side][foe], pair]:
        if not blockers & occupied:
            return melee.power[side][i] // 2 + dice, number
    return None


def ways(melee: Melee, side: int, i: int, foe: int) -> list[Way]:
    """The ways to roll a strike at an enemy in contact, the natural one first (CARRY-1 to CARRY-3)."""
    here, there = melee.at[side][i], melee.at[1 - side][foe]
    natural = roll_between(melee, side, i, here, foe, there)
    need = melee.left(1 - side, foe)
    others = melee.ground.contact[here] & melee.living[1 - side] & ~(1 << there)
    if natural[0] <= need or not others:
        return [(natural, [])]
    uphill = melee.ground.uphill
    level = (here << SHIFT | there) not in uphill
    reachable = [
        (other, strike_roll(melee, side, i, other))
        for n in bits(others)
        if not (level and here << SHIFT | n in uphill)
        for other in (melee.who[n] & PLACE,)
    ]
    rolls = {natural: None}
    for _, (dice, number) in reachable:
        for had, at in list(rolls) if melee.ground.declares_all else [natural]:
            roll = min(had, dice), max(at, number)
            if roll[0] > need:
                rolls[roll] = None
    return [
        (roll, [other for other, (dice, number) in reachable if dice >= roll[0] and number <= roll[1]])
        for roll in rolls
    ]
