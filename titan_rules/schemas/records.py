"""The schemas of recorded actions: replays, a line each, and battles with their orders."""

from typing import Any

from ..actions.intents import ACTIONS, Accept, Action, Propose
from ..kernel.jsontext import JSON
from ..kernel.schema import DIALECT, object_schema
from ..position.battle import Battle
from ..position.documents import FORMAT
from ..position.game import Game
from ..replays.expectations import FACTS
from ..replays.referee import KIND, Header
from ..resolving import ORDERS

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
    header = object_schema(Header, definitions)
    header["properties"] = {
        "format": {"const": FORMAT.id},
        "kind": {"const": KIND},
        **header["properties"],
        "start": {"$ref": "#/$defs/game"},
        "tags": {"description": "anything"},
        "agreements": {"description": "time limits and other agreements (TIME-1); recorded, not enforced"},
    }
    header["required"] = ["format", "kind"]
    definitions["header"] = header
    definitions["game"] = _document("game", Game, definitions)
    about = "A recorded game as JSON Lines: this is the schema of each line. The first line is the header."
    lines: JSON = {"anyOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/action"}]}
    return _headed(KIND, about, lines, definitions)


def orders_schema() -> dict[str, JSON]:
    """The schema of a battle with its orders."""
    definitions = _actions()
    definitions["battle"] = _document("battle", Battle, definitions)
    body: JSON = {
        "type": "object",
        "properties": {
            "format": {"const": FORMAT.id},
            "kind": {"const": ORDERS},
            "battle": {"$ref": "#/$defs/battle"},
            "orders": {"type": "array", "items": {"$ref": "#/$defs/action"}},
        },
        "required": ["format", "kind", "battle", "orders"],
        "additionalProperties": False,
    }
    return _headed(ORDERS, "A battle and the orders that play it out.", body, definitions)


def _headed(kind: str, about: str, body: dict[str, JSON], definitions: dict[str, JSON]) -> dict[str, JSON]:
    return {
        "$schema": DIALECT,
        "$id": f"urn:{FORMAT.name}:{FORMAT.version}:{kind}",
        "title": f"{FORMAT.id} {kind}",
        "description": about,
        **body,
        "$defs": dict(sorted(definitions.items())),
    }


def _document(kind: str, cls: type[Any], definitions: dict[str, JSON]) -> dict[str, JSON]:
    schema = object_schema(cls, definitions)
    header = {"format": {"const": FORMAT.id}, "kind": {"const": kind}}
    return {
        **schema,
        "properties": {**header, **schema["properties"]},
        "required": [*header, *schema.get("required", ())],
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
    schema = object_schema(kind, definitions)
    keys = schema["properties"]
    if issubclass(kind, Propose | Accept):
        for side in ("attacker_loses", "defender_loses"):
            keys[side] = {"anyOf": [{"const": "all"}, keys[side]]}
    return {
        **schema,
        "properties": {"do": {"const": kind.do}, **keys, **REMARKS},
        "required": ["do", *schema.get("required", ())],
    }
