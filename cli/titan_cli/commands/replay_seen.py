"""``titan replay GAME --as Red``: a recorded game, with what a player sees and can deduce at the end."""

import sys

from titan_rules.kernel.evolving import evolve

from .. import output, recordings


def replayed(path: str, viewer: str, to: int | None, preset: str | None, options: tuple[str, ...]) -> int:
    """Write what a recorded game comes to, and what is deduced after its last legal action; the exit code."""
    from titan_rules.deduction.recorded import recorded
    from titan_rules.replays.report import judged

    from ..tables.deduced import deduced_table
    from ..tables.replays import writer

    record = recordings.record_of(path, preset, options)
    start, lines = record.start(), list(record.lines())
    report = judged(lines, start, to=to)
    if report.stopped_at is not None and report.stopped_at.error is not None:
        from titan_rules.kernel.errors import CannotTell

        raise CannotTell(report.stopped_at.error)
    seen = recordings.seen(recorded(lines, start, report.steps), viewer)
    deduced = tuple(seen.legions.values())
    if not output.wants_json():
        writer("table", sys.stdout, start, record.header).finish(report)
    if output.wants_json() or deduced:
        answer = evolve(report.answer, final=seen.position, deduced=deduced)
        output.emit(answer, lambda: f"\n{deduced_table(deduced)}")
    return output.ANSWERED if report.verdict == "legal" else output.NEGATIVE
