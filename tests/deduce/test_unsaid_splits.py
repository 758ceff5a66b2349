"""A split that does not say who leaves: ``Bk02/Bk03 2``, in every form that a record may have."""

import json
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, ValidationError

from builders import board_document
from histories import unsaid
from recorded import text, who_left
from running import titan
from titan_rules import why
from titan_rules.actions.intents import Split, action_from_json
from titan_rules.kernel.errors import CannotTell, DocumentError
from titan_rules.play import is_legal
from titan_rules.position.documents import FORMAT
from titan_rules.text.parsing import parse, written

ROWS = who_left()
HIDDEN = unsaid(ROWS)
BLACK = {"Bk01": (105, "Titan Ogre Ogre Troll Lion"), "Bk09": (1, "Angel Lion Lion")}


@pytest.mark.parametrize(
    "words",
    [
        "Bk02/Bk03 2",
        "Bk02 splits into Bk03: 2",
        "bk2 splits 2 characters into bk3",
        "Bk02 splits off 2 into Bk03",
        "Bk02/Bk03 2 characters",
    ],
)
def test_a_count_stands_for_who_leaves(words: str) -> None:
    split = parse(words)
    assert split == Split("Bk02", "Bk03", count=2)
    assert split.to_json() == {"do": "split", "legion": "Bk02", "into": "Bk03", "count": 2}
    assert action_from_json(split.to_json()) == split == parse(written(split))


@pytest.mark.parametrize("more", [{}, {"count": 2, "characters": ["Ogre", "Troll"]}])
def test_a_split_has_either_characters_or_a_count(more: dict[str, Any]) -> None:
    row = {"do": "split", "legion": "Bk02", "into": "Bk03", **more}
    with pytest.raises(DocumentError, match="either 'characters' or"):
        action_from_json(row)
    with pytest.raises(ValueError, match="either characters or a count"):
        Split("Bk02", "Bk03", **{key: tuple(x) if isinstance(x, list) else x for key, x in more.items()})
    schema = Draft202012Validator(titan("schema", "replay").json)
    with pytest.raises(ValidationError):
        schema.validate(row)
    schema.validate(HIDDEN[1])
    schema.validate(ROWS[1])


def asked(words: str, **given: Any) -> list[str]:
    position = FORMAT.read(
        board_document(phase="commencement", black=BLACK, red={"Rd01": (4000, "Titan Ogre")}, **given)
    )
    return [ruling.rule for ruling in why(position, parse(words)).rulings]


def test_SPLIT_2_a_count_can_be_illegal_whoever_leaves() -> None:
    assert asked("Bk01/Bk03 4") == ["SPLIT-2"]
    assert asked("Bk01/Bk03 0") == ["SPLIT-2"]
    assert asked("Bk09/Bk03 1") == ["SPLIT-2"]
    assert asked("Bk05/Bk03 2") == ["SPLIT-2"]
    assert asked("Bk01/Bk09 2") == ["SPLIT-3"]


def test_SPLIT_1_four_leave_in_the_first_turn() -> None:
    start = titan("replay", "-", "--to", "0", stdin=text(HIDDEN)).json["final"]
    position = FORMAT.read(start)
    assert not is_legal(position, parse("Bk01/Bk02 3"))
    with pytest.raises(CannotTell):
        is_legal(position, parse("Bk01/Bk02 4"))


def test_the_referee_cannot_tell_and_says_who_can() -> None:
    done = titan("replay", "-", "--format", "table", stdin=text(HIDDEN))
    assert done.code == 2
    error = titan("replay", "-", "--format", "json", stdin=text(HIDDEN)).error
    assert error["code"] == "unknown-content"
    assert error["message"] == "it is not said which 4 leave Bk01 as Bk02"
    assert "--audit" in error["hint"]


def test_sheets_have_counts_both_ways() -> None:
    sheet = titan("replay", "-", "--format", "sheet", stdin=text(HIDDEN)).out
    assert "\nBk02/Bk03 2\n" in sheet
    assert [
        json.loads(row) for row in titan("replay", "-", "--format", "jsonl", stdin=sheet).out.splitlines()
    ] == HIDDEN
    audited, deduced = titan("replay", "-", "--audit", stdin=sheet), titan("deduce", "-", "--as", "Red", stdin=sheet)
    assert (audited.json["verdict"], audited.json["unknown_splits"]) == ("legal", 3)
    assert deduced.json == titan("deduce", "-", "--as", "Red", stdin=text(HIDDEN)).json


def test_lines_in_words_that_only_a_position_makes_clear_are_audited_too() -> None:
    rows: list[Any] = [*HIDDEN]
    rows[1] = {"text": "Bk01 splits off 4"}
    done = titan("replay", "-", "--audit", stdin=text(rows))
    assert (done.json["verdict"], done.json["unknown_splits"]) == ("legal", 3)
