"""Turns of Cloudspire, step by step: what is refused, and what each action comes to."""

import json
from pathlib import Path
from typing import Any

import pytest

from cloudspire_maps import FORMAT, Json, check, corridor, read, spire, unit
from companion_files import EXAMPLES
from looping import for_each
from running import titan
from titan_companions.cloudspire.companion import GAME
from titan_companions.protocol import answers, records, views
from titan_rules.kernel.errors import DocumentError, UnknownName

CHOSEN = {"ruleset": "official"}
"""With a whole ruleset chosen no other reading is looked at."""


def start(**more: Any) -> Json:
    return {**GAME.new(), **CHOSEN, "step": "start", **more}


def replay(data: Json, *lines: Any) -> Json:
    rows = list(enumerate(lines, 1))
    return answers.answer(GAME, "replay", lambda at: records.replay(GAME, at, rows), read(data))


def refused(data: Json, *lines: Any) -> list[str]:
    """The rules that forbid the last action."""
    answer = replay(data, *lines)
    assert (answer["verdict"], answer["steps"]) == ("illegal", len(lines) - 1), answer["stopped_at"]
    return [ruling["rule"] for ruling in answer["stopped_at"]["rulings"]]


def test_GEN_2_a_turn_ends_after_its_last_step() -> None:
    data = corridor(6, unit("m1", "A", (0, 0)), step="start", **CHOSEN)
    assert refused(data, "end-turn") == refused(data, "move m1 1,0 2,0") == ["CS-GEN-2"]


def test_ATT_11_a_spire_with_a_target_must_fire_before_the_step_is_over() -> None:
    pieces = [unit("m1", "A", (0, 0), moved=[]), spire("s1", "B", (1, 0), "attack")]
    data = corridor(6, *pieces, step="spires-fire", **CHOSEN)
    assert refused(data, "next-step") == ["CS-ATT-11"]
    assert replay(data, "fire s1 2", "next-step")["final"]["units"][0]["hp"] == 1
    assert refused(data, "fire s1 2", "fire s1 1") == ["CS-ATT-11"]


def test_INF_1_a_spire_is_built_on_the_map_under_a_name_of_its_own() -> None:
    assert refused(start(), "build tower 9,9") == refused(start(), "build beacon 2,3") == ["CS-INF-1"]
    under = replay(start(), "upgrade mule attack", "upgrade runner attack")["final"]
    assert under["units"][2]["under"][0]["upgrades"] == {"attack": 1}


def test_GRP_3_a_group_whose_top_one_fell_while_exploring_explores_no_more() -> None:
    hexes = [{"at": [1, 1], "group": "isle", "terrain": "path", "chip": "Mill", "face_down": True}]
    fell = {**corridor(4, unit("m1", "A", (1, 0), fell_in="exploration")), "step": "exploration"}
    data = {**fell, "hexes": fell["hexes"] + hexes}
    assert refused(data, "explore m1 1,1") == ["CS-GRP-3"]
    assert replay({**data, "options": {"group_carry_on": "same_point"}}, "explore m1 1,1")["verdict"] == "legal"


def test_INF_4_a_tile_on_free_ground_and_one_on_top() -> None:
    laid = replay(start(), "place-tile dale 0,3 1,3 0,4 terrain=path,plains,water")["final"]
    assert [h["terrain"] for h in laid["hexes"] if h["group"] == "dale"] == ["path", "plains", "water"]
    top = replay(start(), "place-tile dale 2,2 2,3 3,3 terrain=path,path,path")["final"]
    assert sorted((h["at"], h["level"]) for h in top["hexes"] if h["group"] == "dale") == [
        ([2, 2], 1), ([2, 3], 1), ([3, 3], 1),
    ]  # fmt: skip
    assert refused(start(), "place-tile west 0,3 1,3 0,4 terrain=path,plains,water") == ["CS-INF-3"]
    covered = [{**h, "group": "dell"} if h["at"] in ([2, 2], [2, 3], [3, 3]) else h for h in start()["hexes"]]
    adjacent = {"west": ["dell", "south"], "dell": ["west"], "south": ["west"]}
    gone = replay(start(hexes=covered, group_adjacent=adjacent), "place-tile dale 2,2 2,3 3,3 terrain=path,path,path")[
        "final"
    ]
    assert gone["group_adjacent"] == {"west": ["south"], "south": ["west"]}
    assert FORMAT.validate(FORMAT.read(gone)) == []
    with pytest.raises(DocumentError, match="each hex has one"):
        replay(start(), "place-tile dale 0,3 1,3 0,4 terrain=path")


