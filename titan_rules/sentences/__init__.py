"""Free sentences, translated into the notation of positions and actions."""

import re
from collections.abc import Sequence

from . import battles, boards, choices
from .facts import Fact, fact
from .said import in_plain_words, plain, said

__all__ = ["plain", "points_claimed", "stated", "translate"]


_REFUSED = re.compile(
    r"\b(?:unless|except|instead of|last turn|who is right|either)\b|\bor (?:(?:an?|the|two|three|four|to) |\d)"
    r"|\bfor (?:our|the|his|her|their) towers?\b"
    r"|\balready (?:mustered|recruited|moved|teleported|went|gone)|\bif .* (?:would|could|were)\b",
    re.IGNORECASE,
)
"""What no reader of the Masterboard minds, and what may change everything."""


def translate(texts: Sequence[str]) -> tuple[str, str] | None:
    """A position and an action in it, in our notation; None if not both are understood.

    >>> translate(["My Ogre on D3 hits his Lion (3 hits) on D4. We are in the Plains."])
    ('Plains: Ogre D3 / Lion D4 3 hits', 'D3 strikes D4')
    >>> translate(["I have three Ogres in the Hills.", "May I muster a Minotaur?"])
    ('Hills: 3 Ogre', 'muster Minotaur')
    """
    items = said(list(texts))
    kinds = {item.kind for item in items}
    if "unknown" in kinds:
        return None
    if "hex" in kinds:
        return battles.translate(items)
    on_the_board = {item.value for item in items if item.kind == "verb"} & {"flee", "muster", "split", "teleport"}
    fought = (None if on_the_board else battles.translate_fact(in_plain_words(texts), items)) or choices.translate(
        texts, items
    )
    if fought or _REFUSED.search(" ".join(texts)):
        return fought
    return boards.translate([x for x in items if x.kind not in battles.ITS_OWN])


def stated(texts: Sequence[str]) -> Fact | None:
    """A statement that one rule decides without a position; None if it is none.

    >>> stated(["May a Legion have eight characters?"]).holds, stated(["A Gargoyle flies, doesn't it?"]).holds
    (False, True)
    """
    return fact(texts, said(list(texts)))


def points_claimed(texts: Sequence[str]) -> int | None:
    """The points that somebody is said to score."""
    return next((item.value for item in said(list(texts)) if item.kind == "claim"), None)
