"""The boxes that ship: they are valid, answer as recorded, and can be played to the end."""

import gc
import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import titan_rules
from checkout import ROOT
from looping import for_each, some
from playing import choose
from running import titan
from titan_rules.answers.battle_moves import battle_moves
from titan_rules.answers.legal_moves import game_moves
from titan_rules.answers.muster_options import muster_options
from titan_rules.box import STANDARD, box, loading, value
from titan_rules.box.loading import believed, merged, shipped
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import DocumentError, TitanError
from titan_rules.kernel.jsontext import data_file
from titan_rules.play import apply, legal_actions
from titan_rules.position.documents import FORMAT, complete_game
from titan_rules.position.game import Game
from titan_rules.position.stock import full_stock
from titan_rules.rules.masterboard.setup import starting_game
from titan_rules.text.parsing import parse

RECORDED = Path(__file__).parent.parent / "data" / "boxes"
BOX: dict[str, Any] = {"format": "titan-rules/1", "kind": "box", "name": "mine", "extends": "standard"}


def recorded(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDED / f"{name}.jsonl.gz", "rt") as lines:
        yield from map(json.loads, lines)


@for_each("name", shipped())
def test_BOX_1_every_shipped_box_is_valid(name: str) -> None:
    assert believed(data_file(loading.__file__, f"boxes/{name}.json"), "") == box(name).raw


def test_BOX_1_equal_boxes_are_one_object() -> None:
    first = FORMAT.read(muster("standard", box=BOX))
    assert first.the_box is FORMAT.read(muster("standard", box=dict(BOX))).the_box
    assert first.the_box is not STANDARD
    assert FORMAT.loads(FORMAT.dumps(first)) == first


def test_boxes_that_nobody_uses_any_more_are_not_kept() -> None:
    kept = FORMAT.read(muster("standard", box={**BOX, "name": "kept"}))
    before = len(value._interned)  # those that caches hold since other tests
    for number in range(30):
        FORMAT.read(muster("standard", box={**BOX, "name": f"box {number}"}))
    gc.collect()
    assert len(value._interned) < before + 20
    assert FORMAT.read(muster("standard", box={**BOX, "name": "kept"})).the_box is kept.the_box


def muster(_: str, **changes: Any) -> dict[str, Any]:
    return {"format": "titan-rules/1", "kind": "muster", "terrain": "Plains", "characters": ["Lion"], **changes}


def test_BOX_11_musters_as_recorded() -> None:
    for case in some(recorded("recruit")):
        answer = muster_options(FORMAT.read(case["input"])).to_json()
        got = [(o["muster"], o["with"], o["left"]) for o in answer["options"]]
        # What the caretaker's stock leaves out was recorded as full; it is full less the characters named (MUSTER-3).
        named, listed = Counter(case["input"]["characters"]), case["input"].get("caretaker") or {}
        away = {name: count for name, count in named.items() if name not in listed}
        expected = case["expect"]["options"]
        assert got == [(o["muster"], o["with"], o["left"] - away.get(o["muster"], 0)) for o in expected], case["id"]


def test_BOX_14_moves_as_recorded() -> None:
    for case in some(recorded("masterboard")):
        answer = game_moves(complete_game(FORMAT.parse(case["input"]).unchecked)).to_json()
        assert where(answer) == where(case["expect"]), case["id"]


def where(answer: dict[str, Any]) -> list[tuple[str, list[tuple[int, str, list[str]]]]]:
    return sorted(
        (e["legion"], sorted((t["land"], t["how"], sorted(t["entry_sides"])) for t in e["to"])) for e in answer["legal"]
    )


def test_BOX_2_3_6_maneuvers_as_recorded() -> None:
    for case in some(recorded("maneuver")):
        answer = battle_moves(FORMAT.parse(case["input"]).unchecked).to_json()
        got = [(e["character"], e["from"], e["to"]) for e in answer["legal"]]
        assert got == [(e["character"], e["from"], sorted(e["to"])) for e in case["expect"]["legal"]], case["id"]


def test_BOX_4_8_strikes_as_recorded() -> None:
    for case in some(recorded("strike")):
        answer = battle_moves(FORMAT.parse(case["input"]).unchecked).to_json()
        assert struck(answer) == struck(case["expect"]), case["id"]


def struck(answer: dict[str, Any]) -> list[Any]:
    return [
        (e["character"], e["from"], e["must"], sorted((t["to"], t["dice"], t["strike_number"]) for t in e["targets"]))
        for e in answer["legal"]
    ]


