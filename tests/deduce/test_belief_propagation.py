"""Corners of the tree of splits, and of the answers (SPLIT-2, MOVE-9)."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histories import KINDS, Names
from titan_rules.box.names import CharacterName
from titan_rules.deduction.belief_propagation import WIDEST, NoHistory, Variable, detach, relatives, split
from titan_rules.deduction.facts import Began, Combined, Gone, Joined, Left, Looked, Observation, Parted, Reduced, Shown
from titan_rules.deduction.multisets import Alphabet, common, parts, size
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


@pytest.mark.parametrize("looked", ["Bk01", "Bk02"])
@pytest.mark.parametrize(("goes", "stays"), [("Bk01", "Bk02"), ("Bk02", "Bk01")])
def test_MOVE_9_a_part_that_is_known_joins_one_whose_rest_is_not(looked: str, goes: str, stays: str) -> None:
    observer = watching(MIXED, parted("Bk01", "Bk02", 3, 3), seen(Looked, looked, "Angel", "Lion", "Titan"))
    observer.take([seen(Combined, goes, into=stays)])
    assert observer.legions() == (stays,)
    assert may_hold(observer, stays) == {("Angel", "Lion", "Ogre", "Ogre", "Titan", "Troll"): 1}
    assert [type(fact) for fact in observer.why(stays)].count(Combined) == 1


def test_MOVE_9_a_known_legion_joins_a_part_that_is_not_known() -> None:
    split = parted("Bk01", "Bk02", 2, 4)
    observer = watching(MIXED, seen(Began, "Bk05", "Lion", "Lion"), split, seen(Combined, "Bk05", into="Bk02"))
    alone = may_hold(watching(MIXED, split), "Bk02")
    assert may_hold(observer, "Bk02") == {tuple(sorted([*held, "Lion", "Lion"])): ways for held, ways in alone.items()}
    assert may_hold(observer, "Bk01") == may_hold(watching(MIXED, split), "Bk01")


@pytest.mark.parametrize(("goes", "stays"), [("Bk01", "Bk02"), ("Bk02", "Bk01")])
def test_MOVE_9_parts_that_are_put_together_keep_who_has_joined_and_left(goes: str, stays: str) -> None:
    facts = [MIXED, parted("Bk01", "Bk02", 3, 3), seen(Joined, "Bk02", "Lion"), seen(Joined, "Bk01", "Centaur", "Lion")]
    facts += [seen(Left, "Bk02", "Troll"), seen(Combined, goes, into=stays)]
    together = ("Angel", "Centaur", "Lion", "Lion", "Lion", "Ogre", "Ogre", "Titan")
    assert set(may_hold(watching(*facts), stays)) == {together}
    again = watching(*facts, parted(stays, "Bk03", 2, 6))
    alone = watching(seen(Began, stays, *together), parted(stays, "Bk03", 2, 6))
    assert may_hold(again, "Bk03") == may_hold(alone, "Bk03")


def test_SPLIT_2_who_keeps_no_history_forgets_it() -> None:
    observer = watching(MIXED, parted("Bk01", "Bk02", 3, 3))
    assert observer.history() == {}


def test_SPLIT_2_a_history_that_is_kept_says_who_left_every_time() -> None:
    """One choice for all splits, even of Legions that were put together again or are gone."""
    at: dict[str, Any] = {"rule": "SPLIT-2", "owner": "Black"}
    facts: list[Observation] = [
        MIXED,
        Parted(step=2, legion="Bk01", into="Bk02", count=3, stay=3, **at),
        Parted(step=3, legion="Bk02", into="Bk03", count=1, stay=2, **at),
        Shown(step=4, legion="Bk03", characters=("Titan",), **at),
        Combined(step=5, legion="Bk03", into="Bk02", **at),
        Parted(step=6, legion="Bk02", into="Bk04", count=2, stay=1, **at),
        Shown(step=7, legion="Bk01", characters=("Ogre", "Troll"), **at),
        Gone(step=8, legion="Bk01", **at),
        Shown(step=9, legion="Bk04", characters=("Angel",), **at),
    ]
    observer = Observer(KINDS, NOBODY, told=True, kept=True)
    observer.take(facts)
    history = observer.history()
    assert list(history) == [2, 3, 6]
    assert history[3] == ("Titan",)
    assert "Angel" in history[6]
    assert not Counter(history[6]) - Counter(history[2])
    assert Counter(history[2])["Ogre"] < 2
    assert "Troll" not in history[2]
    assert {*history[2]} >= {"Angel", "Titan"}
    assert observer.twin().history() == history


def test_what_the_record_says_of_a_split_counts_for_those_who_are_told() -> None:
    split = parted("Bk01", "Bk02", 2, 4, characters=("Ogre", "Titan"))
    assert may_hold(watching(MIXED, split, told=True), "Bk02") == {("Ogre", "Titan"): 1}
    assert may_hold(watching(MIXED, split, told=True).twin(), "Bk02") == {("Ogre", "Titan"): 1}
    assert len(may_hold(watching(MIXED, split), "Bk02")) == 11
    assert may_hold(watching(MIXED, split).twin(), "Bk02") == may_hold(watching(MIXED, split), "Bk02")


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


def named(text: str) -> list[CharacterName]:
    return [CharacterName(name) for name in text.split()]


def test_an_alphabet_counts_lords_creatures_and_each_kind() -> None:
    kinds = Alphabet(named("Titan Ogre Warlock Lion Angel"), named("Titan Angel"), named("Ogre Lion"))
    assert kinds.names == ("Angel", "Lion", "Ogre", "Titan", "Warlock")
    held = kinds.pack(named("Ogre Titan Ogre Warlock Lion Ogre"))
    assert (kinds.lords(held), kinds.creatures(held), size(held)) == (1, 4, 6)
    assert [kinds.count(held, name) for name in kinds.names] == [0, 1, 3, 1, 1]
    assert kinds.unpack(held) == ("Lion", "Ogre", "Ogre", "Ogre", "Titan", "Warlock")
    most = kinds.pack(named("Angel " * 15 + "Warlock " * 15))
    assert kinds.holds(most, kinds.pack(named("Angel " * 15)))
    assert not kinds.holds(most, kinds.pack(named("Lion")))
    with pytest.raises(KeyError):
        kinds.pack(named("Ogre Cyclops"))


@given(st.lists(st.lists(st.sampled_from(KINDS.names), max_size=8), min_size=1, max_size=4))
def test_what_multisets_have_in_common(several: list[list[str]]) -> None:
    first, *others = map(Counter, several)
    for other in others:
        first &= other
    assert KINDS.unpack(common(map(KINDS.pack, several))) == tuple(sorted(first.elements()))


@given(*[st.lists(st.sampled_from(KINDS.names), max_size=8)] * 2)
def test_a_multiset_holds_another_or_not(names: list[str], others: list[str]) -> None:
    enough = all(names.count(name) >= others.count(name) for name in others)
    assert KINDS.holds(KINDS.pack(names), KINDS.pack(others)) == enough


def scope(content: Variable) -> set[Variable]:
    return {other for factor in content.factors for other in factor.scope}


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=12))
def test_a_content_of_no_legion_stays_only_where_summing_it_out_would_make_a_table_wider(
    steps: list[tuple[int, bool]],
) -> None:
    """Legions are split and lost in any order; a table relates at most the three contents of a split."""
    fact = parted("Bk01", "Bk02", 1, 1)
    held = [Variable.root([KINDS.pack(named("Lion Lion Ogre Ogre Titan Troll Troll Angel"))])]
    for which, lost in steps:
        content = held.pop(which % len(held))
        if lost or len(held) > 4:
            detach(content)
        else:
            ways = {(x, x - part, part): n for x in content.possible for part, n in parts(x, size(x) // 2)}
            held += split(content, ways, fact)
        if not held:
            break
        for one in [held[0], *relatives(held[0])]:
            assert one.here or len(scope(one)) > WIDEST + 1
        assert all(len(factor.scope) <= WIDEST for one in held for factor in one.factors)
