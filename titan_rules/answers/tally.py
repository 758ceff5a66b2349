"""What ``show --tally`` answers: who wins if the game is stopped now."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer
from ..kernel.blocks import Block
from ..kernel.rulings import Ruling
from ..position.game import Game
from ..rules.masterboard.turns import Standing, stopped


@frozen(kw_only=True, repr=False)
class Tally(Answer):
    """Who wins if the game is stopped now (STOP-1).

    :param winner: None for a draw.
    :param players: those still in the game, highest sum first.
    """

    kind: ClassVar[str] = "tally"
    format: ClassVar[str] = "titan-rules/1"
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
