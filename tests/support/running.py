"""Running the command line in tests: within the process where that will do, or as a user's shell does."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from cProfile import Profile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from attrs import frozen

import warm
from answers import checked
from titan_cli.app import run

COMMAND = (sys.executable, "-m", "titan_cli")
"""What a shell runs as ``titan``."""

UNMEASURED = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
"""The environment of a process whose imports or signals are tested: measuring it adds its own."""

IN_SHELL = f'titan() {{ {shlex.join(COMMAND)} "$@"; }}\n'
"""Makes ``titan`` a process of its own in a shell, for what it does as it starts and ends."""


@frozen
class Done:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer."""
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        """The error object of ``--format json``."""
        return json.loads(self.err)["error"]


def check_answers(printed: str) -> None:
    """See whether what was printed is an answer, or one a line, and then whether it is what its schema says."""
    if printed.startswith("{"):
        try:
            found = [json.loads(printed)]
        except ValueError:
            try:
                found = [json.loads(line) for line in printed.splitlines()]
            except ValueError:
                return
        for answer in found:
            checked(answer)


def words_of(line: str) -> list[str] | None:
    """The arguments of a line that is just ``titan ARGS``; None where it takes a shell to run it."""
    line = line.replace("\\\n", " ")
    if re.search(r"[^\w\s./,:=+@-]", re.sub(r"""'[^']*'|"[^"$`\\]*\"""", "", line)):
        return None
    name, *args = shlex.split(line)
    return args if name == "titan" else None


class Terminal(io.TextIOWrapper):
    """A stream in memory that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


TERMINAL = {"NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"}
"""The environment of a terminal of 80 columns without colours."""


def on_a_terminal(args: list[str], folder: Path) -> Done:
    """What a command line prints on a terminal, errors too; run in a folder, within this process."""
    screen = Terminal(io.BytesIO(), encoding="utf-8")
    with (
        chdir(folder),
        patch.dict(os.environ, TERMINAL),
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO())),
        patch("sys.stdout", screen),
        patch("sys.stderr", screen),
    ):
        code = run(args)
        screen.flush()
    printed: bytes = screen.buffer.getvalue()  # type: ignore[attr-defined]
    return Done(code, printed.decode(), "")


def titan(*args: str, stdin: str | bytes = "") -> Done:
    """Run one command line within this process."""
    kept = sys.stdin, sys.stdout, sys.stderr
    given = stdin.encode() if isinstance(stdin, str) else stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    sys.stdout, sys.stderr = out, err
    try:
        code = run(args)
        out.flush()
        err.flush()
        done = Done(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))
        check_answers(done.out)
        return done
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def shell(line: str, stdin: bytes = b"", start: str | None = None, **environment: str) -> Done:
    """Run a line of shell.

    :param start: a line that makes ``titan`` a command, such as :data:`IN_SHELL`; by default one that is quick.
    """
    words = ["bash", "-c", (start or warm.in_shell()) + line]
    env = {**os.environ, **environment}
    done = subprocess.run(words, input=stdin, capture_output=True, env=env, timeout=120, check=False)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def typed(line: str) -> Done:
    """Run a line as somebody types it: within the process unless it takes more of a shell than pipes and a file."""
    pipe, _, target = line.partition(" > ")
    done = Done(0, "", "")
    for words in map(words_of, pipe.split(" | ")):
        if words is None:
            return shell(line)
        done = titan(*words, stdin=done.out)
    if target:
        Path(target).write_text(done.out, encoding="utf-8")
    return done


def calls_of(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls, ours and Python's: its cost, on a busy machine as on a quiet one."""
    before, profile = sys.getprofile(), Profile()
    try:
        profile.runcall(work)
    finally:
        sys.setprofile(before)
    return sum(entry.callcount for entry in profile.getstats())


def grows_with(work: Callable[[str], object], text: str) -> bool:
    """Whether twice the text costs about twice the calls, where work by the square of it would cost four times."""
    once, twice = calls_of(lambda: work(text)), calls_of(lambda: work(text + text))
    return twice <= 2.5 * once + 2_000  # calls: what is made once, and what a short text saves
