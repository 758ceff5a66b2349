"""JSON Schemas made from classes."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from attrs import field, frozen
from jsonschema import Draft202012Validator

from titan_rules.kernel.documents import Format, Kind
from titan_rules.kernel.fields import Between, Named
from titan_rules.kernel.schema import parameters, schema_of


@frozen
class Branch:
    """A branch.

    :param length, width: in feet,
        and no more.
    :param branches: smaller ones.
    """

    length: Annotated[int, Between(1, 9)]
    width: float = 0.5
    branches: "tuple[Branch, ...]" = ()
    bird: Annotated[str, Named("bird", str, lambda: ["Robin", "Wren"])] | None = None
    seen: Mapping[str, int] = field(factory=dict)
    counts: Mapping[Annotated[str, Named("bird", str, lambda: ["Robin", "Wren"])], int] = field(factory=dict)
    state: Literal["dry", "green", None] = None
    tag: str | bool = ""
    nick: Annotated[str, Named("nick", str)] = ""


FAMILY = Format("trees", 3, [Kind("branch", Branch, lambda _: [], "part of a tree")])
SCHEMA = schema_of(FAMILY, FAMILY.kinds["branch"])
GOOD: dict[str, Any] = {"format": "trees/3", "kind": "branch", "length": 4}


def accepts(**changes: Any) -> bool:
    return bool(Draft202012Validator(SCHEMA).is_valid({**GOOD, **changes}))


def test_it_is_a_schema_of_the_dialect_it_names() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["description"].startswith("Part of a tree.")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"width": 1},
        {"width": 1.5},
        {"branches": [{"length": 1, "branches": [{"length": 2}]}]},
        {"bird": "Wren"},
        {"bird": None},
        {"seen": {"x": 3}},
        {"counts": {"Robin": 1}},
        {"state": None},
        {"state": "dry"},
        {"tag": True},
        {"nick": "anything"},
    ],
)
def test_accepted(changes: dict[str, Any]) -> None:
    assert accepts(**changes)
    FAMILY.read({**GOOD, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"length": 0},
        {"length": 10},
        {"length": "4"},
        {"width": "1"},
        {"branches": [{}]},
        {"branches": [{"length": 1, "colour": 2}]},
        {"bird": "Gull"},
        {"seen": {"x": 1.5}},
        {"counts": {"Gull": 1}},
        {"state": "wet"},
        {"tag": 3},
        {"format": "trees/2"},
        {"kind": "leaf"},
        {"more": 1},
    ],
)
def test_refused(changes: dict[str, Any]) -> None:
    assert not accepts(**changes)


def test_docstrings_become_descriptions() -> None:
    assert SCHEMA["properties"]["width"]["description"] == "in feet, and no more."
    assert SCHEMA["$defs"]["Branch"]["description"] == "A branch."
    assert SCHEMA["properties"]["width"]["default"] == 0.5
    assert SCHEMA["properties"]["tag"]["default"] == ""


def test_required_is_what_has_no_default() -> None:
    assert SCHEMA["required"] == ["format", "kind", "length"]


def test_parameters_of_a_docstring() -> None:
    assert parameters(None) == {}
    assert parameters("Nothing.") == {}
    doc = """A thing.

    :param a: one,
        two.
    :param b, c: three.
    :raises ValueError: four.
    """
    assert parameters(doc) == {"a": "one, two.", "b": "three.", "c": "three."}
