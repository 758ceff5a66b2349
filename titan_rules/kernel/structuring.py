"""JSON values to instances of frozen attrs classes and back: no coercion, every fault at once."""

import typing
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import attrs
import cattrs
from cattrs.errors import IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, override

from . import hooks
from .errors import DocumentError
from .fields import key_of
from .hooks import Hook, Mismatch, wants
from .jsontext import JSON

T = TypeVar("T")

MOST_FAULTS = 100
"""After so many faults in one list or object its reading stops."""


def default_of(field: "attrs.Attribute[Any]") -> Any:
    """A field's default, or something that equals nothing."""
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return field.default.factory()  # type: ignore[union-attr]
    return object() if field.default is attrs.NOTHING else field.default


class _Converters:
    """A pair of cattrs converters: one that is fast, one that finds every fault."""

    def __init__(self) -> None:
        self.fast = self._make(False)
        self.thorough = self._make(True)

    def _make(self, detailed: bool) -> cattrs.Converter:
        c = cattrs.Converter(forbid_extra_keys=True, detailed_validation=detailed, omit_if_default=True)
        for kind in (bool, int, str):
            c.register_structure_hook(kind, hooks.exactly(kind))
        c.register_structure_hook(float, hooks.number)
        c.register_structure_hook_factory(hooks.is_plain_union, hooks.plain_union_hook)
        c.register_structure_hook_factory(hooks.is_optional, lambda kind: self._optional(c, kind))
        c.register_structure_hook_factory(hooks.is_literal, hooks.literal_hook)
        c.register_structure_hook_factory(hooks.is_tuple, lambda kind: self._tuple(c, kind, detailed))
        c.register_structure_hook_factory(hooks.is_mapping, lambda kind: self._mapping(c, kind, detailed))
        c.register_structure_hook_factory(attrs.has, lambda kind: self._class(c, kind, detailed))
        c.register_structure_hook_factory(lambda kind: hooks.annotation(kind) is not None, hooks.annotated_hook)
        c.register_unstructure_hook_factory(attrs.has, lambda kind: self._undo(c, kind))
        c.register_unstructure_hook_factory(hooks.is_tuple, lambda kind: self._undo_tuple(c, kind))
        c.register_unstructure_hook_factory(hooks.is_mapping, lambda kind: self._undo_mapping(c, kind))
        return c

    @staticmethod
    def _undo_tuple(c: cattrs.Converter, kind: Any) -> Callable[[Any], Any]:
        item = typing.get_args(kind)[0]
        if attrs.has(item) or hooks.is_tuple(item):
            each = c.get_unstructure_hook(item)
            return lambda values: [each(v) for v in values]
        return list

    @staticmethod
    def _undo_mapping(c: cattrs.Converter, kind: Any) -> Callable[[Any], Any]:
        """Sorted by key: equal mappings are written alike, in whatever order they were made."""
        each = c.get_unstructure_hook(typing.get_args(kind)[1])
        return lambda values: {key: each(value) for key, value in sorted(values.items())}

    @staticmethod
    def _undo(c: cattrs.Converter, kind: Any) -> Callable[[Any], Any]:
        """In field order; leaves out what has its default, but for fields of ``metadata=ALWAYS``."""
        attrs.resolve_types(kind)
        plan = [
            (a.name, key_of(a), default_of(a), not a.metadata.get("always"), c.get_unstructure_hook(a.type))
            for a in attrs.fields(kind)
        ]

        def undo(value: Any) -> dict[str, Any]:
            out = {}
            for name, key, default, optional, hook in plan:
                inner = getattr(value, name)
                if not optional or inner != default:
                    out[key] = None if inner is None else hook(inner)
            return out

        return undo

    @staticmethod
    def _optional(c: cattrs.Converter, kind: Any) -> Hook:
        inner = next(k for k in typing.get_args(kind) if k is not type(None))
        hook = c.get_structure_hook(inner)
        return lambda value, _: None if value is None else hook(value, inner)

    @staticmethod
    def _class(c: cattrs.Converter, kind: Any, detailed: bool) -> Hook:
        renamed: dict[str, Any] = {
            a.name: override(rename=key_of(a)) for a in attrs.fields(kind) if key_of(a) != a.name
        }
        hook = make_dict_structure_fn(
            kind, c, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=detailed, **renamed
        )

        def structure(value: Any, target: Any) -> Any:
            if type(value) is not dict:
                raise wants("an object", value)
            return hook(value, target)

        return structure

    @staticmethod
    def _tuple(c: cattrs.Converter, kind: Any, detailed: bool) -> Hook:
        item = typing.get_args(kind)[0]
        hook = c.get_structure_hook(item)

        def structure(value: Any, _: Any) -> Any:
            if type(value) is not list:
                raise wants("a list", value)
            if not detailed:
                return tuple([hook(v, item) for v in value])
            return tuple(_each(enumerate(value), hook, item, kind))

        return structure

    @staticmethod
    def _mapping(c: cattrs.Converter, kind: Any, detailed: bool) -> Hook:
        key_kind, item = typing.get_args(kind)
        hook, key_hook = c.get_structure_hook(item), c.get_structure_hook(key_kind)

        def structure(value: Any, _: Any) -> Any:
            if type(value) is not dict:
                raise wants("an object", value)
            if not detailed:
                read = {key_hook(k, key_kind): hook(v, item) for k, v in value.items()}
                if len(read) != len(value):
                    raise Mismatch("duplicate-key", "a key stands twice here")
                return read
            seen: set[Any] = set()

            def pair(entry: tuple[Any, Any], _: Any) -> tuple[Any, Any]:
                key = key_hook(entry[0], key_kind)
                if key in seen:
                    raise Mismatch("duplicate-key", f"{key} stands twice in this object")
                seen.add(key)
                return key, hook(entry[1], item)

            return dict(_each(((k, (k, v)) for k, v in value.items()), pair, item, kind))

        return structure


def _each(pairs: Iterable[tuple[Any, Any]], hook: Hook, item: Any, kind: Any) -> list[Any]:
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


_converters = _Converters()


def structure(data: JSON, kind: type[T], at: str = "") -> T:
    """A JSON value as an instance of ``kind``.

    :param at: JSON Pointer of the value, put before the faults' own.
    :raises DocumentError: with every fault, in the order of the document.
    """
    try:
        return _converters.fast.structure(data, kind)
    except Exception as e:
        first = e
    try:
        _converters.thorough.structure(data, kind)
    except Exception as e:
        from .faultfinding import faults_in

        raise DocumentError(faults_in(e, data, at)) from None
    raise first  # the two converters disagree: a bug, not a fault of the document


def unstructure(value: object) -> JSON:
    """The JSON value of a document or a part of one; what has its default is left out."""
    return _converters.fast.unstructure(value)
