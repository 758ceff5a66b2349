"""Every kind of answer, and its JSON Schema."""

from importlib import import_module

from ..kernel.answers import Answer
from ..kernel.jsontext import JSON
from ..kernel.names import Names
from ..kernel.schema import DIALECT, reference_to
from ..position.documents import FORMAT

ANSWERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "legal-moves": (
        "legal_moves",
        (
            "SplitMoves",
            "MovementMoves",
            "EngagementMoves",
            "ActionMoves",
            "MusterMoves",
            "ManeuverMoves",
            "StrikeMoves",
        ),
    ),
    "recruit-options": ("muster_options", ("MusterOptions",)),
    "why": ("verdicts", ("WhyInBattle", "WhyOnBoard", "WhyByRoll")),
    "check": ("verdicts", ("Check",)),
    "play": ("playing", ("Played",)),
    "tally": ("tally", ("Tally",)),
    "strike-odds": ("strike_odds", ("StrikeOdds", "SeveralStrikesOdds", "StrikesInShort", "StrikeRefused")),
    "validation": ("validation", ("Validation",)),
    "replay-report": ("replay_report", ("ReplayReport",)),
    "battle-result": ("battle_result", ("BattleResult",)),
    "battle-odds": ("battle_odds", ("BattleOdds",)),
    "box-list": ("boxes", ("BoxList",)),
    "box-contents": ("boxes", ("BoxContents",)),
    "advice": ("advice", ("Advice",)),
    "deduction": ("deduction", ("Deduction",)),
    "possibility": ("deduction", ("Possibility",)),
    "audit": ("audit", ("Audit",)),
    "outlook": ("outlook", ("Outlook",)),
    "duel-odds": ("duel_odds", ("DuelOdds", "DuelRefused", "DuelTable")),
}
"""The kinds of answers: each one's module, and the classes that an answer may be of."""

answer_kinds = Names("kind", ANSWERS)


def classes_of(kind: str) -> list[type[Answer]]:
    """The classes that answers of a kind may be of."""
    module, names = ANSWERS[kind]
    found = import_module(f".{module}", __package__)
    return [getattr(found, name) for name in names]


def answer_schema(kind: str) -> dict[str, JSON]:
    """The JSON Schema (2020-12) of a kind of answer."""
    definitions: dict[str, JSON] = {}
    shapes = [reference_to(cls, _header(cls), definitions) for cls in classes_of(kind)]
    return {
        "$schema": DIALECT,
        "$id": f"urn:{FORMAT.name}:{FORMAT.version}:{kind}",
        "title": f"{FORMAT.id} {kind}",
        "description": f"An answer of the kind {kind}.",
        **(shapes[0] if len(shapes) == 1 else {"anyOf": shapes}),
        "$defs": dict(sorted(definitions.items())),
    }


def _header(cls: type[Answer]) -> dict[str, JSON]:
    header: dict[str, JSON] = {"format": {"const": cls.format}} if cls.format else {}
    return header | {"kind": {"const": cls.kind}}
