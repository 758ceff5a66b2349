"""Whatever the page asks is answered as the commands answer it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator, meta

from checkout import EXAMPLES
from recorded import SHIPPED, spread_out, text
from running import titan
from titan_cli.web import cases
from titan_cli.web.ask import QUESTIONS, ask, shapes
from titan_rules import scenarios
from titan_rules.box import box
from titan_rules.box.loading import shipped
from titan_rules.draw import page as maps
from titan_rules.kernel.answers import Answer
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.kernel.schema import object_schema
from titan_rules.play import legal_actions
from titan_rules.position.documents import FORMAT
from titan_rules.text.writing import written

BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
GAME = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))
MANEUVER = {**BATTLE, "phase": "maneuver"}
POSITIONS = 200


@pytest.fixture(scope="module")
def positions() -> list[Any]:
    """Positions of a recorded game, in battles and outside, evenly spread."""
    return spread_out(POSITIONS)


def test_what_is_legal_is_what_the_library_says_in_two_hundred_positions(positions: list[Any]) -> None:
    assert len(positions) == POSITIONS
    for state in positions:
        found = ask({"ask": "draw", "position": FORMAT.to_json(state)})
        assert [one["text"] for one in found["legal"]] == [written(action) for action in legal_actions(state)]
        assert found["position"] == FORMAT.to_json(state)
        assert found["next"]["says"]


def test_every_answer_has_the_shape_that_the_page_s_types_are_made_of() -> None:
    record = SHIPPED.read_text(encoding="utf-8")
    strike, played = {"position": BATTLE, "action": "D3 strikes D4"}, {"record": record, "step": 3}
    two = [{"name": "Ogre", "hex": "D3"}, {"name": "Lion", "hex": "D3"}]
    unrolled = {**GAME, "roll": None}
    asked: dict[str, list[dict[str, Any]]] = {
        "load": [
            {"text": record},
            {"text": "Jungle: 2 Gargoyle"},
            {"text": "Plains: Ogre D3 / Lion D3"},
            {"text": json.dumps(GAME)},
        ],
        "draw": [
            {"position": BATTLE},
            {"position": GAME},
            {"position": {**BATTLE, "attacker": {**BATTLE["attacker"], "characters": two}}},
        ],
        "legal": [
            *({"position": battle, "about": about} for battle, about in ((BATTLE, "D3"), (MANEUVER, "B4"))),
            *({"position": game, "about": "Bk01"} for game in (GAME, unrolled)),
        ],
        "why": [strike, {"position": BATTLE, "action": "D3 strikes F2"}],
        "act": [strike, {**strike, "dice": [6] * 6}, {"position": BATTLE, "action": "D3 strikes F2"}],
        "odds": [{"position": BATTLE, "from": "D3", "to": "D4"}],
        "simulate": [{"position": BATTLE, "count": 2}],
        "rules": [{"rule": "STRIKE-1"}],
        "find": [{"words": "may I shoot over a wall"}, {"words": "Hydra"}],
        "scenario": [{"id": "CARRY-1.a"}],
        "new": [{}, {"kind": "battle"}],
        "box": [{"box": "undead"}],
        "at": [played],
        "export": [{**played, "as": "sheet"}],
        "deduce": [{**played, "as": "nobody"}],
        "advise": [{"position": BATTLE, "trials": 2}],
        "engagement": [{"position": json.loads((EXAMPLES / "engaged.json").read_text()), "land": 105, "trials": 2}],
    }
    assert set(asked) == set(QUESTIONS)
    for name, questions in asked.items():
        kinds = [kind for kind in get_args(shapes(name)[1]) or (shapes(name)[1],) if not issubclass(kind, Answer)]
        if not kinds:
            continue
        definitions: dict[str, JSON] = {}
        schema = {"anyOf": [object_schema(kind, definitions) for kind in kinds], "$defs": definitions}
        meta.validate(schema)
        for question in questions:
            found = ask({"ask": name, **question})
            assert "error" not in found, (name, found)
            Draft202012Validator(schema).validate(json.loads(json.dumps(found)))


def test_every_way_that_is_offered_for_a_touch_is_legal(positions: list[Any]) -> None:
    touched = 0
    for state in positions[::5]:
        document = FORMAT.to_json(state)
        drawn = ask({"ask": "draw", "position": document})
        texts = {one["text"] for one in drawn["legal"]}
        for about in {one["action"].get("from") or one["action"].get("legion") for one in drawn["legal"]} - {None}:
            reach = ask({"ask": "legal", "position": document, "about": about})
            for offered in _offered(reach):
                assert offered in texts
                touched += 1
            if len(reach.get("rolls", ())) == 1:
                moves = [one["action"] for one in drawn["legal"] if one["action"]["do"] == "move"]
                ways = {way["land"] for way in reach["rolls"][0]["legal"][0]["to"]}
                assert ways == {one["to"] for one in moves if one["legion"] == about}
                touched += len(ways)
    assert touched > 200


def _offered(reach: dict[str, Any]) -> Iterator[str]:
    yield from (one["text"] for one in reach.get("to", {}).values())
    for target in reach.get("targets", {}).values():
        yield from (option["text"] for option in target["options"])


@pytest.mark.parametrize("action", ["D3 strikes F2", "D3 strikes D4 at 3", "Ogr D3-E4", "end-strikes"])
def test_a_refusal_is_that_of_check(action: str) -> None:
    told = titan("check", "-", action, stdin=json.dumps(BATTLE)).json
    found = ask({"ask": "why", "position": BATTLE, "action": action})
    assert (found["verdict"], found["rulings"]) == (told["verdict"], told["rulings"])
    assert {one["text"] for one in found["instead"]} == set(told["legal"])
    assert ask({"ask": "act", "position": BATTLE, "action": action})["rulings"] == told["rulings"]


def test_what_is_of_the_same_kind_and_piece_comes_first_in_place_of_what_is_illegal() -> None:
    found = ask({"ask": "why", "position": BATTLE, "action": "D3 strikes F2"})
    assert [one["text"] for one in found["instead"][:2]] == ["D3 strikes D4", "D3 strikes E3"]
    assert found["instead"][0]["says"] == "Ogre in D3 strikes Centaur in D4"


@pytest.mark.parametrize(
    ("action", "dice"), [("end-splits", [1]), ("Bk02 D7", [3]), ("roll", [1, 2]), ("mulligan", [6, 6])]
)
def test_dice_for_what_has_none_or_but_one_are_refused(action: str, dice: list[int]) -> None:
    asked = {"ask": "act", "position": GAME, "action": action, "dice": dice}
    assert ask(asked)["error"]["code"] == "too-many-dice"


def test_an_action_is_carried_out_as_check_does() -> None:
    words = "D3 strikes D4 with 6 6 6 6 1 1 carrying E3:2"
    told = titan("check", "-", words, "--apply", stdin=json.dumps(BATTLE)).json
    carried: dict[str, JSON] = {"dice": [6, 6, 6, 6, 1, 1], "carry": [{"to": "E3", "hits": 2}]}
    found: dict[str, Any] = ask({"ask": "act", "position": BATTLE, "action": "D3 strikes D4", **carried})
    assert (found["text"], found["after"]["position"]) == (words, told)
    assert found["says"] == "Ogre in D3 strikes Centaur in D4, carrying 2 to Gargoyle in E3"
    assert found["rulings"] == titan("check", "-", words, stdin=json.dumps(BATTLE)).json["rulings"]
    assert "4 - 2 + 4 = 6" in " ".join(ruling["text"] for ruling in found["rulings"])
    assert found["arrow"] == ["strike", "D3", "D4"]


def test_outside_the_movement_phase_a_legion_has_the_reasons_that_legal_moves_gives() -> None:
    new: dict[str, Any] = ask({"ask": "new", "players": ["Ann", "Ben"], "seed": 3})
    about = next(one["action"]["legion"] for one in new["legal"] if one["action"]["do"] == "split")
    told = titan("legal-moves", "-", "--legion", about, stdin=json.dumps(new["position"])).json
    found = ask({"ask": "legal", "position": new["position"], "about": about})
    assert found["rulings"] == told["legal"][0]["rulings"]


def test_odds_are_those_of_strike_odds() -> None:
    told = titan("strike-odds", "-", "--from", "D3", "--to", "D4", stdin=json.dumps(BATTLE)).json
    assert ask({"ask": "odds", "position": BATTLE, "from": "D3", "to": "D4"}) == told


def test_battles_fought_out_in_parts_come_to_what_they_come_to_at_once() -> None:
    told = titan("resolve-battle", "-", "--simulate", "40", "--seed", "9", stdin=json.dumps(BATTLE)).json
    held, found = None, {}
    for first in (0, 10, 20, 30):
        question = {"ask": "simulate", "position": BATTLE, "first": first, "count": 10, "seed": "9", "so_far": held}
        found = json.loads(json.dumps(ask(question)))
        held = found.pop("so_far")
    assert found == told


def test_a_line_of_play_is_a_recorded_game(tmp_path: Path) -> None:
    new: Any = ask({"ask": "new", "players": ["Ann", "Ben"], "seed": 3})
    split = next(one for one in new["legal"] if one["action"]["do"] == "split")
    played = [{"action": split["text"], "comment": "so it began"}]
    found = ask({"ask": "export", "position": new["position"], "as": "replay", "played": played})
    target = tmp_path / "game.jsonl"
    target.write_text(found["text"], encoding="utf-8")
    assert titan("replay", str(target)).json["verdict"] == "legal"
    after = ask({"ask": "act", "position": new["position"], "action": split["text"]})["after"]["position"]
    assert titan("replay", str(target), "--to", "1").json["final"] == after


def test_a_battle_s_line_of_play_is_resolved_by_resolve_battle(tmp_path: Path) -> None:
    words = "D3 strikes D4 with 6 6 1 1 1 1"
    found = ask({"ask": "export", "position": BATTLE, "as": "orders", "played": [words]})
    told = titan("resolve-battle", "--lines", "-", stdin=found["text"])
    assert json.loads(told.out)["kind"] == "battle-result"


def test_a_picture_and_a_document_are_those_of_the_commands() -> None:
    for form, command in (("svg", "render"), ("json", "show")):
        found = ask({"ask": "export", "position": BATTLE, "as": form})["text"]
        if form == "svg":
            assert found == titan(command, str(EXAMPLES / "battle.json")).out
        else:
            assert json.loads(found) == ask({"ask": "draw", "position": BATTLE})["position"]
    assert ask({"ask": "export", "position": GAME, "as": "svg"})["text"].startswith("<svg")


def test_a_position_is_read_and_written_on_one_line() -> None:
    line = "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
    found = ask({"ask": "load", "text": line})
    assert (found["kind"], found["line"]) == ("position", line)
    assert ask({"ask": "export", "position": found["position"], "as": "line"})["text"] == f"{line}\n"
    assert found["next"]["decides"] == "strike"


def test_a_line_with_a_fault_is_drawn_with_what_is_right_and_the_fault_at_its_place() -> None:
    told: dict[str, Any] = ask({"ask": "load", "text": "Plains: Ogre D3 / Lion D3, Centaur D4"})
    assert [(fault["code"], fault["pointer"]) for fault in told["faults"]] == [
        ("hex-taken", "/defender/characters/0/hex")
    ]
    assert told["partial"]["without"] == ["/defender/characters/0"]
    assert [one["text"] for one in told["legal"]] == ["D3 strikes D4", "Black attempts to concede"]


@pytest.mark.parametrize("text", ["garbage", "<img", "<script>", "", "Plains: Ogre D3"])
def test_what_is_no_position_is_told_what_one_looks_like(text: str) -> None:
    told: Any = ask({"ask": "load", "text": text})
    error = told["error"]
    assert "Plains: Ogre D3 / Lion D4" in error["message"] + (error["hint"] or "")
    assert "JSON" not in error["message"]


def test_a_line_of_a_position_that_is_too_long_is_not_read() -> None:
    found: dict[str, Any] = ask({"ask": "load", "text": "Plains: " + "Ogre D3, " * 400_000 + "/ Lion D4"})
    assert found["error"]["code"] == "too-long"


def test_an_impossible_position_keeps_its_line() -> None:
    new: Any = ask({"ask": "new", "players": ["Ann", "Ben"], "seed": 3})
    found = ask({"ask": "draw", "position": {**new["position"], "phase": "movement"}})
    assert found["faults"]
    assert found["line"].startswith("turn 1, ")
    again = ask({"ask": "load", "text": found["line"]})
    assert (again["line"], again["facts"]["L/Bk01"]) == (found["line"], found["facts"]["L/Bk01"])


@pytest.mark.parametrize("name", shipped())
def test_a_battle_and_a_game_begin_in_every_box(name: str) -> None:
    battle = ask({"ask": "new", "kind": "battle", "box": name})
    assert (battle["position"].get("box", "standard"), battle["faults"]) == (name, [])
    game = ask({"ask": "new", "box": name, "players": ["Ann", "Ben"], "seed": 7})
    assert game["legal"]
    assert ask({"ask": "draw", "position": game["line"]})["position"] == game["position"]
    kit = ask({"ask": "box", "box": name})
    names = [row[0] for row in kit["geometry"]["characters"]]
    shown = {names[index] for key, legion in game["facts"].items() if key.startswith("L/") for index in legion[4]}
    assert shown == set(box(name).starting_characters)
    assert {f"battleland-{terrain}" for terrain in kit["geometry"]["terrains"]} <= set(kit["templates"])


def test_the_page_s_own_box_is_drawn_as_the_page_has_it() -> None:
    kit = ask({"ask": "box", "box": "standard"})
    assert kit["geometry"] == json.loads(compact(maps.geometry()))
    assert kit["drawings"][0] == "svg"


def test_a_box_of_one_s_own_goes_with_the_question_and_no_file_is_opened(tmp_path: Path) -> None:
    mine = {"format": "titan-rules/1", "kind": "box", "name": "mine", "extends": "base.json"}
    base: dict[str, JSON] = {"format": "titan-rules/1", "kind": "box", "name": "base", "extends": "standard"}
    base["characters"] = {"Ogre": {"power": 9}}
    position = {**BATTLE, "box": "mine.json"}
    for name, document in (("mine.json", mine), ("base.json", base)):
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
    absent = ask({"ask": "draw", "position": {**BATTLE, "box": str(tmp_path / "mine.json")}})
    assert absent["error"]["code"] == "box-not-here"
    found = ask({"ask": "legal", "position": position, "about": "D3", "boxes": {"mine.json": mine, "base.json": base}})
    assert [target["options"][0]["dice"] for target in found["targets"].values()] == [9, 9]
    assert ask({"ask": "load", "text": json.dumps(base)})["kind"] == "box"
    wrong = ask({"ask": "load", "text": json.dumps({**base, "characters": {"Ogre": {"power": "nine"}}})})
    assert wrong["error"]["pointer"] == "/characters/Ogre/power"


def test_a_recorded_game_of_another_box_is_told_in_its_names(tmp_path: Path) -> None:
    game = ask({"ask": "new", "box": "undead", "seed": 3})["position"]
    rows = [{"format": "titan-rules/1", "kind": "replay", "start": game}, {"do": "end-splits"}]
    found = ask({"ask": "load", "text": text(rows)})
    assert (found["kind"], found["box"], len(found["steps"])) == ("record", "undead", 1)
    assert ask({"ask": "at", "record": found["record"], "step": 0})["position"] == game


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Plains: Ogre D3, Lyon C3 / Lion D4", "/attacker/characters/1"),
        ("Ogre D3 vs Lion D4 and Lyon E3 in Plains", "/defender/characters/1"),
        ("Plains: Ogre D3 / Lion D4, Centaur E9", "/defender/characters/1"),
    ],
)
def test_what_is_typed_of_those_that_there_are_is_answered(text: str, without: str) -> None:
    found = ask({"ask": "load", "text": text})
    assert found["faults"][0]["message"].startswith("unknown ")
    assert found["partial"]["without"] == [without]
    assert "D3 strikes D4" in [action["text"] for action in found["legal"]]
    assert found["line"] == text


def test_faults_of_a_position_are_told_and_it_is_drawn_nonetheless() -> None:
    two = [{"name": "Ogre", "hex": "D3"}, {"name": "Lion", "hex": "D3"}]
    found = ask({"ask": "draw", "position": {**BATTLE, "attacker": {**BATTLE["attacker"], "characters": two}}})
    assert found["faults"]
    assert len(found["facts"]["A"][0]) == 2


def test_what_does_not_depend_on_a_fault_is_answered_nonetheless() -> None:
    mine = BATTLE["attacker"]["characters"]
    for wrong in (
        {"name": "Lion", "hex": mine[0]["hex"]},
        {"name": "Lion", "hex": "Z9"},
        {"name": "Lyon", "hex": "B2"},
    ):
        position = {**BATTLE, "attacker": {**BATTLE["attacker"], "characters": [*mine, wrong]}}
        found = ask({"ask": "draw", "position": position})
        assert found["faults"]
        assert found["position"] == position
        assert found["partial"]["without"] == [f"/attacker/characters/{len(mine)}"]
        assert found["legal"] == ask({"ask": "draw", "position": BATTLE})["legal"]
        reach = ask({"ask": "legal", "position": found["partial"]["position"], "about": "D3"})
        assert set(reach["targets"]) == {"D4", "E3"}


def test_a_legion_that_cannot_be_is_taken_for_one_that_is_not_known() -> None:
    players = [dict(player) for player in GAME["players"]]
    players[0] = {**players[0], "legions": [dict(legion) for legion in players[0]["legions"]]}
    players[0]["legions"][1]["characters"] = ["Lion"] * 9
    found = ask({"ask": "draw", "position": {**GAME, "players": players}})
    assert found["partial"]["without"] == ["/players/0/legions/1"]
    assert any(one["action"].get("legion") == "Bk03" for one in found["legal"])


def test_where_nothing_is_left_nothing_is_said() -> None:
    assert ask({"ask": "draw", "position": {**BATTLE, "turn": 40}})["error"]["pointer"] == "/turn"
    players = [{**GAME["players"][0], "legions": GAME["players"][0]["legions"][1:]}, *GAME["players"][1:]]
    found = ask({"ask": "draw", "position": {**GAME, "players": players}})
    assert (found["partial"], found["legal"]) == (None, [])


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({}, "unknown-question"),
        ({"ask": ["draw"]}, "unknown-question"),
        ({"ask": "draw"}, "missing-key"),
        ({"ask": "draw", "position": BATTLE, "more": 1}, "unknown-key"),
        ({"ask": "draw", "position": None}, "not-a-document"),
        ({"ask": "load", "text": "{nonsense"}, "not-json"),
        ({"ask": "act", "position": BATTLE, "action": "dance"}, "bad-notation"),
        ({"ask": "act", "position": GAME, "action": {"do": "dance"}}, "unknown-action"),
        ({"ask": "legal", "position": BATTLE, "about": "A1"}, "nobody-there"),
        ({"ask": "odds", "position": GAME, "from": "D3", "to": "D4"}, "no-battle"),
        ({"ask": "simulate", "position": GAME}, "no-battle"),
        ({"ask": "export", "position": BATTLE, "as": "paper"}, "unknown-form"),
        ({"ask": "rules", "rule": "NONE-1"}, "unknown-rule"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(question: dict[str, Any], code: str) -> None:
    assert ask(question)["error"]["code"] == code


plain = st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=5) | st.sampled_from(["D3", "Bk01", "json"])
nested = plain | st.lists(plain, max_size=3) | st.dictionaries(st.text(max_size=4), plain, max_size=3)
values = nested | st.lists(nested, max_size=3) | st.dictionaries(st.text(max_size=4), nested, max_size=3)


@given(st.sampled_from(sorted(QUESTIONS)), st.dictionaries(st.sampled_from(["about", "action", "text"]), values))
def test_no_question_is_a_fault_of_the_program(name: str, more: dict[str, Any]) -> None:
    position: Any
    for position in (BATTLE, GAME, {}):
        found = ask({"ask": name, "position": position, **more})
        assert found.get("error", {}).get("code") != "internal"


def test_an_engagement_is_answered_as_by_the_command() -> None:
    engaged = EXAMPLES / "engaged.json"
    position = json.loads(engaged.read_text(encoding="utf-8"))
    found = ask({"ask": "engagement", "position": position, "land": 105, "trials": 20})
    assert found == titan("resolve-battle", str(engaged), "--engagement", "105", "--simulate", "20").json
    assert ask({"ask": "engagement", "position": BATTLE, "land": 105})["error"]["code"] == "no-engagement"


def test_nobody_in_a_battle_is_a_fault() -> None:
    empty: dict[str, Any] = {
        "format": "titan-rules/1",
        "kind": "battle",
        "terrain": "Plains",
        "turn": 1,
        "phase": "maneuver",
    }
    side: dict[str, Any] = {"legion": "Bk01", "characters": [], "entry_side": "left", "score": 0}
    sides = {
        "attacker": {"player": "Black", **side},
        "defender": {"player": "Red", "legion": "Rd01", "score": 0, "characters": []},
    }
    position = {**empty, "side": "defender", **sides}
    found = ask({"ask": "simulate", "position": position})
    assert found["error"]["message"] == "nobody is in this battle"


def test_what_was_played_is_written_as_a_sheet_and_as_a_record() -> None:
    record = SHIPPED.read_text(encoding="utf-8")
    whole = len(record.splitlines()) - 1
    sheet = ask({"ask": "export", "record": record, "step": whole, "as": "sheet"})["text"]
    assert sheet == titan("replay", str(SHIPPED), "--format", "sheet").out
    again = ask({"ask": "export", "record": sheet, "step": whole, "as": "replay"})["text"]
    assert [json.loads(row) for row in again.splitlines()] == [json.loads(row) for row in record.splitlines()]
    begun = ask({"ask": "new", "seed": 2})
    splits = next(one["text"] for one in begun["legal"] if one["action"]["do"] == "split")
    line = {"position": begun["position"], "played": [{"action": splits, "comment": "so it began"}]}
    loaded = ask({"ask": "load", "text": ask({"ask": "export", **line, "as": "sheet"})["text"]})
    assert [(step["x"], step["c"]) for step in loaded["steps"]] == [(splits, "so it began")]


def test_the_cases_on_a_rule_are_those_of_the_catalogue_also_where_it_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ask({"ask": "rules", "rule": "CARRY-1"})["cases"]
    listed = titan("scenario", "list", "CARRY-1").json["scenarios"]
    assert len(listed) > 1
    assert {row["id"] for row in listed} <= {case["id"] for case in found}
    case = ask({"ask": "scenario", "id": found[0]["id"]})
    for name, content in cases.tables().items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(cases, "__file__", str(tmp_path / "cases.py"))
    kept = (cases._cases, cases._disputes)
    for one in kept:
        one.cache_clear()
    assert ask({"ask": "rules", "rule": "CARRY-1"})["cases"] == found
    assert ask({"ask": "scenario", "id": found[0]["id"]}) == case
    (tmp_path / cases.TABLE).unlink()
    monkeypatch.setattr(scenarios, "shipped_folder", lambda: tmp_path / "nowhere")
    for one in kept:
        one.cache_clear()
    assert cases.cases_on("CARRY-1") == ()
    for one in kept:
        one.cache_clear()


DISPUTE = ("Plains: Ogre D3 / Lion D4 4 hits, Centaur C3", "Ogre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur")
"""The README's first."""


