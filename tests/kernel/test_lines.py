"""Files read line by line, of any kind and in any state."""

import gzip
import io

import pytest

from titan_rules.kernel import lines
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.lines import row_of, rows_in, unpacked


def found(raw: bytes, **more: int) -> list[tuple[int, str]]:
    """The rows of a file: the text of each, or the code of its fault."""
    rows = rows_in(unpacked(io.BytesIO(raw)), **more)
    return [(number, row.faults[0].code if isinstance(row, DocumentError) else row) for number, row in rows]


def last_fault(raw: bytes, **more: int) -> Fault:
    *_, (_, row) = rows_in(unpacked(io.BytesIO(raw)), **more)
    assert isinstance(row, DocumentError)
    return row.faults[0]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of at most ten bytes."""
    monkeypatch.setattr(lines, "SIZE_LIMIT", 10)
    monkeypatch.setattr("titan_rules.kernel.jsontext.SIZE_LIMIT", 10)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_lines_keep_their_numbers_and_empty_ones_are_left_out(pack: type[bytes]) -> None:
    assert found(pack(b"\xef\xbb\xbfone\r\n\n \t\ntwo")) == [(1, "one\r\n"), (4, "two")]
    assert found(pack(b"one\n"), number=6) == [(7, "one\n")]
    assert found(pack(b"")) == []


def test_a_bad_line_does_not_hide_those_after_it() -> None:
    assert found(b"one\n\xff\ntwo\n") == [(1, "one\n"), (2, "not-utf8"), (3, "two\n")]


def test_a_last_line_that_ends_within_a_letter_is_cut() -> None:
    assert found("one\né".encode()[:-1]) == [(1, "one\n"), (2, "truncated")]
    assert found("é".encode()[:-1] + b"\n") == [(1, "not-utf8")]
    assert found(b"\xff") == [(1, "not-utf8")]
    assert row_of(3, b"\xc3")[0] == 3
    assert last_fault(b"\n\xc3").line == 2


def test_a_packed_file_that_ends_too_early_or_is_damaged_gives_what_comes_before() -> None:
    packed = gzip.compress(b"one\n" * 3)
    assert found(packed[:-5])[:3] == [(1, "one\n"), (2, "one\n"), (3, "one\n")]
    cut, damaged = last_fault(packed[:-5]), last_fault(packed[:-8] + b"12345678")
    assert (cut.code, cut.line, cut.message.split(":")[0]) == ("truncated", 4, "the packed file ends too early")
    assert (damaged.code, damaged.line, damaged.message.split(":")[0]) == ("truncated", 4, "the file is damaged")


def test_a_packed_file_without_a_line_is_no_record() -> None:
    with pytest.raises(EOFError):
        found(gzip.compress(b"one\n")[:11])


def test_a_line_that_is_too_long_is_skipped(short: None) -> None:
    assert found(b"x" * 9 + b"\n1\n") == [(1, "x" * 9 + "\n"), (2, "1\n")]
    assert found(b"x" * 60 + b"\n1\n") == [(1, "too-large"), (2, "1\n")]
    assert found(b"x" * 10 + b"\n1\n") == [(1, "too-large"), (2, "1\n")]
    assert found(b"x" * 60) == [(1, "too-large")]


def test_a_line_without_an_end_is_given_up(short: None) -> None:
    assert found(b"x" * 12 + b"x" * 10 * lines.MOST_SKIPPED + b"\n1\n") == [(1, "too-large")]
    assert found(b"x" * 12 + b"x" * 9 + b"x" * 10 * (lines.MOST_SKIPPED - 2) + b"\n1\n")[1:] == [(2, "1\n")]


def test_a_file_may_be_no_larger_than_is_allowed() -> None:
    assert found(b"one\ntwo\n", largest=8) == [(1, "one\n"), (2, "two\n")]
    assert found(b"one\ntwo\n1", largest=8) == [(1, "one\n"), (2, "two\n"), (3, "too-large")]
    fault = last_fault(b"x" * (1 << 21) + b"\n1\n", largest=(2 << 20) + 1)
    assert fault == Fault("too-large", "the record is larger than 2 MiB", "", 2, "--largest allows more")


def test_standard_input_that_was_replaced_is_read() -> None:
    class Replaced(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            return 0

    assert list(rows_in(unpacked(Replaced()))) == []
