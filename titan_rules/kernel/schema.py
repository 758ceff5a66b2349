"""JSON Schemas (2020-12) of documents, from their classes."""

import inspect
import re
import typing
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from . import fields
from .documents import Format, Kind
from .fields import FLAT, JSON, Converted, Key, Named, is_told

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, JSON]
Header: TypeAlias = Mapping[str, JSON]  # the required keys before those of a class
NO_HEADER: Header = {}

_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_PARAM = re.compile(r":param ([\w, ]+): (.*?)(?=\n\s*:|\n\s*\n|\Z)", re.DOTALL)


def schema_of(family: Format, kind: Kind) -> Schema:
    """The schema of a kind of document, with names in canonical spelling."""
    header: Header = {"format": {"const": family.id}, "kind": {"const": kind.name}}
    about = f"{kind.about[0].upper()}{kind.about[1:]}. Names are given in their canonical spelling."
    id = f"urn:{family.name}:{family.version}:{kind.name}"
    return headed(kind.type, header, id=id, title=f"{family.id} {kind.name}", about=about)


def headed(cls: type[object], header: Header, *, id: str, title: str, about: str) -> Schema:
    """The schema of a class's objects under a header."""
    definitions: dict[str, JSON] = {}
    body = object_schema(cls, definitions, header)
    top = {"$schema": DIALECT, "$id": id, "title": title}
    return {**top, **body, "description": about, "$defs": dict(sorted(definitions.items()))}


def reference_to(cls: type[object], header: Header, definitions: dict[str, JSON]) -> Schema:
    """A reference to the schema of a class's objects under a header, which is added to the definitions."""
    return _reference(cls.__name__, lambda: object_schema(cls, definitions, header), definitions)


def parameters(doc: str | None) -> dict[str, str]:
    """The ``:param name: text`` fields of a docstring, by name.

    >>> parameters("A pair.\\n\\n:param left, right: its\\n  parts.")
    {'left': 'its parts.', 'right': 'its parts.'}
    """
    texts = {}
    for names, text in _PARAM.findall(inspect.cleandoc(doc or "")):
        for name in names.split(","):
            texts[name.strip()] = " ".join(text.split())
    return texts


def object_schema(cls: type[object], definitions: dict[str, JSON], header: Header = NO_HEADER) -> Schema:
    """The schema of a class's objects; what it refers to is added to the definitions."""
    properties, required = keys_of(cls, definitions)
    return schema_with(cls, {**header, **properties}, [*header, *required])


def keys_of(cls: Any, definitions: dict[str, JSON]) -> tuple[dict[str, Schema], list[str]]:
    """The schemas of a class's keys, and which of them are required."""
    properties: dict[str, Schema] = {}
    required: list[str] = []
    for key in fields.keys_of(cls):
        if key.key == FLAT:
            inner, needed = keys_of(key.kind, definitions)
            properties.update(inner)
            required += needed
            continue
        properties[key.key] = _key_schema(cls, key, definitions)
        if key.required:
            required.append(key.key)
    return properties, required


def schema_with(cls: type[object], properties: Mapping[str, JSON], required: Sequence[str]) -> Schema:
    """The schema of a class with exactly these keys."""
    summary = inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]
    out: Schema = {"description": summary, "type": "object", "properties": properties}
    if required:
        out["required"] = required
    out["additionalProperties"] = False
    return out


def _key_schema(cls: type[object], key: Key, definitions: dict[str, JSON]) -> Schema:
    """An answer omits a missing value instead of writing null."""
    told = is_told(cls)
    if key.header is not None:
        schema = reference_to(key.kind, key.header, definitions)
    else:
        absent = told and key.default is None and not key.always and fields.is_union(key.kind)
        schema = _type(fields.inside_optional(key.kind) if absent else key.kind, definitions)
    about = _about(cls, key.name)
    if about:
        schema = {**schema, "description": about}
    return {**schema, "default": key.default} if not told and isinstance(key.default, str | int | float) else schema


def _about(cls: type[object], name: str) -> str:
    """The docstring's text on a field or property, its own or a base's."""
    for base in cls.__mro__:
        member = vars(base).get(name)
        if isinstance(member, property):
            return inspect.cleandoc(member.__doc__ or "").partition("\n")[0]
        said = parameters(base.__doc__).get(name)
        if said:
            return said
    return ""


def _type(kind: Any, definitions: dict[str, JSON]) -> Schema:
    if kind is Any:
        return {}
    said = fields.annotation(kind)
    if isinstance(said, Named):
        return _named(said, fields.base_of(kind), definitions)
    if isinstance(said, Converted):
        return dict(said.schema)
    if said is not None:
        return {"type": "integer", "minimum": said.low, "maximum": said.high}
    if fields.is_literal(kind):
        return {"enum": list(typing.get_args(kind))}
    if fields.is_plain_union(kind):
        return {"type": [_PLAIN[part] for part in typing.get_args(kind)]}
    if hasattr(kind, "SCHEMA"):
        return _reference(kind.__name__, lambda: kind.SCHEMA, definitions)
    if fields.is_optional(kind):
        return {"anyOf": [_type(fields.inside_optional(kind), definitions), {"type": "null"}]}
    if fields.is_union(kind):
        return {"anyOf": [_type(part, definitions) for part in typing.get_args(kind)]}
    if fields.is_tuple(kind):
        return {"type": "array", "items": _type(typing.get_args(kind)[0], definitions)}
    if fields.is_mapping(kind):
        key, value = typing.get_args(kind)
        out: Schema = {"type": "object", "additionalProperties": _type(value, definitions)}
        return out if key is str else out | {"propertyNames": _type(key, definitions)}
    if attrs.has(kind):
        return _reference(kind.__name__, lambda: object_schema(kind, definitions), definitions)
    return {"type": _PLAIN[fields.made_of(kind)]}


def _named(named: Named, base: type, definitions: dict[str, JSON]) -> Schema:
    known = named.known
    if known is None:
        return {"type": _PLAIN[base]}
    if named.others:
        return _reference(named.what, lambda: {"type": _PLAIN[base], "examples": list(known())}, definitions)
    return _reference(named.what, lambda: {"enum": list(known())}, definitions)


def _reference(name: str, make: typing.Callable[[], JSON], definitions: dict[str, JSON]) -> Schema:
    if name not in definitions:
        definitions[name] = {}  # stands for itself while it is made: classes may hold each other
        definitions[name] = make()
    return {"$ref": f"#/$defs/{name}"}