@pytest.mark.parametrize(
    "typed",
    [
        "\n".join(DISPUTE),
        f'$ titan check "{DISPUTE[0]}" \\\n    "{DISPUTE[1]}"\nD3 strikes D4: illegal',
        f"{DISPUTE[0]}; {DISPUTE[1]}",
    ],
    ids=["two lines", "from the README", "one line"],
)
def test_a_dispute_is_read_as_position_and_action_CARRY_1(typed: str) -> None:
    found = ask({"ask": "load", "text": typed})
    assert (found["kind"], found["line"]) == ("position", DISPUTE[0])
    (action,) = found["actions"]
    done = ask({"ask": "act", "position": found["position"], "action": action["action"]})
    told = titan("check", *DISPUTE).json
    assert (done["verdict"], done["rulings"]) == ("illegal", told["rulings"])
    assert found["notes"]


def test_an_action_in_words_is_meant_in_the_position_that_is_shown() -> None:
    position = ask({"ask": "load", "text": DISPUTE[0]})["position"]
    found: dict[str, Any] = ask({"ask": "load", "text": "Ogre strikes Lion", "position": position})
    assert (found["kind"], [one["text"] for one in found["actions"]]) == ("actions", ["D3 strikes D4"])
    other = ask({"ask": "load", "text": "Woods: Ogre C3 / Lion C4", "position": position})
    assert (other["kind"], other["line"]) == ("position", "Woods: Ogre C3 / Lion C4")


