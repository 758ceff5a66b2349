"""What makes a position impossible, as far as its fields say it: references, counts, bounds, lists without doubles.

A field that names something which the document itself defines has a type made by :func:`reference`, a number that
counts things has the type :data:`Count`, a list that holds nothing twice is ``field(metadata=ONCE)``, and a field whose
numbers are bounded, at whatever depth, ``field(metadata=numbers(0, 5))``.
"""

import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias

import attrs

from ..errors import Fault
from ..fields import Between, Named, annotation, inside_optional, is_mapping, is_optional, is_tuple, key_of
from ..jsontext import pointer
from ..names import nearest, shortened

ONCE: Mapping[str, Any] = {"once": True}
"""Metadata of a list that holds nothing twice."""


def numbers(low: int, high: int) -> dict[str, Any]:
    """Metadata of a field: every number in it is ``low`` to ``high``."""
    return {"numbers": Between(low, high)}


Known: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What a document defines: by the kind of thing, the things by name."""


def _same(name: Any) -> Any:
    return name


@attrs.frozen
class Reference(Named):
    """Marks the name of something that the document itself defines."""


@attrs.frozen
class Counted(Named):
    """Marks a number that is not below 0."""


def reference(what: str) -> Any:
    """Marks an ``Annotated[str, ...]`` as the name of a thing of a kind (``city``) that the document defines."""
    return Reference(what, _same)


Count: TypeAlias = Annotated[int, Counted("count", _same)]
"""A number that is not below 0."""

Walk: TypeAlias = Callable[[Any, str, Known], Iterator[Fault]]


def field_faults(position: Any, known: Known) -> Iterator[Fault]:
    """Every fault of a position that its fields tell, in the order of the document.

    Codes: ``unknown-THING``, ``negative``, ``out-of-range``, ``listed-twice``.
    """
    walk = _walk(type(position))
    if walk is not None:
        yield from walk(position, "", known)


def unknown(what: str, name: str, known: Mapping[str, Any], at: str) -> Iterator[Fault]:
    """The fault of a name that the document does not define, if it is one."""
    if name not in known:
        hint = nearest(name, known) or ("known: " + ", ".join(list(known)[:12]) if known else None)
        yield Fault(f"unknown-{what}", f"there is no {what} {shortened(name)!r} in this document", at, hint=hint)


_walks: dict[Any, Walk | None] = {}


def _walk(kind: Any) -> Walk | None:
    """How values of a type are looked through; None where they hold nothing to look at."""
    if kind not in _walks:
        _walks[kind] = None
        _walks[kind] = _class_walk(kind) if attrs.has(kind) else _plain_walk(kind)
    return _walks[kind]


def _plain_walk(kind: Any) -> Walk | None:
    said = annotation(kind)
    if isinstance(said, Reference):
        return lambda value, at, known: unknown(said.what, value, known.get(said.what, {}), at)
    if isinstance(said, Counted):
        return _negative
    if is_optional(kind):
        inner = _walk(inside_optional(kind))
        return inner and (lambda value, at, known: iter(()) if value is None else inner(value, at, known))
    if is_tuple(kind):
        each = _walk(typing.get_args(kind)[0])
        return each and (lambda values, at, known: _in_list(each, values, at, known))
    if is_mapping(kind):
        name, item = map(_walk, typing.get_args(kind))
        return (name or item) and (lambda values, at, known: _in_mapping(name, item, values, at, known))
    return None


def _negative(value: int, at: str, _: Known) -> Iterator[Fault]:
    if value < 0:
        yield Fault("negative", f"{at.rpartition('/')[2]} cannot be {value}", at)


def _in_list(each: Walk, values: tuple[Any, ...], at: str, known: Known) -> Iterator[Fault]:
    for i, value in enumerate(values):
        yield from each(value, f"{at}/{i}", known)


def _in_mapping(name: Walk | None, item: Walk | None, values: Any, at: str, known: Known) -> Iterator[Fault]:
    for key, value in values.items():
        place = at + pointer(key)
        for walk, part in ((name, key), (item, value)):
            if walk is not None:
                yield from walk(part, place, known)


def _class_walk(cls: Any) -> Walk | None:
    attrs.resolve_types(cls, include_extras=True)
    _walks[cls] = lambda value, at, known: walk_parts(value, at, known)  # classes may hold their own kind
    plan = [(f.name, key_of(f), walk) for f in attrs.fields(cls) for walk in _field_walks(f)]

    def walk_parts(value: Any, at: str, known: Known) -> Iterator[Fault]:
        for name, key, walk in plan:
            yield from walk(getattr(value, name), at + pointer(key), known)

    return walk_parts if plan else None


def _field_walks(member: "attrs.Attribute[Any]") -> Iterator[Walk]:
    inner, bounds = _walk(member.type), member.metadata.get("numbers")
    if inner is not None:
        yield inner
    if bounds is not None:
        title = key_of(member).replace("_", " ")
        yield lambda value, at, known: _out_of_range(value, at, bounds, title)
    if member.metadata.get("once"):
        yield lambda values, at, known: _doubles(values or (), at)


def _out_of_range(value: Any, at: str, bounds: Between, title: str) -> Iterator[Fault]:
    """The numbers in a value that are out of bounds."""
    if type(value) is int:
        if not bounds.low <= value <= bounds.high:
            yield Fault("out-of-range", f"{title} is {bounds.low} to {bounds.high}, not {value}", at)
        return
    parts: Any = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, tuple):
        parts = enumerate(value)
    elif attrs.has(type(value)):
        parts = ((key_of(f), getattr(value, f.name)) for f in attrs.fields(type(value)))
    for key, part in parts:
        yield from _out_of_range(part, at + pointer(key), bounds, title)


def _doubles(values: tuple[Any, ...], at: str) -> Iterator[Fault]:
    for i, value in enumerate(values):
        if value in values[:i]:
            yield Fault("listed-twice", f"{shortened(str(value))} is listed twice", f"{at}/{i}")
