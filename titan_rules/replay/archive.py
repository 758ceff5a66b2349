"""Whole archives of recorded games, checked side by side; the result does not depend on how many at a time."""

import gzip
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import frozen

from ..kernel import jsontext
from ..kernel.errors import AdjudicationError, DocumentError, Fault
from ..kernel.jsontext import JSON
from .record import Record, Row
from .referee import header_from_json
from .report import judged, result_of

SUFFIXES = (".jsonl", ".jsonl.gz")


@frozen
class Checked:
    """One game of an archive.

    :param verdict: ``legal``, ``illegal``, ``diverges``, or ``unreadable``.
    """

    path: str
    verdict: str
    steps: int
    line: int | None
    reason: str
    result: dict[str, JSON] | None
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, JSON]:
        """The game's line of the answer."""
        found: dict[str, JSON] = {
            "file": self.path,
            "verdict": self.verdict,
            "steps": self.steps,
            "line": self.line,
            "reason": self.reason,
            "result": self.result,
        }
        if self.warnings:
            found["warnings"] = list(self.warnings)
        return found


def files_in(paths: Sequence[str]) -> list[str]:
    """The files named, and every replay in the folders named, in order.

    :raises DocumentError: there is nothing of that name, or no replay in a folder.
    """
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            inside = sorted(str(p) for p in Path(path).rglob("*") if p.name.endswith(SUFFIXES))
            if not inside:
                raise DocumentError([Fault("file", f"{path}: no replay (*.jsonl, *.jsonl.gz) in this folder")])
            found += inside
        elif os.path.exists(path):
            found.append(path)
        else:
            raise DocumentError([Fault("file", f"{path}: No such file or directory")])
    return found


def rows_of(path: str) -> Iterator[Row]:
    """The lines of a file, gzip or not."""
    with open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        with gzip.open(raw) if packed else raw as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield number, jsontext.decode(line, number)


def check_file(path: str, keep_going: bool = False) -> Checked:
    """Check one file; what is wrong with it is part of the answer."""
    try:
        record = Record(rows_of(path))
        _, game = header_from_json(record.header)
        report = judged(record.lines(), game, keep_going=keep_going)
    except AdjudicationError as e:
        fault = e.faults[0] if isinstance(e, DocumentError) else None
        return Checked(path, "unreadable", 0, fault.line if fault else None, str(fault or e), None)
    except (OSError, EOFError) as e:
        return Checked(path, "unreadable", 0, None, str(e), None)
    stop = report.stopped_at
    return Checked(
        path,
        report.verdict,
        report.steps,
        stop["line"] if stop else None,
        _reason(stop) if stop else "",
        result_of(report.final),
        tuple(record.warnings),
    )


def _reason(stop: dict[str, JSON]) -> str:
    if stop["rulings"]:
        return f"{stop['rulings'][0]['text']} ({stop['rulings'][0]['rule']})"
    if stop.get("diverges"):
        first = stop["diverges"][0]
        return f"expected {first['fact']} {first['expected']}, found {first['found']}"
    return str(stop.get("error", {}).get("message", ""))


def check_files(paths: Sequence[str], jobs: int = 1, keep_going: bool = False) -> Iterator[Checked]:
    """Check files, ``jobs`` at a time; the answers come in the order of the files."""
    if jobs == 1 or len(paths) == 1:
        for path in paths:
            yield check_file(path, keep_going)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(check_file, paths, [keep_going] * len(paths))
