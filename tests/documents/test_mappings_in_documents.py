"""Mappings from names to parts of a document, there and back."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import field, frozen

from titan_rules.kernel.reading import read
from titan_rules.kernel.writing import write


@frozen
class Frog:
    size: int = 1


@frozen
class Lake:
    frogs: Mapping[str, Frog] = field(factory=dict)
    visits: Mapping[str, Mapping[str, int]] = field(factory=dict)
    seen: Mapping[str, tuple[Frog, ...]] = field(factory=dict)
    perhaps: Mapping[str, Frog | None] = field(factory=dict)


@pytest.mark.parametrize(
    "data",
    [
        {"frogs": {"a": {"size": 2}, "b": {}}},
        {"visits": {"a": {"b": 3}, "c": {}}},
        {"seen": {"a": [{"size": 2}, {}]}},
        {"perhaps": {"a": {"size": 2}, "b": None}},
    ],
)
def test_a_mapping_round_trips_whatever_it_holds(data: Any) -> None:
    assert write(read(data, Lake)) == data
