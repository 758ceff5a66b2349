"""``titan recruit-options``: typed, from a muster document, from a game."""

import json
from typing import Any

import pytest

from builders import FAR_AWAY, board_document
from looping import for_each
from running import titan
from titan_rules.answers.muster_options import muster_options
from titan_rules.kernel.errors import CannotTell
from titan_rules.position.documents import FORMAT

MOVED = {"moved": True, "came_from": 4}
BLACK = {"Bk01": (5, "Gargoyle Gargoyle Ogre", MOVED), "Bk02": (33, "Titan Ogre"), "Bk03": (6, None, {"height": 3})}
GAME = json.dumps(board_document(phase="enlistment", black=BLACK, red=FAR_AWAY))


def muster(**given: Any) -> Any:
    return json.dumps({"format": "titan-rules/1", "kind": "muster", **given})


def test_typed() -> None:
    answer = titan("recruit-options", "Jungle", "Gargoyle", "Gargoyle", "Ogre").json
    assert answer["options"] == [
        {"muster": "Gargoyle", "with": [["Gargoyle"]], "left": 19},
        {"muster": "Cyclops", "with": [["Gargoyle", "Gargoyle"]], "left": 28},
    ]
    assert [(r["rule"], r["verdict"]) for r in answer["rulings"]] == [
        ("MUSTER-2", "legal"),
        ("MUSTER-2", "legal"),
        ("MUSTER-2", "illegal"),
        ("MUSTER-2", "illegal"),
    ]


def test_a_game_document() -> None:
    answer = titan("recruit-options", "-", "--legion", "bk1", stdin=GAME).json
    assert (answer["legion"], answer["land"], answer["terrain"]) == ("Bk01", 5, "Jungle")
    assert [o["muster"] for o in answer["options"]] == ["Gargoyle", "Cyclops"]
    assert answer["options"][0]["left"] == 19


def test_a_game_document_in_the_enlistment_phase_asks_whether_it_may_muster_now() -> None:
    answer = titan("recruit-options", "-", "--legion", "Bk02", stdin=GAME).json
    assert answer["options"] == []
    assert [r["text"] for r in answer["rulings"]] == ["Bk02 has not moved this turn"]
    earlier = json.dumps(json.loads(GAME) | {"phase": "movement"})
    assert titan("recruit-options", "-", "--legion", "Rd01", stdin=earlier).json["terrain"] == "Tundra"
    assert titan("recruit-options", "-", "--legion", "Bk02", stdin=earlier).json["rulings"][0]["rule"] == "MUSTER-2"


@for_each(
    ("args", "stdin", "code", "message"),
    [
        (["Jungel"], "", "unknown-terrain", "did you mean Jungle?"),
        (["Jungle", "Xyzzy"], "", "unknown-character", "Xyzzy"),
        (["Jungle", "Gar", "Tit", "Tit"], "", "", "Titan"),
        (["Mountains", *["Archangel"] * 7], "", "", "the box holds 6"),
        (["Mountains", *["Lion"] * 8], "", "", "1 to 7 characters"),
        (["nowhere.json"], "", "file", "No such file"),
        (["Jungle", "Ogre", "--legion", "Bk01"], "", "usage", "--legion is for games"),
        (["Jungle", "Ogre", "--ruleset", "house"], "", "unknown-ruleset", "unknown ruleset"),
        (["a.json", "b.json", "--lines"], "", "usage", "give one file"),
        (["-"], GAME, "usage", "say which with --legion"),
        (["-", "--legion", "Bk09"], GAME, "unknown-legion", "no Legion Bk09"),
        (["-", "--legion", "Bk03"], GAME, "unknown-content", "the characters of Bk03 are not known"),
        (
            ["-", "--legion", "Bk03"],
            muster(terrain="Tower", characters=["Ogre"]),
            "usage",
            "--legion is for games",
        ),
    ],
)
def test_a_question_that_cannot_be_answered_gets_one_line(args: Any, stdin: str, code: int, message: str) -> None:
    done = titan("recruit-options", *args, "--format", "json", stdin=stdin)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    error = done.error
    assert code in ("", error["code"])
    assert message in f"{error['message']} {error['hint']}"


def test_which_legion_of_a_game_is_asked_about_must_be_said() -> None:
    with pytest.raises(CannotTell) as caught:
        muster_options(FORMAT.loads(GAME))
    assert (caught.value.fault.code, caught.value.fault.message) == ("usage", "a game has many Legions: say which")
