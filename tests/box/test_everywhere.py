"""A game in another box is judged, shown, drawn, replayed and deduced in its box, whatever asks: nothing falls back
on the standard one."""

import json
import pkgutil
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import titan_cli
import titan_rules as face
from looping import some
from playing import choose
from running import titan
from titan_rules.box import Box, value
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import beside
from titan_rules.kernel.dice import Dice
from titan_rules.play import apply, legal_actions
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.setup import starting_game
from titan_rules.text.positions import line
from titan_rules.text.writing import written

OWN = {
    "format": "titan-rules/1", "kind": "box", "name": "mine", "extends": "badlands", "about": "Elves.",
    "colors": {"Pink": "Pk", "Olive": "Ol", "Teal": "Te", "Grey": "Gy", "Tan": "Tn", "Plum": "Pl"},
    "characters": {"Elf": {"class": "Creature", "power": 5, "skill": 4, "count": 30}},
    "starting": ["Elf", "Centaur", "Gargoyle"],
    "terrains": {"Plains": {"chain": [["Centaur"], ["Elf", 2], ["Lion", 2], ["Ranger", 2]]}},
}  # fmt: skip
"""A box of one's own, by its file."""

SEEDS = {"abyssal-6": 333, "beelzebub-12": 31, "dino-titan": 30, "mine.json": 21}
"""Boxes, each with the seed of a short game; in these games Legions muster, flee, stand and are reinforced."""


MODULES = [
    info.name
    for package in (face, titan_cli)
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    if not info.name.endswith("__main__")
]


class NoBox:
    """In place of the box that is taken where nothing says which."""

    reference = "standard"

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} is asked of no box")


@frozen
class Played:
    """A game in a box, from its start to a battle.

    :param at: a position of each kind that came up.
    """

    box: Box
    folder: Path
    record: Path
    at: dict[str, Game]
    steps: int

    @property
    def battle(self) -> Battle:
        found = self.at["battle"].battle
        assert found is not None
        return found


def played(box: Box, folder: Path, seed: int) -> Played:
    rng, dice, kind = random.Random(seed), Dice(seed), ""
    with beside(str(folder)):
        game = starting_game(["Ann", "Ben"], dice, box=box)
    lines: list[Any] = [{"format": "titan-rules/1", "kind": "replay", "start": FORMAT.to_json(game)}]
    at: dict[str, Game] = {}
    while "battle" not in at:
        outcome = apply(game, choose(rng, legal_actions(game)), dice)
        game = outcome.state
        lines.append(outcome.action.to_json())
        strikes = game.battle is not None and any(action.do == "strike" for action in legal_actions(game))
        kind = (
            "battle" if strikes else game.phase if game.engagement is None else "engaged" if game.battle is None else ""
        )
        at.setdefault(kind, game)
    at.pop("")
    record = folder / "game.replay.jsonl"
    record.write_text("".join(json.dumps(row) + "\n" for row in lines))
    for kind, position in at.items():
        (folder / f"{kind}.json").write_text(FORMAT.dumps(position))
    return Played(box, folder, record, at, len(lines) - 1)


@pytest.fixture(scope="module", params=SEEDS)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("box")
    (folder / "mine.json").write_text(json.dumps(OWN))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder.parent)  # a file that a document names lies beside it, wherever one asks from
        with beside(str(folder)):
            made = played(Box.load(request.param), folder, SEEDS[request.param])
        for name in MODULES:
            import_module(name)  # a module that is imported later would keep what stands in the box's place
        patch.setattr(value, "STANDARD", NoBox())
        patch.setenv("TITAN_TRACEBACK", "1")
        patch.setattr("running.check_answers", lambda printed: None)  # schemas are for every box
        yield made


def both(*args: str, stdin: str = "") -> None:
    """Run a command for people and for programs."""
    for form in ("json", "table"):
        done = titan(*args, "--format", form, stdin=stdin)
        assert done.code in (0, 1), (args, done.err)
        assert done.out


def test_positions_are_shown_drawn_and_judged(game: Played) -> None:
    for kind, position in some(game.at.items()):
        path = str(game.folder / f"{kind}.json")
        with use_box(game.box):
            actions = [written(action) for action in legal_actions(position)][:4]
        for command in ("show", "legal-moves", "validate"):
            both(command, path)
        assert titan("render", path).code == 0
        for action in actions:
            both("check", path, action, "--seed", "1")
        if game.box.reference == game.box.name:
            typed = titan("show", path, "--line").out.strip()
            assert typed == line(position)
            both("show", typed)
            both("legal-moves", typed)
            both("check", typed, actions[0], "--seed", "1")


