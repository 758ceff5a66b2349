"""Every fact that a line may expect: held, not held, and of another shape."""

from typing import Any

import pytest

from builders import game, legion, player
from looping import for_each
from recorded import plain, shipped, text
from running import Done, titan
from titan_rules.position.documents import FORMAT

HELD: list[tuple[int, str, Any]] = [
    (7, "score", {"Black": 0}),
    (7, "score", {"bk": 0, "RED": 0}),
    (7, "land", {"Bk01": 21, "bk2": 111}),
    (8, "legion", {"Bk01": ["Angel", "Ogre", "ogr", "Centaur"], "Bk02": ["Titan", "Cen", "Gar", "Gar"],
                   "Rd01": ["Titan", "Angel", *["Ogre"] * 2, *["Centaur"] * 2, *["Gargoyle"] * 2]}),
    (15, "caretaker", {"Cyclops": 27, "Hyd": 10}),
    (38, "hex", {"F1": "Titan", "c4": "cen", "A1": None}),
    (44, "hits", 2),
    (44, "slain", []),
    (55, "slain", ["e1"]),
    (63, "hex", {"B1": "Gargoyle"}),
    (63, "hits", 5),
    (68, "over", True),
    (67, "over", False),
    (68, "winner", "Black"),
    (68, "winner", "bk"),
    (68, "score", {"Black": 87, "Red": 0}),
]  # fmt: skip
FALSE: list[tuple[int, str, Any, Any]] = [
    (7, "score", {"Black": 5, "Red": 0}, {"Black": 0, "Red": 0}),
    (7, "score", {"Gold": 0}, {"Gold": None}),
    (7, "land", {"Bk02": 112}, {"Bk02": 111}),
    (7, "land", {"Bk03": 112}, {"Bk03": None}),
    (15, "legion", {"Rd02": ["Titan"]}, None),
    (15, "caretaker", {"Cyclops": 28}, {"Cyclops": 27}),
    (38, "hex", {"F1": "Ogre"}, {"F1": "Titan"}),
    (38, "hex", {"A1": "Ogre"}, {"A1": None}),
    (7, "hex", {"A1": None}, "there is no battle"),
    (44, "hits", 3, 2),
    (38, "hits", 0, None),
    (55, "slain", [], ["E1"]),
    (68, "over", False, True),
    (7, "over", True, False),
    (68, "winner", "Red", "Black"),
    (68, "winner", None, "Black"),
    (7, "winner", None, "the game is not over"),
]
WRONG: list[tuple[str, Any, str]] = [
    ("scor", {"Black": 0}, "unknown-key"),
    ("score", 7, "wrong-type"),
    ("score", {"Black": "7"}, "wrong-type"),
    ("score", {"Black": True}, "wrong-type"),
    ("score", {"Mauve": 7}, "unknown-color"),
    ("land", {"Bk01": "21"}, "wrong-type"),
    ("land", {"Bk01": 999}, "unknown-land"),
    ("land", {"Bk99": 21}, "unknown-marker"),
    ("legion", ["Bk01"], "wrong-type"),
    ("legion", {"Bk01": "Ogre"}, "wrong-type"),
    ("legion", {"Bk01": [1]}, "wrong-type"),
    ("legion", {"Bk01": ["Orge"]}, "unknown-character"),
    ("hex", {"Z1": None}, "unknown-hex"),
    ("hex", {"A1": 3}, "wrong-type"),
    ("hits", "2", "wrong-type"),
    ("hits", True, "wrong-type"),
    ("slain", "E1", "wrong-type"),
    ("slain", ["E9"], "unknown-hex"),
    ("caretaker", {"Ogre": 1.0}, "wrong-type"),
    ("over", 1, "wrong-type"),
    ("winner", 1, "wrong-type"),
]


def expecting(line: int, fact: str, value: Any) -> Done:
    rows = plain(shipped())[:line]
    rows[-1]["expect"] = {fact: value}
    return titan("replay", "-", "--format", "json", stdin=text(rows))


@pytest.mark.parametrize(("line", "fact", "value"), HELD)
def test_a_fact_that_holds(line: int, fact: str, value: Any) -> None:
    done = expecting(line, fact, value)
    assert done.code == 0, done.out
    assert done.json["verdict"] == "legal"


@pytest.mark.parametrize(("line", "fact", "value", "found"), FALSE)
def test_a_fact_that_does_not_hold(line: int, fact: str, value: Any, found: Any) -> None:
    done = expecting(line, fact, value)
    assert done.code == 1
    (divergence,) = done.json["stopped_at"]["diverges"]
    assert (divergence["fact"], divergence["expected"]) == (fact, value)
    if found is not None or fact == "hits":
        assert divergence["found"] == found


def test_legions_that_differ_are_told_alone() -> None:
    found = expecting(15, "legion", {"Rd02": ["Titan"]}).json["stopped_at"]["diverges"][0]["found"]
    assert found["Rd02"] == ["Cyclops", "Gargoyle", "Gargoyle", "Ogre", "Titan"]
    assert set(found) == {"Bk01", "Bk02", "Rd01", "Rd02"}  # it lists all Legions on the board, so these are amiss


@for_each(("fact", "value", "code"), WRONG)
def test_a_fact_that_cannot_be_read(fact: str, value: Any, code: str) -> None:
    done = expecting(7, fact, value)
    assert done.code == 2
    assert (done.error["code"], done.error["line"], done.error["pointer"]) == (code, 7, f"/expect/{fact}")
    assert done.json["stopped_at"]["error"] == done.error


def test_drift_that_slays_counts_before_and_after_the_concession_it_waits_for() -> None:
    """The Ogre has five hits and stands in Drift when the Maneuver Phase ends (DRIFT-1)."""
    from titan_rules.actions.intents import EndManeuver, EndStrikes
    from titan_rules.play import apply
    from titan_rules.position.documents import FORMAT
    from titan_rules.replays.expectations import divergences

    battle = FORMAT.read(
        {
            "format": "titan-rules/1", "kind": "battle", "terrain": "Tundra", "turn": 3, "side": "attacker",
            "phase": "maneuver",
            "attacker": {"player": "Black", "legion": "Bk01", "entry_side": "left",
                         "characters": [{"name": "Ogre", "hex": "C4", "hits": 5}, {"name": "Lion", "hex": "A2"}]},
            "defender": {"player": "Red", "legion": "Rd01", "characters": [{"name": "Troll", "hex": "F4"}]},
        }
    )  # fmt: skip
    first = apply(battle, EndManeuver())
    assert divergences(first.state, first.events, {"slain": ["C4"]}) == []
    second = apply(first.state, EndStrikes())
    assert divergences(second.state, second.events, {"slain": ["C4"]}) == []
    assert divergences(second.state, second.events, {"slain": []}) == []


def test_D_6_a_game_is_over_where_only_the_winners_angels_are_open() -> None:
    lions = legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left")
    black = player("Black", 100, lions, legion("Bk02", 3, "Titan", "Angel"), score=90)
    start = game(black, player("Red", 200, legion("Rd01", 105, "Titan", "Ogre")))
    header = {"format": "titan-rules/1", "kind": "replay", "start": FORMAT.to_json(start)}
    done = titan(
        "replay", "-", "--format", "json", stdin=text([header, {"text": "engage 105"}, {"text": "Red concedes"}])
    )
    assert (done.json["verdict"], done.json["result"]["over"], done.json["result"]["winner"]) == (
        "legal",
        True,
        "Black",
    )
