"""What ``titan replay`` does besides judging a game: another form, an audit, a player's view."""

from collections.abc import Iterator

from titan_rules.deduction.audit import audit
from titan_rules.deduction.recorded import recorded
from titan_rules.deduction.seeing import Seen
from titan_rules.kernel.errors import CannotTell, DocumentError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import compact
from titan_rules.replays.record import Record
from titan_rules.replays.report import judged
from titan_rules.replays.sheet import line_json, sheet_rows

from .. import output, recordings
from ..files import text_output


def audited(path: str) -> int:
    """Write what became of the histories of a record; the exit code."""
    record = recordings.record_of(path)
    answer = audit(record.lines(), record.start())
    output.emit(answer)
    return output.ANSWERED if answer.verdict == "legal" else output.NEGATIVE


def convert(path: str, shape: str, target: str | None) -> int:
    """Write a record in the other form, whole or not at all.

    :raises DocumentError: a line of it cannot be read.
    """
    record = recordings.record_of(path)
    rows = list(sheet_rows(record.header, record.lines()) if shape == "sheet" else _json_rows(record))
    with text_output(target) as out:
        out.writelines(rows)
    for warning in record.warnings:
        output.note(warning, "warning")
    return output.ANSWERED


def _json_rows(record: Record) -> Iterator[str]:
    yield compact(record.header) + "\n"
    for line in record.lines():
        if line.fault is not None:
            raise DocumentError([line.fault])
        yield compact(line_json(line)) + "\n"


def replayed(path: str, viewer: str, to: int | None) -> int:
    """Write what a recorded game comes to, and what is deduced after its last legal action; the exit code."""
    record = recordings.record_of(path)
    start, lines = record.start(), list(record.lines())
    report = judged(lines, start, to=to)
    if report.stopped_at is not None and report.stopped_at.error is not None:
        raise CannotTell(report.stopped_at.error)
    seen = Seen(recorded(lines, start, report.steps), recordings.observer(start, viewer))
    output.emit(evolve(report, final=seen.position, deduced=tuple(seen.legions.values())))
    return output.ANSWERED if report.verdict == "legal" else output.NEGATIVE
