"""Characters (SCORE-1, STRIKE-2)."""

from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.fields import HIDDEN, Between
from .names import CharacterName

Rank: TypeAlias = Literal["Lord", "Demi-Lord", "Creature"]

TITAN = CharacterName("Titan")  # the only character in every box, since the rules name it


Factor: TypeAlias = Annotated[int, Between(1, 99)]
Counters: TypeAlias = Annotated[int, Between(0, 999)]
Points: TypeAlias = Annotated[int, Between(1, 99_999)]


@frozen
class TowerStock:
    """A stock that grows with the score of the player who started in a Tower: one more per ``each_points``."""

    tower: int
    each_points: Points


@frozen(slots=False)
class Character:
    """What a counter shows.

    :param power: the Power-factor: dice, and hits it can take; a Titan's at a score of 0.
    :param skill: the Skill-factor: hexes, and part of the Strike-number.
    :param count: counters in the box.
    :param native_to: hazards and hexside hazards it is native to.
    :param poison: added to its target's poison by each strike that hits.
    :param stock: how the caretaker's stock of it depends on a score.
    :param back_to_stock: slain ones return to the caretaker; by default all but Creatures. See
        :attr:`returns`.
    """

    rank: Rank = field(metadata={"key": "class"})
    skill: Factor
    count: Counters
    power: Factor = 0
    flies: bool = False
    rangestrikes: bool = False
    magic_missile: bool = False
    summonable: bool = False
    native_to: tuple[str, ...] = ()
    poison: Counters = 0
    stock: TowerStock | None = None
    back_to_stock: bool | None = None
    name: CharacterName = field(default=CharacterName(""), metadata=HIDDEN)
    natives: frozenset[str] = field(default=frozenset(), metadata=HIDDEN)

    @property
    def is_titan(self) -> bool:
        """Whether its Power-factor depends on its owner's score."""
        return self.name == TITAN

    @property
    def is_lord(self) -> bool:
        """Whether it is a Lord, like Titans and Angels."""
        return self.rank == "Lord"

    @property
    def is_creature(self) -> bool:
        """Neither Lord nor Demi-Lord."""
        return self.rank == "Creature"

    @property
    def returns(self) -> bool:
        """Whether it returns to the caretaker when removed, not to the dead pile (SCORE-4)."""
        return not (self.is_creature or self.is_titan) if self.back_to_stock is None else self.back_to_stock
