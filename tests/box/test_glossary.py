"""The Japanese terms beside the English ones."""

from running import titan
from titan_rules.digest.glossary import glossary, glossed


def test_each_term_has_a_japanese_one() -> None:
    assert all(term and japanese for term, japanese in glossary().items())
    assert glossary()["Engagement"] == "遭遇"


def test_longer_terms_win_and_each_is_told_once() -> None:
    text = glossed("The Legion Marker of a Legion; a Legion.")
    assert text == "The Legion Marker (レギオンマーカー) of a Legion (レギオン); a Legion."


def test_plain_text_stays_as_it_is() -> None:
    assert glossed("nothing here") == "nothing here"


def test_lang_ja_shows_terms_in_brackets() -> None:
    told = titan("rules", "ENG-3", "--lang", "ja", "--format", "table")
    assert "Legion (レギオン)" in told.out
    assert "flee (逃散)" in told.out
    plain = titan("rules", "ENG-3", "--format", "table")
    assert "レギオン" not in plain.out
