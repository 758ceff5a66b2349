"""``titan show``."""

import json
from typing import Any

import pytest
from hypothesis import given

from checkout import EXAMPLES
from positions import documents
from running import titan
from titan_rules.position.documents import FORMAT
from trials import share


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


def test_show_after_a_step_as_a_player_saw_it() -> None:
    record = str(EXAMPLES / "who-left.replay.jsonl")
    players = titan("show", record, "--as", "Red", "--step", "1").json["players"]
    known = {legion["legion"]: legion["characters"] for player in players for legion in player["legions"]}
    assert (known["Bk01"], known["Bk02"], len(known["Rd01"])) == (None, None, 8)
    refused = titan("show", record, "--step", "-1", "--format", "table")
    assert (refused.code, refused.err) == (
        2,
        "titan: Invalid value for '--step': -1 is not in the range x>=0 (see titan show --help)\n",
    )


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
