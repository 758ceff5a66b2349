"""How long commands take from the shell, as multiples of what Python itself takes to start."""

import resource
import statistics
import subprocess
import sys
from typing import Any

import pytest

from checkout import EXAMPLES

ROUNDS = 15

TITAN = ("-c", "from titan_cli.__main__ import main; main()")
"""What the installed script does."""

TYPED = ("--help", "recruit-options Jungle Gargoyle Gargoyle Ogre", "strike-odds Ogre Centaur", "rules MOVE-4")
"""Questions typed in words."""

READ = (f"legal-moves {EXAMPLES / 'game.json'}", f"strike-odds {EXAMPLES / 'battle.json'} --from D3 --to D4", "new")
"""Questions about a document."""

CASES = (*TYPED, *READ)


def run(*arguments: str) -> float:
    """One run of the interpreter: its processor time, in seconds, whatever else the machine does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("line", CASES, ids=lambda line: "_".join(word for word in line.split()[:2] if "/" not in word))
def test_from_the_shell(benchmark: Any, line: str) -> None:
    """The runs take turns with empty ones."""
    empty, used = list[float](), list[float]()

    def empty_first() -> None:
        empty.append(run("-c", "pass"))

    def ask() -> None:
        used.append(run(*TITAN, *line.split()))

    benchmark.pedantic(ask, setup=empty_first, rounds=ROUNDS, warmup_rounds=2)
    benchmark.extra_info["ratio"] = statistics.median(used) / statistics.median(empty)
