"""Objections to actions, and plans for legal ones."""

from collections.abc import Iterator

import pytest

from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.judging import (
    Objection,
    Plan,
    Refusal,
    against_each_way,
    refusal,
    refuse_if,
    refused,
    unopposed,
    until_stopped,
)  # fmt: skip
from titan_rules.kernel.rulings import consequence, illegal, legal

WET, DRY = illegal("POND-1", "it is too wet"), illegal("POND-2", "it is too dry")
DARK, FAR = CannotTell(Fault("dark", "it is dark")), CannotTell(Fault("far", "it is far"))


def never() -> Iterator[Objection]:
    """What nobody may ask for."""

    def asked(objection: Objection) -> Objection:
        raise AssertionError(f"asked in vain: {objection}")

    return map(asked, [WET])


def test_a_refusal_holds_its_rulings() -> None:
    assert refused(WET, DRY) == Refusal((WET, DRY))
    assert refusal("POND-1", "{n} frogs", step="3", n=2).rulings == (illegal("POND-1", "{n} frogs", step="3", n=2),)


def test_rulings_refuse_whatever_else_is_unknown() -> None:
    assert refuse_if([], "hop") == "hop"
    assert refuse_if([DARK, WET, FAR, DRY], "hop") == Refusal((WET, DRY))


def test_nobody_can_tell_if_there_is_nothing_but_unknowns() -> None:
    with pytest.raises(CannotTell) as caught:
        refuse_if([DARK, FAR], "hop")
    assert caught.value is DARK


def test_the_first_objection_answers() -> None:
    assert unopposed([])
    assert not unopposed(found for objections in ([DARK], never()) for found in objections)


def test_a_group_with_objections_makes_those_after_it_meaningless() -> None:
    both: list[Objection] = [WET, DARK]
    assert list(until_stopped([], both, never())) == both
    assert list(until_stopped(*[list[Objection]()] * 2)) == []


def test_an_action_of_several_ways_needs_a_way_without_objections() -> None:
    assert against_each_way([WET], [], [DARK]) == []
    assert against_each_way([WET], [DARK, FAR], [DRY, DARK]) == [DARK, FAR]
    assert against_each_way([DARK, FAR], [FAR]) == [FAR]
    assert against_each_way([WET, DARK], [DRY]) == [WET, DARK, DRY]


def test_a_plan_is_legal_by_its_reasons_or_the_first_legal_event() -> None:
    events = [consequence("POND-3", "it rains"), legal("POND-4", "it may hop"), legal("POND-5", "it may sit")]
    plan = Plan(lambda dice: (sum(dice), events), dice=1)
    assert plan.rulings == (events[1],)
    assert Plan(plan.carry_out, reasons=lambda: events).rulings == tuple(events)
    assert (plan.sides, plan.fill((4,))) == (6, {"die": 4})
