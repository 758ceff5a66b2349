"""Words and counts, as people type them."""

import pytest

from titan_rules.kernel.errors import UnknownName
from titan_rules.kernel.words import counted, split_words


@pytest.mark.parametrize("text", ["2 Ogre Lion", "2xOgre Lion", "2 x Ogre, Lion", "2 X Ogre Lion", "2 × Ogre, Lion"])
def test_counts_are_written_in_several_ways(text: str) -> None:
    assert [(count, word.text) for count, word in counted(split_words(text))] == [(2, "Ogre"), (1, "Lion")]


@pytest.mark.parametrize(
    ("text", "told"), [("0 Ogre", "0 of a kind"), ("777 Ogre", "777 of a kind"), ("3", "3 of what")]
)
def test_a_count_of_nothing_and_too_large_a_count(text: str, told: str) -> None:
    with pytest.raises(UnknownName, match=told):
        list(counted(split_words(text)))


def test_where_a_counted_name_stands() -> None:
    ((_, word),) = counted(split_words("12xOgre"))
    assert (word.text, word.start, word.end, word.lower) == ("Ogre", 3, 7, "ogre")
