"""Checks of fields beyond their types: names that the position defines, no duplicates.

Positions, actions and questions are checked alike.
"""

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Annotated, Any, TypeAlias

import attrs

from titan_rules.kernel import fields as types
from titan_rules.kernel.errors import Fault
from titan_rules.kernel.evolving import evolve
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


Checker: TypeAlias = Callable[[Any, Known], Iterable[Fault]]
"""Finds the faults of a value; their pointers are relative to it."""


def field_faults(value: Any, known: Known, at: str = "") -> Iterator[Fault]:
    """Unknown names and duplicates in a value, in document order.

    Codes: ``unknown-KIND``, ``listed-twice``.
    """
    for name, key, check, once in _members(typing.cast(Any, type(value))):
        part = getattr(value, name)
        for fault in check(part, known):
            yield _under(fault, at, key)
        for i, item in enumerate(part or () if once else ()):
            if item in part[:i]:
                yield Fault("listed-twice", f"{shortened(str(item))} is listed twice", at + pointer(key, i))


def _under(fault: Fault, at: str, *place: str | int) -> Fault:
    return evolve(fault, pointer=at + pointer(*place) + fault.pointer)


@cache
def _members(cls: type[Any]) -> list[tuple[str, str, Checker, bool]]:
    """The fields of a class to check: name, key, what checks the value, and whether duplicates are a fault."""
    if not attrs.has(cls):
        return []
    attrs.resolve_types(cls, include_extras=True)
    members = [(f.name, key_of(f), _checker(f.type), bool(f.metadata.get("once"))) for f in attrs.fields(cls)]
    return [member for member in members if member[3] or member[2] is not _nothing]


def _checker(kind: Any) -> Checker:
    """What checks values of a type."""
    if not _may_name(kind):
        return _nothing
    word, *parts = types.shape(kind)
    if word == "marked" and isinstance(parts[0], Reference):
        return partial(_unknown, parts[0].what)
    if word == "optional":
        check = _checker(parts[0])
        return lambda value, known: () if value is None else check(value, known)
    if word == "list":
        return partial(_in_list, _checker(parts[0]))
    return partial(_in_mapping, _checker(parts[0]), _checker(parts[1])) if word == "mapping" else field_faults


def _nothing(value: Any, known: Known) -> Iterable[Fault]:
    return ()


def _unknown(what: str, name: str, known: Known) -> Iterable[Fault]:
    things = known.get(what, {name: None})
    if name in things:
        return ()
    hint = nearest(name, things) or ("known: " + ", ".join(list(things)[:10]) if things else None)
    return [Fault(f"unknown-{what}", f"there is no {what} {shortened(name)!r} in this position", hint=hint)]


def _in_list(check: Checker, items: Iterable[Any], known: Known) -> Iterator[Fault]:
    for i, item in enumerate(items):
        for fault in check(item, known):
            yield _under(fault, "", i)


def _in_mapping(of_name: Checker, of_item: Checker, items: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    for name, item in items.items():
        for fault in (*of_name(name, known), *of_item(item, known)):
            yield _under(fault, "", name)


@cache
def _may_name(kind: Any) -> bool:
    """Whether values of a type may hold a name, or an object."""
    if isinstance(types.annotation(kind), Reference) or attrs.has(kind):
        return True
    return any(_may_name(part) for part in typing.get_args(kind) if isinstance(part, type) or typing.get_args(part))
