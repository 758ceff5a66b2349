"""Answers: frozen classes with typed fields that write themselves as JSON objects.

A class lists its fields as annotations, like a dataclass with keywords only. Nothing is generated for it, so that it
costs nothing to import; attrs takes nearly a millisecond to make a class, and a command imports dozens of these.

Fields are written in their order; one that has its default is left out, but for those made with ``part(always=True)``.
"""

import inspect
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, ClassVar, Literal, NamedTuple, NoReturn, Self, Union, dataclass_transform, get_args, get_origin

from .jsontext import JSON, pretty

FLAT = ""
"""The key of a part whose own keys stand among those of the whole: ``part(key=FLAT)``."""

REQUIRED: Any = object()
"""The default of a field that has none; equals nothing."""

OFTEN = 30
"""After so many objects of a class it pays to write code for it."""

_PLAIN = frozenset({str, int, float, bool, type(None)})


class Field(NamedTuple):
    """A field of an answer, or of a part of one.

    :param key: as in JSON.
    :param default: :data:`REQUIRED` where it has none.
    :param always: it is written even where it has its default.
    :param header: the schemas of the keys that stand before its own, where it is a document.
    """

    name: str
    key: str
    default: Any = REQUIRED
    always: bool = False
    header: Mapping[str, JSON] | None = None


class _Said(NamedTuple):
    """What :func:`part` was given."""

    default: Any
    key: str | None
    always: bool
    header: Mapping[str, JSON] | None


def part(
    *, default: Any = REQUIRED, key: str | None = None, always: bool = False, header: Mapping[str, JSON] | None = None
) -> Any:
    """A field of which there is more to say than its type and default; see :class:`Field`."""
    return _Said(default, key, always, header)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(part,))
class Part:
    """A part of an answer."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    LAST: ClassVar[tuple[str, ...]] = ()
    """Fields that are written after all others, although a base class has them."""

    _names: ClassVar[frozenset[str]] = frozenset()
    _required: ClassVar[frozenset[str]] = frozenset()
    _plan: ClassVar[tuple[tuple[str, str, Any, bool], ...]] = ()
    """What is written of each field, in order: its name, key and default, and whether it is always written."""

    _written: ClassVar[int] = 0
    """How many objects of the class were written field by field."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found = {field.name: field for field in cls.FIELDS}
        for name, kind in inspect.get_annotations(cls).items():
            if not str(kind).startswith("typing.ClassVar"):
                found[name] = _field(cls, name)
        cls.FIELDS = tuple(sorted(found.values(), key=lambda field: field.name in cls.LAST))
        cls._names = frozenset(found)
        cls._required = frozenset(field.name for field in cls.FIELDS if field.default is REQUIRED)
        cls._plan = tuple([(f.name, f.key, f.default, f.always or f.default is REQUIRED) for f in cls.FIELDS])

    def __init__(self, **given: Any) -> None:
        keys = given.keys()
        if keys != self._names and not self._required <= keys <= self._names:
            wrong = sorted(self._required - given.keys()) or sorted(given.keys() - self._names)
            raise TypeError(f"{type(self).__name__}: missing or unknown fields: {', '.join(wrong)}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted")

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, field.name) for field in self.FIELDS])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        given = [(f.name, getattr(self, f.name)) for f in self.FIELDS if getattr(self, f.name) != f.default]
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in given)})"

    def but(self, **changes: Any) -> Self:
        """The same with some fields changed.

        :raises TypeError: a change names no field.
        """
        return type(self)(**{**self.__dict__, **changes})

    def to_json(self) -> dict[str, JSON]:
        """The JSON object."""
        return self._write()

    def _write(self) -> dict[str, JSON]:
        """What :meth:`to_json` gives, field by field; after some objects of a class its code is written for it."""
        cls = type(self)
        if cls._written >= OFTEN:
            type.__setattr__(cls, "_write", _writer(cls))
        cls._written += 1
        out = {}
        given = self.__dict__
        for name, key, default, always in self._plan:
            value = given.get(name, default)
            if not key:
                out.update(value.to_json())
            elif always or (value is not default and value != default):
                out[key] = value if type(value) in _PLAIN else json_of(value)
        return out


def _writer(cls: type[Part]) -> Callable[[Part], dict[str, JSON]]:
    """``_write`` of one class, without its loop."""
    scope: dict[str, Any] = {"plain": _PLAIN, "json_of": json_of}
    body = ["given = part.__dict__", "out = {}"]
    kinds = _kinds(cls)
    for i, (name, key, default, always) in enumerate(cls._plan):
        if default is REQUIRED and key and _always_plain(kinds[name]):
            body.append(f"out[{key!r}] = given[{name!r}]")
            continue
        scope[f"default_{i}"] = default
        body.append(f"value = given.get({name!r}, default_{i})")
        line = f"out[{key!r}] = value if type(value) in plain else json_of(value)"
        if not key:
            line = "out.update(value.to_json())"
        elif not always:
            line = f"if value is not default_{i} and value != default_{i}: {line}"
        body.append(line)
    exec("\n    ".join(["def write(part):", *body, "return out"]), scope)
    made: Callable[[Part], dict[str, JSON]] = scope["write"]
    return made


def _kinds(cls: type[Part]) -> dict[str, object]:
    """The annotations of a class's fields, its bases' among them."""
    return {name: kind for base in reversed(cls.__mro__) for name, kind in inspect.get_annotations(base).items()}


def _always_plain(kind: object) -> bool:
    """Whether all values of a type are written as they are: ``str``, ``int | None``, a Literal."""
    if get_origin(kind) in (Union, UnionType):
        return all(_always_plain(each) for each in get_args(kind))
    return kind in _PLAIN or get_origin(kind) is Literal


def _field(cls: type[Part], name: str) -> Field:
    """A field by its class attribute, which is its default from now on."""
    said = cls.__dict__.get(name, REQUIRED)
    if not isinstance(said, _Said):
        return Field(name, name, said)
    if said.default is REQUIRED:
        delattr(cls, name)
    else:
        setattr(cls, name, said.default)
    return Field(name, name if said.key is None else said.key, said.default, said.always, said.header)


class Answer(Part):
    """An answer: a JSON object of some kind."""

    kind: ClassVar[str]
    """As under the key ``kind``, and the name of its JSON Schema."""

    format: ClassVar[str] = ""
    """As under the key ``format``; empty where the answer has none."""

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
        plain: JSON = value
        return plain
    if kind is tuple or kind is list:
        return [item if type(item) in _PLAIN else json_of(item) for item in value]
    write: Callable[[], JSON] | None = getattr(value, "to_json", None)  # asked first: what a Mapping is takes longer
    if write is not None:
        return write()
    return {key: item if type(item) in _PLAIN else json_of(item) for key, item in value.items()}
