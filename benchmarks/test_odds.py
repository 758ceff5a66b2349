"""How long the odds take, tables warm."""

import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from battles import strike_phase
from titan_rules.odds.battle_answers import battle_answer
from titan_rules.odds.cases import hits_of
from titan_rules.odds.duel_answers import duel_table

COMMAND = ("-c", "from titan_cli.__main__ import main; main()", "strike-odds")

CROWD = strike_phase(
    ["Hydra D3", "Wyvern C4", "Colossus E4", "Lion D5", "Centaur C3", "Ogre E3"],
    ["Serpent D4 2", "Troll C5 3", "Lion D2", "Gargoyle E2", "Ogre B4"],
)


def test_distribution_of_a_strike(benchmark: Any) -> None:
    """Hits, chance to slay and expected hits: 5 us."""

    def strike() -> None:
        hits = hits_of(18, 4)
        hits.at_least(10)

    benchmark(strike)


def test_whole_duel_table(benchmark: Any) -> None:
    """38 characters against each other: 2 s."""
    benchmark.pedantic(duel_table, rounds=3, iterations=1)


def test_answer_about_a_strike_with_carries(benchmark: Any) -> None:
    benchmark(battle_answer, CROWD, ["D3"], "D2")


def test_answer_about_six_strikers(benchmark: Any) -> None:
    strikers = ["D3", "C4", "E4", "D5", "C3", "E3"]
    benchmark.pedantic(battle_answer, (CROWD, strikers, "D4"), rounds=1, iterations=1)


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(("-c", "pass"), id="empty"),
        pytest.param((*COMMAND, "Ogre", "Centaur"), id="names"),
        pytest.param((*COMMAND, "Ogre", "Centaur", "--terrain", "Brush", "--from", "D3", "--to", "D2"), id="hexes"),
        pytest.param((*COMMAND, "--duel", "Ogre", "Centaur"), id="duel"),
    ],
)
def test_from_the_shell(benchmark: Any, program: tuple[str, ...]) -> None:
    """Two names at most six times an empty program."""
    command = [sys.executable, *program]
    run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
    benchmark.pedantic(run, rounds=15, iterations=1, warmup_rounds=1)
