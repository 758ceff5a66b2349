"""The 24 characters (SCORE-1, STRIKE-2)."""

from typing import Literal, TypeAlias

from attrs import frozen

from ..kernel.datafiles import read
from ..kernel.names import Names

Rank: TypeAlias = Literal["Lord", "Demi-Lord", "Creature"]

TITAN = "Titan"
ANGEL = "Angel"
ARCHANGEL = "Archangel"
TITAN_POWER = 6
"""A Titan's Power-factor at a score of 0; one more for each 100 points (STRIKE-2)."""


@frozen
class Character:
    """What a counter shows.

    :param power: the Power-factor: dice, and hits it can take; 6 for a Titan (see :func:`power`).
    :param skill: the Skill-factor: hexes, and part of the Strike-number.
    :param native_to: hazards and hexside hazards it is native to.
    :param count: counters in the box.
    """

    name: str
    rank: Rank
    power: int
    skill: int
    flies: bool
    rangestrikes: bool
    magic_missile: bool
    summonable: bool
    count: int
    native_to: frozenset[str]

    @property
    def is_titan(self) -> bool:
        """Whether its Power-factor depends on its owner's score."""
        return self.name == TITAN

    @property
    def is_lord(self) -> bool:
        """Titan, Angel or Archangel."""
        return self.rank == "Lord"

    @property
    def is_creature(self) -> bool:
        """Neither Lord nor Demi-Lord."""
        return self.rank == "Creature"

    @property
    def returns(self) -> bool:
        """Whether it goes back to the caretaker when removed, rather than to the dead pile (SCORE-4)."""
        return self.rank != "Creature" and not self.is_titan


def _load() -> dict[str, Character]:
    rows = {}
    for row in read(__file__, "characters.json")["rows"]:
        rows[row["name"]] = Character(
            name=row["name"],
            rank=row["class"],
            power=TITAN_POWER if row["power"] is None else row["power"],
            skill=row["skill"],
            flies=row["flies"],
            rangestrikes=row["rangestrikes"],
            magic_missile=row["magic_missile"],
            summonable=row["summonable"],
            count=row["count"],
            native_to=frozenset(row["native_to"]),
        )
    return rows


CHARACTERS: dict[str, Character] = _load()
"""Every character by its name."""

character_names = Names("character", CHARACTERS)

FULL_STOCK: dict[str, int] = {c.name: c.count for c in CHARACTERS.values() if not c.is_titan}
"""The caretaker's full stock (Titans belong to the players)."""


def power(name: str, score: int = 0) -> int:
    """The Power-factor of a character whose owner has ``score`` points (STRIKE-2).

    >>> power("Titan", 310), power("Ogre", 310)
    (9, 6)
    """
    return TITAN_POWER + score // 100 if name == TITAN else CHARACTERS[name].power


def points(name: str, score: int = 0) -> int:
    """What a character is worth, in points: Power-factor times Skill-factor (SCORE-1).

    >>> points("Dragon")
    27
    """
    return power(name, score) * CHARACTERS[name].skill
