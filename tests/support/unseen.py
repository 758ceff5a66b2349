"""Records that do not say who left: in most, three of Black's six leave as Bk02 and attack Red in a Jungle."""

from collections.abc import Iterable
from typing import Any

from builders import board_document
from titan_rules.deduction.recorded import Recording, recorded
from titan_rules.kernel.replaying import RecordLine, line_of
from titan_rules.position.game import Game
from titan_rules.replays.documents import start_of
from titan_rules.text.parsing import parse

Names = tuple[str, ...]

BLACK = ("Angel", "Lion", "Lion", "Ogre", "Ogre", "Titan")
MEETING = ("Bk01/Bk02 3", "end-splits", "roll 1", "Bk02 104", "end-moves", "engage 104", "stand")
FIGHT = (
    "Red no-more", "Black fights", "Ogr enters A3", "Tro enters A2", "end-maneuver", "end-strikes", "end-strikeback",
)  # fmt: skip
PLACES = ("F2", "E2", "D5")
ENDED = ("end-strikes", "end-strikeback")
HEADER = {
    "format": "titan-rules/1",
    "kind": "replay",
    "start": board_document(
        phase="commencement",
        black={"Bk01": (105, " ".join(BLACK)), "Bk09": (1, "Ogre Ogre")},
        red={"Rd01": (104, "Ogre Troll"), "Rd02": (4000, "Titan Ogre")},
    ),
}
START = start_of(HEADER)

Row = str | tuple[str, dict[str, Any]]
"""An action in words, perhaps with what is expected after it."""


def lines(*rows: Row) -> list[RecordLine]:
    """The meeting, and what follows it."""
    return _lines([*MEETING, *rows])


def record(*rows: Row, **sides: Any) -> tuple[list[RecordLine], Game]:
    """A record that begins in Black's Commencement Phase, and the position that it begins with."""
    document = board_document(phase="commencement", **{"gold": {"Gd01": (5000, "Titan Ogre")}, **sides})
    start = start_of({"format": "titan-rules/1", "kind": "replay", "start": document})
    assert isinstance(start, Game)
    return _lines(rows), start


def after(*rows: Row, **sides: Any) -> Recording:
    """What is known after such a record."""
    return recorded(*record(*rows, **sides))


def _lines(rows: Iterable[Row]) -> list[RecordLine]:
    found = []
    for number, row in enumerate(rows, 2):
        words, expect = (row, {}) if isinstance(row, str) else row
        action = parse(words).to_json()
        found.append(line_of(number, {**action, "expect": expect} if expect else action))
    return found
