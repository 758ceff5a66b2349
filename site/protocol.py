"""Writes app/protocol.d.ts: the shapes of the page's questions and answers, from the library's JSON Schemas.

Run it as ``python site/protocol.py``; a test says when it is to be run again.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from titan_cli.web.ask import QUESTIONS
from titan_rules.kernel.jsontext import loads
from titan_rules.kernel.schema import object_schema
from titan_rules.schemas import schema_text

TARGET = Path(__file__).with_name("app") / "protocol.d.ts"
KINDS = ("battle", "game", "strike-odds", "battle-odds", "outlook")
"""The documents and answers that the page takes apart."""

_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def text() -> str:
    """The declarations."""
    definitions: dict[str, Any] = {}
    questions = {name: object_schema(kind, definitions) for name, (kind, _) in QUESTIONS.items()}
    named = {}
    for kind in KINDS:
        whole: Any = loads(schema_text(kind))
        definitions |= whole.get("$defs", {})
        name = "".join(map(str.capitalize, kind.split("-")))
        if name not in definitions:
            named[name] = whole
    asked = [f"  {name}: {{ ask: '{name}' }} & {_type(one)};" for name, one in sorted(questions.items())]
    made = [
        "// Made by site/protocol.py from the library's JSON Schemas.",
        *(f"export type {name} = {_type(one)};" for name, one in sorted({**definitions, **named}.items())),
        "export interface Questions {",
        *asked,
        "}",
        "export type Question = Questions[keyof Questions];",
    ]
    return "\n".join(made) + "\n"


def _type(one: Any) -> str:
    """A schema as a type."""
    if not isinstance(one, Mapping):
        return "any"
    if "$ref" in one:
        return str(one["$ref"]).rpartition("/")[2]
    if "const" in one or "enum" in one:
        return " | ".join(_literal(value) for value in one.get("enum", [one.get("const")]))
    for among in ("anyOf", "oneOf"):
        if among in one:
            return " | ".join(dict.fromkeys(_type(part) for part in one[among]))
    kinds = one.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " | ".join(_of_kind(kind, one) for kind in kinds) or "any"


def _of_kind(kind: str, one: Mapping[str, Any]) -> str:
    if kind == "array":
        items = _type(one.get("items"))
        return f"({items})[]" if " " in items else f"{items}[]"
    if kind == "object":
        return f"{{ {' '.join(_keys(one))} }}"
    return _PLAIN[kind]


def _keys(one: Mapping[str, Any]) -> Iterator[str]:
    required = set(one.get("required", ()))
    for key, value in one.get("properties", {}).items():
        yield f"'{key}'{'' if key in required else '?'}: {_type(value)};"
    if not one.get("properties"):
        more = one.get("additionalProperties", one.get("patternProperties"))
        yield f"[key: string]: {_type(more) if isinstance(more, Mapping) and 'type' in more else 'any'};"


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower() if value is not None else "null"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    sys.exit()
