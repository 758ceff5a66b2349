"""Lines as wide as the terminal, without anything that controls it."""

import os
import pty
import termios

import pytest

from looping import for_each
from titan_rules.kernel.layout import JOINT, NARROWEST, at_most, columns, fitted, folded, safe, safe_json


@pytest.mark.parametrize(
    ("said", "width"),
    [
        ("100", 100),
        ("7", NARROWEST),
        (str(NARROWEST + 1), NARROWEST + 1),
        ("999999999", 999999),
        ("0", None),
        ("", None),
        ("-90", None),
        ("９０", None),
    ],
)
def test_the_environment_says_how_wide_lines_are(said: str, width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", said)
    with open(os.devnull) as stream:
        assert columns(stream) == width


@pytest.mark.parametrize(("wide", "width"), [(93, 93), (3, NARROWEST), (0, None)])
def test_a_terminal_says_how_wide_lines_are(wide: int, width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, wide))
    with os.fdopen(ours, "rb"), os.fdopen(theirs, "w") as terminal:
        assert columns(terminal) == width
        monkeypatch.setattr("sys.stdout", terminal)
        assert columns() == width
        assert at_most(80) == min(80, width or 80)
        assert at_most(200) == (width or 200)


def test_a_stream_that_is_no_file_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert columns() is None


@for_each(
    ("line", "hanging", "lines"),
    [
        ("short", "  ", ["short"]),
        ("exactly ten", "  ", ["exactly", "  ten"]),
        ("ten letter", "  ", ["ten letter"]),
        ("  an indent stays", "--", ["  an", "  --indent", "  --stays"]),
        ("   a deeper one hangs not", "--", ["   a", "deeper one", "hangs not"]),
        ("unbreakableword here", "  ", ["unbreakableword", "  here"]),
        ("well-known words", "  ", ["well-known", "  words"]),
        ("take 12 × Lion", "", ["take", "12 × Lion"]),
        (f"two{JOINT}joined{JOINT}words", "  ", ["two joined words"]),
        (f"a{JOINT}b", "  ", ["a b"]),
        ("one\ntwo three four", "  ", ["one", "two three", "  four"]),
        (" " * 12, "  ", [" " * 12]),
    ],
)
def test_lines_wrap_at_words(line: str, hanging: str, lines: list[str]) -> None:
    assert folded(line, 10, hanging).split("\n") == lines


def test_a_text_is_fitted_into_the_terminal_less_its_indent(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(["word"] * 20) + JOINT + "end"
    assert fitted(text) == text.replace(JOINT, " ")
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, fitted(text).split("\n"))) in range(55, 61)
    assert max(map(len, fitted(text, 10).split("\n"))) in range(45, 51)
    assert max(map(len, fitted(text, 50).split("\n"))) in range(35, NARROWEST + 1)


def test_nothing_printed_controls_the_terminal() -> None:
    assert safe(f"a\x1b[2J\r\n\u202eb é{JOINT}") == f"a\\x1b[2J\\r\n\\u202eb é{JOINT}"
    assert safe_json('"a\x7f\n\u202e é"') == '"a\\u007f\n\\u202e é"'