def test_battles_are_resolved_and_reckoned(game: Played) -> None:
    path = game.folder / "fight.json"
    path.write_text(FORMAT.dumps(game.battle))
    strike = next(action for action in legal_actions(game.battle) if action.do == "strike").to_json()
    ends = ("--from", strike["from"], "--to", strike["to"])
    both("strike-odds", str(path), *ends)
    both("strike-odds", str(path), *ends, "--best", "slain")
    both("strike-odds", str(path), "--duel", *ends)
    both("resolve-battle", str(path), "-", "--seed", "1", stdin=json.dumps(strike))
    both("resolve-battle", str(path), "--simulate", "10", "--seed", "1")
    both("advise", str(path))
    both("resolve-battle", str(game.folder / "engaged.json"), "--engagement", str(_engaged(game)), "--simulate", "10")


def _engaged(game: Played) -> int:
    engagement = game.at["engaged"].engagement
    return engagement.land


def test_records_are_judged_told_and_deduced(game: Played) -> None:
    path, sheet = str(game.record), str(game.folder / "game.titan")
    color = game.at["battle"].players[0].color
    for options in ([], ["--steps"], ["--as", color, "--to", "40"], ["--audit"]):
        both("replay", path, *options)
    for shape in ("markdown", "html", "jsonl"):
        assert titan("replay", path, "--format", shape).code == 0
    assert titan("replay", path, "--format", "sheet", "-o", sheet).code == 0
    assert [json.loads(row) for row in titan("replay", sheet, "--format", "jsonl").out.splitlines()] == [
        json.loads(row) for row in game.record.read_text().splitlines()
    ]
    assert titan("replay", sheet, "--format", "json").json["steps"] == game.steps
    sealed = game.folder / "sealed.jsonl"
    sealed.write_text(titan("replay", path, "--seal").out)
    assert titan("replay", str(sealed), "--format", "json").json["verdict"] == "legal"
    both("replay", path, sheet)
    both("deduce", path, "--as", color, "--step", "40")
    both("validate", path)
    both("validate", sheet)
    both("check", sheet, "end-turn", "--step", "20", "--as", color)
    both("legal-moves", path, "--step", "20")


def test_typed_questions(game: Played) -> None:
    box = ("--box", str(game.folder / "mine.json") if game.box.name == "mine" else game.box.name)
    one, two = [name for name in game.box.characters if name != "Titan"][-2:]
    terrain, land = next(iter(game.box.terrains)), str(next(iter(game.box.masterboard.lands)))
    both("recruit-options", *box, terrain, one, two)
    both("recruit-options", *box, land, one, two)
    both("strike-odds", *box, one, two)
    clean = [name for name, each in game.box.characters.items() if name != "Titan" and not each.poison]
    both("strike-odds", *box, "--duel", *clean[-2:])
    both("strike-odds", *box, one, two, "--terrain", "Plains", "--from", "D3", "--to", "D4")
    assert titan("new", *box, "--players", "2").code == 0
    assert titan("show", *box, terrain).code == 0
    assert titan("render", *box, terrain).code == 0
    if game.box.name == game.box.reference:
        both("recruit-options", f"{terrain}: 2 {one} | box {game.box.name}")


@pytest.mark.parametrize("name", ["g.titan", "g.jsonl"])
def test_a_game_that_is_kept_stays_in_its_box(game: Played, name: str, tmp_path: Path) -> None:
    box = str(game.folder / "mine.json") if game.box.name == "mine" else game.box.name
    file = str(tmp_path / name)
    answer = titan("play", file, "--players", "Ann,Ben", "--box", box, "--seed", "1", "--format", "json").json
    for _ in range(8):
        assert titan("play", file, answer["legal"][0], "--seed", "1", "--format", "table").code == 0
        answer = titan("play", file, "--format", "json").json
    both("play", file, "--comment", "so far")
    final = titan("replay", file, "--format", "json").json["final"]
    assert final["box"].endswith(str(game.box.reference))


def test_the_library_asks_the_box_of_a_position(game: Played) -> None:
    asked: list[Callable[[Game], Any]] = [
        face.render, face.dumps, repr, str, lambda game: [str(action) for action in face.legal_actions(game)],
        lambda game: face.next_choice(game).to_json(), face.legal_moves,
    ]  # fmt: skip
    for position in some(game.at.values()):
        for ask in asked:
            ask(position)
        for action in face.legal_actions(position)[:20]:
            assert face.parse(str(action), position) == action
            assert face.is_legal(position, action)
            after = face.apply(position, action, dice=face.Dice(seed=1))
            assert face.parse(str(after.action), position) == after.action
    strike = next(action for action in face.legal_actions(game.battle) if action.do == "strike").to_json()
    face.strike_odds(game.battle, strike["from"], strike["to"])
    face.simulate(game.battle, 10, seed=1)
    face.resolve(game.battle, [strike])
    assert face.replay(game.record).verdict == "legal"
    assert face.deduce(game.record, step=20).step == 20
