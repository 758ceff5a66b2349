"""The answers in ``tests/golden`` are what people read, word for word. A change of words shows as a difference."""

import re
from pathlib import Path

import pytest

from documentation import COMMAND_LINES
from golden import FILES, asked_again, difference
from titan_cli.app import titan

TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_answers_are_as_written(path: Path) -> None:
    changed = difference(path, TEXTS[path], asked_again(TEXTS[path]))
    if changed:
        pytest.fail(f"run make golden and read the difference:\n{changed}", pytrace=False)


def test_there_is_an_answer_of_every_command_and_refusals_with_their_exit_codes() -> None:
    typed = [line for text in TEXTS.values() for line in COMMAND_LINES.findall(text)]
    assert len(typed) > 150
    named = {command for line in typed for command in re.findall(r"titan ([a-z-]+)", line)}
    assert named >= set(titan.commands)
    codes = [int(code) for text in TEXTS.values() for code in re.findall(r"^\[exit (\d)\]$", text, re.M)]
    assert min(codes.count(1), codes.count(2)) > 30
    assert 3 in codes
    assert not [path.stem for path, text in TEXTS.items() if "internal error" in text]


def test_what_changed_is_shown_in_lines() -> None:
    path = FILES[0]
    before, now = "$ titan show Brush\nan old answer\n", "$ titan show Brush\na new answer\n"
    assert difference(path, before, now).splitlines()[-2:] == ["-an old answer", "+a new answer"]
    assert difference(path, before, before) == ""
