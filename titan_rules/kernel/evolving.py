"""What an engine's inner loop does with frozen objects: it makes changed copies, and keeps views with them."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import attrs

T = TypeVar("T")

_Converters = dict[str, Callable[[Any], Any] | None]
_converters: dict[type[Any], _Converters | None] = {}
"""By class, the converters of its fields; None for a class whose copies attrs makes."""


def evolve(thing: T, /, **changes: Any) -> T:
    """A copy of a frozen attrs object with some fields changed; like :func:`attrs.evolve`, and half as fast again.

    That holds for classes without slots (``@frozen(slots=False)``), where a copy is a copy of a dictionary and only
    what changes is converted. The copies of others are made by attrs.

    :raises TypeError: a change names no field.
    """
    cls = type(thing)
    try:
        converters = _converters[cls]
    except KeyError:
        converters = _converters[cls] = _converters_of(cls)
    if converters is None:
        alias = {field.name: field.alias for field in attrs.fields(cls)}  # type: ignore[arg-type]
        return attrs.evolve(thing, **{alias.get(name, name): value for name, value in changes.items()})  # type: ignore[misc]
    copy = object.__new__(cls)
    state = copy.__dict__
    state.update(thing.__dict__)
    for name, value in changes.items():
        if name not in converters:
            raise TypeError(f"{cls.__name__} has no {name}")
        convert = converters[name]
        state[name] = value if convert is None else convert(value)
    return copy


def _converters_of(cls: type[Any]) -> _Converters | None:
    """None where an object's dictionary is not just its fields, or more is done than converting and setting them."""
    fields = attrs.fields(cls)
    attributes = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    slots = any(hasattr(attributes.get(field.name), "__set__") for field in fields)
    keeps_more = any(isinstance(value, cached_property) for value in attributes.values())
    checked = "__attrs_post_init__" in attributes or any(field.validator for field in fields)
    return None if slots or keeps_more or checked else {field.name: field.converter for field in fields}


class Viewed:
    """An object that carries a view of itself: derived from it alone, so no part of it.

    The view is not compared, hashed, shown, copied or written; whoever misses it makes it again, so that threads
    need not agree.
    """

    __slots__ = ("_view",)

    def __getstate__(self) -> object:
        return self.__dict__


def view_of(thing: Viewed) -> Any:
    """The view that an object carries, or None."""
    return getattr(thing, "_view", None)


def carry_view(thing: Viewed, view: object) -> None:
    """Let an object carry a view of itself; None: none."""
    object.__setattr__(thing, "_view", view)
