"""A turn's operations replayed: carried out step by step, to the first illegal one."""

from collections.abc import Iterator
from typing import Any

from ....kernel.documents import unstructure
from ....kernel.errors import DocumentError, Fault
from ....kernel.evolving import evolve
from ....kernel.questions import Answer
from ....kernel.replaying import Line, Step, line_of, play
from ..operations import Operations
from ..referee import OperationsReferee
from ..rules.sequence import Table, table
from ..state import Position
from .common import Values, final, game_over, told


def answer_replay(document: Position | Operations, values: Values) -> Answer:
    """Carry out the actions of the document, or of the file; stop at the first that is illegal or diverges.

    :raises DocumentError: an action cannot be read.
    """
    lines: Iterator[Line]
    if isinstance(document, Operations):
        if values["actions"] is not None:
            raise DocumentError(
                [Fault("two-lists", "the document has its own actions; leave the file out", "/actions")]
            )
        start = document.position
        lines = (line_of(number, unstructure(action)) for number, action in enumerate(document.actions, 1))
    else:
        start = document
        lines = (line_of(number, data) for number, data in values["actions"] or ())
    return _carried_out(table(start), lines)


def _carried_out(at: Table, lines: Iterator[Line]) -> Answer:
    referee = OperationsReferee()
    done: list[Answer] = []
    stopped: Answer | None = None
    verdict = "legal"
    for step in play(lines, referee, at):
        if step.fault is not None:
            raise DocumentError([evolve(step.fault, line=step.line.number)])
        at = step.state
        if step.refusal:
            verdict, stopped = "illegal", {**_place(step), "rulings": told(step.refusal), "instead": referee.legal(at)}
            break
        done.append({"step": step.number, "do": step.action.do, "rulings": told(step.events)})
        if step.divergences:
            verdict = "diverges"
            stopped = {**_place(step), "divergences": [d.to_json() for d in step.divergences]}
            break
    return {
        "verdict": verdict,
        "steps": len(done),
        "done": done,
        "stopped_at": stopped,
        "game_over": game_over(at.ending),
        "turn": at.position.turn,
        "round": at.position.round,
        "phasing": at.position.phasing,
        "final": final(at.position),
    }


def _place(step: "Step[Any]") -> Answer:
    return {"step": step.number, "line": step.line.number, "do": step.action.do}
