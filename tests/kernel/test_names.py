"""Names as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titan_rules.kernel.errors import UnknownName
from titan_rules.kernel.names import Names, shortened

beasts = Names("beast", ["Angel", "Archangel", "Giant", "Gila monster", "Ogre"], {"ettin": "Giant"})
ids = Names("rule", ["MOVE-1", "MOVE-2"], abbreviations=False)


@pytest.mark.parametrize("typed", ["Ogre", "ogre", "OGRE", " oGrE ", "ogr", "OGR", "Ogre "])
def test_any_case_any_abbreviation(typed: str) -> None:
    assert beasts.canonical(typed) == "Ogre"


@pytest.mark.parametrize("typed", ["og", "o", "", "   ", "Ogrex", "gre", "Orge", "0gre"])
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
