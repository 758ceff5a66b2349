"""A recorded game in a file, read and kept: a header, then one action a line, as JSON Lines or a score sheet."""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from os import PathLike, fspath
from os.path import dirname
from typing import TypeAlias

from ..actions.intents import Action
from ..box.current_box import use_box, within
from ..box.loading import beside
from ..box.value import Box
from ..kernel import game_file
from ..kernel.dice import DiceSource
from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON, compact, loads, loads_object
from ..kernel.lines import CUT, IDLE, LARGEST, Row, rows_in, unpacked
from ..kernel.replaying import RecordLine, Step, play
from ..kernel.rulings import HasRuling
from ..play import State, apply, apply_shown, left_out
from ..play.judging import passes_turn
from ..play.planning import S
from ..position.battle import Battle
from ..position.game import Game
from .documents import RECORDS, LineReader, action_faults, box_of_a_record, game_of, start_of
from .report import TitanReferee, problem_of
from .sheet import Sheet, action_rows, header_rows, is_sheet, text_of


class RecordedGame:
    """A recorded game, read lazily.

    A truncated last line is left out with a warning. Any other line that cannot be read carries its fault.

    :ivar header: the first line's JSON object.
    :ivar warnings: what was left out, and the first line of a sealed game without a seal, once the lines are read.
    :raises DocumentError: there is no first line, or it is not a JSON object.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = iter(rows)
        self._sheet: Sheet | None = None
        self.warnings: list[str] = []
        first = next(self._rows, None)
        if first is None:
            raise DocumentError([Fault("empty", "the input is empty")])
        self._first = first[0]
        if is_sheet(text_of(first)):
            self._sheet = Sheet(chain([first], self._rows))
            self._first = self._sheet.first
            self.header: dict[str, JSON] = self._sheet.header
        else:
            data: JSON = loads(text_of(first), first[0])
            if not isinstance(data, dict):
                raise DocumentError([evolve(fault, line=first[0]) for fault in RECORDS.header_faults(data)])
            self.header = data

    @property
    def box(self) -> Box:
        """The box of the game: the header's, or that of its starting position."""
        return box_of_a_record(self.header)

    def game(self) -> Game:
        """The game that the header begins with.

        :raises DocumentError: with every fault of the header, each with its pointer and line; or it begins with a
            battle alone.
        """
        return self._begun(game_of)

    def start(self) -> Game | Battle:
        """The game that the header begins with, or the battle alone.

        :raises DocumentError: with every fault of the header, each with its pointer and line.
        """
        return self._begun(start_of)

    def _begun(self, read: Callable[[JSON], S]) -> S:
        try:
            return read(self.header)
        except DocumentError as e:
            raise DocumentError([evolve(fault, line=self._first) for fault in e.faults]) from None

    def lines(self) -> Iterator[RecordLine]:
        """The lines after the header."""
        return within(self.box, self._lines())

    def steps(self, start: S) -> Iterator[Step[S]]:
        """Every action, judged in one pass, with the state after it.

        It ends after the first step that is illegal or cannot be read, which says why in ``refusal`` or ``fault``.
        States are not kept, so memory does not grow.

        :param start: the position that the header begins with.
        """
        return _up_to_the_first_stop(play(self.lines(), TitanReferee[S](), start))

    def faults(self) -> Iterator[Fault]:
        """Everything that keeps it from being read, with its line; legality is not checked."""
        try:
            self.start()
        except DocumentError as e:
            yield from e.faults
        box = self.box  # a file's is read anew whenever it is asked for
        for line in self.lines():
            with use_box(box):
                wrong = [line.fault] if line.fault is not None else action_faults(line)
            yield from (evolve(fault, line=line.number) for fault in wrong)

    def _lines(self) -> Iterator[RecordLine]:
        sealed = self.header.get("sealed") is True
        for line in self._json_lines() if self._sheet is None else self._sheet.lines():
            if sealed and line.seal is None:
                sealed = False  # warn only once
                self.warnings.append(f"line {line.number} has no seal, in a game that was sealed")
            yield line
        if self._sheet is not None:
            self.warnings += self._sheet.warnings

    def _json_lines(self) -> Iterator[RecordLine]:
        reader = LineReader()
        for row in self._rows:
            if row is IDLE:
                continue
            try:
                value = loads(text_of(row), row[0])
            except DocumentError as e:
                if _is_cut(row, e):
                    self.warnings.append(f"line {row[0]} ends too early and is left out")
                    break
                yield RecordLine(row[0], {}, fault=e.faults[0])
            else:
                yield from reader.read(row[0], value)
        yield from reader.rest()


