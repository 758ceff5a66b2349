"""Documents of an invented game: structure, faults, validation, completion, canonical text."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from attrs import evolve, field, frozen

from looping import for_each
from titan_rules.kernel.documents import DocumentKind, Format
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.fields import ALWAYS, Between, Named
from titan_rules.kernel.names import Names
from titan_rules.kernel.reading import read as read_part

frogs = Names("frog", ["Tree frog", "Bullfrog", "Toad"])
Frog = Annotated[str, Named("frog", frogs.canonical, lambda: frogs.names)]
Size = Annotated[int, Between(1, 9)]


@frozen
class Leaf:
    """A leaf to sit on.

    :param sitter: who sits there.
    """

    sitter: Frog | None = None
    size: Size = 1


@frozen
class Pond:
    """A pond.

    :param leaves: in a row.
    :param seen: how often each was seen.
    """

    name: str
    leaves: tuple[Leaf, ...] = field(default=(), metadata=ALWAYS)
    weather: Literal["sun", "rain", None] = "sun"
    seen: Mapping[Frog, int] = field(factory=dict)
    depth: float = 1.0
    deep: bool = False
    tag: str | bool = ""
    total: int | None = None


def with_total(pond: Pond) -> Pond:
    return pond if pond.total is not None else evolve(pond, total=len(pond.leaves))


PONDS = Format(
    "ponds",
    2,
    [DocumentKind("pond", Pond, lambda _: [], "a pond", with_total), DocumentKind("leaf", Leaf, lambda _: [], "")],
)


def read(**body: Any) -> Any:
    return PONDS.read({"format": "ponds/2", "kind": "pond", **body})


def faults(**body: Any) -> list[tuple[str, str]]:
    with pytest.raises(DocumentError) as caught:
        read(**body)
    return [(fault.code, fault.pointer) for fault in caught.value.faults]


def test_a_document_is_read_into_its_class() -> None:
    pond = read(name="Big", leaves=[{"sitter": "toad"}, {"size": 4}], seen={"bullFROG": 2}, depth=3)
    assert pond == Pond("Big", (Leaf("Toad"), Leaf(None, 4)), seen={"Bullfrog": 2}, depth=3.0, total=2)
    assert type(pond.depth) is float


def test_names_are_written_canonically_and_defaults_left_out() -> None:
    text = PONDS.dumps(read(leaves=[{"sitter": "tree FROG", "size": 1}], name="Big", weather="sun"))
    assert json.loads(text) == {
        "format": "ponds/2",
        "kind": "pond",
        "name": "Big",
        "leaves": [{"sitter": "Tree frog"}],
        "total": 1,
    }
    assert list(json.loads(text))[:3] == ["format", "kind", "name"]


@for_each(
    ("key", "value"),
    [
        ("name", 3), ("name", None), ("name", True), ("name", ["x"]),
        ("depth", "1"), ("depth", True), ("depth", None),
        ("deep", 1), ("deep", "true"), ("deep", 0), ("deep", None),
        ("tag", 1), ("tag", None),
        ("total", 1.0), ("total", "1"), ("total", False),
        ("seen", []), ("seen", {"Toad": "1"}), ("seen", {"Toad": 1.5}), ("seen", {"Toad": True}),
        ("leaves", {}), ("leaves", "Toad"), ("leaves", [[]]), ("leaves", ["Toad"]),
    ],
)  # fmt: skip
def test_nothing_is_coerced(key: str, value: Any) -> None:
    found = faults(**{"name": "x", key: value})
    assert [code for code, _ in found] == ["wrong-type"]
    assert found[0][1].startswith(f"/{key}")


def test_every_fault_at_once_in_the_order_of_the_document() -> None:
    body = {
        "leaves": [{"sitter": "Newt"}, {"size": 10, "colour": 1}, 7],
        "depth": "deep",
        "seen": {"Toad": -1.5, "Newt": 1},
        "wether": "sun",
        "weather": "hail",
    }
    assert faults(**body) == [
        ("missing-key", ""),
        ("unknown-frog", "/leaves/0/sitter"),
        ("out-of-range", "/leaves/1/size"),
        ("unknown-key", "/leaves/1/colour"),
        ("wrong-type", "/leaves/2"),
        ("wrong-type", "/depth"),
        ("wrong-type", "/seen/Toad"),
        ("unknown-frog", "/seen/Newt"),
        ("unknown-key", "/wether"),
        ("bad-value", "/weather"),
    ]


def test_hints_name_what_was_probably_meant() -> None:
    with pytest.raises(DocumentError) as caught:
        read(name="x", wether="sun", leaves=[{"sitter": "Tod"}], weather="rian")
    assert [fault.hint for fault in caught.value.faults] == [
        "did you mean weather?",
        "did you mean Toad?",
        "did you mean rain?",
    ]


@for_each(
    ("header", "codes"),
    [
        ({}, ["missing-key", "missing-key"]),
        ({"format": "ponds/2"}, ["missing-key"]),
        ({"kind": "pond"}, ["missing-key"]),
        ({"format": "ponds/1", "kind": "pond"}, ["wrong-version"]),
        ({"format": "ponds", "kind": "pond"}, ["wrong-format"]),
        ({"format": 2, "kind": "pond"}, ["wrong-format"]),
        ({"format": "lakes/2", "kind": "lake"}, ["wrong-format", "unknown-kind"]),
        ({"format": "ponds/2", "kind": 3}, ["unknown-kind"]),
        ({"format": "ponds/2", "kind": {"a": 1}}, ["unknown-kind"]),
    ],
)
def test_format_and_kind_are_checked_first(header: dict[str, Any], codes: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        PONDS.read({**header, "name": 7})
    assert [fault.code for fault in caught.value.faults] == codes


def test_a_document_of_another_kind_is_refused_at_its_kind() -> None:
    with pytest.raises(DocumentError) as caught:
        PONDS.parse({"format": "ponds/2", "kind": "pond", "name": "Mere"}, ["lake"])
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [("wrong-kind", "/kind")]


def test_a_fault_of_this_program_is_not_called_one_of_the_document() -> None:
    @frozen
    class Broken:
        name: Annotated[str, Named("x", lambda _: 1 / 0)]

    with pytest.raises(ZeroDivisionError):
        read_part({"name": "x"}, Broken)


@pytest.mark.parametrize(
    ("header", "messages"),
    [
        ({}, ["the key 'format' is missing (\"format\": \"ponds/2\")",
              "the key 'kind' is missing (one of: pond, leaf)"]),
        ({"format": "ponds/1", "kind": "pnd"}, ["expected format ponds/2, got 'ponds/1' at /format",
                                                "unknown kind of document: 'pnd' at /kind (did you mean pond?)"]),
        ({"format": "ponds/2", "kind": 3}, ["unknown kind of document: 3 at /kind (one of: pond, leaf)"]),
    ],
)  # fmt: skip
def test_a_wrong_header_says_what_was_expected(header: dict[str, Any], messages: list[str]) -> None:
    assert [str(fault) for fault in PONDS.header_faults(header)] == messages


def test_what_is_no_object_is_no_document() -> None:
    assert [str(fault) for fault in PONDS.header_faults([])] == ["expected a JSON object, got a list"]
    with pytest.raises(DocumentError, match="expected a document of kind 'lake' or 'leaf', got 'pond'"):
        PONDS.read({"format": "ponds/2", "kind": "pond"}, ["lake", "leaf"])
    assert PONDS.read({"format": "ponds/2", "kind": "leaf"}, ["leaf"]) == Leaf()


def test_a_document_made_in_code_is_validated_and_completed() -> None:
    leaf = Leaf("Toad", 3)
    wet = Format("ponds", 2, [DocumentKind("leaf", Leaf, lambda leaf: [Fault("wet", "wet")] * (leaf.size > 2), "")])
    assert [fault.code for fault in wet.validate(leaf)] == ["wet"]
    with pytest.raises(DocumentError, match=r"^wet$"):
        wet.loads(wet.dumps(leaf))
    assert wet.parse(wet.to_json(leaf)).unchecked == leaf
    assert wet.loads(wet.dumps(Leaf("Toad", 2))) == Leaf("Toad", 2)
    assert PONDS.complete(Pond("x")).total == 0
    with pytest.raises(DocumentError) as caught:
        PONDS.loads("[", line=4)
    assert caught.value.faults[0].line == 4


def test_only_what_is_a_document_has_its_json() -> None:
    assert PONDS.known_json(Leaf("Toad")) == {"format": "ponds/2", "kind": "leaf", "sitter": "Toad"}
    assert PONDS.known_json("Toad") is None
