"""How long the questions of the Battleland take, tables warm."""

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest
from attrs import evolve

from titan_rules.answers.battle_moves import battle_moves
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.kernel.jsontext import compact
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.documents import FORMAT
from titan_rules.rules.battle.carry import options
from titan_rules.rules.battle.field import View
from titan_rules.rules.battle.maneuver import destinations
from titan_rules.rules.battle.rangestrike import rangestrike
from titan_rules.rules.battle.sight import best_line
from titan_rules.rules.battle.strike import dice_and_number

Benchmark = Callable[..., Any]


def side(player: str, legion: str, entry: Any, names: str) -> BattleSide:
    characters = tuple(Combatant(*name.split("@")) for name in names.split())
    return BattleSide(player=player, legion=legion, entry_side=entry, score=310, characters=characters)


SEVEN = side("Black", "Bk01", "bottom", "Titan@A1 Ogre@B1 Lion@C1 Minotaur@D1 Gorgon@E1 Ranger@B2 Warbear@F1")
SEVEN_APART = side("Red", "Rd01", None, "Titan@F4 Troll@E5 Giant@D6 Centaur@C5 Hydra@B4 Wyvern@D5 Angel@E4")
SEVEN_CLOSE = side("Red", "Rd01", None, "Titan@F4 Troll@A2 Giant@C2 Centaur@D2 Hydra@E3 Wyvern@D4 Angel@B3")


def position(phase: Any, defender: BattleSide, terrain: str = "Desert") -> Battle:
    return Battle(terrain=terrain, turn=3, side="attacker", phase=phase, attacker=SEVEN, defender=defender)


@pytest.mark.parametrize("terrain", ["Plains", "Desert", "Tower"])
def test_all_moves_of_one_side(benchmark: Benchmark, terrain: str) -> None:
    """7 against 7, the view of the position included; at most 18 µs."""
    fought = position("maneuver", SEVEN_APART, terrain)

    def moves() -> int:
        field = View(fought)
        return sum(destinations(field, "attacker", c).bit_count() for c in fought.attacker.characters)

    assert benchmark(moves) > 20


def test_all_moves_of_a_side_on_a_board_never_seen(benchmark: Benchmark) -> None:
    """7 against 7 in Plains: each board stands differently, and is asked once."""
    hexes = [name for name in HEX_NUMBER if name[0] in "ABCDEF"]
    boards = (_shuffled(hexes, seed) for seed in count())

    def moves(fought: Battle) -> int:
        field = View(fought)
        return sum(destinations(field, "attacker", c).bit_count() for c in fought.attacker.characters)

    for _ in range(200):
        moves(next(boards))
    benchmark.pedantic(moves, setup=lambda: ((next(boards),), {}), rounds=2000)


def _shuffled(hexes: list[str], seed: int) -> Battle:
    """The two Legions in hexes drawn by a seed."""
    drawn = iter(Random(seed).sample(hexes, 14))
    fought = position("maneuver", SEVEN_APART, "Plains")
    sides = [
        evolve(s, characters=tuple(evolve(c, hex=next(drawn)) for c in s.characters)) for s in (SEVEN, SEVEN_APART)
    ]
    return evolve(fought, attacker=sides[0], defender=sides[1])


def test_dice_and_strike_number(benchmark: Benchmark) -> None:
    """At most 0.5 µs."""
    field = View(position("strike", SEVEN_CLOSE))
    striker, target = field.who[HEX_NUMBER["B2"]], field.who[HEX_NUMBER["C2"]]
    dice_and_number(field, "attacker", striker, target)  # makes the tables
    assert benchmark(dice_and_number, field, "attacker", striker, target) == (4, 4)


def test_line_of_sight(benchmark: Benchmark) -> None:
    """At most 0.3 µs."""
    field = View(position("strike", SEVEN_APART, "Plains"))
    assert benchmark(best_line, field, "C2", "E2")


def test_rangestrike(benchmark: Benchmark) -> None:
    """A rangestrike with everything that changes it."""
    field = View(position("strike", SEVEN_APART, "Plains"))
    striker, target = field.who[HEX_NUMBER["B2"]], field.who[HEX_NUMBER["B4"]]
    assert benchmark(rangestrike, field, "attacker", striker, target) is not None


def test_options_of_a_strike(benchmark: Benchmark) -> None:
    """The natural strike and its penalties."""
    field = View(position("strike", SEVEN_CLOSE, "Plains"))
    striker, target = field.who[HEX_NUMBER["B2"]], field.who[HEX_NUMBER["A2"]]
    assert len(benchmark(options, field, "attacker", striker, target)) == 1


@pytest.mark.parametrize("phase", ["maneuver", "strike"])
def test_legal_moves_of_a_document(benchmark: Benchmark, phase: str) -> None:
    """From a line of JSON to the line that answers it, every ruling included; at most 1 ms."""
    line = compact(FORMAT.to_json(position(phase, SEVEN_CLOSE)))
    assert len(benchmark(lambda: compact(battle_moves(FORMAT.read(json.loads(line))).to_json()))) > 1000
