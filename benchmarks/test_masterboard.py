"""How fast the Masterboard answers: moves of Legions, Tower Teleports, splits, musters, whole documents."""

import json
import subprocess
import sys
from itertools import cycle

import pytest

from titan_rules.answers.game_moves import game_moves
from titan_rules.box import STANDARD
from titan_rules.kernel.jsontext import compact, loads
from titan_rules.position.documents import FORMAT
from titan_rules.rules.masterboard.commencement import splits
from titan_rules.rules.masterboard.movement import destinations
from titan_rules.rules.masterboard.mustering import muster_options

LANDS = (100, 3, 1000, 24, 142, 6, 117, 40, 2000, 121, 21, 105, 31, 33, 128, 600)
"""Sixteen Legions, eight a side."""

ROLLS = (1, 2, 3, 4, 5, 6)


def legion(marker, land, characters):
    return {"legion": marker, "land": land, "characters": characters}


def board():
    """A game of 16 Legions in the Movement Phase; no Legion can teleport."""
    sides = {"Black": "Bk", "Red": "Rd"}
    players = []
    for i, (color, letters) in enumerate(sides.items()):
        legions = [legion(f"{letters}{n:02d}", LANDS[2 * n - 2 + i], ["Ogre", "Centaur"]) for n in range(1, 9)]
        legions[-1]["characters"] = ["Titan", "Ogre"]
        players.append({"color": color, "tower": 100 * (i + 1), "legions": legions})
    document = {"format": "titan-rules/1", "kind": "game", "turn": 5, "phase": "movement", "active": "Black"}
    return document | {"roll": 4, "players": players}


@pytest.fixture
def game():
    return FORMAT.read(board())


@pytest.mark.parametrize("roll", ROLLS)
def test_normal_moves_of_one_legion(benchmark, game, roll):
    player = game.mover
    legions = [x for x in player.legions if not x.has_titan]
    calls = cycle(legions)
    for one in legions:
        destinations(game, player, one, roll)
    benchmark(lambda: destinations(game, player, next(calls), roll))


def test_normal_moves_of_every_legion_and_roll(benchmark, game):
    """Divide by 48 for one Legion and roll."""
    player = game.mover

    def every():
        for one in player.legions:
            for roll in ROLLS:
                destinations(game, player, one, roll)

    benchmark(every)


def test_tower_teleport_of_one_legion(benchmark, game):
    data = board()
    data["players"][0]["legions"][0]["characters"] = ["Titan", "Angel"]
    data["players"][0]["legions"][-1]["characters"] = ["Ogre", "Ogre"]
    game = FORMAT.read(data)
    player = game.mover
    found = benchmark(destinations, game, player, player.legions[0], 6)
    assert sum(d.how == "tower-teleport" for d in found) > 30


def test_splits_of_seven_different_characters(benchmark, game):
    seven = ["Titan", "Ogre", "Lion", "Troll", "Ranger", "Giant", "Dragon"]
    data = board()
    data["players"][0]["legions"][-1]["characters"] = seven
    game = FORMAT.read(data)
    player = game.mover
    assert len(benchmark(splits, player, player.legions[-1], game)) == 112


def test_muster_options(benchmark):
    assert benchmark(muster_options, STANDARD.table("Jungle"), ("Gargoyle", "Gargoyle", "Ogre"))


def test_one_document_answered_with_rulings(benchmark):
    """As ``legal-moves --lines`` does it: from a line of JSON to a line of JSON."""
    line = json.dumps(board())
    benchmark(lambda: compact(game_moves(FORMAT.read(loads(line, 1), ("game", "battle"))).to_json()))


@pytest.mark.parametrize("arguments", [("-c", "pass"), ("-m", "titan_cli", "recruit-options", "Jungle", "Gar", "Gar")])
def test_from_the_shell(benchmark, arguments):
    """A typed question, beside what Python itself takes to start."""
    benchmark.pedantic(subprocess.run, ([sys.executable, *arguments],), {"stdout": subprocess.DEVNULL}, rounds=20)
