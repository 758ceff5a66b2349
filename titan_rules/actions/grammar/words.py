"""A text as words with their places, read from left to right."""

import json
import re
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from ...box.hexes import hex_names
from ...box.names import CharacterName, Hex, LandNo, Marker, PlayerColor
from ...box.reading import current
from ...kernel.errors import ActionError, Fault, UnknownName
from ...kernel.jsontext import LONGEST_NUMBER
from ...kernel.names import shortened
from ...kernel.patterns import Pattern
from ...kernel.words import MOST_OF_A_KIND, Word, split_words

N = TypeVar("N", bound=str)

_PAIR = Pattern(r"([A-Za-z][0-9])(-|x)([A-Za-z][0-9])?", re.ASCII)
_COUNTED = Pattern(r"([0-9]{1,2})[xX×]([A-Za-z]+)?", re.ASCII)
_MARKER = Pattern(r"[A-Za-z]{2}[0-9]{1,2}", re.ASCII)
_LAND = Pattern(r"([A-Za-z]{0,2})([0-9]+)", re.ASCII)
_NUMBER = Pattern(r"-?[0-9]+", re.ASCII)

POSITION_NEEDED = "position-needed"
"""The code of the fault of a text that only a position makes clear."""

_ENTRY = ("left", "right", "bottom", "normal")
ARTICLES = ("the", "a", "an", "his", "her", "its")


def _split(text: str) -> list[Word]:
    """The words of a text; ``D3-E4`` are three, and ``2xOgre`` two.

    :raises ActionError: a quote is not closed.
    """
    found: list[Word] = []
    for word in split_words(text):
        if word.opens_quote:
            fault = Fault("bad-notation", f"the quote is not closed: {shortened(text[word.start :], 30)}")
            raise ActionError(fault, text, (word.start, len(text)))
        pair = _PAIR.fullmatch(word.text) or _COUNTED.fullmatch(word.text)
        pieces = [pair.span(i) for i in range(1, (pair.lastindex or 0) + 1)] if pair else []
        found += [Word(word.text[i:j], word.start + i, word.start + j) for i, j in pieces] or [word]
    return found


def words_in(text: str) -> list[str]:
    """The words of a text; none where a quote is not closed.

    >>> words_in("Bk02 Cen,Cen>Lio"), words_in("Ogr D3-E4")
    (['Bk02', 'Cen', ',', 'Cen', '>', 'Lio'], ['Ogr', 'D3', '-', 'E4'])
    """
    try:
        return [word.text for word in _split(text)]
    except ActionError:
        return []


