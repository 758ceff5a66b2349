"""Keeps a game as it is played: every action is judged, and recorded with its dice."""

import io
from collections.abc import Mapping, Sequence

from attrs import frozen

from ..actions.grammar import action_of, parse
from ..actions.intents import Action
from ..box.current_box import reading
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.jsontext import JSON, compact, loads, loads_object
from ..kernel.lines import rows_in
from ..kernel.replaying import Line
from ..play import Outcome, apply, left_out
from ..position.game import Game
from .record import Record
from .report import judged
from .sheet import action_rows, header_rows, is_sheet


@frozen
class Kept:
    """A game and its record.

    :param rows: the rows of the record's file, with line ends.
    :param lines: the actions in it.
    :param game: the game after the last of them.
    """

    rows: tuple[str, ...]
    lines: tuple[Line, ...]
    game: Game

    @property
    def text(self) -> str:
        """The text of the record's file."""
        return "".join(self.rows)

    @property
    def is_sheet(self) -> bool:
        """Whether it is kept as a score sheet rather than JSON Lines."""
        return is_sheet(self.rows[0])


def begun(header: Mapping[str, JSON], *, sheet: bool = True) -> Kept:
    """A record without any action yet.

    :raises DocumentError: with every fault of the header.
    """
    rows = header_rows(header) if sheet else [compact(dict(header))]
    return kept("\n".join([*rows, ""]))


def kept(text: str) -> Kept:
    """A record, with the game it leads to.

    :raises DocumentError: it cannot be read, or is not legal to its end.
    """
    record = Record(rows_in(io.BytesIO(text.encode())))
    start, lines = record.start(), tuple(record.lines())
    if record.warnings:
        raise DocumentError([Fault("truncated", warning) for warning in record.warnings])
    report = judged(lines, start, to=len(lines))
    if (stop := report.stopped_at) is not None:
        raise DocumentError([Fault("not-legal", f"the record is not legal: {stop.reason}", line=stop.line)])
    return Kept(tuple(row + "\n" for row in text.removesuffix("\n").split("\n")), lines, report.final)


def understood(text: str, game: Game) -> Action:
    """An action as typed: its text, or the JSON of a record's line.

    :raises ActionError, DocumentError: it cannot be read.
    """
    return action_of(loads(text), game) if text.lstrip().startswith("{") else parse(text, game)


def played(record: Kept, action: Action, dice: DiceSource | None = None) -> tuple[Kept, tuple[Outcome[Game], ...]]:
    """The record with one more action, and with the implied actions before it.

    :param dice: rolls the dice that the action lacks.
    :returns: the record, and the outcome of each action.
    :raises IllegalAction: it is refused; there is no new record then.
    :raises CannotTell: dice are missing, or it depends on unknown characters.
    """
    outcomes: list[Outcome[Game]] = []
    while (implied := left_out(record.game, action)) is not None:
        record, outcome = _one(record, implied, None)
        outcomes.append(outcome)
    record, outcome = _one(record, action, dice)
    return record, (*outcomes, outcome)


def _one(record: Kept, action: Action, dice: DiceSource | None) -> tuple[Kept, Outcome[Game]]:
    before = record.game
    outcome = apply(before, action, dice)
    after = outcome.state
    mark = f"{after.turn} {after.active}"
    turns = after.active is not None and (before.turn, before.active) != (after.turn, after.active)
    data = (outcome.action or action).to_json()
    line = Line(len(record.rows) + 1, data, expect={"turn": mark} if turns else {})
    with reading(before.the_box):
        rows = action_rows(line) if record.is_sheet else [compact(line.to_json())]
    added = tuple(row + "\n" for row in rows)
    return Kept((*record.rows, *added), (*record.lines, line), after), outcome


def undone(record: Kept, count: int = 1) -> Kept:
    """The record without its last actions.

    :raises CannotTell: it has fewer.
    """
    if count > len(record.lines):
        raise CannotTell(Fault("nothing-to-undo", f"{len(record.lines)} actions are recorded, not {count}"))
    return record if count < 1 else kept("".join(record.rows[: record.lines[-count].number - 1]))


def commented(record: Kept, comment: str) -> Kept:
    """The record with a comment added to its last action, or to the game if there is none yet.

    :raises DocumentError: the comment has control characters.
    """
    if not all(character.isprintable() or character in "\t\n" for character in comment):
        raise DocumentError([Fault("control-character", "a comment has no control characters")])
    if record.is_sheet:
        return kept(record.text + "".join(f"; {part}\n" for part in comment.split("\n")))
    rows = list(record.rows)
    number = record.lines[-1].number if record.lines else 1
    last: dict[str, JSON] = loads_object(rows[number - 1])
    known = last.get("comment")
    rows[number - 1] = compact({**last, "comment": comment if known is None else f"{known}\n{comment}"}) + "\n"
    return kept("".join(rows))


def settled_header(players: Sequence[Mapping[str, JSON]] | None, start: JSON, **keys: JSON) -> dict[str, JSON]:
    """The header of a new record.

    :param players: as a replay's header has them; or ``start``, a game document.
    :param keys: other fields, left out if None or empty.
    """
    header: dict[str, JSON] = {"format": "titan-rules/1", "kind": "replay"}
    header |= {key: value for key, value in keys.items() if value}
    return {**header, "start": start} if start is not None else {**header, "players": [dict(p) for p in players or ()]}
