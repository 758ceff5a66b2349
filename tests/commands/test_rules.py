"""``titan rules`` and ``titan schema``."""

import json

import pytest
from jsonschema import Draft202012Validator

from running import titan
from titan_rules.digest.rows import digest
from titan_rules.position.documents import FORMAT

NEW = titan("new", "--players", "3", "--seed", "7").out


def test_schema_lists_the_kinds() -> None:
    assert set(titan("schema").out.split()) >= set(FORMAT.kinds)


@pytest.mark.parametrize("kind", sorted(FORMAT.kinds))
def test_schema_accepts_what_titan_writes(kind: str) -> None:
    schema = titan("schema", kind).json
    Draft202012Validator.check_schema(schema)
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
    for rule_id in digest().rules:
        assert rule_id in text
