"""Records: frozen, compared by value, made like dataclasses."""

import copy
import pickle
from typing import Any

import pytest

from titan_rules.kernel.values import Record


class Blow(Record):
    """A blow."""

    by: str
    hits: int


class Fatal(Blow):
    """A blow that slays."""

    whom: str
    drift: bool = False


def test_fields_are_those_of_the_base_and_its_own_in_order() -> None:
    assert Fatal.FIELDS == ("by", "hits", "whom", "drift")
    blow = Fatal("Ogre", 3, "Lion")
    assert (blow.by, blow.hits, blow.whom, blow.drift) == ("Ogre", 3, "Lion", False)
    assert repr(blow) == "Fatal(by='Ogre', hits=3, whom='Lion', drift=False)"


def test_a_class_derived_after_its_base_was_used_has_fields_of_its_own() -> None:
    Blow("Ogre", 3)

    class Late(Blow):
        whom: str

    assert Late("Ogre", 3, "Lion").whom == "Lion"
    assert Blow("Ogre", 3).hits == 3


def test_they_are_given_by_place_or_by_name() -> None:
    assert Fatal("Ogre", 3, "Lion", True) == Fatal("Ogre", hits=3, drift=True, whom="Lion")
    assert Fatal("Ogre", 3, "Lion") != Fatal("Ogre", 3, "Lion", True)
    assert hash(Fatal("Ogre", 3, "Lion")) == hash(Fatal(by="Ogre", hits=3, whom="Lion"))


def test_another_class_is_another_value() -> None:
    class Other(Blow):
        pass

    assert Blow("Ogre", 3) != Other("Ogre", 3)


@pytest.mark.parametrize(
    ("given", "named", "message"),
    [
        (("Ogre",), {}, "missing 1 required positional argument: 'hits'"),
        (("Ogre", 3, 4), {}, "takes 3 positional arguments"),
        (("Ogre",), {"by": "Lion", "hits": 2}, "multiple values for argument 'by'"),
        (("Ogre", 3), {"force": 2}, "unexpected keyword argument 'force'"),
    ],
)
def test_what_is_missing_unknown_or_given_twice_is_an_error(given: Any, named: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Blow(*given, **named)


def test_it_is_frozen() -> None:
    blow = Blow("Ogre", 3)
    with pytest.raises(AttributeError, match="Blow is frozen: hits cannot be set"):
        blow.hits = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match="Blow is frozen: hits cannot be deleted"):
        del blow.hits


def test_it_can_be_copied_and_pickled() -> None:
    blow = Blow("Ogre", 3)
    assert copy.deepcopy(blow) == pickle.loads(pickle.dumps(blow)) == blow
