"""What ``validate`` and ``show --tally`` answer of documents: whether they are valid, and who is ahead in a game."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..kernel.errors import Fault
from ..kernel.rulings import Ruling
from ..kernel.wording import one_line, several
from ..position.documents import FORMAT
from ..position.game import Game
from ..rules.masterboard.turns import Standing, stopped

MOST_FAULTS = 100
"""At most this many faults of a document are listed."""


@frozen(kw_only=True)
class Validated(Part):
    """Whether a file, or one line of it, holds a valid document.

    :param line: the line number, if each line is a document.
    :param document: its kind, if stated.
    :param faults: what is wrong with it, at most :data:`MOST_FAULTS`.
    :param more: how many further faults it has.
    :param warnings: oddities that are allowed.
    """

    file: str
    line: int | None = None
    document: str | None
    valid: bool
    faults: tuple[Fault, ...]
    more: int = 0
    warnings: tuple[Fault, ...] = ()

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        if not self.valid:
            rest = [f"{place}: and {several(self.more, 'more fault')}"] if self.more else []
            return "\n".join([*(f"{place}: {one_line(str(fault))}" for fault in self.faults), *rest])
        warnings = [f"{place}: warning: {one_line(str(fault))}" for fault in self.warnings]
        return "\n".join([f"{place}: valid {self.document}", *warnings])


@frozen(kw_only=True, repr=False)
class Validation(Answer):
    """Whether all files hold valid documents.

    :param valid: true if all do.
    """

    kind: ClassVar[str] = "validation"
    valid: bool
    documents: tuple[Validated, ...]

    def blocks(self) -> Iterator[Block]:
        """What each file holds."""
        yield from map(str, self.documents)


@frozen(kw_only=True, repr=False)
class Tally(Answer):
    """Who wins if the game is stopped now (STOP-1).

    :param winner: None for a draw.
    :param players: those still in the game, highest sum first.
    """

    kind: ClassVar[str] = "tally"
    format: ClassVar[str] = FORMAT.id
    winner: str | None
    players: tuple[Standing, ...]
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """The sums and the winner."""
        yield from (ruling.text for ruling in self.rulings)


def tally_of(game: Game) -> Tally:
    """Who wins if the game is stopped now, with every player's sum (STOP-1).

    :raises CannotTell: the game has not begun or is over, or a Legion's content is unknown.
    """
    winner, players, rulings = stopped(game)
    return Tally(winner=winner, players=players, rulings=rulings)
