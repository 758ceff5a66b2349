"""How many small changes of the code do the tests notice? ``make mutate N=60 SEED=1 ONLY=box TESTS=tests/box``.

mutmut makes the changes and asks the tests, all of them or TESTS; this draws a sample of each package, adds up what
became of it, and shows what survived. Changes of a text alone are left out: sentences are for people. mutmut names a
change by its file's path and looks for it by its module's name, so it works in a copy of the project in which the
command line and the companions lie beside the library.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from mutmut.__main__ import create_mutants
from mutmut.configuration import reset_config
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir

from titan_rules.simulation.tally import wilson

ROOT = Path(__file__).parents[2]
COPIES = ROOT / "build" / "mutants"
"""Holds a copy for the packages of each run, so that two can run side by side."""
LEFT_OUT = (".git", ".venv", "build", "dist", "node_modules", "mutants", "__pycache__")
RESULTS = ROOT / "build" / "mutants.json"
"""By package, how many of the changes were noticed, and of how many: for ``make tested``."""

MUTMUT = [sys.executable, "-m", "mutmut"]
ENV = {**os.environ, "HYPOTHESIS_PROFILE": "mutants"}
KILLED, UNTESTED = 1, 33
"""The exit codes of tests that fail, and of a change that no test runs; 0 is a change that survives."""


def outcomes() -> dict[str, int | None]:
    """Every change by its name, and the exit code of its tests, where they were asked."""
    found: dict[str, int | None] = {}
    for path in Path("mutants").rglob("*.meta"):
        found.update(json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


PARTS = {
    "titan_cli": ["titan_cli/*"],
    "titan_companions": ["titan_companions/*"],
    "web": ["titan_cli/web/*"],
    "keeper": ["titan_cli/keeper.py", "titan_cli/titan_keeper.py"],
}
"""The files of what is not a package of the library."""


def package(name: str) -> str:
    """The package of a change: ``rules``, ``odds``, ``titan_companions``, ``titan_cli``, its ``web`` or ``keeper``."""
    parts = name.split(".")
    if parts[0] == "titan_cli" and parts[1].endswith("keeper"):
        return "keeper"
    return parts[1] if parts[0] == "titan_rules" or parts[1] == "web" else parts[0]


def change(name: str) -> tuple[list[str], list[str]]:
    """The lines that a change takes, and those that stand there instead."""
    lines = get_diff_for_mutant(name).split("@@", 2)[-1].splitlines()[1:]
    taken, put = ([line[1:].strip() for line in lines if line.startswith(sign)] for sign in "-+")
    return taken, put


def only_text(name: str) -> bool:
    """Whether a change is one of a text."""
    taken, put = change(name)
    return any("XX" in line for line in put) or [line.lower() for line in put] == [line.lower() for line in taken]


def noticed_by_all(name: str, tests: list[str]) -> bool:
    """Whether a change that mutmut's choice of tests did not notice is noticed by all of them.

    mutmut asks the tests that ran the changed function, and of what is computed once only the first one did. It asks
    them within one process, too: those that start another do not reach its change.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *(tests or ["tests"])]
    env = {**ENV, "MUTANT_UNDER_TEST": name}
    return subprocess.run(command, cwd="mutants", env=env, stdout=subprocess.DEVNULL, check=False).returncode != 0


def kept_results() -> dict[str, tuple[int, int]]:
    """The results of earlier runs."""
    found: dict[str, tuple[int, int]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {}
    return found


def configure(packages: list[str], tests: list[str]) -> None:
    """Tell mutmut which packages to change and which tests to ask, where not all."""
    path = Path("pyproject.toml")
    text = path.read_text(encoding="utf-8")
    if packages:
        files = [file for name in packages for file in PARTS.get(name, [f"titan_rules/{name}/*"])]
        text = text.replace("[tool.mutmut]", f"[tool.mutmut]\nonly_mutate = {json.dumps(files)}")
    if tests:
        text = re.sub(r"(?m)^(pytest_add_cli_args_test_selection) = .*", rf"\1 = {json.dumps(tests)}", text)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Draw, ask, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="of each package")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", action="append", default=[], help="these packages alone")
    parser.add_argument("--tests", action="append", default=[], help="these tests alone")
    parser.add_argument("--wider", action="append", default=[], help="then these, of what survives --tests")
    parser.add_argument("--jobs", default=str(os.cpu_count()), help="processes")
    args = parser.parse_args()
    copy = COPIES / ("-".join(args.only) or "all")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for beside in ("cli/titan_cli", "companions/titan_companions"):
        (copy / beside).rename(copy / Path(beside).name)
    os.chdir(copy)  # mutmut looks for everything from here
    configure(args.only, args.tests)
    reset_config()
    Path("mutants").mkdir()
    copy_src_dir()
    copy_also_copy_files()
    with redirect_stdout(StringIO()):  # it names every file
        create_mutants(int(args.jobs))
    by_package: dict[str, list[str]] = defaultdict(list)
    for name in sorted(outcomes()):
        by_package[package(name)].append(name)
    sample: dict[str, list[str]] = {}
    for name in args.only or sorted(by_package.keys() - {"web"}):
        drawn = iter(random.Random(f"{args.seed}/{name}").sample(by_package[name], len(by_package[name])))
        sample[name] = []
        while len(sample[name]) < args.count and (mutant := next(drawn, None)) is not None:
            if not only_text(mutant):
                sample[name].append(mutant)
    drawn_names = [name for names in sample.values() for name in names]
    subprocess.run([*MUTMUT, "run", "--max-children", args.jobs, *drawn_names], env=ENV, check=False)
    fates, results = outcomes(), {}
    if any(fates[name] is None for name in drawn_names):
        sys.exit("not all changes were asked: do the tests pass without one?")
    for name, mutants in sample.items():
        alive = [mutant for mutant in mutants if fates[mutant] in (0, UNTESTED)]
        if alive and (args.wider or not args.tests):
            if noticed_by_all("", args.wider):
                sys.exit("the tests that are to be asked of what survives do not pass without a change")
            alive = [mutant for mutant in alive if not noticed_by_all(mutant, args.wider)]
        results[name] = (len(mutants) - len(alive), len(mutants))
        low, high = wilson(len(mutants) - len(alive), len(mutants))
        print(
            f"{name:<14}{len(mutants):>5}{len(mutants) - len(alive):>6} killed   {100 * low:.1f} to {100 * high:.1f} %"
        )
        for mutant in alive:
            taken, put = change(mutant)
            print(f"  {'not run' if fates[mutant] == UNTESTED else 'survived'}: {mutant}")
            print(*[f"    - {line}" for line in taken], *[f"    + {line}" for line in put], sep="\n")
    RESULTS.write_text(json.dumps(kept_results() | results), encoding="utf-8")


if __name__ == "__main__":
    main()
