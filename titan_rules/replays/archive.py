"""Checks recorded games in files: a single game, or archives, several at a time."""

import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from attrs import field, frozen

from ..answers.replay_report import GameResult, Report
from ..kernel.answers import Part
from ..kernel.arguments import PATH, expect
from ..kernel.errors import DocumentError, Fault
from ..kernel.fields import key
from ..kernel.jsontext import JSON
from ..kernel.lines import LARGEST
from ..kernel.processes import processes
from ..position.battle import Battle
from .record import RecordedGame, opened
from .report import TitanReferee, judged, problem_of


def replay(
    path: str | PathLike[str], *, to: int | None = None, keep_going: bool = False, largest: int = LARGEST
) -> Report:
    """Check a recorded game to the end.

    :param path: of the record: JSON Lines, gzip or not.
    :param to: stop after this many actions; the final position is then the one after them.
    :param keep_going: go past failed expectations, and past illegal actions that can be skipped.
    :param largest: the bytes that the record may have, unpacked.
    :returns: the report: its ``verdict`` is ``legal``, ``illegal`` or ``diverges``; ``final`` is the game after it.
    :raises DocumentError: the record's header is bad.
    :raises OSError: the file cannot be read.
    """
    expect(PATH, path=path)
    expect(int | None, to=to)
    expect(bool, keep_going=keep_going)
    expect(int, largest=largest)
    with opened(path, largest) as record:
        return judged(record.lines(), record.game(), to=to, keep_going=keep_going, warnings=record.warnings)


Header: TypeAlias = Callable[[dict[str, JSON]], dict[str, JSON]]

AT_ONCE = 4
"""Files given to a worker at once: more would leave some workers without work at the end."""

SUFFIXES = (".jsonl", ".jsonl.gz", ".titan", ".titan.gz")


@frozen
class Checked(Part):
    """One game of an archive.

    :param verdict: ``legal``, ``illegal``, ``diverges``, or ``unreadable``.
    """

    path: str = field(metadata=key("file"))
    verdict: str
    steps: int
    line: int | None
    reason: str
    result: GameResult | None
    warnings: tuple[str, ...] = ()


def files_in(paths: Sequence[str]) -> list[str]:
    """The files named, and every replay in the folders named, in order.

    :raises DocumentError: a path does not exist, or a folder holds no replay.
    """
    files: list[str] = []
    for path in paths:
        if not os.path.exists(path):
            raise DocumentError([Fault("file", f"{path}: No such file or directory")])
        inside = [path]
        if os.path.isdir(path):
            inside = sorted(str(p) for p in Path(path).rglob("*") if p.name.endswith(SUFFIXES))
        if not inside:
            raise DocumentError([Fault("file", f"{path}: no replay (*.jsonl, *.titan, gzip or not) in this folder")])
        files += inside
    return files


def check_file(path: str, keep_going: bool = False, header: Header = dict, largest: int = LARGEST) -> Checked:
    """Check one file; a file that cannot be read is part of the answer.

    :param largest: the bytes that it may have, unpacked.
    :param header: changes the header, before it is read.
    """
    try:
        with opened(path, largest) as record:
            record.header = header(record.header)
            start = record.start()
            if isinstance(start, Battle):
                return _battle_checked(path, record, start)
            report = judged(record.lines(), start, keep_going=keep_going, warnings=record.warnings)
    except DocumentError as e:
        return Checked(path, "unreadable", 0, e.faults[0].line, str(e.faults[0]), None)
    except (OSError, EOFError, zlib.error) as e:
        return Checked(path, "unreadable", 0, None, str(getattr(e, "strerror", None) or e), None)
    verdict, stop = report.verdict if report.readable else "unreadable", report.stopped_at
    line, reason = (stop.line, stop.reason) if stop else (None, "")
    return Checked(path, verdict, report.steps, line, reason, report.result, report.warnings)


def _battle_checked(path: str, record: RecordedGame, start: Battle) -> Checked:
    """A record of a battle alone, checked up to its first fault."""
    steps = 0
    for step in record.steps(start):
        if not step.good:
            verdict = "unreadable" if step.fault else "illegal" if step.refusal else "diverges"
            reason = problem_of(step, TitanReferee[Battle]()).reason
            return Checked(path, verdict, steps, step.line.number, reason, None)
        steps = step.number
    return Checked(path, "legal", steps, None, "", None, tuple(record.warnings))


def check_files(
    paths: Sequence[str], jobs: int = 1, keep_going: bool = False, header: Header = dict, largest: int = LARGEST
) -> Iterator[Checked]:
    """Check files, ``jobs`` at a time; the answers come in the order of the files.

    If a worker process is lost, the remaining files are checked in this one.
    """
    check = partial(check_file, keep_going=keep_going, header=header, largest=largest)
    done = 0
    if min(jobs, len(paths)) > 1:
        with processes(min(jobs, len(paths))) as pool, suppress(BrokenExecutor):
            for checked in pool.map(check, paths, chunksize=AT_ONCE):
                yield checked
                done += 1
    for path in paths[done:]:
        yield check(path)