def test_what_is_not_read_is_named_and_what_is_read_is_shown() -> None:
    found: dict[str, Any] = ask({"ask": "load", "text": f"{DISPUTE[0]}\nOgre dances"})
    assert (found["line"], found["actions"]) == (DISPUTE[0], [])
    assert "dances" in found["unread"]["message"]


@pytest.mark.parametrize("words", ["may I carry hits over to another hex", "CARRY-1"])
def test_a_question_about_the_rules_has_no_verdict_but_rules_CARRY_1(words: str) -> None:
    assert "verdict" not in ask({"ask": "load", "text": words})
    found = ask({"ask": "find", "words": words})["rules"]
    assert "CARRY-1" in [rule["id"] for rule in found]


@pytest.mark.parametrize("words", ["may I shoot over a wall", "Hydra", "STRIKE", "how many points is a hydra worth"])
def test_rules_are_found_as_titan_rules_finds_them(words: str) -> None:
    told, found = titan("rules", *words.split()).json, ask({"ask": "find", "words": words})
    assert found["rules"] == told["rules"]
    assert [entry[0].split(" - ")[0] for entry in found["entries"]] == [
        one["name"] for one in told.get("characters", [])
    ]


def test_orders_are_carried_out_in_the_battle_that_is_shown() -> None:
    orders = (EXAMPLES / "orders.jsonl").read_text(encoding="utf-8")
    assert ask({"ask": "load", "text": orders})["error"]["code"] == "no-position"
    found: dict[str, Any] = ask({"ask": "load", "text": orders, "position": BATTLE})
    position = BATTLE
    for one in found["actions"]:
        done = ask({"ask": "act", "position": position, "action": one["text"]})
        assert done["verdict"] == "legal"
        position = done["after"]["position"]
    end = titan("resolve-battle", str(EXAMPLES / "battle.json"), str(EXAMPLES / "orders.jsonl")).json["final"]
    assert position == end
    whole = (EXAMPLES / "battle-orders.json").read_text(encoding="utf-8")
    opened: dict[str, Any] = ask({"ask": "load", "text": whole})
    assert (opened["kind"], len(opened["actions"])) == ("position", len(json.loads(whole)["orders"]))


