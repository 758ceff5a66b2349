"""The game's terms, with definitions and their Japanese."""

from functools import cache

from attrs import frozen

from ..kernel.jsontext import data_file


@frozen
class Term:
    """A term, its Japanese (``ja``), and its definition."""

    term: str
    ja: str
    meaning: str


@cache
def terms() -> tuple[Term, ...]:
    """Every term, in the order of play."""
    return tuple(Term(**row) for row in data_file(__file__, "glossary.json")["terms"])


@cache
def glossary() -> dict[str, str]:
    """Each term's Japanese, in the order of play."""
    return {term.term: term.ja for term in terms()}
