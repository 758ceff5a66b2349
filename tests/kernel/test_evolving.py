"""Changed copies of frozen objects."""

import copy
import pickle
from functools import cached_property

import attrs
import pytest
from attrs import field, frozen

from looping import for_each
from titan_rules.kernel.evolving import Viewed, carry_view, evolve, view_of


@frozen
class Plain:
    a: int
    b: str = "b"


@frozen(kw_only=True)
class Below(Plain):
    c: tuple[int, ...] = ()


@frozen
class Checked:
    a: int = field(converter=int)
    b: int = field(validator=attrs.validators.gt(0), default=1)


@frozen(slots=False)
class Quick(Viewed):
    a: int = field(converter=int)
    b: tuple[str, ...] = field(default=(), converter=tuple)


@frozen(slots=False)
class CheckedQuick:
    a: int
    b: int = field(validator=attrs.validators.gt(0), default=1)

    @cached_property
    def double(self) -> int:
        return 2 * self.a


@frozen(slots=False)
class Derived:
    """Without a validator, but it keeps what is derived."""

    a: int

    @cached_property
    def double(self) -> int:
        return 2 * self.a


@frozen(slots=False)
class Validated:
    """A validator, and nothing derived."""

    a: int = field(validator=attrs.validators.lt(9))


@frozen(slots=False)
class Afterwards:
    """Looks at itself once it is made."""

    a: int

    def __attrs_post_init__(self) -> None:
        if self.a > 9:
            raise ValueError("too large")


THINGS = [Plain(1), Below(a=1, b="x", c=(3,)), Quick(1), CheckedQuick(1), Derived(1), Validated(1), Afterwards(1)]


@for_each("thing", THINGS)
def test_one_field_is_changed_and_the_others_are_kept(thing: Plain) -> None:
    changed = evolve(thing, a=2)
    assert type(changed) is type(thing)
    assert changed == attrs.evolve(thing, a=2)
    assert hash(changed) == hash(attrs.evolve(thing, a=2))
    assert thing.a == 1


def test_converters_and_validators_are_heeded() -> None:
    assert evolve(Checked(1), a="2") == Checked(2)
    with pytest.raises(ValueError, match="> 0"):
        evolve(Checked(1), b=0)
    assert evolve(Quick(1), a="2", b=["x"]) == Quick(2, ("x",))
    with pytest.raises(ValueError, match="> 0"):
        evolve(CheckedQuick(1), b=0)


def test_whatever_checks_an_object_checks_its_copies() -> None:
    with pytest.raises(ValueError, match="< 9"):
        evolve(Validated(1), a=9)
    with pytest.raises(ValueError, match="too large"):
        evolve(Afterwards(1), a=10)
    derived = Derived(1)
    assert (derived.double, evolve(derived, a=2).double) == (2, 4)


def test_what_is_derived_from_an_object_is_not_copied_with_it() -> None:
    quick, checked = Quick(1), CheckedQuick(1)
    carry_view(quick, "seen")
    assert checked.double == 2
    assert view_of(evolve(quick, a=2)) is None
    assert evolve(checked, a=2).double == 4
    for same in (copy.copy(quick), copy.deepcopy(quick), pickle.loads(pickle.dumps(quick))):
        assert same == quick
        assert view_of(same) is None


@pytest.mark.parametrize("thing", [Plain(1), Quick(1)])
def test_an_unknown_field_is_refused(thing: object) -> None:
    with pytest.raises(TypeError, match="nothing"):
        evolve(thing, nothing=2)
