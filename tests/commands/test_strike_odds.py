"""``titan strike-odds`` as a user meets it."""

import json
import re
from pathlib import Path

import pytest

from builders import at_battle, at_the_titan, strike_document
from looping import for_each
from running import Done, calls_of, titan
from titan_rules.position.documents import FORMAT

TABLE = ("--format", "table")
POSITION = strike_document(["Ogre D3", "Cyclops C4"], ["Centaur D4 2", "Lion C3 4", "Troll E3 7"])


@pytest.fixture
def document(tmp_path: Path) -> str:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(POSITION))
    return str(path)


def odds(*args: str, stdin: str = "") -> Done:
    return titan("strike-odds", *args, stdin=stdin)


def test_lines_are_answered_one_by_one() -> None:
    good = json.dumps(POSITION)
    done = odds("-", "--lines", "--from", "D3", "--to", "D4", stdin=f"{good}\n{good}\n")
    assert done.code == 0
    assert [json.loads(line)["dice"] for line in done.out.splitlines()] == [6, 6]
    moved = json.dumps(strike_document(["Ogre A1"], ["Centaur D4"]))
    done = odds("-", "--lines", "--from", "D3", "--to", "D4", stdin=f"{good}\n{moved}\n")
    assert (done.code, json.loads(done.out.splitlines()[1])["verdict"]) == (1, "illegal")
    done = odds("-", "--lines", "--from", "D3", "--to", "D4", stdin=f"{good}\n{{\n{good}\n")
    assert done.code == 2
    assert ["error" in json.loads(line) for line in done.out.splitlines()] == [False, True, False]
    assert odds("-", "--lines", stdin=good).json["strikes"]


@pytest.mark.parametrize(
    ("asked", "rule", "says"),
    [
        (("--from", "A1", "--to", "D4"), "STRIKE-1", "nobody stands in A1"),
        (("--from", "D4", "--to", "D3"), "STRIKE-1", "held by the defender's Centaur"),
        (("--from", "C4", "--to", "E3"), "STRIKE-1", "Cyclops"),
        (("--from", "D3", "--to", "F1"), "STRIKE-1", "nobody stands in F1"),
        (("--from", "D3", "--to", "E3", "--strike-number", "2"), "CARRY-2", "cannot take Strike-number 2"),
        (("--from", "D3", "--to", "E3", "--strike-number", "0"), "CARRY-2", "cannot take Strike-number 0"),
        (("--from", "D3", "--to", "E3", "--carry-to", "F4"), "CARRY-1", "stands in F4"),
    ],
)
def test_what_the_rules_forbid_is_answered_and_exits_with_1(
    document: str, asked: tuple[str, ...], rule: str, says: str
) -> None:
    done = odds(document, *asked)
    assert done.code == 1
    assert done.json["verdict"] == "illegal"
    assert any(r["rule"] == rule for r in done.json["rulings"])
    assert any(says in r["text"] for r in done.json["rulings"])
    table = odds(document, *asked, *TABLE)
    assert table.code == 1
    assert table.out.startswith("not allowed:")
    assert f"({rule})" in table.out


DICE = ("--from", "D3", "--to", "D4", "--dice")


@for_each(
    ("asked", "says"),
    [
        ((*DICE, "6,5,1"), "6 dice are rolled here, not 3"),
        ((*DICE, "6,5,1,1,1,1,1"), "6 dice are rolled here, not 7"),
        ((*DICE, "6,5,1,1,1,7"), "a die shows 1 to 6, not 7"),
        ((*DICE, "6,5,1,1,1,0"), "not 0"),
        ((*DICE, "6,5,1,1,1,-1"), "not '-1'"),
        ((*DICE, "6,5,1,1,1,x"), "not 'x'"),
        ((*DICE, "6,5,1,1,1,99999999"), "not '99999999'"),
        ((*DICE, "  "), "no dice are given"),
        (("--from", "D3,C4", "--to", "D4", "--dice", "1"), "--dice needs one striker"),
        (("--from", "D3,C4", "--to", "D4", "--best", "slain"), "--best needs one striker"),
        (("--from", "D3,C4", "--to", "D4", "--strike-number", "6"), "--strike-number needs one striker"),
        (("--from", "D3,C4"), "several strikers need a target"),
        (("--from", "D3,D3", "--to", "D4"), "named twice"),
        (("--from", "D3", "--to", "D4", "--hits", "1"), "--hits is for named characters"),
        (("--from", "D3", "--to", "D4", "--terrain", "Brush"), "--terrain is for named characters"),
        (("--from", "D3", "--to", "D4", "--best", "points", "--strike-number", "6"), "exclude each other"),
        (("--from", "D3", "--to", "Q7"), "unknown hex 'Q7'"),
        (("--from", "D3", "--to", "D4", "--carry-to", "Q7"), "unknown hex 'Q7'"),
        (("--from", "Troll", "--to", "D4"), "the attacker has none: Troll"),
        (("--carry-to", "D4"), "--carry-to needs --from and --to"),
        (("--exchange",), "--exchange needs --from and --to"),
        (("--duel",), "between --from and --to"),
        (("--duel", "--dice", "1"), "--dice does not go with --duel"),
        (("--from", "D3", "--to", "D4", "--ruleset", "house"), "unknown ruleset"),
        (("--from", "D3", "--to", "D4", "--best", "glory"), "glory"),
    ],
)
def test_bad_usage_is_one_clear_line_and_exits_with_2(document: str, asked: tuple[str, ...], says: str) -> None:
    done = odds(document, *asked)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1
    assert odds(document, *asked, "--format", "json").error["message"]


