"""The documentation is run: console blocks on a terminal, Python blocks as doctests, links followed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checkout import EXAMPLES
from documentation import (
    COMMAND_LINES,
    CONSOLE,
    answered,
    console_blocks_are_real,
    in_a_shell,
    links_lead_somewhere,
    python_blocks_are_doctests,
)
from golden import PAGES
from looping import for_each
from running import IN_SHELL, TERMINAL


def each_page(mark: str) -> Callable[[Any], Any]:
    """A test of every page with something in it that a mark begins."""
    pages = [page for page in PAGES if mark in page.read_text(encoding="utf-8")]
    decorate: Callable[[Any], Any] = pytest.mark.parametrize("page", pages, ids=lambda page: page.name)
    return decorate


@each_page("```console")
def test_console_blocks_show_the_real_output(page: Path) -> None:
    console_blocks_are_real(page, EXAMPLES)


@each_page(">>>")
def test_python_blocks_are_doctests(page: Path, tmp_path: Path) -> None:
    python_blocks_are_doctests(page, EXAMPLES, tmp_path)


@for_each("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    links_lead_somewhere(page)


README = CONSOLE.findall(PAGES[0].read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMAND_LINES.findall("".join(README))[:3])
def test_a_process_on_a_terminal_prints_what_is_printed_within_this_one(command: str) -> None:
    assert in_a_shell(command[2:], EXAMPLES, IN_SHELL) == answered(command[2:], EXAMPLES)


def test_the_readme_shows_real_output() -> None:
    assert len(README) >= 3


def test_the_readme_fits_80_columns() -> None:
    assert [line for block in README for line in block.splitlines() if len(line) > int(TERMINAL["COLUMNS"])] == []


def test_an_answer_in_the_readme_takes_at_most_twelve_lines() -> None:
    answers = [answer.splitlines() for block in README for answer in COMMAND_LINES.split(block)[1:]]
    assert len(answers) >= 6
    assert [answer for answer in answers if len(answer) > 13] == []  # the command's own line end comes first


def test_the_readme_has_at_most_900_words() -> None:
    assert len(PAGES[0].read_text(encoding="utf-8").split()) <= 900
