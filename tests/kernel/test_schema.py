"""JSON Schemas, reading and writing of every shape of a field, in classes of an invented game."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, NewType, Union

import pytest
from attrs import field, frozen

from looping import for_each
from titan_rules.kernel.documents import DocumentKind, Format
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.fields import ALWAYS, FLAT, HIDDEN, LAST, Between, Converted, Named, key, shape
from titan_rules.kernel.names import Names
from titan_rules.kernel.reading import describe, read, reader
from titan_rules.kernel.schema import object_schema, parameters, schema_of
from titan_rules.kernel.writing import Part, json_of, write

FROGS = Names("frog", ["Toad", "Newt"])
Frog = Annotated[str, Named("frog", FROGS.canonical, lambda: FROGS.names)]
Guest = Annotated[str, Named("guest", str.title, lambda: ["Heron"], others=True)]
Pet = Annotated[int, Named("pet", abs)]
Share = Annotated[Fraction, Converted(Fraction, str, {"type": "string"})]
Depth = NewType("Depth", int)


@frozen
class Place(Part):
    """Where a leaf is.

    :param row: from the shore.
    """

    row: int
    side: Literal["left", "right"] = "left"


@frozen
class Leaf:
    """A leaf.
    It floats.

    :param frog, guest: who sits
      there.
    :param inner: leaves on it.
    :param row: from the shore.
    """

    frog: Frog
    guest: Guest = ""
    pet: Pet = 0
    inner: tuple["Leaf", ...] = ()
    row: int | None = None
    size: Annotated[int, Between(1, 9)] = 1
    share: Share = Fraction(1)
    weather: Literal["sun", 3, None] = "sun"
    tag: str | bool = ""
    maybe: tuple[int, ...] | None = None
    seen: Mapping[Frog, int] = field(factory=dict)
    notes: Mapping[str, Any] = field(factory=dict)
    deep: Depth = Depth(2)
    wide: float = field(default=1.5, metadata=key("width"))
    secret: str = field(default="", metadata=HIDDEN)
    late: bool = field(default=False, metadata=LAST)
    shown: str = field(default="", metadata=ALWAYS)


PONDS = Format("ponds", 2, [DocumentKind("leaf", Leaf, lambda _: [], "a leaf of a pond")])

FULL: dict[str, Any] = {
    "frog": "Toad", "guest": "Heron", "pet": 4, "inner": [{"frog": "Newt", "row": 1, "shown": ""}], "row": 2,
    "size": 9, "share": "1/3", "weather": 3, "tag": True, "maybe": [1, 2], "seen": {"Newt": 2, "Toad": 1},
    "notes": {"a": [None]}, "deep": 7, "width": 2.5, "shown": "yes", "late": True,
}  # fmt: skip


def test_every_shape_has_its_schema() -> None:
    found = schema_of(PONDS, PONDS.kinds["leaf"])
    properties: Any = found.pop("properties")
    assert found == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ponds:2:leaf",
        "title": "ponds/2 leaf",
        "description": "A leaf of a pond. Names are given in their canonical spelling.",
        "type": "object",
        "required": ["format", "kind", "frog"],
        "additionalProperties": False,
        "$defs": found["$defs"],
    }
    assert list(found["$defs"]) == ["Leaf", "frog", "guest"]
    assert found["$defs"]["frog"] == {"enum": ["Toad", "Newt"]}
    assert found["$defs"]["guest"] == {"type": "string", "examples": ["Heron"]}
    inner: Any = found["$defs"]["Leaf"]
    assert inner["required"] == ["frog"]
    assert inner["properties"] == {
        name: schema for name, schema in properties.items() if name not in ("format", "kind")
    }
    whole_number = {"type": "integer"}
    assert properties == {
        "format": {"const": "ponds/2"},
        "kind": {"const": "leaf"},
        "frog": {"$ref": "#/$defs/frog", "description": "who sits there."},
        "guest": {"$ref": "#/$defs/guest", "description": "who sits there.", "default": ""},
        "pet": {"type": "integer", "default": 0},
        "inner": {"type": "array", "items": {"$ref": "#/$defs/Leaf"}, "description": "leaves on it."},
        "row": {"type": ["integer", "null"], "description": "from the shore."},
        "size": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1},
        "share": {"type": "string"},
        "weather": {"enum": ["sun", 3, None], "default": "sun"},
        "tag": {"type": ["string", "boolean"], "default": ""},
        "maybe": {"anyOf": [{"type": "array", "items": whole_number}, {"type": "null"}]},
        "seen": {"type": "object", "additionalProperties": whole_number, "propertyNames": {"$ref": "#/$defs/frog"}},
        "notes": {"type": "object", "additionalProperties": {}},
        "deep": {"type": "integer", "default": 2},
        "width": {"type": "number", "default": 1.5},
        "shown": {"type": "string", "default": ""},
        "late": {"type": "boolean", "default": False},
    }
    assert list(properties)[-2:] == ["shown", "late"]


def test_every_shape_is_read_and_written_back() -> None:
    leaf = read(FULL, Leaf)
    inner = Leaf("Newt", row=1)
    assert leaf == Leaf(
        "Toad", "Heron", 4, (inner,), 2, 9, Fraction(1, 3), 3, True, (1, 2), {"Newt": 2, "Toad": 1},
        {"a": [None]}, Depth(7), 2.5, "", True, "yes",
    )  # fmt: skip
    assert write(leaf) == FULL
    assert list(write(leaf)) == list(FULL)
    assert list(write(Leaf("Newt", seen={"Toad": 1, "Newt": 2}))["seen"]) == ["Newt", "Toad"]
    assert write(Leaf("Newt", row=None)) == {"frog": "Newt", "shown": ""}


@for_each(
    ("key", "value", "message"),
    [
        ("frog", 3, "expected a string, got 3"),
        ("pet", "x", "expected an integer, got 'x'"),
        ("inner", {}, "expected a list, got an object"),
        ("size", 10, "expected 1 to 9, got 10"),
        ("size", 0, "expected 1 to 9, got 0"),
        ("size", True, "expected an integer, got true"),
        ("weather", "rain", "expected one of sun, 3, null, got 'rain'"),
        ("weather", [], "expected one of sun, 3, null, got a list"),
        ("weather", True, "expected one of sun, 3, null, got true"),
        ("tag", None, "expected a string or true or false, got null"),
        ("seen", [], "expected an object, got a list"),
        ("width", "x" * 41, f"expected a number, got '{'x' * 37}'..."),
        ("width", "x" * 40, f"expected a number, got '{'x' * 40}'"),
        ("secret", "x", "unknown key 'secret'"),
        ("wide", 1, "unknown key 'wide'"),
    ],
)
def test_a_wrong_value_is_described(key: str, value: Any, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read({**FULL, key: value}, Leaf, "/leaf")
    assert [(fault.message, fault.pointer) for fault in caught.value.faults] == [(message, f"/leaf/{key}")]


def test_a_key_that_two_names_stand_for_is_given_twice() -> None:
    with pytest.raises(DocumentError, match="duplicate key Toad at /seen/toad"):
        read({**FULL, "seen": {"Toad": 1, "toad": 2}}, Leaf)


def test_what_is_missing_is_told_first_and_keys_are_escaped() -> None:
    with pytest.raises(DocumentError) as caught:
        read({"a/b~": 1, "pet": "x"}, Leaf)
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [
        ("missing-key", ""), ("unknown-key", "/a~1b~0"), ("wrong-type", "/pet"),
    ]  # fmt: skip
    assert caught.value.faults[0].message == "the key 'frog' is missing"


def test_faults_beyond_a_hundred_are_counted_at_every_depth() -> None:
    for body, count in (
        ({**FULL, "maybe": ["x"] * 150}, 150),
        ({**FULL, "seen": {f"x{i}": 1 for i in range(130)}}, 130),
        ({**FULL, "inner": [{"frog": "Toad", "row": 1, "maybe": ["x"] * 60}] * 3, "pet": "x"}, 181),
    ):
        with pytest.raises(DocumentError) as caught:
            read(body, Leaf)
        assert (len(caught.value.faults), caught.value.more) == (100, count - 100)


def test_what_values_are_called() -> None:
    values: list[object] = [None, True, False, 3, 1.5, "a", [], {}, b"x"]
    assert [describe(value) for value in values] == [
        "null",
        "true",
        "false",
        "3",
        "1.5",
        "'a'",
        "a list",
        "an object",
        "bytes",
    ]


def test_documents_cannot_hold_everything() -> None:
    with pytest.raises(TypeError, match="documents cannot hold"):
        reader(bytes)
    assert reader(Any)(b"x") == b"x"


def test_the_shapes_of_types() -> None:
    assert shape(Depth) == ("plain", int)
    assert shape(Union[int, None]) == ("scalar", int, type(None))  # noqa: UP007 (as an older class writes it)
    assert shape(Place | None) == ("optional", Place)
    assert shape(Place | Leaf) == ("union", Place, Leaf)
    assert shape(tuple[int, ...]) == ("list", int)
    assert shape(tuple[int, int]) == ("list", int)
    assert shape(tuple[int, str]) == ("tuple", int, str)
    assert shape(Annotated[int, "no mark"]) == ("plain", int)
    assert shape(bytes) == ("other", bytes)


@frozen
class Answer(Part):
    """An answer.

    :param place: where.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("here", "place", "twice", "maybe", "mapped", "places", "always", "count")

    here: Place = field(metadata=key(FLAT))
    place: Place | None = None
    count: int = 1
    maybe: "Answer | Place | None" = None
    mapped: Mapping[str, Any] = field(factory=dict)
    places: Mapping[str, Place] = field(factory=dict)
    always: int | None = field(default=None, metadata=ALWAYS)
    hidden: str = ""

    @property
    def twice(self) -> int:
        """Twice the count.

        Or so.
        """
        return 2 * self.count


