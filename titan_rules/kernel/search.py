"""Search in plain words: stems, synonyms, section numbers; the best first."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import log
from typing import Generic, TypeVar

from attrs import frozen

K = TypeVar("K")

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")

# Words without meaning for a search.
LITTLE = frozenset(
    _WORD.findall(
        "a an and are as at be by can do does for from go goes happen happens has have how i if in into is it its law"
        " long many may me much must my no not of off often on one or s3 section that the their then there they this to"
        " up use used was we what when where which who why with you your"
    )
)

# Irregular stems.
IRREGULAR = {
    "fled": "flee", "struck": "strike", "slew": "slay", "slain": "slay", "kills": "slay", "kill": "slay",
    "killed": "slay", "dead": "die", "died": "die", "death": "die", "dies": "die", "dying": "die", "lost": "lose",
    "loses": "lose", "won": "win", "flies": "fly", "flew": "fly", "flier": "fly", "flying": "fly", "left": "leave",
    "fought": "fight", "went": "go", "began": "begin", "begun": "begin", "thrown": "throw", "rolled": "roll",
    "natives": "native", "ties": "tie", "tied": "tie", "dice": "die",
}  # fmt: skip
ENOUGH = 0.45  # results score at least this fraction of the best
IN_TITLE, STARTS_LIKE = 3.0, 0.5  # weights of a word in a title, and of a common beginning; 1 in the text
SECTION = 6.0  # weight of a section's number
ALIKE = 0.8  # similarity of a misspelt word to the one it is taken for
_ENDINGS = ("ingly", "ings", "ing", "ed", "es", "s", "er", "ers", "able", "ment", "ments", "ation", "ations")


def stem(word: str) -> str:
    """A word without its ending.

    >>> [stem(word) for word in ("splitting", "carries", "mustered", "fleeing", "concession", "Angels")]
    ['split', 'carry', 'muster', 'flee', 'concess', 'angel']
    """
    word = IRREGULAR.get(word.casefold(), word.casefold())
    if word.endswith("ees"):
        return word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "els":
        word = word[:-1]
    word = word.removesuffix("ion")
    return word if word.endswith("ee") else word.removesuffix("e")


def words_in(text: str) -> list[str]:
    """The stems of a text's meaningful words; hyphenated ones whole and in parts."""
    stems = []
    for word in _WORD.findall(text.casefold()):
        parts = word.split("-")
        for part in [word, *parts] if len(parts) > 1 else parts:
            if part not in LITTLE and any(c.isalpha() for c in part):
                stems.append(stem(part))
    return stems


@frozen
class Topic(Generic[K]):
    """A searchable entry.

    :param title: its name and heading, whose words count more.
    :param sources: with the sections' numbers.
    """

    key: K
    title: str
    text: str
    sources: str = ""


class Index(Generic[K]):
    """A search index; ``synonyms`` maps people's words and phrases to the texts'."""

    def __init__(self, entries: Iterable[Topic[K]], synonyms: Mapping[str, str] | None = None) -> None:
        self._synonyms = sorted((synonyms or {}).items(), key=lambda pair: -len(pair[0]))
        self._entries = [
            (entry.key, set(words_in(entry.title)), set(words_in(entry.text)), set(_NUMBER.findall(entry.sources)))
            for entry in entries
        ]
        self._known = {word for _, title, text, _ in self._entries for word in title | text}

    def search(self, query: str) -> list[K]:
        """The matching keys, the best first; none if no word is known."""
        wanted = [self._meant(words) for words in self._said(query)]
        weights = [self._weight(word) for word in wanted]
        numbers = [n for n in _NUMBER.findall(query) if "." in n or not wanted]
        scored: list[tuple[float, K]] = []
        for key, title, text, sections in self._entries:
            score = sum(w * _fit(word, title, text) for word, w in zip(wanted, weights, strict=True))
            for number in numbers:
                score += SECTION * max((_common(number, section) for section in sections), default=0.0)
            if score:
                scored.append((score, key))
        best = max((score for score, _ in scored), default=0.0)
        scored.sort(key=lambda pair: -pair[0])
        return [key for score, key in scored if score >= ENOUGH * best]

    def _said(self, query: str) -> Iterable[str]:
        """The query's words with synonyms replaced."""
        text = f" {' '.join(_WORD.findall(query.casefold()))} "
        for said, meant in self._synonyms:
            text = re.sub(rf"(?<= ){re.escape(said)}(?:s|es|ed|ing)?(?= )", meant, text)
        return words_in(text)

    def _meant(self, word: str) -> str:
        """A known word: itself, or the nearest."""
        if word in self._known or any(known.startswith(word) for known in self._known):
            return word
        return next(iter(get_close_matches(word, sorted(self._known), n=1, cutoff=ALIKE)), word)

    def _weight(self, word: str) -> float:
        """A word's weight: the rarer the greater."""
        having = sum(_fit(word, title, text) > 0 for _, title, text, _ in self._entries)
        return log(1 + len(self._entries) / having) if having else 0.0


def _fit(word: str, title: set[str], text: set[str]) -> float:
    if word in title:
        return IN_TITLE
    if word in text:
        return 1.0
    begins = len(word) > 3 and any(other.startswith(word) for other in title | text)
    return STARTS_LIKE if begins else 0.0


def _common(number: str, section: str) -> float:
    """How near a section is to the number asked for, from 0 to 1."""
    asked, has = number.split("."), section.split(".")
    same = 0
    for one, other in zip(asked, has, strict=False):
        if one != other:
            break
        same += 1
    return 0.0 if same < min(2, len(asked)) else same / max(len(asked), len(has))
