"""What the words of a statement about the rules can mean: concepts, characters, hazards and numbers."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from attrs import frozen

from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of, one_off
from ..kernel.evolving import evolve
from ..kernel.jsontext import data_file
from ..kernel.search import stem
from .said import shortened_terrain

_DATA: Mapping[str, Any] = data_file(__file__, "concepts.json")
LITTLE = any_of(" ".join(_DATA["little"]))
"""Words that change nothing."""
MARKS = frozenset(',.:;?-()>+="/!&*@')
ARTICLES = any_of("a an the my his her its their of such other")
_NOUNS: Mapping[str, str] = _DATA["after an article"]
"""What a word means behind an article, where it may be a verb too."""
_ORDINALS = {1: ("first", "one"), 2: ("second", "two", "both"), 3: ("third", "three")}
_BEFORE_NUMBERS = any_of("roll rolled rolls threw with of")
_SHORTEST = 5  # of a word with a wrong letter


def _by_word() -> dict[str, set[str]]:
    concepts: dict[str, set[str]] = {}
    for concept, words in _DATA["words"].items():
        for word in words.split():
            concepts.setdefault(word, set()).add(concept)
    facts = data_file(__file__, "facts.json")["facts"]
    for literal in re.findall(r"[a-z-]{2,}", " ".join(f"{row['about']} {row.get('also', '')}" for row in facts)):
        concepts.setdefault(literal, {literal})
    return concepts


_CONCEPTS = _by_word()
_STEMS: dict[str, set[str]] = {}
for _word, _meant in _CONCEPTS.items():
    if not _word.endswith(("er", "ers")):  # who attacks is no attack
        _STEMS.setdefault(stem(_word), set()).update(_meant)


@frozen
class Concept:
    """A word, what it can mean, and its number, if it is one.

    :param little: it changes nothing, whatever else it can mean.
    :param name, hazard, terrain: the character, hazard or terrain that it names.
    :param count: how many of a character are named.
    """

    low: str
    concepts: frozenset[str]
    little: bool = False
    number: int | None = None
    name: CharacterName | None = None
    hazard: str | None = None
    terrain: str | None = None
    count: int = 1

    @property
    def counting(self) -> frozenset[str]:
        """What it can mean; a number, what it counts: which turn it is (but in *one turn*), not that there is one."""
        return self.concepts if self.number in (None, 1) else self.concepts - {"turn"}


@cache
def _phrases() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), instead) for group in _DATA["phrases"].values() for pattern, instead in group]


def in_phrases(text: str) -> str:
    """A text with its phrases as the words that they mean: *line of sight* as *sight*."""
    for pattern, instead in _phrases():
        text = pattern.sub(instead, text)
    return text


def concept(low: str, before: str, after: str, named: Iterable[str]) -> Concept | None:
    """What a word between two others means; None if it is not known.

    :param named: the names of people.
    """
    if low in MARKS:
        return Concept(low, frozenset({low}), True)
    found: Concept | None
    bare = low.removesuffix("'s")
    if before in ARTICLES and low in _NOUNS:
        found = Concept(low, frozenset({_NOUNS[low]}))
    elif low.isdecimal():
        found = _number(low, before, after)
    elif "_" in low:
        found = Concept(low, frozenset(_CONCEPTS.get(low, ())), low in LITTLE)
    elif low.endswith("n't"):
        found = Concept(low, frozenset({"not"}))
    elif low in LITTLE or bare in LITTLE:
        found = Concept(low, frozenset(_CONCEPTS.get(low) or _CONCEPTS.get(bare) or ()), True)
    else:
        found = _character(low, bare) or _word_of_the_game(low, bare) or _stranger(low, named)
    return None if found is None else evolve(found, concepts=found.concepts | {low})


def _number(low: str, before: str, after: str) -> Concept:
    number = int(low[:6])
    if "turn" in (before, after):
        which = "first_turn" if number == 1 else "later_turn"
        return Concept(low, frozenset({"turn", which, f"#{number}"}), number=number)
    meant = {"number", f"#{number}"}
    noun = after not in ("", "and", *MARKS) and (before not in ("a", "an") or after not in LITTLE)
    if before not in _BEFORE_NUMBERS and (noun or (number == 1 and before not in ("a", "an"))):
        meant.update(_ORDINALS.get(number, ()))
    return Concept(low, frozenset(meant), number == 1, number)


def _character(low: str, bare: str) -> Concept | None:
    box, meant = current(), _CONCEPTS.get(low) or _CONCEPTS.get(bare) or set()
    name = box.vocabulary.character(bare) if len(bare) > 2 else None
    if name is None or (meant and name.lower() not in (bare, bare.removesuffix("s"))):
        return None
    one = box.characters[name]
    kind = {"name", name.lower(), f"a_{one.rank.lower()}", "a_flier" if one.flies else "a_walker"}
    return Concept(low, frozenset(meant | kind), name=name)


def _word_of_the_game(low: str, bare: str) -> Concept | None:
    meant = set(_CONCEPTS.get(low) or _CONCEPTS.get(bare) or ())
    hazard = _hazard(low)
    terrain = current().vocabulary.terrain(low) if len(low) > 3 else None if meant else shortened_terrain(low)
    if terrain is not None and meant and terrain.lower() not in (low, f"{low}s", low.removesuffix("s")):
        terrain = None
    if hazard is not None:
        meant |= {"hazard", hazard.lower()}
    if terrain is not None:
        meant |= {"land_name", terrain.lower()}
    if not meant and len(stem(bare)) > 3:
        meant = _STEMS.get(stem(bare), set())
    return Concept(low, frozenset(meant), hazard=hazard, terrain=terrain) if meant else None


def _hazard(low: str) -> str | None:
    """A hazard or hexside hazard by its name or plural."""
    box = current()
    for name in (*box.hazards, *box.hexsides):
        spellings = {name.lower(), f"{name.lower()}s", name.lower().removesuffix("s")}
        if low in spellings and name not in box.terrain_names.names:
            return name
    return None


def _stranger(low: str, named: Iterable[str]) -> Concept | None:
    """A marker, a person, or a word with a wrong letter."""
    vocabulary = current().vocabulary
    if vocabulary.is_marker(low):
        return Concept(low, frozenset({"marked", "legion"}))
    if low in named or vocabulary.color(low) is not None:
        return Concept(low, frozenset({"player"}), True)
    near = [known for known in _CONCEPTS if len(low) >= _SHORTEST and one_off(low, known)]
    return Concept(low, frozenset().union(*(_CONCEPTS[known] for known in near))) if near else None
