"""How many small changes of the code the tests notice: ``make mutate N=200``. docs/robustness.md says how to read it.

A first run of the tests finds which of them run which line; each mutant is then asked of those alone.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutate.mutants import Mutant, sampled

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("rules", "odds", "play", "deduce", "position", "actions/grammar")
TESTS = ("rules", "play", "odds", "battleland", "masterboard", "position", "kernel", "deduce", "replay", "scenarios")
EQUIVALENTS = Path(__file__).parent / "equivalents.json"
FIRST, SECONDS = 60, 150
"""So many of the covering tests are asked first, so long each mutant may take; one that takes longer is noticed."""


def covering(data: Path) -> dict[tuple[str, int], list[str]]:
    """Which tests run which line."""
    from coverage import CoverageData

    read = CoverageData(str(data))
    read.read()
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for file in read.measured_files():
        module = file.partition("/titan_rules/")[2]
        for line, contexts in read.contexts_by_lineno(file).items():
            found[module, line] += sorted({c.partition("|")[0] for c in contexts if "::" in c})
    return found


def measure(data: Path) -> None:
    """Run the tests once, to learn what they run."""
    folders = [str(ROOT / "tests" / name) for name in TESTS]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", *folders]
    command += ["--cov=titan_rules", "--cov-context=test", "--cov-report="]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(data)}, check=True)


def noticed(mutant: Mutant, tests: list[str], folder: Path, seed: int) -> str:
    """``killed``, ``survived`` or ``not run`` (no test runs the line)."""
    if not tests:
        return "not run"
    shutil.copytree(ROOT / "titan_rules", folder / "titan_rules", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "scenarios").symlink_to(ROOT / "scenarios")
    (folder / "titan_rules" / mutant.module).write_text(mutant.source, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT / 'cli'}", "PYTHONDONTWRITEBYTECODE": "1"}
    order = random.Random(seed).sample(tests, len(tests))
    end = time.monotonic() + SECONDS
    for some in (order[:FIRST], order[FIRST:]):
        if some and not _pass(some, env, end - time.monotonic()):
            return "killed"
    return "survived"


def _pass(tests: list[str], env: dict[str, str], seconds: float) -> bool:
    command = [
        sys.executable,
        "-P",
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n0",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:cov",
        *tests,
    ]
    try:
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=max(1, seconds), check=False)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])
    return done.returncode == 0


def interval(part: int, whole: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    if whole == 0:
        return 0.0, 100.0
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * (share * (1 - share) / whole + z * z / (4 * whole * whole)) ** 0.5 / (1 + z * z / whole)
    return 100 * (middle - half), 100 * (middle + half)


def table(results: list[tuple[Mutant, str]], equivalents: dict[str, str]) -> str:
    """The figures per package; equivalents are left out."""
    rows = [f"{'package':<18}{'mutants':>8}{'killed':>8}{'share':>9}   95 % interval"]
    for package in (*PACKAGES, ""):
        found = [r for m, r in results if m.module.startswith(package) and m.name not in equivalents]
        killed = found.count("killed")
        low, high = interval(killed, len(found))
        if found:
            share = f"{100 * killed / len(found):.1f} %"
            rows.append(f"{package or 'all':<18}{len(found):>8}{killed:>8}{share:>9}   {low:.1f} to {high:.1f} %")
    return "\n".join(rows)


def main() -> int:
    """Ask about a sample of mutants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--coverage", type=Path, help="measured before, to save a run of the tests")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so many seconds")
    args = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        data = args.coverage or Path(scratch, "coverage")
        if not data.exists():
            measure(data)
        lines = covering(data)
        package = ROOT / "titan_rules"
        modules = [str(p.relative_to(package)) for name in PACKAGES for p in sorted((package / name).rglob("*.py"))]
        chosen = sampled(package, modules, args.mutants, args.seed)
        print(
            f"{len(chosen)} mutants, seed {args.seed}; tests measured in {time.monotonic() - begin:.0f} s", flush=True
        )

        def ask(numbered: tuple[int, Mutant]) -> tuple[Mutant, str] | None:
            number, mutant = numbered
            if time.monotonic() - begin > args.seconds:
                return None
            folder = Path(scratch, f"m{number}")
            folder.mkdir()
            result = noticed(mutant, lines.get((mutant.module, mutant.line), []), folder, number)
            shutil.rmtree(folder)
            if result != "killed":
                print(f"{result}: {mutant.name}", flush=True)
            return mutant, result

        with ThreadPoolExecutor(args.jobs) as pool:
            results = [each for each in pool.map(ask, enumerate(chosen)) if each is not None]
    equivalents = json.loads(EQUIVALENTS.read_text(encoding="utf-8"))
    print(table(results, equivalents))
    print(f"{time.monotonic() - begin:.0f} s; {sum(m.name in equivalents for m, _ in results)} equivalents left out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
