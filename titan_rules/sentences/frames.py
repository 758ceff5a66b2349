"""Sentences as frames: each thing said is a letter, and a table of patterns of letters must cover all of them.

A noun group (*my other Ogre on D3 with 3 hits*) is read first, and is one letter. What no frame covers is not
understood, so that nothing said is quietly dropped or put into another's role.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from attrs import field, frozen

from ..kernel.jsontext import data_file
from .said import Item

_TABLE: dict[str, Any] = data_file(__file__, "frames.json")
_OF_KIND: dict[str, str] = _TABLE["kinds"]
_OF_VERB: dict[str, str] = _TABLE["verbs"]
_OF_WORD: dict[str, str] = {word: letter for letter, words in _TABLE["words"].items() for word in words.split()}
_PARTS = {name: pattern.replace(" ", "") for name, pattern in _TABLE["noun groups"].items()}
for _name in _PARTS:
    _PARTS |= {other: pattern.replace(f"{{{_name}}}", f"(?:{_PARTS[_name]})") for other, pattern in _PARTS.items()}
_NOUN, _HEX, _MOMENT = (re.compile(_PARTS[name]) for name in ("noun", "place", "moment"))
MOST_LETTERS = 120
_OF_THE_BOARD = ("roll", "claim", "stock")  # numbers that nothing in a battle takes: they must not be dropped
_MOST_ALIKE = 24  # cheapest covers that are compared
_STRAY = 1_000
_HEADS = "OYimhja867"  # a colon behind these heads what is theirs


@frozen
class Noun:
    """A noun group: a character or several, as named there, or a bare hex, or a pronoun.

    :param letter: ``N`` with a hex, ``n`` without, ``H`` for a hex alone, or a pronoun's letter.
    :param hazard: what the hex is said to hold.
    :param possessives: its owners as they were said: *his*, *her*.
    """

    letter: str
    low: str
    name: str | None = None
    owners: tuple[str, ...] = ()
    count: int = 1
    many: bool = False
    another: bool = False
    beside: bool = False
    hexes: tuple[str, ...] = ()
    hazard: str | None = None
    notes: tuple[tuple[str | None, Item], ...] = ()
    possessives: tuple[str, ...] = ()


@frozen
class Clause:
    """A frame that was found, with what is in its slots."""

    kind: str
    slots: dict[str, list[Noun]]
    items: tuple[Item, ...]
    sentence: int

    def __getitem__(self, slot: str) -> list[Noun]:
        return self.slots.get(slot, [])

    @property
    def verb(self) -> Item | None:
        """Its first verb."""
        return next((item for item in self.items if item.kind == "verb"), None)

    @property
    def low(self) -> str:
        """Its first verb as it was said."""
        return self.verb.low if self.verb is not None else ""

    def value(self, *kinds: str) -> Any:
        """The value of the first item of some kinds."""
        return next((item.value for item in self.items if item.kind in kinds), None)


@frozen
class _Frame:
    kind: str
    cost: int
    pattern: re.Pattern[str] = field(repr=False)


@lru_cache(1)
def _frames() -> list[_Frame]:
    """The table of frames, compiled for whoever first tells of a battle."""
    macros: dict[str, str] = _TABLE["slots"]
    frames = []
    for kind, rows in _TABLE["frames"].items():
        for cost, *patterns in rows:
            for text in patterns:
                for name, pattern in macros.items():
                    text = text.replace(f"{{{name}}}", pattern)
                frames.append(_Frame(kind, cost, re.compile(text.replace(" ", "[,_]?"))))
    return frames


def letter(item: Item) -> str:
    """The letter of an item; ``?`` for what no frame has."""
    if item.kind == "character":
        return "K" if item.count > 1 or (item.low.endswith("s") and item.low != item.value.lower()) else "n"
    if item.kind == "number" and item.value == 1:
        return "1"
    if item.low in ("att", "atk"):
        return "8"
    if item.kind in _OF_KIND and (item.kind != "owner" or item.low not in _OF_WORD):
        return _OF_KIND[item.kind]
    if item.low in _OF_WORD and item.kind not in _OF_THE_BOARD:
        return _OF_WORD[item.low]
    return _OF_VERB.get(str(item.value), "?") if item.kind == "verb" else "?"


def clauses(items: Sequence[Item], moments: list[Item]) -> Iterator[list[Clause]]:
    """The cheapest ways to cover what was said with frames; none, if something is left over.

    :param moments: takes what tells where and when the battle is.
    """
    groups: list[Noun | Item] = []
    text = "".join(_groups(items, moments, groups))
    for cover in covers(text) if "?" not in text and len(text) <= MOST_LETTERS else ():
        found = []
        for kind, start, stop, spans in cover:
            nouns = {slot: [_noun_of(groups[i]) for i in range(a, b) if text[i] not in ",_&"] for slot, a, b in spans}
            told = tuple(group for group in groups[start:stop] if isinstance(group, Item))
            found.append(Clause(kind, nouns, told, text.count(".", 0, start)))
        yield found


def _groups(items: Sequence[Item], moments: list[Item], groups: list[Noun | Item]) -> Iterator[str]:
    """The letters of what was said, when noun groups are one and moments are taken out."""
    items = [item for item in items if letter(item) != " "]
    letters, depth = "", 0
    for sign in map(letter, items):
        depth += (sign == "(") - (sign == ")")
        letters += "," if sign == "." and depth > 0 else sign  # a semicolon in brackets ends nothing
    places = list(range(len(items)))
    for match in reversed(list(_MOMENT.finditer(letters))):
        moments[:0] = [items[i] for i in range(*match.span()) if letters[i] in "TUf" or _tells_when(letters, i)]
        instead = "," if match[0][-1] in ",:-" or letters[match.start() - 1 : match.start()] in ("", ",") else "_"
        letters = f"{letters[: match.start()]}{instead}{letters[match.end() :]}"
        places[match.start() : match.end()] = [-1]
    at, sign = 0, "."
    named: Noun | None = None
    while at < len(letters):
        if (group := _NOUN.match(letters, at) or _HEX.match(letters, at)) is not None:
            noun = _noun([items[place] for place in places[at : group.end()] if place >= 0], named)
            named = noun if noun.name is not None else named
            groups.append(noun)
            at, sign = group.end(), noun.letter
            yield sign
            continue
        before, sign, place = sign, letters[at], places[at]
        at += 1
        sign = "," if sign in "()" or (sign == ":" and before not in _HEADS) else sign
        if sign in ",_" and before in ",_./":
            sign = before
            continue
        groups.append(items[place] if place >= 0 else Item("mark", ",", ","))
        yield sign


def _tells_when(letters: str, i: int) -> bool:
    """Whether an owner is told with a phase or a turn: *the attacker's strike phase*."""
    return letters[i] in "O8" and (letters[i + 1 : i + 2] in tuple("fUGS") or letters[i - 2 : i] == "fo")


