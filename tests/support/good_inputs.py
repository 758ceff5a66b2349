"""Good inputs of every kind: from the examples, recorded games, and games that are played here."""

import gzip
import json
import random
from functools import cache
from typing import Any

from checkout import EXAMPLES, ROOT
from playing import choose
from titan_rules import Box, dumps
from titan_rules.actions.intents import Action
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Dice
from titan_rules.play import apply, legal_actions
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.setup import starting_game
from titan_rules.text.parsing import FORMS, written
from titan_rules.text.positions import line

SAVES = ROOT / "tests" / "data" / "saves"


@cache
def played() -> tuple[tuple[Game, tuple[Action, ...]], ...]:
    """Positions of random games over presets and boxes, each with what is legal in it."""
    rng = random.Random(1)
    found: list[tuple[Game, tuple[Action, ...]]] = []
    for name in ("standard", "standard", "badlands", "small-titan", "balrog", "tg-wild"):
        box = Box.load(name)
        with use_box(box):
            players = [f"P{i}" for i in range(box.players[0])]
            game, dice = starting_game(players, Dice(1), ruleset=rng.choice(list(RULESETS.presets))), Dice(2)
            for count in range(300):
                actions = legal_actions(game)
                if not actions:
                    break
                if count % 6 == 0:
                    found.append((game, tuple(actions)))
                game = apply(game, choose(rng, actions), dice).state
    return tuple(found)


@cache
def documents() -> tuple[Any, ...]:
    """Positions as JSON, games and battles."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(EXAMPLES.glob("*.json"))]
    with gzip.open(ROOT / "tests" / "data" / "battleland.jsonl.gz", "rt") as lines:
        found += [json.loads(row)["input"] for _, row in zip(range(60), lines, strict=False)]
    return (*found, *[json.loads(dumps(game)) for game, _ in played()[::3]])


@cache
def actions() -> tuple[Any, ...]:
    """Actions as JSON."""
    return tuple([action.to_json() for _, some in played() for action in some[:12]])


@cache
def texts() -> tuple[str, ...]:
    """Actions as text."""
    listed = [written(action) for _, some in played() for action in some[:12]]
    return (*listed, *[form for forms in FORMS.values() for form in forms], *_said())


def _said() -> list[str]:
    return (EXAMPLES / "first-turns.txt").read_text(encoding="utf-8").splitlines()


@cache
def lines() -> tuple[str, ...]:
    """Positions on one line."""
    return (
        *tuple([line(game) for game, _ in played()[::3]]),
        "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3",
        "Jungle: 2 Gargoyle, Ogre",
        "turn 5, Black's movement, roll 4: Black 600: Bk01 3 Titan Ogre / Red 300: Rd01 13 height 6",
    )


@cache
def typed() -> tuple[str, ...]:
    """What people have typed: positions, actions and questions, whether they are read or not."""
    data = ROOT / "tests" / "data"
    files = sorted([*data.glob("as_players_write_*.txt"), *data.glob("lines_of_*.tsv"), *data.glob("rules_as*.txt")])
    rows = [row for file in files for row in file.read_text(encoding="utf-8").splitlines() if row and row[0] != "#"]
    return tuple([part.strip() for row in rows for part in row.replace("::", "\t").split("\t") if " " in part.strip()])


@cache
def records() -> tuple[str, ...]:
    """Recorded games, as JSON Lines and as sheets, the beginning of each."""
    paths = [
        *sorted((EXAMPLES / "games").glob("*.jsonl")),
        EXAMPLES / "game.replay.jsonl",
        EXAMPLES / "first-turns.txt",
    ]
    return tuple(["\n".join(path.read_text(encoding="utf-8").splitlines()[:40]) + "\n" for path in paths])


@cache
def saves() -> tuple[str, ...]:
    """Saves of Slugathon, the beginning of each."""
    packed = [gzip.decompress(path.read_bytes()).decode() for path in sorted(SAVES.glob("*.save.gz"))]
    return tuple(["".join(text.splitlines(keepends=True)[:160]) for text in packed])


@cache
def snapshots() -> tuple[str, ...]:
    """Saves of Colossus."""
    return ((EXAMPLES / "game.xml").read_text(encoding="utf-8"),)


@cache
def boxes() -> tuple[Any, ...]:
    """Boxes as JSON."""
    folder = ROOT / "titan_rules" / "box" / "data" / "boxes"
    if not folder.is_dir():
        return ({"format": "titan-box/1", "name": "x", "base": "standard"},)
    return tuple([json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in shipped()])
