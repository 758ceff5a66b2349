"""How many small changes of the code the tests notice: ``make mutate N=50``. docs/robustness.md says how to read it.

A first run of the tests finds which of them run which line; each mutant is then asked of those alone, and of some
that run other lines of its module.
"""

import argparse
import importlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from attrs import frozen

from mutate.asking import Asker, asked_of
from mutate.mutants import Mutant, sampled

HERE = Path(__file__).parent
LINE_SECONDS, MODULE_SECONDS = 60.0, 15.0
"""So long, by what they take unchanged, are the tests asked that run a mutant's line, and others of its module."""


@frozen
class Project:
    """What is changed, and what is asked.

    :param package: the folder of the code, an importable name.
    :param groups: the files and folders of each row of the table.
    :param tests: the folders of tests.
    :param equivalents: a JSON file: the names of mutants that make no difference, each with the reason.
    """

    root: Path
    package: str
    groups: Mapping[str, Sequence[str]]
    tests: Sequence[str]
    equivalents: Path

    def modules(self, group: str) -> list[str]:
        """The files of a row, from the folder of the package."""
        folder = self.root / self.package
        found: list[Path] = []
        for name in self.groups[group]:
            path = folder / name
            found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
        return [path.relative_to(folder).as_posix() for path in found]


TITAN = Project(
    root=HERE.parent.parent,
    package="titan_rules",
    groups={
        "rules": ["rules"],
        "odds": ["odds", "kernel/odds.py"],
        "play": ["play"],
        "deduction": ["deduction"],
        "documents": [
        "position", "kernel/documents.py", "kernel/reading.py", "kernel/writing.py", "kernel/jsontext.py",
        ],
        "grammar": ["actions/grammar"],
    },
    tests=[
        f"tests/{name}"
        for name in (
            "battleland", "box", "cli", "deduce", "docs", "draw", "hard", "importers", "kernel", "masterboard",
            "odds", "play", "position", "replay", "rules", "scenarios",
        )
    ],
    equivalents=HERE / "equivalents.json",
)  # fmt: skip


@frozen
class Covered:
    """Which tests run what, and how long they take.

    :param lines: the tests that run a line of a module.
    :param imported: lines that are run while modules are imported.
    """

    lines: Mapping[tuple[str, int], frozenset[str]]
    imported: frozenset[tuple[str, int]]
    seconds: Mapping[str, float]

    def asked(self, mutant: Mutant) -> list[str]:
        """The tests for a mutant, those first that are soon done."""
        own = self.lines.get((mutant.module, mutant.line), frozenset())
        others = frozenset(t for (module, _), tests in self.lines.items() if module == mutant.module for t in tests)
        return [*self._soon(own, LINE_SECONDS), *self._soon(others - own, MODULE_SECONDS)]

    def _soon(self, tests: Iterable[str], seconds: float) -> list[str]:
        found: list[str] = []
        for test in sorted(tests, key=lambda t: (self.seconds.get(t, 1.0), t)):
            seconds -= self.seconds.get(test, 1.0)
            if seconds < 0 and found:
                break
            found.append(test)
        return found


