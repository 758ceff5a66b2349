"""The JSON Schemas (2020-12) of documents, records and answers, made from their classes when they are asked for."""

from collections.abc import Callable, Mapping
from functools import partial

from .actions.intents import ACTIONS, Action, Split
from .answers.battle_moves import ManeuverMoves, StrikeMoves
from .answers.battle_odds import Advice, BattleOdds, EngagementOdds
from .answers.boxes import BoxContents, BoxList
from .answers.checking import Check, Played
from .answers.deduction import Deduction, Possibility
from .answers.dice_report import DiceReport
from .answers.documents import Tally, Validation
from .answers.found_rules import FoundRules
from .answers.legal_moves import ActionMoves, EngagementMoves
from .answers.legion_moves import MovementMoves, MusterMoves, SplitMoves
from .answers.muster_options import MusterOptions
from .answers.public_sheet import PublicSheet
from .answers.replay_report import Audit, Report
from .kernel.answers import Answer
from .kernel.jsontext import JSON
from .kernel.names import Names
from .kernel.scenarios import scenario_schema
from .kernel.schema import DIALECT, Schema, keys_of, object_schema, reference_to, schema_with
from .kernel.schema import schema_of as document_schema
from .odds.duels import DuelOdds, DuelRefused, DuelTable
from .odds.several import SeveralStrikesOdds
from .odds.strikes import StrikeOdds, StrikeRefused, StrikesInShort
from .position.battle import Battle
from .position.documents import FORMAT
from .position.game import Game
from .replays.documents import ORDERS, REPLAY, Header, Orders
from .replays.expectations import FACTS
from .resolving import BattleResult
from .suite import suite_schema

CLASSES: tuple[type[Answer], ...] = (
    SplitMoves, MovementMoves, EngagementMoves, ActionMoves, MusterMoves, ManeuverMoves, StrikeMoves, MusterOptions,
    Check, Played, Tally, StrikeOdds, SeveralStrikesOdds, StrikesInShort,
    StrikeRefused, Validation, Report, BattleResult, BattleOdds, BoxList, BoxContents, Advice, Deduction,
    Possibility, Audit, DiceReport, PublicSheet, EngagementOdds, DuelOdds, DuelRefused, DuelTable, FoundRules,
)  # fmt: skip
"""Every class of answers, grouped by kind."""

ANSWERS = {kind: tuple([cls for cls in CLASSES if cls.kind == kind]) for kind in dict.fromkeys(c.kind for c in CLASSES)}
"""The classes of each kind of answer."""


def answer_schema(kind: str) -> Schema:
    """The schema of a kind of answer."""
    definitions: dict[str, JSON] = {}
    shapes = [reference_to(cls, _of_kind(cls.kind, cls.format), definitions) for cls in ANSWERS[kind]]
    body: Schema = shapes[0] if len(shapes) == 1 else {"anyOf": [*shapes]}
    return _headed(kind, f"An answer of the kind {kind}.", body, definitions)


def _of_kind(kind: str, format: str = FORMAT.id) -> Schema:
    return {**({"format": {"const": format}} if format else {}), "kind": {"const": kind}}


def _headed(kind: str, about: str, body: Mapping[str, JSON], definitions: Mapping[str, JSON]) -> Schema:
    top = {"$schema": DIALECT, "$id": f"urn:{FORMAT.name}:{FORMAT.version}:{kind}", "title": f"{FORMAT.id} {kind}"}
    return {**top, "description": about, **body, "$defs": dict(sorted(definitions.items()))}


# --- records ---------------------------------------------------------------------------------------------------------

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


def replay_schema() -> Schema:
    """The schema of one line of a replay: its header, or an action."""
    definitions = _actions()
    definitions["header"] = object_schema(Header, definitions, _of_kind(REPLAY))
    definitions["game"] = object_schema(Game, definitions, _of_kind("game"))
    definitions["battle"] = object_schema(Battle, definitions, _of_kind("battle"))
    about = "A recorded game as JSON Lines: this is the schema of each line. The first line is the header."
    return _headed(REPLAY, about, {"anyOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/action"}]}, definitions)


def orders_schema() -> Schema:
    """The schema of a battle with its orders."""
    definitions = _actions()
    definitions["battle"] = object_schema(Battle, definitions, _of_kind("battle"))
    body = object_schema(Orders, definitions, _of_kind(ORDERS))
    return _headed(ORDERS, "A battle and the orders that play it out.", body, definitions)


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
    either = ("characters", "count")
    if kind is Split:
        keys["characters"] = _not_null(keys["characters"])
        keys["count"] = {**keys["count"], "type": "integer"}
    schema = schema_with(kind, {"do": {"const": kind.do}, **keys, **REMARKS}, ["do", *required])
    return {**schema, "oneOf": [{"required": [key]} for key in either]} if kind is Split else schema


def _not_null(schema: Schema) -> Schema:
    """The first of two alternatives, the second of which is null."""
    kinds = schema["anyOf"]
    assert isinstance(kinds, list)
    kind: Schema = kinds[0]
    return {**{key: value for key, value in schema.items() if key != "anyOf"}, **kind}


SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    **{name: partial(document_schema, FORMAT, kind) for name, kind in FORMAT.kinds.items()},
    "scenario": scenario_schema,
    "suite": suite_schema,
    REPLAY: replay_schema,
    ORDERS: orders_schema,
    **{kind: partial(answer_schema, kind) for kind in ANSWERS},
}
"""By kind, the function that makes its schema."""


def kinds() -> Names[str]:
    """The kinds of documents and answers that have a schema."""
    return Names("kind", sorted(SCHEMAS))


def schema_of(kind: str) -> Schema:
    """The schema of a kind of document or answer.

    :raises UnknownName: there is no such kind.
    """
    return SCHEMAS[kinds().canonical(kind)]()
