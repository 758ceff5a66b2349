"""The schemas of recorded actions: replays, a line each, and battles with their orders."""

from collections.abc import Mapping

from ..actions.intents import ACTIONS, Accept, Action, Propose, Split
from ..kernel.jsontext import JSON
from ..kernel.schema import DIALECT, Schema, keys_of, object_schema, schema_with
from ..position.battle import Battle
from ..position.documents import FORMAT
from ..position.game import Game
from ..replays.documents import ORDERS, REPLAY, Header, Orders
from ..replays.expectations import FACTS

REMARKS: dict[str, JSON] = {
    "comment": {"type": "string"},
    "expect": {"$ref": "#/$defs/expect"},
    "state": {"type": "string", "description": "the seal: a hash of the state after this action"},
}
"""Keys that any action of a record may carry."""

_FACTS: dict[str, JSON] = {
    "score": {"type": "object", "additionalProperties": {"type": "integer"}},
    "legion": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
    "land": {"type": "object", "additionalProperties": {"type": "integer"}},
    "hits": {"type": "integer"},
    "hex": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
    "slain": {"type": "array", "items": {"type": "string"}},
    "caretaker": {"type": "object", "additionalProperties": {"type": "integer"}},
    "over": {"type": "boolean"},
    "winner": {"type": ["string", "null"]},
    "turn": {"type": "string", "description": "the turn and whose it is, as in 5 Black"},
}


def replay_schema() -> dict[str, JSON]:
    """The schema of one line of a replay: its header, or an action."""
    definitions = _actions()
    definitions["header"] = object_schema(Header, definitions, _of_kind(REPLAY))
    definitions["game"] = object_schema(Game, definitions, _of_kind("game"))
    about = "A recorded game as JSON Lines: this is the schema of each line. The first line is the header."
    lines = {"anyOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/action"}]}
    return _headed(REPLAY, about, lines, definitions)


def orders_schema() -> dict[str, JSON]:
    """The schema of a battle with its orders."""
    definitions = _actions()
    definitions["battle"] = object_schema(Battle, definitions, _of_kind("battle"))
    body = object_schema(Orders, definitions, _of_kind(ORDERS))
    return _headed(ORDERS, "A battle and the orders that play it out.", body, definitions)


def _of_kind(kind: str) -> dict[str, JSON]:
    return {"format": {"const": FORMAT.id}, "kind": {"const": kind}}


def _headed(kind: str, about: str, body: Mapping[str, JSON], definitions: dict[str, JSON]) -> dict[str, JSON]:
    return {
        "$schema": DIALECT,
        "$id": f"urn:{FORMAT.name}:{FORMAT.version}:{kind}",
        "title": f"{FORMAT.id} {kind}",
        **body,
        "description": about,
        "$defs": dict(sorted(definitions.items())),
    }


def _actions() -> dict[str, JSON]:
    definitions: dict[str, JSON] = {
        "expect": {
            "description": "Facts that must hold after the action.",
            "type": "object",
            "properties": {fact: _FACTS[fact] for fact in FACTS},
            "additionalProperties": False,
        }
    }
    for name, kind in ACTIONS.items():
        definitions[f"do-{name}"] = _action(kind, definitions)
    definitions["action"] = {"anyOf": [{"$ref": f"#/$defs/do-{name}"} for name in ACTIONS]}
    return definitions


def _action(kind: type[Action], definitions: dict[str, JSON]) -> dict[str, JSON]:
    keys, required = keys_of(kind, definitions)
    if issubclass(kind, Propose | Accept):
        for side in ("attacker_loses", "defender_loses"):
            keys[side] = {"anyOf": [{"const": "all"}, keys[side]]}
    either = ("characters", "count")
    if kind is Split:
        keys["characters"] = _not_null(keys["characters"])
        keys["count"] = {**keys["count"], "type": "integer"}
    schema = schema_with(kind, {"do": {"const": kind.do}, **keys, **REMARKS}, ["do", *required])
    return {**schema, "oneOf": [{"required": [key]} for key in either]} if kind is Split else schema


def _not_null(schema: Schema) -> Schema:
    """The first kind of two, the second of which is null."""
    kinds = schema["anyOf"]
    assert isinstance(kinds, list)
    kind: Schema = kinds[0]
    return {**{key: value for key, value in schema.items() if key != "anyOf"}, **kind}