def test_an_answer_omits_what_is_missing_and_has_properties() -> None:
    definitions: dict[str, Any] = {}
    found: Any = object_schema(Answer, definitions)
    assert found["required"] == ["row", "twice", "always"]
    assert found["properties"] == {
        "row": {"type": "integer", "description": "from the shore."},
        "side": {"enum": ["left", "right"]},
        "place": {"$ref": "#/$defs/Place", "description": "where."},
        "twice": {"type": "integer", "description": "Twice the count."},
        "maybe": {"anyOf": [{"$ref": "#/$defs/Answer"}, {"$ref": "#/$defs/Place"}]},
        "mapped": {"type": "object", "additionalProperties": {}},
        "places": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Place"}},
        "always": {"type": ["integer", "null"]},
        "count": {"type": "integer"},
    }
    assert Answer(Place(0)).to_json() == {"row": 0, "twice": 2, "always": None}
    inner, places = Answer(Place(1), count=3), {"x": Place(1), "a": Place(2)}
    full = Answer(Place(5, "right"), Place(3), 2, inner, {"y": {"z": [None]}}, places, 4, "x")
    assert json_of(full) == {
        "row": 5,
        "side": "right",
        "place": {"row": 3},
        "twice": 4,
        "maybe": {"row": 1, "twice": 6, "always": None, "count": 3},
        "mapped": {"y": {"z": [None]}},
        "places": {"x": {"row": 1}, "a": {"row": 2}},
        "always": 4,
        "count": 2,
    }
    assert json_of({"a": (inner, 1), "b": [None]}) == {"a": [inner.to_json(), 1], "b": [None]}
    assert repr(Place(1)) == "Place(row=1, side='left')"


def test_the_parameters_of_a_docstring() -> None:
    doc = """A pond.

    :param a: one
        and more.
    :param b, c: two.
    :returns: nothing.
    """
    assert parameters(doc) == {"a": "one and more.", "b": "two.", "c": "two."}
    assert parameters(None) == {}
