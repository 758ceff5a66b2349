"""The one reader of recorded lines: of JSON Lines, score sheets and battle orders."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..actions.grammar import POSITION_NEEDED, parse, split_actions
from ..actions.intents import Move, Muster
from ..kernel.errors import ActionError, DocumentError
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import Line, line_of

_AFTER_MOVES = ("muster", "end-turn", "withdraw", "split", "end-splits", "roll")
"""Before one of these the musters are due that were written with a move."""


class LineReader:
    """Reads lines one after the other. One line may hold several actions, each of which becomes a line of its own.

    A muster that is written with a move waits for the Enlistment Phase (MUSTER-6).
    """

    def __init__(self) -> None:
        self._musters: list[Line] = []

    def read(self, number: int, value: JSON) -> Iterator[Line]:
        """The lines that a value holds: a JSON object, or actions as people write them.

        A line that is not understood is given with its fault; what is said of a line belongs to its last action.
        """
        try:
            whole = line_of(number, value)
        except DocumentError as e:
            yield Line(number, {}, fault=e.faults[0])
            return
        *lines, last = _parts(whole)
        yield from self._in_order([*lines, evolve(last, comment=whole.comment, expect=whole.expect, seal=whole.seal)])

    def rest(self) -> Iterator[Line]:
        """The musters that still wait when there are no more lines."""
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
    """A line of several actions as lines of one; those in words become JSON, if no position is needed for that."""
    text: Any = line.data.get("text")
    if type(text) is not str or len(line.data) > 1:
        yield line
        return
    try:
        parts: Sequence[str] = split_actions(text)
    except ActionError:
        parts = [text]  # whoever reads it says why
    for part in parts:
        try:
            yield Line(line.number, parse(part).to_json())
        except ActionError as e:
            fault = None if e.fault.code == POSITION_NEEDED else evolve(e.fault, line=line.number)
            yield Line(line.number, {"text": part}, fault=fault)
