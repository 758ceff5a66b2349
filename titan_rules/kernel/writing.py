"""Frozen attrs objects written as JSON: documents, answers and their parts."""

import typing
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import attrs

from . import fields
from .fields import JSON, PLAIN, Converted, annotation, is_told, keys_of

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
    to_json: Callable[[], JSON] | None = getattr(value, "to_json", None)  # asked first: what a Mapping is takes longer
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
    said = annotation(kind)
    if isinstance(said, Converted):
        return said.write
    if fields.is_optional(kind):
        return _optional(_writer(fields.inside_optional(kind), told))
    if fields.is_tuple(kind) and len(set(typing.get_args(kind)) - {...}) == 1:
        each = _writer(typing.get_args(kind)[0], told)
        return list if each is _as_it_is else lambda values: [each(value) for value in values]
    if told:
        if isinstance(kind, type) and getattr(kind, "to_json", None) is Part.to_json and not kind.__subclasses__():
            return _class_writer(kind)
        if fields.is_mapping(kind) and typing.get_args(kind)[1] is Any:  # JSON values already
            return dict
        return _as_it_is if _is_plain(kind) else json_of
    if fields.is_mapping(kind):
        each = _writer(typing.get_args(kind)[1], told)
        # Sorted by key: equal mappings are written alike, in whatever order they were made.
        return lambda values: {key: each(value) for key, value in sorted(values.items())}
    return _class_writer(kind) if attrs.has(kind) else _as_it_is


def _optional(inner: Writer) -> Writer:
    return inner if inner is _as_it_is else lambda value: None if value is None else inner(value)


def _is_plain(kind: Any) -> bool:
    """Whether values of a type need no conversion: ``str``, ``int | None``, a Literal."""
    if fields.is_union(kind):
        return all(_is_plain(part) for part in typing.get_args(kind))
    return fields.made_of(kind) in PLAIN or fields.is_literal(kind) or annotation(kind) is not None
