"""The lines of a recorded game as files have them: a header, then one action a line."""

from collections.abc import Iterable, Iterator

from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import JSON, loads
from ..kernel.replaying import Line, read_line

Row = tuple[int, str | DocumentError]
"""A line's number and its text with the line end, or why it cannot be read."""


class Record:
    """A recorded game, read as it is asked for.

    A last line that ends too early is left out with a warning: the file was being written, or was cut.

    :ivar header: the first line's JSON value.
    :ivar warnings: what was left out, once the lines are read.
    :raises DocumentError: there is no first line, or it is not JSON.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = iter(rows)
        self.warnings: list[str] = []
        first = next(self._rows, None)
        if first is None:
            raise DocumentError([Fault("empty", "the input is empty")])
        self.header: JSON = loads(_text(first), first[0])

    def lines(self) -> Iterator[Line]:
        """The lines after the header.

        :raises DocumentError: a line is no JSON object.
        """
        for row in self._rows:
            try:
                yield read_line(row[0], _text(row))
            except DocumentError as e:
                if not _is_cut(row, e):
                    raise
                self.warnings.append(f"line {row[0]} ends too early and is left out")


def _text(row: Row) -> str:
    if isinstance(row[1], DocumentError):
        raise row[1]
    return row[1]


def _is_cut(row: Row, error: DocumentError) -> bool:
    """Whether a line is the last one and has not been written to its end."""
    text = row[1]
    if isinstance(text, DocumentError):
        return False
    return not text.endswith(("\n", "\r")) and error.faults[0].code in ("truncated", "not-json")
