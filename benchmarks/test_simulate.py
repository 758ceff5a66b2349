"""How many battles are played out in a second, 7 against 7, on one core."""

from itertools import count
from typing import Any

import pytest

from simulations import seven
from titan_rules.simulation.playing import play
from titan_rules.simulation.policies import policy

ROUNDS = {"random": 400, "greedy": 300, "foresight": 60}


@pytest.mark.parametrize("name", ROUNDS)
def test_battles(benchmark: Any, name: str) -> None:
    """Both sides play alike; every battle has other dice."""
    player = policy(name)
    battle, seeds = seven(), count()
    benchmark.pedantic(
        lambda: play(battle, (player, player), f"1:{next(seeds)}"),
        rounds=ROUNDS[name],
        iterations=1,
        warmup_rounds=2,
    )
