"""A recorded game from JSON Lines to a score sheet and back, without judging it."""

import sys
from collections.abc import Iterator

from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import compact
from titan_rules.replays.record import Record
from titan_rules.replays.sheet import line_json, sheet_rows

from .. import opening, output
from ..files import text_output


def convert(path: str, shape: str, target: str | None) -> int:
    """Write a record in the other form, whole or not at all.

    :raises DocumentError: a line of it cannot be read.
    """
    record = opening.record_of(path)
    rows = list(sheet_rows(record.header, record.lines()) if shape == "sheet" else _json_rows(record))
    with text_output(target) as out:
        out.writelines(rows)
    for warning in record.warnings:
        print(f"titan: warning: {output.one_line(warning)}", file=sys.stderr)
    return output.ANSWERED


def _json_rows(record: Record) -> Iterator[str]:
    yield compact(record.header) + "\n"
    for line in record.lines():
        if line.fault is not None:
            raise DocumentError([line.fault])
        yield compact(line_json(line)) + "\n"
