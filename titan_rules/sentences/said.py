"""A sentence as items: characters, hexes, lands, quantities, verbs, owners; other words are left out."""

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Any, TypeAlias

from attrs import define, frozen

from ..box import Box
from ..box.characters import TITAN
from ..box.current_box import current
from ..box.hexes import hex_names
from ..box.vocabulary import LITTLE, any_of, is_hex, words_of
from ..kernel.jsontext import data_file
from ..kernel.words import Word
from ..position.line.spoken import FAMILY, ROLES, WORDS
from .phrases import in_plain_words

Translation: TypeAlias = tuple[str, str]
"""A position and an action in it, in our notation."""

LONGEST = 2_000  # in characters; nobody says more in one question
MOST_ALIKE = 30  # of one character, in one count

_COUNTED = data_file(__file__, "quantities.json")
_QUANTITIES: tuple[tuple[str, str], ...] = tuple(
    (kind, "|".join(patterns).replace("{fill}", _COUNTED["fill"])) for kind, *patterns in _COUNTED["quantities"]
)
"""Numbers by what they count, as patterns of words joined by blanks; the first that fits a number takes it."""


_DIE = r"[1-6](?!\S)(?! (?:hits?|dice|die))"
_NEXT = rf"(?: ?[,-]? ?(?:and |& )?(?:an? )?{_DIE})"
_ROLLED = r"\b(?:with|rolls?|rolled|rolling|threw|(?<!\d )dice|die)(?: [:=]| an?| is| are| were)* "
_THROWN = _ROLLED.replace("with|", "")  # a die of its own
_ALONE = r"(?! (?!and\b|but\b|so\b)[a-z])"
_GLUED = r"(?<!\S)(?<!score )(?:[1-6]{3,}|[1-6]{2,}(?: [1-6]+)+)(?!\S)"
_DICE = rf"{_ROLLED}{_DIE}{_NEXT}+|{_THROWN}{_DIE}{_ALONE}|(?<!\S){_DIE}{_NEXT}+|(?:{_ROLLED})?{_GLUED}"
_DENIED = (
    r"\b(?:nobody|none|nothing|forgot to|forgets to) (?=strik|struck|hits?\b|attack|shoot|shot|moves?\b|goes\b)"
    r"|\bnone of\b|\b(?:strikes?|hits?|attacks?|shoots?) (?:nobody|nothing|none)\b"
    r"|\b(?:any|every)(?:body|one|thing) (?:but|except)\b"
    r"|(?:\bnot|n't) (?:able|allowed|permitted) to\b"
)
"""Deeds that are said not to be done or not to be possible, in a battle."""
_NOT_NAMES = any_of(
    "ran min rng power lower range ranges line lines grand march roll rolls plans mash power hour other order"
    " owner owners"
)
_HARMLESS = any_of("both new dice all everybody everything whole entire")
_MEANINGS: dict[str, tuple[str, str]] = {
    **{word: ("word", word) for word in WORDS["joining"]},
    **{word: ("verb", family) for word, family in FAMILY.items()},
    **{word: ("owner", role) for word, role in ROLES.items()},
    **{
        word: (kind, value or word)
        for kind, values in reversed(data_file(__file__, "meanings.json").items())
        for value, words in values.items()
        for word in words.split()
    },
}
"""The kind and value of words that are no names."""
STORY = (
    LITTLE
    | WORDS["silent in a game"]
    | WORDS["of a story"]
    | any_of(" ".join(data_file(__file__, "story.json")["of a game"]))
)
"""Words that change nothing. Where another is said that nobody knows, no sentence of the Masterboard is understood."""
_SHORT = any_of("en terr att atk def vs v opp no nr mr st occ rec dest")  # their full stop ends no sentence
_VOWELS = re.compile("[aeiou]")


ALL = 99
"""More hits than any strike scores: all its dice."""


