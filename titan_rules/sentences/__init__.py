"""Free sentences, translated into the notation of positions and actions."""

import re
from collections.abc import Sequence

from attrs import frozen

from . import battles, boards, choices
from .facts import Fact, fact, known
from .said import Item, Translation, in_plain_words, plain, said

__all__ = ["Heard", "heard", "plain", "translate"]


_REFUSED = re.compile(
    r"\b(?:unless|except|instead of|last turn|who is right|either)\b|\bor (?:(?:an?|the|two|three|four|to) |\d)"
    r"|\bfor (?:our|the|his|her|their) towers?\b"
    r"|\balready (?:mustered|recruited|moved|teleported|went|gone)|\bif .* (?:would|could|were)\b",
    re.IGNORECASE,
)
"""What no reader of the Masterboard minds, and what may change everything."""


@frozen
class Heard:
    """What was understood of a sentence.

    :param fact: a statement that one rule decides without a position.
    :param translation: else a position and an action in it, in our notation; None if not both are understood.
    :param points: the points that somebody is said to score.
    """

    fact: Fact | None
    translation: Translation | None
    points: int | None


def heard(texts: Sequence[str]) -> Heard:
    """What somebody says, read once.

    >>> heard(["A Gargoyle flies, doesn't it?"]).fact.holds, heard(["May a Legion have eight characters?"]).fact.holds
    (True, False)
    """
    items = said(list(texts))
    stated, points = fact(texts, items), next((item.value for item in items if item.kind == "claim"), None)
    return Heard(stated, None if stated is not None else _translated(texts, items), points)


def translate(texts: Sequence[str]) -> Translation | None:
    """A position and an action in it, in our notation; None if not both are understood.

    >>> translate(["My Ogre on D3 hits his Lion (3 hits) on D4. We are in the Plains."])
    ('Plains: Ogre D3 / Lion D4 3 hits', 'D3 strikes D4')
    >>> translate(["I have three Ogres in the Hills.", "May I muster a Minotaur?"])
    ('Hills: 3 Ogre', 'muster Minotaur')
    """
    return _translated(texts, said(list(texts)))


def _translated(texts: Sequence[str], items: Sequence[Item]) -> Translation | None:
    unknown = {x.low for x in items if x.kind == "other"}
    items = [x for x in items if x.kind != "other"]
    kinds = {item.kind for item in items}
    if "unknown" in kinds:
        return None
    if "hex" in kinds:
        return battles.translate(items)
    on_the_board = {item.value for item in items if item.kind == "verb"} & {"flee", "muster", "split", "teleport"}
    fought = None if on_the_board else battles.translate_fact(in_plain_words(texts), items)
    fought = fought or choices.translate(texts, items)
    if fought or _REFUSED.search(" ".join(texts)):
        return fought
    if any(len(word) > 1 and not known(word, boards.STORY) for word in unknown):
        return None
    return boards.translate([x for x in items if x.kind not in battles.ITS_OWN])
