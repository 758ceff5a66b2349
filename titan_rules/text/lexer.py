"""A text as tokens with their places. It knows no words of any game; what a token means is the lexicon's."""

import json
import re
from enum import Enum, auto

from attrs import define

from ..kernel.names import unaccented

LONGEST_TEXT = 20_000  # characters in a position, less what stands behind its bar, or in actions


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


@define(eq=False)
class Token:
    """A piece of a text; never changed, but a frozen one would cost three times as much.

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


QUOTES = "“”„«»"
"""Marks that quote like the straight one."""
_STRAIGHT = str.maketrans("’‘`–—−×→⇒…" + QUOTES, "'''---x>>." + '"' * len(QUOTES))
_LETTERS = r"[^\W\d_]++"
_SLASHED = r"(?<![^\W_])[a-zA-Z]/[a-zA-Z]?(?![^\W\d_])"
"""``w/`` and ``c/o``."""
_BARE = (
    r"(?P<NUMBER>[0-9]++)"
    rf"|(?P<WORD>{_SLASHED}|(?:{_LETTERS}|(?<=[0-9])'{_LETTERS})(?:'{_LETTERS}|-{_LETTERS}(?![0-9]))*[0-9]*+)"
    r"|(?P<MARK>->|=>|\.\.\.|\S)"
)
_SHAPES = re.compile(rf'(?P<QUOTED>"(?:[^"\\]|\\.)*")|(?P<UNCLOSED>")|{_BARE}', re.DOTALL)
"""A quotation, or a quote that is not closed; digits; letters, perhaps with digits behind them; any other character."""
_BARE_SHAPES = re.compile(_BARE)


def tokens(text: str, start: int = 0) -> list[Token]:
    """The tokens of any text, in time that grows with its length.

    :param start: where to begin.

    >>> [(token.kind.name, token.text) for token in tokens("2xOgre D3->D4, Bk02's end-moves")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('NUMBER', '2'), ('WORD', 'xOgre'), ('CODE', 'D3'), ('MARK', '->'), ('CODE', 'D4'), ('MARK', ','),
     ('CODE', 'Bk02'), ('WORD', "'s"), ('WORD', 'end-moves')]
    """
    straight = text.translate(_STRAIGHT)  # as long as the text
    lower = straight.lower() if straight.isascii() else None
    found: list[Token] = []
    matches = _SHAPES.finditer(straight, start)
    while (match := next(matches, None)) is not None:
        first, end = match.span()
        kind, said = _KINDS[str(match.lastgroup)], text[first:end]
        low = unaccented(straight[first:end]).lower() if lower is None else lower[first:end]
        if kind is TokenKind.WORD and low[-1].isdecimal():
            kind = TokenKind.CODE
        elif kind is TokenKind.QUOTED:
            said = _unquoted(text[first + 1 : end - 1])
            low = said.lower()
        elif match.lastgroup == "UNCLOSED":  # so no quote behind it is read as one, again and again
            matches = _BARE_SHAPES.finditer(straight, end)
        found.append(Token(kind, said, first, end, first > 0 and not straight[first - 1].isspace(), low))
    return found


_KINDS = {kind.name: kind for kind in TokenKind} | {"UNCLOSED": TokenKind.MARK}


def _unquoted(inner: str) -> str:
    """What stands in quotes, with JSON's escapes if they are right."""
    if "\\" not in inner:
        return inner
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except ValueError:
        return inner
