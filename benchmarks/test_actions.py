"""How fast actions are carried out: of battles, of the Masterboard, of replays."""

import random
from pathlib import Path
from typing import Any

import pytest

from checkout import ROOT
from playing import begin, choose
from running import titan
from simulations import seven
from titan_rules.actions.intents import Action
from titan_rules.kernel.dice import Seeded
from titan_rules.play import apply, legal_actions
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.simulation.checked_battle import CheckedBattle
from titan_rules.simulation.fast_battle import FastBattle
from titan_rules.simulation.playing import play_on, ready
from titan_rules.simulation.policies import policy

GAMES = sorted((ROOT / "tests" / "data" / "games").glob("*.replay.jsonl.gz"))

BATTLES = 20
"""So many battles are recorded."""


def recorded() -> list[tuple[Battle, list[Action]]]:
    """Battles of 7 against 7 with the actions of greedy sides."""
    greedy, battle = policy("greedy"), ready(seven())
    found = []
    for seed in range(BATTLES):
        checked = CheckedBattle.following(FastBattle(battle))
        play_on(checked, (greedy, greedy), random.Random(seed))
        found.append((battle, checked.actions))
    return found


def test_apply_a_battle_action(benchmark: Any) -> None:
    """Whole battles, action by action, each checked and its rulings made; divided by their number."""
    battles = recorded()
    benchmark.extra_info["per"] = sum(len(actions) for _, actions in battles)

    def run() -> None:
        for start, actions in battles:
            state = start
            for action in actions:
                state = apply(state, action).state

    benchmark(run)


def test_apply_a_masterboard_action(benchmark: Any) -> None:
    """Actions of random games outside battles, each in the game that it was done in."""
    done: list[tuple[Game, Action]] = []
    for seed in range(3):
        game, rng, dice = begin(seed, 3), random.Random(seed), Seeded(seed)
        for _ in range(600):
            if game.phase == "over":
                break
            action = choose(rng, legal_actions(game))
            if game.battle is None and game.phase != "setup":
                done.append((game, action))
            game = apply(game, action, dice).state
    benchmark.extra_info["per"] = len(done)
    dice = Seeded(1)

    def run() -> None:
        for game, action in done:
            apply(game, action, dice)

    benchmark(run)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.partition(".")[0])
def test_replay(benchmark: Any, path: Path) -> None:
    """A recorded game from its file to the report, expectations included; divided by its actions."""
    benchmark.extra_info["per"] = titan("replay", str(path), "--format", "json").json["steps"]
    benchmark.pedantic(titan, ("replay", str(path), "--format", "json"), rounds=5, iterations=1, warmup_rounds=1)
