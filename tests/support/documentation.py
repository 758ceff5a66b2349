"""What the documentation shows: console blocks run on a terminal, Python blocks as doctests, links followed."""

import doctest
import os
import pty
import re
import shutil
import subprocess
import tempfile
from contextlib import chdir
from importlib import import_module
from pathlib import Path

import warm
from running import TERMINAL, Done, on_a_terminal, words_of

CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)

COMMAND_LINES = re.compile(r"^\$ (?:.*\\\n)*.*$", re.MULTILINE)
"""A command, with the lines that continue it after a backslash."""


def in_a_shell(line: str, folder: Path, start: str | None = None) -> Done:
    """What a line of shell prints on a terminal without colours.

    :param start: a line that makes ``titan`` a command; by default one that is quick.
    """
    ours, theirs = pty.openpty()
    environment = {**os.environ, **TERMINAL}
    with subprocess.Popen(
        ["bash", "-c", (start or warm.in_shell()) + line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        printed = b""
        try:
            while part := os.read(ours, 65536):
                printed += part
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(ours)
    return Done(process.returncode, printed.decode().replace("\r\n", "\n"), "")


def answered(line: str, folder: Path) -> Done:
    """What a line prints on a terminal: it is run within the process unless it takes a shell."""
    words = words_of(line)
    return in_a_shell(line, folder) if words is None else on_a_terminal(words, folder)


def run_block(block: str, folder: Path) -> str:
    """A console block with the real output of its commands."""
    out = []
    for command in COMMAND_LINES.findall(block):
        out.append(command)
        out += [shown.rstrip() for shown in answered(command[2:], folder).out.splitlines()]
    return "\n".join(out) + "\n"


def run_page(text: str, examples: Path) -> str:
    """A page with the real output of all its commands, which are run in one folder beside the examples."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(examples, folder, dirs_exist_ok=True)
        return CONSOLE.sub(lambda m: f"```console\n{run_block(m[1], folder)}```", text)


def console_blocks_are_real(page: Path, examples: Path) -> None:
    """Compare a page's console blocks with the real output."""
    text = page.read_text(encoding="utf-8")
    for block, real in zip(CONSOLE.findall(text), CONSOLE.findall(run_page(text, examples)), strict=True):
        assert block == real, "run make golden and read the difference"


def python_blocks_are_doctests(page: Path, examples: Path, folder: Path) -> None:
    """Run a page's Python blocks in a folder with the examples."""
    shutil.copytree(examples, folder, dirs_exist_ok=True)
    with chdir(folder):
        assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


def docstrings_are_doctests(module: str) -> None:
    """Run the examples in a module's docstrings; to run one without any would only look whether any file changed."""
    runner = doctest.DocTestRunner()
    for docstring in doctest.DocTestFinder().find(import_module(module)):
        if docstring.examples:
            runner.run(docstring)
    assert runner.failures == 0


def links_lead_somewhere(page: Path) -> None:
    """Follow a page's links to files."""
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