def test_a_battle_that_is_kept_alone_is_opened_with_what_was_done_in_it(tmp_path: Path) -> None:
    kept = tmp_path / "battle.titan"
    assert titan("play", str(kept), "--start", DISPUTE[0], "Ogre strikes Lion with 6 6 6 1 1 2").code == 0
    found: dict[str, Any] = ask({"ask": "load", "text": kept.read_text(encoding="utf-8")})
    assert (found["kind"], found["line"]) == ("position", DISPUTE[0])
    assert [one["text"] for one in found["actions"]] == ["D3 strikes D4 with 6 6 6 1 1 2"]


def test_several_lines_are_done_one_after_the_other() -> None:
    lines = "Ogre strikes Lion with 6 6 1 1 1 1\nend-strikes"
    position = ask({"ask": "load", "text": DISPUTE[0]})["position"]
    found: dict[str, Any] = ask({"ask": "load", "text": lines, "position": position})
    assert [one["text"] for one in found["actions"]] == ["D3 strikes D4 with 6 6 1 1 1 1", "end-strikes"]


@pytest.mark.parametrize("shown", [None, BATTLE])
def test_a_legion_is_asked_for_its_musters_MUSTER_2(shown: Any) -> None:
    rows = (EXAMPLES / "musters.jsonl").read_text(encoding="utf-8")
    found: dict[str, Any] = ask({"ask": "load", "text": rows, "position": shown})
    good, bad, *_ = found["legions"]
    told = titan("recruit-options", "Jungle", "Gargoyle", "Gargoyle").json
    assert good == {key: value for key, value in told.items() if key not in ("format", "kind")}
    assert "Jungle" in bad["fault"]["hint"]
    typed: dict[str, Any] = ask({"ask": "load", "text": "Jungle: 2 Gargoyle", "position": shown})
    assert typed["legions"] == [good]


