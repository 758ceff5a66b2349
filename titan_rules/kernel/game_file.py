"""A game kept as it is played (any game): the rows of its record, and the state they lead to."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from attrs import frozen

from .blocks import Block, Prose, Why
from .dice import DiceSource
from .errors import CannotTell, DocumentError, Fault
from .evolving import evolve
from .layout import JOINT
from .rulings import HasRuling
from .wording import several

S = TypeVar("S")
Done: TypeAlias = tuple[Any, S, Sequence[HasRuling]]
"""An action with its dice, the state after it, and its events."""


class FileFormat(Protocol[S]):
    """How the records of a game are read and written."""

    def read(self, text: str) -> "GameFile[S]":
        """A record, with the state it leads to.

        :raises DocumentError: it cannot be read, or it is not legal to its end.
        """
        ...

    def carried_out(self, state: S, action: Any, dice: DiceSource | None) -> Iterator[Done[S]]:
        """The actions that this one implies, then itself: each with its dice, the state after it, and its events.

        :raises IllegalAction: it is refused.
        :raises CannotTell: dice are missing, or it depends on an open choice.
        """
        ...

    def rows(self, record: "GameFile[S]", action: Any, after: S, typed: str) -> Sequence[str]:
        """The rows of an action that was carried out."""
        ...

    def remarked(self, record: "GameFile[S]", comment: str) -> Sequence[str]:
        """All rows of a record with a comment on its last action, or on the game if there is none yet."""
        ...


@frozen
class GameFile(Generic[S]):
    """A game and its record.

    :param rows: of the record's file, without line ends.
    :param places: the row in which each action begins, from 0.
    :param state: after the last action.
    """

    book: FileFormat[S]
    rows: tuple[str, ...]
    places: tuple[int, ...]
    state: S

    @property
    def text(self) -> str:
        """The text of the record's file."""
        return "".join(row + "\n" for row in self.rows)

    def played(
        self, action: Any, dice: DiceSource | None = None, typed: str = "", comment: str | None = None
    ) -> "tuple[GameFile[S], list[Done[S]]]":
        """The record with one more action, and each action carried out: the implied ones, then itself.

        :param dice: rolls the dice that the action lacks.
        :param typed: the action as it was typed.
        :param comment: is written on the action itself.
        :raises IllegalAction: it is refused; nothing is recorded.
        :raises CannotTell: dice are missing, or it depends on an open choice.
        """
        record, happened = self, []
        for done in self.book.carried_out(self.state, action, dice):
            rows = self.book.rows(record, *done[:2], typed)
            record = GameFile(self.book, (*record.rows, *rows), (*record.places, len(record.rows)), done[1])
            happened.append(done)
        return (record if comment is None else record.remarked(comment)), happened

    def last(self, count: int) -> tuple[str, ...]:
        """The rows of the last actions."""
        return tuple([self.rows[place].strip() for place in dict.fromkeys(self.places[-count:])])

    def undone(self, count: int = 1) -> "GameFile[S]":
        """The record without its last actions.

        :raises CannotTell: it has fewer.
        """
        if count > len(self.places):
            recorded = f"{several(len(self.places), 'action')} can be taken back, not {count}"
            raise CannotTell(Fault("nothing-to-undo", recorded))
        return self if count < 1 else self.book.read("".join(row + "\n" for row in self.rows[: self.places[-count]]))

    def commented(self, comment: str) -> "GameFile[S]":
        """The record with a comment on its last action.

        :raises DocumentError: the comment has control characters.
        """
        if not all(character.isprintable() or character in "\t\n" for character in comment):
            raise DocumentError([Fault("control-character", "a comment has no control characters")])
        return self.book.read(self.remarked(comment).text)

    def remarked(self, comment: str) -> "GameFile[S]":
        """The record with a comment on its last action, which is known to be legible."""
        return evolve(self, rows=tuple(self.book.remarked(self, comment)))


def happened(turn: Any) -> Iterator[Block]:
    """What became of typed actions: taken back, played, refused or not tried.

    :param turn: an answer of ``play``, of any game.
    """
    if turn.taken_back:
        yield Prose(_unbroken(f"taken back: {'; '.join(turn.taken_back)}"))
    for one in turn.played:
        yield from (one.text, Why(one.rulings, width=80))
    if turn.refused is not None:
        yield from (f"{turn.refused}: illegal", Why(turn.rulings or (), width=80))
    if turn.fault is not None:
        yield _unbroken(str(evolve(turn.fault, pointer="")))  # no JSON was typed for it to point into
    if turn.untried:
        yield Prose(f"not tried: {'; '.join(turn.untried)}")
    if turn.played and (turn.refused is not None or turn.fault is not None):
        yield Prose(_unbroken(f"done before it: {'; '.join([one.text for one in turn.played])}"))


_LISTED = re.compile(r"(?<=say which: ).+|(?<=legal now: ).+|(?<=taken back: ).+|(?<=done before it: ).+")
_SHORT = 40
"""A short text of at most so many characters stands on one line."""


def _unbroken(text: str) -> str:
    """A text in whose list of short texts no line breaks inside one."""
    return _LISTED.sub(lambda match: "".join(map(_joined, re.split("( or |; )", match[0]))), text)


def _joined(part: str) -> str:
    return part if part in (" or ", "; ") or len(part) > _SHORT else part.replace(" ", JOINT)
