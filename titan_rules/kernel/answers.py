"""Answers: frozen attrs classes that write themselves as JSON objects.

Fields are written in their order; one that has its default is left out, but for fields of ``metadata=ALWAYS``.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import attrs
from attrs import frozen

from .fields import key_of
from .jsontext import JSON, pretty

FLAT = ""
"""The key of a part whose own keys stand among those of the whole: ``metadata={"key": FLAT}``."""

_PLAIN = frozenset({str, int, float, bool, type(None)})

_ABSENT = object()
"""Equals nothing: the default of a field that has none."""


@frozen
class Part:
    """A part of an answer."""

    def to_json(self) -> dict[str, JSON]:
        """The JSON object."""
        out = {}
        for name, key, default in _plan(type(self)):
            value = getattr(self, name)
            if key == FLAT:
                out.update(value.to_json())
            elif default is _ABSENT or value != default:
                out[key] = value if type(value) in _PLAIN else json_of(value)
        return out


@frozen
class Answer(Part):
    """An answer: a JSON object of some kind.

    :cvar kind: as under the key ``kind``, and the name of its JSON Schema.
    :cvar format: as under the key ``format``; empty where the answer has none.
    :cvar LAST: fields that are written after all others, although a base class has them.
    """

    kind: ClassVar[str]
    format: ClassVar[str] = ""
    LAST: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> dict[str, JSON]:
        """The JSON object with its header."""
        header = {"format": self.format, "kind": self.kind} if self.format else {"kind": self.kind}
        return header | super().to_json()

    def dumps(self) -> str:
        """The answer as JSON text, as the command line prints it."""
        return pretty(self.to_json())


def json_of(value: Any) -> JSON:
    """The JSON value of anything that an answer holds."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return [item if type(item) in _PLAIN else json_of(item) for item in value]
    if isinstance(value, Mapping):
        return {key: item if type(item) in _PLAIN else json_of(item) for key, item in value.items()}
    write: Callable[[], JSON] = value.to_json
    return write()


_plans: dict[type[Part], tuple[tuple[str, str, object], ...]] = {}


def _plan(cls: type[Part]) -> tuple[tuple[str, str, object], ...]:
    """The name, JSON key and default of every field."""
    found = _plans.get(cls)
    if found is None:
        last = cls.LAST if issubclass(cls, Answer) else ()
        fields = sorted(attrs.fields(cls), key=lambda field: field.name in last)
        found = _plans[cls] = tuple([(field.name, key_of(field), _default(field)) for field in fields])
    return found


def _default(field: "attrs.Attribute[Any]") -> object:
    return _ABSENT if field.default is attrs.NOTHING or field.metadata.get("always") else field.default
