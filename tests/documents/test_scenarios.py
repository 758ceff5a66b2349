"""The format: what is read, what is refused, how an answer is compared."""

from pathlib import Path
from typing import Any

import pytest

from looping import for_each
from scenario_files import ODDS, put
from titan_rules.kernel.errors import DocumentError, UnknownName
from titan_rules.kernel.scenarios import Given, misses, play, read_scenario, says_no
from titan_rules.scenarios import coverage, load, select


def codes(error: pytest.ExceptionInfo[DocumentError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.pointer) for fault in error.value.faults]


@for_each(
    ("wanted", "given"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ([{"a": 1}, 2], [{"a": 1, "b": 2}, 2]),
        ({"contains": [2, {"a": 1}]}, [{"a": 1, "b": 2}, 2, 3]),
        ({"excludes": [4, {"a": 2}]}, [{"a": 1, "b": 2}, 2, 3]),
        ({"any_order": ["C3", "D4"]}, ["D4", "C3"]),
        ({"contains": ["C3"], "excludes": ["D5"]}, ["D4", "C3"]),
        ({"contains": "as a key"}, {"contains": "as a key"}),
    ],
)
def test_an_answer_as_expected_has_no_misses(wanted: Any, given: Any) -> None:
    assert misses(wanted, given) == []


@for_each(
    ("wanted", "given", "told"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "/a/b: expected 1, got 2"),
        ({"a": 1}, {"b": 1}, "/a is missing"),
        ({"a": 1}, {"a": True}, "/a: expected 1, got True"),
        ([1], [1, 2], ": expected 1 items, got [1, 2]"),
        ([1, 3], [1, 2], "/1: expected 3, got 2"),
        ({"contains": [3]}, [1, 2], ": none of 2 items matches 3"),
        ({"excludes": [{"a": 1}]}, [2, {"a": 1}], "/1: {'a': 1} matches {'a': 1}"),
        ({"any_order": [1, 1]}, [1, 2], ": none of the items left, [2], matches 1"),
        ({"any_order": [1]}, [1, 2], ": expected 1 items, got [1, 2]"),
        ({"contains": [1]}, None, ": expected {'contains': [1]}, got None"),
    ],
)
def test_a_miss_says_where_and_what(wanted: Any, given: Any, told: str) -> None:
    assert misses(wanted, given) == [told]


def test_play_compares_the_exit_code_too() -> None:
    case = read_scenario(ODDS)
    assert play(case, lambda query: Given(0, {"strike_number": 6})).passed
    assert play(case, lambda query: Given(1, {"strike_number": 6})).misses == ("expected exit code 0, got 1",)


@for_each(
    ("changes", "expected"),
    [
        ({"format": "titan-rules-scenario/2"}, [("wrong-format", "/format")]),
        ({"quesiton": "?"}, [("unknown-key", "/quesiton")]),
        ({"exit": 3}, [("out-of-range", "/exit")]),
        ({"id": "STRIKE-4.a"}, [("missing-rule", "/rules")]),
        ({"id": "STRIKE-3"}, [("bad-id", "/id")]),
        ({"query": {"command": []}}, [("empty", "/query/command")]),
        ({"query": {"command": ["replay", "-"], "stdin": {}, "lines": [{}]}}, [("both-given", "/query")]),
    ],
)
def test_a_file_that_is_no_scenario(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    with pytest.raises(DocumentError) as error:
        read_scenario({**ODDS, **changes})
    assert codes(error) == expected


def test_a_file_is_named_after_its_case(tmp_path: Path) -> None:
    put(tmp_path).rename(tmp_path / "strike" / "other.json")
    with pytest.raises(DocumentError, match=r"must be called STRIKE-3\.z-an-ogre-at-a-centaur\.json"):
        load(tmp_path)


def test_an_id_stands_once(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, slug="the-same-again")
    with pytest.raises(DocumentError, match=r"already has the id STRIKE-3\.z"):
        load(tmp_path)


@pytest.mark.parametrize("word", ["strike-3.z", "STRIKE-3", "strike", "titan", "STRIKE-3.z-an-ogre-at-a-centaur"])
def test_cases_are_selected_by_id_rule_group_chapter_or_game(tmp_path: Path, word: str) -> None:
    put(tmp_path)
    put(tmp_path, id="STRIKE-30.a", rules=["STRIKE-30"], game="other" if word == "titan" else "titan")
    found = [case.scenario.id for case in select(load(tmp_path), [word, word])]
    assert found == (["STRIKE-3.z", "STRIKE-30.a"] if word == "strike" else ["STRIKE-3.z"])


def test_an_unknown_name_gets_a_hint(tmp_path: Path) -> None:
    put(tmp_path)
    with pytest.raises(UnknownName, match=r"strike-3\.z"):
        select(load(tmp_path), ["strik-3.z"])


def test_coverage_counts_what_may_not_be_done(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, id="STRIKE-3.y", expect={"verdict": "illegal"}, exit=1)
    rows = {row.rule: row for row in coverage(load(tmp_path))}
    assert (rows["STRIKE-3"].cases, rows["STRIKE-3"].illegal) == (("STRIKE-3.y", "STRIKE-3.z"), 1)
    assert rows["STRIKE-4"].cases == ()


@for_each(
    ("expect", "no"),
    [
        ({"verdict": "illegal"}, True),
        ({"steps": [{"verdict": "legal"}, {"verdict": "illegal"}]}, True),
        ({"verdict": "legal", "dice": 6}, False),
        ([], False),
        ("illegal", False),
    ],
)
def test_an_expectation_that_says_no(expect: Any, no: bool) -> None:
    assert says_no(expect) is no
