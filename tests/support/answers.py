"""Answers as JSON, each of them checked against the schema of its kind."""

from collections.abc import Callable
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from titan_rules.kernel.answers import Answer
from titan_rules.position.documents import FORMAT
from titan_rules.schemas import ANSWERS, answer_schema


@cache
def validator(kind: str) -> Draft202012Validator:
    """Checks answers of a kind; that its schema is one is tested once (tests/documents)."""
    return Draft202012Validator(answer_schema(kind))


def checked(answer: Any) -> Any:
    """A JSON answer, once it is known to be what its schema says; those of other games have formats of their own."""
    kind = answer.get("kind") if isinstance(answer, dict) else None
    if kind in ANSWERS and answer.get("format", FORMAT.id) == FORMAT.id:
        validator(kind).validate(answer)
    return answer


def in_json(ask: Callable[..., Answer]) -> Callable[..., Any]:
    """A function whose answers are given as JSON."""
    return lambda *args, **keywords: checked(ask(*args, **keywords).to_json())
