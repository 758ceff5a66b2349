"""A game kept as it is played: a position, then one action a line, each judged when it is added."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from attrs import frozen

from ..errors import CannotTell, DocumentError, Fault, IllegalAction
from ..jsontext import JSON, compact, loads
from ..rulings import Ruling
from .game import Game, Roll
from .views import DoneNow, Played, check, is_remark, replay

P = TypeVar("P")


@frozen
class Kept(Generic[P]):
    """A game and its record.

    :param rows: the record's lines: the position it starts from, then actions and remarks.
    :param position: after the last action.
    """

    game: Game[P]
    rows: tuple[str, ...]
    position: P

    @property
    def text(self) -> str:
        """The record's file."""
        return "".join(row + "\n" for row in self.rows)

    @property
    def actions(self) -> tuple[int, ...]:
        """The places of the actions among the rows."""
        return tuple(i for i, row in enumerate(self.rows) if i and not is_remark(row))

    def played(self, text: str, roll: Roll | None = None) -> "tuple[Kept[P], str, tuple[Ruling, ...]]":
        """The record with one more action, the action with its dice, and what happened.

        :raises IllegalAction: it is refused; there is no new record then.
        :raises CannotTell: dice are missing, or something is open.
        """
        given, hash, remark = (text, "", "") if text.lstrip().startswith("{") else text.partition("#")
        action, after, rulings = self.game.apply(self.position, self.game.read_action(given, self.position), roll)
        row = self.game.text(action, self.position)
        return Kept(self.game, (*self.rows, f"{row} #{remark}" if hash else row), after), row, rulings

    def all_played(self, texts: Sequence[str], roll: Roll | None = None) -> "tuple[Kept[P], Played]":
        """The record with more actions, up to the first that is refused, and what to say of it.

        :raises CannotTell: dice are missing, or something is open.
        """
        record, done, more = self, list[DoneNow](), dict[str, Any]()
        for text in texts:
            try:
                record, action, rulings = record.played(text, roll)
            except IllegalAction as e:
                checked = check(self.game, record.position, e.action)
                more = {"refused": checked.action, "instead": checked.instead, "rulings": checked.rulings}
                break
            done.append(DoneNow(action, rulings))
        ending = self.game.over(record.position)
        following = self.game.turn(record.position) if ending is None else None
        return record, Played(played=tuple(done), verdict="illegal" if more else "legal", actions=len(record.actions),
                              next=following, game_over=ending, **more)  # fmt: skip

    def undone(self, count: int = 1) -> "Kept[P]":
        """The record without its last actions.

        :raises CannotTell: it has not as many.
        """
        if count > len(self.actions):
            raise CannotTell(Fault("nothing-to-undo", f"{len(self.actions)} actions are recorded, not {count}"))
        return self if count < 1 else kept(self.game, "\n".join(self.rows[: self.actions[-count]]))

    def commented(self, comment: str) -> "Kept[P]":
        """The record with a remark after its last line."""
        if not all(character.isprintable() for character in comment):
            raise DocumentError([Fault("control-character", "a comment has no control characters")])
        return Kept(self.game, (*self.rows, f"# {comment}"), self.position)


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


def kept(game: Game[P], text: str) -> Kept[P]:
    """A record with the position that it comes to.

    :raises DocumentError: it cannot be read, or it is not legal to its end.
    """
    head, rows = parted(text)
    document: Any = loads(head) if head.lstrip().startswith("{") else None
    if document is not None and document.get("kind") == game.record:
        record = game.format.read(document)
        start, rows = game.start_of(record), list(enumerate(record.actions, 2))
    else:
        start = game.read_position(head)
    end = after(game, start, rows)
    first = compact(game.format.to_json(start)) if head.lstrip().startswith("{") else head
    lines = [row if isinstance(row, str) else compact(row) for _, row in rows]
    return Kept(game, (first, *(row for row in lines if row.strip())), end)


def after(game: Game[P], start: P, rows: Iterable[tuple[int, JSON]]) -> P:
    """The position that a record comes to.

    :raises DocumentError: it cannot be read, or it is not legal to its end.
    """
    report = replay(game, start, rows)
    if report.verdict != "legal":
        stop = report.stopped_at
        raise DocumentError([Fault("not-legal", f"the record is not legal to its end: {stop}", line=stop["line"])])
    end: P = report.final
    return end
