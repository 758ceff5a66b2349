"""TITAN's records as they are kept: score sheets and JSON Lines, each action with its dice."""

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ..actions.intents import Action
from ..box.current_box import reading
from ..kernel import keeping
from ..kernel.dice import DiceSource
from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import JSON, compact, loads_object
from ..kernel.lines import rows_in
from ..kernel.replaying import Line
from ..kernel.rulings import Told
from ..play import apply, left_out
from ..position.game import Game
from .record import Record
from .report import judged
from .sheet import action_rows, header_rows, is_sheet

Kept: TypeAlias = keeping.Kept[Game]


class TitanBook:
    """How TITAN's records are read and written."""

    def read(self, text: str) -> Kept:
        """A record, with the game it leads to."""
        record = Record(rows_in(io.BytesIO(text.encode())))
        start, lines = record.start(), tuple(record.lines())
        if record.warnings:
            raise DocumentError([Fault("truncated", warning) for warning in record.warnings])
        report = judged(lines, start, to=len(lines))
        if (stop := report.stopped_at) is not None:
            raise DocumentError([Fault("not-legal", f"the record is not legal: {stop.reason}", line=stop.line)])
        rows = tuple(text.removesuffix("\n").split("\n"))
        return keeping.Kept(self, rows, tuple([line.number - 1 for line in lines]), report.final)

    def carried_out(
        self, state: Game, action: Action, dice: DiceSource | None
    ) -> Iterator[tuple[Action, Game, Sequence[Told]]]:
        """The action, after those that it implies."""
        while (implied := left_out(state, action)) is not None:
            outcome = apply(state, implied)
            yield implied, (state := outcome.state), outcome.events
        outcome = apply(state, action, dice)
        yield outcome.action or action, outcome.state, outcome.events

    def rows(self, record: Kept, action: Action, after: Game, typed: str) -> list[str]:
        """The rows of an action, with the turn that begins after it."""
        before = record.state
        turns = after.active is not None and (before.turn, before.active) != (after.turn, after.active)
        expect: dict[str, JSON] = {"turn": f"{after.turn} {after.active}"} if turns else {}
        line = Line(len(record.rows) + 1, action.to_json(), expect=expect)
        with reading(before.the_box):
            return action_rows(line) if is_sheet(record.rows[0]) else [compact(line.to_json())]

    def remarked(self, record: Kept, comment: str) -> list[str]:
        """All rows, with a comment on the last action or on the game."""
        if is_sheet(record.rows[0]):
            return [*record.rows, *(f"; {part}" for part in comment.split("\n"))]
        rows, place = list(record.rows), record.places[-1] if record.places else 0
        last: dict[str, JSON] = loads_object(rows[place])
        known = last.get("comment")
        rows[place] = compact({**last, "comment": comment if known is None else f"{known}\n{comment}"})
        return rows


BOOK = TitanBook()


def begun(header: Mapping[str, JSON], *, sheet: bool = True) -> Kept:
    """A record without any action yet.

    :raises DocumentError: with every fault of the header.
    """
    rows = header_rows(header) if sheet else [compact(dict(header))]
    return BOOK.read("".join(row + "\n" for row in rows))


def settled_header(players: Sequence[Mapping[str, JSON]] | None, start: JSON, **keys: JSON) -> dict[str, JSON]:
    """The header of a new record.

    :param players: as a replay's header has them; or ``start``, a game document.
    :param keys: other fields, left out if None or empty.
    """
    header: dict[str, JSON] = {"format": "titan-rules/1", "kind": "replay"}
    header |= {key: value for key, value in keys.items() if value}
    return {**header, "start": start} if start is not None else {**header, "players": [dict(p) for p in players or ()]}
