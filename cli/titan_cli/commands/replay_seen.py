"""``titan replay GAME --as Red``: a recorded game, with what a player sees and can deduce at the end."""

import sys

from titan_rules.deduction.recorded import recorded
from titan_rules.deduction.seeing import Seen
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.replays.report import judged

from .. import opening, output
from ..tables.deduced import deduced_table
from ..tables.replays import writer


def replayed(path: str, viewer: str, to: int | None) -> int:
    """Write what a recorded game comes to, and what is deduced after its last legal action; the exit code."""
    record = opening.record_of(path)
    start, lines = record.start(), list(record.lines())
    report = judged(lines, start, to=to)
    if report.stopped_at is not None and report.stopped_at.error is not None:
        raise CannotTell(report.stopped_at.error)
    seen = Seen(recorded(lines, start, report.steps), opening.color_in(start, viewer))
    deduced = tuple(seen.legions.values())
    if not output.wants_json():
        writer("table", sys.stdout, start, record.header).finish(report)
    if output.wants_json() or deduced:
        answer = evolve(report.answer, final=seen.position, deduced=deduced)
        output.emit(answer, lambda: f"\n{deduced_table(deduced)}")
    return output.ANSWERED if report.verdict == "legal" else output.NEGATIVE