def play(name: str, seed: int) -> Game:
    """A random game in a box, to its end; nothing is made from nothing, and every state can be read back."""
    rng, dice = random.Random(seed), Dice(seed)
    used = box(name)
    players = [f"P{i}" for i in range(rng.randint(2, min(6, used.players[1])))]
    game = starting_game(players, dice, box=used)
    for step in range(50_000):
        if game.phase == "over":
            return game
        game = apply(game, choose(rng, legal_actions(game)), dice).state
        if step % 100 == 0 and game.engagement is None:
            assert FORMAT.validate(game) == []
            assert FORMAT.loads(FORMAT.dumps(game)) == game
            assert_conserved(game)
    raise AssertionError(f"{name} {seed} does not end")


def assert_conserved(game: Game) -> None:
    for name, count in some(full_stock(game).items()):
        held = sum((x.characters or ()).count(name) for _, x in game.legions())
        rest = game.dead.get(name, 0) + game.returning.get(name, 0)
        assert game.caretaker[name] + held + rest == count, name


@pytest.mark.parametrize("name", ["abyssal-6", "balrog", "dino-titan", "small-titan"])
def test_BOX_1_a_random_game_comes_to_its_end(name: str) -> None:
    assert play(name, 1).phase == "over"


@pytest.mark.long
@pytest.mark.parametrize("name", shipped())
def test_BOX_1_twenty_random_games_come_to_their_end(name: str) -> None:
    @for_each("seed", range(20))
    def a_game_ends(seed: int) -> None:
        assert play(name, seed).phase == "over"

    a_game_ends()


