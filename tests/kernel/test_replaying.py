"""Records of an invented game, judged line by line."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.replaying import Divergence, RecordLine, Step, judge, line_of, play, read_line, seal_of
from titan_rules.kernel.rulings import HasRuling, illegal, legal

HOPPED, TOO_FAR = legal("FROG-1", "it hopped"), illegal("FROG-2", "too far")


class Frogs:
    """A frog that hops: its place is the state."""

    def read(self, data: Mapping[str, JSON], state: int) -> int:
        if "hop" not in data:
            raise DocumentError([Fault("no-hop", "no hop"), Fault("second", "another fault")])
        hop: Any = data["hop"]
        return int(hop)

    def apply(self, state: int, action: int) -> tuple[int, Sequence[HasRuling]]:
        if action > 9:
            raise IllegalAction([TOO_FAR], action)
        return state + action, [HOPPED]

    def divergences(self, state: int, events: Sequence[HasRuling], expect: Mapping[str, JSON]) -> list[Divergence]:
        if "dark" in expect:
            raise CannotTell(Fault("dark", "it is dark"))
        found: dict[str, JSON] = {"at": state, "events": len(events)}
        return [Divergence(fact, value, found[fact]) for fact, value in expect.items() if found[fact] != value]

    def snapshot(self, state: int) -> JSON:
        return {"at": state}


def line(number: int = 1, **data: Any) -> RecordLine:
    return line_of(number, data)


def remark(number: int = 9, **data: Any) -> RecordLine:
    return evolve(line_of(number, data), afterthought=True)


def steps(*lines: RecordLine, seals: bool = True) -> list[Step[int]]:
    return list(play(lines, Frogs(), 0, seals))


def test_a_line_is_an_object_with_remarks_or_a_text() -> None:
    full = {"hop": 1, "comment": "far", "expect": {"at": 1}, "state": "abc"}
    assert line_of(4, full) == RecordLine(4, {"hop": 1}, "far", {"at": 1}, "abc")
    assert line_of(4, full).to_json() == full
    assert line_of(4, {"hop": 1}).to_json() == {"hop": 1}
    assert read_line(2, '"hop 1"') == RecordLine(2, {"text": "hop 1"})


@pytest.mark.parametrize(
    ("data", "pointers"),
    [
        (3, [""]),
        ([], [""]),
        ({"comment": 3}, ["/comment"]),
        ({"expect": [], "state": 3, "comment": "x"}, ["/expect", "/state"]),
    ],
)
def test_what_is_no_line_of_a_record(data: JSON, pointers: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        line_of(7, data)
    assert [(fault.code, fault.pointer, fault.line) for fault in caught.value.faults] == [
        ("wrong-type", pointer, 7) for pointer in pointers
    ]
    with pytest.raises(DocumentError) as cut:
        read_line(8, '{"hop"')
    assert cut.value.faults[0].line == 8


def test_actions_are_numbered_and_carried_out_one_after_the_other() -> None:
    found = steps(line(2, hop=1), line(4, hop=2), line(5, hop=10), line(6, hop=3))
    assert [(step.number, step.line.number, step.action, step.state) for step in found] == [
        (1, 2, 1, 1), (2, 4, 2, 3), (3, 5, 10, 3), (4, 6, 3, 6),
    ]  # fmt: skip
    assert [step.rulings for step in found] == [(HOPPED,), (HOPPED,), (TOO_FAR,), (HOPPED,)]
    assert [(step.good, step.judged) for step in found] == [(True, True), (True, True), (False, False), (True, True)]
    assert isinstance(found[2].error, IllegalAction)


def test_a_line_that_cannot_be_read_leaves_the_state_as_it_is() -> None:
    unread = evolve(line(3, hop=1), fault=Fault("bad", "bad"))
    found = steps(line(1, hop=1), unread, line(4, skip=1), line(5, hop=1, expect={"dark": 1}))
    assert [(step.action, step.state) for step in found] == [(1, 1), (None, 1), (None, 1), (1, 1)]
    assert [step.fault and (step.fault.code, step.fault.line) for step in found] == [
        None, ("bad", None), ("no-hop", 4), ("dark", 5),
    ]  # fmt: skip
    assert [type(step.error) for step in found] == [type(None), type(None), DocumentError, CannotTell]
    assert [(step.good, step.judged) for step in found[1:]] == [(False, False)] * 3


def test_an_action_that_is_read_already_is_not_read_again() -> None:
    assert judge(5, line(1, skip=1), Frogs(), 3, 4) == Step(5, line(1, skip=1), 4, 7, (HOPPED,))


def test_expectations_are_compared_with_what_happened() -> None:
    (step,) = steps(line(hop=1, expect={"at": 2, "events": 1}))
    assert step.divergences == (Divergence("at", 2, 1),)
    assert (step.good, step.judged, step.state) == (False, True, 1)
    assert str(step.divergences[0]) == "expected at 2, found 1"


@pytest.mark.parametrize("seals", [True, False])
def test_a_seal_is_the_state_after_its_action(seals: bool) -> None:
    right, wrong = seal_of({"at": 1}), "0" * 16
    assert steps(line(hop=1, state=right), seals=seals)[0].good
    (step,) = steps(line(hop=1, state=wrong, expect={"at": 2}), seals=seals)
    assert step.divergences == (Divergence("at", 2, 1), *([Divergence("state", wrong, right)] if seals else []))
    assert "the rules no longer give the state" in str(Divergence("state", wrong, right))
    (_, later) = steps(line(hop=1), remark(state=wrong), seals=seals)
    assert later.divergences == ((Divergence("state", wrong, right),) if seals else ())


def test_a_seal_does_not_depend_on_the_order_of_keys() -> None:
    assert seal_of({"b": [{"d": 1, "c": 2}], "a": 1}) == seal_of({"a": 1, "b": [{"c": 2, "d": 1}]})
    assert seal_of({"a": [1, 2]}) != seal_of({"a": [2, 1]})
    assert len(seal_of({})) == 16


def test_a_remark_is_judged_with_the_action_before_it() -> None:
    first, later, after = steps(line(1, hop=1), remark(2, expect={"at": 1, "events": 2}), line(3, hop=1))
    assert (later.number, later.line.number, later.state, later.events) == (1, 2, 1, ())
    assert later.divergences == (Divergence("events", 2, 1),)
    assert (first.number, after.number, after.state) == (1, 2, 2)


def test_a_remark_that_cannot_be_judged_is_a_fault_of_its_own_line() -> None:
    _, dark = steps(line(1, hop=1), remark(2, expect={"dark": 1}))
    assert (dark.fault, type(dark.error)) == (Fault("dark", "it is dark", line=2), CannotTell)
    _, unread = steps(line(1, hop=1), evolve(remark(2), fault=Fault("bad", "bad")))
    assert (unread.fault, unread.events) == (Fault("bad", "bad"), ())
    refused, remarked = steps(line(1, hop=10), remark(2, expect={"at": 7}))
    assert (refused.refusal, remarked.divergences, remarked.fault) == ((TOO_FAR,), (), None)


def test_a_remark_before_any_action_is_judged_as_a_line() -> None:
    (step,) = steps(remark(1, hop=2))
    assert (step.number, step.state) == (1, 2)
