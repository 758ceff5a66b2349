"""``titan legal-moves``: every phase of games and battles, as JSON and as tables, and ``--why``."""

import json
from typing import Any

import pytest

from builders import FAR_AWAY, board_document
from looping import for_each
from running import Done, titan
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle, BattleOutcome
from titan_rules.position.documents import FORMAT

BLACK = {"Bk01": (3, "Titan Ogre Ogre Lion"), "Bk02": (5, "Gargoyle Gargoyle")}
ENGAGED = {"moved": True, "came_from": 4, "entry_side": "left"}


def ask(*args: str, red: Any = FAR_AWAY, black: Any = BLACK, **given: Any) -> Done:
    data = {k: v for k, v in board_document(black=black, red=red, **given).items() if k != "roll" or v is not None}
    return titan("legal-moves", "-", *args, stdin=json.dumps(data))


def table(*args: str, **given: Any) -> str:
    done = ask("--format", "table", *args, **given)
    assert (done.code, done.err) == (0, "")
    return done.out


def entry(answer: Any, legion: str) -> Any:
    return next(e for e in answer["legal"] if e["legion"] == legion)


def test_commencement_tells_why_a_legion_cannot_be_split() -> None:
    answer = ask(phase="commencement").json
    assert [r["rule"] for r in entry(answer, "Bk01")["rulings"]] == ["SPLIT-2"]
    assert entry(answer, "Bk02")["splits"] == []
    assert entry(answer, "Bk02")["rulings"][0]["text"] == "Bk02 has height 2, only a Legion of 4 or more can be split"
    assert answer["owed"] == []
    text = table(phase="commencement")
    assert "Bk01      3 Brush  4         Titan, Ogre  Ogre, Lion" in text
    assert "only a Legion of 4 or more can be split (SPLIT-2)" in text


def test_movement_without_a_roll_answers_for_all_six() -> None:
    answer = ask().json
    assert answer["roll"] is None
    assert [one["roll"] for one in answer["rolls"]] == [1, 2, 3, 4, 5, 6]
    assert [t["land"] for t in answer["rolls"][3]["legal"][0]["to"]] == [1, 7, 141]
    text = table("--legion", "Bk01")
    assert text.count("Roll") == 1
    assert "6       Bk01      3 Brush  139 Desert             100, 101, 142, 141, 140, 139  MOVE-4, MOVE-3" in text


def test_movement_ahead_adds_what_could_be_mustered() -> None:
    answer = ask("--roll", "4", "--ahead").json
    musters = {t["land"]: t["musters"] for t in entry(answer, "Bk01")["to"]}
    lion = {"muster": "Lion", "with": [["Lion"]], "left": 27}
    assert musters[1] == [{"muster": "Centaur", "with": [["Lion"]], "left": 25}, lion]
    assert musters[7] == [lion]
    assert "Lion 27" in table("--roll", "4", "--ahead")


def test_movement_of_unknown_content_says_what_is_missing() -> None:
    black = {"Bk01": (100, None, {"height": 4}), "Bk02": (5, "Titan Ogre")}
    answer = ask("--roll", "6", black=black).json
    assert entry(answer, "Bk01")["missing"] == "the characters of Bk01, to tell whether it may teleport"
    assert len(entry(answer, "Bk01")["to"]) == 3
    answer = ask("--roll", "5", "--ahead", black=black).json
    assert entry(answer, "Bk01")["missing"] == "the characters of Bk01, to tell what it may muster"
    assert {t["musters"] for t in entry(answer, "Bk01")["to"]} == {None}
    assert table("--ahead", black=black).count("to tell what it may muster") == 1


def test_engagement_lists_what_is_to_be_resolved() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Ogre Ogre", ENGAGED)}
    red = {**FAR_AWAY, "Rd02": (5, "Lion Lion")}
    answer = ask(phase="engagement", black=black, red=red).json
    (only,) = answer["legal"]
    rulings = only.pop("rulings")
    assert [r["rule"] for r in rulings] == ["ENG-1"]
    assert only == {
        "land": 5,
        "attacker": "Bk02",
        "defender": "Rd02",
        "entry_side": "left",
        "attacking": "Black",
        "defending": "Red",
    }
    assert "5 Jungle  Bk02 (Black)  Rd02 (Red)  left" in table(phase="engagement", black=black, red=red)


