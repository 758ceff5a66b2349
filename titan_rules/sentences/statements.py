"""A statement about the rules: what its words can mean, each of them known, and how it asks."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from ..box import Box
from ..box.characters import Character
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of, is_hex, words_of
from ..digest.rulesets import Ruleset
from ..kernel.evolving import evolve
from ..kernel.words import Word
from ..position.battle import Battle
from ..position.game import Game
from ..position.line import Line
from ..position.muster import Muster
from .cases import anybody
from .concepts import ARTICLES, Concept, concept, in_phrases
from .said import Question
from .spelling import spelt

_TAG = re.compile(
    r"[,.;]? *\b(?:(?:right|correct|true|yes|ok|okay|no|agreed)"
    r"|(?:is|are|do|does|can|was|did|will|has)(?:n't| not)? (?:it|he|she|they|that|i|we)(?: so| right| not)?"
    r"|(?:isn't|doesn't|can't|don't|aren't|won't|hasn't) (?:it|he|she|they|that))[ ?.!]*$",
    re.IGNORECASE,
)
"""What only asks for a yes: *doesn't it?*, *right?*"""
_RHETORICAL = re.compile(r"^(?:can't|don't|doesn't|isn't|aren't|won't) ", re.IGNORECASE)
_AUX = "is|are|was|were|do|does|did|can|could|may|must|shall|should|will|would|has|have|had|happens"
_OPEN = re.compile(
    r"(?:^|[.?!:] +)(?:(?:so|and|but|then|at|in|on|with|by) )*"
    rf"(?:what(?! if)|which|how|who|whose|why|(?:when|where) (?:{_AUX}))\b"
    rf"|, (?:what|how|why|where) (?:{_AUX}|many|much)\b|\bhow (?:many|much|far|often|long)\b"
    r"|\b(?:which|what) [a-z]+\?$|\b(?:who|whom|what|where|why)\?$"
)
"""What asks for more than a yes; *which was slain*, *when it moves* ask nothing."""
_ASKS = any_of("is are was were do does did can could may must shall should will would has have am whether")
_QUANTITIES = any_of("value power skill strike-number height range dice")
_HAPPENED = re.compile(r"^(?:did|was|were) (?!we\b|i\b)(?!.*\b(?:right|correct|allowed|legal|ok)\b)", re.IGNORECASE)
"""What asks for an event of somebody's game."""
_FRAGMENT = 8  # words in a question without a verb: *value of a Griffon?*
_QUOTES = str.maketrans({"’": "'", "‘": "'", '"': " ", "“": " ", "”": " ", "„": " "})
_LONGEST = 60  # in words; a longer text is a story with a position in it


@frozen(slots=False)
class Statement:
    """A statement or question all of whose words are known.

    :param open: it asks for more than a yes; ``asks``: it is a question.
    """

    tokens: tuple[Concept, ...]
    hazard: str | None
    terrain: str | None
    text: str
    open: bool
    asks: bool

    @cached_property
    def concepts(self) -> frozenset[str]:
        """Everything that its words can mean, that it is open, and that several of a character are named."""
        also = {"open"} if self.open else set()
        return frozenset(also).union({"count"} if self.counted else (), *(token.concepts for token in self.tokens))

    @cached_property
    def names(self) -> tuple[tuple[CharacterName, int], ...]:
        """The characters named, each with the count that was said first."""
        named = [(token.name, token.count) for token in self.tokens if token.name is not None]
        return tuple(dict(reversed(named)).items())[::-1]

    @property
    def numbers(self) -> list[int]:
        """Its numbers, but for counts of characters."""
        return [token.number for token in self.tokens if token.number is not None]

    @property
    def counted(self) -> bool:
        """Whether it speaks of several of a character."""
        return any(count > 1 for _, count in self.names)

    @property
    def character(self) -> Character:
        """The first character."""
        return current().characters[self.names[0][0]]


def statement(texts: Sequence[str], tolerant: bool = False) -> Statement | None:
    """What somebody states or asks; None if a word is not known, or a place is named.

    :param tolerant: what is not known is left out.
    """
    said = " . ".join(text.strip(" .") for text in texts if text.strip())
    words = words_of(spelt(_RHETORICAL.sub("", _TAG.sub("", said.translate(_QUOTES)))))
    if not words or (_tells_of_a_game(said, words) and not tolerant):
        return None
    spelled = in_phrases(" ".join(word.lower for word in words))
    people = {word.lower for word in words if word.text[:1].isupper() and word.text[1:2].islower()} - _NO_NAMES
    known = _tokens(spelled.split(), people, tolerant)
    if known is None or (_denies_a_stranger(known) and not tolerant):
        return None
    tokens = _without_markers(_of_rolls(_counted(known)))
    hazards = list(dict.fromkeys(token.hazard for token in tokens if token.hazard is not None))
    terrains = list(dict.fromkeys(token.terrain for token in tokens if token.terrain is not None))
    if (len(hazards) > 1 or len(terrains) > 1) and not tolerant:
        return None
    low = said.lower().rstrip()
    return Statement(
        tuple(tokens),
        hazards[0] if hazards else None,
        terrains[0] if terrains else None,
        spelled,
        open=_OPEN.search(low) is not None or "howmany" in spelled or _is_fragment(low, tokens),
        asks=low.endswith("?") or low.split(" ")[0] in _ASKS,
    )


