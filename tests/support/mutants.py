"""How many small changes of the code do the tests notice? ``make mutate N=60 SEED=1 ONLY=importers``.

mutmut makes the changes and asks the tests; this draws a sample of each package and adds up what became of it. Changes
of a text alone are left out: sentences are for people. mutmut names a change by its file's path and looks for it by its
module's name, so it works in a copy of the project in which the command line lies beside the library.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from titan_rules.simulation.tally import wilson

ROOT = Path(__file__).parents[2]
COPY = ROOT / "build" / "mutants"
LEFT_OUT = (".git", ".venv", "build", "dist", "node_modules", "mutants", "__pycache__")
MUTMUT = [sys.executable, "-m", "mutmut"]
ENV = {**os.environ, "HYPOTHESIS_PROFILE": "mutants"}
KILLED, UNTESTED = 1, 33
"""The exit codes of tests that fail, and of a change that no test runs; 0 is a change that survives."""


def outcomes() -> dict[str, int | None]:
    """Every change by its name, and the exit code of its tests, where they were asked."""
    found: dict[str, int | None] = {}
    for path in (COPY / "mutants").rglob("*.meta"):
        found.update(json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


def package(name: str) -> str:
    """The package of a change: ``rules``, ``odds``, ``titan_cli``."""
    parts = name.split(".")
    return parts[1] if parts[0] == "titan_rules" else parts[0]


def only_text(name: str) -> bool:
    """Whether a change is one of a text."""
    shown = subprocess.run([*MUTMUT, "show", name], cwd=COPY, capture_output=True, text=True, check=False).stdout
    added = [line for line in shown.splitlines() if line.startswith("+") and not line.startswith("+++")]
    taken = [line for line in shown.splitlines() if line.startswith("-") and not line.startswith("---")]
    return any("XX" in line for line in added) or [a[1:].lower() for a in added] == [t[1:].lower() for t in taken]


def main() -> None:
    """Draw, ask, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="of each package")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", action="append", help="these packages alone")
    args = parser.parse_args()
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT, COPY, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (COPY / "cli" / "titan_cli").rename(COPY / "titan_cli")
    subprocess.run([*MUTMUT, "run", "nothing*"], cwd=COPY, env=ENV, check=False)  # makes them, and times the tests
    by_package: dict[str, list[str]] = defaultdict(list)
    for name in sorted(outcomes()):
        by_package[package(name)].append(name)
    sample: dict[str, list[str]] = {}
    for name in args.only or sorted(by_package):
        drawn = iter(random.Random(f"{args.seed}/{name}").sample(by_package[name], len(by_package[name])))
        sample[name] = []
        while len(sample[name]) < args.count and (mutant := next(drawn, None)) is not None:
            if not only_text(mutant):
                sample[name].append(mutant)
    subprocess.run(
        [*MUTMUT, "run", *[name for names in sample.values() for name in names]], cwd=COPY, env=ENV, check=False
    )
    fates = outcomes()
    for name, mutants in sample.items():
        alive = [mutant for mutant in mutants if fates[mutant] in (0, UNTESTED)]
        low, high = wilson(len(mutants) - len(alive), len(mutants))
        print(
            f"{name:<14}{len(mutants):>5}{len(mutants) - len(alive):>6} killed   {100 * low:.1f} to {100 * high:.1f} %"
        )
        for mutant in alive:
            print(f"  {'not run' if fates[mutant] == UNTESTED else 'survived'}: {mutant}")


if __name__ == "__main__":
    main()