FIRST = """
import json, sys
from titan_cli.web.ask import ask
ask({"ask": "rules", "rule": "STRIKE-1"})  # the page's, when its engine starts
def imported(text, *actions):
    before = set(sys.modules)
    position = ask({"ask": "load", "text": text})["position"]
    for action in actions:
        ask({"ask": "act", "position": position, "action": action})
    ask({"ask": "legal", "position": position, "about": "D3"})
    ask({"ask": "find", "words": "may I shoot over a wall"})
    return sorted(set(sys.modules) - before)
print(json.dumps(imported("Plains: Ogre D3 / Lion D4", "D3 strikes D4", "D3 strikes D4 with 6 6 5 1 1 2")))
"""


def test_the_first_question_imports_nothing() -> None:
    made = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    assert json.loads(made.stdout) == []


def test_advice_is_that_of_titan_advise() -> None:
    told = titan("advise", "-", "--trials", "4", stdin=json.dumps(BATTLE)).json
    assert ask({"ask": "advise", "position": BATTLE, "trials": 4}) == told
    assert ask({"ask": "advise", "position": GAME})["error"]["code"] == "no-battle"


def test_every_case_that_has_a_position_is_opened_on_the_board() -> None:
    rules = [rule["id"] for rule in ask({"ask": "find", "words": "STRIKE"})["rules"]]
    ids = {case["id"] for rule in rules for case in ask({"ask": "rules", "rule": rule})["cases"]}
    assert len(ids) > 20
    for name in sorted(ids):
        text = ask({"ask": "scenario", "id": name})["text"]
        found = {} if text is None else ask({"ask": "load", "text": text})
        assert found.get("error") is None
        assert found.get("unread") is None
    assert ask({"ask": "scenario", "id": "NONE-1.a"})["error"]["code"] == "unknown-case"


def test_saves_of_other_programs_are_opened() -> None:
    colossus = ask({"ask": "load", "text": (EXAMPLES / "game.xml").read_text(encoding="utf-8")})
    assert colossus["position"] == titan("import", "colossus", str(EXAMPLES / "game.xml")).json
    slugathon = ask({"ask": "load", "text": (EXAMPLES / "game.save").read_text(encoding="utf-8")})
    lines = titan("import", "slugathon", str(EXAMPLES / "game.save")).out.splitlines()
    assert (slugathon["kind"], len(slugathon["steps"])) == ("record", len(lines) - 1)
    assert ask({"ask": "load", "text": "<?xml version='1.0'?><html></html>"})["error"]["code"] == "not-a-save"
