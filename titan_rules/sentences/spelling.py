"""Words as they were meant: one wrong letter (*strkes*, *loin*) or left-out vowels (*trn*, *attckr*)."""

import re
from difflib import get_close_matches
from functools import cache

from ..box.current_box import current
from ..box.vocabulary import LITTLE, any_of
from ..kernel.jsontext import data_file
from ..kernel.names import one_off
from ..position.line.spoken import FAMILY, ROLES, WORDS

_PARTS = data_file(__file__, "phrases.json").values()
_PATTERNS = [pattern for part in _PARTS for group in part.values() for pattern, _ in group]
_ALSO = any_of(
    "attacker defender enemy opponent turn round phase left right bottom hits dice from with against legion already"
    " over land next other another adjacent between tower strikeback maneuver brambles slope dune tree drift bog hex"
    " striker shooter there your what where which must after before and the this that only"
)
"""Words besides verbs and names that are also understood misspelt."""
_KNOWN = LITTLE.union(
    FAMILY,
    ROLES,
    _ALSO,
    *WORDS.values(),
    re.findall("[a-z]+", " ".join(_PATTERNS)),
    (word.removesuffix("s") for word in re.findall("[a-z]+", " ".join(_PATTERNS))),
    re.findall("[a-z]+", " ".join(map(str, data_file(__file__, "concepts.json")["words"].values()))),
    re.findall("[a-z]+", " ".join(map(str, data_file(__file__, "story.json").values()))),
)
_SHORTEST = 4  # of a word with a wrong letter
_LEFT_OUT = 3  # vowels, at most
_ALIKE = 0.8  # of a name with more than one wrong letter
_VOWELS = re.compile("[aeiou]")


def spelt(text: str) -> str:
    """A text with the words that it must mean.

    >>> spelt("my Orge strkes the loin, trn 4")
    'my Ogre strikes the lion, turn 4'
    """
    box = current()
    names = tuple(box.characters), box.terrain_names.names
    return re.sub(r"\b[A-Za-z]{3,}\b(?!['’-])", lambda match: _meant(match[0], *names), text)


@cache
def _meant(text: str, characters: tuple[str, ...], terrains: tuple[str, ...]) -> str:
    low, vocabulary = text.lower(), current().vocabulary
    stems = {low, *(low.removesuffix(ending) for ending in ("s", "es", "ed", "ing"))}
    stems |= {low[:-1]} if low.endswith("ed") else set()
    if stems & _KNOWN or vocabulary.character(low) is not None or vocabulary.color(low) is not None:
        return text
    plurals = [f"{name.lower()}s" for name in characters if not name.endswith("s")]
    names = [*map(str.lower, characters), *plurals, *map(str.lower, terrains)]
    if any(name.startswith(low) for name in names):
        return text
    of_verbs = [] if text[0].isupper() and len(text) < 7 else [*FAMILY, *ROLES, *_ALSO]
    near = [word for word in [*names, *of_verbs] if _is_near(low, word)] or get_close_matches(low, names, 1, _ALIKE)
    near = [word for word in near if word not in LITTLE] or near
    meanings = {FAMILY.get(word, word.removesuffix("s")) for word in near}
    if len(meanings) != 1:
        return text
    best = min(near, key=lambda word: (abs(len(word) - len(low)), word))
    return best.capitalize() if text[0].isupper() else best


def _is_near(low: str, word: str) -> bool:
    """Whether a word has one wrong letter, not the first, or lacks only vowels."""
    if low[0] != word[0]:
        return False
    if len(low) >= _SHORTEST and len(word) >= _SHORTEST and one_off(low, word):
        return True
    rest = iter(word)
    short = 0 < len(word) - len(low) <= _LEFT_OUT and all(letter in rest for letter in low)
    return short and _VOWELS.sub("", low) == _VOWELS.sub("", word)
