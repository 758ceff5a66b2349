"""A game kept in a file, as ``titan play`` keeps it."""

from collections.abc import Sequence
from typing import Any

from titan_rules.actions.grammar import written
from titan_rules.answers.playing import Happened, Played
from titan_rules.kernel.dice import Dice, DiceSource
from titan_rules.kernel.errors import DocumentError, Fault, IllegalAction, TitanError
from titan_rules.kernel.jsontext import decode
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import Outcome, legal_actions, next_choice
from titan_rules.position.game import Game
from titan_rules.replays.keeping import Kept, commented, played, understood, undone

from .files import write_whole
from .inputs import read_bytes


class Keeper:
    """A game that is kept: every change stands in the file before it is told."""

    def __init__(self, file: str, record: Kept, seed: str | None, source: DiceSource | None) -> None:
        self._file, self._seed, self._source = file, seed, source
        self.record = record

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.record.game

    def play(self, texts: Sequence[str]) -> Played:
        """Play actions, up to the first that is refused.

        :raises TitanError: one is not understood, or cannot be judged; those before it are recorded.
        """
        happened: list[Happened] = []
        for text in texts:
            action = understood(text, self.game)
            try:
                record, outcomes = played(self.record, action, self._dice())
            except IllegalAction as e:
                return self._answer(happened, written(action, self.game.the_box), e.rulings)
            self._keep(record)
            happened += map(_happened, outcomes)
        return self._answer(happened)

    def undo(self, count: int) -> None:
        """Take back the last actions."""
        self._keep(undone(self.record, count))

    def comment(self, text: str) -> None:
        """Write a comment on the last action."""
        self._keep(commented(self.record, text))

    def _keep(self, record: Kept) -> None:
        """Write a record in the place of the last.

        :raises DocumentError: the file cannot be written, or is not what was last written there.
        """
        if decode(read_bytes(self._file)).removesuffix("\n") + "\n" != self.record.text:
            message = f"{self._file} has been changed by something else since it was read: nothing is written"
            raise DocumentError([Fault("changed", message, hint="leave, look at the file, and begin again")])
        write_whole(self._file, record.text.encode(), durable=True)
        self.record = record

    def _dice(self) -> DiceSource:
        """Dice for the next action; a seed gives each place in the record dice of its own."""
        return self._source or Dice(None if self._seed is None else f"{self._seed}:{len(self.record.lines)}")

    def _answer(
        self, happened: Sequence[Happened], refused: str | None = None, rulings: tuple[Ruling, ...] | None = None
    ) -> Played:
        return Played(
            verdict="legal" if refused is None else "illegal",
            played=tuple(happened),
            refused=refused,
            rulings=rulings,
            actions=len(self.record.lines),
            next=next_choice(self.game),
            legal=tuple(_legal(self.game)),
        )


def _happened(outcome: Outcome[Any]) -> Happened:
    action = outcome.action
    assert action is not None, "something was played"
    rulings = tuple([event.ruling for event in outcome.events])
    return Happened(action=action, text=written(action, outcome.state.the_box), rulings=rulings)


def _legal(game: Game) -> list[str]:
    try:
        return [written(action, game.the_box) for action in legal_actions(game)]
    except TitanError:
        return []
