"""Names as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import for_each
from titan_rules.kernel.errors import UnknownName
from titan_rules.kernel.names import (
    Names,
    hinting,
    in_numbers,
    in_quotes,
    nearest,
    nearest_word,
    one_off,
    one_slip,
    ranges,
    shortened,
    unaccented,
)  # fmt: skip

beasts = Names("beast", ["Angel", "Archangel", "Giant", "Gila monster", "Ogre"], {"ettin": "Giant"})
ids = Names("rule", ["MOVE-1", "MOVE-2"], abbreviations=False)


@for_each("typed", ["Ogre", "ogre", "OGRE", " oGrE ", "ogr", "OGR", "Ogre "])
def test_any_case_any_abbreviation(typed: str) -> None:
    assert beasts.canonical(typed) == "Ogre"


def test_a_further_spelling_is_read_in_any_case_and_not_listed() -> None:
    assert beasts.canonical("ETTIN") == beasts.find(" ettin") == "Giant"
    assert Names("beast", ["Giant"], {"Ettin": "Giant"}).canonical("ettin") == "Giant"
    assert "ettin" not in beasts.names


@for_each("typed", ["og", "o", "", "   ", "Ogrex", "gre", "Orge", "0gre"])
def test_what_is_no_name(typed: str) -> None:
    assert beasts.find(typed) is None
    with pytest.raises(UnknownName) as caught:
        beasts.canonical(typed)
    assert caught.value.fault.code == "unknown-beast"


def test_a_whole_name_wins_over_an_abbreviation_of_others() -> None:
    assert Names("x", ["Ant", "Anteater"]).canonical("ant") == "Ant"


def test_an_abbreviation_that_fits_several_names_them() -> None:
    names = Names("beast", ["Giant", "Gila", "Gianduja"])
    with pytest.raises(UnknownName) as caught:
        names.canonical("gia")
    assert caught.value.fault.code == "ambiguous-beast"
    assert caught.value.fault.hint == "did you mean Giant or Gianduja?"
    assert names.fitting("gia") == ["Giant", "Gianduja"]


def test_where_abbreviations_are_not_taken() -> None:
    assert ids.find("mov") is None
    assert ids.canonical("move-1") == "MOVE-1"


def test_hints() -> None:
    assert beasts.fault("Angle").hint == "did you mean Angel?"
    assert beasts.fault("zzz").hint == "one of: Angel, Archangel, Giant, Gila monster, Ogre"
    assert Names("n", [f"name{i}" for i in range(40)]).fault("zzz").hint is None


def test_a_huge_name_is_told_briefly() -> None:
    fault = beasts.fault("x" * 1_000_000)
    assert len(str(fault)) < 200
    assert shortened("x" * 100) == "x" * 57 + "..."


@given(st.text(max_size=12))
def test_whatever_is_found_is_known(text: str) -> None:
    found = beasts.find(text)
    assert found is None or found in beasts.names


def test_a_fault_names_its_kind_its_place_and_what_was_typed() -> None:
    fault = Names("river beast", ["Ogre"]).fault("Orge", "/a/b")
    assert (fault.code, fault.pointer) == ("unknown-river-beast", "/a/b")
    assert fault.message == "unknown river beast 'Orge'"
    several = Names("river beast", ["Giant", "Gianduja"]).fault("gian", "/c")
    assert (several.code, several.pointer) == ("ambiguous-river-beast", "/c")
    assert several.message == "'gian' fits several river beasts"


def test_all_names_are_listed_if_they_are_few() -> None:
    few = [f"beast-{chr(65 + i)}" for i in range(12)]
    assert Names("n", few).fault("zzz").hint == "one of: " + ", ".join(few)
    assert Names("n", [*few, "x"]).fault("zzz").hint is None


def test_nothing_is_looked_for_once_faults_are_only_counted() -> None:
    before = hinting.set(False)
    assert nearest("Orge", ["Ogre"]) is None
    assert beasts.fault("gia").message == "unknown beast 'gia'"
    hinting.reset(before)
    assert nearest("ORGE", ["Lion", "Ogre"]) == "did you mean Ogre?"
    assert nearest("Gia", ["Giant", "Gian", "Lion"], 2) == "did you mean Gian or Giant?"
    assert (nearest("or", ["Ogre"]), nearest("ogr", ["Ogre"])) == (None, "did you mean Ogre?")
    assert nearest("x" * 200, ["x" * 100]) == f"did you mean {'x' * 100}?"


SLIPS = [
    # typed, name, is it one off, one slip, one slip with a wrong letter
    ("orge", "ogre", True, True, True),
    ("ogr", "ogre", True, True, True),
    ("ogrre", "ogre", True, True, True),
    ("ogrxe", "ogre", True, False, False),
    ("ogre", "ogre", False, False, False),
    ("ogrs", "ogre", True, False, True),
    ("oxre", "ogre", True, False, True),
    ("xgre", "ogre", True, False, False),
    ("gore", "ogre", True, False, False),
    ("ogrees", "ogre", False, False, False),
    ("og", "ogre", False, False, False),
    ("orgex", "ogrea", False, False, False),
    ("orga", "ogre", False, False, False),
    ("ogrees", "ogress", True, False, True),
    ("ogrexs", "ogres", True, False, False),
    ("abcd", "abef", False, False, False),
    ("abxe", "abe", True, False, False),
    ("ab", "abc", True, True, True),
]


@for_each(("typed", "name", "off", "slip", "wrong"), SLIPS)
def test_a_word_with_one_letter_wrong(typed: str, name: str, off: bool, slip: bool, wrong: bool) -> None:
    assert one_off(typed, name) is off
    assert one_slip(typed, name, wrong_letter=False) is slip
    assert one_slip(typed, name, wrong_letter=True) is wrong


def test_the_only_word_that_is_near() -> None:
    assert nearest_word("undi", ["undo", "quit"]) == "undo"
    assert nearest_word("und", ["undo"]) is None
    assert nearest_word("abcd", ["abc"]) is None
    assert nearest_word("lios", ["lion", "lips"]) is None
    assert nearest_word("lion", ["lion"]) is None


def test_numbers_for_a_sentence() -> None:
    assert ranges([]) == ""
    assert ranges([5, 3, 4, 7, 9, 10]) == "3-5, 7, 9-10"
    assert ranges(range(0, 24, 2)) == ", ".join(map(str, range(0, 24, 2)))
    assert ranges(range(0, 26, 2)) == ", ".join(map(str, range(0, 24, 2))) + " ..."
    assert in_numbers(["Ogre", "Lion", "Ogre"]) == "2 × Ogre, Lion"


def test_texts_for_a_message() -> None:
    assert (shortened("x" * 60), shortened("x" * 61)) == ("x" * 60, "x" * 57 + "...")
    assert in_quotes('é "\u202e\n') == '"é \\"\\u202e\\n"'
    assert (unaccented("Désert"), unaccented("Desert")) == ("Desert", "Desert")