@frozen
class Question:
    """A position and actions in it, in our notation.

    :param hits: how many hits a strike scored of which nobody said the dice.
    """

    position: str
    action: str
    hits: int | None = None


@define
class Item:
    """A word, or several, with a meaning.

    :param kind: character, hex, land, number, terrain, hazard, marker, stack, verb, owner, name, side, between, mark,
        end, unknown, other (a word without a meaning); or what a quantity counts.
    :param count: of a character.
    """

    kind: str
    value: Any
    low: str
    count: int = 1


def said(texts: list[str]) -> list[Item]:
    """The items of what was said; a text ends as a sentence does. Words that mean nothing here come last."""
    text = " . ".join(texts)
    if len(text) > LONGEST:
        return []
    items = list(_items(words_of(in_plain_words(text))))
    return [*_counted([x for x in items if x.kind != "other"]), *(x for x in items if x.kind == "other")]


def _items(words: list[Word]) -> Iterator[Item]:
    lows = [word.lower for word in words]
    starts, place = [], 0
    for low in lows:
        starts.append(place)
        place += len(low) + 1
    in_battle = any(is_hex(low) for low in lows)
    taken = _quantities(" ".join(lows), in_battle)
    for i, (word, low, start) in enumerate(zip(words, lows, starts, strict=True)):
        claimed = taken.get(start)
        if low == "." and i and lows[i - 1] in _SHORT and word.start == words[i - 1].end:
            continue
        if claimed is None:
            headed = i == 0 and in_battle and len(lows) > 1 and lows[1] == ":"
            known = list(_first_terrain(low) if headed else ()) or list(_item(word.text, low))
            if i == 0 and in_battle and [x.kind for x in known] in ([], ["other"]):
                known = list(_first_terrain(low)) or known
            if len(low) == 2 and i + 1 < len(words) and words[i + 1].start == word.end and is_hex(lows[i + 1]):
                begun = [name for name in current().characters if name.lower().startswith(low)]  # OgD3
                known = [Item("character", begun[0], low)] if len(begun) == 1 else known
            if i and lows[i - 1] in ("with", "using") and low not in _HARMLESS and [x.kind for x in known] == ["other"]:
                known[0].kind = "unknown"  # with something: it matters
            yield from known
        elif claimed[1] is not None:
            if claimed[0] == "power" and low.startswith("tit"):
                yield Item("character", TITAN, low)
            yield Item(*claimed, low)


def _quantities(text: str, in_battle: bool) -> dict[int, tuple[str, Any]]:
    """What words are taken as quantities, by where they start: a word inside one has the value None."""
    taken: dict[int, tuple[str, Any]] = {}
    patterns = [*_QUANTITIES]
    if in_battle:
        patterns.insert(0, ("repeated", r"\b(\d+) times\b"))
        patterns.insert(0, ("unsaid", _DENIED))
        patterns.insert(0, ("had", r"\bhad (?:already |only |just )?(1?\d)(?= (?:already )?[.,;?)]|$)"))
        patterns.insert(0, ("nothing", r"\bskill (?:of |is |= )?\d"))
        patterns.insert(0, ("power", r"\btit(?:an)? \(? ?(\d{1,2})(?= \)| [a-f][1-6]\b| (?:on|in|at)\b)"))
        patterns.insert(1 + [kind for kind, _ in patterns].index("need"), ("dice", _DICE))
    for kind, pattern in patterns:
        for match in re.finditer(pattern, text):
            starts = [i for i in range(match.start(), match.end()) if i == 0 or text[i - 1] == " "]
            if any(i in taken for i in starts):
                continue
            taken |= dict.fromkeys(starts, (kind, None))
            if kind == "dice":
                taken[starts[0]] = kind, tuple(map(int, re.findall(r"[1-6]", match[0])))
            elif kind == "state":
                taken[starts[0]] = kind, match[1]
            elif kind in ("unsaid", "declared", "asked", "done"):
                taken[starts[0]] = kind, match[0]
            elif kind != "nothing":
                taken[starts[0]] = kind, int(next(digits for digits in match.groups() if digits)[:6])
    return taken