BAD: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "an unknown hazard": (
        {"terrains": {"Plains": {"map": {"hazards": {"Lava": ["D3"]}}}}},
        {("unknown-hazard", "/terrains/Plains/map/hazards/Lava")},
    ),
    "a character twice": ({"characters": {"ogre": {"class": "Creature", "power": 1, "skill": 2, "count": 3}}},
                          {("name-twice", "/characters/ogre")}),
    "a chain that never starts": (
        {
            "characters": {
                "Elf": {"class": "Creature", "power": 4, "skill": 4, "count": 9},
                "Pixie": {"class": "Creature", "power": 2, "skill": 4, "count": 9},
            },
            "terrains": {"Plains": {"chain": [["Elf"], ["Pixie", 2]]}},
        },
        {("never-mustered", "/terrains/Plains/chain/0"), ("never-mustered", "/terrains/Plains/chain/1")},
    ),
    "musters of what and where there is none": (
        {"terrains": {"Tower": {"musters": [
            {"muster": "Ogre", "land": 999}, {"muster": "Yeti"}, {"muster": "Lion", "with": [["Nobody", 1], ["Ogre"]]},
        ]}}},
        {
            ("unknown-land", "/terrains/Tower/musters/0/land"),
            ("unknown-character", "/terrains/Tower/musters/1/muster"),
            ("unknown-character", "/terrains/Tower/musters/2/with/0/0"),
            ("bad-need", "/terrains/Tower/musters/2/with/1"),
        },
    ),
    "a muster that never starts": (
        {
            "characters": {"Elf": {"class": "Creature", "power": 4, "skill": 4, "count": 9}},
            "terrains": {"Tower": {"musters": [{"muster": "Ogre"}, {"muster": "Elf", "with": [["Elf", 2]]}]}},
        },
        {("never-mustered", "/terrains/Tower/musters/1")},
    ),
    "a native of an unknown hazard": ({"hexsides": {"slope": {"also_native": ["Bog", "Lava"]}}},
                                      {("unknown-hazard", "/hexsides/slope/also_native/1")}),
    "a hex twice": ({"terrains": {"Plains": {"map": {"levels": {"1": ["D3", "D3"], "0": ["D4"]}}}}},
                    {("hex-twice", "/terrains/Plains/map/levels/1/1"), ("bad-level", "/terrains/Plains/map/levels/0")}),
    "a dead end": ({"masterboard": {"lands": {"1": {"exits": {"2": None, "1000": None}}}}},
                   {("dead-end", "/masterboard/lands/1/exits")}),
    "a sign to nowhere": (
        {"masterboard": {"lands": {"1": {"exits": {"999": "Arch"}}}}},
        {("unknown-land", "/masterboard/lands/1/exits/999")},
    ),
    "two faults at once": (
        {"starting": ["Ogre", "Elf", "Centaur"], "players": [2, 9]},
        {("unknown-character", "/starting/1"), ("too-few-towers", "/players")},
    ),
    "fewer than three that start": ({"starting": ["Ogre", "Centaur"]}, {("bad-start", "/starting")}),
    "more than three that start": (
        {"starting": ["Ogre", "Centaur", "Gargoyle", "Ogre", "Ogre"]}, {("bad-start", "/starting")},
    ),
    "what is not supported": ({"hazards": {"Lake": {"each_strike_phase": {"fliers": {"hits": 1}}}}},
                              {("unsupported", "/hazards/Lake/each_strike_phase/fliers")}),
    "two colours with the same letters": ({"colors": {"Pink": "Bk"}}, {("letters-twice", "/colors/Pink")}),
    "a hex cut off": (
        {"terrains": {"Plains": {"map": {"hexsides": {"cliff": ["A1-A2", "A1-B1", "A1-B2"]}}}}},
        {("cut-off", "/terrains/Plains/map")},
    ),
    "a key that nobody knows": ({"characters": {"Ogre": {"wings": 2}}}, {("unknown-key", "/characters/Ogre/wings")}),
    "many lands": (
        {"masterboard": {"lands": {str(n): {"terrain": "Plains", "x": n % 99, "y": n // 200, "exits": {}}
                                   for n in range(1, 10_000)}}},
        {("too-many-lands", "/masterboard/lands")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_BOX_1_what_is_wrong_with_a_box_is_told_at_once(name: str) -> None:
    changes, expected = BAD[name]
    with pytest.raises(DocumentError) as caught:
        believed({**BOX, **changes}, "")
    told = {(fault.code, fault.pointer) for fault in caught.value.faults}
    assert expected <= told
    assert all(fault.message for fault in some(caught.value.faults))


def test_SETUP_4_each_colour_has_twelve_markers_and_no_other_text_is_one() -> None:
    assert [len([m for m in STANDARD.markers.every if m.startswith(two)]) for two in ("Bk", "Rd")] == [12, 12]
    assert STANDARD.name == "standard"
    for text in ("Bk13 P105", "Bkx1 P105", "Bk P105"):
        with pytest.raises(TitanError):
            parse(text)


def test_BOX_1_a_box_does_not_extend_itself(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({**BOX, "extends": "b.json"}))
    (tmp_path / "b.json").write_text(json.dumps({**BOX, "extends": "a.json"}))
    told = titan("box", "validate", str(tmp_path / "a.json"), "--format", "table")
    assert told.code == 1
    assert "b.json extends a.json extends b.json" in told.out


def test_BOX_1_a_box_of_ones_own_beside_its_document(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps({**BOX, "terrains": {"Plains": {"chain": [["Ogre"], ["Lion", 2]]}}}))
    (tmp_path / "muster.json").write_text(json.dumps(muster("", characters=["Ogre", "Ogre"], box="mine.json")))
    told = titan("recruit-options", str(tmp_path / "muster.json"))
    assert [o["muster"] for o in json.loads(told.out)["options"]] == ["Ogre", "Lion"]


def test_a_merge_takes_out_what_is_null() -> None:
    assert merged({"a": 1, "b": {"c": 2, "d": 3}}, {"a": None, "b": {"c": 4}}) == {"b": {"c": 4, "d": 3}}


def test_boxes_are_listed_and_shown() -> None:
    listed = json.loads(titan("box", "list").out)
    assert [row["name"] for row in listed["boxes"]] == list(shipped())
    shown = json.loads(titan("box", "show", "titan-plus").out)
    assert shown["gone"] == ["Centaur", "Gargoyle", "Ogre"]
    assert shown["starting"] == ["Titan", "Angel", "Lion", "Lion", "Cyclops", "Cyclops", "Troll", "Troll"]
    assert titan("box", "show", "nowhere").code == 2


def test_null_in_a_box_of_its_own_says_that_nothing_is_said(tmp_path: Path) -> None:
    shipped = Path(titan_rules.__file__).parent / "box" / "data" / "boxes" / "standard.json"
    document = json.loads(shipped.read_text(encoding="utf-8"))
    assert "bottom" not in document["masterboard"]["lands"]["41"]
    document["masterboard"]["lands"]["41"]["bottom"] = None
    path = tmp_path / "null.json"
    path.write_text(json.dumps(document))
    box = titan_rules.Box.load(str(path))
    assert box.masterboard.lands == titan_rules.Box.load("standard").masterboard.lands
    assert titan_rules.new_game(["Ann", "Ben"], seed=1, box=box).players


def test_every_file_of_a_box_is_shipped() -> None:
    files = ROOT.joinpath("titan_rules", "box", "data", "boxes").glob("*.json")
    assert sorted(shipped()) == sorted(file.stem for file in files)
    assert shipped()[0] == "standard"


def test_a_box_is_refused_though_one_that_python_calls_equal_was_valid(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    for skill, code in ((1, 0), (True, 1), (1, 0)):
        file.write_text(json.dumps({**BOX, "characters": {"Ogre": {"skill": skill}}}))
        assert titan("box", "validate", str(file)).code == code
    with pytest.raises(DocumentError, match="list"):
        believed({**BOX, "starting": ("Titan",)}, "")
