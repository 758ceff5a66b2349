"""Free sentences, translated into the notation of positions and actions."""

import re
from collections.abc import Sequence

from attrs import frozen

from ..actions import grammar
from ..actions.intents import Action
from ..box.current_box import current
from ..kernel.errors import ActionError, DocumentError
from ..kernel.evolving import evolve
from ..kernel.rulings import Assumption
from ..position.battle import Battle
from ..position.game import Game
from ..position.line import Line, read_line
from ..position.muster import Muster
from . import battles, boards
from .cases import in_words
from .facts import Fact, fact, known
from .phrases import plain
from .said import STORY, Item, Question, said
from .statements import Reader
from .talk import without_talk

__all__ = [
    "Heard",
    "Reader",
    "heard",
    "in_words",
    "parse",
    "plain",
    "position_in",
    "position_of",
    "read_position",
    "told_in",
]


_REFUSED = re.compile(
    r"\b(?:unless|except|instead of (?!fight|battl|stand)|who is right|either|how (?:many|much|far|long))\b"
    r"|\bor (?:(?:an?|the|two|three|four|to) |\d)"
    r"|\bfor (?:our|the|his|her|their) towers?\b"
    r"|\bif .* (?:would|could|were)\b",
    re.IGNORECASE,
)
"""What no reader of the Masterboard minds, and what may change everything."""
_IN_BATTLE = re.compile(r"\b(?:maneuver|manoeuvre|strike|strikeback)[ -]phase\b", re.IGNORECASE)


@frozen
class Heard:
    """What was understood of a sentence.

    :param fact: a statement that one rule decides without a position.
    :param question: else a position and actions in it; None if not both are understood.
    :param points: the points that somebody is said to score.
    """

    fact: Fact | None
    question: Question | None
    points: int | None


def heard(texts: Sequence[str], read: Reader = read_line) -> Heard:
    """What somebody says, read once.

    :param read: reads a position under the readings that apply.

    >>> heard(["A Gargoyle flies, doesn't it?"]).fact.holds, heard(["May a Legion have eight characters?"]).fact.holds
    (True, False)
    >>> heard(["My Ogre on D3 hits his Lion (3 hits) on D4. We are in the Plains."]).question
    Question(position='Plains: Ogre D3 / Lion D4 3 hits', action='D3 strikes D4', hits=None)
    >>> heard(["I have three Ogres in the Hills.", "May I muster a Minotaur?"]).question
    Question(position='Hills: 3 Ogre', action='muster Minotaur', hits=None)
    """
    plainly = [without_talk(text) for text in texts]
    items = said(plainly)
    stated = fact(texts, read) or fact(plainly, read)
    points = next((item.value for item in items if item.kind == "claim"), None)
    question = stated if isinstance(stated, Question) else None
    if stated is None or (isinstance(stated, Fact) and stated.general and _is_concrete(items)):
        question = _question(texts, items)
        stated = stated if question is None else None
    kinds = [item.kind for item in items]
    if stated is None and question is None and {"hex", "hazard"} <= {*kinds}:  # it hurts or slows in any hex
        placeless = [_HEX.sub("", text) for text in plainly] if kinds.count("hex") == 1 else plainly[-1:]
        stated = fact(placeless, read) or fact(plainly[-1:], read)
    return Heard(stated if isinstance(stated, Fact) else None, question, points)


_HEX = re.compile(r"\b(?:on|in|at) (?:hex )?[A-Fa-f][1-6]\b")


def _is_concrete(items: Sequence[Item]) -> bool:
    """Whether characters or places are named, so that a position may be told; a Titan and an Angel are in any."""
    box = current()
    for item in items:
        if item.kind == "character" and (item.count > 1 or not box.characters[item.value].is_lord):
            return True
    return any(item.kind in ("terrain", "land") for item in items)


def _question(texts: Sequence[str], items: Sequence[Item]) -> Question | None:
    others = {x.low for x in items if x.kind == "other" and len(x.low) > 1 and not x.low.endswith("ly")}
    everything, items = items, [x for x in items if x.kind != "other"]
    kinds = {item.kind for item in items}
    on_the_board = {item.value for item in items if item.kind == "verb"} & {"flee", "muster", "split", "teleport"}
    if "unknown" in kinds or ("hex" in kinds and others - battles.STORY):
        return None
    if "hex" in kinds:
        return battles.translate(items)
    if not on_the_board and others <= battles.STORY and (fought := battles.translate_fact(items)) is not None:
        return fought
    translated = None
    if not _REFUSED.search(" ".join(texts)) and _all_known(others, STORY):
        translated = boards.translate(everything)
    if translated is not None and " musters " in translated[1] and _IN_BATTLE.search(" ".join(texts)):
        return None  # what musters there is a reinforcement
    return None if translated is None else Question(*translated)


def _all_known(others: set[str], story: frozenset[str]) -> bool:
    """Whether words that no reader uses only belong to the story."""
    return all(known(word, story) for word in others)


def position_in(text: str) -> str | None:
    """The position that a sentence describes, in our notation; None if somebody's place or side is not understood.

    >>> position_in("Plains, my ogre on d3 against his lion on d4, which has 3 hits")
    'Plains: Ogre D3 / Lion D4 3 hits'
    """
    everything = said([without_talk(text)])
    kinds = {item.kind for item in everything}
    if "unknown" in kinds:
        return None
    if "hex" in kinds:
        return battles.place([item for item in everything if item.kind != "other"])
    return (
        boards.position_in(everything) if _all_known({x.low for x in everything if x.kind == "other"}, STORY) else None
    )


def read_position(text: str) -> Line:
    """The position that a text describes, in our notation or in a sentence.

    :raises DocumentError: as :func:`read_line` does, if the sentences do not understand it either.
    """
    try:
        return read_line(text)
    except DocumentError as e:
        misspelt = '"' in text or any(fault.code.startswith("unknown") for fault in e.faults)
        told = None if misspelt else position_in(text)
        line = None if told is None else read_line(told)
        if line is None:
            raise
        return evolve(line, assumptions=(Assumption(f'read as "{told}"'), *line.assumptions))


def position_of(text: str) -> Game | Battle | Muster:
    """The position that a text describes, without what was assumed; see :func:`read_position`."""
    return read_position(text).position


def told_in(position: Game | Battle, text: str) -> str | None:
    """The action that a sentence tells of a position, in our notation; None if it is not understood."""
    line = str(position)
    if all(item.kind in ("verb", "mark", "word", "other", "end") for item in said([text])):
        return None  # who or where is not told
    question = heard([line, text]).question
    return None if question is None or question == heard([line]).question else question.action


def parse(text: str, position: Game | Battle | None = None) -> Action:
    """The action that a text means, in our notation or in a sentence.

    :raises ActionError: as ``grammar.parse`` does, if the sentences do not understand it either.
    """
    try:
        return grammar.parse(text, position)
    except ActionError as e:
        told = told_in(position, text) if position is not None and e.fault.code == "bad-notation" else None
        if told is None:
            raise
        return grammar.parse(told, position)
