"""Words and counts, as people type them."""

import pytest

from looping import for_each
from titan_rules.kernel.errors import UnknownName
from titan_rules.kernel.words import NUMBER_WORDS, ORDINALS, counted, split_words


@for_each("text", ["2 Ogre Lion", "2xOgre Lion", "2 x Ogre, Lion", "2 X Ogre Lion", "2 × Ogre, Lion"])
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


def test_a_fault_of_a_count_shows_what_was_typed() -> None:
    with pytest.raises(UnknownName, match=r"^123456789012 of a kind is impossible$"):
        list(counted(split_words("1234567890123x Ogre")))
    assert [count for count, _ in counted(split_words("99 Ogre, 1 Lion"))] == [99, 1]
    with pytest.raises(UnknownName, match="100 of a kind"):
        list(counted(split_words("100 Ogre")))
    with pytest.raises(UnknownName, match="2 of what"):
        list(counted(split_words("Lion 2 x ,")))


def test_only_a_count_is_followed_by_a_times_sign() -> None:
    assert [(count, word.text) for count, word in counted(split_words("x Ogre"))] == [(1, "x"), (1, "Ogre")]
    assert [(count, word.text) for count, word in counted(split_words("2 3xOgre"))] == [(2, "3xOgre")]


def test_words_punctuation_and_quotes_have_their_places() -> None:
    text = 'Bk02 (6):a"b \\" c"/"open, x'
    words = split_words(text)
    assert [word.text for word in words] == ["Bk02", "(", "6", ")", ":", "a", '"b \\" c"', "/", '"']
    assert all(text[word.start : word.end] == word.text for word in words)
    assert [word.text for word in words if word.is_number] == ["6"]
    assert [word.text for word in words if word.in_quotes] == ['"b \\" c"']
    assert [word.opens_quote for word in words] == [False] * 8 + [True]
    assert [word.text for word in split_words("one two", 3)] == ["two"]
    assert (split_words("ÄB")[0].lower, split_words("AB")[0].lower, split_words("６")[0].is_number) == (
        "ÄB",
        "ab",
        False,
    )


def test_numbers_in_words() -> None:
    assert {
        "one": 1,
        "twelve": 12,
        "thirteen": 13,
        "nineteen": 19,
        "twenty": 20,
        "ninety": 90,
    }.items() <= NUMBER_WORDS.items()
    assert ORDINALS["seventh"] == 7
