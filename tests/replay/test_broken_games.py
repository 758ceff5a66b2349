"""A legal game broken on purpose, in every way that comes to mind: each is found at its line, with the right rule."""

from collections.abc import Callable
from typing import Any

from looping import for_each
from recorded import Rows, plain, shipped, text
from running import titan

Change = Callable[[Rows], Rows]


def at(line: int, **keys: Any) -> Change:
    """Some keys of a line changed; ``from_`` and ``with_`` stand for ``from`` and ``with``."""
    new = {key.rstrip("_"): value for key, value in keys.items() if not key.endswith("_") or key in ("from_", "with_")}
    return lambda rows: [*rows[: line - 1], {**rows[line - 1], **new}, *rows[line:]]


def before(line: int, new: dict[str, Any]) -> Change:
    return lambda rows: [*rows[: line - 1], new, *rows[line - 1 :]]


def without(*lines: int) -> Change:
    return lambda rows: [row for number, row in enumerate(rows, 1) if number not in lines]


def instead(line: int, new: dict[str, Any]) -> Change:
    return lambda rows: [*rows[: line - 1], new, *rows[line:]]


SUMMON = {"do": "summon", "from": "Rd01", "character": "Angel"}
BROKEN: dict[str, tuple[Change, int, str]] = {
    "a move too long": (at(5, to=22), 5, "MOVE-3"),
    "a move onto an own Legion": (at(6, to=21), 6, "MOVE-6"),
    "two moves of one Legion": (at(6, legion="Bk01", to=20), 6, "MOVE-1"),
    "a move before the roll": (without(4), 4, "ROLL-1"),
    "another player's Legion moves": (at(12, legion="Bk01", to=22), 12, "MOVE-1"),
    "the wrong entry side": (at(27, entry_side="right"), 27, "MOVE-8"),
    "nobody moves": (without(5, 6), 5, "MOVE-2"),
    "a second roll": (before(5, {"do": "roll", "die": 4}), 5, "ROLL-1"),
    "a mulligan in turn 2": (before(19, {"do": "mulligan", "die": 4}), 19, "ROLL-1"),
    "a die of seven": (at(4, die=7), 4, "ROLL-1"),
    "a split too small": (at(24, characters=["Gargoyle", "Gargoyle", "Cyclops", "Ogre"]), 24, "SPLIT-2"),
    "a split of what is not there": (at(24, characters=["Hydra", "Gargoyle"]), 24, "SPLIT-2"),
    "a split out of turn": (at(9, legion="Bk01", into="Bk03", characters=["Ogre", "Ogre"]), 9, "SPLIT-2"),
    "a marker in use": (at(24, into="Rd01"), 24, "SPLIT-3"),
    "a first split without a Lord": (
        at(2, characters=["Ogre", "Centaur", "Gargoyle", "Gargoyle"]),
        2,
        "SPLIT-1",
    ),
    "no first split": (without(2), 2, "SPLIT-1"),
    "a muster without the musterers": (at(15, with_=["Gargoyle"]), 15, "MUSTER-2"),
    "a muster of another land": (at(15, character="Troll"), 15, "MUSTER-2"),
    "a second muster": (
        before(16, {"do": "muster", "legion": "Rd02", "character": "Gargoyle", "with": ["Gargoyle"]}),
        16,
        "MUSTER-1",
    ),
    "a muster without a move": (without(19), 21, "MUSTER-1"),
    "an Engagement that is none": (at(31, land=7), 31, "ENG-1"),
    "an Engagement left over": (instead(31, {"do": "end-turn"}), 31, "TURN-1"),
    "a flight with a Lord": (instead(32, {"do": "flee"}), 32, "ENG-3"),
    "the wrong one speaks": (at(32, by="Red"), 32, "ENG-5"),
    "an entry too far": (at(34, to="D1"), 34, "MANEUVER-1"),
    "an entry into the Bog": (at(41, to="A3"), 41, "MANEUVER-5"),
    "a maneuver into another": (at(49, to="A2"), 49, "MANEUVER-3"),
    "a maneuver out of contact": (
        before(51, {"do": "maneuver", "character": "Titan", "from": "F1", "to": "F2"}),
        51,
        "MANEUVER-2",
    ),
    "a maneuver of nobody": (at(49, character="Lion"), 49, "MANEUVER-1"),
    "a wrong number of dice": (at(44, dice=[3, 2, 6, 3, 4]), 44, "STRIKE-2"),
    "a Strike-number too good": (at(44, strike_number=4, dice_count=6), 44, "CARRY-2"),
    "a strike without contact": (at(52, to="E1"), 52, "STRIKE-1"),
    "a strike at a friend": (at(52, to="B1"), 52, "STRIKE-1"),
    "two strikes by one": (at(53, from_="A2"), 53, "STRIKE-1"),
    "a strike in the Maneuver Phase": (
        before(41, {"do": "strike", "from": "F1", "to": "E1", "dice": [1, 2, 3, 4, 5, 6]}),
        41,
        "STRIKE-1",
    ),
    "an unmade forced strike": (without(44), 44, "STRIKE-1"),
    "an unmade forced strikeback": (without(57, 58), 57, "STRIKE-8"),
    "a carry too far": (at(63, carry=[{"to": "F1", "hits": 1}]), 63, "CARRY-1"),
    "a carry too large": (at(63, carry=[{"to": "B2", "hits": 2}]), 63, "CARRY-1"),
    "a summons without the right": (before(41, SUMMON), 41, "SUMMON-1"),
    "a summons from where no Angel is": (at(60, from_="Rd03"), 60, "SUMMON-1"),
    "a second summons": (before(61, SUMMON), 61, "SUMMON-3"),
    "an action after the end": (before(69, {"do": "end-turn"}), 69, "D-6"),
}


def replayed(rows: Rows, *options: str) -> dict[str, Any]:
    done = titan("replay", "-", "--format", "json", *options, stdin=text(rows))
    assert done.code == 1
    assert done.err == ""
    answer: dict[str, Any] = done.json
    return answer


@for_each("name", BROKEN)
def test_the_line_and_the_rule_are_named(name: str) -> None:
    change, line, rule = BROKEN[name]
    report = replayed(change(plain(shipped())))
    stop = report["stopped_at"]
    assert report["verdict"] == "illegal"
    assert (stop["line"], stop["step"], report["steps"]) == (line, line - 1, line - 2)
    assert stop["rulings"][0]["rule"] == rule
    assert stop["rulings"][0]["verdict"] == "illegal"
