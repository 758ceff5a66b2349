"""JSON Schemas (2020-12) of documents, from their classes."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from . import fields
from .documents import DocumentKind, Format
from .fields import FLAT, JSON, Between, Converted, Key, Named, is_told, shape

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, JSON]
Header: TypeAlias = Mapping[str, JSON]  # the required keys before those of a class
NO_HEADER: Header = {}

_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_PARAM = re.compile(r":param ([\w, ]+): (.*?)(?=\n\s*:|\n\s*\n|\Z)", re.DOTALL)


def schema_of(family: Format, kind: DocumentKind) -> Schema:
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
    """A reference to the schema of a class's objects under a header, and adds that schema to the definitions."""
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
    """The schema of a class's objects; adds what it refers to to the definitions."""
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
        schema = _type(fields.without_none(key.kind) if absent else key.kind, definitions)
    about = _about(cls, key.name)
    if about:
        schema = {**schema, "description": about}
    return {**schema, "default": key.default} if not told and isinstance(key.default, str | int | float) else schema


def _about(cls: type[object], name: str) -> str:
    """The docstring of a field or property, from the class or a base."""
    for base in cls.__mro__:
        member = vars(base).get(name)
        if isinstance(member, property):
            return inspect.cleandoc(member.__doc__ or "").partition("\n")[0]
        said = parameters(base.__doc__).get(name)
        if said:
            return said
    return ""


def _type(kind: Any, definitions: dict[str, JSON]) -> Schema:
    if hasattr(kind, "SCHEMA"):
        return _reference(kind.__name__, lambda: kind.SCHEMA, definitions)
    match shape(kind):
        case "plain", base:
            return {"type": _PLAIN[base]}
        case "marked", Named() as mark, base:
            return _named(mark, base, definitions)
        case "marked", Converted() as mark, _:
            return dict(mark.schema)
        case "marked", Between(low, high), _:
            return {"type": "integer", "minimum": low, "maximum": high}
        case "literal", *values:
            return {"enum": values}
        case "scalar", *parts:
            return {"type": [_PLAIN[part] for part in parts]}
        case "optional", inner:
            return {"anyOf": [_type(inner, definitions), {"type": "null"}]}
        case "union", *parts:
            return {"anyOf": [_type(part, definitions) for part in parts]}
        case (("list" | "tuple"), item, *_):
            return {"type": "array", "items": _type(item, definitions)}
        case "mapping", key, item:
            out: Schema = {"type": "object", "additionalProperties": _type(item, definitions)}
            return out if key is str else out | {"propertyNames": _type(key, definitions)}
        case "object", cls:
            return _reference(cls.__name__, lambda: object_schema(cls, definitions), definitions)
    return {}


def _named(named: Named, base: type, definitions: dict[str, JSON]) -> Schema:
    known = named.known
    if known is None:
        return {"type": _PLAIN[base]}
    if named.others:
        return _reference(named.what, lambda: {"type": _PLAIN[base], "examples": list(known())}, definitions)
    return _reference(named.what, lambda: {"enum": list(known())}, definitions)


def _reference(name: str, make: Callable[[], JSON], definitions: dict[str, JSON]) -> Schema:
    if name not in definitions:
        definitions[name] = {}  # a placeholder while it is made: classes may hold each other
        definitions[name] = make()
    return {"$ref": f"#/$defs/{name}"}
