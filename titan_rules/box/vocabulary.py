"""The vocabulary of positions and actions: text split into words, and a box's names as people write them.

Any case, plurals, three-letter abbreviations, numbers in words, one wrong letter.
"""

import re
from functools import cached_property, lru_cache

from ..kernel.names import ABBREVIATION, Names
from ..kernel.names import nearest_word as nearest_word
from ..kernel.names import one_off as one_off
from ..kernel.names import unaccented as unaccented
from ..kernel.words import NUMBER_WORDS as NUMBER_WORDS
from ..kernel.words import ORDINALS as ORDINALS
from ..kernel.words import PlainWord
from .hexes import HEX_NUMBER
from .names import CharacterName, Markers, PlayerColor

_ASCII = (
    r'"(?:[^"\\]|\\.)*"'
    r"|(?<=[0-9])[xX*](?![0-9A-Za-z]*[.])"
    r"|[A-Za-z]++(?![0-9'-])"
    r"|[A-Za-z]{1,2}[0-9]++"
    r"|[0-9]++"
    r"|[A-Za-z]{2,}?(?=[A-F][1-6](?![0-9]))"
    r"|[A-Za-z]++(?:[-'][A-Za-z]+(?![A-Za-z0-9]))*"
    r"|[^\s?!`'…_]"
)
_FOREIGN = r'(?<![^\s"/>,:;+=()|])[^\s"/>,:;+=()|]*[^\x00-\x7f\s][^\s"/>,:;+=()|]*'
_TOKENS = {True: re.compile(_ASCII, re.DOTALL), False: re.compile(rf"{_FOREIGN}|{_ASCII}", re.DOTALL)}
"""Words and marks of a text, by whether it is ASCII; a word with other letters stays whole."""
_STRAIGHT: dict[int, int] = str.maketrans("’‘–—−×→⇒[]{}“”„«»\u00a0", "''---x>>()()      ")
HEX_COLUMNS, HEX_ROWS = frozenset(label[0] for label in HEX_NUMBER), frozenset(label[1:] for label in HEX_NUMBER)
_ENDINGS = ("st", "nd", "rd", "th", "s")
_SPELLED = {*NUMBER_WORDS, *ORDINALS, *_ENDINGS, *(column.lower() for column in HEX_COLUMNS), "w", "d6"}
"""Words that may begin or end a number, a hex or *with*."""

LONGEST_TEXT = 20_000  # characters in a position or actions; longer texts are refused unread


def any_of(words: str) -> frozenset[str]:
    """The words as a set for lookups."""
    return frozenset(words.split())


# Words without meaning.
LITTLE = any_of(
    "a an the my his her its their our your this that these those there here it he she they we you i me him"
    " them us is are was were be been being am do does did can could may might shall should will would must"
    " want wants wanted would like likes please now then also just already still only so ok okay let lets"
    " let's try tries trying tried i'm i'd i'll i've he's she's he'd he'll we're they're allowed possible"
    " legal legally able elects elect chooses choose character creature piece hex hexes as well which who"
    " whose what if when where while"
)


def words_of(text: str) -> list[PlainWord]:
    """The words of a text: ``D3-E4`` and ``2xOgre`` are three, ``665432`` one, ``one hundred nine`` one (109).

    Quoted text is one word; an unclosed quote is the last word.

    >>> [word.text for word in words_of("three Ogres D3->D4, 2xLion (3 hits)?")]
    ['3', 'Ogres', 'D3', '-', '>', 'D4', ',', '2', 'x', 'Lion', '(', '3', 'hits', ')']
    """
    straight = text.translate(_STRAIGHT)  # as long as the text
    words: list[PlainWord] = []
    spelled = False
    for match in _TOKENS[straight.isascii()].finditer(straight):
        said, start, end = match[0], match.start(), match.end()
        if said[0] == '"':
            words.append(PlainWord(text[start:end], start, end))
            if end == start + 1:
                break
        else:
            word = PlainWord(said, start, end)
            words.append(word)
            spelled = spelled or word.lower in _SPELLED
    return _with_figures(words) if spelled else words


