"""A strike that nothing changes: dice by the Power-factor, Strike-number by the Skill-factors (STRIKE-2, STRIKE-3).

It needs no map and no battle, so a question that names none is answered without them.
"""

from collections.abc import Iterable

from ...box import Box
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...kernel.dice import SIDES
from ...kernel.rulings import Ruling, legal

MAX_STRIKE_NUMBER = 6
"""A six always hits (STRIKE-3)."""
EVEN_STRIKE_NUMBER = 4
"""The Strike-number between equal Skill-factors (STRIKE-3)."""


def strike_number(skill: int, target_skill: int, change: int = 0) -> int:
    """The Strike-number of a Skill-factor against another, with changes to the number itself (STRIKE-3)."""
    return min(MAX_STRIKE_NUMBER, EVEN_STRIKE_NUMBER - skill + target_skill + change)


def level_strike(box: Box, striker: CharacterName, target: CharacterName, score: int = 0) -> tuple[int, int]:
    """Dice and Strike-number between two characters where no hazard changes them (STRIKE-2, STRIKE-3).

    :param score: of the striker's owner, for a Titan.
    """
    return box.power(striker, score), strike_number(box.characters[striker].skill, box.characters[target].skill)


def power_ruling(box: Box, name: CharacterName, who: str, power: int, score: int, what: str) -> Ruling:
    """How many dice a Power-factor gives (STRIKE-2).

    :param who: the character, for the sentence.
    :param score: of its owner, for a Titan.
    """
    if name != TITAN:
        return legal("STRIKE-2", "{who} has Power-factor {power}: {power} {what}", who=who, power=power, what=what)
    return legal(
        "STRIKE-2",
        "{who} has Power-factor {base} + {score}/{points} = {power}: {power} {what}",
        who=who,
        base=box.titan_power,
        score=score,
        points=box.titan_step,
        power=power,
        what=what,
    )


def number_ruling(rule: str, skill: int, other: int, whom: str) -> Ruling:
    """The Strike-number of one Skill-factor against another, before any change (STRIKE-3).

    :param rule: the rule that gives it.
    """
    return legal(
        rule,
        "Strike-number {even} - {skill} + {other} = {number} against {whom}",
        even=EVEN_STRIKE_NUMBER,
        skill=skill,
        other=other,
        number=EVEN_STRIKE_NUMBER - skill + other,
        whom=whom,
    )


def six_ruling(number: int) -> Ruling:
    """That a Strike-number above 6 is 6 (STRIKE-3)."""
    return legal(
        "STRIKE-3",
        "a six always hits: Strike-number {most} instead of {number}",
        most=MAX_STRIKE_NUMBER,
        number=number,
    )


def faces_that_hit(strike_number: int) -> int:
    """On how many of its six faces a die hits: those of the Strike-number or more (STRIKE-3)."""
    return min(SIDES, SIDES + 1 - strike_number)


def hits_rolled(dice: Iterable[int], strike_number: int) -> int:
    """How many hits a roll makes: each die of the Strike-number or more is one (STRIKE-3).

    >>> hits_rolled([6, 5, 1], 5)
    2
    """
    return sum([die >= strike_number for die in dice])
