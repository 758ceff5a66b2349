"""What a statement about the rules names: concepts, characters and numbers, each word known, and how it asks."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from attrs import frozen

from ..box import Box
from ..box.characters import Character
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of, is_hex, one_off, words_of
from ..kernel.evolving import evolve
from ..kernel.jsontext import data_file
from ..kernel.search import stem
from ..position.battle import Battle
from ..position.game import Game
from ..position.line import Line
from ..position.muster import Muster
from .said import Question
from .spelling import spelt

_DATA: Mapping[str, Any] = data_file(__file__, "concepts.json")
_LITTLE = any_of(" ".join(_DATA["little"]))
_MARKS = frozenset(',.:;?-()>+="/!&*@')
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
_ORDINALS = {1: ("first", "one"), 2: ("second", "two", "both"), 3: ("third", "three")}
_BEFORE_NUMBERS = any_of("roll rolled rolls threw with of")
_QUANTITIES = any_of("value power skill strike-number height range dice")
_HAPPENED = re.compile(r"^(?:did|was|were) (?!we\b|i\b)(?!.*\b(?:right|correct|allowed|legal|ok)\b)", re.IGNORECASE)
"""What asks for an event of somebody's game."""
_FRAGMENT = 8  # words in a question without a verb: *value of a Griffon?*
_ARTICLES = any_of("a an the my his her its their of such other")
_QUOTES = str.maketrans({"’": "'", "‘": "'", '"': " ", "“": " ", "”": " ", "„": " "})
_LONGEST = 60  # in words; a longer text is a story with a position in it
_SHORTEST = 5  # of a word with a wrong letter


def _by_word() -> dict[str, set[str]]:
    concepts: dict[str, set[str]] = {}
    for concept, words in _DATA["words"].items():
        for word in words.split():
            concepts.setdefault(word, set()).add(concept)
    return concepts


_CONCEPTS = _by_word()
_FACTS = data_file(__file__, "facts.json")["facts"]
for _literal in re.findall(r"[a-z-]{2,}", " ".join(f"{row['about']} {row.get('also', '')}" for row in _FACTS)):
    _CONCEPTS.setdefault(_literal, {_literal})
_STEMS: dict[str, set[str]] = {}
for _word, _meant in _CONCEPTS.items():
    if not _word.endswith(("er", "ers")):  # who attacks is no attack
        _STEMS.setdefault(stem(_word), set()).update(_meant)


@cache
def _phrases() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), instead) for pattern, instead in _DATA["phrases"]]


@frozen
class Concept:
    """A word, what it can mean, and its number, if it is one.

    :param little: it changes nothing, whatever else it can mean.
    :param name, hazard, terrain: the character, hazard or terrain that it names.
    """

    low: str
    concepts: frozenset[str]
    little: bool = False
    number: int | None = None
    name: CharacterName | None = None
    hazard: str | None = None
    terrain: str | None = None


@frozen(slots=False)
class Statement:
    """A statement or question all of whose words are known.

    :param names: the characters named, each with its count.
    :param open: it asks for more than a yes; ``asks``: it is a question.
    """

    tokens: tuple[Concept, ...]
    names: tuple[tuple[CharacterName, int], ...]
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
    text = _RHETORICAL.sub("", _TAG.sub("", said.translate(_QUOTES)))
    words = words_of(spelt(text))
    placed = len(words) > _LONGEST or _HAPPENED.search(said) or any(is_hex(word.text) for word in words)
    if not words or (placed and not tolerant):
        return None
    named = {word.lower for word in words if word.text[:1].isupper() and word.text[1:2].islower()} - _NO_NAMES
    spelled = " ".join(word.lower for word in words)
    for pattern, instead in _phrases():
        spelled = pattern.sub(instead, spelled)
    tokens: list[Concept] = []
    names: list[tuple[CharacterName, int]] = []
    lows = spelled.split()
    for n, low in enumerate(lows):
        token = _token(low, lows[n - 1] if n else "", lows[n + 1] if n + 1 < len(lows) else "", named)
        if token is None and tolerant:
            continue
        if token is None:
            return None
        token = evolve(token, concepts=token.concepts | {low})
        if token.name is not None:
            before = tokens[-1].number if tokens else None
            if before is not None:
                tokens.pop()
            names.append((token.name, before or 1))
        tokens.append(token)
    hazards = list(dict.fromkeys(token.hazard for token in tokens if token.hazard is not None))
    terrains = list(dict.fromkeys(token.terrain for token in tokens if token.terrain is not None))
    for token, following in pairwise(tokens):
        if token.low == "no" and following.little and following.low not in _ARTICLES and not tolerant:
            return None  # no doubt, no longer, no option
    said_of_roll = False
    for n, token in enumerate(tokens):
        if token.number is not None and said_of_roll:
            tokens[n] = evolve(token, concepts=token.concepts | {"rolled_number"})
        said_of_roll = "roll" in token.concepts or (said_of_roll and token.little)
    markers = {token.low for token in tokens if "marked" in token.concepts}
    if (len(hazards) > 1 or len(terrains) > 1) and not tolerant:
        return None
    if len(markers) > 1:  # which of them is meant, only some rows know
        tokens = [evolve(x, concepts=x.concepts - {"legion"}) if x.low in markers else x for x in tokens]
    low = said.lower()
    asks = low.rstrip().endswith("?") or low.split(" ")[0] in _ASKS
    last = re.split(r"[.!?:,] +", low.rstrip(" ?"))[-1].split()
    fragment = low.rstrip().endswith("?") and last and last[0] not in _ASKS and len(low.split()) <= _FRAGMENT
    numbered = any(token.number is not None for token in tokens)
    asked = fragment and not numbered and any(token.concepts & _QUANTITIES for token in tokens)
    return Statement(
        tuple(tokens),
        tuple(dict(reversed(names)).items())[::-1],
        hazards[0] if hazards else None,
        terrains[0] if terrains else None,
        spelled,
        asked or _OPEN.search(low) is not None or "howmany" in spelled,
        asks,
    )


