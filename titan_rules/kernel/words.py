"""A text as words with their places."""

import re

from attrs import frozen

_WORD = re.compile(r'\s*+(?:("(?:[^"\\]|\\.)*+")|([^\s"/>,:;+=()|]++)|(.))', re.DOTALL)


@frozen
class Word:
    """A word, a mark of punctuation, or what stands in quotes.

    :param text: as it is written, quotes included.
    :param start, end: its place in the whole text.
    """

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """In lower case; as it is where it holds letters that are not ASCII."""
        return self.text.lower() if self.text.isascii() else self.text

    @property
    def in_quotes(self) -> bool:
        """Whether it stands in quotes."""
        return len(self.text) > 1 and self.text[0] == '"'

    @property
    def opens_quote(self) -> bool:
        """Whether it is a quote that nothing closes; what follows it means nothing."""
        return self.text == '"'


def split_words(text: str) -> list[Word]:
    """The words of a text; a quote that is not closed is the last of them.

    >>> [word.text for word in split_words('Bk02 Cen,Cen>"Ann Lee"')]
    ['Bk02', 'Cen', ',', 'Cen', '>', '"Ann Lee"']
    """
    found: list[Word] = []
    for match in _WORD.finditer(text):
        word = Word(match[match.lastindex or 0], match.start(match.lastindex or 0), match.end())
        if word.text.isspace():
            continue
        found.append(word)
        if word.opens_quote:
            break
    return found
