"""Measures what one waits for, and writes ``docs/performance.md``: ``make bench``.

``--against COMMIT`` measures that commit in the same run, in turns, and shows both; ``--rounds N`` measures so often.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import growth
from attrs import frozen

from titan_rules import __version__

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"


@frozen
class Row:
    """A row of the table.

    :param name: as in :mod:`rows`.
    :param unit: what the figure is in; ``/s`` is better when larger.
    """

    about: str
    name: str
    unit: str


TABLE = (
    Row("Actions listed, one chosen, applied, with rulings: games of moves", "actions_moves", "/s"),
    Row("The same: games of battles", "actions_battles", "/s"),
    Row("python-chess, by the same loop: moves listed, one chosen, made", "chess_moves", "/s"),
    Row("Games of moves, as a share of python-chess", "moves_share", "×"),
    Row("Games of battles, as a share of python-chess", "battles_share", "×"),
    Row("pokerkit: actions of whole hands", "poker_actions", "/s"),
    Row("A maneuver checked and made", "maneuver", "µs"),
    Row("Replay of recorded games, from their files: actions", "replayed", "/s"),
    Row("`legal-moves --lines`: a maneuver document", "lines_maneuver", "µs"),
    Row("`legal-moves --lines`: a strike document", "lines_strike", "µs"),
    Row("`legal-moves --lines`: a Masterboard document", "lines_masterboard", "µs"),
    Row("`recruit-options --lines`: a muster document", "lines_recruit", "µs"),
    Row("A position read from one line", "line_to_json", "× its JSON"),
    Row("A battle of 7 against 7, `greedy`", "battle_greedy", "ms"),
    Row("A battle of 7 against 7, `best`", "battle_best", "ms"),
    Row("Negotiation, 7 different characters a side", "negotiation", "ms"),
    Row("10,000 consecutive states", "memory", "MB"),
)
SHELL = ("help", "recruit-options", "strike-odds", "check", "legal-moves", "validate", "replay")


def measured(tree: Path, names: list[str]) -> dict[str, float | None]:
    """The figures of some rows, measured on a tree in a process of its own."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree), str(tree / "cli")])}
    command = [sys.executable, str(Path(__file__).parent / "rows.py"), *names]
    done = subprocess.run(command, capture_output=True, env=env, text=True, check=False)
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1], file=sys.stderr)
        return dict.fromkeys(names)
    figures: dict[str, float | None] = json.loads(done.stdout)
    return figures


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A commit in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", str(tree), commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=False)


def run(trees: list[Path], rounds: int) -> list[dict[str, float | None]]:
    """The best figure of each row for each tree, measured in turns."""
    every: list[dict[str, list[float]]] = [{} for _ in trees]
    names = [*[row.name for row in TABLE], "shell:pass", *[f"shell:{name}" for name in SHELL]]
    for _ in range(rounds):
        for name in names:
            for tree, figures in zip(trees, every, strict=True):
                figure = measured(tree, [name])[name]
                if figure is not None:
                    figures.setdefault(name, []).append(figure)
    larger = {row.name for row in TABLE if row.unit == "/s"}
    best = [{name: (max if name in larger else min)(row) for name, row in figures.items()} for figures in every]
    for figures in best:
        for name in SHELL:
            if f"shell:{name}" in figures:
                figures[f"shell:{name}"] /= figures["shell:pass"]
    return [dict(figures) for figures in best]


def shown(figure: float | None, unit: str) -> str:
    """A figure with its unit."""
    if figure is None:
        return ""
    digits = 0 if figure >= 100 else 1 if figure >= 10 else 2
    return f"{figure:,.{digits}f} {unit}"


def table(now: dict[str, float | None], before: dict[str, float | None] | None) -> str:
    """The figures as Markdown."""
    rows = [*TABLE, *[Row(f"`titan {'--help' if name == 'help' else name}`", f"shell:{name}", "×") for name in SHELL]]
    heads = ["", "now", *(["before", "ratio"] if before else [])]
    lines = [heads, ["---"] * len(heads)]
    for row in rows:
        line = [row.about, shown(now.get(row.name), row.unit)]
        if before:
            old, new = before.get(row.name), now.get(row.name)
            line += [shown(old, row.unit), f"{new / old:.2f}" if old and new else ""]
        lines.append(line)
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def committed() -> str:
    """The day of the commit that is measured."""
    shown = subprocess.run(["git", "log", "-1", "--format=%cs"], cwd=ROOT, capture_output=True, text=True, check=True)
    return shown.stdout.strip()


PEERS = {"python-chess": "chess", "pokerkit": "pokerkit"}
"""The names that people know, and those of the distributions."""


def peers() -> str:
    """Which versions of the peers took part."""
    shown = []
    for name, distribution in PEERS.items():
        try:
            shown.append(f"{name} {version(distribution)}")
        except PackageNotFoundError:
            shown.append(f"{name} is not installed")
    return ", ".join(shown)


def measured_on(load: float) -> str:
    """The version, the day of its commit, the machine, and how busy others kept it."""
    busy = (
        ""
        if load < 0.5
        else f" Other work kept the cores busy (load {load:.1f}), so compare rows only with each other."
    )
    return (
        f"Version {__version__}, of {committed()}, measured with CPython {platform.python_version()} on one of"
        f" {os.cpu_count()} cores ({platform.machine()}).\nPeers: {peers()}.{busy}\n"
    )


def between(page: str, mark: str, text: str) -> str:
    """The page with the text between two comments replaced: ``<!-- mark -->`` and ``<!-- end -->``."""
    head, begin, rest = page.partition(f"<!-- {mark} -->\n")
    assert begin, f"the page has no place for {mark}"
    return f"{head}{begin}{text}{rest[rest.index('<!-- end -->') :]}"


def main() -> None:
    """Measure, and write or print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", help="a commit to measure in the same run; the table is printed only")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    if args.against:
        with checked_out(args.against) as tree:
            now, before = run([ROOT, tree], args.rounds)
        print(table(now, before), end="")
        return
    machine = measured_on(os.getloadavg()[0])
    (now,) = run([ROOT], args.rounds)
    page = between(PAGE.read_text(encoding="utf-8"), "figures", f"{machine}\n{table(now, None)}")
    PAGE.write_text(between(page, "growth", f"\n{growth.table()}"), encoding="utf-8")


if __name__ == "__main__":
    main()
