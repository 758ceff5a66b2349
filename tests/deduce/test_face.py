"""``titan.deduce``."""

from pathlib import Path

import pytest

import titan_rules as titan
from checkout import EXAMPLES
from titan_rules.kernel.lines import rows_in
from titan_rules.replays.record import Record

GAME = EXAMPLES / "who-left.replay.jsonl"


def test_what_a_legion_may_hold() -> None:
    found = titan.deduce(GAME, "red", step=43, legion="bk3")
    assert (found.color, found.step, [legion.legion for legion in found.legions]) == ("Red", 43, ["Bk03"])
    assert found.legion("Bk03").contents[0].characters == ("Ogre", "Troll")
    assert str(found.legion("Bk03").contents[0].weight) == "28.57 %"
    assert '"kind": "deduction"' in found.dumps()
    with pytest.raises(KeyError):
        found.legion("Bk02")


def test_a_record_that_is_open_already() -> None:
    with GAME.open("rb") as stream:
        found = titan.deduce(Record(rows_in(stream)))
    assert found == titan.deduce(str(GAME), "Nobody")
    assert found != titan.deduce(GAME, "Red")


def test_bad_questions() -> None:
    with pytest.raises(titan.CannotTell, match="there is no step 57"):
        titan.deduce(GAME, step=57)
    with pytest.raises(titan.UnknownName):
        titan.deduce(GAME, "Puce")
    with pytest.raises(OSError, match="missing"):
        titan.deduce(Path("missing.jsonl"))