def _item(text: str, low: str) -> Iterator[Item]:
    box, vocabulary = current(), current().vocabulary
    if _MEANINGS.get(low, ("",))[0] == "between":
        yield Item("between", low, low)
    elif low in (".", ";"):
        yield Item("end", low, low)
    elif text.isascii() and text.isdecimal():
        yield Item("number", int(text[:6]), low)
    elif low == "x" or (len(low) == 1 and not low.isalnum()):
        yield Item("mark", low, low)
    elif is_hex(text):
        yield Item("hex", hex_names.canonical(text), low)
    elif vocabulary.is_marker(text):
        yield Item("marker", box.markers.canonical(text), low)
    elif text[-1:].isdecimal() and text.isascii():
        digits = text.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if low[0] == "x" and digits == text[1:]:
            yield Item("times", int(digits[:3]), low)
        elif digits.isdecimal():
            yield Item("land", int(digits[:6]), low)
    elif (name := _character(box, text, low)) is not None:
        yield Item("character", name, low)
        if low.endswith("'s"):
            yield Item("owner", low, low)
    elif (hazard := _hazard(box, low)) is not None:
        yield Item("hazard", hazard, low)
    elif (terrain := _terrain(box, text, low)) is not None:
        yield Item("terrain", terrain, low)
    else:
        yield from _role_or_verb(text, low)


def _first_terrain(low: str) -> Iterator[Item]:
    """A terrain by its first letters, as the first word: *W: Gor D2*; of one letter's terrains, the first."""
    fits = [name for name in current().terrain_names.names if name.lower().startswith(low)] if low else []
    if len(fits) == 1 or (len(low) == 1 and fits):
        yield Item("terrain", fits[0], low)


def _role_or_verb(text: str, low: str) -> Iterator[Item]:
    color = current().vocabulary.color(low)
    kind, value = _MEANINGS.get(low, ("", ""))
    named = text[:1].isupper()
    if color is not None and kind != "owner" and (len(low) > 2 or named):
        yield Item("owner", color, low)
    elif kind:
        yield Item(kind, value, value if kind == "has" else low)
    elif low.endswith("-phase"):
        yield Item("phase", low.removesuffix("-phase"), low)
    elif text.endswith(("'s", "’s")) and low.replace("’", "'") not in LITTLE:
        yield Item("owner", low[:-2] if named else "theirs", low)  # Ann's, my brother's Lion
    elif named and text[1:].islower() and low not in STORY and not any(low in x for x in WORDS.values()):
        yield Item("name", low, low)
    elif low not in LITTLE:
        yield Item("other", low, low)


def _character(box: Box, text: str, low: str) -> str | None:
    """A character by its name, a plural, or consonants as in *Rgr*."""
    plain = low.removesuffix("'s") if low not in LITTLE else low
    known = low in LITTLE or low in _NOT_NAMES or low in WORDS["parting"]
    if known and not (low in ("min", "ran") and text != low):
        return None
    name = box.vocabulary.character(plain)
    if name is not None and (low not in FAMILY or low == name.lower()):
        return name
    if low in FAMILY or low in ROLES or any(low in words for words in WORDS.values()) or len(low) < 3:
        return None
    if len(low) < 5 and not _VOWELS.search(low):
        fits = {n for n in box.characters if n.lower()[0] == low[0] and _in_order(low, n.lower())}
        return fits.pop() if len(fits) == 1 else None
    return None


def _hazard(box: Box, low: str) -> str | None:
    """A hazard by its name, if no terrain has it too."""
    hazards = (x for x in box.hazards if x not in box.terrain_names.names)
    return next((x for x in hazards if x.lower() in (low, low.removesuffix("s"), f"{low}s")), None)


def _in_order(letters: str, name: str) -> bool:
    rest = iter(name)
    return all(letter in rest for letter in letters)


