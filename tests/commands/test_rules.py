"""``titan rules`` and ``titan schema``."""

import json

import pytest
from jsonschema_rs import Draft202012Validator, meta

from looping import some
from running import titan
from titan_rules.digest.rows import digest
from titan_rules.position.documents import FORMAT

NEW = titan("new", "--players", "3", "--seed", "7").out


def test_schema_lists_the_kinds() -> None:
    assert set(titan("schema").out.split()) >= set(FORMAT.kinds)


@pytest.mark.parametrize("kind", sorted(FORMAT.kinds))
def test_schema_accepts_what_titan_writes(kind: str) -> None:
    schema = titan("schema", kind).json
    meta.validate(schema)
    assert schema["properties"]["kind"] == {"const": kind}
    if kind == "game":
        Draft202012Validator(schema).validate(json.loads(NEW))


def ids(*args: str) -> list[str]:
    return [rule["id"] for rule in titan("rules", *args).json["rules"]]


def test_rules_one_a_group_a_chapter_or_all() -> None:
    assert ids("MOVE-4") == ["MOVE-4"]
    assert ids("move-4", "TELE-1") == ["MOVE-4", "TELE-1"]
    assert ids("MOVE") == [f"MOVE-{n}" for n in range(1, 10)]
    assert ids("Movement")[:2] == ["ROLL-1", "MOVE-1"]
    assert ids() == list(digest().rules)


def test_rules_list_all_chapters_in_short() -> None:
    text = titan("rules", "--format", "table").out
    assert len(text.splitlines()) < 30
    for rule_id in some(digest().rules):
        assert rule_id in text


def test_words_find_three_rules_with_a_case_each() -> None:
    shown = titan("rules", "may", "I", "run", "away", "--format", "table").out
    assert shown.startswith("ENG-3 - Fleeing\n")
    assert shown.count("\n  a case: ") == 3
    assert titan("rules", "run away").json["rules"][0]["case"]["id"] == "ENG-3.d"


def test_an_id_shows_the_rule_alone() -> None:
    for words in (["STRIKE-5"], ["strike-5"], ["strike", "5"]):
        assert ids(*words) == ["STRIKE-5"]
    assert "case" not in titan("rules", "STRIKE-5").json["rules"][0]
    assert titan("rules", "MOVE-99", "--format", "json").error["code"] == "unknown-rule"
