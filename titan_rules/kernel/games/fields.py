"""What a field's type says of its values beyond a number's bounds: names that the position defines, no duplicates.

A field that names something which the position itself defines has a type made by :func:`reference`; a list that holds
nothing twice is ``field(metadata=ONCE)``. Positions, actions and questions are checked alike.
"""

import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias

import attrs

from .. import fields as types
from ..errors import Fault
from ..fields import Between, Named, key_of
from ..jsontext import pointer
from ..names import nearest, shortened

ONCE: Mapping[str, Any] = {"once": True}
"""Metadata of a list that holds nothing twice."""

Count: TypeAlias = Annotated[int, Between(0, 999)]
"""A number of things."""

Known: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What a position defines: by the kind of thing, the things by name."""

Walk: TypeAlias = Callable[[Any, str, Known], Iterator[Fault]]


@attrs.frozen
class Reference(Named):
    """Marks the name of something that the position itself defines."""


def reference(what: str) -> Any:
    """Marks an ``Annotated[str, ...]`` as the name of a thing of a kind (``city``) that the position defines."""
    return Reference(what, _same)


def _same(name: Any) -> Any:
    return name


def field_faults(value: Any, known: Known, at: str = "") -> Iterator[Fault]:
    """Every fault of a value that its fields' types tell, in the order of the document.

    Codes: ``unknown-THING``, ``listed-twice``.
    """
    walk = _walk(type(value))
    if walk is not None:
        yield from walk(value, at, known)


def unknown(what: str, name: str, known: Mapping[str, Any], at: str) -> Iterator[Fault]:
    """The fault of a name that the position does not define, if it is one."""
    if name not in known:
        hint = nearest(name, known) or ("known: " + ", ".join(list(known)[:10]) if known else None)
        yield Fault(f"unknown-{what}", f"there is no {what} {shortened(name)!r} in this position", at, hint=hint)


_walks: dict[Any, Walk | None] = {}


def _walk(kind: Any) -> Walk | None:
    """How values of a type are looked through; None where they hold nothing to look at."""
    if kind not in _walks:
        _walks[kind] = None
        _walks[kind] = _class_walk(kind) if attrs.has(kind) else _plain_walk(kind)
    return _walks[kind]


def _plain_walk(kind: Any) -> Walk | None:
    said = types.annotation(kind)
    if isinstance(said, Reference):
        what = said.what
        return lambda value, at, known: unknown(what, value, known[what], at) if what in known else iter(())
    if types.is_optional(kind):
        inner = _walk(types.inside_optional(kind))
        return inner and (lambda value, at, known: iter(()) if value is None else inner(value, at, known))
    if types.is_tuple(kind):
        each = _walk(typing.get_args(kind)[0])
        return each and (
            lambda values, at, known: (f for i, v in enumerate(values) for f in each(v, f"{at}/{i}", known))
        )
    if types.is_mapping(kind):
        name, item = map(_walk, typing.get_args(kind))
        return (name or item) and (lambda values, at, known: _in_mapping(name, item, values, at, known))
    return None


def _in_mapping(name: Walk | None, item: Walk | None, values: Any, at: str, known: Known) -> Iterator[Fault]:
    for key, value in values.items():
        for walk, part in ((name, key), (item, value)):
            if walk is not None:
                yield from walk(part, at + pointer(key), known)


def _class_walk(cls: Any) -> Walk | None:
    attrs.resolve_types(cls, include_extras=True)
    _walks[cls] = lambda value, at, known: walk_parts(value, at, known)  # classes may hold their own kind
    inner = [(f.name, key_of(f), walk) for f in attrs.fields(cls) if (walk := _walk(f.type)) is not None]
    once = [(f.name, key_of(f)) for f in attrs.fields(cls) if f.metadata.get("once")]

    def walk_parts(value: Any, at: str, known: Known) -> Iterator[Fault]:
        for name, key, walk in inner:
            yield from walk(getattr(value, name), at + pointer(key), known)
        for name, key in once:
            yield from _duplicates(getattr(value, name) or (), at + pointer(key))

    return walk_parts if inner or once else None


def _duplicates(values: tuple[Any, ...], at: str) -> Iterator[Fault]:
    for i, value in enumerate(values):
        if value in values[:i]:
            yield Fault("listed-twice", f"{shortened(str(value))} is listed twice", f"{at}/{i}")
