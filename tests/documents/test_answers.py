"""Answers: frozen, compared by value, written as JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

import pytest
from attrs import field, frozen

from titan_rules.kernel.answers import Answer, Part
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS, FLAT, LAST, key
from titan_rules.kernel.odds import Chance
from titan_rules.kernel.schema import object_schema


@frozen(kw_only=True)
class Blow(Part):
    """A blow.

    :param origin: where it comes from.
    """

    origin: str | None = field(default=None, metadata=key("from"))
    hits: int
    chance: Chance = field(metadata=key(FLAT))


@frozen(kw_only=True)
class Base(Answer):
    """What all answers of the kind have.

    :param last: written last.
    """

    kind: ClassVar[str] = "blows"
    last: bool = field(default=False, metadata=LAST)


@frozen(kw_only=True)
class Blows(Base):
    """Some blows."""

    side: str = field(default="attacker", metadata=ALWAYS)
    blows: tuple[Blow, ...]
    by_name: Mapping[str, tuple[str, ...]]


BLOW = Blow(hits=2, chance=Chance(Fraction(3, 8)))
BLOWS = Blows(blows=(BLOW, evolve(BLOW, origin="D3")), by_name={"Ogre": ("D3",)}, last=True)


def test_what_has_its_default_is_left_out() -> None:
    assert BLOW.to_json() == {"hits": 2, "p": 0.375, "exact": "3/8"}
    assert evolve(BLOW, origin="D3").to_json() == {"from": "D3", "hits": 2, "p": 0.375, "exact": "3/8"}


def test_keys_stand_in_the_order_of_the_fields_after_the_header() -> None:
    assert list(BLOWS.to_json()) == ["kind", "side", "blows", "by_name", "last"]
    assert list(evolve(BLOWS, last=False).to_json()) == ["kind", "side", "blows", "by_name"]
    assert BLOWS.dumps().startswith('{\n  "kind": "blows",')


def test_equal_values_are_equal_and_nothing_can_be_set() -> None:
    assert Blow(hits=2, chance=Chance(Fraction(6, 16))) == BLOW != evolve(BLOW, hits=3)
    assert hash(Blow(hits=2, chance=Chance(Fraction(6, 16)))) == hash(BLOW)
    other: object = "a blow"
    assert other != BLOW
    with pytest.raises(AttributeError):
        BLOW.hits = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del BLOW.hits


def test_fields_are_neither_left_out_nor_made_up() -> None:
    with pytest.raises(TypeError, match="chance"):
        Blow(hits=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="misses"):
        evolve(BLOW, misses=3)


def test_the_schema_says_what_may_be_left_out() -> None:
    definitions: dict[str, object] = {}
    schema = object_schema(Blows, definitions)
    assert schema["required"] == ["side", "blows", "by_name"]
    assert list(schema["properties"]) == ["side", "blows", "by_name", "last"]
    blow = definitions["Blow"]
    assert isinstance(blow, dict)
    assert blow["required"] == ["hits", "p", "exact"]
    assert blow["properties"]["from"] == {"type": "string", "description": "where it comes from."}
