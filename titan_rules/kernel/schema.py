"""JSON Schemas (2020-12) of documents, made from the classes they are read into."""

import inspect
import re
import typing
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from . import hooks
from .answers import FLAT, REQUIRED, Part
from .documents import Format, Kind
from .fields import Converted, Named, is_optional, key_of
from .jsontext import JSON

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, JSON]
"""A JSON Schema, or a part of one."""

Header: TypeAlias = Mapping[str, JSON]
"""The schemas of the keys that stand before those of a class, all of them required."""

NO_HEADER: Header = {}

_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_PARAM = re.compile(r":param ([\w, ]+): (.*?)(?=\n\s*:|\n\s*\n|\Z)", re.DOTALL)


def schema_of(family: Format, kind: Kind) -> Schema:
    """The schema of one kind of document.

    Names stand in it as they are written canonically; a reader also takes them in any case and abbreviated.
    """
    header: Header = {"format": {"const": family.id}, "kind": {"const": kind.name}}
    about = f"{kind.about[0].upper()}{kind.about[1:]}. Names are given in their canonical spelling."
    id = f"urn:{family.name}:{family.version}:{kind.name}"
    return headed(kind.type, header, id=id, title=f"{family.id} {kind.name}", about=about)


def headed(cls: type[object], header: Header, *, id: str, title: str, about: str) -> Schema:
    """The schema of objects of an attrs class that stand under a header."""
    definitions: dict[str, JSON] = {}
    body = object_schema(cls, definitions, header)
    top = {"$schema": DIALECT, "$id": id, "title": title}
    return {**top, **body, "description": about, "$defs": dict(sorted(definitions.items()))}


def reference_to(cls: type[object], header: Header, definitions: dict[str, JSON]) -> Schema:
    """A reference to the schema of objects of a class that begin with a header, which is added to the definitions."""
    return _reference(cls.__name__, lambda: object_schema(cls, definitions, header), definitions)


def parameters(doc: str | None) -> dict[str, str]:
    """What a docstring's ``:param name: text`` fields say, by name.

    >>> parameters("A pair.\\n\\n:param left, right: its\\n  parts.")
    {'left': 'its parts.', 'right': 'its parts.'}
    """
    found = {}
    for names, text in _PARAM.findall(inspect.cleandoc(doc or "")):
        for name in names.split(","):
            found[name.strip()] = " ".join(text.split())
    return found


def object_schema(cls: type[object], definitions: dict[str, JSON], header: Header = NO_HEADER) -> Schema:
    """The schema of objects of an attrs class, or of a part of an answer.

    :param definitions: what it refers to is added to these.
    """
    properties, required = keys_of(cls, definitions)
    return schema_with(cls, {**header, **properties}, [*header, *required])


def keys_of(cls: type[object], definitions: dict[str, JSON]) -> tuple[dict[str, Schema], list[str]]:
    """The schemas of the keys of such objects, and which of them are required."""
    properties: dict[str, Schema] = {}
    required: list[str] = []
    if issubclass(cls, Part):
        _add_parts(cls, properties, required, definitions)
    else:
        _add_fields(cls, properties, required, definitions)
    return properties, required


def schema_with(cls: type[object], properties: Mapping[str, JSON], required: Sequence[str]) -> Schema:
    """The schema of objects of a class with these keys and no others."""
    summary = inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]
    out: Schema = {"description": summary, "type": "object", "properties": properties}
    if required:
        out["required"] = required
    out["additionalProperties"] = False
    return out


def _add_fields(
    cls: type[Any], properties: dict[str, Schema], required: list[str], definitions: dict[str, JSON]
) -> None:
    """The keys of a document, or of a part of one."""
    types = typing.get_type_hints(cls, include_extras=True)
    said = parameters(cls.__doc__)
    for field in attrs.fields(cls):
        schema = _type(types[field.name], definitions)
        if field.name in said:
            schema = {**schema, "description": said[field.name]}
        if not is_optional(field):
            required.append(key_of(field))
        elif isinstance(field.default, str | int | float):
            schema = {**schema, "default": field.default}
        properties[key_of(field)] = schema


def _add_parts(
    cls: type[Part], properties: dict[str, Schema], required: list[str], definitions: dict[str, JSON]
) -> None:
    """The keys of an answer, or of a part of one; what has its default is left out, not null."""
    types = typing.get_type_hints(cls, include_extras=True)
    said = {name: text for base in reversed(cls.__mro__) for name, text in parameters(base.__doc__).items()}
    for field in cls.FIELDS:
        kind = types[field.name]
        if field.key == FLAT:
            properties.update(kind.SCHEMA["properties"])
            required += kind.SCHEMA["required"]
            continue
        if field.header is not None:
            schema = reference_to(kind, field.header, definitions)
        else:
            absent = field.default is None and not field.always and hooks.is_union(kind)
            schema = _type(hooks.inside_optional(kind) if absent else kind, definitions)
        if field.name in said:
            schema = {**schema, "description": said[field.name]}
        if field.default is REQUIRED or field.always:
            required.append(field.key)
        properties[field.key] = schema


def _type(kind: Any, definitions: dict[str, JSON]) -> Schema:
    if kind is Any:
        return {}
    said = hooks.annotation(kind)
    if isinstance(said, Named):
        return _named(said, hooks.base_of(kind), definitions)
    if isinstance(said, Converted):
        return dict(said.schema)
    if said is not None:
        return {"type": "integer", "minimum": said.low, "maximum": said.high}
    if hooks.is_literal(kind):
        return {"enum": list(typing.get_args(kind))}
    if hooks.is_plain_union(kind):
        return {"type": [_PLAIN[part] for part in typing.get_args(kind)]}
    if hasattr(kind, "SCHEMA"):
        return _reference(kind.__name__, lambda: kind.SCHEMA, definitions)
    if hooks.is_optional(kind):
        return {"anyOf": [_type(hooks.inside_optional(kind), definitions), {"type": "null"}]}
    if hooks.is_union(kind):
        return {"anyOf": [_type(part, definitions) for part in typing.get_args(kind)]}
    if hooks.is_tuple(kind):
        return {"type": "array", "items": _type(typing.get_args(kind)[0], definitions)}
    if hooks.is_mapping(kind):
        key, value = typing.get_args(kind)
        out: Schema = {"type": "object", "additionalProperties": _type(value, definitions)}
        return out if key is str else out | {"propertyNames": _type(key, definitions)}
    if attrs.has(kind) or (isinstance(kind, type) and issubclass(kind, Part)):
        return _reference(kind.__name__, lambda: object_schema(kind, definitions), definitions)
    return {"type": _PLAIN[hooks.made_of(kind)]}


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
