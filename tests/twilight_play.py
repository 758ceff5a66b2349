"""Positions of Twilight Struggle for tests, written short."""

from collections.abc import Mapping
from typing import Any

from titan_rules.companions.twilight_struggle.catalog import SETUP, SIDES
from titan_rules.companions.twilight_struggle.companion import COMPANION
from titan_rules.companions.twilight_struggle.state import NOTHING, BySide, Position
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.questions import Answer
from titan_rules.kernel.questions import ask as ask_companion


def position(influence: Mapping[str, tuple[int, int]] | None = None, **fields: Any) -> Position:
    """A position; influence is (US, USSR) by country."""
    held = {name: BySide(*pair) for name, pair in (influence or {}).items()}
    return Position(influence=held, **fields)


def fixed_setup(**fields: Any) -> Position:
    """The fixed influence of both sides, and nothing else."""
    found = Position()
    for side in SIDES:
        for name, number in SETUP[side].fixed.items():
            found = found.with_influence(name, found.influence.get(name, NOTHING).plus(side, number))
    return evolve(found, **fields)


def ask(question: str, document: Position, **values: Any) -> Answer:
    """The answer to a question about a position."""
    return ask_companion(COMPANION, question, COMPANION.format.to_json(document), **values)


def rules_of(answer: Any) -> set[str]:
    """Every rule id that an answer cites, wherever it stands."""
    if isinstance(answer, dict):
        own = {answer["rule"]} if "verdict" in answer and "rule" in answer else set()
        return own.union(*(rules_of(inner) for inner in answer.values())) if answer else own
    if isinstance(answer, list):
        return set[str]().union(*(rules_of(inner) for inner in answer)) if answer else set()
    return set()
