"""Games kept as they are played, of an invented game."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from titan_rules.kernel.blocks import Block, Prose, Why
from titan_rules.kernel.dice import Dice, DiceSource
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction
from titan_rules.kernel.game_file import Done, GameFile, happened
from titan_rules.kernel.layout import JOINT
from titan_rules.kernel.rulings import illegal, legal

HOPPED, REFUSED = legal("FROG-1", "it hopped"), illegal("FROG-2", "too far")


class Frogs:
    """A frog that hops; a second hop is preceded by a rest, and a row ``# ...`` remarks on it."""

    def read(self, text: str) -> GameFile[int]:
        rows = tuple(text.splitlines())
        places = tuple(i for i, row in enumerate(rows) if row.strip().startswith("hop"))
        return GameFile(self, rows, places, sum(int(rows[i].split()[1]) for i in places))

    def carried_out(self, state: int, action: int, dice: DiceSource | None) -> Iterator[Done[int]]:
        if action > 9:
            raise IllegalAction([REFUSED], action)
        if state:
            yield 0, state, [HOPPED]
        die = dice.roll(1)[0] if dice else 0
        yield action + die, state + action + die, [HOPPED]

    def rows(self, record: GameFile[int], action: int, after: int, typed: str) -> Sequence[str]:
        return [f"  hop {action}", *([f"# {typed} to {after}"] if typed else [])]

    def remarked(self, record: GameFile[int], comment: str) -> Sequence[str]:
        return [*record.rows, f"# {comment}"]


NEW = Frogs().read("frog\n")


def test_each_action_adds_its_rows_and_is_told_with_its_events() -> None:
    once, done = NEW.played(3, typed="hop hop")
    assert (once.rows, once.places, once.state) == (("frog", "  hop 3", "# hop hop to 3"), (1,), 3)
    assert done == [(3, 3, [HOPPED])]
    twice, done = once.played(2, comment="well hopped")
    assert (twice.rows[3:], twice.places, twice.state) == (("  hop 0", "  hop 2", "# well hopped"), (1, 3, 4), 5)
    assert [action for action, _, _ in done] == [0, 2]
    assert twice.text == "frog\n  hop 3\n# hop hop to 3\n  hop 0\n  hop 2\n# well hopped\n"
    rolled, _ = NEW.played(3, Dice(1))
    assert rolled.state == 3 + Dice(1).roll(1)[0]
    with pytest.raises(IllegalAction):
        once.played(10)


def test_actions_are_shown_and_taken_back_from_the_last() -> None:
    record = NEW.played(3)[0].played(2)[0]
    assert record.last(2) == ("hop 0", "hop 2")
    assert record.last(9) == ("hop 3", "hop 0", "hop 2")
    assert record.undone().rows == ("frog", "  hop 3", "  hop 0")
    assert (record.undone(2).state, record.undone(3)) == (3, NEW)
    assert record.undone(0) is record
    assert record.undone(-1) is record
    with pytest.raises(CannotTell, match=r"^3 actions can be taken back, not 4"):
        record.undone(4)
    with pytest.raises(CannotTell, match=r"^no actions can be taken back, not 1"):
        NEW.undone()


def test_a_comment_is_read_again_and_has_no_control_characters() -> None:
    assert NEW.commented("a\tnote").rows == ("frog", "# a\tnote")
    with pytest.raises(DocumentError) as caught:
        NEW.commented("a\x1bnote")
    assert [fault.code for fault in caught.value.faults] == ["control-character"]


def told(**facts: Any) -> list[Block]:
    nothing: dict[str, Any] = {
        "taken_back": (),
        "played": (),
        "refused": None,
        "rulings": None,
        "fault": None,
        "untried": (),
    }
    return list(happened(SimpleNamespace(**(nothing | facts))))


PLAYED = [SimpleNamespace(text="hop 1", rulings=[HOPPED]), SimpleNamespace(text="hop 2", rulings=[])]


def test_what_became_of_typed_actions() -> None:
    assert told() == []
    assert told(taken_back=["hop 1", "hop 2"]) == [Prose(f"taken back: hop{JOINT}1; hop{JOINT}2")]
    hops = ["hop 1", Why([HOPPED], width=80), "hop 2", Why([], width=80)]
    assert told(played=PLAYED) == hops
    before = Prose(f"done before it: hop{JOINT}1; hop{JOINT}2")
    assert told(played=PLAYED, refused="hop 10", rulings=[REFUSED], untried=["hop 3", "hop 4"]) == [
        *hops, "hop 10: illegal", Why([REFUSED], width=80), Prose("not tried: hop 3; hop 4"), before,
    ]  # fmt: skip
    assert told(refused="hop 10") == ["hop 10: illegal", Why((), width=80)]
    fault = Fault("which", "say which: hop 1 or " + "hop " * 10 + "on", "/actions/0")
    assert told(played=PLAYED, fault=fault)[-2:] == [f"say which: hop{JOINT}1 or " + "hop " * 10 + "on", before]
