"""Frozen attrs objects written as JSON: documents, answers and their parts."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from .fields import JSON, PLAIN, Converted, is_told, keys_of, shape

Writer = Callable[[Any], Any]


class Part:
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
    kind = type(value)
    if kind in PLAIN:
        plain: JSON = value
        return plain
    if kind is tuple or kind is list:
        return [item if type(item) in PLAIN else json_of(item) for item in value]
    to_json: Callable[[], JSON] | None = getattr(value, "to_json", None)  # first, since testing for a Mapping is slower
    if to_json is not None:
        return to_json()
    return {key: item if type(item) in PLAIN else json_of(item) for key, item in value.items()}


@cache
def _class_writer(cls: Any) -> Writer:
    """Writes parts of answers by their own ``to_json``, parts of documents field by field."""
    plan: list[tuple[str, str, Any, bool, Writer]] = []

    def write(value: Any) -> dict[str, Any]:
        if not plan:  # classes may hold themselves
            plan.extend((k.name, k.key, k.default, k.always, _writer(k.kind, told)) for k in keys_of(cls))
        out = {}
        for name, key, default, always, inner in plan:
            part = getattr(value, name)
            if always or (part is not default and part != default):
                if key:
                    out[key] = part if inner is _as_it_is or type(part) in PLAIN else inner(part)
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