def test_enlistment_lists_musters_and_why_not() -> None:
    moved = {"moved": True, "came_from": 4}
    black: dict[str, tuple[object, ...]] = {
        "Bk01": (3, "Titan Ogre"),
        "Bk02": (5, "Gargoyle Gargoyle", moved),
        "Bk03": (6, "Ogre Troll", moved),
    }
    black["Bk04"] = (7, None, {**moved, "height": 3})
    answer = ask(phase="enlistment", black=black).json
    assert [o["muster"] for o in entry(answer, "Bk02")["musters"]] == ["Gargoyle", "Cyclops"]
    assert [r["rule"] for r in entry(answer, "Bk01")["rulings"]] == ["MUSTER-1"]
    assert entry(answer, "Bk03")["musters"] == []
    assert entry(answer, "Bk04")["missing"] == "the characters of Bk04, to tell what it may muster"
    text = table(phase="enlistment", black=black)
    assert "Bk02      5 Jungle  Cyclops    2 × Gargoyle  28" in text
    assert "Bk01 has not moved this turn (MUSTER-1)" in text
    assert "Not known: the characters of Bk04, to tell what it may muster" in text


def test_why_leaves_a_choice_of_entry_sides_open() -> None:
    black = {"Bk01": (2, "Titan Ogre")}
    done = ask("--why", "Bk01 to 7", roll=5, black=black, red={"Rd01": (7, "Titan Angel")})
    assert (done.code, done.json["verdict"], done.json["ways"]) == (0, "legal", ["Bk01 D7 left", "Bk01 D7 bottom"])
    assert [ruling["text"] for ruling in done.json["rulings"]] == [
        "from 2 Arch to 7",
        "Rd01 stands in 7: the move stops there after 1 of 5 lands and engages it",
        "entered from 2, the entry side is left",
        "Bk01 moves from 2 to 7 with a roll of 5",
        "Bk01 engages Rd01 in 7 from the left",
    ]


def test_why_without_a_roll_answers_for_all_six() -> None:
    done = ask("--why", "Bk01 to 7")
    assert [one["verdict"] for one in done.json["rolls"]] == ["illegal"] * 3 + ["legal"] + ["illegal"] * 2
    text = table("--why", "Bk01 to 7")
    assert "Bk01 can go to 7 with a Movement Roll of 4 (ROLL-1)" in text


def test_every_legal_action_is_listed_with_whose_it_is() -> None:
    actions = ask(roll=4).json["actions"]
    assert {"by": "Black", "do": "move", "text": "Bk01 D7"} in actions
    assert {one["by"] for one in actions} == {"Black"}
    assert ask(roll=4).json["cannot_tell"] == []
    assert "actions" not in ask("--legion", "Bk01", roll=4).json


@for_each(
    ("args", "given", "message"),
    [
        (["--legion", "Rd01"], {"roll": 1}, "Black, whose turn it is, has no Legion Rd01"),
        (["--legion", "Zz01"], {"roll": 1}, "unknown marker 'Zz01'"),
        (["--roll", "4"], {"phase": "commencement"}, "--roll is for the Movement Phase"),
        (["--ahead"], {"phase": "enlistment"}, "--ahead is for the Movement Phase"),
        (["--character", "D3"], {"roll": 1}, "--character is for a battle"),
        (["--why", "hello"], {"roll": 1}, "'hello' is not an action (as in: roll 4; "),
        (["--why", "Bk01 to 77"], {"roll": 1}, "there is no land 77"),
        (["--why", "Bk01 muster Frog"], {"phase": "enlistment"}, "'Frog' is not understood"),
        (
            ["--why", "Bk01 split Ogre Ogre", "--roll", "2"],
            {"phase": "commencement"},
            "--roll is for the Movement Phase",
        ),
        (["--roll", "7"], {"roll": 1}, "7 is not in the range"),
    ],
)
def test_a_question_that_cannot_be_answered_gets_one_line(args: Any, given: Any, message: str) -> None:
    done = ask(*args, **given)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert message in done.err


def test_options_of_the_command_line_override_the_document() -> None:
    black = {"Bk01": (100, "Angel Ogre"), "Bk02": (5, "Titan Ogre")}
    assert len(entry(ask("--roll", "6", black=black).json, "Bk01")["to"]) > 30
    towers = ask("--roll", "6", "--option", "tower_teleport=titan_to_towers", black=black).json
    assert len(entry(towers, "Bk01")["to"]) == 3
    summary = ask("--roll", "6", "--ruleset", "summary", black=black).json
    assert len(entry(summary, "Bk01")["to"]) == 3


def test_lines_answer_bad_documents_in_their_place() -> None:
    good = json.dumps(board_document(black=BLACK, red=FAR_AWAY, roll=1))
    lines = "\n".join([good, "{", good.replace('"movement"', '"enlistment"')])
    done = titan("legal-moves", "--lines", "--ahead", "-", stdin=lines)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 2
    assert answers[0]["roll"] == 1
    assert (answers[1]["error"]["code"], answers[1]["error"]["line"]) == ("truncated", 2)
    assert (answers[2]["error"]["code"], answers[2]["error"]["line"]) == ("wrong-phase", 3)


