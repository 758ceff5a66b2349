"""Compares the speed of two commits in one run: ``python benchmarks/guard.py OLD [NEW]``.

Both are checked out into temporary worktrees and measured in turns, so that they share whatever else the machine does.
Fails where the second is slower by 30 % or more, by the better of its runs against the better of the first's.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from report import ROOT, measure, medians

SLOWER = 1.3
ROUNDS = 2


def slowdowns(old: Mapping[str, float], new: Mapping[str, float], most: float = SLOWER) -> list[tuple[str, float]]:
    """The benchmarks of both that became slower by more than a factor, the worst first."""
    found = [(name, new[name] / old[name]) for name in old if name in new and old[name] > 0]
    return sorted([row for row in found if row[1] >= most], key=lambda row: -row[1])


def best(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The least of each benchmark over several runs."""
    return {name: min(run[name] for run in runs if name in run) for run in runs for name in run}


def compare(commits: Sequence[str], options: Sequence[str]) -> list[tuple[str, float]]:
    """Measure two commits.

    :raises SystemExit: the benchmarks of one cannot be run.
    """
    with tempfile.TemporaryDirectory() as folder:
        trees = [Path(folder) / name for name in ("old", "new")]
        try:
            for tree, commit in zip(trees, commits, strict=True):
                subprocess.run(
                    ["git", "worktree", "add", "--detach", "--quiet", str(tree), commit], cwd=ROOT, check=True
                )
            runs: tuple[list[dict[str, float]], ...] = ([], [])
            for number in range(ROUNDS):
                for tree, results in zip(trees, runs, strict=True):
                    target = Path(folder) / f"{tree.name}{number}.json"
                    if measure(target, *options, root=tree):
                        raise SystemExit(f"the benchmarks of {tree.name} cannot be run")
                    results.append(medians(target))
        finally:
            for tree in trees:
                subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=False)
    return slowdowns(best(runs[0]), best(runs[1]))


def main() -> int:
    """Compare, and tell what became slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", help="a commit")
    parser.add_argument("new", nargs="?", default="HEAD", help="another, by default the one checked out")
    parser.add_argument("-k", dest="only", help="only the benchmarks whose names fit, as for pytest")
    given = parser.parse_args()
    found = compare([given.old, given.new], ["-k", given.only] if given.only else [])
    for name, factor in found:
        print(f"{name}: {factor:.2f} times as long")
    print("slower" if found else f"nothing is {SLOWER - 1:.0%} slower")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
