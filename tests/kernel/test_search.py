"""The search in plain words: of TITAN's rules, and of the catalogue of disputes."""

import pytest

from running import titan
from titan_rules.digest.rows import digest
from titan_rules.kernel.search import Index, Topic, stem


def first(query: str, most: int = 3) -> list[str]:
    return [rule.id for rule in digest().search(query)][:most]


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("angel", "SUMMON-1"),
        ("tree", "MANEUVER-5"),
        ("flee", "ENG-3"),
        ("may I run away", "ENG-3"),
        ("mulligan", "ROLL-1"),
        ("rerolling", "ROLL-1"),
        ("mulligna", "ROLL-1"),
        ("carry over", "CARRY-1"),
        ("carrying over", "CARRY-1"),
        ("line of sight", "RANGE-7"),
        ("LOS", "RANGE-7"),
        ("strike back", "STRIKE-8"),
        ("Law 7.4", "MOVE-4"),
        ("S3 2.5.6.5", "SUMMON-2"),
        ("§2.5.6.4.1.4.3", "CARRY-1"),
        ("shoot over a wall", "RANGE-4"),
        ("how many characters in a legion", "HEIGHT-1"),
        ("merge my legions", "MOVE-9"),
        ("who goes first", "SETUP-5"),
        ("surrender", "CONCEDE-1"),
        ("snowdrift", "DRIFT-1"),
        ("召喚", "SUMMON-1"),
    ],
)
def test_people_find_the_rule(query: str, rule: str) -> None:
    assert rule in first(query)


def test_what_no_rule_is_about() -> None:
    assert first("parliament") == []
    assert first("the") == []
    assert titan("rules", "parliament", "--format", "table").out == "no rule is about that\n"


def test_an_id_is_the_exact_hit() -> None:
    for words in (["STRIKE-5"], ["strike-5"], ["strike", "5"]):
        assert [row["id"] for row in titan("rules", *words).json["rules"]] == ["STRIKE-5"]
    assert titan("rules", "MOVE-99", "--format", "json").error["code"] == "unknown-rule"
    assert {row["chapter"] for row in titan("rules", "MANEUVER").json["rules"]} == {"MANEUVER"}


def test_a_search_shows_a_few_lines_of_each() -> None:
    shown = titan("rules", "legion", "--format", "table").out.splitlines()
    found = titan("rules", "legion").json["rules"]
    assert len(found) > 8
    assert sum(line.startswith(row["id"]) for line in shown for row in found) == 8
    assert shown[-1] == f"titan rules {found[0]['id']} shows the whole rule."


def test_disputes_are_found_too() -> None:
    carry = titan("scenario", "carry", "over", "to", "a", "native").json["scenarios"]
    assert any(row["id"].startswith("CARRY") for row in carry[:3])
    assert titan("scenario", "STRIKE-6.b").json["id"] == "STRIKE-6.b"
    assert {row["id"].partition(".")[0] for row in titan("scenario", "STRIKE-6").json["scenarios"]} == {"STRIKE-6"}
    assert titan("scenario", "parliament", "--format", "table").out == "no case is about that\n"
    assert titan("scenario", "flee", "--format", "table").out.count("\n") <= 9


def test_words_are_compared_by_their_stems() -> None:
    assert len({stem(word) for word in ("teleport", "teleports", "teleported", "teleporting")}) == 1
    assert len({stem(word) for word in ("flee", "fleeing", "flees", "fled")}) == 1
    assert (stem("stopping"), stem("odd"), stem("press")) == ("stop", "odd", "press")
    assert stem("strike") == stem("striking") == stem("struck")


def test_a_word_in_the_title_counts_more_and_a_rare_one_most() -> None:
    entries = [Topic("a", "wolf", "sheep"), Topic("b", "sheep", "wolf"), Topic("c", "sheep", "goat")]
    assert Index(entries).search("wolf") == ["a"]
    assert Index(entries, {"nanny": "goat"}).search("nanny sheep")[0] == "c"
