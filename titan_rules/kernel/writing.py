"""Frozen attrs objects written as JSON: documents, answers and their parts."""

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar

import attrs

from .fields import JSON, PLAIN, Converted, is_told, keys_of, shape

Writer = Callable[[Any], Any]

_TWO = ("__class__", "__class__")
"""Attributes of everything: with them ``attrgetter`` gives a tuple, however few fields there are."""


class Value:
    """An attrs object that is shown with its fields.

    One ``__repr__`` serves every class: attrs would compile one for each, an eighth of the start of ``titan check``.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__repr__ is Value.__repr__:
            cls.__repr__ = Value.__repr__  # type: ignore[method-assign]  # in the class itself, where attrs looks

    def __repr__(self) -> str:
        cls: Any = type(self)
        shown = [f"{each.name}={getattr(self, each.name)!r}" for each in attrs.fields(cls) if each.repr]
        return f"{cls.__name__}({', '.join(shown)})"


class Part(Value):
    """A part of an answer, written as a JSON object.

    Defaults are omitted, except in fields with the metadata ``ALWAYS``.
    """

    __slots__ = ()

    KEYS: ClassVar[tuple[str, ...]] = ()  # if these are not just its fields

    def to_json(self) -> dict[str, JSON]:
        """The JSON object."""
        return write(self)


def write(value: object) -> dict[str, JSON]:
    """The JSON object of a document or answer: its fields in order, without defaults."""
    cls: Any = type(value)
    written: dict[str, JSON] = _class_writer(cls)(value)
    return written


def json_of(value: Any) -> JSON:
    """The JSON value of anything in an answer."""
    cls: Any = type(value)
    written: JSON = _writer_of(cls)(value)
    return written


@cache
def _writer_of(cls: Any) -> Writer:
    """Writes what an answer holds, by its class."""
    to_json: Writer | None = getattr(cls, "to_json", None)
    if to_json is not None:
        return _class_writer(cls) if to_json is Part.to_json else to_json
    if cls is tuple or cls is list:
        return lambda items: [item if type(item) in PLAIN else json_of(item) for item in items]
    return _as_it_is if cls in PLAIN else _mapping


def _mapping(value: Mapping[str, Any]) -> dict[str, JSON]:
    return {key: item if type(item) in PLAIN else json_of(item) for key, item in value.items()}


@cache
def _class_writer(cls: Any) -> Writer:
    """Writes objects of a class field by field."""
    plan: list[tuple[str, Any, bool, bool, Writer]] = []
    parts_of: Callable[[Any], tuple[Any, ...]]

    def write(value: Any) -> dict[str, Any]:
        nonlocal parts_of
        if not plan:  # classes may hold themselves
            keys = keys_of(cls)
            parts_of = attrgetter(*[key.name for key in keys], *_TWO)
            plan.extend((k.key, k.default, k.always, k.default is None, _writer(k.kind, told)) for k in keys)
        out: dict[str, Any] = {}
        for (key, default, always, only_none, inner), part in zip(plan, parts_of(value), strict=False):
            if always or (part is not default and (only_none or part != default)):
                if type(part) in PLAIN and key:
                    out[key] = part
                elif key:
                    out[key] = inner(part)
                else:
                    out.update(inner(part))
        return out

    told = is_told(cls)
    return write


def _as_it_is(value: Any) -> Any:
    return value


def _writer(kind: Any, told: bool) -> Writer:
    """Writes values of a type, in an answer (``told``) or in a document."""
    match shape(kind):
        case "marked", Converted() as mark, _:
            return mark.write
        case "optional", inner:
            return _optional(_writer(inner, told))
        case "list", item:
            each = _writer(item, told)
            return list if each is _as_it_is else lambda values: [each(value) for value in values]
        case "mapping", _, item if told:
            return dict if item is Any else json_of  # already JSON, or anything
        case "mapping", _, item:
            each = _writer(item, told)
            # Sorted by key, so that equal mappings are written alike.
            return lambda values: {key: each(value) for key, value in sorted(values.items())}
        case "object", cls if not told or (getattr(cls, "to_json", None) is Part.to_json and not cls.__subclasses__()):
            return _class_writer(cls)
    return json_of if told and not _is_plain(kind) else _as_it_is


def _optional(inner: Writer) -> Writer:
    return inner if inner is _as_it_is else lambda value: None if value is None else inner(value)


def _is_plain(kind: Any) -> bool:
    """Whether values of a type need no conversion: ``str``, ``int | None``, a Literal."""
    word, *parts = shape(kind)
    return all(map(_is_plain, parts)) if word == "union" else word in ("plain", "marked", "literal", "scalar")