def _tells_of_a_game(said: str, words: Sequence[Word]) -> bool:
    """Whether a text tells what happened to somebody, or where."""
    return len(words) > _LONGEST or bool(_HAPPENED.search(said)) or any(is_hex(word.text) for word in words)


def _tokens(lows: Sequence[str], people: set[str], tolerant: bool) -> list[Concept] | None:
    """What each word means; None if one is not known."""
    around = zip(["", *lows], lows, [*lows[1:], ""], strict=False)
    found = [concept(low, before, after, people) for before, low, after in around]
    known = [one for one in found if one is not None]
    return known if tolerant or len(known) == len(found) else None


def _counted(tokens: Sequence[Concept]) -> list[Concept]:
    """The words with each number of a character put to its name."""
    counted: list[Concept] = []
    for token in tokens:
        if token.name is not None and counted and counted[-1].number is not None:
            before = counted.pop()
            meant = token.concepts | (before.concepts - {"number"})
            token = evolve(token, count=before.number or 1, concepts=meant)
        counted.append(token)
    return counted


def _of_rolls(tokens: Sequence[Concept]) -> list[Concept]:
    """The words, with those numbers marked that a die shows."""
    marked, rolled = list[Concept](), False
    for token in tokens:
        shown = rolled and token.number is not None
        marked.append(evolve(token, concepts=token.concepts | {"rolled_number"}) if shown else token)
        rolled = "roll" in token.concepts or (rolled and token.little)
    return marked


def _without_markers(tokens: Sequence[Concept]) -> Sequence[Concept]:
    """The words; of several markers, which is meant, only some rows know."""
    markers = {token.low for token in tokens if "marked" in token.concepts}
    if len(markers) < 2:
        return tokens
    return [evolve(x, concepts=x.concepts - {"legion"}) if x.low in markers else x for x in tokens]


def _denies_a_stranger(tokens: Sequence[Concept]) -> bool:
    """Whether a little word is denied: *no doubt*, *no longer*."""
    pairs = pairwise(tokens)
    return any(one.low == "no" and after.little and after.low not in ARTICLES for one, after in pairs)


def _is_fragment(low: str, tokens: Sequence[Concept]) -> bool:
    """Whether a few words without a verb ask for a quantity: *value of a Griffon?*"""
    last = re.split(r"[.!?:,] +", low.rstrip(" ?"))[-1].split()
    if not low.endswith("?") or not last or last[0] in _ASKS or len(low.split()) > _FRAGMENT:
        return False
    return all(x.number is None for x in tokens) and any(x.concepts & _QUANTITIES for x in tokens)


_NO_NAMES = any_of("unless except until instead unlike otherwise besides if")


Reader: TypeAlias = Callable[[str, bool], Line]
"""Reads a position on one line about which an action is asked, as ``read_line`` does."""


@frozen
class Asked:
    """A statement, and how a position is read in which a rule is asked.

    :param denied: it says that something is not so.
    """

    said: Statement
    read: Reader
    denied: bool

    @property
    def box(self) -> Box:
        """The box that is spoken of."""
        return current()

    @property
    def names(self) -> tuple[CharacterName, ...]:
        """The characters named."""
        return tuple(name for name, _ in self.said.names)

    @property
    def counts(self) -> Mapping[CharacterName, int]:
        """The characters named, each with its count."""
        return dict(self.said.names)

    @cached_property
    def concepts(self) -> frozenset[str]:
        """Everything that is said."""
        return self.said.concepts

    @property
    def one(self) -> Character | None:
        """The only character, if it is spoken of as such."""
        return self.said.character if len(self.names) == 1 else None

    def position(self, line: str) -> Game | Battle | Muster:
        """A position in which a rule is asked, under the readings that apply."""
        return self.read(line, True).position

    @property
    def rules(self) -> Ruleset:
        """The readings that apply."""
        return self.position(f"Plains: {anybody()}").rules

    def number(self) -> int | None:
        """The only number, beside counts of characters."""
        numbers = self.said.numbers
        return numbers[0] if len(numbers) == 1 else None


Truth: TypeAlias = tuple[bool, str] | Question | None
"""Whether a statement is true, and what is; or the question that tells."""