def shortened_terrain(low: str) -> str | None:
    """The terrain whose consonants these are: *pln*, *mtn*; None if a vowel is among them."""
    if low not in ("mts", "mtn", "mtns") and (len(low) != 3 or _VOWELS.search(low)):
        return None
    names = current().terrain_names.names
    fits = [name for name in names if name.lower()[0] == low[0] and _in_order(low, name.lower())]
    return fits[0] if len(fits) == 1 else None


def _terrain(box: Box, text: str, low: str) -> str | None:
    names = box.terrain_names.names
    if (shortened := shortened_terrain(low)) is not None or (len(low) == 3 and not _VOWELS.search(low)):
        return shortened
    if len(low) == 3 and text[0].isupper():
        return next((name for name in names if name.lower().startswith(low)), None)
    if low in LITTLE or low in FAMILY or low in ROLES or low in _NOT_NAMES or len(low) < 4:
        return None
    if any(low in words for words in WORDS.values()):
        return None
    return box.vocabulary.terrain(text)


def _counted(items: list[Item]) -> list[Item]:
    """Characters with their counts: *3 Ogres*, *3xOgre*, *Ogre x3*, *Ogre: 3,*; and marks as the verbs they are."""
    kept: list[Item] = []
    for item in items:
        if item.kind == "character":
            _take_count_before(item, kept)
        elif _counts(item, kept):
            continue
        elif item.low in (",", ")", ".", ";") and _counts_behind_a_colon(kept):
            kept[-3].count = max(1, min(kept[-1].value, MOST_ALIKE))
            del kept[-2:]
        kept.append(item)
    for before, item in pairwise(kept):
        _read_together(before, item, kept)
    return kept


def _take_count_before(item: Item, kept: list[Item]) -> None:
    """Count a character by the number before it: *3 Ogres*, *3xOgre*, *2 enemy Ogres*."""
    between = [*takewhile(lambda x: x.low in ("x", "*") or x.kind == "owner", reversed(kept))]
    before = kept[-len(between) - 1] if len(between) < len(kept) else None
    if before is not None and before.kind == "number" and 0 < before.value <= MOST_ALIKE:
        kept[-len(between) - 1 :] = [x for x in reversed(between) if x.kind == "owner"]
        item.count = before.value


def _counts(item: Item, kept: list[Item]) -> bool:
    """Whether an item counts the character before it: *Ogre x3*, *Ogre x 3*."""
    if kept and kept[-1].kind == "character" and item.kind == "times" and 0 < item.value <= MOST_ALIKE:
        kept[-1].count = item.value
        return True
    if item.kind == "number" and len(kept) > 1 and kept[-1].low in ("x", "*") and kept[-2].kind == "character":
        kept.pop()
        kept[-1].count = max(1, min(item.value, MOST_ALIKE))
        return True
    return False


def _counts_behind_a_colon(kept: list[Item]) -> bool:
    named = len(kept) > 2 and kept[-3].kind == "character"
    return named and kept[-2].low in (":", "=") and kept[-1].kind == "number"


def _read_together(before: Item, item: Item, kept: list[Item]) -> None:
    """Give two items the meaning that they have together: *Ogre x Lion* strikes, *of 4* is a height."""
    named = before.kind in ("hex", "character") or (item.low == "x" and before.low in (")", "]"))
    if item.low in ("x", "attacking") and named:
        item.kind, item.value = "verb", "strike"
    elif before.low == "of" and item.kind == "number":
        item.kind = "height"
    elif (item.low in ("=", ":") and before.low in ("att", "atk", "attack", "attacks")) or (
        item.kind == "character" and before.low in ("att", "atk") and _begins(kept, before)
    ):
        before.kind, before.value = "owner", "attacker"


def _begins(items: list[Item], item: Item) -> bool:
    """Whether no character is named before an item."""
    return all(x.kind != "character" for x in items[: items.index(item)])
