"""Files read line by line: gzip or not, any line end, a byte order mark, truncated or not."""

import gzip
import io
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, TypeAlias

from .errors import DocumentError, Fault
from .jsontext import SIZE_LIMIT, decode

Row: TypeAlias = tuple[int, str | DocumentError]  # a line's number, and its text with the line end or its error
IDLE: Row = (0, "")  # no further line yet, in a file that is still being written
LARGEST = 256 << 20  # bytes of a record, unpacked, unless more are allowed
MOST_SKIPPED = 8  # how many times the size limit a line may be and still be skipped
CUT = "truncated"  # the code of the fault of a truncated line


def unpacked(stream: Any) -> BinaryIO:
    """A binary stream, unpacked if it is gzip."""
    if not hasattr(stream, "peek"):  # standard input was replaced
        stream = io.BufferedReader(stream)
    if stream.peek(2)[:2] != b"\x1f\x8b":
        return stream  # type: ignore[no-any-return]
    return gzip.open(stream)  # type: ignore[return-value]


def rows_in(stream: BinaryIO, number: int = 0, largest: int | None = None) -> Iterator[Row]:
    """The numbered lines of a stream, without empty ones; a bad line gives its error.

    The last row is an error if a gzip file is truncated or damaged, if no line end is found within bounds, or if the
    stream is too large.

    :param number: of the line read last.
    :param largest: the bytes that may be read, unpacked; None: any number.
    """
    size = 0
    while True:
        number += 1
        try:
            raw = stream.readline(SIZE_LIMIT + 2)
        except (EOFError, zlib.error, OSError) as e:
            if number == 1:
                raise
            what = "the packed file ends too early" if isinstance(e, EOFError) else "the file is damaged"
            yield number, DocumentError([Fault(CUT, f"{what}: {e}", line=number)])
            return
        if not raw:
            return
        size += len(raw)
        if largest is not None and size > largest:
            message = f"the record is larger than {largest >> 20} MiB"
            yield number, DocumentError([Fault("too-large", message, line=number, hint="--largest allows more")])
            return
        row = row_of(number, raw)
        if isinstance(row[1], DocumentError) or row[1].strip():
            yield row
        if len(raw) > SIZE_LIMIT and not _skipped(stream, raw):
            return


def row_of(number: int, raw: bytes) -> Row:
    """One line's bytes as a row."""
    try:
        return number, decode(raw, number)
    except DocumentError as e:
        if not raw.endswith(b"\n") and len(raw) <= SIZE_LIMIT and _ends_within_a_letter(raw):
            return number, DocumentError([Fault(CUT, "the line ends too early", line=number)])
        return number, e


def _ends_within_a_letter(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError as e:
        return e.reason == "unexpected end of data"
    return False


def _skipped(stream: BinaryIO, raw: bytes) -> bool:
    """Skip the rest of a line that is too long; whether its end was found."""
    for _ in range(MOST_SKIPPED):
        if not raw or raw.endswith(b"\n"):
            return True
        raw = stream.readline(SIZE_LIMIT)
    return False
