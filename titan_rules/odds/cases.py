"""What the odds need to know of a strike, however it was asked for."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ..box.names import CharacterName
from ..kernel.odds import Distribution, binomial
from ..kernel.rulings import Ruling
from ..rules.battle.level_ground import faces_that_hit

Kind: TypeAlias = Literal["strike", "rangestrike"]


def hits_of(dice: int, strike_number: int) -> Distribution:
    """How the hits of a roll are distributed (STRIKE-3)."""
    return binomial(dice, faces_that_hit(strike_number))


@frozen
class Fighter:
    """A character that strikes or is struck.

    :param name: the character.
    :param hex: where it stands; None where no hexes are given.
    :param left: the hits that it still needs to be slain; 0 or less: it is slain (STRIKE-7).
    :param points: what it is worth (SCORE-1).
    """

    name: CharacterName
    hex: str | None
    left: int
    points: int

    @property
    def label(self) -> str:
        """Its hex, or its name where no hexes are given."""
        return self.hex or self.name


def labels(fighters: Sequence[Fighter]) -> tuple[str, ...]:
    """Their hexes."""
    return tuple([f.label for f in fighters])


@frozen
class Way:
    """One way to roll a strike.

    :param dice: how many dice.
    :param strike_number: what each must show.
    :param carry_to: to whom hits may then be carried over (CARRY-1).
    """

    dice: int
    strike_number: int
    carry_to: tuple[Fighter, ...] = ()

    @property
    def hits(self) -> Distribution:
        """The hits rolled, those beyond what slays the target included."""
        return hits_of(self.dice, self.strike_number)


@frozen
class Back:
    """A strikeback that may come (STRIKE-8).

    :param by: who strikes back.
    :param way: with what.
    """

    by: Fighter
    way: Way


@frozen(kw_only=True)
class Case:
    """One striker and its target.

    :param ways: how the strike may be rolled, the natural one first (CARRY-2).
    :param chosen: which of them is.
    :param carry_to: to whom hits are carried over, in order; empty: to nobody.
    :param declared: the carries are declared before the roll (``carry_declaration: targets_and_order``).
    :param backs: the strikebacks that may fall on the striker, the target's first.
    :param range: of a rangestrike, both ends counted.
    :param rulings: how the natural strike comes about, and what may be carried.
    """

    striker: Fighter
    target: Fighter
    kind: Kind = "strike"
    ways: tuple[Way, ...]
    chosen: int = 0
    carry_to: tuple[Fighter, ...] = ()
    declared: bool = False
    backs: tuple[Back, ...] = ()
    range: int | None = None
    rulings: tuple[Ruling, ...] = ()

    @property
    def way(self) -> Way:
        """How it is rolled."""
        return self.ways[self.chosen]
