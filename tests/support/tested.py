"""The table of ``docs/testing.md``: how much of each package the tests run, and how many changes of it they notice.

``make tested`` reads what ``make test-all`` (coverage) and ``make mutate`` measured last, writes their rows with the
date, and leaves the rows of packages that they did not measure as they are.
"""

import datetime
import json
import subprocess
import sys
from collections import defaultdict
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import TypeAlias

from checkout import ROOT

PAGE = ROOT / "docs" / "testing.md"
MUTANTS = ROOT / "build" / "mutants.json"
HEAD = "| package | branches and lines run | date | changes noticed | date |\n|---|---|---|---|---|\n"

Cells: TypeAlias = list[str]
Table: TypeAlias = dict[str, Cells]


def package(file: str) -> str | None:
    """The row that a file belongs to: a package of the library, or a distribution's other parts; None: an example."""
    parts = Path(file).parts
    at = next((i for i, part in enumerate(parts) if part in ("titan_rules", "titan_cli", "titan_companions")), None)
    if at is None:
        return None
    folder = parts[at + 1] if len(parts) > at + 2 and parts[at] == "titan_rules" else ""
    return folder or parts[at]


def coverage() -> dict[str, str]:
    """The share that was run, by package and in all."""
    if not (ROOT / ".coverage").is_file():
        return {}
    command = [sys.executable, "-m", "coverage", "json", "-i", "-q", "-o", "-"]  # -i: a test ran a file that is gone
    report = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    run: dict[str, int] = defaultdict(int)
    of: dict[str, int] = defaultdict(int)
    for file, measured in report["files"].items():
        name, summary = package(file), measured["summary"]
        for row in (name, "all") if name is not None else ():
            run[row] += summary["covered_lines"] + summary["covered_branches"]
            of[row] += summary["num_statements"] + summary["num_branches"]
    return {name: f"{100 * run[name] / of[name]:.1f} %" for name in of if of[name]}


def mutants() -> dict[str, str]:
    """How many changes were noticed, by package."""
    found = json.loads(MUTANTS.read_text(encoding="utf-8")) if MUTANTS.is_file() else {}
    return {name: f"{noticed} of {asked}" for name, (noticed, asked) in found.items()}


def rows(page: str) -> Table:
    """The table as it stands."""
    lines = takewhile(lambda line: line.startswith("|"), page.partition(HEAD)[2].splitlines())
    return {name: cells for name, *cells in ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)}


def renewed(page: str, run: dict[str, str], noticed: dict[str, str], today: str) -> str:
    """A page with the rows of what was measured."""
    table = rows(page)
    for column, found in ((0, run), (2, noticed)):
        for name, value in found.items():
            table.setdefault(name, ["", "", "", ""])[column : column + 2] = [value, today]
    in_order = sorted(table, key=lambda name: (name == "all", name))
    head, _, rest = page.partition(HEAD)
    after = dropwhile(lambda line: line.startswith("|"), rest.splitlines(keepends=True))
    return head + HEAD + "".join(f"| {' | '.join([name, *table[name]])} |\n" for name in in_order) + "".join(after)


if __name__ == "__main__":
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), coverage(), mutants(), day), encoding="utf-8")
