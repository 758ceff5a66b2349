"""``titan validate``: documents, and recorded actions line by line, as ``titan schema`` has them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from checkout import EXAMPLES, ROOT
from looping import for_each
from running import titan

NEW = titan("new", "--players", "3", "--seed", "7").out

REPLAYS = [EXAMPLES / "game.replay.jsonl", *sorted((EXAMPLES / "games").glob("*.jsonl"))]
ORDERS = json.loads((EXAMPLES / "battle-orders.json").read_text())
HEADER = {"format": "titan-rules/1", "kind": "replay", "players": [{"name": "Ann"}, {"name": "Ben"}]}


def faults(text: str, *more: str) -> list[tuple[str, str, int | None]]:
    done = titan("validate", "-", *more, stdin=text)
    report = done.json["documents"][0]
    assert done.code == (1 if report["faults"] else 0)
    return [(fault["code"], fault["pointer"], fault.get("line")) for fault in report["faults"]]


def replay(*lines: Any) -> str:
    return "".join(json.dumps(line) + "\n" for line in (HEADER, *lines))


@cache
def schema(kind: str) -> Draft202012Validator:
    return Draft202012Validator(titan("schema", kind).json)


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name)
def test_a_replay_is_valid_and_each_of_its_lines_fits_the_schema(path: Path) -> None:
    text = path.read_text()
    assert faults(text) == []
    judge = schema("replay")
    for line in text.splitlines():
        judge.validate(json.loads(line))


def test_orders_are_valid_and_fit_the_schema() -> None:
    assert faults(json.dumps(ORDERS)) == []
    schema("battle-orders").validate(ORDERS)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({"do": "rol", "die": 3}, ("unknown-action", "/do", 3)),
        ({"do": "strike", "from": "Z9", "to": "D4"}, ("unknown-hex", "/from", 3)),
        ({"do": "roll", "die": "3"}, ("wrong-type", "/die", 3)),
        ({"do": "roll", "dice": 3}, ("unknown-key", "/dice", 3)),
        ({"do": "propose", "by": "Red", "attacker_loses": "everything"}, ("wrong-type", "/attacker_loses", 3)),
        ({"do": "end-turn", "expect": {"scores": {}}}, ("unknown-key", "/expect/scores", 3)),
        ({"do": "end-turn", "comment": 5}, ("wrong-type", "/comment", 3)),
        (["end-turn"], ("wrong-type", "", 3)),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_lines(line: Any, fault: tuple[str, str, int]) -> None:
    good = {"do": "tower", "by": "Ann", "die": 6}
    assert faults(replay(good, line)) == [fault]
    judge = schema("replay")
    assert judge.is_valid(good)
    assert not judge.is_valid(line)
    if isinstance(line, dict):
        code, pointer, _ = fault
        assert faults(json.dumps({**ORDERS, "orders": [line]})) == [(code, "/orders/0" + pointer, None)]


def test_all_faults_of_a_replay_at_once() -> None:
    bad = replay({"do": "rol"}, {"do": "end-turn"}, {"do": "roll", "die": True}).replace("Ben", "Ann")
    assert faults(bad) == [
        ("same-name", "/players/1/name", 1),
        ("unknown-action", "/do", 2),
        ("wrong-type", "/die", 4),
    ]


def test_a_table_names_the_line() -> None:
    done = titan("validate", "-", "--format", "table", stdin=replay({"do": "rol"}))
    assert done.out == "-: unknown action 'rol' at /do on line 2 (did you mean roll?)\n"


def test_with_lines_each_line_is_a_document() -> None:
    done = titan("validate", "--lines", "-", stdin=json.dumps(HEADER) + "\n" + json.dumps(ORDERS) + "\n")
    assert [json.loads(line)["document"] for line in done.out.splitlines()] == ["replay", "battle-orders"]
    assert done.code == 0


def test_the_nearest_of_all_kinds_is_named() -> None:
    done = titan("validate", "-", stdin='{"format": "titan-rules/1", "kind": "battle-order"}')
    assert done.json["documents"][0]["faults"][0]["hint"] == "did you mean battle-orders?"


def test_several_documents_in_one_file_are_told_of_lines() -> None:
    done = titan("legal-moves", "-", stdin='{"kind": 1}\n{"kind": 2}\n')
    assert done.code == 2
    assert done.err == "titan: not JSON: Extra data at column 1 on line 2 (is it JSON Lines, one value a line?)\n"


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


def test_a_hundred_faults_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    header = {"format": "titan-rules/1", "kind": "replay", "players": [{"name": "Ann"}, {"name": "Ben"}]}
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(header) + "\n" + '{"do": "nothing"}\n' * 1234)
    (report,) = titan("validate", str(path)).json["documents"]
    assert (len(report["faults"]), report["more"]) == (100, 1134)
    table = titan("validate", str(path), "--format", "table")
    assert table.code == 1
    assert table.out.splitlines()[-1] == f"{path}: and 1134 more faults"


def test_validate_of_a_file_that_cannot_be_read_is_no_answer(tmp_path: Path) -> None:
    assert titan("validate", str(tmp_path / "none")).code == 2
    assert titan("validate", str(tmp_path)).code == 2
    assert titan("validate").code == 2


@for_each(
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


def test_a_box_is_a_document_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(titan("box", "new", "mine").out)
    assert titan("validate", str(file)).json == titan("box", "validate", str(file)).json
    file.write_text(file.read_text().replace('"about"', '"abuot"'))
    assert titan("validate", str(file)).json["documents"][0]["faults"][0]["hint"] == "did you mean about?"


def test_a_document_with_very_many_faults_has_a_hundred_of_them_listed_and_the_rest_counted() -> None:
    text = json.dumps({"format": "titan-rules/1", "kind": "muster", "terrain": "Jungle", "characters": [3] * 250})
    report = titan("validate", "-", stdin=text).json["documents"][0]
    assert [fault["pointer"] for fault in report["faults"]] == [f"/characters/{n}" for n in range(100)]
    assert report["more"] == 150
    assert titan("validate", "-", "--format", "table", stdin=text).out.endswith("-: and 150 more faults\n")
    shown = titan("show", "-", "--format", "table", stdin=text).err
    assert shown == "titan: expected a string, got 3 at /characters/0, and 99 more times\ntitan: and 150 more faults\n"
