"""Turns of Cloudspire, step by step: what is refused, and what each action comes to."""

import json
from pathlib import Path
from typing import Any

import pytest

from checkout import EXAMPLES
from cloudspire_maps import FORMAT, Json, check, chip, corridor, read, spire, strip, tell, unit
from running import titan
from titan_rules.companions.cloudspire.companion import GAME
from titan_rules.kernel.errors import DocumentError, UnknownName
from titan_rules.kernel.games import answers, records

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


def test_GEN_2_the_steps_of_a_turn_in_their_order() -> None:
    data = corridor(6, unit("m1", "A", (0, 0)), unit("b1", "B", (5, 0)), step="start", **CHOSEN)
    steps = ["next-step", "move m1 1,0 2,0", "next-step", "next-step", "next-step", "end-turn"]
    answer = replay(data, *steps)
    assert (answer["verdict"], answer["facts"]["current"], answer["facts"]["step"]) == ("legal", "B", "start")
    assert answer["final"]["units"][0].get("moved") is None
    assert refused(data, "next-step", "next-step") == ["CS-MOVE-5"]
    assert refused(data, "end-turn") == ["CS-GEN-2"]
    assert refused(data, "move m1 1,0 2,0") == ["CS-GEN-2"]


def test_ATT_11_a_spire_with_a_target_must_fire_before_the_step_is_over() -> None:
    pieces = [unit("m1", "A", (0, 0), moved=[]), spire("s1", "B", (1, 0), "attack")]
    data = corridor(6, *pieces, step="spires-fire", **CHOSEN)
    assert refused(data, "next-step") == ["CS-ATT-11"]
    assert replay(data, "fire s1 2", "next-step")["final"]["units"][0]["hp"] == 1
    assert refused(data, "fire s1 2", "fire s1 1") == ["CS-ATT-11"]


def test_ATT_20_a_minion_that_can_must_attack_before_the_turn_is_over() -> None:
    data = corridor(6, unit("m1", "A", (2, 0)), unit("b1", "B", (3, 0)), step="attack", **CHOSEN)
    assert refused(data, "end-turn") == ["CS-ATT-20"]
    assert replay(data, "attack m1 b1", "end-turn")["facts"]["current"] == "B"


def test_ATT_3_a_gate_strikes_those_beside_it_as_the_turn_ends() -> None:
    data = corridor(6, unit("h", "A", (5, 0), kind="hero"), step="attack", **CHOSEN)
    assert replay(data, "end-turn")["final"]["units"][0]["hp"] == 2
    assert replay(data, "attack h B", "end-turn")["final"]["gates"][1]["hp"] == 9


def test_a_gate_is_attacked_by_its_factions_name() -> None:
    data = corridor(6, unit("h", "A", (5, 0), kind="hero"), **CHOSEN)
    assert check(data, "h attacks B")["final"] == check(data, "h attacks gate:B")["final"]


def test_GATE_4_a_hero_that_returned_deploys_again_after_the_wave() -> None:
    data = corridor(4, a=[chip("h", kind="hero", returned=True)], **CHOSEN)
    assert tell("move", data, unit="h")["to"] == []
    after = replay(data, "end-wave")["final"]
    assert tell("move", after, unit="h")["to"] != []


def test_GATE_5_equipment_is_put_on_once_and_at_the_gate() -> None:
    data = corridor(4, unit("out", "A", (0, 0), kind="hero"), a=[chip("h", kind="hero")], **CHOSEN)
    assert replay(data, "equip h Shield")["final"]["gates"][0]["stack"][0]["equipment"] == "Shield"
    assert "CS-GATE-5" in refused(data, "equip h Shield", "equip h Cloak")
    assert "CS-GATE-5" in refused(data, "equip out Cloak")


