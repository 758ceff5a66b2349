"""Draws the pictures of the documentation: runs every ``titan render`` that ``docs/pictures.md`` shows.

Run it from anywhere with ``python docs/pictures/draw.py``, or ``make pictures``; with a folder as its
argument the pictures go there.
"""

import os
import re
import shlex
import sys
from pathlib import Path

from titan_cli.app import run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "pictures.md"
SHOWN = re.compile(r"^ {4}titan (render .+)$", re.MULTILINE)


def commands() -> list[list[str]]:
    """The arguments of each command that the page shows."""
    return [shlex.split(line) for line in SHOWN.findall(PAGE.read_text(encoding="utf-8"))]


def draw(folder: Path | None = None) -> list[Path]:
    """Draw every picture where its command says, or by the same name in another folder.

    :raises SystemExit: a command fails.
    """
    os.chdir(ROOT)
    drawn = []
    for args in commands():
        target = args.index("-o") + 1
        if folder is not None:
            args[target] = str(folder / Path(args[target]).name)
        if run(args):
            sys.exit(f"failed: titan {shlex.join(args)}")
        drawn.append(Path(args[target]))
    return drawn


if __name__ == "__main__":
    draw(*map(Path, sys.argv[1:2]))