@for_each(
    ("asked", "says"),
    [
        ((), "who strikes whom"),
        (("Ogre",), "missing target: who does the Ogre strike?"),
        (("Warlock shoots Troll",), "a rangestrike needs hexes"),
        (("Ogre vs Lion in the Brush",), "'Brush' has no use between names"),
        (("Ogre vs Lion 654321",), "'654321' has no use between names"),
        (("Ogre hits Lion 3 hits",), "'hits' has no use between names"),
        (("Plains: Ogre D3 / Lion D4", "Ogre moves to D2"), "only a strike has odds, this is a maneuver"),
        (("Orge", "Centaur"), "did you mean Ogre?"),
        (("nowhere.json",), "No such file"),
        (("Ogre", "Centaur", "--terrain", "Brush"), "--terrain needs --from and --to"),
        (("Ogre", "Centaur", "--from", "D3"), "go together"),
        (("Ogre", "Centaur", "--from", "D3,D5", "--to", "D4"), "2 hexes for 1 strikers"),
        (("Ogre", "Centaur", "--from", "D3", "--to", "D3"), "held by"),
        (("Ogre", "Centaur", "--terrain", "Marsh", "--from", "C3", "--to", "C3"), "C3 is Bog"),
        (("Ogre", "Centaur", "--terrain", "Atlantis", "--from", "D3", "--to", "D4"), "unknown terrain"),
        (("Ogre", "Centaur", "--carry-to", "E3"), "nobody else is in contact"),
        (("Ogre", "Centaur", "--hits", "-1"), "--hits"),
        (("Ogre", "Centaur", "--score", "100000"), "--score"),
        (("Ogre", "Centaur", "--lines"), "--lines"),
        (("Ogre", "Centaur", "--option", "mulligan=never"), "mulligan"),
        (("Ogre", "Troll", "Centaur", "--dice", "1"), "--dice needs one striker"),
        (("--duel", "Ogre", "Troll", "Centaur"), "between two"),
        (("--duel", "Titan", "Titan", "--score", "99999"), "too long to be worked out"),
    ],
)
def test_bad_names_are_one_clear_line_and_exit_with_2(asked: tuple[str, ...], says: str) -> None:
    done = odds(*asked)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.startswith("titan: ")


def test_a_roll_says_what_it_did(document: str) -> None:
    done = odds("Ogre", "Centaur", "--dice", "6 6,6 1 1 1")
    assert done.json["roll"]["takes"] == [{"to": "Centaur", "character": "Centaur", "hits": 3, "slain": True}]
    table = odds(document, *DICE, "6,6,6,1,1,1", *TABLE).out
    assert (
        "rolled 6 6 6 1 1 1: 3 hits\n  Centaur in D4 takes 1 hit, slain\n  2 left over, may be carried to C3" in table
    )
    carried = odds(document, *DICE, "6,6,6,1,1,1", "--carry-to", "C3,E3", *TABLE).out
    assert "Lion in C3 takes 1 hit, slain" in carried


def test_tables_are_made_to_be_read(document: str) -> None:
    strike = odds("Ogre", "Centaur", *TABLE).out
    assert strike == (
        "Ogre strikes Centaur: 6 dice at Strike-number 6; 3 hits slay it\n"
        "\n"
        "hits        exactly    or more\n"
        "--------  ---------  ---------\n"
        "0           33.49 %      100 %\n"
        "1           40.19 %    66.51 %\n"
        "2           20.09 %    26.32 %\n"
        "3  slays     5.36 %     6.23 %\n"
        "4            0.80 %     0.87 %\n"
        "5            0.06 %     0.07 %\n"
        "6           <0.01 %    <0.01 %\n"
        "\n"
        "slays 6.23 %, expected hits 1.00\n"
        "\n"
        "  the Ogre has Power-factor 6: 6 dice (STRIKE-2)\n"
        "  Strike-number 4 - 2 + 4 = 6 against the Centaur (STRIKE-3)\n"
    )
    options = odds(document, "--from", "D3", "--to", "E3", *TABLE).out
    assert re.search(r"natural +penalty +penalty", options)
    assert re.search(r"may carry to +nobody +C3 +C3 D4", options)
    assert "to slay the most:" in options
    carried = odds(document, "--from", "D3", "--to", "E3", "--best", "points", "--exchange", *TABLE).out
    assert "carried over to" in carried
    assert "neither slain" in carried
    several = odds(document, "--from", "D3,C4", "--to", "D4", *TABLE).out
    assert "slain by any order of them:" in several
    overview = odds(document, *TABLE).out
    assert len(overview.splitlines()) == 7
    nothing = odds("-", *TABLE, stdin=json.dumps(strike_document(["Ogre A1"], ["Centaur D4"])))
    assert nothing.out == "no strike is possible\n"