SAID = {
    "Shield attack the scree": "shield attacks scree",
    "shield hits the gate of Basalt": "shield attacks Basalt",
    "A tower is nobody": None,
    "Amber builds a tower at 2,3": "Amber builds 2,3 called tower",
    "build spire at 2,3 with attack and range": "build 2,3 with attack range",
    "Amber builds tower on (2,3) with fort, capacity 3": "Amber builds 2,3 called tower with fort capacity 3",
    "Amber lays a tile on 0,3, 1,3 and 0,4 with path, path, water": "Amber lays 0,3 1,3 0,4 with path path water",
    "pike moves over 1,1 to 2,0": "pike moves 1,1 2,0",
    "mule deploys to 0,1 and 1,1": "mule moves 0,1 1,1",
    "Sorrel waits": "Sorrel stays",
    "cairn shoots shield with 1 1": "cairn fires at shield rolls 1,1",
    "spire cairn fires at shield, rolls 2 and 1": "cairn fires at shield rolls 2,1",
    "Amber heads for the gate of Basalt": "Amber heads for Basalt",
    "Amber heads for the boar": "Amber heads for boar",
    "beacon gets an attack upgrade": "beacon takes attack",
    'Teasel puts on "Iron Boots"': 'Teasel equips "Iron Boots"',
    "Sorrel explores the landmark at 1,2": "Sorrel explores 1,2",
    "mule is stacked on runner": "mule groups over runner",
    "end step": "next-step",
    "end of turn": "end-turn",
    "the wave ends": "end-wave",
    "shield attacks scree and cairn": None,
    "shield attacks scree, then pike attacks shale": None,
}
"""What players type, and what it means; None: nothing."""


@for_each("words", SAID)
def test_actions_as_players_type_them(words: str) -> None:
    at = GAME.start()
    try:
        meant = GAME.text(GAME.read_action(words, at), at)
    except (DocumentError, UnknownName):
        meant = None
    assert meant == SAID[words]


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("shield attacks", "whom does shield attack?"),
        ("shield moves", "where does shield go?"),
        ("equip Teasel", "which chip does Teasel put on?"),
    ],
)
def test_what_is_left_out_is_asked_for(words: str, question: str) -> None:
    assert check(start(step=None), words)["stopped"]["question"] == question


def test_a_wave_typed_as_words_kept_undone_and_replayed(tmp_path: Path) -> None:
    rows = (EXAMPLES / "cloudspire.sheet").read_text(encoding="utf-8").splitlines()
    file = str(tmp_path / "wave.sheet")
    Path(file).write_text(json.dumps({**GAME.new(), **CHOSEN}) + "\n", encoding="utf-8")
    done = titan("companion", "cloudspire", "play", file, *rows)
    assert (done.code, done.json["actions"]) == (0, len(rows)), done.out
    refused = titan("companion", "cloudspire", "play", file, "pike moves 1,0")
    assert (refused.code, refused.json["rulings"][0]["rule"]) == (1, "CS-GATE-1")
    assert titan("companion", "cloudspire", "play", file, "--undo", "3").json["next"]["who"] == "Basalt"
    rolled = titan("companion", "cloudspire", "play", file, *rows[-3:], "--comment", "the first wave")
    assert rolled.json["actions"] == len(rows)
    report = titan("companion", "cloudspire", "replay", file).json
    assert (report["verdict"], report["steps"], report["facts"]["current"]) == ("legal", len(rows), "Amber")
    assert titan("companion", "cloudspire", "show", file).json["facts"] == report["facts"]


def test_what_would_be_legal_is_looked_for_under_the_chosen_reading_only() -> None:
    position = read(corridor(4, unit("axe", "A", (1, 0)), unit("bow", "B", (2, 0))))
    action, named = GAME.read_action("axe attacks gate:B", position), list[tuple[str, ...]]()

    def ask(at: Any) -> views.Checked:
        found = views.check(GAME, at, action)
        named.append(found.instead or ())
        return found

    assert answers.answer(GAME, "check", ask, position)["instead"]
    first, *others = named
    assert "axe attacks bow" in first
    assert len(others) >= len(GAME.rulesets.options)
    assert set(others) == {()}
