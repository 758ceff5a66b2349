"""The documentation is run: console blocks on a terminal, Python blocks as doctests, links followed.

``python tests/docs/test_documentation.py [PAGE...]`` writes the console blocks' real output into the pages.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checkout import EXAMPLES, ROOT
from documentation import (
    COMMAND_LINES,
    CONSOLE,
    console_blocks_are_real,
    in_a_shell,
    links_lead_somewhere,
    printed_by,
    python_blocks_are_doctests,
    write_output,
)
from running import TERMINAL

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
each_page: Callable[[Any], Any] = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_console_blocks_show_the_real_output(page: Path) -> None:
    console_blocks_are_real(page, EXAMPLES)


@each_page
def test_python_blocks_are_doctests(page: Path, tmp_path: Path) -> None:
    python_blocks_are_doctests(page, EXAMPLES, tmp_path)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    links_lead_somewhere(page)


README = CONSOLE.findall(PAGES[0].read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMAND_LINES.findall("".join(README))[:3])
def test_a_process_on_a_terminal_prints_what_is_printed_within_this_one(command: str) -> None:
    assert in_a_shell(command[2:], EXAMPLES) == printed_by(command[2:], EXAMPLES)


def test_the_readme_shows_real_output() -> None:
    assert len(README) >= 3


def test_the_readme_fits_80_columns() -> None:
    assert [line for block in README for line in block.splitlines() if len(line) > int(TERMINAL["COLUMNS"])] == []


if __name__ == "__main__":
    write_output([Path(name) for name in sys.argv[1:]] or PAGES, EXAMPLES)
