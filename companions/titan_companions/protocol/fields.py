"""Checks of fields beyond their types: names that the position defines, no duplicates.

Positions, actions and questions are checked alike.
"""

import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeAlias

import attrs

from titan_rules.kernel import fields as types
from titan_rules.kernel.errors import Fault
from titan_rules.kernel.fields import Between, Named, key_of
from titan_rules.kernel.jsontext import pointer
from titan_rules.kernel.names import nearest, shortened

ONCE: Mapping[str, Any] = {"once": True}
"""Field metadata: a list without duplicates."""

Count: TypeAlias = Annotated[int, Between(0, 999)]
"""A count from 0 to 999."""

Known: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What a position defines: for each kind (``city``), the items by name."""


@attrs.frozen
class Reference(Named):
    """Marks a name that the position itself defines."""


def reference(what: str) -> Any:
    """Marks an ``Annotated[str, ...]`` as a name of a kind (``city``) that the position defines."""
    return Reference(what, str)


def field_faults(value: Any, known: Known, at: str = "") -> Iterator[Fault]:
    """Unknown names and duplicates in a value, in document order.

    Codes: ``unknown-KIND``, ``listed-twice``.
    """
    for name, key, kind, once in _members(typing.cast(Any, type(value))):
        part, place = getattr(value, name), at + pointer(key)
        yield from _faults(kind, part, known, place)
        for i, item in enumerate(part or () if once else ()):
            if item in part[:i]:
                yield Fault("listed-twice", f"{shortened(str(item))} is listed twice", f"{place}/{i}")


def _faults(kind: Any, value: Any, known: Known, at: str) -> Iterator[Fault]:
    if value is None or not _may_name(kind):
        return
    word, *parts = types.shape(kind)
    if word == "marked" and isinstance(parts[0], Reference):
        said = parts[0]
        things = known.get(said.what, {value: None})
        if value not in things:
            hint = nearest(value, things) or ("known: " + ", ".join(list(things)[:10]) if things else None)
            message = f"there is no {said.what} {shortened(value)!r} in this position"
            yield Fault(f"unknown-{said.what}", message, at, hint=hint)
    elif word == "optional":
        yield from _faults(parts[0], value, known, at)
    elif word == "list":
        for i, item in enumerate(value):
            yield from _faults(parts[0], item, known, f"{at}/{i}")
    elif word == "mapping":
        names, items = parts
        for name, item in value.items():
            yield from _faults(names, name, known, at + pointer(name))
            yield from _faults(items, item, known, at + pointer(name))
    else:
        yield from field_faults(value, known, at)


@cache
def _members(cls: type[Any]) -> list[tuple[str, str, Any, bool]]:
    """The fields of a class to check: name, key, type, and whether duplicates are a fault."""
    if not attrs.has(cls):
        return []
    attrs.resolve_types(cls, include_extras=True)
    members = [(f.name, key_of(f), f.type, bool(f.metadata.get("once"))) for f in attrs.fields(cls)]
    return [member for member in members if member[3] or _may_name(member[2])]


@cache
def _may_name(kind: Any) -> bool:
    """Whether values of a type may hold a name, or an object."""
    if isinstance(types.annotation(kind), Reference) or attrs.has(kind):
        return True
    return any(_may_name(part) for part in typing.get_args(kind) if isinstance(part, type) or typing.get_args(part))
