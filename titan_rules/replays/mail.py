"""The moves of a recorded game in the shorthand of games by mail: ``Bk05(Hand) P105 Cen/Lio``."""

from collections.abc import Iterable, Iterator

from ..actions import intents as act
from ..box.names import Marker
from ..box.value import Box
from ..kernel.errors import CannotTell
from ..kernel.replaying import Step
from ..play.judging import passes_turn
from ..position.game import Game
from ..text.words import short_name
from ..text.writing import written
from .report import fault_of

MAILED = (act.Split, act.Roll, act.Mulligan, act.Move, act.Recombine, act.Muster)
"""What a player mails: the Engagements are mailed one by one as they are fought."""


def mail_rows(start: Game, steps: Iterable[Step[Game]], first: int = 1) -> Iterator[str]:
    """The moves of each turn: whose turn it is, then a row for each split, roll and Legion that moved.

    A Legion's muster stands with its move. Every row is read back as the same actions.

    :param start: the game before the first step.
    :param first: the number of the first step that is written.
    :raises CannotTell: a step is illegal or cannot be read; with its line.
    """
    rows = _Turn(start)
    for step in steps:
        if not step.judged:
            raise CannotTell(fault_of(step))
        if step.number >= first and isinstance(step.action, MAILED):
            if passes_turn(rows.game, step.state):
                yield from rows.text()
                rows = _Turn(step.state)
            rows.add(step.action)
    yield from rows.text()


class _Turn:
    """The rows of one player's turn.

    :ivar game: a position of this turn.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rows: list[str] = []
        self._moved: dict[Marker, int] = {}  # the row of each Legion that has moved

    def add(self, action: act.Action) -> None:
        box = self.game.the_box
        if isinstance(action, act.Muster) and action.legion in self._moved:
            self._rows[self._moved[action.legion]] += f" {_muster(action, box)}"
            return
        if isinstance(action, act.Move):
            self._moved[action.legion] = len(self._rows)
        self._rows.append(_row(action, box))

    def text(self) -> Iterator[str]:
        """The turn and its rows; nothing if nothing was done."""
        if self._rows:
            yield from (f"{self.game.turn} {self.game.active}", *self._rows)


def _row(action: act.Action, box: Box) -> str:
    """An action's short text, with the picture on the Legion Marker that it begins with."""
    if isinstance(action, act.Muster):
        return f"{box.markers.mailed(action.legion)} {_muster(action, box)}"
    text = written(action, box)
    marker = getattr(action, "legion", None)
    return text if marker is None else box.markers.mailed(marker) + text.removeprefix(marker)


def _muster(action: act.Muster, box: Box) -> str:
    """Who musters whom; of musterers of one kind, only the kind (MUSTER-2)."""
    if len(set(action.with_)) == 1:
        return f"{short_name(action.with_[0])}/{short_name(action.character)}"
    return written(action, box).removeprefix(f"{action.legion} ")
