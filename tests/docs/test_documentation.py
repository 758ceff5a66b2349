"""The documentation is run: console blocks on a terminal, Python blocks as doctests, links followed.

``python tests/docs/test_documentation.py [PAGE...]`` writes the console blocks' real output into the pages.
"""

import doctest
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from checkout import EXAMPLES, ROOT
from running import IN_SHELL, TERMINAL, on_a_terminal, words_of

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)

COMMAND_LINES = re.compile(r"^\$ (?:.*\\\n)*.*$", re.MULTILINE)
"""A command, with the lines that continue it after a backslash."""


def in_a_shell(line: str, folder: Path) -> str:
    """What a line of shell prints on a terminal without colours."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, **TERMINAL}
    with subprocess.Popen(
        ["bash", "-c", IN_SHELL + line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        printed = b""
        try:
            while part := os.read(ours, 65536):
                printed += part
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(ours)
    return printed.decode().replace("\r\n", "\n")


def printed_by(line: str, folder: Path) -> str:
    """What a line prints on a terminal: it is run within the process unless it takes a shell."""
    words = words_of(line)
    return in_a_shell(line, folder) if words is None else on_a_terminal(words, folder)


def run_block(block: str, folder: Path) -> str:
    """A console block with the real output of its commands."""
    out = []
    for command in COMMAND_LINES.findall(block):
        out.append(command)
        out += [shown.rstrip() for shown in printed_by(command[2:], folder).splitlines()]
    return "\n".join(out) + "\n"


def run_page(text: str) -> str:
    """A page with the real output of all its commands, which are run in one folder beside the examples."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        return CONSOLE.sub(lambda m: f"```console\n{run_block(m[1], folder)}```", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_blocks_show_the_real_output(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for block, real in zip(CONSOLE.findall(text), CONSOLE.findall(run_page(text)), strict=True):
        assert block == real


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_are_doctests(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


README = CONSOLE.findall(PAGES[0].read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMAND_LINES.findall("".join(README))[:3])
def test_a_process_on_a_terminal_prints_what_is_printed_within_this_one(command: str) -> None:
    assert in_a_shell(command[2:], EXAMPLES) == printed_by(command[2:], EXAMPLES)


def test_the_readme_shows_real_output() -> None:
    assert len(README) >= 3


def test_the_readme_fits_80_columns() -> None:
    assert [line for block in README for line in block.splitlines() if len(line) > int(TERMINAL["COLUMNS"])] == []


def write_output(pages: list[Path]) -> None:
    """Put the real output into pages."""
    for page in pages:
        page.write_text(run_page(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write_output([Path(name) for name in sys.argv[1:]] or PAGES)
