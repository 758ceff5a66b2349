"""Messages on the tree of splits give exactly what the enumeration of all histories gives."""

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histories import KINDS, Enumeration, Names, Story
from titan_rules.answers.deduction import Prior
from titan_rules.deduction.facts import Began, Observation, Parted, Shown
from titan_rules.deduction.posterior import NOBODY, PRIORS, Observer
from titan_rules.kernel.evolving import evolve

MOST_WORLDS = 4_000


def deduced(observer: Observer, legion: str) -> dict[Names, Fraction]:
    weights = observer.contents(legion)
    total = sum(weights.values())
    return {KINDS.unpack(packed): Fraction(weight, total) for packed, weight in weights.items()}


def compare(seed: int, prior: Prior, length: int, ask_always: bool) -> int:
    """Tell a story, and compare what both deduce; the number of histories at its end."""
    story, watching, all_histories = Story(random.Random(seed)), Observer(KINDS, NOBODY, prior), Enumeration(prior)
    told = 0
    for _ in range(length):
        story.go_on()
        for fact in story.facts[told:]:
            watching.take([fact])
            all_histories.take(fact)
        told = len(story.facts)
        if len(all_histories.worlds) > MOST_WORLDS:
            break
        if ask_always:
            agree(story, watching, all_histories)
    agree(story, watching, all_histories)
    return len(all_histories.worlds)


def agree(story: Story, watching: Observer, all_histories: Enumeration) -> None:
    assert watching.legions() == tuple(sorted(story.truth))
    for legion, truth in story.truth.items():
        found = deduced(watching, legion)
        assert found == all_histories.contents(legion), legion
        assert truth in found
        assert sum(found.values()) == 1


@pytest.mark.parametrize("prior", PRIORS)
@given(st.integers(0, 1 << 30), st.integers(1, 14), st.booleans())
def test_the_posterior_is_that_of_all_histories(prior: Prior, seed: int, length: int, ask_always: bool) -> None:
    compare(seed, prior, length, ask_always)


@given(st.integers(0, 1 << 30), st.integers(1, 14))
def test_a_history_that_is_kept_agrees_with_all_that_was_seen(seed: int, length: int) -> None:
    story = Story(random.Random(seed))
    for _ in range(length):
        story.go_on()
    assert_history(story.facts)


def test_a_history_that_is_kept_is_one_choice_for_all_splits() -> None:
    """The first choice for the second split is not the first one with which the third can have gone as it did."""
    at = {"rule": "SPLIT-2", "owner": "Black"}
    whole = ("Angel", "Centaur", "Centaur", "Lion", "Ogre", "Ogre", "Titan", "Troll")
    shown: tuple[Observation, ...] = (
        Began(step=0, legion="Bk01", characters=whole, **at),
        Parted(step=1, legion="Bk01", into="Bk02", count=4, stay=4, halves=True, **at),
        Parted(step=2, legion="Bk02", into="Bk03", count=2, stay=2, **at),
        Parted(step=3, legion="Bk02", into="Bk04", count=1, stay=1, **at),
        Shown(step=4, legion="Bk01", characters=("Angel", "Ogre", "Troll"), **at),
    )
    for more in ("Titan", "Ogre", "Centaur", "Lion"):
        assert_history([*shown, Shown(step=5, legion="Bk04", characters=(more,), **at)])
    assert_history(shown)


def assert_history(facts: Sequence[Observation]) -> None:
    """Who is told the history that is kept knows what every Legion holds, and finds no contradiction."""
    remembering = Observer(KINDS, NOBODY, kept=True)
    remembering.take(facts)
    history = remembering.history()
    splits = [fact for fact in facts if isinstance(fact, Parted)]
    assert {step: len(names) for step, names in history.items()} == {split.step: split.count for split in splits}
    told = Observer(KINDS, NOBODY, told=True)
    told.conclude(evolve(x, characters=history[x.step]) if isinstance(x, Parted) else x for x in facts)
    assert all(len(told.contents(marker)) == 1 for marker in told.legions())


@pytest.mark.long
@pytest.mark.parametrize("prior", PRIORS)
@given(st.integers(0, 1 << 30))
def test_the_posterior_of_long_stories_is_that_of_all_histories(prior: Prior, seed: int) -> None:
    compare(seed, prior, 30, True)
