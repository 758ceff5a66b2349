"""Characters (SCORE-1, STRIKE-2)."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

from .names import CharacterName

Rank: TypeAlias = Literal["Lord", "Demi-Lord", "Creature"]

TITAN = CharacterName("Titan")
"""The one character that every box has, since the rules speak of it."""


@frozen
class TowerStock:
    """A stock that grows with the score of whoever started in a Tower.

    :param tower: the Tower's land.
    :param each_points: how many points make one more character.
    """

    tower: int
    each_points: int


@frozen
class Character:
    """What a counter shows.

    :param power: the Power-factor: dice, and hits it can take; a Titan's at a score of 0.
    :param skill: the Skill-factor: hexes, and part of the Strike-number.
    :param native_to: hazards and hexside hazards it is native to.
    :param count: counters in the box.
    :param returns: it goes back to the caretaker when removed, rather than to the dead pile (SCORE-4).
    :param poison: what a hit that it rolls adds to its target's poison.
    :param stock: where the caretaker's stock of it depends on a score.
    """

    name: CharacterName
    rank: Rank
    power: int
    skill: int
    flies: bool
    rangestrikes: bool
    magic_missile: bool
    summonable: bool
    count: int
    native_to: frozenset[str]
    returns: bool
    poison: int = 0
    stock: TowerStock | None = None

    @property
    def is_titan(self) -> bool:
        """Whether its Power-factor depends on its owner's score."""
        return self.name == TITAN

    @property
    def is_lord(self) -> bool:
        """Whether it is a Lord, as Titans and Angels are."""
        return self.rank == "Lord"

    @property
    def is_creature(self) -> bool:
        """Neither Lord nor Demi-Lord."""
        return self.rank == "Creature"


def character(
    name: CharacterName, raw: Mapping[str, Any], titan_power: int, also_native: Mapping[str, str]
) -> Character:
    """A character from its part of a box's document.

    :param titan_power: a Titan's Power-factor at a score of 0.
    :param also_native: by hazard, the hexside hazard that its natives are native to as well.
    """
    native_to = raw.get("native_to", ())
    returns = raw["class"] != "Creature" and name != TITAN
    stock = raw.get("stock")
    return Character(
        name=name,
        rank=raw["class"],
        power=titan_power if name == TITAN else raw["power"],
        skill=raw["skill"],
        flies=raw.get("flies", False),
        rangestrikes=raw.get("rangestrikes", False),
        magic_missile=raw.get("magic_missile", False),
        summonable=raw.get("summonable", False),
        count=raw["count"],
        native_to=frozenset(native_to) | {also_native[hazard] for hazard in native_to if hazard in also_native},
        returns=raw.get("back_to_stock", returns),
        poison=raw.get("poison", 0),
        stock=stock and TowerStock(**stock),
    )
