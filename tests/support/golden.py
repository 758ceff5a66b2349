"""The answers in ``tests/golden``: a command as typed, what it prints on a terminal of 80 columns, and its exit code.

``make golden`` asks again, writes what changed, here and in the pages of the documentation, and prints the difference.
To add an answer, write its command, ``$ titan ...``, and run that.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TypeAlias

from checkout import EXAMPLES, ROOT
from documentation import COMMAND_LINES, answered, run_page

Renew: TypeAlias = Callable[[str, Path], str]

FOLDER = ROOT / "tests" / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMPANIONS = ROOT / "companions"
COMPANION_PAGES = [COMPANIONS / "README.md", *sorted((COMPANIONS / "docs").glob("*.md"))]


def block(command: str, folder: Path) -> str:
    """A command and its answer, asked in a folder with the examples; an exit code other than 0 stands at the end."""
    done = answered(command[2:], folder)
    lines = [command, *(line.rstrip() for line in done.out.splitlines())]
    return "\n".join([*lines, f"[exit {done.code}]"] if done.code else lines) + "\n"


def asked_again(text: str, examples: Path = EXAMPLES) -> str:
    """A file of answers as they are now; what a command writes is there for those after it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(examples, folder, dirs_exist_ok=True)
        return "\n".join(block(command, folder) for command in COMMAND_LINES.findall(text))


def difference(path: Path, before: str, now: str) -> str:
    """What changed in a file."""
    name = str(path.relative_to(ROOT))
    return "".join(unified_diff(before.splitlines(keepends=True), now.splitlines(keepends=True), name, name))


def renewed(paths: list[Path], examples: Path, renew: Renew) -> Iterator[str]:
    """Bring files up to date; what changed in each."""
    for path in paths:
        before = path.read_text(encoding="utf-8")
        now = renew(before, examples)
        if now != before:
            path.write_text(now, encoding="utf-8")
            yield difference(path, before, now)


if __name__ == "__main__":
    wanted = {Path(name).resolve() for name in sys.argv[1:]}
    jobs: list[tuple[list[Path], Path, Renew]] = [
        (FILES, EXAMPLES, asked_again),
        (PAGES, EXAMPLES, run_page),
        (COMPANION_PAGES, COMPANIONS / "examples", run_page),
    ]
    for paths, examples, renew in jobs:
        for changed in renewed([path for path in paths if not wanted or path in wanted], examples, renew):
            print(changed)
