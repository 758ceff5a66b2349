"""What a line says, not yet believed: the JSON of a document, each part with its place in the line."""

import json
from typing import Any, NoReturn, TypeAlias

from attrs import field, frozen

from ...box.names import CharacterName
from ...box.reading import current
from ...kernel.assumptions import Assumption
from ...kernel.errors import DocumentError, Fault
from ...kernel.jsontext import JSON, LONGEST_NUMBER
from ...kernel.names import shortened
from ...kernel.words import MOST_OF_A_KIND, Word

Growing: TypeAlias = dict[str, Any]
"""A JSON object that is added to as the line is read: the keys so far are those that were put there."""

HEADER: Growing = {"format": "titan-rules/1"}
NOBODY = ("nobody", "nothing", "none")
ROLES = ("attacker", "defender")

Words: TypeAlias = list[Word]


@frozen
class Draft:
    """What a line says, not yet believed.

    :param text: the line.
    :param data: the JSON of a document.
    :param places: by JSON Pointer, where a part of it stands in the line.
    :param assumptions: what was taken for granted.
    :param unsaid: what the line leaves open, of ``turn``, ``phase`` and ``roll``.
    """

    text: str
    data: Growing = field(factory=lambda: dict(HEADER))
    places: dict[str, tuple[int, int]] = field(factory=dict)
    assumptions: list[Assumption] = field(factory=list)
    unsaid: set[str] = field(factory=set)
    _said: dict[tuple[int, str], object] = field(factory=dict)

    def put(self, pointer: str, words: Words) -> None:
        """Remember where a part stands."""
        if words:
            self.places[pointer] = (words[0].start, words[-1].end)

    def say(self, owner: Growing, key: str, value: JSON, words: Words, pointer: str = "") -> None:
        """Put a value where there is none yet.

        :raises DocumentError: it was said before.
        """
        if (id(owner), key) in self._said:
            self.fail(f"{key.replace('_', '-')} is said twice", words, "said-twice")
        self._said[id(owner), key] = owner
        owner[key] = value
        if pointer:
            self.put(pointer, words)

    def assume(self, text: str, otherwise: str | None = None) -> None:
        """Remember what was taken for granted, once."""
        assumption = Assumption(text, otherwise)
        if len(self.assumptions) < MOST_OF_A_KIND and assumption not in self.assumptions:
            self.assumptions.append(assumption)

    def fragment(self, pointer: str) -> str:
        """The words of the line that a part of the document comes from; empty where it has none."""
        while pointer and pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        start, end = self.places.get(pointer, (0, 0))
        return shortened(self.text[start:end])

    def fail(self, message: str, words: Words, code: str = "bad-position", hint: str | None = None) -> NoReturn:
        """Tell what is wrong with some words.

        :raises DocumentError: always.
        """
        shown = shortened(self.text[words[0].start : words[-1].end]) if words else ""
        raise DocumentError([Fault(code, f"{shown!r}: {message}" if shown else message, hint=hint)])

    def name(self, word: Word) -> CharacterName | None:
        """The character that a word names, a slip of one letter mended and told; None: no character."""
        vocabulary = current().vocabulary
        name = vocabulary.character(word.text)
        if name is None and (name := vocabulary.misspelt(word.text)) is not None:
            self.assume(f"{shortened(word.text, 40)} is read as {name}")
        return name


class Cursor:
    """Words, read from left to right."""

    def __init__(self, found: Draft, words: Words) -> None:
        self.found = found
        self.words = words
        self.at = 0

    def __len__(self) -> int:
        return len(self.words) - self.at

    def peek(self, ahead: int = 0) -> str:
        """The next word in lower case, or one near it; empty where there is none."""
        place = self.at + ahead
        return self.words[place].lower if 0 <= place < len(self.words) else ""

    def word(self, ahead: int = 0) -> Word:
        """The next word, or one near it."""
        return self.words[self.at + ahead]

    def next(self) -> Word:
        """Go past the next word."""
        self.at += 1
        return self.words[self.at - 1]

    def is_number(self, ahead: int = 0) -> bool:
        """Whether a number is there."""
        place = self.at + ahead
        return 0 <= place < len(self.words) and is_number(self.words[place])

    def is_name(self, ahead: int = 0) -> bool:
        """Whether a character is named there."""
        place = self.at + ahead
        return 0 <= place < len(self.words) and self.found.name(self.words[place]) is not None

    def number(self) -> int:
        """Go past a number."""
        return number(self.found, self.next())


def divided(words: Words, mark: str) -> list[Words]:
    """The parts between marks of a kind, empty ones left out."""
    parts: list[Words] = [[]]
    for word in words:
        if word.text == mark:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def number(found: Draft, word: Word) -> int:
    """A whole number."""
    digits = word.text
    if not (digits.isascii() and digits.isdecimal()):
        found.fail("a number is wanted", [word])
    if len(digits) > LONGEST_NUMBER:
        found.fail("the number is too large", [word])
    return int(digits)


def is_number(word: Word) -> bool:
    """Whether a word is a whole number."""
    return word.text.isascii() and word.text.isdecimal()


def is_marker(word: Word) -> bool:
    """Whether a word has the form of a Legion Marker."""
    return len(word.text) in (3, 4) and word.text[:2].isalpha() and word.text[2:].isdecimal() and word.text.isascii()


def said(found: Draft, word: Word) -> str:
    """A word, or what stands in quotes."""
    if not word.in_quotes:
        return word.text
    try:
        said: str = json.loads(word.text, strict=False)
    except ValueError:
        found.fail("not a text in quotes", [word])
    return said


def owner_in(word: Word) -> str | None:
    """Whose something is: ``Black's`` is of Black."""
    text = word.text.replace("’", "'")
    return text[:-2] if text.endswith("'s") else None


def listed(found: Draft, words: Words, at: str, place: int = 0) -> list[str]:
    """Names with counts: ``2 Gargoyle, Ogre x2 and a Lion``.

    :param at: JSON Pointer of the list that they go into, for faults.
    :param place: how many stand in that list already.
    """
    names: list[str] = []
    cursor = Cursor(found, words)
    count: int | None = None
    while len(cursor):
        word = cursor.next()
        if is_number(word):
            if count is not None:
                found.fail("a character is wanted after the first number", [word], "bad-count")
            count = counted(found, word)
        elif word.text in _BETWEEN or word.lower in ("and", "a", "an", "the", *NOBODY):
            continue
        elif word.lower[0] in "x*" and names and word.text[1:].isdecimal():
            names += [names[-1]] * (counted(found, Word(word.text[1:], word.start + 1, word.end)) - 1)
        elif word.lower in ("x", "*"):
            if count is None and names and cursor.is_number():
                names += [names[-1]] * (counted(found, cursor.next()) - 1)
        else:
            name = found.name(word) or word.text
            for _ in range(count or 1):
                found.put(f"{at}/{place + len(names)}", [word])
                names.append(name)
            count = None
    if count is not None:
        found.fail(f"{count} of what?", words, "bad-count")
    return names


_BETWEEN = (",", "+", "&", ".", ";", "(", ")", "=", ":", "-")


def counted(found: Draft, word: Word) -> int:
    """How many there are of a kind."""
    if len(word.text) > 2 or not 1 <= int(word.text) <= MOST_OF_A_KIND:
        found.fail(f"{word.text[:12]} of a kind are not possible", [word], "bad-count")
    return int(word.text)