def _up_to_the_first_stop(steps: Iterator[Step[S]]) -> Iterator[Step[S]]:
    for step in steps:
        yield step
        if not step.judged:
            return


def _is_cut(row: Row, error: DocumentError) -> bool:
    """Whether a line is the last one and was truncated."""
    text, code = row[1], error.faults[0].code
    if isinstance(text, DocumentError):
        return code == CUT
    return not text.endswith(("\n", "\r")) and code in (CUT, "not-json")


@contextmanager
def opened(path: str | PathLike[str], largest: int = LARGEST) -> Iterator[RecordedGame]:
    """A recorded game in a file: JSON Lines or a score sheet, gzip or not.

    :param largest: the bytes that it may have, unpacked.

    :raises DocumentError: its first line is bad.
    :raises OSError: it cannot be read.
    """
    with open(fspath(path), "rb") as stream, beside(dirname(fspath(path))):
        yield RecordedGame(rows_in(unpacked(stream), largest=largest))


# --- keeping a record ------------------------------------------------------------------------------------------------

GameFile: TypeAlias = game_file.GameFile[State]


class TitanBook:
    """How TITAN's records are read and written."""

    def read(self, text: str) -> GameFile:
        """A record, with the position it leads to."""
        record = RecordedGame(rows_in(io.BytesIO(text.encode())))
        state: State = record.start()
        places = list[int]()
        for step in record.steps(state):
            if not step.good:
                why = problem_of(step, TitanReferee[State]()).reason
                raise DocumentError([Fault("not-legal", f"the record is not legal: {why}", line=step.line.number)])
            state = step.state
            places.append(step.line.number - 1)
        if record.warnings:
            raise DocumentError([Fault("truncated", warning) for warning in record.warnings])
        return game_file.GameFile(self, tuple(text.removesuffix("\n").split("\n")), tuple(places), state)

    def carried_out(
        self, state: State, action: Action, dice: DiceSource | None
    ) -> Iterator[tuple[Action, State, Sequence[HasRuling]]]:
        """The action, after those that it implies."""
        while (implied := left_out(state, action)) is not None:
            outcome = apply(state, implied)
            yield implied, (state := outcome.state), outcome.events
        outcome = apply_shown(state, action, dice)
        yield outcome.action or action, outcome.state, outcome.events

    def rows(self, record: GameFile, action: Action, after: State, typed: str) -> list[str]:
        """The rows of an action, with the turn that begins after it."""
        before, expect = record.state, dict[str, JSON]()
        if isinstance(before, Game) and isinstance(after, Game) and passes_turn(before, after) and after.active:
            expect = {"turn": f"{after.turn} {after.active}"}
        line = RecordLine(len(record.rows) + 1, action.to_json(), expect=expect)
        with use_box(before.the_box):
            return action_rows(line) if is_sheet(record.rows[0]) else [compact(line.to_json())]

    def remarked(self, record: GameFile, comment: str) -> list[str]:
        """All rows, with a comment on the last action or on the game."""
        if is_sheet(record.rows[0]):
            return [*record.rows, *(f"; {part}" for part in comment.split("\n"))]
        rows, place = list(record.rows), record.places[-1] if record.places else 0
        last: dict[str, JSON] = loads_object(rows[place])
        known = last.get("comment")
        rows[place] = compact({**last, "comment": comment if known is None else f"{known}\n{comment}"})
        return rows


RECORD_FORMAT = TitanBook()


def begun(header: Mapping[str, JSON], *, sheet: bool = True) -> GameFile:
    """A record without any action yet.

    :raises DocumentError: with every fault of the header.
    """
    rows = header_rows(header) if sheet else [compact(dict(header))]
    return RECORD_FORMAT.read("".join(row + "\n" for row in rows))


def settled_header(players: Sequence[Mapping[str, JSON]] | None, start: JSON, **keys: JSON) -> dict[str, JSON]:
    """The header of a new record.

    :param players: as in a replay's header; or ``start``, a game document.
    :param keys: other fields, left out if None or empty.
    """
    header: dict[str, JSON] = {"format": "titan-rules/1", "kind": "replay"}
    header |= {key: value for key, value in keys.items() if value}
    return {**header, "start": start} if start is not None else {**header, "players": [dict(p) for p in players or ()]}