def test_a_game_is_asked_about_the_battle_it_stands_in() -> None:
    fighting = {"turn": 2, "side": "attacker", "phase": "strike"}
    state = at_battle(at_the_titan(), 105, ["Lion D3", "Lion C3"], ["Titan D4", "Ogre E4"], **fighting)
    game = FORMAT.to_json(state)
    done = odds("-", "--from", "D3", "--to", "D4", stdin=json.dumps(game))
    assert done.code == 0, done.err
    assert (done.json["striker"], done.json["dice"]) == ("Lion", 5)
    peace = {**game, "battle": None, "engagement": None}
    assert odds("-", "--format", "json", stdin=json.dumps(peace)).error["code"] == "no-battle"


@pytest.mark.parametrize(
    ("names", "option", "why"),
    [
        (["Ogre", "Centaur"], "--score", "no Titan is named"),
        (["Ogre", "Centaur"], "--target-score", "the target is a Centaur"),
        (["Titan", "Ogre"], "--target-score", "the target is an Ogre"),
    ],
)
def test_a_score_that_is_nobodys_is_refused(names: list[str], option: str, why: str) -> None:
    done = titan("strike-odds", *names, option, "400")
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert titan("strike-odds", "Ogre", "Titan", option, "400").code == 0


def told(*args: str) -> list[str]:
    done = titan("strike-odds", *args)
    assert done.code == 0, done.err
    return [ruling["text"] for ruling in done.json["rulings"]]


def test_STRIKE_7_what_a_roll_did_is_told_with_its_numbers() -> None:
    assert told("Ogre", "Lion", "--dice", "6,6,1,1,1,1")[-2:] == [
        "2 of 6 dice show 5 or more: 2 hits",
        "the Lion takes 2 of the 5 hits that slay it and still needs 3",
    ]
    assert told("Ogre", "Lion", "--dice", "6,6,6,5,5,1")[-1] == (
        "the Lion takes 5 of the 5 hits that slay it and is slain"
    )
    assert told("Ogre", "Lion", "--hits", "2", "--dice", "6,6,6,6,6,6")[-1] == (
        "the Lion takes 3 of the 3 hits that slay it and is slain"
    )


def refused(done: object) -> None:
    assert done.code == 2  # type: ignore[attr-defined]
    assert "Traceback" not in done.err  # type: ignore[attr-defined]
    assert "internal error" not in done.err  # type: ignore[attr-defined]
    assert done.err.count("\n") == 1  # type: ignore[attr-defined]


SEVEN = ("Ogre", "Centaur", "Lion", "Troll", "Griffon", "Hydra", "Dragon")


def test_more_strikers_than_have_room_are_refused() -> None:
    done = titan("strike-odds", *SEVEN, "Serpent", "--exchange")
    refused(done)
    assert "at most 6 characters are in contact with one" in done.err


def test_more_dice_than_can_be_worked_out_are_refused_before_it_begins() -> None:
    def asked(score: int) -> None:
        done = titan("strike-odds", "Titan", "Ogre", "Titan", "--score", str(score), "--exchange")
        refused(done)
        assert f"{score // 100 + 12:,} dice" in done.err

    asked(99_999)  # what is made at the first call is not counted
    assert calls_of(lambda: asked(99_999)) < 1.1 * calls_of(lambda: asked(49_999))


@pytest.mark.parametrize(
    "words", ["Ogre vs Lion", "ogre VS. lion", "Ogre against the Lion", "Ogre on Lion", "An Ogre strikes a Lion"]
)
def test_words_between_the_names_say_no_more_than_their_order(words: str) -> None:
    for asked in ([words], words.split()):
        assert odds(*asked).json == odds("Ogre", "Lion").json
        assert odds("--duel", *asked).json == odds("--duel", "Ogre", "Lion").json


def test_strikers_may_be_counted() -> None:
    assert odds("2 Ogres and a Troll vs Lion").json == odds("Ogre", "Ogre", "Troll", "Lion").json


@pytest.mark.parametrize(
    ("told", "line", "hexes"),
    [
        (["Plains: Ogre D3 / Lion D4, Gargoyle E3", "Ogre strikes Gargoyle"], "", ["D3", "E3"]),
        (["my Ogre on D3 strikes his Lion on D4 in the Plains"], "Plains: Ogre D3 / Lion D4", ["D3", "D4"]),
    ],
)
def test_a_strike_may_be_told_in_words(told: list[str], line: str, hexes: list[str]) -> None:
    origin, to = hexes
    assert odds(*told).json == odds(line or told[0], "--from", origin, "--to", to).json


def test_an_empty_name_is_refused_as_that() -> None:
    done = titan("strike-odds", "Ogre", "", "--format", "table")
    assert (done.code, done.err) == (2, "titan: a name is empty (see titan strike-odds --help)\n")
