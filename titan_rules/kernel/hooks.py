"""How single values are read, by their declared types: exactly, never coerced."""

import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from .fields import Between, Converted, Named
from .names import nearest

T = TypeVar("T")

Hook = Callable[[Any], Any]
"""From a JSON value to the value read; raises :class:`Mismatch` or :class:`UnknownName`."""


class Mismatch(ValueError):
    """A value of the wrong type or range.

    :param code: the fault's stable name.
    :param message: one sentence for a person.
    :param hint: what was probably meant.
    """

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        self.code, self.message, self.hint = code, message, hint
        super().__init__(message)


TYPE_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}
"""The JSON types in words."""


def describe(value: object) -> str:
    """What a JSON value is, for messages.

    >>> describe("abc"), describe([1])
    ("the text 'abc'", 'a list')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {value!r}" if len(value) <= 40 else f"the text {value[:37]!r}..."
    return TYPE_NAMES.get(type(value), type(value).__name__)


def wants(expected: str, value: object) -> Mismatch:
    """The fault of a value of another type than ``expected`` (in words)."""
    return Mismatch("wrong-type", f"{expected} is wanted here, not {describe(value)}")


def exactly(kind: type[T]) -> Callable[[Any], T]:
    """Reads values of one plain type and no other: True is not a number here."""
    name = TYPE_NAMES[kind]

    def structure(value: Any) -> T:
        if type(value) is not kind:
            raise wants(name, value)
        return value

    return structure


def number(value: Any) -> float:
    """Reads a number, whole or not."""
    if type(value) is not float and type(value) is not int:
        raise wants(TYPE_NAMES[float], value)
    return float(value)


def annotation(kind: Any) -> Named | Between | Converted | None:
    """What an ``Annotated`` type says of its values, or None."""
    if typing.get_origin(kind) is typing.Annotated:
        for part in typing.get_args(kind)[1:]:
            if isinstance(part, Named | Between | Converted):
                return part
    return None


def base_of(kind: Any) -> Any:
    """The plain type under an ``Annotated`` one; that of a NewType is what it is made of."""
    return made_of(typing.get_args(kind)[0])


def made_of(kind: Any) -> Any:
    """What a NewType is made of; any other type is itself."""
    return getattr(kind, "__supertype__", kind)


def annotated_hook(kind: Any) -> Hook:
    """Reads values of a :class:`Named`, :class:`Between` or :class:`Converted` type."""
    said, base = annotation(kind), base_of(kind)
    if isinstance(said, Converted):
        return said.read
    return _between_hook(said) if isinstance(said, Between) else _named_hook(said, base)


def _named_hook(named: Any, base: Any) -> Hook:
    canonical, wanted = named.canonical, TYPE_NAMES[base]

    def structure(value: Any) -> Any:
        if type(value) is not base:
            raise wants(wanted, value)
        return canonical(value)

    return structure


def _between_hook(bounds: Between) -> Hook:
    low, high = bounds.low, bounds.high

    def structure(value: Any) -> int:
        if type(value) is not int:
            raise wants(TYPE_NAMES[int], value)
        if not low <= value <= high:
            raise Mismatch("out-of-range", f"a number from {low} to {high} is wanted here, not {value}")
        return value

    return structure


def is_literal(kind: Any) -> bool:
    """Whether a type is one of several constants."""
    return typing.get_origin(kind) is Literal


def literal_hook(kind: Any) -> Hook:
    """Reads one of several constants."""
    choices = typing.get_args(kind)
    known = [c for c in choices if isinstance(c, str)]

    def structure(value: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        hint = nearest(value, known) if isinstance(value, str) else None
        listed = ", ".join("null" if c is None else str(c) for c in choices)
        raise Mismatch("bad-value", f"one of {listed} is wanted here, not {describe(value)}", hint)

    return structure


def is_union(kind: Any) -> bool:
    """Whether a type is a union."""
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def is_optional(kind: Any) -> bool:
    """Whether a type is another one, or None."""
    args = typing.get_args(kind)
    return len(args) == 2 and type(None) in args and is_union(kind)


def is_plain_union(kind: Any) -> bool:
    """Whether a type is a union of plain JSON types."""
    return is_union(kind) and all(part in TYPE_NAMES for part in typing.get_args(kind))


def inside_optional(kind: Any) -> Any:
    """The type that an optional one is when it is not None."""
    parts = [part for part in typing.get_args(kind) if part is not type(None)]
    return typing.Union[tuple(parts)]  # noqa: UP007 (of parts that are not known here)


def plain_union_hook(kind: Any) -> Hook:
    """Reads values of any of several plain types."""
    parts = typing.get_args(kind)
    wanted = " or ".join(TYPE_NAMES[part] for part in parts)

    def structure(value: Any) -> Any:
        if type(value) not in parts:
            raise wants(wanted, value)
        return value

    return structure


def is_tuple(kind: Any) -> bool:
    """Whether a type is a tuple: a list in JSON."""
    return typing.get_origin(kind) is tuple


def is_mapping(kind: Any) -> bool:
    """Whether a type is a mapping: an object in JSON."""
    return typing.get_origin(kind) in (Mapping, dict)


def plain_hook(kind: Any) -> Hook | None:
    """Reads values of a type that holds no others, any JSON value for ``Any``; None for other types."""
    if kind is Any:
        return lambda value: value
    if kind is float:
        return number
    if kind in (bool, int, str):
        return exactly(kind)
    if annotation(kind) is not None:
        return annotated_hook(kind)
    if is_literal(kind):
        return literal_hook(kind)
    if is_plain_union(kind):
        return plain_union_hook(kind)
    return None
