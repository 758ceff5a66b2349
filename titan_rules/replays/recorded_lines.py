"""Reads recorded lines: JSON Lines, score sheets and battle orders."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..actions.grammar import POSITION_NEEDED, parse, split_actions
from ..actions.intents import Move, Muster
from ..kernel.errors import ActionError, DocumentError
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import Line, line_of

_AFTER_MOVES = ("muster", "end-turn", "withdraw", "split", "end-splits", "roll")
"""Musters written with a move are due before one of these."""


class LineReader:
    """Reads lines in order. A line may hold several actions; each becomes a line of its own.

    A muster written with a move waits for the Enlistment Phase (MUSTER-6).
    """

    def __init__(self) -> None:
        self._musters: list[Line] = []

    def read(self, number: int, value: JSON) -> Iterator[Line]:
        """The lines in a value: a JSON object, or actions in words.

        A line that cannot be read carries its fault. Expectations and comments belong to its last action.
        """
        try:
            whole = line_of(number, value)
        except DocumentError as e:
            yield Line(number, {}, fault=e.faults[0])
            return
        *lines, last = _parts(whole)
        yield from self._in_order([*lines, evolve(last, comment=whole.comment, expect=whole.expect, seal=whole.seal)])

    def rest(self) -> Iterator[Line]:
        """The musters still waiting after the last line."""
        yield from self._musters
        self._musters = []

    def _in_order(self, lines: list[Line]) -> Iterator[Line]:
        moved = False
        for line in lines:
            do = line.data.get("do")
            if moved and do == Muster.do:
                self._musters.append(line)
                continue
            if do in _AFTER_MOVES:
                yield from self.rest()
            yield line
            moved = do == Move.do or (moved and do is None)


def _parts(line: Line) -> Iterator[Line]:
    """A line of several actions as lines of one, as JSON unless that needs a position."""
    text: Any = line.data.get("text")
    if type(text) is not str or len(line.data) > 1:
        yield line
        return
    try:
        parts: Sequence[str] = split_actions(text)
    except ActionError:
        parts = [text]  # reading the action will report why
    for part in parts:
        try:
            yield Line(line.number, parse(part).to_json())
        except ActionError as e:
            fault = None if e.fault.code == POSITION_NEEDED else evolve(e.fault, line=line.number)
            yield Line(line.number, {"text": part}, fault=fault)
