"""``replay --keep-going`` follows ORDER-1: what was done out of its phase, Engagements left unresolved."""

import json
from typing import Any

from builders import board_document
from running import titan

HEADER = {"format": "titan-rules/1", "kind": "replay", "ruleset": "standard"}


def start(phase: str = "movement", roll: int | None = 1, **black: Any) -> dict[str, Any]:
    """Black has its Titan in Tower 600, and Lions beside Red's Ogres in the Plains 105."""
    own = {"Bk01": (600, "Titan Ogre Ogre Lion"), "Bk02": (105, "Lion Lion", black)}
    red = {"Rd01": (300, "Titan Ogre Ogre Ogre"), **({"Rd02": (105, "Ogre Ogre")} if black else {})}
    towers = {"black_is": {"tower": 600}, "red_is": {"tower": 300}}
    return board_document(phase=phase, roll=roll, black=own, red=red, **towers)


def report(*rows: dict[str, Any], begin: dict[str, Any] | None = None, more: tuple[str, ...] = ()) -> Any:
    lines = [{**HEADER, "start": begin or start()}, *rows]
    text = "".join(json.dumps(row) + "\n" for row in lines)
    return titan("replay", "-", "--format", "json", *more, stdin=text).json


def characters(answer: Any, marker: str) -> list[str]:
    found = [x for p in answer["final"]["players"] for x in p["legions"] if x["legion"] == marker]
    return sorted(found[0]["characters"]) if found else []


SPLIT = {"do": "split", "legion": "Bk01", "into": "Bk03", "characters": ["Ogre", "Lion"]}
MOVE = {"do": "move", "legion": "Bk02", "to": 104}
TURN = [{"do": "end-moves"}, {"do": "end-turn"}]


def test_ORDER_1_what_is_illegal_in_its_own_phase_too_does_not_stand() -> None:
    wrong = {**SPLIT, "characters": ["Ogre"]}
    answer = report(wrong, MOVE, *TURN, more=("--keep-going",))
    assert [ruling["rule"] for ruling in answer["problems"][0]["rulings"]] == ["SPLIT-4"]
    assert characters(answer, "Bk03") == []


def test_ORDER_1_a_late_move() -> None:
    rows = [MOVE, TURN[0], {"do": "move", "legion": "Bk01", "to": 136}, TURN[1]]
    answer = report(*rows, more=("--keep-going",))
    assert [r["rule"] for r in answer["problems"][0]["rulings"]] == ["MOVE-1", "ORDER-1"]
    assert report(*rows[:3], more=("--keep-going",))["final"]["phase"] == "enlistment"


def test_ORDER_1_a_late_move_onto_an_enemy_is_an_engagement_still_to_be_resolved() -> None:
    begin = start("enlistment")
    begin["players"][1]["legions"].append({"legion": "Rd02", "land": 104, "characters": ["Ogre"]})
    answer = report({**MOVE, "to": 104}, begin={**begin, "roll": 1}, more=("--keep-going",))
    assert (answer["final"]["phase"], answer["next"]["decides"]) == ("engagement", "engage")


def test_ORDER_1_a_forgotten_engagement_is_resolved_in_the_next_players_turn() -> None:
    begin = start("engagement", moved=True, entry_side="left", came_from=104)
    rows = [{"do": "end-turn"}, {"do": "roll", "die": 3}, {"do": "engage", "land": 105}, {"do": "flee"}]
    answer = report(*rows, begin=begin, more=("--keep-going",))
    assert [problem["line"] for problem in answer["problems"]] == [2]
    assert answer["result"]["scores"]["Black"] == 12
    assert (answer["final"]["active"], answer["final"]["phase"], answer["final"]["roll"]) == ("Red", "movement", 3)
    answer = report(*rows, {"do": "move", "legion": "Rd01", "to": 15}, begin=begin, more=("--keep-going", "--steps"))
    assert [problem["line"] for problem in answer["problems"]] == [2]
    assert characters(answer, "Bk02") == ["Lion", "Lion"]
    fled = next(step for step in answer["log"] if step["action"] == {"do": "flee"})
    assert [event["rule"] for event in fled["events"]] == ["ENG-3", "ENG-3", "ORDER-1"]


def test_ORDER_1_angels_left_open_by_a_forgotten_engagement_are_declined_by_what_follows() -> None:
    begin = start("engagement", moved=True, entry_side="left", came_from=104)
    begin["players"][0]["score"] = 90
    rows = [{"do": "end-turn"}, {"do": "roll", "die": 3}, {"do": "engage", "land": 105}, {"do": "flee"}]
    answer = report(*rows, {"do": "move", "legion": "Rd01", "to": 15}, begin=begin, more=("--keep-going",))
    assert [problem["line"] for problem in answer["problems"]] == [2]
    assert characters(answer, "Bk02") == ["Lion", "Lion"]
    assert answer["final"]["active"] == "Red"


def test_ORDER_1_parts_that_share_a_land_when_the_turn_ends_do_not_stand() -> None:
    answer = report(SPLIT, MOVE, TURN[1], begin=start("enlistment"), more=("--keep-going", "--steps"))
    assert characters(answer, "Bk03") == []
    assert characters(answer, "Bk01") == ["Lion", "Ogre", "Ogre", "Titan"]
    told = [event["text"] for event in answer["log"][-1]["events"] if event["rule"] == "ORDER-1"]
    assert told[0] == "Bk03 shares a land with Bk01, from which it was split out of its phase: it does not stand"
    checked = titan("validate", "-", stdin=json.dumps(answer["final"]))
    assert checked.code == 0
