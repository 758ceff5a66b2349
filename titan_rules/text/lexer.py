"""A text as tokens with their places. It knows no words of any game; what a token means is the lexicon's."""

import json
from enum import Enum, auto

from attrs import frozen

from ..kernel.names import unaccented


class TokenKind(Enum):
    """What a token looks like."""

    WORD = auto()
    """Letters, joined by apostrophes and hyphens: ``attacker's``, ``end-moves``."""
    NUMBER = auto()
    """Digits."""
    CODE = auto()
    """Letters with digits right behind them: ``D3``, ``Bk02``, ``P105``."""
    MARK = auto()
    """Any other character; ``->``, ``=>`` and ``...`` are one mark each."""
    QUOTED = auto()
    """A text in double quotes, without them."""


@frozen(eq=False)
class Token:
    """A piece of a text.

    :param text: as written; of a quotation, what stands in the quotes.
    :param start, end: its place in the whole text, in characters.
    :param glued: no blank stands before it.
    :param low: in lower case, without accents, and with a straight apostrophe.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    glued: bool
    low: str


_MARKS = ("->", "=>", "...")
_STRAIGHT = str.maketrans("’‘`–—−×→⇒…“”„«»", "'''---x>>." + '"' * 5)
_DIGITS = frozenset("0123456789")


def tokens(text: str) -> list[Token]:
    """The tokens of any text, in time that grows with its length.

    >>> [(token.kind.name, token.text) for token in tokens("2xOgre D3->D4, Bk02's end-moves")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('NUMBER', '2'), ('WORD', 'xOgre'), ('CODE', 'D3'), ('MARK', '->'), ('CODE', 'D4'), ('MARK', ','),
     ('CODE', 'Bk02'), ('WORD', "'s"), ('WORD', 'end-moves')]
    """
    straight = text.translate(_STRAIGHT)  # as long as the text
    found: list[Token] = []
    place, quotes = 0, straight.count('"')
    while place < len(straight):
        first = straight[place]
        if first.isspace():
            place += 1
            continue
        if first == '"' and quotes > 1 and (end := _quotation(straight, place)):
            kind = TokenKind.QUOTED
            said = _unquoted(text, straight, place, end)
        else:
            kind, end = _token(straight, place)
            said = text[place:end]
        quotes -= straight.count('"', place, end)
        glued = place > 0 and not straight[place - 1].isspace()
        low = unaccented(straight[place:end]).lower() if kind is not TokenKind.QUOTED else said.lower()
        found.append(Token(kind, said, place, end, glued, low))
        place = end
    return found


def _token(text: str, start: int) -> tuple[TokenKind, int]:
    """The kind of the token that begins here, and where it ends."""
    first, end = text[start], start + 1
    if first in _DIGITS:
        while end < len(text) and text[end] in _DIGITS:
            end += 1
        return TokenKind.NUMBER, end
    if first.isalpha() or (first == "'" and text[end : end + 1].isalpha() and text[start - 1 : start] in _DIGITS):
        return _word(text, start)
    return TokenKind.MARK, next((start + len(mark) for mark in _MARKS if text.startswith(mark, start)), end)


def _word(text: str, start: int) -> tuple[TokenKind, int]:
    """A word; a hyphen before letters with digits ends it: ``off-A3``."""
    end = _letters(text, start + 1)
    while end + 1 < len(text) and text[end] in "'-" and text[end + 1].isalpha():
        part = _letters(text, end + 1)
        if text[end] == "-" and text[part : part + 1] in _DIGITS and part < len(text):
            return TokenKind.WORD, end
        end = part
    digits = end
    while digits < len(text) and text[digits] in _DIGITS:
        digits += 1
    return (TokenKind.WORD if digits == end else TokenKind.CODE), digits


def _letters(text: str, end: int) -> int:
    while end < len(text) and text[end].isalpha():
        end += 1
    return end


def _quotation(text: str, start: int) -> int:
    """Where the quotation ends that begins here; 0 if it does not."""
    end = start + 1
    while end < len(text):
        if text[end] == '"':
            return end + 1
        end += 2 if text[end] == "\\" else 1
    return 0


def _unquoted(text: str, straight: str, start: int, end: int) -> str:
    """What stands in quotes, with JSON's escapes if they are right."""
    inner = text[start + 1 : end - 1]
    if "\\" not in inner or text[start] != '"':
        return inner
    try:
        return str(json.loads(straight[start:end], strict=False))
    except ValueError:
        return inner