class Vocabulary:
    """A box's names as people write them; lookups are cached."""

    def __init__(self, names: Names[CharacterName], terrains: Names[str], markers: Markers) -> None:
        self._names, self._terrains, self._markers = names, terrains, markers
        kept = lru_cache(1 << 12)
        self.character, self.misspelt = kept(self._character), kept(self._misspelt)
        self.terrain, self.color, self.kind = kept(self._terrain), kept(self._color), kept(self._kind)

    def _kind(self, text: str) -> tuple[str, str]:
        """The kind of a word taken alone, and its canonical form.

        ``number``, ``marker``, ``hex``, ``land`` (letters with a number, as ``P105``), ``mark``, ``color``,
        ``character``, ``quoted``, or an empty kind.
        """
        if text.isascii():
            if text.isdecimal():
                return "number", text
            if self.is_marker(text):
                return "marker", text
            if is_hex(text):
                return "hex", text.upper()
            if text[-1:].isdecimal():
                return "land", text
            if text[0] == '"':
                return "quoted", text
            if not text[0].isalpha():
                return "mark", text
        color, low = self.color(text), text.lower()
        if color is not None and (low.startswith(color.lower()) or low in self.colors):
            return "color", color
        name = self.character(text)
        if name is not None:
            return "character", name
        return ("", text) if color is None else ("color", color)

    def _character(self, text: str) -> CharacterName | None:
        """A character by name, abbreviation or plural."""
        text = unaccented(text).lower()
        names = self._names
        name = names.find(text) if text.isascii() else None
        if name is None and text.isascii() and not names.fitting(text):
            for ending, instead in (("s", ""), ("es", ""), ("ies", "y"), ("'s", ""), ("ae", "a"), ("i", "us")):
                if name is None and text.endswith(ending) and len(text) > ABBREVIATION:
                    name = names.find(text[: -len(ending)] + instead)
        return name

    def _misspelt(self, text: str) -> CharacterName | None:
        """The only character whose name is one letter off."""
        low = text.lower()
        if len(low) < 4 or not low.isalpha() or not low.isascii():
            return None
        shapes = {low, low.removesuffix("s")}
        names = {name for name in self._names.names for shape in shapes if one_off(shape, name.lower())}
        return names.pop() if len(names) == 1 else None

    def _terrain(self, text: str) -> str | None:
        """A terrain, one wrong letter allowed."""
        text = unaccented(text)
        if not text.isalpha() or not text.isascii():
            return None
        names = self._terrains
        known = names.find(text) or names.find(text + "s") or names.find(text.removesuffix("s"))
        if known is None and len(text) > 3 and self.character(text) is None:
            near = nearest_word(text.lower(), [name.lower() for name in names.names])
            known = None if near is None else names.find(near)
        return known

    def _color(self, text: str) -> PlayerColor | None:
        """A colour, also ``Black's``, its two letters, or three of its name."""
        low = text.lower().removesuffix("'s").removesuffix("'")
        color = self._markers.colors.find(low) if len(low) > 2 or low in self.colors else None
        return None if color is None else PlayerColor(color)

    @cached_property
    def colors(self) -> frozenset[str]:
        """The letters on markers, in lower case."""
        return frozenset(letters.lower() for letters in self._markers.letters.values())

    def is_marker(self, text: str) -> bool:
        """Whether a word has the form of a Legion Marker of this box."""
        return 3 <= len(text) <= 4 and text[:2].lower() in self.colors and text[2:].isdecimal() and text.isascii()


def _with_figures(words: list[PlainWord]) -> list[PlainWord]:
    """The words with spelled-out numbers as figures: *one hundred nine*, *d three*, *3rd*."""
    out: list[PlainWord] = []
    i = 0
    while i < len(words):
        word = words[i]
        value, used = _figure(words, i)
        if word.text == "/" and out and out[-1].lower == "w" and out[-1].end == word.start:
            out[-1] = PlainWord("with", out[-1].start, word.end)
        elif word.lower == "d6" and out and out[-1].text.isdecimal() and out[-1].end == word.start:
            out.append(PlainWord("dice", word.start, word.end))
        elif used and out and out[-1].text != "a" and f"{out[-1].text}{value}".upper() in HEX_NUMBER:
            before = out.pop()
            out.append(PlainWord(f"{before.text}{value}", before.start, words[i + used - 1].end))
        elif used:
            out.append(PlainWord(str(value), word.start, words[i + used - 1].end))
        elif out and word.text in HEX_ROWS and out[-1].text.upper() in HEX_COLUMNS and out[-1].text != "a":
            before = out.pop()
            out.append(PlainWord(f"{before.text}{word.text}", before.start, word.end))
        elif word.lower in _ENDINGS and out and out[-1].text.isdecimal() and out[-1].end == word.start:
            pass
        elif word.lower in ORDINALS:
            out.append(PlainWord(str(ORDINALS[word.lower]), word.start, word.end))
        else:
            out.append(word)
        i += max(used, 1)
    return out


def _digit(word: PlainWord) -> int:
    """The digit that a word spells, or 0."""
    value = NUMBER_WORDS.get(word.lower, 0)
    return value if value < 10 else 0


def _figure(words: list[PlainWord], at: int) -> tuple[int, int]:
    """The number spelled out at a word, and how many words it takes; 0 if none."""
    value, used, last = 0, 0, 0
    while at + used < len(words):
        low = words[at + used].lower
        if low == "hundred" and used and last < 10:
            value, last = value * 100, 100
        elif low in ("oh", "o") and 0 < value < 10 and at + used + 1 < len(words) and _digit(words[at + used + 1]):
            value, last, used = value * 100 + _digit(words[at + used + 1]), 1, used + 1
        elif low == "and" and last == 100 and at + used + 1 < len(words) and words[at + used + 1].lower in NUMBER_WORDS:
            used += 1
            continue
        elif low in NUMBER_WORDS:
            number = NUMBER_WORDS[low]
            if used and not (last == 100 or (20 <= last < 100 and number < 10)):
                break
            value, last = value + number, number
        else:
            break
        used += 1
    return value, used


def is_hex(text: str) -> bool:
    """Whether a word is a hex label."""
    return text.upper() in HEX_NUMBER