def measure(project: Project, folder: Path, jobs: int) -> None:
    """Run the tests once, and write to a folder which of them run which line and how long each takes."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), "--rootdir", str(project.root)]
    command += [str(project.root / name) for name in project.tests]
    command += [f"--cov={project.package}", "--cov-context=test", "--cov-report=", f"--junitxml={folder / 'times.xml'}"]
    env = {**os.environ, "COVERAGE_FILE": str(folder / "coverage"), "COVERAGE_CORE": "ctrace"}
    done = subprocess.run(command, cwd=project.root, env=env, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])


def covered(project: Project, folder: Path) -> Covered:
    """What was measured."""
    from coverage import CoverageData

    read = CoverageData(str(folder / "coverage"))
    read.read()
    lines: dict[tuple[str, int], set[str]] = defaultdict(set)
    imported = set()
    for file in read.measured_files():
        module = file.rpartition(f"/{project.package}/")[2]
        for line, contexts in read.contexts_by_lineno(file).items():
            lines[module, line] |= {c.rpartition("|")[0] for c in contexts if "::" in c}
            if "" in contexts:
                imported.add((module, line))
    seconds = {}
    for case in ElementTree.parse(folder / "times.xml").getroot().iter("testcase"):
        path = case.get("classname", "").replace(".", "/")
        seconds[f"{path}.py::{case.get('name')}"] = float(case.get("time", "1"))
    return Covered({key: frozenset(tests) for key, tests in lines.items()}, frozenset(imported), seconds)


def noticed_afresh(project: Project, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether tests notice a mutant in a new process, with the change there from the first import."""
    import ast

    if not tests:
        return False
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, project.package)
        shutil.copytree(project.root / project.package, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for beside in project.root.iterdir():
            if beside.name != project.package and not beside.name.startswith("."):
                Path(scratch, beside.name).symlink_to(beside)
        (copy / mutant.module).write_text(ast.unparse(mutant.tree), encoding="utf-8")
        paths = [scratch, str(project.root / "cli"), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:cov"]
        command += ["-p", "no:xdist", "--rootdir", str(project.root), *tests]
        try:
            done = subprocess.run(command, cwd=project.root, env=env, capture_output=True, timeout=600, check=False)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode in (1, 2, 3, 4)


def interval(part: int, whole: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    if whole == 0:
        return 0.0, 100.0
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * (share * (1 - share) / whole + z * z / (4 * whole * whole)) ** 0.5 / (1 + z * z / whole)
    return 100 * (middle - half), 100 * (middle + half)


def table(results: Mapping[str, Sequence[str]], equivalent: Mapping[str, int]) -> str:
    """The figures per row: what became of its mutants, the equivalents left out."""
    rows = [f"{'package':<12}{'mutants':>8}{'killed':>8}{'equivalent':>12}{'share':>9}   95 % interval"]
    everything = {**results, "all": [fate for fates in results.values() for fate in fates]}
    for group, fates in everything.items():
        killed = list(fates).count("killed")
        low, high = interval(killed, len(fates))
        alike = equivalent.get(group, 0) if group != "all" else sum(equivalent.values())
        share = f"{100 * killed / len(fates):.1f} %" if fates else "-"
        rows.append(f"{group:<12}{len(fates):>8}{killed:>8}{alike:>12}{share:>9}   {low:.1f} to {high:.1f} %")
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None, project: Project = TITAN) -> int:
    """Ask about a sample of mutants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=50, help="of each package")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", choices=project.groups, action="append", help="ask about these packages alone")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the first run")
    parser.add_argument("--measured", type=Path, help="a folder: what was measured before, or where to keep it")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so many seconds")
    args = parser.parse_args(argv)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.measured or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "coverage").exists():
            measure(project, folder, args.jobs)
        known = covered(project, folder)
    equivalents: dict[str, str] = json.loads(project.equivalents.read_text(encoding="utf-8"))
    alike: dict[str, int] = {}
    chosen: list[tuple[str, Mutant]] = []
    for group in args.only or project.groups:
        sample = sampled(project.root / project.package, project.modules(group), args.mutants, args.seed)
        alike[group] = sum(mutant.name in equivalents for mutant in sample)
        chosen += [(group, mutant) for mutant in sample if mutant.name not in equivalents]
    random.Random(args.seed).shuffle(chosen)  # what is begun before the time is up is a sample, too
    spent = time.monotonic() - begin
    print(f"{len(chosen)} mutants, seed {args.seed}; {len(known.seconds)} tests measured in {spent:.0f} s", flush=True)
    groups = {id(mutant): group for group, mutant in chosen}
    results: dict[str, list[str]] = {group: [] for group in args.only or project.groups}
    files: dict[str, str] = {}

    def file(mutant: Mutant) -> str:
        return files[mutant.module]

    def asked(mutant: Mutant) -> Sequence[str]:
        return known.asked(mutant) if time.monotonic() - begin < args.seconds else []

    def tell(mutant: Mutant, fate: str, test: str) -> None:
        if time.monotonic() - begin > args.seconds:
            return
        again = fate == "unpatched" or (mutant.module, mutant.line) in known.imported
        if fate != "killed" and again and noticed_afresh(project, mutant, known.asked(mutant)):
            fate = "killed"
        elif fate != "killed":
            fate = "survived" if known.lines.get((mutant.module, mutant.line)) else "not run"
            print(f"{fate}: {mutant.place} {mutant.name}", flush=True)
        results[groups[id(mutant)]].append(fate)
        asked_so_far = sum(map(len, results.values()))
        if asked_so_far % 50 == 0:
            print(f"{asked_so_far} of {len(chosen)} after {time.monotonic() - begin:.0f} s", flush=True)

    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    for path in sorted((project.root / project.package).rglob("*.py")):
        if path.stem != "__main__":
            module = path.relative_to(project.root / project.package)
            parts = [project.package, *module.with_suffix("").parts]
            imported = importlib.import_module(".".join(p for p in parts if p != "__init__"))
            files[module.as_posix()] = imported.__file__ or ""
    mutated = [mutant for _, mutant in chosen]
    asked_of(Asker(mutated, asked, known.seconds, file, tell), project.root, project.tests)
    print(table(results, alike))
    print(f"{time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
