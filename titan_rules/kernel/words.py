"""A text as words with their places."""

import re
from collections.abc import Iterable, Iterator

from attrs import define, field

from .errors import Fault, UnknownName

_WORD = re.compile(r'\s*+(?:("(?:[^"\\]|\\.)*")|([^\s"/>,:;+=()|]++)|(.))', re.DOTALL)

_COUNTED = re.compile(r"([0-9]+)(?:[xX×](.*))?", re.ASCII | re.DOTALL)
MOST_OF_A_KIND = 99

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
NUMBER_WORDS = {
    **{name: value for value, name in enumerate(_ONES + _TEENS, 1)},
    **{name: 10 * value for value, name in enumerate(_TENS, 2)},
}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}


@define(init=False)
class PlainWord:
    """A word, punctuation mark or quoted text, with its place in the whole text.

    Never changed, but not frozen: a text makes hundreds, and frozen ones cost three times as much.

    :param lower: in lower case if it is ASCII; else unchanged.
    """

    text: str
    start: int
    end: int
    lower: str = field(eq=False, repr=False)

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.lower = text.lower() if text.isascii() else text

    @property
    def is_number(self) -> bool:
        """Whether it is a number in digits."""
        return self.text.isascii() and self.text.isdecimal()

    @property
    def in_quotes(self) -> bool:
        """Whether it is quoted."""
        return len(self.text) > 1 and self.text[0] == '"'

    @property
    def opens_quote(self) -> bool:
        """Whether it is an unclosed quote; what follows it means nothing."""
        return self.text == '"'


def each_word(text: str, start: int = 0) -> Iterator[PlainWord]:
    """The words of a text from ``start`` on, one by one; an unclosed quote ends them."""
    for match in _WORD.finditer(text, start):
        kind = match.lastindex or 0
        yield PlainWord(match[kind], match.start(kind), match.end())
        if kind == 3 and match[3] == '"':
            return


def split_words(text: str, start: int = 0) -> list[PlainWord]:
    """The words of a text from ``start`` on; an unclosed quote ends them.

    >>> [word.text for word in split_words('Bk02 Cen,Cen>"Ann Lee"')]
    ['Bk02', 'Cen', ',', 'Cen', '>', '"Ann Lee"']
    """
    return [*each_word(text, start)]


def counted(words: Iterable[PlainWord]) -> Iterator[tuple[int, PlainWord]]:
    """Names with their counts: ``2 Ogre Lion``, ``2xOgre Lion`` and ``2 x Ogre, Lion`` are the same.

    :raises UnknownName: a count is out of bounds, or no name follows it.

    >>> [(count, word.text) for count, word in counted(split_words("2 Gargoyle Ogre, 3xLion"))]
    [(2, 'Gargoyle'), (1, 'Ogre'), (3, 'Lion')]
    """
    count: PlainWord | None = None
    for word in words:
        counted_word = _COUNTED.fullmatch(word.text)
        if count is None and counted_word is not None:
            count = PlainWord(counted_word[1], word.start, word.start + len(counted_word[1]))
            if len(counted_word[1]) > 2 or not 1 <= int(counted_word[1]) <= MOST_OF_A_KIND:
                raise UnknownName(Fault("bad-count", f"{counted_word[1][:12]} of a kind is impossible"))
            if not counted_word[2]:
                continue
            word = PlainWord(counted_word[2], word.end - len(counted_word[2]), word.end)
        elif word.text == "," or (count is not None and word.lower in ("x", "×")):
            continue
        yield int(count.text) if count is not None else 1, word
        count = None
    if count is not None:
        raise UnknownName(Fault("bad-count", f"{count.text} of what?"))
