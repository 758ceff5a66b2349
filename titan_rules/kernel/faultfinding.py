"""Finding every fault of a JSON value that could not be read, each with its pointer.

This reads a value a second time, with cattrs and its detailed validation.
"""

import typing
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import cattrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from . import hooks
from .errors import DocumentError, Fault, UnknownName
from .evolving import evolve
from .fields import key_of, shown
from .hooks import Hook, Mismatch, wants
from .jsontext import JSON, pointer
from .names import nearest, shortened

MOST_FAULTS = 100
"""After this many faults in one list or object its reading stops."""

Structure = Callable[[Any, Any], Any]
"""A hook of cattrs."""


def faults_of(data: JSON, kind: Any, at: str = "") -> list[Fault]:
    """Every fault of a value that is no ``kind``, in reading order; none if it is one.

    :param at: the value's JSON Pointer.
    """
    try:
        _converter.structure(data, kind)
    except Exception as e:
        return sorted(_faults(e, at), key=lambda fault: _order(data, fault.pointer[len(at) :]))
    return []


# --- reading ---------------------------------------------------------------------------------------------------------


def _make() -> cattrs.Converter:
    c = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (bool, int, float, str):
        c.register_structure_hook(kind, _two(hooks.plain_hook(kind)))
    c.register_structure_hook_factory(hooks.is_optional, lambda kind: _optional(c, kind))
    c.register_structure_hook_factory(hooks.is_tuple, lambda kind: _tuple(c, kind))
    c.register_structure_hook_factory(hooks.is_mapping, lambda kind: _mapping(c, kind))
    c.register_structure_hook_factory(attrs.has, lambda kind: _class(c, kind))
    c.register_structure_hook_factory(_is_special, lambda kind: _two(hooks.plain_hook(kind)))
    return c


def _is_special(kind: Any) -> bool:
    return hooks.annotation(kind) is not None or hooks.is_literal(kind) or hooks.is_plain_union(kind)


def _two(hook: Hook | None) -> Structure:
    assert hook is not None
    return lambda value, _: hook(value)


def _optional(c: cattrs.Converter, kind: Any) -> Structure:
    inner = hooks.inside_optional(kind)
    hook = c.get_structure_hook(inner)
    return lambda value, _: None if value is None else hook(value, inner)


def _class(c: cattrs.Converter, kind: Any) -> Structure:
    renamed: dict[str, Any] = {a.name: override(rename=key_of(a)) for a in shown(kind) if key_of(a) != a.name}
    renamed |= {a.name: override(omit=True) for a in attrs.fields(kind) if a not in shown(kind)}
    hook = make_dict_structure_fn(kind, c, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **renamed)

    def structure(value: Any, target: Any) -> Any:
        if type(value) is not dict:
            raise wants("an object", value)
        return hook(value, target)

    return structure


def _tuple(c: cattrs.Converter, kind: Any) -> Structure:
    item = typing.get_args(kind)[0]
    hook = c.get_structure_hook(item)

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not list:
            raise wants("a list", value)
        return tuple(_each(enumerate(value), hook, item, kind))

    return structure


def _mapping(c: cattrs.Converter, kind: Any) -> Structure:
    key_kind, item = typing.get_args(kind)
    hook, key_hook = c.get_structure_hook(item), c.get_structure_hook(key_kind)

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise wants("an object", value)
        seen: set[Any] = set()

        def pair(entry: tuple[Any, Any], _: Any) -> tuple[Any, Any]:
            key = key_hook(entry[0], key_kind)
            if key in seen:
                raise Mismatch("duplicate-key", f"{key} stands twice in this object")
            seen.add(key)
            return key, hook(entry[1], item)

        return dict(_each(((k, (k, v)) for k, v in value.items()), pair, item, kind))

    return structure


def _each(pairs: Iterable[tuple[Any, Any]], hook: Structure, item: Any, kind: Any) -> list[Any]:
    out: list[Any] = []
    errors: list[Exception] = []
    for where, value in pairs:
        try:
            out.append(hook(value, item))
        except Exception as e:
            e.__notes__ = [*getattr(e, "__notes__", []), IterableValidationNote("", where, item)]
            errors.append(e)
            if len(errors) == MOST_FAULTS:
                break
    if errors:
        raise IterableValidationError("", errors, kind)
    return out


_converter = _make()


# --- from errors to faults -------------------------------------------------------------------------------------------


def _order(data: JSON, where: str) -> list[int]:
    """The place of a pointer in the document."""
    order: list[int] = []
    for part in where.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict):
            order.append(list(data).index(key) if key in data else len(data))
            data = data.get(key)
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            order.append(int(key))
            data = data[int(key)]
    return order


def _faults(error: BaseException, at: str) -> Iterator[Fault]:
    if isinstance(error, ClassValidationError | IterableValidationError):
        keys = {a.name: key_of(a) for a in attrs.fields(error.cl)} if isinstance(error, ClassValidationError) else {}
        for inner, place in _parts(error):
            part = keys.get(place, place) if isinstance(place, str) else place
            if part is None:
                yield from _faults(inner, at)
            elif isinstance(inner, KeyError) and isinstance(part, str) and inner.args == (part,):
                yield Fault("missing-key", f"the key {part!r} is missing", at)
            else:
                yield from _faults(inner, at + pointer(part))
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [key_of(a) for a in shown(error.cl)]
        for key in sorted(error.extra_fields)[:MOST_FAULTS]:
            message = f"unknown key {shortened(key)!r}"
            yield Fault("unknown-key", message, at + pointer(key), hint=nearest(key, known))
    elif isinstance(error, Mismatch):
        yield Fault(error.code, error.message, at, hint=error.hint)
    elif isinstance(error, DocumentError):
        yield from (evolve(fault, pointer=at + fault.pointer) for fault in error.faults)
    elif isinstance(error, UnknownName):
        yield evolve(error.fault, pointer=at + error.fault.pointer)
    else:
        raise error


def _parts(
    error: ClassValidationError | IterableValidationError,
) -> Iterator[tuple[BaseException, str | int | None]]:
    """The errors inside one, each with the key or index where it happened, None for the whole."""
    for inner in error.exceptions:
        for note in reversed(getattr(inner, "__notes__", [])):
            if isinstance(note, AttributeValidationNote):
                yield inner, note.name
                break
            if isinstance(note, IterableValidationNote):
                yield inner, note.index
                break
        else:
            yield inner, None
