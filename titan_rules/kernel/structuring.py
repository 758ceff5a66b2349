"""JSON values to instances of frozen attrs classes and back: no coercion.

What is read without a fault, nearly everything, is read here, fast. A value with a fault is read again, thoroughly,
by :mod:`titan_rules.kernel.faultfinding`, which finds every one.
"""

import typing
from collections.abc import Callable, Set
from typing import Any, TypeVar

import attrs

from . import hooks
from .errors import DocumentError, UnknownName
from .fields import Converted, default_of, is_optional, key_of, shown
from .frozenmap import FrozenMap
from .hooks import Hook, Mismatch, wants
from .jsontext import JSON

T = TypeVar("T")

Writer = Callable[[Any], Any]
"""From a value to its JSON value."""


def structure(data: JSON, kind: type[T], at: str = "") -> T:
    """A JSON value as an instance of ``kind``.

    :param at: JSON Pointer of the value, put before the faults' own.
    :raises DocumentError: with every fault, in the order of the document.
    """
    try:
        return reader(kind)(data)  # type: ignore[no-any-return]
    except (Mismatch, UnknownName, DocumentError):
        from .faultfinding import faults_of

        faults = faults_of(data, kind, at)
        assert faults, f"a fault of {kind.__name__} was found and lost"
        raise DocumentError(faults) from None


def unstructure(value: object) -> dict[str, JSON]:
    """The JSON object of a document or a part of one; what has its default is left out."""
    written: dict[str, JSON] = writer(type(value))(value)
    return written


# --- reading ---------------------------------------------------------------------------------------------------------

_readers: dict[Any, Hook] = {}


def reader(kind: Any) -> Hook:
    """Reads values of a type, up to the first fault."""
    found = _readers.get(kind)
    if found is None:
        found = _readers[kind] = _class_reader(kind) if attrs.has(kind) else _reader(kind)
    return found


def _reader(kind: Any) -> Hook:
    plain = hooks.plain_hook(hooks.made_of(kind))
    if plain is not None:
        return plain
    if hooks.is_optional(kind):
        inner = reader(hooks.inside_optional(kind))
        return lambda value: None if value is None else inner(value)
    if hooks.is_tuple(kind):
        return _tuple_reader(reader(typing.get_args(kind)[0]))
    if hooks.is_mapping(kind):
        return _mapping_reader(*map(reader, typing.get_args(kind)))
    raise TypeError(f"documents cannot hold {kind}")


def _tuple_reader(each: Hook) -> Hook:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wants("a list", value)
        return tuple([each(item) for item in value])

    return read


def _mapping_reader(key: Hook, value_of: Hook) -> Hook:
    def read(value: Any) -> FrozenMap[Any, Any]:
        if type(value) is not dict:
            raise wants("an object", value)
        found = FrozenMap({key(name): value_of(item) for name, item in value.items()})
        if len(found) != len(value):
            raise Mismatch("duplicate-key", "a key stands twice in this object")
        return found

    return read


def _class_reader(cls: Any) -> Hook:
    fields, types = shown(cls), typing.get_type_hints(cls, include_extras=True)
    required = {key_of(field) for field in fields if not is_optional(field)}
    plan: dict[str, tuple[str, Hook]] = {}

    def read(value: Any) -> Any:
        _check_keys(value, required, plan.keys())
        given = {}
        for key, item in value.items():
            name, read_part = plan[key]
            given[name] = read_part(item)
        return cls(**given)

    _readers[cls] = read  # before its fields are looked at: classes may be recursive
    plan.update((key_of(field), (field.alias, reader(types[field.name]))) for field in fields)
    return read


def _check_keys(value: Any, required: Set[str], known: Set[str]) -> None:
    if type(value) is not dict:
        raise wants("an object", value)
    if not required <= value.keys() <= known:
        raise Mismatch("wrong-keys", "a key is missing or unknown")


# --- writing ---------------------------------------------------------------------------------------------------------

_writers: dict[Any, Writer] = {}


def writer(kind: Any) -> Writer:
    """Writes values of a type."""
    found = _writers.get(kind)
    if found is None:
        found = _writers[kind] = _class_writer(kind) if attrs.has(kind) else _writer(kind)
    return found


def _as_it_is(value: Any) -> Any:
    return value


def _writer(kind: Any) -> Writer:
    said = hooks.annotation(kind)
    if isinstance(said, Converted):
        return said.write
    if hooks.is_optional(kind):
        return _optional_writer(writer(hooks.inside_optional(kind)))
    if hooks.is_tuple(kind):
        each = writer(typing.get_args(kind)[0])
        return list if each is _as_it_is else lambda values: [each(value) for value in values]
    if hooks.is_mapping(kind):
        each = writer(typing.get_args(kind)[1])
        # Sorted by key: equal mappings are written alike, in whatever order they were made.
        return lambda values: {key: each(value) for key, value in sorted(values.items())}
    return _as_it_is


def _optional_writer(inner: Writer) -> Writer:
    return inner if inner is _as_it_is else lambda value: None if value is None else inner(value)


def _class_writer(cls: Any) -> Writer:
    """In field order; leaves out what has its default, but for fields of ``metadata=ALWAYS``."""
    types = typing.get_type_hints(cls, include_extras=True)
    plan: list[tuple[str, str, Any, bool, Writer]] = []

    def write(value: Any) -> dict[str, Any]:
        out = {}
        for name, key, default, always, inner in plan:
            part = getattr(value, name)
            if always or part != default:
                out[key] = part if inner is _as_it_is else inner(part)
        return out

    _writers[cls] = write
    for field in shown(cls):
        always = bool(field.metadata.get("always"))
        plan.append((field.name, key_of(field), _default(field), always, writer(types[field.name])))
    return write


def _default(field: Any) -> Any:
    """A field's default, or something that equals nothing; where it is made, ``metadata={"unless": ...}`` says what."""
    said: Any = field.metadata.get("unless", attrs.NOTHING)
    return default_of(field) if said is attrs.NOTHING else said
