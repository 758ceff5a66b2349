"""The table of actions: for each its forms, its phases, how it is read, its short text and its sentence.

A row's ``reads`` are patterns over the kinds of the words: ``legion=M join (with|to)? into=M``. A capital stands for a
kind of word or for one of :data:`PARTS`, a word in lower case for itself or for a family of verbs, and ``field=`` names
what follows. Some patterns hold only in the row's phases (``here:``), in a battle (``battle:``), without one
(``board:``), or in a known game without one (``game:``). Words that no pattern names mean nothing in between.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from attrs import frozen

from ...kernel.jsontext import data_file
from ...position.line.spoken import VERBS
from .. import intents as act
from .words import Sentence, Token

_DATA = data_file(__file__, "patterns.json")
KINDS, MARKS, SIGNS, COMMAS = _DATA["kinds"], _DATA["marks"], _DATA["signs"], _DATA["commas"]
"""The signs of the kinds of words; the names of marks, and their signs.

Commas and the like have signs where a move and a muster stand together; there ``%`` is a count, and ``!`` an arrow with
nobody before it.
"""
PARTS: dict[str, str] = _DATA["parts"]
"""The parts of patterns; what repeats is matched whole or not at all, so that no text takes long."""
CLAUSES: dict[str, str] = _DATA["clauses"]
"""What may be said behind a strike, in any order."""
CARRY: str = _DATA["carry"]
"""Hits and who takes them."""
MOVE_AND_MUSTER: str = _DATA["move and muster"]
"""``Bk02 P105 Cen>Lio``; the Centaur of ``Cen>Lio`` musters, the Angel of ``Ang >Ogr`` is shown."""


@frozen
class ActionRow:
    """One action.

    :param forms: examples, the short text first.
    :param when: its phases and stages, the phase of the turn or battle turn first.
    :param means: its meaning, for the documentation's table.
    :param short: the template of its short text.
    :param sentence: the template of what people at the table say.
    :param reads: the patterns of its sentences, each with its condition.
    """

    kind: type[act.Action]
    forms: tuple[str, ...]
    when: tuple[str, ...]
    means: str
    short: str
    sentence: str
    reads: tuple[tuple[str, str], ...]


def _with_actor(pattern: str) -> str:
    """A pattern with the colour or role of whoever acts in front, if it does not say so itself."""
    return pattern if re.search(r"\b(by|who|more)=|^P", pattern) else f"(P|R)?({pattern})"


def _row(do: str, forms: list[str], when: str, reads: Iterable[str] = (), **texts: str) -> ActionRow:
    parts = [pattern.rpartition(": ") for pattern in reads]
    placed = tuple([(where, _with_actor(pattern)) for where, _, pattern in parts])
    return ActionRow(act.ACTIONS[do], tuple(forms), tuple(when.split()), reads=placed, **texts)


TABLE: Mapping[str, ActionRow] = {do: _row(do, **row) for do, row in data_file(__file__, "actions.json").items()}

FORMS: dict[str, tuple[str, ...]] = {do: row.forms for do, row in TABLE.items()}
"""Examples of each action by its ``do``, the short text first."""

USUAL = ("move", "muster", "maneuver", "strike")

_WORD = re.compile(r"(?<!<)\b[a-z][a-z-]*\b(?!=)")
_PATTERNS = [*PARTS.values(), *CLAUSES.values(), *(pattern for row in TABLE.values() for _, pattern in row.reads)]
_LITERAL = frozenset(word for pattern in _PATTERNS for word in _WORD.findall(pattern)) - VERBS.keys()
_SIGNS = {word: chr(0x4E00 + n) for n, word in enumerate(sorted({*_LITERAL, *VERBS}))}
_FAMILIES = {
    family: "".join([_SIGNS[family], *(_SIGNS[word] for word in words if word in _LITERAL)])
    for family, words in VERBS.items()
}
"""The signs of a family of verbs: its own, and those of its words that patterns name."""
_EVERY_PART = {**PARTS, **SIGNS}
_PART = re.compile(rf"\b(?:{'|'.join(_EVERY_PART)})\b")


def phase_of(action: act.Action) -> str | None:
    """The phase of the turn or battle turn in which an action exists; None: any."""
    return next(iter(TABLE[action.do].when), None)


def actions_of(phase: str) -> tuple[str, ...]:
    """The actions of a phase or stage, as a hint for text that has the form of no action.

    >>> actions_of("movement")
    ('roll', 'mulligan', 'move', 'recombine', 'end-moves')
    """
    stage = tuple(do for do, row in TABLE.items() if row.when[-1:] == (phase,))
    return stage or tuple(do for do, row in TABLE.items() if phase in row.when) or USUAL


def forms_of(*kinds: str) -> str:
    """The forms of one action, or the first form of several.

    >>> forms_of("engage"), forms_of("roll", "end-moves")
    ('as in: engage P105', 'as in: roll 4; end-moves')
    """
    shown = FORMS[kinds[0]] if len(kinds) == 1 else [FORMS[kind][0] for kind in kinds]
    return "as in: " + "; ".join(shown)


# --- sentences against the patterns ----------------------------------------------------------------------------------


@frozen
class Said:
    """What a sentence says in the form of one action: its words by field."""

    do: str
    fields: dict[str, list[Token]]


def said(s: Sentence) -> Iterator[Said]:
    """What a sentence can say, the actions of the phase first."""
    items = signed(s)
    signs = "".join([item.sign for item in items])
    for do in sorted(TABLE, key=lambda do: s.phase not in TABLE[do].when):
        if (match := _fits(s, TABLE[do], signs)) is not None:
            spans = {name: match.span(name) for name in match.re.groupindex}
            yield Said(do, {name: items[start:end] for name, (start, end) in spans.items() if start >= 0})


def _fits(s: Sentence, row: ActionRow, signs: str) -> re.Match[str] | None:
    """The first pattern of a row that signs fit."""
    place = {"", "board" if s.battle is None else "battle"}
    place |= {"here"} if s.phase in row.when else set()
    place |= {"game"} if s.battle is None and s.position is not None else set()
    said, hits = {*signs}, not _HITS.isdisjoint(signs)
    for where, pattern in row.reads:
        if where not in place or (not hits and "HIT" in pattern):
            continue
        able = _alphabet(pattern)
        if (able is None or able >= said) and (match := compiled(pattern).fullmatch(signs)):
            return match
    return None


def meant(s: Sentence) -> tuple[str | None, Token | None]:
    """The action that a sentence seems to be which fits no pattern, and its first word that does not fit."""
    items = signed(s)
    verbs = {item.value if item.kind == "verb" else MARKS.get(item.low, "DASH") for item in items} - {"DASH"}
    rows = sorted(TABLE, key=lambda do: s.phase not in TABLE[do].when)
    do = next((do for do in rows for _, pattern in TABLE[do].reads if verbs & _words(pattern)), None)
    signs = "".join([item.sign for item in items])
    do = "move" if do is None and "M" in signs else do
    if do is None:
        return None, None
    ends = (n for n in range(min(len(signs), 40) - 1, 0, -1) if _fits(s, TABLE[do], signs[:n]) is not None)
    unknown = next((item for item in items if item.kind == "text"), None)
    return do, unknown or next((items[n] for n in ends), None)


@cache
def _words(pattern: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w-]+", pattern))


def signed(s: Sentence, commas: bool = False) -> list[Token]:
    """The items of a sentence that patterns know, each with its sign.

    :param commas: commas and the like have signs, too, and numbers and arrows are told apart by their spaces.
    """
    for i, item in enumerate(s.items):
        mark = MARKS.get(item.low)
        if s.kind(i - 1) == "hex" == s.kind(i + 1):
            mark = _DATA["marks between hexes"].get(item.low, mark)
        word = item.value if item.kind == "verb" and item.low not in _LITERAL else item.low
        item.sign = SIGNS[mark] if mark is not None else _SIGNS.get(word) or KINDS.get(item.kind, "")
        if item.sign == "L" and len(item.low) == 2:
            item.sign = "X"  # a land, or a hex that does not exist
        if commas:
            before, after = s.text[: item.word.start], s.text[item.word.end :]
            counts = item.sign == "N" and (after[:1].isalpha() or before.rstrip().endswith((":", ",")))
            lone = item.sign == ">" and before[-1:].isspace() and after[:1].isalpha()
            item.sign = COMMAS.get(item.low) or ("%" if counts else "!" if lone else item.sign)
    return [item for item in s.items if item.sign]


@cache
def _alphabet(pattern: str) -> frozenset[str] | None:
    """The signs that a sentence of a pattern may have; None: any."""
    text = _in_signs(pattern)
    return None if ".*" in text else frozenset(text)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern as a regular expression over signs."""
    text = re.sub(r"(\w+)=(\w|\[\w+\])", r"(?P<\1>\2)", _in_signs(pattern))
    return re.compile(re.sub(r"(\w+)=\(", r"(?P<\1>", text), re.VERBOSE)


@cache
def _in_signs(pattern: str) -> str:
    """A pattern with its parts and words as signs."""
    text = _PART.sub(lambda part: _EVERY_PART[part[0]], pattern)
    while (inner := _PART.sub(lambda part: _EVERY_PART[part[0]], text)) != text:
        text = inner
    return _WORD.sub(lambda word: f"[{_FAMILIES.get(word[0]) or _SIGNS[word[0]]}]", text)


_HITS = frozenset(_in_signs("HIT"))
