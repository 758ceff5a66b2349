"""What a line says, before it is checked: a document's JSON, each part with its place in the line."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeAlias

from attrs import field, frozen

from ...box.current_box import current
from ...box.names import CharacterName
from ...kernel.errors import DocumentError, Fault
from ...kernel.jsontext import JSON, LONGEST_NUMBER
from ...kernel.names import shortened
from ...kernel.rulings import Assumption
from ...kernel.words import MOST_OF_A_KIND, Word

Growing: TypeAlias = dict[str, Any]
"""A JSON object that grows as the line is read."""

HEADER: Growing = {"format": "titan-rules/1"}
NOBODY = ("nobody", "nothing", "none")
ROLES = ("attacker", "defender")

Words: TypeAlias = list[Word]


@frozen
class LineDraft:
    """What a line says, before it is checked.

    :param text: the line.
    :param data: the JSON of a document.
    :param places: the place of each part in the line, by the id of what holds it and the key there; an object also has
        a place of its own, without a key.
    :param assumptions: what was assumed.
    :param unsaid: what the line leaves open, of ``turn``, ``phase`` and ``roll``.
    :param asked: an action is asked about.
    """

    text: str
    data: Growing = field(factory=lambda: dict(HEADER))
    places: dict[tuple[int, str | int], tuple[int, int]] = field(factory=dict)
    assumptions: list[Assumption] = field(factory=list)
    unsaid: set[str] = field(factory=set)
    asked: bool = False

    def put(self, owner: Growing | list[Any], key: str | int, words: Words) -> None:
        """Record the place of a part; its owner must stay in the document."""
        if words:
            self.places[id(owner), key] = (words[0].start, words[-1].end)

    def say(self, owner: Growing, key: str, value: JSON, words: Words) -> None:
        """Put a value that is not there yet, with its place.

        :raises DocumentError: it is there already.
        """
        if (id(owner), key) in self.places:
            self.fail(f"{key.replace('_', '-')} is given twice", words, "said-twice")
        owner[key] = value
        self.put(owner, key, words)

    def assume(self, text: str, otherwise: str | None = None) -> None:
        """Record an assumption, once."""
        assumption = Assumption(text, otherwise)
        if len(self.assumptions) < MOST_OF_A_KIND and assumption not in self.assumptions:
            self.assumptions.append(assumption)

    def fragment(self, pointer: str) -> str:
        """The words of the line for a part of the document; empty if there are none."""
        part: Any = self.data
        start, end = 0, 0
        for step in pointer.split("/")[1:]:
            key: Any = int(step) if isinstance(part, list) else step
            start, end = self.places.get((id(part), key), (start, end))
            part = part[key] if isinstance(part, list) else part.get(key) if isinstance(part, dict) else None
            start, end = self.places.get((id(part), ""), (start, end))
        return shortened(self.text[start:end])

    def fail(self, message: str, words: Words, code: str = "bad-position", hint: str | None = None) -> NoReturn:
        """Report a fault of some words.

        :raises DocumentError: always.
        """
        shown = shortened(self.text[words[0].start : words[-1].end]) if words else ""
        raise DocumentError([Fault(code, f"{shown!r}: {message}" if shown else message, hint=hint)])

    # --- what words stand for ---

    def name(self, word: Word) -> CharacterName | None:
        """The character named by a word, with one wrong letter corrected and reported; None: no character."""
        vocabulary = current().vocabulary
        name = vocabulary.character(word.text)
        if name is None and (name := vocabulary.misspelt(word.text)) is not None:
            self.assume(f"{shortened(word.text, 40)} is read as {name}")
        return name

    def number(self, word: Word) -> int:
        """An integer."""
        if not word.is_number:
            self.fail("expected a number", [word])
        if len(word.text) > LONGEST_NUMBER:
            self.fail("the number is too large", [word])
        return int(word.text)

    def count(self, word: Word, start: int = 0) -> int:
        """A count of characters.

        :param start: where the number begins in the word: 1 in *x2*.
        """
        digits = word.text[start:]
        if len(digits) > 2 or not 1 <= int(digits) <= MOST_OF_A_KIND:
            self.fail(f"{digits[:12]} of a kind are impossible", [word], "bad-count")
        return int(digits)

    def quoted(self, word: Word) -> str:
        """A word, or the text inside quotes."""
        if not word.in_quotes:
            return word.text
        try:
            text: str = json.loads(word.text, strict=False)
        except ValueError:
            self.fail("not a text in quotes", [word])
        return text


class Reader:
    """Reads words from left to right into a draft.

    :ivar at: the number of words read.
    :ivar began: how many were read before the phrase being read.
    """

    def __init__(self, draft: LineDraft, words: Words) -> None:
        self.draft, self.words, self.at, self.began = draft, words, 0, 0
        self.vocabulary = current().vocabulary
        self._low = [word.lower for word in words]

    def phrases(self) -> Iterator[Word]:
        """The first word of each phrase; what belongs to it is read before the next one."""
        while self.at < len(self.words):
            self.began = self.at
            self.at += 1
            yield self.words[self.began]

    def say(self, owner: Growing, key: str, value: JSON) -> None:
        """Put a value that is not there yet; its place is the phrase as far as it is read.

        :raises DocumentError: it is there already.
        """
        self.draft.say(owner, key, value, [self.words[self.began], self.words[self.at - 1]])

    def peek(self, ahead: int = 0) -> str:
        """The next word, or one further on, in lower case; empty at the end."""
        place = self.at + ahead
        return self._low[place] if 0 <= place < len(self._low) else ""

    def next(self) -> Word:
        """Read the next word; something must follow."""
        if self.at >= len(self.words):
            self.draft.fail("the line ends too early", self.words[-1:])
        self.at += 1
        return self.words[self.at - 1]

    def skip(self, *words: str) -> None:
        """Skip any of the given words."""
        while self.peek() in words:
            self.at += 1

    def is_number(self, ahead: int = 0) -> bool:
        """Whether a number comes next, or further on."""
        place = self.at + ahead
        return 0 <= place < len(self.words) and self.words[place].is_number

    def is_name(self, ahead: int = 0) -> bool:
        """Whether a character comes next, or further on."""
        place = self.at + ahead
        return 0 <= place < len(self.words) and self.draft.name(self.words[place]) is not None

    def number(self) -> int:
        """Read a number."""
        return self.draft.number(self.next())


def farthest(used: Iterable[int], beside: Callable[[int], Iterable[int]], able: Iterable[int]) -> int:
    """The place farthest from those used.

    :param beside: the neighbours of a place.
    :param able: places that may be chosen.
    """
    near = list(used)
    far = dict.fromkeys(near, 0)
    for place in near:  # grows as places are reached
        for other in beside(place):
            if other not in far:
                far[other] = far[place] + 1
                near.append(other)
    free = [place for place in able if far.get(place) != 0]
    return max(free, key=lambda place: (far.get(place, 0), -place))


def listed(draft: LineDraft, words: Words) -> list[str]:
    """Names with counts: ``2 Gargoyle, Ogre x2 and a Lion``."""
    names: list[str] = []
    count: int | None = None
    for word in words:
        if word.is_number:
            if count is not None:
                draft.fail("expected a character after the first number", [word], "bad-count")
            count = draft.count(word)
        elif word.lower[0] == "x" and word.text[1:].isdecimal() and names:
            names += [names[-1]] * (draft.count(word, 1) - 1)
        elif word.lower not in _BETWEEN:
            for _ in range(count or 1):
                draft.put(names, len(names), [word])
                names.append(draft.name(word) or word.text)
            count = None
    if count is not None:
        draft.fail(f"{count} of what?", words, "bad-count")
    return names


_BETWEEN = (",", "+", "&", ".", ";", "(", ")", "=", ":", "-", "x", "*", "and", *NOBODY)