def test_UP_an_upgrade_is_taken_and_the_supply_shrinks() -> None:
    data = start(supply={"attack": 1})
    after = replay(data, "upgrade beacon attack")["final"]
    assert after["spires"][0]["upgrades"] == ["fort", "attack", "attack"]
    assert after["supply"] == {"attack": 0}
    assert refused(data, "upgrade beacon attack", "upgrade shield attack") == ["CS-UP-4"]
    under = replay(start(), "upgrade runner attack", "upgrade mule attack")["final"]
    assert under["units"][2]["under"][0]["upgrades"] == {"attack": 1}


def test_INF_1_a_spire_is_built_under_influence() -> None:
    after = replay(start(), "build tower 2,3 range capacity=2")["final"]
    assert after["spires"][-1] == {
        "id": "tower",
        "faction": "Amber",
        "at": [2, 3],
        "upgrades": ["range"],
        "capacity": 2,
    }
    assert refused(start(), "build tower 9,9") == ["CS-INF-1"]
    assert refused(start(), "build beacon 2,3") == ["CS-INF-1"]


def test_EXP_1_a_landmark_is_looked_at_and_revealed_once() -> None:
    data = start(step="exploration")
    after = replay(data, "explore Sorrel 1,2 reveal=no", "explore Sorrel 1,2")["final"]
    assert [h.get("face_down") for h in after["hexes"] if h["at"] == [1, 2]] == [None]
    assert refused(data, "explore Sorrel 1,2", "explore Sorrel 1,2") == ["CS-EXP-1"]
    assert refused(data, "explore shield 1,2") == ["CS-EXP-1"]
    assert refused(data, "explore Flint 3,2") == ["CS-GEN-2"]
    assert refused(start(), "explore Sorrel 1,2") == ["CS-GEN-2"]


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


def test_MOVE_6_where_a_swapped_hero_goes_is_open_until_it_is_said() -> None:
    reading = {"occupied": "no_stopping"}
    hero = {"kind": "hero", "allowance": "water"}
    pieces = [unit("m1", "A", (0, 0)), unit("m2", "A", (1, 0), moved=[]), unit("h", "A", (2, 0), **hero)]
    data = strip(6, *pieces, options=reading)
    moves = tell("move", data, unit="m1")
    swaps = [end for end in moves["to"] if any(swap["to"] is None for swap in end.get("swaps", []))]
    if swaps:
        path = [list(at) for at in swaps[0]["path"]]
        assert check(data, {"do": "move", "unit": "m1", "path": path})["verdict"] == "open"
        to = swaps[0]["swaps"][0]["choices"][0]
        told = {"do": "move", "unit": "m1", "path": path, "heroes": {"h": to}}
        assert check(data, told)["verdict"] == "legal"


@pytest.mark.parametrize("faction", ["A", "B"])
def test_no_reason_says_none(faction: str) -> None:
    cut = [
        *corridor(2)["hexes"],
        {"at": [5, 5], "group": "g", "terrain": "path"},
        {"at": [5, 6], "group": "g", "terrain": "path"},
    ]
    data = {**corridor(2, unit("m1", faction, (5, 5))), "hexes": cut, "current": faction}
    assert "None" not in str([row["rulings"] for row in tell("move", data, unit="m1")["barred"]])


def test_ATT_31_what_an_ai_must_attack_is_what_it_targets() -> None:
    pieces = [unit("b1", "B", (3, 0)), spire("s1", "A", (2, 0), "fort"), unit("m1", "A", (4, 0))]
    data = {**corridor(6, *pieces), "current": "B"}
    wanted = tell("ai-target", data, piece="b1")["target"]
    assert next(u for u in tell("must-attack", data)["units"] if u["unit"] == "b1")["targets"] == wanted == ["m1"]


SAID = {
    "Shield attack the scree": "shield attacks scree",
    "shield hits the gate of Basalt": "shield attacks Basalt",
    "A tower is nobody": None,
    "Amber builds a tower at 2,3": "Amber builds 2,3 tower",
    "build spire at 2,3 with attack and range": "build 2,3 with attack range",
    "Amber builds tower on (2,3) with fort, capacity 3": "Amber builds 2,3 tower with fort capacity 3",
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


@pytest.mark.parametrize("words", SAID)
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
