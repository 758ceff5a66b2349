"""JSON values to instances of frozen attrs classes and back: no coercion.

What is read without a fault, nearly everything, is read here, fast. A value with a fault is read again, thoroughly,
by :mod:`titan_rules.kernel.faultfinding`, which finds every one.
"""

import typing
from collections.abc import Callable, Mapping, Set
from typing import Any, TypeVar

from . import hooks
from .errors import DocumentError, UnknownName
from .evolving import only_sets_slots
from .fields import Converted, key_of, shown
from .frozen import MISSING, Spec, has_fields, specs
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
        found = _readers[kind] = _class_reader(kind) if has_fields(kind) else _reader(kind)
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
    required = {key_of(field) for field in fields if not field.optional}
    plan: dict[str, tuple[str, Hook]] = {}
    times = 0

    def read(value: Any) -> Any:
        nonlocal times
        times += 1
        if times == OFTEN and only_sets_slots(cls):
            _forget_plain()
            _readers[cls] = _written_reader(cls, required, plan.keys(), types)
        _check_keys(value, required, plan.keys())
        given = {}
        for key, item in value.items():
            name, read_part = plan[key]
            given[name] = read_part(item)
        return cls(**given)

    _readers[cls] = read  # before its fields are looked at: classes may be recursive
    plan.update((key_of(field), (field.alias, reader(types[field.name]))) for field in fields)
    return read


OFTEN = 30
"""After so many objects of a class it pays to write code that reads it; one document has not as many."""

_written: set[Hook] = set()


def _forget_plain() -> None:
    """Forget how everything is read for which no code is written, so that whoever asks next gets what is."""
    for kind in [kind for kind, hook in _readers.items() if hook not in _written]:
        del _readers[kind]


def _check_keys(value: Any, required: Set[str], known: Set[str]) -> None:
    if type(value) is not dict:
        raise wants("an object", value)
    if not required <= value.keys() <= known:
        raise Mismatch("wrong-keys", "a key is missing or unknown")


def _written_reader(cls: Any, required: Set[str], known: Set[str], types: Mapping[str, Any]) -> Hook:
    """Code that reads a class by setting its slots, in half the time."""
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls, "check": _check_keys}
    scope |= {"required": required, "known": frozenset(known)}
    body = ["check(value, required, known)", "thing = new(cls)"]
    for i, field in enumerate(specs(cls)):
        scope[f"set_{i}"] = getattr(cls, field.name).__set__
        key, convert = key_of(field), field.converter or _as_it_is
        default = f"default_{i}()" if field.factory is not None else f"default_{i}"
        scope[f"default_{i}"] = field.factory or (convert(field.default) if field.optional else MISSING)
        if field.metadata.get("hidden"):
            body.append(f"set_{i}(thing, {default})")
            continue
        hook = reader(types[field.name])
        scope[f"read_{i}"] = hook if field.converter is None else _after(hook, field.converter)
        one = f"read_{i}(value[{key!r}])"
        body.append(f"set_{i}(thing, {one if key in required else f'{one} if {key!r} in value else {default}'})")
    exec("\n    ".join(["def read(value):", *body, "return thing"]), scope)
    made: Hook = scope["read"]
    _written.add(made)
    return made


def _after(first: Hook, then: Callable[[Any], Any]) -> Hook:
    return lambda value: then(first(value))


# --- writing ---------------------------------------------------------------------------------------------------------

_writers: dict[Any, Writer] = {}


def writer(kind: Any) -> Writer:
    """Writes values of a type."""
    found = _writers.get(kind)
    if found is None:
        found = _writers[kind] = _class_writer(kind) if has_fields(kind) else _writer(kind)
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


def _default(field: Spec) -> Any:
    """A field's default, or something that equals nothing; where it is made, ``metadata={"unless": ...}`` says what."""
    said: Any = field.metadata.get("unless", MISSING)
    return field.made if said is MISSING else said
