"""Writes app/protocol.d.ts: the shapes of the page's questions and answers, from the library's JSON Schemas.

Run it as ``python site/protocol.py``; a test says when it is to be run again.
"""

import sys
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from titan_cli.web.ask import QUESTIONS, NoAnswer, shapes
from titan_rules.kernel.answers import Answer
from titan_rules.kernel.schema import object_schema
from titan_rules.schemas import schema_of

TARGET = Path(__file__).with_name("app") / "protocol.d.ts"
DOCUMENTS = ("battle", "game")
"""The documents that the page takes apart."""

_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def text() -> str:
    """The declarations."""
    definitions: dict[str, Any] = {"NoAnswer": {}}
    definitions["NoAnswer"] = object_schema(NoAnswer, definitions)
    asked, answered = [], []
    for name in sorted(QUESTIONS):
        question, answer = shapes(name)
        asked.append(f"  {name}: {{ ask: '{name}' }} & {_type(object_schema(question, definitions))};")
        kinds = [_added(kind, definitions) for kind in typing.get_args(answer) or (answer,)]
        answered.append(f"  {name}: {' | '.join(kinds)};")
    for kind in DOCUMENTS:
        _add_schema(kind, definitions)
    made = [
        "// Made by site/protocol.py from the library's JSON Schemas.",
        *(f"export type {name} = {_type(one)};" for name, one in sorted(definitions.items())),
        "export interface Questions {",
        *asked,
        "}",
        "export interface Answers {",
        *answered,
        "}",
        "export type Question = Questions[keyof Questions];",
        "/** What a question comes to: its answer, or why there is none. */",
        "export type Answer<Q extends Question> = Answers[Q['ask']] & Partial<NoAnswer>;",
    ]
    return "\n".join(made) + "\n"


def _added(kind: Any, definitions: dict[str, Any]) -> str:
    """The name of an answer's type, which is added to the definitions."""
    name: str = kind.__name__
    if issubclass(kind, Answer):
        _add_schema(kind.kind, definitions)
    else:
        definitions[name] = object_schema(kind, definitions)
    return name


def _add_schema(kind: str, definitions: dict[str, Any]) -> None:
    """The types of a kind's schema."""
    whole: Any = schema_of(kind)
    definitions.update(whole.get("$defs", {}))
    definitions.setdefault("".join(map(str.capitalize, kind.split("-"))), whole)


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
    more = one.get("additionalProperties", one.get("patternProperties"))
    if more is not False:
        yield f"[key: string]: {_type(more) if not one.get('properties') else 'any'};"


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower() if value is not None else "null"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    sys.exit()
