"""``titan resolve-battle``: orders in every form, explanations, results, exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from builders import battle
from looping import for_each
from running import titan
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT

ORDERS: list[dict[str, Any]] = [
    {"do": "strike", "from": "D3", "to": "D4", "dice": [6, 6, 6, 6, 6, 1], "comment": "all at once"},
    {"do": "end-strikes"},
    {"do": "strike", "from": "D4", "to": "D3", "dice": [1, 1, 1, 1, 1]},
    {"do": "end-strikes"},
]


def fight(**more: Any) -> Any:
    return json.loads(FORMAT.dumps(battle(["Ogre D3"], ["Lion D4"], turn=2, side="attacker", phase="strike", **more)))


def document(orders: Any, **more: Any) -> str:
    return json.dumps({"format": "titan-rules/1", "kind": "battle-orders", "battle": fight(**more), "orders": orders})


def resolve(*args: str, stdin: str = "") -> Any:
    return titan("resolve-battle", *args, "--format", "json", stdin=stdin)


def test_the_result_and_every_step() -> None:
    done = resolve("-", stdin=document(ORDERS))
    assert done.code == 0
    answer = done.json
    assert (answer["winner"], answer["how"], answer["points"]) == ("attacker", "elimination", {"Black": 15})
    assert answer["survivors"] == {"attacker": ["Ogre"], "defender": []}
    assert [step["step"] for step in answer["steps"]] == [1, 2, 3, 4, None]
    assert answer["steps"][0]["comment"] == "all at once"
    assert answer["steps"][0]["events"][0]["step"] == "2.5.6.4.2.4.2"
    assert FORMAT.read(answer["final"]).outcome.winner == "attacker"


def test_for_people() -> None:
    done = titan("resolve-battle", "-", "--format", "table", stdin=document(ORDERS))
    assert "The attacker wins by elimination in turn 2; Black scores 15." in done.out
    assert "# all at once" in done.out


@pytest.mark.parametrize("form", ["lines", "list", "headed"])
def test_orders_in_a_file_of_their_own(form: str, tmp_path: Path) -> None:
    state, orders = tmp_path / "battle.json", tmp_path / "orders.jsonl"
    state.write_text(json.dumps(fight()), encoding="utf-8")
    rows = [json.dumps(order) for order in ORDERS]
    if form == "headed":
        rows = [json.dumps({"format": "titan-rules/1", "kind": "replay"}), *rows]
    text = json.dumps(ORDERS, indent=1) if form == "list" else "\n".join(rows) + "\n"
    orders.write_text(text, encoding="utf-8")
    done = resolve(str(state), str(orders))
    assert done.code == 0, done.err
    assert done.json["winner"] == "attacker"
    assert resolve("-", str(orders), stdin=state.read_text(encoding="utf-8")).json == done.json


def test_a_refused_order_stops_it_and_says_what_would_have_been_legal() -> None:
    done = resolve("-", stdin=document([{"do": "end-strikes"}]))
    assert done.code == 1
    stop = done.json["stopped_at"]
    assert (stop["step"], stop["rulings"][0]["rule"]) == (1, "STRIKE-1")
    assert "D3 strikes D4" in stop["legal"]
    shown = titan("resolve-battle", "-", "--format", "table", stdin=document([{"do": "end-strikes"}]))
    assert shown.code == 1
    assert "must strike (STRIKE-1)" in shown.out
    assert "legal then: D3 strikes D4" in shown.out


def test_dice_only_with_a_seed() -> None:
    orders = [{"do": "strike", "from": "D3", "to": "D4"}, {"do": "end-strikes"}]
    without = resolve("-", stdin=document(orders))
    assert without.code == 1
    assert without.json["stopped_at"]["error"]["code"] == "dice-missing"
    seeded = resolve("-", "--seed", "4", stdin=document(orders))
    assert seeded.code == 0
    assert seeded.json == resolve("-", "--seed", "4", stdin=document(orders)).json


def test_what_may_be_had_afterwards() -> None:
    done = resolve("-", stdin=document(ORDERS, attacker_score=90, donors={"Bk05": ["Angel"]}))
    assert done.json["may_acquire"] == [["Angel"]]
    assert done.json["may_summon"] is True
    shown = titan(
        "resolve-battle",
        "-",
        "--format",
        "table",
        stdin=document(ORDERS, attacker_score=90, donors={"Bk05": ["Angel"]}),
    )
    assert "may acquire Angel" in shown.out
    assert "may summon" in shown.out


def test_a_defender_that_wins_may_be_reinforced() -> None:
    state = json.loads(
        FORMAT.dumps(Battle.parse("Plains, defender's maneuver: Ogre D3 / Lion D4, Lion F1 | began attacker"))
    )
    orders = [{"do": "end-maneuver"}, {"do": "strike", "from": "D4", "to": "D3", "dice": [1] * 5}]
    orders += [{"do": "end-strikes"}, {"do": "concede", "by": "Black"}]
    text = json.dumps({"format": "titan-rules/1", "kind": "battle-orders", "battle": state, "orders": orders})
    done = resolve("-", stdin=text)
    assert done.code == 0, done.out
    assert {"muster": "Lion", "with": [["Lion"]]} in done.json["may_reinforce"]
    assert "may reinforce with" in titan("resolve-battle", "-", "--format", "table", stdin=text).out


@for_each(
    ("text", "pointer"),
    [
        ("", ""),
        ("{}", ""),
        (json.dumps({"format": "titan-rules/1", "kind": "battle-orders"}), ""),
        (json.dumps({"format": "titan-rules/1", "kind": "battle-orders", "battle": {}, "orders": []}), None),
        (document({"do": "roll"}), "/orders"),
        (document([7]), "/orders/0"),
        (document([], terrain="Moon"), None),
        ("[" * 5000, None),
        (document([]) + "}", None),
    ],
)
def test_what_is_no_battle_with_orders_is_bad_usage(text: str, pointer: str | None) -> None:
    done = resolve("-", stdin=text)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert done.error["message"]
    if pointer is not None:
        assert done.error.get("pointer", "") == pointer


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"do": "rol"}, "unknown-action"),
        ({}, "missing-key"),
        ({"do": "strike", "from": "D3"}, "missing-key"),
        ({"do": "strike", "from": "D3", "to": "D4", "dices": []}, "unknown-key"),
    ],
)
def test_an_order_that_is_none_stops_it(order: Any, code: str) -> None:
    done = resolve("-", stdin=document([order]))
    assert done.code == 1
    assert done.json["stopped_at"]["error"]["code"] == code


def test_a_record_without_orders_is_called_a_record(tmp_path: Path) -> None:
    path = tmp_path / "g.titan"
    path.write_text("titan-rules/1 standard\nAnn Black 600, Ben Red 300\n")
    done = titan("resolve-battle", str(path), "--format", "table")
    assert (done.code, done.err) == (2, f"titan: {path} holds a recorded game, not one document of JSON\n")
