"""Documents: JSON to frozen attrs classes and back, strictly, with every fault at once.

A game describes its documents as attrs classes whose fields are plain types, other
such classes, tuples, mappings and :class:`Named` strings and numbers. Reading has two
steps, kept apart: *structure* (is it a document of this kind at all?) and *validate*
(does it describe a possible position?).
"""

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeVar

import attrs
import cattrs
from attrs import frozen
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from . import jsontext
from .errors import DocumentError, Fault, UnknownName
from .jsontext import JSON
from .names import nearest

T = TypeVar("T")


@frozen
class Named:
    """Marks an annotated ``str`` or ``int`` field as the name of something the game knows.

    ``Annotated[str, Named("character", names.canonical)]``

    :param what: what it names, also the name of its JSON Schema definition.
    :param canonical: gives the canonical value or raises :class:`UnknownName`.
    :param known: gives every known value (for schemas), or None where there are too many.
    """

    what: str
    canonical: Callable[[Any], Any]
    known: Callable[[], Iterable[Any]] | None = None


class Mismatch(ValueError):
    """A value of the wrong type or range, found by a structure hook."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        self.code, self.message, self.hint = code, message, hint
        super().__init__(message)


_TYPE_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def describe(value: object) -> str:
    """What a JSON value is, for messages: ``the text 'abc'``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {value!r}" if len(value) <= 40 else f"the text {value[:37]!r}..."
    return _TYPE_NAMES.get(type(value), type(value).__name__)


def _wants(expected: str, value: object) -> Mismatch:
    return Mismatch("wrong-type", f"{expected} is wanted here, not {describe(value)}")


def _exactly(kind: type[T]) -> Callable[[Any, Any], T]:
    name = _TYPE_NAMES[kind]

    def structure(value: Any, _: Any) -> T:
        if type(value) is not kind:
            raise _wants(name, value)
        return value

    return structure


def _number(value: Any, _: Any) -> float:
    if type(value) is not float and type(value) is not int:
        raise _wants("a number", value)
    return float(value)


def _metadata(kind: Any) -> Named | None:
    if typing.get_origin(kind) is typing.Annotated:
        for part in typing.get_args(kind)[1:]:
            if isinstance(part, Named):
                return part
    return None


def _named_hook(kind: Any) -> Callable[[Any, Any], Any]:
    named = _metadata(kind)
    base = typing.get_args(kind)[0]
    assert named is not None
    canonical, wanted = named.canonical, _TYPE_NAMES[base]

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not base:
            raise _wants(wanted, value)
        return canonical(value)

    return structure


def _is_literal(kind: Any) -> bool:
    return typing.get_origin(kind) is Literal


