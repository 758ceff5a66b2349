"""How long the adjudicator takes: one action of a battle, one of the Masterboard, a whole random game."""

import random
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from titan_rules.actions.intents import EndManeuver, Maneuver, Move, Muster, Split, Strike
from titan_rules.box.hexes import HEXES
from titan_rules.kernel.dice import Seeded
from titan_rules.play import apply, is_legal, legal_actions
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.setup import starting_game

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playing import choose

Benchmark = Callable[..., Any]


def side(player: str, legion: str, entry: Any, names: str) -> BattleSide:
    characters = tuple(Combatant(*name.split("@")) for name in names.split())
    return BattleSide(player=player, legion=legion, entry_side=entry, score=310, characters=characters, began=True)


def battle(phase: Any) -> Battle:
    attacker = side("Black", "Bk01", "bottom", "Titan@D3 Ogre@E3 Lion@C3 Minotaur@B3 Gorgon@A1 Ranger@B1 Warbear@C1")
    defender = side("Red", "Rd01", None, "Troll@D4 Giant@E4 Centaur@C4 Hydra@B4 Wyvern@D5 Angel@E5 Titan@F3")
    return Battle(terrain="Plains", turn=2, side="attacker", phase=phase, attacker=attacker, defender=defender)


def game(phase: Any, **more: Any) -> Game:
    """A game of four in its fourth turn or later, played there at random."""
    for seed in count():
        rng, dice = random.Random(seed), Seeded(seed)
        state = starting_game(["Ann", "Bob", "Cid", "Dan"], dice)
        while state.phase != "over":
            if state.turn >= 4 and state.phase == phase and _has(state, **more):
                return state
            state = apply(state, choose(rng, legal_actions(state)), dice).state
    raise AssertionError("there is always another seed")


def _has(state: Game, kind: type[Any]) -> bool:
    return any(isinstance(action, kind) for action in legal_actions(state))


def test_a_strike(benchmark: Benchmark) -> None:
    state = battle("strike")
    action = Strike("D3", "D4", (6, 5, 4, 3, 2, 1, 1, 1, 1))
    assert is_legal(state, action)
    benchmark(apply, state, action)


def test_a_maneuver(benchmark: Benchmark) -> None:
    state = battle("maneuver")
    action = next(Maneuver("Gorgon", "A1", to=h) for h in HEXES if is_legal(state, Maneuver("Gorgon", "A1", to=h)))
    benchmark(apply, state, action)


def test_the_end_of_a_maneuver_phase(benchmark: Benchmark) -> None:
    benchmark(apply, battle("maneuver"), EndManeuver())


@pytest.mark.parametrize(
    ("phase", "kind"),
    [("commencement", Split), ("movement", Move), ("enlistment", Muster)],
    ids=["split", "move", "muster"],
)
def test_an_action_of_the_masterboard(benchmark: Benchmark, phase: str, kind: type[Any]) -> None:
    state = game(phase, kind=kind)
    action = next(action for action in legal_actions(state) if isinstance(action, kind))
    benchmark(apply, state, action)


def test_a_whole_random_game(benchmark: Benchmark) -> None:
    def play() -> int:
        rng, dice = random.Random(11), Seeded(11)
        state = starting_game(["Ann", "Bob", "Cid", "Dan"], dice)
        count = 0
        while state.phase != "over":
            state = apply(state, choose(rng, legal_actions(state)), dice).state
            count += 1
        return count

    assert benchmark.pedantic(play, rounds=1, iterations=1) > 100
