"""Frozen classes that are made late do what those of attrs do."""

import copy
import pickle
from collections.abc import Mapping
from typing import Any, ClassVar

import attrs
import pytest
from attrs import field as attrs_field
from attrs import frozen as attrs_frozen
from hypothesis import given
from hypothesis import strategies as st

from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.frozen import MISSING, field, frozen, has_fields, specs
from titan_rules.kernel.frozenmap import FrozenMap, frozen_map
from titan_rules.kernel.structuring import OFTEN, structure, unstructure


@frozen
class Beast:
    """One of our own.

    :param name: what it is called.
    """

    kind: ClassVar[str] = "beast"
    name: str
    legs: int = 4
    tags: tuple[str, ...] = ()
    _secret: str = ""
    told: list[str] = field(factory=list, eq=False, repr=False)

    @property
    def doubled(self) -> int:
        return 2 * self.legs


@attrs_frozen
class Theirs:
    """The same by attrs."""

    kind: ClassVar[str] = "beast"
    name: str
    legs: int = 4
    tags: tuple[str, ...] = ()
    _secret: str = ""
    told: list[str] = attrs_field(factory=list, eq=False, repr=False)


@frozen(kw_only=True)
class Herd:
    """Keywords only, with a converter, a check and something that no call gives."""

    of: str
    counts: Mapping[str, int] = field(factory=dict, converter=frozen_map)
    size: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "size", sum(self.counts.values()))


@frozen
class Bird(Beast):
    """A class of a class."""

    legs: int = 2
    wings: int = 2


@frozen(eq=False, slots=False)
class Place:
    """Compared by identity."""

    label: str


@frozen
class Yard:
    """What documents hold."""

    beasts: tuple["Animal", ...]
    stock: Mapping[str, int] = field(factory=dict, converter=frozen_map)


@frozen
class Animal:
    """A part of one."""

    name: str
    legs: int = 4
    hidden: str = field(default="no", metadata={"hidden": True})


def as_any(value: Any) -> Any:
    """A value of which type checkers know nothing."""
    return value


@given(st.text(), st.integers(), st.lists(st.text()).map(tuple), st.text())
def test_it_is_shown_compared_and_hashed_as_attrs_would(name: str, legs: int, tags: Any, secret: str) -> None:
    ours, theirs = Beast(name, legs, tags, secret), Theirs(name, legs, tags, secret)
    assert repr(ours) == repr(theirs).replace("Theirs", "Beast")
    assert ours == Beast(name, legs, tags, secret=secret)
    assert hash(ours) == hash(Beast(name, legs, tags, secret))
    assert (ours == Beast(name, legs + 1, tags)) is False
    assert ours != as_any(theirs)
    assert attrs.asdict(ours) == attrs.asdict(theirs)


def test_what_is_left_out_of_comparison_and_repr() -> None:
    assert Beast("Ox", told=["a"]) == Beast("Ox", told=["b"])
    assert "told" not in repr(Beast("Ox"))
    assert Beast("Ox").told is not Beast("Ox").told


def test_it_cannot_be_changed() -> None:
    ox = Beast("Ox")
    with pytest.raises(AttributeError, match="Beast is frozen: legs cannot be changed"):
        ox.legs = 5  # type: ignore[misc]
    with pytest.raises(AttributeError, match="Beast is frozen"):
        del ox.legs
    assert not hasattr(ox, "__dict__")
    assert ox.doubled == 8


@pytest.mark.parametrize("arguments", [{}, {"name": "Ox", "horns": 2}, {"name": "Ox", "_secret": "x"}])
def test_wrong_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="argument"):
        Beast(**arguments)


def test_keywords_converters_and_what_happens_afterwards() -> None:
    herd = Herd(of="oxen", counts={"cow": 3, "bull": 1})
    assert type(herd.counts) is FrozenMap
    assert herd.size == 4
    assert Herd(of="geese").counts == {}
    with pytest.raises(TypeError):
        Herd("oxen")  # type: ignore[call-arg]
    assert evolve(Herd(of="oxen"), counts={"cow": 2}).size == 2


def test_a_class_of_a_class_has_the_fields_of_both() -> None:
    assert [spec.name for spec in specs(Bird)] == ["name", "tags", "_secret", "told", "legs", "wings"]
    assert Bird("Owl").legs == 2
    assert Bird.__match_args__ == ("name", "tags", "_secret", "told", "legs", "wings")
    assert Bird("Owl") != Beast("Owl", 2)


def test_it_is_copied_and_pickled() -> None:
    owl = Bird("Owl", ("wise",))
    assert copy.copy(owl) == copy.deepcopy(owl) == pickle.loads(pickle.dumps(owl)) == owl


def test_by_identity_where_it_is_so_declared() -> None:
    assert Place("here") != Place("here")
    assert len({Place("here"), Place("here")}) == 2
    assert vars(Place("here")) == {"label": "here"}


def test_the_fields_of_both_kinds_of_class_are_told_alike() -> None:
    ours = [spec._replace(type=None) for spec in specs(Beast)]
    assert ours == [spec._replace(type=None, hash=None) for spec in specs(Theirs)]
    assert [spec.made for spec in ours] == [MISSING, 4, (), "", []]
    assert has_fields(Beast)
    assert has_fields(Theirs)
    assert not has_fields(int)
    assert not has_fields(Beast("Ox"))


@pytest.mark.parametrize("times", [1, OFTEN + 2])
def test_what_is_read_often_is_read_alike(times: int) -> None:
    row = {"beasts": [{"name": "Ox"}, {"name": "Owl", "legs": 2}], "stock": {"hay": 3}}
    for _ in range(times):
        yard = structure(row, Yard)
        assert yard == Yard((Animal("Ox"), Animal("Owl", 2)), {"hay": 3})
        assert type(yard.stock) is FrozenMap
        assert unstructure(yard) == row
        assert structure({"beasts": []}, Yard) == Yard(())