def _literal_hook(kind: Any) -> Callable[[Any, Any], Any]:
    choices = typing.get_args(kind)
    known = [c for c in choices if isinstance(c, str)]

    def structure(value: Any, _: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        hint = nearest(value, known) if isinstance(value, str) else None
        listed = ", ".join("null" if c is None else str(c) for c in choices)
        raise Mismatch("bad-value", f"one of {listed} is wanted here, not {describe(value)}", hint)

    return structure


def _is_optional(kind: Any) -> bool:
    args = typing.get_args(kind)
    return len(args) == 2 and type(None) in args and _is_union(kind)


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def _is_plain_union(kind: Any) -> bool:
    return _is_union(kind) and all(part in _TYPE_NAMES for part in typing.get_args(kind))


def _plain_union_hook(kind: Any) -> Callable[[Any, Any], Any]:
    parts = typing.get_args(kind)
    wanted = " or ".join(_TYPE_NAMES[part] for part in parts)

    def structure(value: Any, _: Any) -> Any:
        if type(value) not in parts:
            raise _wants(wanted, value)
        return value

    return structure


def _is_tuple(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple


def _is_mapping(kind: Any) -> bool:
    return typing.get_origin(kind) in (Mapping, dict)


def _is_plain(kind: Any) -> bool:
    """Whether values of this kind are JSON values as they are."""
    return kind in _TYPE_NAMES or _metadata(kind) is not None or _is_literal(kind) or _is_plain_union(kind)


def _default(field: "attrs.Attribute[Any]") -> Any:
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
            c.register_structure_hook(kind, _exactly(kind))
        c.register_structure_hook(float, _number)
        c.register_structure_hook_factory(_is_plain_union, _plain_union_hook)
        c.register_structure_hook_factory(_is_optional, lambda kind: self._optional(c, kind))
        c.register_structure_hook_factory(_is_literal, _literal_hook)
        c.register_structure_hook_factory(_is_tuple, lambda kind: self._tuple(c, kind, detailed))
        c.register_structure_hook_factory(_is_mapping, lambda kind: self._mapping(c, kind, detailed))
        c.register_structure_hook_factory(attrs.has, lambda kind: self._class(c, kind, detailed))
        c.register_structure_hook_factory(lambda kind: _metadata(kind) is not None, _named_hook)
        c.register_unstructure_hook_factory(attrs.has, lambda kind: self._undo(c, kind))
        c.register_unstructure_hook_factory(_is_tuple, lambda kind: self._undo_tuple(c, kind))
        c.register_unstructure_hook_factory(_is_mapping, lambda kind: self._undo_mapping(c, kind))
        return c

    @staticmethod
    def _undo_tuple(c: cattrs.Converter, kind: Any) -> Callable[[Any], Any]:
        item = typing.get_args(kind)[0]
        if attrs.has(item):
            each = c.get_unstructure_hook(item)
            return lambda values: [each(v) for v in values]
        if _is_tuple(item):
            return lambda values: [list(v) for v in values]
        return list

    @staticmethod
    def _undo_mapping(c: cattrs.Converter, kind: Any) -> Callable[[Any], Any]:
        item = typing.get_args(kind)[1]
        if _is_plain(item):
            return dict
        each = c.get_unstructure_hook(item)
        return lambda values: {key: each(value) for key, value in values.items()}

    @staticmethod
    def _undo(c: cattrs.Converter, kind: Any) -> Callable[[Any], Any]:
        """In field order; leaves out what has its default, but for fields of ``metadata={"always": True}``."""
        attrs.resolve_types(kind)
        plan = [
            (a.name, _default(a), not a.metadata.get("always"), c.get_unstructure_hook(a.type))
            for a in attrs.fields(kind)
        ]

        def undo(value: Any) -> dict[str, Any]:
            out = {}
            for name, default, optional, hook in plan:
                inner = getattr(value, name)
                if not optional or inner != default:
                    out[name] = None if inner is None else hook(inner)
            return out

        return undo

    @staticmethod
    def _optional(c: cattrs.Converter, kind: Any) -> Callable[[Any, Any], Any]:
        inner = next(k for k in typing.get_args(kind) if k is not type(None))
        hook = c.get_structure_hook(inner)
        return lambda value, _: None if value is None else hook(value, inner)

    @staticmethod
    def _class(c: cattrs.Converter, kind: Any, detailed: bool) -> Callable[[Any, Any], Any]:
        hook = make_dict_structure_fn(kind, c, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=detailed)

        def structure(value: Any, target: Any) -> Any:
            if type(value) is not dict:
                raise _wants("an object", value)
            return hook(value, target)

        return structure

    @staticmethod
    def _tuple(c: cattrs.Converter, kind: Any, detailed: bool) -> Callable[[Any, Any], Any]:
        item = typing.get_args(kind)[0]
        hook = c.get_structure_hook(item)

        def structure(value: Any, _: Any) -> Any:
            if type(value) is not list:
                raise _wants("a list", value)
            if not detailed:
                return tuple([hook(v, item) for v in value])
            return tuple(_each(((i, v) for i, v in enumerate(value)), hook, item, kind))

        return structure

    @staticmethod
    def _mapping(c: cattrs.Converter, kind: Any, detailed: bool) -> Callable[[Any, Any], Any]:
        key_kind, item = typing.get_args(kind)
        hook, key_hook = c.get_structure_hook(item), c.get_structure_hook(key_kind)

        def structure(value: Any, _: Any) -> Any:
            if type(value) is not dict:
                raise _wants("an object", value)
            if not detailed:
                return {key_hook(k, key_kind): hook(v, item) for k, v in value.items()}

            def pair(entry: tuple[Any, Any], _: Any) -> tuple[Any, Any]:
                return key_hook(entry[0], key_kind), hook(entry[1], item)

            return dict(_each(((k, (k, v)) for k, v in value.items()), pair, item, kind))

        return structure


def _each(pairs: Iterable[tuple[Any, Any]], hook: Callable[[Any, Any], Any], item: Any, kind: Any) -> list[Any]:
    out, errors = [], []
    for where, value in pairs:
        try:
            out.append(hook(value, item))
        except Exception as e:
            e.__notes__ = [*getattr(e, "__notes__", []), IterableValidationNote("", where, item)]
            errors.append(e)
    if errors:
        raise IterableValidationError("", errors, kind)
    return out


_converters = _Converters()


def structure(data: JSON, kind: type[T], at: str = "") -> T:
    """A JSON value as an instance of ``kind``.

    :param at: JSON Pointer of the value, put before the faults' own.
    :raises DocumentError: with every fault.
    """
    try:
        return _converters.fast.structure(data, kind)
    except Exception:
        pass
    try:
        return _converters.thorough.structure(data, kind)
    except Exception as e:
        raise DocumentError(sorted(_faults(e, at), key=lambda f: _order(data, f.pointer[len(at) :]))) from None


def _order(data: JSON, where: str) -> list[int]:
    """The place of a pointer in the document, so that faults come in reading order."""
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


def unstructure(value: object) -> JSON:
    """The JSON value of a document or a part of one; what has its default is left out."""
    return _converters.fast.unstructure(value)


def _faults(error: BaseException, at: str) -> Iterable[Fault]:
    if isinstance(error, ClassValidationError | IterableValidationError):
        with_notes, others = _split(error)
        for inner, part in with_notes:
            if isinstance(inner, KeyError) and isinstance(part, str) and inner.args == (part,):
                yield Fault("missing-key", f"the key {part!r} is missing", at)
            else:
                yield from _faults(inner, at + jsontext.pointer(part))
        for inner in others:
            yield from _faults(inner, at)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [a.name for a in attrs.fields(error.cl)]
        for key in sorted(error.extra_fields, key=str):
            shown = key if len(key) <= 60 else key[:57] + "..."
            yield Fault("unknown-key", f"unknown key {shown!r}", at + jsontext.pointer(key), hint=nearest(key, known))
    elif isinstance(error, Mismatch):
        yield Fault(error.code, error.message, at, hint=error.hint)
    elif isinstance(error, UnknownName):
        yield attrs.evolve(error.fault, pointer=at + error.fault.pointer)
    elif isinstance(error, DocumentError):
        for fault in error.faults:
            yield attrs.evolve(fault, pointer=at + fault.pointer)
    else:
        raise error


def _split(
    error: ClassValidationError | IterableValidationError,
) -> tuple[list[tuple[BaseException, str | int]], list[BaseException]]:
    noted: list[tuple[BaseException, str | int]] = []
    others: list[BaseException] = []
    for inner in error.exceptions:
        note = next(
            (
                n
                for n in reversed(getattr(inner, "__notes__", []))
                if isinstance(n, AttributeValidationNote | IterableValidationNote)
            ),
            None,
        )
        if isinstance(note, AttributeValidationNote):
            noted.append((inner, note.name))
        elif isinstance(note, IterableValidationNote):
            noted.append((inner, note.index))
        else:
            others.append(inner)
    return noted, others


@frozen
class Kind:
    """A kind of document.

    :param name: as in the document's ``kind``.
    :param type: the attrs class it is read into.
    :param faults: what makes the position impossible, each fault with its pointer.
    :param about: one line for a person.
    """

    name: str
    type: type[Any]
    faults: Callable[[Any], list[Fault]]
    about: str


class Format:
    """A versioned family of kinds.

    :param name: the format's name without its version (``titan-rules``).
    :param version: the version read and written.
    :param kinds: the kinds of documents it has.
    """

    def __init__(self, name: str, version: int, kinds: Iterable[Kind]) -> None:
        self.name, self.version = name, version
        self.id = f"{name}/{version}"
        self.kinds = {kind.name: kind for kind in kinds}
        self._by_type = {kind.type: kind for kind in self.kinds.values()}

    def header_faults(self, data: JSON) -> list[Fault]:
        """What is wrong with a document's ``format`` and ``kind``."""
        if type(data) is not dict:
            return [Fault("not-a-document", f"a document is a JSON object, not {describe(data)}")]
        found: list[Fault] = []
        given = data.get("format")
        if given is None:
            hint = f'"format": "{self.id}"'
            found.append(Fault("missing-key", "the key 'format' is missing", hint=hint))
        elif given != self.id:
            code = "wrong-version" if str(given).startswith(self.name + "/") else "wrong-format"
            found.append(Fault(code, f"this reads the format {self.id}, not {describe(given)}", "/format"))
        kind = data.get("kind")
        if kind is None:
            hint = "one of: " + ", ".join(self.kinds)
            found.append(Fault("missing-key", "the key 'kind' is missing", hint=hint))
        elif type(kind) is not str or kind not in self.kinds:
            near = nearest(kind, self.kinds) if isinstance(kind, str) else None
            hint = near or "one of: " + ", ".join(self.kinds)
            found.append(Fault("unknown-kind", f"unknown kind of document: {describe(kind)}", "/kind", hint=hint))
        return found

    def parse(self, data: JSON, wanted: Iterable[str] | None = None) -> Any:
        """A JSON value as a document, structure only: it may still be impossible.

        :param wanted: the kinds that will do here; any by default.
        :raises DocumentError: with every fault.
        """
        found = self.header_faults(data)
        if found:
            raise DocumentError(found)
        kind = self.kinds[data["kind"]]
        if wanted is not None and kind.name not in wanted:
            listed = " or ".join(f"{w!r}" for w in wanted)
            raise DocumentError(
                [Fault("wrong-kind", f"a document of kind {listed} is wanted here, not {kind.name!r}", "/kind")]
            )
        body = {key: value for key, value in data.items() if key != "format" and key != "kind"}
        return structure(body, kind.type)

    def validate(self, document: Any) -> list[Fault]:
        """Everything that makes a document's position impossible."""
        return self._by_type[type(document)].faults(document)

    def read(self, data: JSON, wanted: Iterable[str] | None = None) -> Any:
        """A JSON value as a document that describes a possible position.

        :raises DocumentError: with every fault of structure, or else every fault of the position.
        """
        document = self.parse(data, wanted)
        faults = self.validate(document)
        if faults:
            raise DocumentError(faults)
        return document

    def loads(self, text: str, wanted: Iterable[str] | None = None, line: int | None = None) -> Any:
        """JSON text as a document; see :meth:`read`."""
        return self.read(jsontext.loads(text, line), wanted)

    def to_json(self, document: object) -> dict[str, JSON]:
        """A document as a JSON object with its header."""
        kind = self._by_type[type(document)]
        return {"format": self.id, "kind": kind.name, **unstructure(document)}

    def dumps(self, document: object) -> str:
        """A document as canonical text, byte for byte the same for equal documents."""
        return jsontext.pretty(self.to_json(document))
