"""The game's terms, with definitions and their Japanese."""

import re
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


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(glossary(), key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, longest_first)) + r")(s|es|ed|d)?\b", re.IGNORECASE)


@cache
def _japanese() -> dict[str, str]:
    return {term.casefold(): japanese for term, japanese in glossary().items()}


def glossed(text: str) -> str:
    """A text with the Japanese of each term in brackets at its first occurrence.

    >>> glossed("A Legion moved; no other Legion did.")
    'A Legion (レギオン) moved; no other Legion did.'
    """
    seen: set[str] = set()

    def gloss(match: re.Match[str]) -> str:
        term = match[1].casefold()
        if term in seen:
            return match[0]
        seen.add(term)
        return f"{match[0]} ({_japanese()[term]})"

    return _pattern().sub(gloss, text)