def _noun_of(group: Noun | Item) -> Noun:
    """A noun group, or a pronoun or an owner as one."""
    if isinstance(group, Noun):
        return group
    sign = letter(group)
    owner = {"8": "attacker", "6": "mine", "7": "theirs"}.get(sign, str(group.value))
    return Noun(sign, group.low, owners=(owner,) if sign in "OY867" else ())


def _noun(inside: Sequence[Item], before: Noun | None) -> Noun:
    """What a noun group says; *another on D4* is named as the one before it."""
    who = next((item for item in inside if item.kind == "character"), None)
    hexes = tuple(dict.fromkeys(str(item.value) for item in inside if item.kind == "hex"))
    first = next((i for i, item in enumerate(inside) if item.kind == "hex"), 0)
    hazard = next((str(item.value) for item in inside[:first] if item.kind == "hazard"), None)
    another = any(letter(item) == "A" for item in inside)
    owners = [item for item in inside if letter(item) in "OY867"]
    if who is None and not another:
        return Noun("H", hexes[0], hexes=hexes, hazard=hazard)
    notes = []
    label = hexes[0] if hexes else None
    for before_it, item in zip([None, *inside], inside, strict=False):
        label = str(item.value) if item.kind == "hex" else label
        if item.kind == "hits" and (before_it is None or before_it.low != "with"):
            item.kind = "had"  # kills the Ogre with 4 hits: they may be those it scores
        if item.kind in ("hits", "had", "left", "power", "score", "state", "number") or letter(item) == "+":
            notes.append((label, item))
    return Noun(
        "N" if hexes else "n",
        who.low if who is not None else "another",
        who.value if who is not None else before.name if before is not None else None,
        tuple("attacker" if letter(o) == "8" else "own" if o.low == "own" else str(o.value) for o in owners)
        or (before.owners if who is None and before is not None else ()),
        who.count if who is not None else 1,
        who is not None and letter(who) == "K",
        another,
        any(letter(item) == "%" for item in inside),
        hexes,
        hazard,
        tuple(notes),
        possessives=tuple(item.low for item in owners),
    )


Span = tuple[str, int, int]
Found = tuple[str, int, int, tuple[Span, ...]]


@lru_cache(1 << 10)
def covers(text: str) -> list[tuple[Found, ...]]:
    """The cheapest ways to cover a string of letters with frames."""
    best: list[tuple[int, list[tuple[Found, ...]]]] = [
        (_STRAY, list[tuple[Found, ...]]()) for _ in range(len(text) + 1)
    ]
    best[0] = 0, [()]
    for start in range(len(text)):
        cost, ways = best[start]
        if not ways:
            continue
        for frame in _frames():
            longest = frame.pattern.match(text, start)
            if longest is None:
                continue
            for stop in range(longest.end(), start, -1):
                match = longest if stop == longest.end() else frame.pattern.fullmatch(text, start, stop)
                if match is None or cost + frame.cost > best[stop][0]:
                    continue
                spans = tuple((slot, *match.span(slot)) for slot in frame.pattern.groupindex if match[slot])
                found: Found = (frame.kind, start, stop, spans)
                more = [(*way, found) for way in ways]
                known = best[stop][1] if cost + frame.cost == best[stop][0] else []
                best[stop] = cost + frame.cost, [*known, *more][:_MOST_ALIKE]
    return best[-1][1] if len(best[-1][1]) < _MOST_ALIKE else []
