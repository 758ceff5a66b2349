"""What a line says, not yet believed: the JSON of a document, each part with its place in the line."""

import json
from typing import Any, NoReturn, TypeAlias

from attrs import field, frozen

from ...kernel.errors import DocumentError, Fault, UnknownName
from ...kernel.jsontext import LONGEST_NUMBER
from ...kernel.names import shortened
from ...kernel.words import Word, counted

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
    """

    text: str
    data: Growing = field(factory=lambda: dict(HEADER))
    places: dict[str, tuple[int, int]] = field(factory=dict)

    def put(self, pointer: str, words: Words) -> None:
        """Remember where a part stands."""
        if words:
            self.places[pointer] = (words[0].start, words[-1].end)

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


def parted(words: Words, mark: str) -> tuple[Words, bool, Words]:
    """What stands before and after the first mark of a kind, and whether there is one."""
    for i, word in enumerate(words):
        if word.text == mark:
            return words[:i], True, words[i + 1 :]
    return words, False, []


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
    if not (digits.isascii() and digits.isdigit()):
        found.fail("a number is wanted", [word])
    if len(digits) > LONGEST_NUMBER:
        found.fail("the number is too large", [word])
    return int(digits)


def is_number(word: Word) -> bool:
    """Whether a word is a whole number."""
    return word.text.isascii() and word.text.isdigit()


def is_marker(word: Word) -> bool:
    """Whether a word has the form of a Legion Marker."""
    return len(word.text) in (3, 4) and word.text[:2].isalpha() and word.text[2:].isdigit() and word.text.isascii()


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
    """Names with counts: ``2 Gargoyle Ogre``.

    :param at: JSON Pointer of the list that they go into, for faults.
    :param place: how many stand in that list already.
    """
    names: list[str] = []
    try:
        for count, word in counted(words):
            if word.lower in NOBODY:
                continue
            for _ in range(count):
                found.put(f"{at}/{place + len(names)}", [word])
                names.append(word.text)
    except UnknownName as e:
        found.fail(e.fault.message, words, e.fault.code)
    return names
