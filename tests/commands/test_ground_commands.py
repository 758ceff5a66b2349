"""The commands new, show, validate, schema and rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from checkout import EXAMPLES, ROOT
from running import titan
from strategies import documents
from titan_rules.companions import GAMES
from titan_rules.digest.rows import digest
from titan_rules.position.documents import FORMAT
from trials import share

NEW = titan("new", "--players", "3", "--seed", "7").out

# --- new -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 7))
def test_new_makes_a_game_that_can_be_played(count: int) -> None:
    done = titan("new", "--players", str(count), "--seed", "1")
    game = FORMAT.loads(done.out)
    assert (done.code, len(game.players), game.phase) == (0, count, "commencement")
    assert FORMAT.dumps(game) == done.out
    assert titan("legal-moves", "-", stdin=done.out).code == 0


def test_new_is_the_same_for_the_same_seed() -> None:
    assert titan("new", "--players", "3", "--seed", "7").out == NEW
    assert len({titan("new", "--seed", str(seed)).out for seed in range(20)}) > 10
    assert len({titan("new").out for _ in range(20)}) > 1


def test_new_with_names_and_colours() -> None:
    game = titan("new", "--names", "Ann,Ben", "--colors", "red,bk", "--seed", "3").json
    assert {p["name"]: p["color"] for p in game["players"]} == {"Ann": "Red", "Ben": "Black"}


def test_new_counts_players_by_names_or_colours() -> None:
    assert len(titan("new", "--names", "A,B,C,D").json["players"]) == 4
    assert len(titan("new", "--colors", "Red,Blue,Gold").json["players"]) == 3
    assert len(titan("new").json["players"]) == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--names", "Ann,Ann"], "the name 'Ann' is given twice"),
        (["--names", "Ann,Ben", "--players", "3"], "expected 3 names, got 2"),
        (["--names", "Ann,", "--players", "2"], "a name is empty"),
        (["--colors", "Red,rd"], "the color 'Red' is given twice"),
        (["--colors", "Red,Blu,Pink"], "unknown color 'Pink'"),
        (["--names", "A,B,C,D,E,F,G"], "2 to 6 play"),
        (["--names", "Ann"], "2 to 6 play"),
    ],
)
def test_new_refuses(args: list[str], message: str) -> None:
    done = titan("new", *args)
    assert done.code == 2
    assert message in done.err


# --- show ------------------------------------------------------------------------------------------------------------


def test_show_tells_a_game() -> None:
    text = titan("show", str(EXAMPLES / "game.json"), "--format", "table").out
    assert text.startswith("Turn 5: Black, Movement Phase, Movement Roll 4\n")
    for part in ("Ann", "7-4", "Bk04-Bk12", "109 Brush", "Angel, 2 × Centaur, 2 × Lion", "unknown", "Dead: Centaur 2"):
        assert part in text


def test_show_tells_a_battle() -> None:
    text = titan("show", str(EXAMPLES / "battle.json"), "--format", "table").out
    assert text.startswith("Battle in Plains, battle turn 3 of the attacker, Strike Phase\n")
    for part in ("Attacker: Black, Bk02, score 123, enters from left", "Slain: Centaur", "Gargoyle"):
        assert part in text


def test_show_tells_a_muster() -> None:
    document = {"format": "titan-rules/1", "kind": "muster", "terrain": "Jungle", "characters": ["Ogre", "Ogre"]}
    text = titan("show", "-", "--format", "table", stdin=json.dumps({**document, "caretaker": {"Lion": 3}})).out
    assert text == "In Jungle: 2 × Ogre\nLeft with the caretaker: Lion 3\n"


def test_show_tells_readings_and_flags() -> None:
    data = json.loads((EXAMPLES / "game.json").read_text())
    data |= {"options": {"mulligan": "any_time"}, "ruleset": "summary", "mulligan": True}
    data["players"][0] |= {"teleported": True, "summoned": True}
    data["players"][0]["legions"][0] |= {"moved": True, "entry_side": "bottom", "mustered": "Ogre"}
    data["players"].append({"color": "Blue", "tower": 400, "out": True})
    text = titan("show", "-", "--format", "table", stdin=json.dumps(data)).out
    assert "Movement Roll 4 (mulligan)" in text
    assert "Ruleset: summary, mulligan=any_time" in text
    assert "has teleported, has summoned" in text
    assert "moved, enters from bottom, mustered Ogre" in text
    assert "out of the game" in text


@pytest.mark.parametrize(
    ("more", "heading"),
    [
        ({"phase": "over", "winner": "Red", "active": None}, "The game is over: Red has won"),
        ({"phase": "over", "active": None}, "The game is over: a draw"),
    ],
)
def test_show_tells_the_end(more: dict[str, Any], heading: str) -> None:
    data = json.loads((EXAMPLES / "game.json").read_text()) | more
    assert titan("show", "-", "--format", "table", stdin=json.dumps(data)).out.startswith(heading)


def test_show_tells_the_setup() -> None:
    seats = [{"name": "Ann", "tower": 300, "color": "Red"}, {"name": "Ben"}]
    data = {"format": "titan-rules/1", "kind": "game", "phase": "setup", "seats": seats}
    lines = titan("show", "-", "--format", "table", stdin=json.dumps(data)).out.splitlines()
    assert lines[0] == "Setup"
    assert lines[4].split() == ["Ann", "300", "Red"]


def test_show_as_json_is_the_canonical_document() -> None:
    shown = titan("show", str(EXAMPLES / "game.json")).out
    assert titan("show", "-", stdin=shown).out == shown
    assert FORMAT.dumps(FORMAT.loads(shown)) == shown
    assert json.loads(shown)["caretaker"]["Centaur"] == 21


@given(documents)
@share(2)
def test_show_tells_any_position(document: Any) -> None:
    text = FORMAT.dumps(FORMAT.complete(document))
    assert titan("show", "-", stdin=text).out == text
    told = titan("show", "-", "--format", "table", stdin=text)
    assert (told.code, told.err) == (0, "")


# --- validate --------------------------------------------------------------------------------------------------------


def test_validate_a_good_document() -> None:
    done = titan("validate", "-", stdin=NEW)
    assert done.code == 0
    assert done.json["valid"] is True
    assert done.json["documents"] == [{"file": "-", "document": "game", "valid": True, "faults": []}]
    assert titan("validate", "-", "--format", "table", stdin=NEW).out == "-: valid game\n"


def test_validate_lists_every_fault_of_every_file(tmp_path: Path) -> None:
    bad = json.loads(NEW)
    bad["players"][0]["legions"][0]["characters"][0] = "Titn"
    bad["turn"] = "1"
    impossible = json.loads(NEW)
    impossible["players"][1]["tower"] = impossible["players"][0]["tower"]
    files = {"good": NEW, "bad": json.dumps(bad), "impossible": json.dumps(impossible), "broken": "{"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in files]
    done = titan("validate", *paths)
    assert done.code == 1
    found = [[(f["code"], f["pointer"]) for f in report["faults"]] for report in done.json["documents"]]
    assert found == [
        [],
        [("wrong-type", "/turn"), ("unknown-character", "/players/0/legions/0/characters/0")],
        [("tower-twice", "/players/1/tower")],
        [("truncated", "")],
    ]
    table = titan("validate", *paths, "--format", "table").out.splitlines()
    assert [line.removeprefix(str(tmp_path)).split(":")[0] for line in table] == [
        "/good", "/bad", "/bad", "/impossible", "/broken",
    ]  # fmt: skip


def test_validate_lines() -> None:
    compact = json.dumps(json.loads(NEW))
    done = titan("validate", "--lines", "-", stdin=f"{compact}\n\nnot JSON\n{compact}\n")
    reports = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 1
    assert [(report["line"], report["valid"]) for report in reports] == [(1, True), (3, False), (4, True)]
    assert titan("validate", "--lines", "-", stdin=compact).code == 0
    table = titan("validate", "--lines", "-", "--format", "table", stdin=f"{compact}\n[]\n").out
    assert table == "-:1: valid game\n-:2: expected a JSON object, got a list\n"


def test_validate_of_a_file_that_cannot_be_read_is_no_answer(tmp_path: Path) -> None:
    assert titan("validate", str(tmp_path / "none")).code == 2
    assert titan("validate", str(tmp_path)).code == 2
    assert titan("validate").code == 2


# --- schema ----------------------------------------------------------------------------------------------------------


def test_schema_lists_the_kinds() -> None:
    assert set(titan("schema").out.split()) >= set(FORMAT.kinds)


@pytest.mark.parametrize("kind", sorted(FORMAT.kinds))
def test_schema_accepts_what_titan_writes(kind: str) -> None:
    schema = titan("schema", kind).json
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["kind"] == {"const": kind}
    if kind == "game":
        Draft202012Validator(schema).validate(json.loads(NEW))


# --- rules -----------------------------------------------------------------------------------------------------------


def ids(*args: str) -> list[str]:
    return [rule["id"] for rule in titan("rules", *args).json["rules"]]


def test_rules_one_a_group_a_chapter_or_all() -> None:
    assert ids("MOVE-4") == ["MOVE-4"]
    assert ids("move-4", "TELE-1") == ["MOVE-4", "TELE-1"]
    assert ids("MOVE") == [f"MOVE-{n}" for n in range(1, 10)]
    assert ids("Movement")[:2] == ["ROLL-1", "MOVE-1"]
    assert ids() == list(digest().rules)


def test_rules_tell_sources_and_options() -> None:
    row = titan("rules", "TELE-2").json["rules"][0]
    assert row["sources"] == "Law 8, peer; S0"
    assert row["options"][0]["option"] == "tower_teleport"
    text = titan("rules", "ENG-3", "--format", "table").out
    assert text.startswith("ENG-3 - ENGAGEMENT\n  The defender may flee")
    assert "Option flee_rounding = per_character | total" in text
    assert "S3: the Complete Sequence of Play" in text


def test_rules_list_all_chapters_in_short() -> None:
    text = titan("rules", "--format", "table").out
    assert len(text.splitlines()) < 30
    for rule_id in digest().rules:
        assert rule_id in text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("game.json", "game"),
        ("battle.json", "battle"),
        ("battle-orders.json", "battle-orders"),
        ("game.replay.jsonl", "replay"),
        ("games/from-the-first-die.replay.jsonl", "replay"),
    ],
)
def test_validate_knows_every_kind_of_document(name: str, kind: str) -> None:
    report = titan("validate", str(EXAMPLES / name)).json["documents"][0]
    assert (report["document"], report["valid"]) == (kind, True)


def test_validate_knows_scenarios() -> None:
    paths = sorted(map(str, (ROOT / "scenarios").rglob("*.json")))[:20]
    done = titan("validate", *paths)
    assert {report["document"] for report in done.json["documents"]} == {"scenario"}
    assert done.code == 0
    bad = json.loads(Path(paths[0]).read_text()) | {"exit": 3}
    assert titan("validate", "-", stdin=json.dumps(bad)).json["documents"][0]["faults"][0]["pointer"] == "/exit"


@pytest.mark.parametrize("game", GAMES)
def test_validate_knows_the_companions(game: str) -> None:
    new = titan("companion", game, "new").out
    assert titan("validate", "-", stdin=new).code == 0
    data = json.loads(new) | {"surprise": 1}
    fault = titan("validate", "-", stdin=json.dumps(data)).json["documents"][0]["faults"][0]
    assert (fault["code"], fault["pointer"]) == ("unknown-key", "/surprise")


def test_validate_of_a_replay_names_the_lines() -> None:
    text = (EXAMPLES / "game.replay.jsonl").read_text()
    text = text.replace('"into": "Bk02"', '"into": "Bk99"').replace('"do": "roll"', '"do": "rol"') + "nonsense\n"
    report = titan("validate", "-", stdin=text).json["documents"][0]
    assert [(f["code"], f["pointer"], f["line"]) for f in report["faults"]] == [
        ("unknown-marker", "/into", 2),
        ("unknown-action", "/do", 4),
        ("unknown-action", "/do", 11),
        ("not-json", "", 13),
    ]


def test_validate_of_orders_points_into_battle_and_orders() -> None:
    data = json.loads((EXAMPLES / "battle-orders.json").read_text())
    data["orders"][0]["from"] = "Q9"
    data["orders"][2]["do"] = "smile"
    report = titan("validate", "-", stdin=json.dumps(data)).json["documents"][0]
    assert [fault["pointer"] for fault in report["faults"]] == ["/orders/0/from", "/orders/2/do"]
    data["battle"]["turn"] = 8
    report = titan("validate", "-", stdin=json.dumps(data)).json["documents"][0]
    assert [fault["pointer"] for fault in report["faults"]] == ["/battle/turn"]
