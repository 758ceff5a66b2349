"""Writes app/protocol.d.ts: the shapes of the page's questions and answers, from the library's JSON Schemas.

Run it as ``python site/protocol.py``; a test says when it is to be run again.
"""

import re
import sys
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from titan_cli.web.ask import QUESTIONS, NoAnswer, shapes
from titan_rules.actions.intents import ACTIONS
from titan_rules.kernel.answers import Answer
from titan_rules.kernel.schema import keys_of, object_schema, schema_with
from titan_rules.schemas import schema_of

TARGET = Path(__file__).with_name("app") / "protocol.d.ts"
DOCUMENTS = ("battle", "game")
"""The documents that the page takes apart."""

BY_HAND = {
    "Ruling.facts": "RulingFacts",
    "BoxLoaded.box": "BoxDocument",
    "action": "Action | string",
    "box": "BoxName",
    "d": "Changes",
    "drawings": "Drawing",
    "e": "ShortRuling[]",
    "f": "ShortRuling[]",
    "facts": "Facts",
    "geometry": "Geometry",
    "known": "Changes",
    "played": "Played[]",
    "position": "Position",
    "start": "Facts",
    "templates": "{ [id: string]: Drawing; }",
    "y": "ShortRuling[]",
}
"""What no schema says: the types of keys that hold any JSON, by key, or by object and key. ``types.d.ts`` has them."""

_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def text() -> str:
    """The declarations."""
    definitions: dict[str, Any] = {"NoAnswer": {}}
    definitions["NoAnswer"] = object_schema(NoAnswer, definitions)
    asked, answered = [], []
    for name in sorted(QUESTIONS):
        question, answer = shapes(name)
        asked.append(f"  {name}: {{ ask: '{name}' }} & {_type(object_schema(question, definitions), name)};")
        kinds = [_added(kind, definitions) for kind in typing.get_args(answer) or (answer,)]
        answered.append(f"  {name}: {' | '.join(kinds)};")
    documents: dict[str, Any] = {}
    for kind in DOCUMENTS:
        whole: Any = schema_of(kind)
        definitions.update(whole.get("$defs", {}))
        documents[f"{kind.capitalize()}Document"] = whole
    position = {"anyOf": [{"$ref": name} for name in documents]}
    definitions |= {**documents, "Action": _action(definitions), "Position": position}
    by_hand = sorted({name for kind in BY_HAND.values() for name in re.findall(r"[A-Z]\w+", kind)} - set(definitions))
    made = [
        "// Made by site/protocol.py from the library's JSON Schemas.",
        f"import type {{ {', '.join(by_hand)} }} from './types';",
        *(f"export type {name} = {_type(one, name)};" for name, one in sorted(definitions.items())),
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


def _action(definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of every action."""
    keys = {kind: keys_of(kind, definitions) for kind in ACTIONS.values()}
    schemas = [
        schema_with(kind, {"do": {"const": kind.do}, **more}, ["do", *required])
        for kind, (more, required) in keys.items()
    ]
    return {"anyOf": schemas}


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


def _type(one: Any, owner: str = "") -> str:
    """A schema as a type.

    :param owner: the object that it is the schema of.
    """
    if not isinstance(one, Mapping):
        return "unknown"
    if "$ref" in one:
        return str(one["$ref"]).rpartition("/")[2]
    if "const" in one or "enum" in one:
        return " | ".join(_literal(value) for value in one.get("enum", [one.get("const")]))
    for among in ("anyOf", "oneOf"):
        if among in one:
            return " | ".join(dict.fromkeys(_type(part) for part in one[among]))
    kinds = one.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " | ".join(_of_kind(kind, one, owner) for kind in kinds) or "unknown"


def _of_kind(kind: str, one: Mapping[str, Any], owner: str) -> str:
    if kind == "array":
        items = _type(one.get("items"))
        return f"({items})[]" if " " in items else f"{items}[]"
    if kind == "object":
        return f"{{ {' '.join(_keys(one, owner))} }}"
    return _PLAIN[kind]


def _keys(one: Mapping[str, Any], owner: str) -> Iterator[str]:
    required = set(one.get("required", ()))
    for key, value in one.get("properties", {}).items():
        kind = _type(value)
        if "unknown" in kind:
            kind = BY_HAND.get(f"{owner}.{key}", BY_HAND.get(key, kind))
        yield f"'{key}'{'' if key in required else '?'}: {kind};"
    more = one.get("additionalProperties", one.get("patternProperties"))
    if more is not False:
        yield f"[key: string]: {_type(more) if not one.get('properties') else 'unknown'};"


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower() if value is not None else "null"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    sys.exit()
