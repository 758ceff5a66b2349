"""Texts as tokens and words: total, linear, every name of every box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import some
from titan_rules.box import Box
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.text.lexer import tokens
from titan_rules.text.lexicon import CLOSED, Deed, Kind
from titan_rules.text.words import short_name, words

NEVER_IDLE = "not only illegal forbidden if unless instead after before again other must"


def kinds(text: str) -> list[Kind]:
    return [word.kind for word in words(text)]


def test_whose_name_has_stood_in_the_genitive_is_a_person() -> None:
    read = [word for word in words("Ann's Lion, Ann or ann or Ben") if word.kind in (Kind.PERSON, Kind.UNKNOWN)]
    assert [(word.kind, word.value) for word in read[:1]] == [(Kind.PERSON, "Ann")]
    assert Kind.PERSON not in [word.kind for word in read[1:]]


@given(st.text(max_size=200))
def test_any_text_is_tokens_that_cover_it(text: str) -> None:
    found = tokens(text)
    gaps = [
        text[a:b] for a, b in zip([0, *(t.end for t in found)], [*(t.start for t in found), len(text)], strict=True)
    ]
    assert all(not gap or gap.isspace() for gap in gaps)


@given(st.text(max_size=200))
def test_any_text_has_words(text: str) -> None:
    assert all(isinstance(word.kind, Kind) for word in words(text))


@pytest.mark.parametrize("box", shipped())
def test_every_name_of_a_box_is_read_in_full_short_and_in_the_plural(box: str) -> None:
    the_box = Box.load(box)
    with use_box(the_box):
        for name in some(the_box.character_names.names):
            for form in (name, name.lower(), short_name(name), f"2 {name}s"):
                found = words(form)[-1]
                assert (found.kind, found.value) == (Kind.NAME, name), form
        for terrain in some(the_box.terrain_names.names):
            assert [(w.kind, w.value) for w in words(terrain)] == [(Kind.TERRAIN, terrain)]
        for marker in some(the_box.markers.every):
            assert [(w.kind, w.value) for w in words(marker)] == [(Kind.MARKER, marker)]


@pytest.mark.parametrize("word", NEVER_IDLE.split())
def test_words_that_change_a_meaning_are_never_without_a_role(word: str) -> None:
    assert kinds(word) != []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("gargoyl", "Gargoyle"),
        ("minotuar", "Minotaur"),
        ("struk", Deed.STRIKE),
        ("shoting", Deed.SHOOT),
        ("lino", None),
    ],
)
def test_one_wrong_letter_in_five_or_more(text: str, value: object) -> None:
    (word,) = words(text)
    assert word.value == value


@pytest.mark.parametrize("word", ["range", "other", "again", "strive"])
def test_english_words_are_no_slips(word: str) -> None:
    assert kinds(word) == [Kind.UNKNOWN]


def test_a_word_of_the_forms_has_one_entry() -> None:
    assert CLOSED["hits"].kind is Kind.HITS
    assert kinds("hits the lion") == [Kind.DEED, Kind.NAME]
    assert kinds("3 hits") == [Kind.NUMBER, Kind.HITS]


ENGLISH = (
    "coins peace class change changes found ought light short match words plans ranges angle grant stamp based files"
    " quite stuck share reader happy flash sound lower master danger sight design strings"
)


@pytest.mark.parametrize("word", ENGLISH.split())
def test_a_plain_english_word_is_not_respelt(word: str) -> None:
    assert [found.kind for found in words(f"ogre {word}")] == [Kind.NAME, Kind.UNKNOWN]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("gargoyl", "Gargoyle"), ("gargoile", "Gargoyle"), ("centuar", "Centaur"), ("wyvvern", "Wyvern"),
     ("grifon", "Griffon"), ("plians", "Plains"), ("strkes", Deed.STRIKE), ("attakcs", Deed.STRIKE)],
)  # fmt: skip
def test_one_slip_behind_the_first_letter_is_read(typed: str, meant: object) -> None:
    assert [found.value for found in words(typed)] == [meant]


def test_with_may_be_written_short() -> None:
    assert [found.kind for found in words("w/ 6 5")] == [Kind.WITH, Kind.NUMBER, Kind.NUMBER]
    assert [found.kind for found in words("Ogre D3/Lion D4")][2] is Kind.SLASH


@pytest.mark.parametrize("text", ["٣turn", "x²", "Ⅷ", "ogre²", "１"])
def test_digits_of_other_scripts_are_no_numbers(text: str) -> None:
    assert words(text)[0].kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("text", "plural"),
    [("ogres", True), ("ogre", False), ("Lion's", False), ("cyclops", False), ("cylcops", False), ("colossuses", True)],
)
def test_a_name_in_the_plural(text: str, plural: bool) -> None:
    [word] = words(text)
    assert word.plural is plural
