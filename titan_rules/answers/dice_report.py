"""What ``replay --dice`` answers: how often each face came up, and hits beside what the Strike-numbers promised."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import erfc, exp, pi, sqrt
from typing import ClassVar

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Prose, column
from ..kernel.dice import SIDES
from ..kernel.odds import Exact, decimal
from ..kernel.wording import several

FEWEST = 5 * SIDES
"""With fewer dice than five a face, chi-square says little."""
UNUSUAL = 0.05
"""Below this p, the faces are called unusual."""


@frozen(kw_only=True)
class RolledDice(Part):
    """The dice of one player, or of everybody.

    :param rolls: dice for Towers and movement; ``strikes``: dice of strikes.
    :param faces: how often each face from 1 to 6 came up.
    :param expected_hits: the sum over all strikes of dice x (7 - Strike-number) / 6.
    :param chi_square: of the six faces against fair dice, five degrees of freedom; None: no dice.
    :param p: how often fair dice differ at least as much.
    """

    player: str = field(metadata=column("Player"))
    rolls: int = field(metadata=column("Rolls", right=True))
    strikes: int = field(metadata=column("Strike dice", right=True))
    faces: tuple[int, ...] = field(metadata=column("1 to 6", lambda dice: " ".join(map(str, dice.faces))))
    hits: int = field(metadata=column("Hits", right=True))
    expected_hits: Exact = field(metadata=column("Expected", lambda dice: decimal(dice.expected_hits, 1), right=True))
    chi_square: float | None = field(
        metadata=column("Chi-square", lambda dice: _rounded(dice.chi_square, 2), right=True)
    )
    p: float | None = field(metadata=column("p", lambda dice: _rounded(dice.p, 3), right=True))


@frozen(kw_only=True, repr=False)
class DiceReport(Answer):
    """The dice of a recorded game.

    :param steps: the number of actions whose dice were counted.
    :param players: one row for each player who rolled.
    :param all: everybody's dice together.
    """

    kind: ClassVar[str] = "dice-report"
    steps: int
    players: tuple[RolledDice, ...]
    all: RolledDice

    def blocks(self) -> Iterator[Block]:
        """A row for each player, and what the numbers mean."""
        count = sum(self.all.faces)
        yield f"{several(count, 'die')} in {several(self.steps, 'action')}"
        if not count:
            return
        yield Listed((*self.players, self.all))
        yield from ("", Prose(self.meaning, hanging=""))

    @property
    def meaning(self) -> str:
        """What chi-square says of all dice together.

        A test on the dice that made somebody suspicious always finds something: the sentence says so.
        """
        count, p = sum(self.all.faces), self.all.p
        if count < FEWEST or p is None:
            return f"With fewer than {FEWEST} dice, the faces say nothing about whether the dice are fair."
        share = f"fair dice are at least this uneven in {_percent(p)} of games with as many dice"
        if p >= UNUSUAL:
            return f"Nothing unusual: {share}."
        return (
            f"Unusual: {share}. One game in twenty looks like this by chance, so test dice that you have not seen yet."
        )


def rolled_dice(
    player: str, faces: Mapping[int, int], *, rolls: int, strikes: int, hits: int, expected_hits: Fraction
) -> RolledDice:
    """A row of the report, with the test of its faces."""
    counts = tuple([faces.get(face, 0) for face in range(1, SIDES + 1)])
    square = chi_square(counts)
    return RolledDice(
        player=player,
        rolls=rolls,
        strikes=strikes,
        faces=counts,
        hits=hits,
        expected_hits=expected_hits,
        chi_square=square,
        p=None if square is None else chance_of_more(square),
    )


def chi_square(faces: tuple[int, ...]) -> float | None:
    """Pearson's chi-square of the faces of a die against equal chances; None: there are no dice.

    >>> chi_square((10, 10, 10, 10, 10, 10)), chi_square((15, 5, 10, 10, 10, 10))
    (0.0, 5.0)
    """
    expected = Fraction(sum(faces), len(faces))
    return float(sum((count - expected) ** 2 / expected for count in faces)) if expected else None


def chance_of_more(square: float) -> float:
    """The chance that six fair faces give this chi-square or more (five degrees of freedom).

    >>> round(chance_of_more(11.07), 3)
    0.05
    """
    return erfc(sqrt(square / 2)) + sqrt(2 * square / pi) * exp(-square / 2) * (1 + square / 3)


def _rounded(value: float | None, places: int) -> str:
    return "" if value is None else f"{value:.{places}f}"


def _percent(p: float) -> str:
    return f"{p:.0%}" if p >= 0.01 else f"{p:.1%}" if p >= 0.001 else "less than 0.1%"
