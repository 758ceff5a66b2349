"""A changed copy of a frozen object, cheap enough for an engine's inner loop."""

from collections.abc import Callable
from types import FunctionType, MemberDescriptorType
from typing import Any, TypeVar

from .frozen import Spec, specs

T = TypeVar("T")


def evolve(thing: T, /, **changes: Any) -> T:
    """A copy of a frozen attrs object with some fields changed; like :func:`attrs.evolve`, only faster.

    :raises TypeError: a change names no field.
    """
    copy: T = _copiers[(type(thing), *changes)](thing, **changes)
    return copy


class _Copiers(dict[tuple[Any, ...], Callable[..., Any]]):
    """The functions that copy, by a class and the fields that change; each written when it is first needed."""

    def __missing__(self, key: tuple[Any, ...]) -> Callable[..., Any]:
        copier = self[key] = _copier(key[0], key[1:])
        return copier


_copiers = _Copiers()


def _copier(cls: type[Any], changed: tuple[str, ...]) -> Callable[..., Any]:
    """A function written for one class and the fields that change: the others are taken from the object.

    attrs writes its ``__init__`` in the same way; a loop over the fields would cost twice as much. Where ``__init__``
    does nothing but set slots, they are set without it, in a third of the time.
    """
    fields = specs(cls)
    unknown = set(changed).difference(field.name for field in fields)
    if unknown:
        raise TypeError(f"{cls.__name__} has no {' and '.join(sorted(unknown))}")
    scope: dict[str, Any] = {"cls": cls}
    kept = {field.name: f"thing.{field.name}" for field in fields if field.name not in changed}
    if only_sets_slots(cls):
        scope["new"] = object.__new__
        scope.update({f"convert_{field.name}": field.converter for field in fields if field.converter})
        values = {field.name: kept.get(field.name) or _changed(field) for field in fields}
        scope.update({f"set_{field.name}": getattr(cls, field.name).__set__ for field in fields})
        body = ["copy = new(cls)", *[f"set_{name}(copy, {value})" for name, value in values.items()]]
    else:
        given = [f"{field.alias}={kept.get(field.name, field.name)}" for field in fields if field.init]
        body = [f"copy = cls({', '.join(given)})"]
    exec("\n    ".join([f"def copier({', '.join(['thing', '/', *changed])}):", *body, "return copy"]), scope)
    made: Callable[..., Any] = scope["copier"]
    return made


def _changed(field: Spec) -> str:
    """The expression for a changed field's value: only what changes is converted."""
    return f"convert_{field.name}({field.name})" if field.converter else field.name


def only_sets_slots(cls: type[Any]) -> bool:
    """Whether making an object does no more than convert its fields and set its slots, one for each field."""
    if hasattr(cls, "__attrs_post_init__") or hasattr(cls, "__attrs_pre_init__"):
        return False
    return all(
        field.init
        and (field.converter is None or isinstance(field.converter, FunctionType))
        and isinstance(getattr(cls, field.name, None), MemberDescriptorType)
        for field in specs(cls)
    )
