"""Messages on the tree of splits give exactly what the enumeration of all histories gives."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histories import KINDS, Enumeration, Names, Story
from titan_rules.answers.deduction import Prior
from titan_rules.deduction.posterior import NOBODY, PRIORS, Observer

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


@pytest.mark.long
@pytest.mark.parametrize("prior", PRIORS)
@given(st.integers(0, 1 << 30))
def test_the_posterior_of_long_stories_is_that_of_all_histories(prior: Prior, seed: int) -> None:
    compare(seed, prior, 30, True)
