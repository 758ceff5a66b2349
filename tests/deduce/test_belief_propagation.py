"""Corners of the tree of splits, and of the answers (SPLIT-2, MOVE-9)."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histories import KINDS, Names
from titan_rules.deduction.belief_propagation import NoHistory
from titan_rules.deduction.facts import Began, Combined, Gone, Joined, Looked, Observation, Parted, Reduced, Shown
from titan_rules.deduction.multisets import parts, size
from titan_rules.deduction.posterior import NOBODY, Contradiction, Observer, Tangle
from titan_rules.deduction.recorded import legion_deduction


def seen(kind: type[Observation], legion: str, *names: str, **more: Any) -> Observation:
    if names:
        more["characters"] = names
    return kind(step=1, rule="SPLIT-2", owner="Black", legion=legion, **more)


def parted(legion: str, into: str, count: int, stay: int, **more: Any) -> Observation:
    return seen(Parted, legion, into=into, count=count, stay=stay, **more)


def watching(*facts: Observation, told: bool = False) -> Observer:
    observer = Observer(KINDS, NOBODY, told=told)
    observer.take(facts)
    return observer


def may_hold(observer: Observer, legion: str) -> dict[Names, int]:
    return {KINDS.unpack(content): weight for content, weight in observer.contents(legion).items()}


MIXED = seen(Began, "Bk01", "Angel", "Lion", "Ogre", "Ogre", "Titan", "Troll")


def test_MOVE_9_legions_of_different_origin_are_a_tangle() -> None:
    observer = watching(MIXED, parted("Bk01", "Bk02", 3, 3), seen(Began, "Bk05", "Lion", "Ogre", "Ogre", "Troll"))
    observer.take([parted("Bk05", "Bk06", 2, 2)])
    with pytest.raises(Tangle, match=r"Bk06 and Bk02 .* are not parts of one split \(step 1, MOVE-9\)"):
        observer.take([seen(Combined, "Bk06", into="Bk02")])


def test_BATTLE_5_who_entered_is_left_and_the_rest_is_gone_unseen() -> None:
    observer = watching(MIXED, parted("Bk01", "Bk02", 3, 3), seen(Reduced, "Bk02", "Ogre", "Ogre"))
    assert may_hold(observer, "Bk02") == {("Ogre", "Ogre"): 1}
    left_off = set(may_hold(observer, "Bk01"))
    assert ("Angel", "Lion", "Titan") in left_off
    assert not any("Ogre" in names for names in left_off)


def test_what_the_record_says_of_a_split_counts_for_those_who_are_told() -> None:
    split = parted("Bk01", "Bk02", 2, 4, characters=("Ogre", "Titan"))
    assert may_hold(watching(MIXED, split, told=True), "Bk02") == {("Ogre", "Titan"): 1}
    assert len(may_hold(watching(MIXED, split), "Bk02")) == 11


def test_contradictions_are_found_at_once_or_when_conclusions_are_drawn() -> None:
    facts = (MIXED, parted("Bk01", "Bk02", 3, 3))
    with pytest.raises(Contradiction):
        watching(*facts, seen(Shown, "Bk02", "Centaur"))
    with pytest.raises(Contradiction):
        watching(*facts, parted("Bk02", "Bk03", 2, 1, characters=("Lion", "Lion")), told=True)


@pytest.mark.parametrize("last", [[], [seen(Gone, "Bk01")], [seen(Looked, "Bk01", "Angel", "Lion", "Titan")]])
def test_two_titans_are_a_contradiction_whatever_comes_after(last: list[Observation]) -> None:
    both = [seen(Shown, "Bk01", "Titan"), seen(Shown, "Bk02", "Titan")]
    with pytest.raises((NoHistory, Contradiction)):
        watching(MIXED, parted("Bk01", "Bk02", 3, 3), *both, *last).settle()


def test_an_answer_names_what_it_follows_from_the_relatives_included() -> None:
    facts = [MIXED, parted("Bk01", "Bk02", 3, 3), seen(Joined, "Bk02", "Lion"), seen(Shown, "Bk02", "Troll")]
    first, second = (legion_deduction(watching(*facts), marker) for marker in ("Bk01", "Bk02"))
    assert "step 1: Bk02 showed Troll" in [ruling.text for ruling in first.rulings]
    assert second.certain == ("Lion", "Troll")
    assert first.range["Ogre"] == (0, 2)
    assert "Troll" not in first.range


@given(st.lists(st.sampled_from(KINDS.names), max_size=8), st.data())
def test_parts_are_all_parts_with_the_ways_to_pick_them(names: list[str], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(names)))
    packed = KINDS.pack(names)
    picked = Counter(tuple(sorted(part)) for part in combinations(names, count))
    assert {KINDS.unpack(part): ways for part, ways in parts(packed, count)} == picked
    assert KINDS.unpack(packed) == tuple(sorted(names))
    assert size(packed) == len(names)


@given(*[st.lists(st.sampled_from(KINDS.names), max_size=8)] * 2)
def test_a_multiset_holds_another_or_not(names: list[str], others: list[str]) -> None:
    enough = all(names.count(name) >= others.count(name) for name in others)
    assert KINDS.holds(KINDS.pack(names), KINDS.pack(others)) == enough