def test_an_engagement_that_is_being_resolved_lists_the_actions() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Ogre Ogre", ENGAGED)}
    red = {**FAR_AWAY, "Rd02": (5, "Lion Lion")}
    data = json.dumps(board_document(phase="engagement", black=black, red=red))
    engaged = titan("check", "-", '{"do": "engage", "land": 5}', "--apply", stdin=data).out
    answer = titan("legal-moves", "-", stdin=engaged).json
    assert (answer["engagement"]["attacker"], answer["engagement"]["to_act"]) == ("Bk02", "Red")
    assert {"action": {"do": "flee"}, "text": "flee"} in answer["legal"]
    text = titan("legal-moves", "-", "--format", "table", stdin=engaged).out
    assert "Bk02 against Rd02 in 5 Jungle" in text
    assert "\n  flee" in text


def test_commencement_of_unknown_content_says_what_is_missing() -> None:
    black = {"Bk01": (3, None, {"height": 5}), "Bk02": (5, "Titan Ogre")}
    answer = ask(phase="commencement", black=black).json
    assert entry(answer, "Bk01")["missing"] == "the characters of Bk01, to tell how it may be split"
    assert entry(answer, "Bk01")["splits"] == []


MELEE = Battle.parse("Tundra: Ogre D3 2 hits, Ranger A1, Titan E5 / Centaur D4, Troll C2, Lion B3")
MOVING = Battle.parse("Tundra, attacker's maneuver: Ogre D3 2 hits, Ranger A1, Troll A2 moved / Centaur E5, Lion D1")


def moves(position: Battle, *args: str, table: bool = False) -> tuple[int, Any]:
    """What ``titan legal-moves`` says of a battle: the exit code, and what was printed."""
    done = titan("legal-moves", "-", *args, "--format", "table" if table else "json", stdin=FORMAT.dumps(position))
    return done.code, (done.out or done.err) if table else json.loads(done.out or done.err)


@pytest.mark.parametrize("who", ["D3", "d3", "Ogre", "ogr"])
def test_one_character(who: str) -> None:
    code, found = moves(MOVING, "--character", who)
    assert code == 0
    assert [e["from"] for e in found["legal"]] == ["D3"]


@pytest.mark.parametrize(
    ("who", "code", "words"),
    [
        ("E5", "no-character", "the attacker has nobody in E5"),
        ("Dragon", "no-character", "the attacker has no Dragon here"),
        ("Orge", "unknown-character", "unknown character 'Orge'"),
    ],
)
def test_one_character_that_is_not_there(who: str, code: str, words: str) -> None:
    exit_code, found = moves(MOVING, "--character", who)
    assert exit_code == 2
    assert found["error"]["code"] == code
    assert words in found["error"]["message"]


def test_tables_for_people() -> None:
    code, text = moves(MELEE, table=True)
    assert code == 0
    assert "rangestrike at the Lion in B3" in text
    assert "Strike-number 4 - 2 + 4 = 6 against the Centaur in D4 (STRIKE-3)" in text
    _, text = moves(MOVING, table=True)
    assert "the Troll in A2 has already moved in this phase (MANEUVER-1)" in text
    _, text = moves(MOVING, "--why", "D3 to A3", table=True)
    assert text.startswith("Ogr D3-A3: illegal\n")
    assert "legal now: Ogr D3-" in text


@for_each(
    ("phase", "change", "rule"),
    [
        ("strike", {"outcome": BattleOutcome("attacker", "concession", "defender")}, "BATTLE-6"),
        ("maneuver", {"outcome": BattleOutcome("attacker", "concession", "defender")}, "BATTLE-6"),
        ("strikeback", {"pending": "end"}, "BATTLE-6"),
        ("strike", {"pending": "attacker-concedes"}, "CONCEDE-1"),
        ("maneuver", {"pending": "defender-concedes"}, "CONCEDE-1"),
    ],
)
def test_nothing_goes_on_where_the_battle_halts(phase: str, change: dict[str, Any], rule: str) -> None:
    position = evolve(Battle.parse(f"Plains, attacker's {phase}: Ogre D3 / Centaur D4"), **change)
    _, found = moves(position)
    (entry,) = found["legal"]
    assert not entry.get("to") and not entry.get("targets") and not entry.get("must")  # noqa: PT018
    assert [r["rule"] for r in entry["rulings"]] == [rule]
    asked = "D3 to D2" if phase == "maneuver" else "D4 strikes D3"
    assert moves(position, "--why", asked)[1]["rulings"][0]["rule"] == rule
