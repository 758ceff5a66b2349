"""A game's record: the position it starts from on its first line, then an action or a remark on each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from attrs import frozen

from ..dice import DiceSource
from ..errors import DocumentError, Fault
from ..jsontext import JSON, compact, loads
from ..keeping import Kept
from ..rulings import Ruling
from .game import Game
from .views import is_remark, replay

P = TypeVar("P")


@frozen
class Book(Generic[P]):
    """How the records of a game are read and written."""

    game: Game[P]

    def read(self, text: str) -> Kept[P]:
        """A record, with the position it leads to.

        :raises DocumentError: it cannot be read, or it is not legal to its end.
        """
        head, rows = parted(text)
        document: Any = loads(head) if head.lstrip().startswith("{") else None
        if document is not None and document.get("kind") == self.game.record:
            record = self.game.format.read(document)
            start, rows = self.game.start_of(record), list(enumerate(record.actions, 2))
        else:
            start = self.game.read_position(head)
        end = after(self.game, start, rows)
        first = head if document is None else compact(self.game.format.to_json(start))
        lines = [row if isinstance(row, str) else compact(row) for _, row in rows]
        every = (first, *(row for row in lines if row.strip()))
        return Kept(self, every, tuple([i for i, row in enumerate(every) if i and not is_remark(row)]), end)

    def carried_out(self, state: P, action: Any, dice: DiceSource | None) -> Iterator[tuple[Any, P, Sequence[Ruling]]]:
        """The action with its dice."""
        yield self.game.apply(state, action, dice)

    def rows(self, record: Kept[P], action: Any, after: P, typed: str) -> list[str]:
        """The action in words, with the remark that was typed behind it."""
        _, hash, remark = ("", "", "") if typed.lstrip().startswith("{") else typed.partition("#")
        row = self.game.text(action, record.state)
        return [f"{row} #{remark}" if hash else row]

    def remarked(self, record: Kept[P], comment: str) -> list[str]:
        """All rows, with a remark after the last."""
        return [*record.rows, *(f"# {part}" for part in comment.split("\n"))]


def parted(text: str) -> tuple[str, Sequence[tuple[int, str]]]:
    """The position of a record and the lines after it, with their numbers.

    The position is a JSON object, on one line or on several if nothing follows, or one line of words.
    """
    first, _, rest = text.partition("\n")
    if text.lstrip().startswith("{"):
        try:
            loads(text)
        except DocumentError:
            if not first.rstrip().endswith("}"):
                raise
        else:
            return text, ()
    return first, [(number, row) for number, row in enumerate(rest.split("\n"), 2)]


def after(game: Game[P], start: P, rows: Iterable[tuple[int, JSON]]) -> P:
    """The position that a record comes to.

    :raises DocumentError: it cannot be read, or it is not legal to its end.
    """
    report = replay(game, start, rows)
    if report.verdict != "legal":
        stop = report.stopped_at
        why = [*stop.get("rulings", ()), *stop.get("divergences", ()), stop.get("question", "dice are missing")][0]
        raise DocumentError([Fault("not-legal", f"the record is not legal to its end: {why}", line=stop["line"])])
    end: P = report.final
    return end