_NO_NAMES = any_of("unless except until instead unlike otherwise besides if")


def _token(low: str, before: str, after: str, named: Iterable[str]) -> Concept | None:
    """What a word means; None if it is not known."""
    if low in _MARKS:
        return Concept(low, frozenset(), True)
    if low.isdecimal():
        number = int(low[:6])
        if "turn" in (before, after):
            which = "first_turn" if number == 1 else "later_turn"
            return Concept(low, frozenset({"turn", which, f"#{number}"}), number=number)
        meant = {"number", f"#{number}"}
        noun = after not in ("", "and", *_MARKS) and (before not in ("a", "an") or after not in _LITTLE)
        if before not in _BEFORE_NUMBERS and (noun or (number == 1 and before not in ("a", "an"))):
            meant.update(_ORDINALS.get(number, ()))
        return Concept(low, frozenset(meant), number == 1, number)
    bare = low.removesuffix("'s")
    if "_" in low:
        return Concept(low, frozenset({low, *_CONCEPTS.get(low, ())}), low in _LITTLE)
    if low.endswith("n't"):
        return Concept(low, frozenset({"not"}))
    box = current()
    meant = set(_CONCEPTS.get(low) or _CONCEPTS.get(bare) or ())
    if low in _LITTLE or bare in _LITTLE:
        return Concept(low, frozenset(meant), True)
    name = box.vocabulary.character(bare) if len(bare) > 2 else None
    if name is not None and (not meant or name.lower() in (bare, bare.removesuffix("s"))):
        one = box.characters[name]
        meant |= {"name", name.lower(), f"a_{one.rank.lower()}", "a_flier" if one.flies else "a_walker"}
        return Concept(low, frozenset(meant), name=name)
    hazard = _hazard(low)
    if hazard is not None:
        meant |= {"hazard", hazard.lower()}
    terrain = box.vocabulary.terrain(low) if len(low) > 3 else None
    if terrain is not None and meant and terrain.lower() not in (low, f"{low}s", low.removesuffix("s")):
        terrain = None
    if terrain is not None:
        meant |= {"land_name", terrain.lower()}
    meant |= _STEMS.get(stem(bare), set()) if not meant and len(stem(bare)) > 3 else set()
    if meant:
        return Concept(low, frozenset(meant), hazard=hazard, terrain=terrain)
    if box.vocabulary.is_marker(low):
        return Concept(low, frozenset({"marked", "legion"}))
    if low in named or box.vocabulary.color(low) is not None:
        return Concept(low, frozenset({"player"}), True)
    near = [known for known in _CONCEPTS if len(low) >= _SHORTEST and one_off(low, known)]
    return Concept(low, frozenset().union(*(_CONCEPTS[known] for known in near))) if near else None


def _hazard(low: str) -> str | None:
    """A hazard or hexside hazard by its name or plural."""
    box = current()
    for name in (*box.hazards, *box.hexsides):
        if (
            low in {name.lower(), f"{name.lower()}s", name.lower().removesuffix("s")}
            and name not in box.terrain_names.names
        ):
            return name
    return None


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

    def number(self) -> int | None:
        """The only number, beside counts of characters."""
        numbers = self.said.numbers
        return numbers[0] if len(numbers) == 1 else None


Truth: TypeAlias = tuple[bool, str] | Question | None
"""Whether a statement is true, and what is; or the question that tells."""