class Words:
    """What is left to read of a text.

    :param text: the whole text, for messages.
    :ivar hint: what would be understood, for what is not.
    :raises ActionError: a quote is not closed.
    """

    def __init__(self, text: str, words: Sequence[Word] | None = None) -> None:
        self.text = text
        self._words = _split(text) if words is None else list(words)
        self._at = 0
        self.hint: str | None = None

    def __len__(self) -> int:
        return len(self._words) - self._at

    def all(self) -> list[Word]:
        """Every word that is left."""
        return self._words[self._at :]

    def move_and_muster(self) -> "tuple[Words, Words] | None":
        """The two parts of a line that tells of a Legion's move and of its muster; None of any other line."""
        if not (self.is_marker() and (self.is_land(1) or self.peek(1) in ("moves", "move", "to"))):
            return None
        said = [word.lower for word in self._words]
        if "musters" in said:
            begin = said.index("musters")
        elif ">" in said:
            begin = said.index(">")
            begin -= self._belongs_before(begin)
            while begin > 3 and said[begin - 1] in (",", "+"):
                begin -= 2
        else:
            return None
        end = begin - (said[begin - 1] == "and")
        legion = self._words[0]
        return Words(self.text, self._words[:end]), Words(self.text, [legion, *self._words[begin:]])

    def _belongs_before(self, mark: int) -> bool:
        """Whether the word before a ``>`` musters: ``Cen>Lio`` and ``Cen > Lio``, but not the Angel of ``Ang >Ogr``."""
        before, sign = self._words[mark - 1], self._words[mark]
        after = self._words[mark + 1 :]
        wide = bool(after) and after[0].start > sign.end
        return mark > 2 and before.lower.isalpha() and before.lower not in _ENTRY and (before.end == sign.start or wide)

    def peek(self, ahead: int = 0) -> str:
        """The next word in lower case, or the one ``ahead`` of it; empty at the end."""
        place = self._at + ahead
        return self._words[place].lower if place < len(self._words) else ""

    def take(self, *wanted: str) -> bool:
        """Go past the next word if it is one of these."""
        found = self._at < len(self._words) and self._words[self._at].lower in wanted
        self._at += found
        return found

    def expect(self, *wanted: str) -> None:
        """Go past the next word, which must be one of these.

        :raises ActionError: it is another.
        """
        if not self.take(*wanted):
            self.fail(f"{' or '.join(map(repr, wanted[:3]))} is missing{self._before()}")

    def next(self, what: str) -> Word:
        """The next word.

        :param what: what it should be, for the message where the text ends.
        :raises ActionError: nothing of that kind is found.
        """
        if not len(self):
            self.fail(f"{what} is missing")
        self._at += 1
        return self._words[self._at - 1]

    def end(self) -> None:
        """Make sure that nothing is left.

        :raises ActionError: something is.
        """
        if len(self):
            self.fail(f"{self._shown(self.all()[0])} is not understood")

    def fail(
        self, message: str, code: str = "bad-notation", hint: str | None = None, word: Word | None = None
    ) -> NoReturn:
        """Tell what is wrong at the next word, or at a given one.

        :raises ActionError: always.
        """
        word = word or (self.all()[0] if len(self) else None)
        place = (word.start, word.end) if word else (len(self.text), len(self.text))
        raise ActionError(Fault(code, message, hint=hint or self.hint), self.text, place)

    def _before(self) -> str:
        return f" before {self._shown(self.all()[0])}" if len(self) else ""

    def _shown(self, word: Word) -> str:
        return repr(shortened(word.text, 40))

    # --- what words stand for ---

    def named(self, what: str, canonical: Callable[[str], N]) -> N:
        """The next word as a name that the game knows.

        :param canonical: gives the canonical spelling, or raises UnknownName.
        :raises ActionError: it is no such name.
        """
        word = self.next(what)
        try:
            return canonical(word.text)
        except UnknownName as e:
            self.fail(e.fault.message, e.fault.code, e.fault.hint, word)

    def character(self) -> CharacterName:
        """A character's name; an article before it is left out."""
        self.take(*ARTICLES)
        return self.named("a character", _ascii(current().character_names.canonical))

    def hex(self) -> Hex:
        """A hex's label."""
        return Hex(self.named("a hex", _ascii(hex_names.canonical)))

    def marker(self) -> Marker:
        """A Legion Marker."""
        return self.named("a Legion", _ascii(current().markers.canonical))

    def color(self) -> PlayerColor:
        """A colour."""
        return self.named("a color", _ascii(current().markers.color))

    def number(self, what: str = "a number") -> int:
        """A whole number."""
        word = self.next(what)
        if not _NUMBER.fullmatch(word.text):
            self.fail(f"{what} is wanted, not {self._shown(word)}", word=word)
        if len(word.text) > LONGEST_NUMBER:
            self.fail(f"the number {word.text[:12]}... is too large", word=word)
        return int(word.text)

    def numbers(self) -> tuple[int, ...]:
        """Whole numbers, as many as follow each other; ``nothing`` for none."""
        if self.take("nothing"):
            return ()
        found = [self.number()]
        while self.is_number() or (self.peek() == "," and self.is_number(1)):
            self.take(",")
            found.append(self.number())
        return tuple(found)

    def land(self, letters: dict[str, str]) -> LandNo:
        """A land's number; the letters of its terrain before it must be right.

        :param letters: by terrain.
        """
        word = self.next("a land")
        match = _LAND.fullmatch(word.text)
        if match is None:
            self.fail(f"a land is wanted, not {self._shown(word)}", word=word)
        try:
            number = current().land(int(match[2][:LONGEST_NUMBER]))
        except UnknownName as e:
            self.fail(shortened(e.fault.message), e.fault.code, e.fault.hint, word)
        right = letters.get(current().terrain_of(number), "")
        if match[1] and match[1].lower() != right.lower():
            terrain = current().masterboard.lands[number].terrain
            self.fail(f"land {number} is {terrain}", "wrong-terrain", f"write {right}{number} or {number}", word)
        return number

    def name(self) -> str:
        """A player's name, in quotes or not."""
        word = self.next("a player")
        if not word.in_quotes:
            return word.text
        try:
            said: str = json.loads(word.text, strict=False)
        except ValueError:
            self.fail(f"{self._shown(word)} is not a name in quotes", word=word)
        return said

    def player(self) -> str:
        """A colour where it is one; a player's name stays as it is, and so does what stands in quotes."""
        quoted = bool(len(self)) and self.all()[0].in_quotes
        name = self.name()
        return name if quoted else current().markers.colors.find(name) or name

    def characters(self, *until: str) -> tuple[CharacterName, ...]:
        """Characters, with or without commas and counts, up to the end or one of these words.

        ``2 Ogre``, ``2xOgre`` and ``Ogre Ogre`` are the same; ``nothing`` stands for none.
        """
        if self.take("nothing", "nobody"):
            return ()
        found: list[CharacterName] = []
        while len(self) and self.peek() not in until:
            if self.take(",", "+", "and"):
                continue
            count = self.number() if self.is_number() else 1
            self.take("x", "×")
            if not 1 <= count <= MOST_OF_A_KIND:
                self.fail(f"{count} of a kind are not possible")
            found += [self.character()] * count
        return tuple(found)

    def is_number(self, ahead: int = 0) -> bool:
        """Whether a number is next."""
        return _NUMBER.fullmatch(self.peek(ahead)) is not None

    def is_hex(self, ahead: int = 0) -> bool:
        """Whether the next word has the form of a hex."""
        return re.fullmatch(r"[A-Za-z][0-9]", self.peek(ahead)) is not None

    def is_marker(self, ahead: int = 0) -> bool:
        """Whether the next word has the form of a Legion Marker."""
        return _MARKER.fullmatch(self.peek(ahead)) is not None

    def is_land(self, ahead: int = 0) -> bool:
        """Whether the next word has the form of a land."""
        return _LAND.fullmatch(self.peek(ahead)) is not None


def _ascii(canonical: Callable[[str], N]) -> Callable[[str], N]:
    """A reader of names for which letters outside ASCII are not the same as those within (``ſ`` is no ``s``)."""

    def read(text: str) -> N:
        if not text.isascii():
            raise UnknownName(Fault("bad-notation", f"{shortened(text, 40)!r} is not a name of the game"))
        return canonical(text)

    return read
