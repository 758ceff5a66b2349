"""Changed copies of frozen objects."""

import attrs
import pytest
from attrs import field, frozen

from titan_rules.kernel.evolving import evolve


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


@pytest.mark.parametrize("thing", [Plain(1), Below(a=1, b="x", c=(3,))])
def test_one_field_is_changed_and_the_others_are_kept(thing: Plain) -> None:
    changed = evolve(thing, a=2)
    assert type(changed) is type(thing)
    assert changed == attrs.evolve(thing, a=2)
    assert hash(changed) == hash(attrs.evolve(thing, a=2))
    assert thing.a == 1


def test_a_copy_without_changes_is_equal() -> None:
    assert evolve(Plain(1, "x")) == Plain(1, "x")


def test_converters_and_validators_are_heeded() -> None:
    assert evolve(Checked(1), a="2") == Checked(2)
    with pytest.raises(ValueError, match="> 0"):
        evolve(Checked(1), b=0)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="nothing"):
        evolve(Plain(1), nothing=2)
