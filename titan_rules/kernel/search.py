"""Search in plain words: entries ranked by BM25 over weighted fields."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import TypeAlias, TypeVar

from attrs import frozen

K = TypeVar("K")

Postings: TypeAlias = Mapping[str, Mapping[K, float]]
"""What each word adds to the score of each entry that has it."""

SATURATION = 5.0
"""BM25's k: how soon a word's repetitions stop to count."""

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")

LITTLE = frozenset(
    _WORD.findall(
        "a an and are as at be by can do does for from go goes happen happens has have how i if in into is it its law"
        " long many may me much must my no not of off often on one or s3 section that the their then there they this to"
        " up use used was we what when where which who why with you your"
    )
)
"""Words without meaning for a search."""

IRREGULAR = {
    "fled": "flee", "struck": "strike", "slew": "slay", "slain": "slay", "kills": "slay", "kill": "slay",
    "killed": "slay", "dead": "die", "died": "die", "death": "die", "dies": "die", "dying": "die", "lost": "lose",
    "loses": "lose", "won": "win", "flies": "fly", "flew": "fly", "flier": "fly", "flying": "fly", "left": "leave",
    "fought": "fight", "went": "go", "began": "begin", "begun": "begin", "thrown": "throw", "rolled": "roll",
    "natives": "native", "ties": "tie", "tied": "tie", "dice": "die",
}  # fmt: skip
"""Stems that no ending gives."""

_ENDINGS = sorted(
    ("ingly", "ings", "ing", "ed", "es", "s", "er", "ers", "able", "ment", "ments", "ation", "ations"),
    key=len,
    reverse=True,
)


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
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "els":
        word = word[:-1]
    word = word.removesuffix("ion")
    return word if word.endswith("ee") else word.removesuffix("e")


def stems_in(text: str) -> list[str]:
    """The stems of a text's meaningful words; hyphenated ones whole and in parts."""
    stems = []
    for word in _WORD.findall(text.casefold()):
        parts = word.split("-")
        for part in [word, *parts] if len(parts) > 1 else parts:
            if part not in LITTLE and any(c.isalpha() for c in part):
                stems.append(stem(part))
    return stems


@frozen
class SearchField:
    """How much the words of one field of the entries count.

    :param weight: a single word's, in a field of mean length.
    :param by_length: from 0 to 1, how much longer fields lower it.
    """

    weight: float = 1.0
    by_length: float = 0.0


def postings(
    entries: Mapping[K, Mapping[str, list[str]]], fields: Mapping[str, SearchField]
) -> dict[str, dict[K, float]]:
    """What each word of the entries adds to their scores.

    :param entries: the words of each field of each entry.
    """
    mean = {name: sum(len(entry[name]) for entry in entries.values()) / max(len(entries), 1) or 1 for name in fields}
    weighed: dict[K, Counter[str]] = {key: Counter() for key in entries}
    for key, entry in entries.items():
        for name, field in fields.items():
            share = field.weight / (1 - field.by_length + field.by_length * len(entry[name]) / mean[name])
            for word in entry[name]:
                weighed[key][word] += share  # type: ignore[assignment]  # a Counter holds floats as well
    having = Counter(word for counts in weighed.values() for word in counts)
    found: dict[str, dict[K, float]] = {word: {} for word in having}
    for key, counts in weighed.items():
        for word, times in counts.items():
            rarity = log(1 + (len(entries) - having[word] + 0.5) / (having[word] + 0.5))
            found[word][key] = rarity * times * (SATURATION + 1) / (times + SATURATION)
    return found


def scores(index: Postings[K], words: Iterable[str]) -> dict[K, float]:
    """The score of each entry that has one of the words, whatever their order."""
    found: dict[K, float] = {}
    for word in sorted(set(words)):
        for key, score in index.get(word, {}).items():
            found[key] = found.get(key, 0) + score
    return found


def best(found: Mapping[K, float], most: int, enough: float = 0.0) -> list[K]:
    """The keys with the highest scores, the best first.

    :param enough: the lowest score that counts.
    """
    return [key for key in sorted(found, key=lambda key: -found[key])[:most] if found[key] >= enough]
