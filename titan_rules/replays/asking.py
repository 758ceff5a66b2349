"""Recorded games as one asks for them."""

from os import PathLike, fspath
from os.path import dirname

from ..box.loading import beside
from ..kernel.lines import rows_in, unpacked
from .record import Record
from .report import Report, judged


def replay(path: str | PathLike[str], *, to: int | None = None, keep_going: bool = False) -> Report:
    """Check a recorded game to the end.

    :param path: of the record: JSON Lines, gzip or not.
    :param to: stop after this many actions; the final position is then the one after them.
    :param keep_going: go past failed expectations, and past illegal actions that can be skipped.
    :returns: the report: its ``verdict`` is ``legal``, ``illegal`` or ``diverges``; ``final`` is the game after it.
    :raises DocumentError: the record's header is bad. :raises OSError: the file cannot be read.
    """
    with open(fspath(path), "rb") as stream, beside(dirname(fspath(path))):
        record = Record(rows_in(unpacked(stream)))
        report = judged(record.lines(), record.start(), to=to, keep_going=keep_going)
    report.warnings += record.warnings
    return report
