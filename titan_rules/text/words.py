"""A text as words with their meanings: what stands together is told apart, numbers in words are joined."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from attrs import define

from ..box.current_box import current, use_box
from ..box.hexes import HEX_NUMBER
from ..box.value import Box
from ..kernel.names import ABBREVIATION
from .lexer import Token, TokenKind, tokens
from .lexicon import CLOSED, PAIRS, Deed, Kind, Meaning, lexicon
from .refusal import NOT_UNDERSTOOD, Unread


@define(eq=False)
class Word:
    """A token with its meaning.

    :ivar lead: the words without a role right before it, such as *a* or *the*.
    """

    token: Token
    kind: Kind
    value: object = None
    lead: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The value of a number or a land."""
        return int(str(self.value))

    @property
    def plural(self) -> bool:
        """Whether a name stands in the plural."""
        low, name = self.token.low, str(self.value).lower()
        ends = low[-1] == "s" and (name[-1] != "s" or len(low) > len(name))  # one cylcops, two colossuses
        return ends and "'" not in low and not name.startswith(low)


def refused_unknown(found: Sequence[Word]) -> Unread | None:
    """The refusal of the first word that has no meaning; a single letter may only lack its number."""
    unknown = [word for word in found if word.kind is Kind.UNKNOWN]
    word = min(unknown, key=lambda word: (word.value is None, len(word.token.text) == 1), default=None)
    return None if word is None else Unread(word.token, str(word.value or NOT_UNDERSTOOD))


OF_A_KIND = "of a kind"
"""The value of a slash that musters: it says of which kind the musterers are, not how many there are."""
_ALONE = {"t": "after", "r": "after", "d": "before", "h": "before"}
"""Single letters that mean something only with a number after, or before them."""
_BEFORE_RIGHT = (Kind.COMMA, Kind.STOP, Kind.NAME, Kind.HEX)
"""Behind these, *right?* asks whether it is so."""
_WHO_STANDS = (Kind.COLOUR, Kind.PLAYER, Kind.PERSON, Kind.ROLE, Kind.MARKER, Kind.LEGION)
"""Behind these, *stands* is a decision, unless it says where."""
_ORDINAL_ENDINGS = ("st", "nd", "rd", "th")
_HYPHENATED = re.compile(r"[^-]+")


def words(text: str, people: Mapping[str, object] | None = None, start: int = 0) -> list[Word]:
    """The words of a text that have a role, each with its meaning; words of no meaning are ``Kind.UNKNOWN``.

    :param people: what players are called, in lower case, and what that stands for.
    :param start: where to begin.

    >>> [(word.kind.name, word.value) for word in words("my 2 ogres on d3 hit Ann's Lion")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('OWNER', 'mine'), ('NUMBER', 2), ('NAME', 'Ogre'), ('AT', None), ('HEX', 'D3'),
     ('DEED', <Deed.STRIKE: 1>), ('OWNER', 'Ann'), ('NAME', 'Lion')]
    """
    return _WordReader(tokens(text, start), people or {}).words()


@lru_cache(1 << 10)
def _short_name(box: Box, name: str) -> str:
    with use_box(box):
        starts = (name[:length] for length in range(ABBREVIATION, len(name)))
        return next((start for start in starts if [word.value for word in words(start)] == [name]), name)


def short_name(name: str, box: Box | None = None) -> str:
    """The shortest beginning of a character's name, of three letters or more, that is read back as it.

    >>> short_name("Ogre"), short_name("Warbear")
    ('Ogr', 'Warb')
    """
    return _short_name(box or current(), name)


class _WordReader:
    """Gives the tokens of one text their meanings, from left to right."""

    def __init__(self, found: list[Token], people: Mapping[str, object]) -> None:
        self._tokens, self._people, self._lexicon = found, people, lexicon()
        self._found: list[Word] = []
        self._lead: list[str] = []

    @cached_property
    def _genitives(self) -> set[str]:
        return {token.low[:-2] for token in self._tokens if token.low.endswith("'s")}

    @cached_property
    def _fought(self) -> bool:
        """Whether hexes are named: *Indigo's Lion D4* is a character then."""
        return any(token.text.upper() in HEX_NUMBER for token in self._tokens)

    def words(self) -> list[Word]:
        found = self._tokens
        skipped = self._bracketed_names()
        for place, (before, token, after) in enumerate(zip([None, *found], found, [*found[1:], None], strict=False)):
            if place in skipped:
                continue
            glued = token.glued and self._last is Kind.NUMBER
            if before is not None and (pair := PAIRS.get(f"{before.low} {token.low}")) is not None:
                self._pair(before, token, pair)
                continue
            for piece, meaning in self._meanings(token, after, glued=glued):
                self._add(piece, meaning)
        return _numbers_joined(self._found)

    def _bracketed_names(self) -> frozenset[int]:
        """The places of names in brackets right behind a marker, ``Bk05(Hand)``: the marker says it all."""
        skipped: set[int] = set()
        for place, opened in enumerate(self._tokens[:-2]):
            if not place or opened.text != "(":
                continue
            marker, _, name, closed = self._tokens[place - 1 : place + 3]
            named = opened.glued and closed.text == ")" and name.kind is TokenKind.WORD
            meaning = self._lexicon.code(marker.text) if named and marker.kind is TokenKind.CODE else None
            if meaning is not None and meaning.kind is Kind.MARKER:
                skipped |= {place, place + 1, place + 2}
        return frozenset(skipped)

    def _pair(self, first: Token, second: Token, pair: str) -> None:
        """Two words that mean what one does: *no more*."""
        while self._found and self._found[-1].token.start >= first.start:
            self._found.pop()
        text = f"{first.text} {second.text}"
        token = Token(TokenKind.WORD, text, first.start, second.end, first.glued, pair)
        self._add(token, self._lexicon.meaning(pair) or Meaning(Kind.UNKNOWN))

    def _add(self, token: Token, meaning: Meaning) -> None:
        """A word with its meaning, as the words before it leave it."""
        last = self._found[-1] if self._found else None
        if last is not None and last.kind is Kind.SLASH and meaning.kind is Kind.NAME and self._mailed():
            last.kind, last.value = Kind.TO, OF_A_KIND  # Bk02 P105 Cen/Lio
        elif last is not None and last.kind is Kind.OWNER and not self._fought:
            picture = self._lexicon.coloured.get((str(last.value), token.low))
            if picture is not None:  # Indigo's Lion
                self._found.pop()
                meaning = picture
        if meaning.kind is Kind.IDLE:
            self._lead.append(token.low)
            return
        self._found.append(Word(token, meaning.kind, meaning.value, tuple(self._lead)))
        self._lead = []

    def _mailed(self) -> bool:
        """Whether a slash before a name musters, as in games by mail, rather than parts two sides."""
        kinds = [word.kind for word in self._found]
        mustered = kinds[0] is Kind.MARKER and kinds[-2:-1] == [Kind.NAME]
        return mustered and self._found[-1].token.glued and (not self._fought or self._goes_to_a_land())

    def _goes_to_a_land(self) -> bool:
        """Whether what looks like a hex, behind a Legion, is the land that it goes to: ``Bk02(Eye) B3 Gar/Gar``."""
        return next((word.kind for word in self._found if word.kind is not Kind.MARKER), None) is Kind.HEX

    @property
    def _last(self) -> Kind | None:
        """The kind of the word before."""
        return self._found[-1].kind if self._found else None

    def _meanings(self, token: Token, after: Token | None, *, glued: bool) -> Iterator[tuple[Token, Meaning]]:
        """The token's pieces, one for most, with their meanings.

        :param glued: a number stands right before it.
        """
        if token.kind is TokenKind.QUOTED:
            yield token, Meaning(Kind.QUOTED, token.text)
        elif token.kind is TokenKind.CODE:
            yield from self._code(token, glued=glued)
        elif token.glued and token.low in ("s", "'s") and self._last not in (None, Kind.NUMBER):
            yield token, Meaning(Kind.IDLE)
        elif glued and (ending := self._ending(token)):
            yield from ending
        else:
            yield from self._word(token, after)

    def _ending(self, token: Token) -> list[tuple[Token, Meaning]]:
        """What follows a number without a blank: *2xOgre*, *3rd*, *needs 6s*."""
        if token.low in _ORDINAL_ENDINGS:
            self._found[-1].kind = Kind.ORDINAL
            return [(token, Meaning(Kind.IDLE))]
        if token.low == "s":
            return [(token, Meaning(Kind.IDLE))]
        rest = self._lexicon.meaning(token.low[1:]) if token.low[0] == "x" else None
        if rest is not None and rest.kind is Kind.NAME:
            return [(_part(token, 0, 1), Meaning(Kind.TIMES)), (_part(token, 1, len(token.text)), rest)]
        return []

    def _code(self, token: Token, *, glued: bool) -> Iterator[tuple[Token, Meaning]]:
        """Letters with digits, as a whole, or as a word and what stands right behind it."""
        low = token.low
        letters = low.rstrip("0123456789")
        die = letters == "d" and glued  # 4d6
        whole = Meaning(Kind.DICE) if die else self._lexicon.code(token.text)
        if whole is not None:
            yield token, whole
            return
        known = self._lexicon.meaning(letters[:-1])
        label = low[len(letters) - 1 :].upper()
        if label in HEX_NUMBER and known is not None:  # OgreD3
            yield _part(token, 0, len(letters) - 1), known
            yield _part(token, len(letters) - 1, len(low)), Meaning(Kind.HEX, label)
            return
        number = _part(token, len(letters), len(low))
        parts = [*self._word(_part(token, 0, len(letters)), number), *self._word(number, None)]
        unknown = next((meaning for _, meaning in parts if meaning.kind is Kind.UNKNOWN), None)
        if parts[0][1].kind is Kind.IDLE:  # A7
            unknown = Meaning(Kind.UNKNOWN)
        yield from parts if unknown is None else [(token, unknown)]

    def _word(self, token: Token, after: Token | None) -> Iterator[tuple[Token, Meaning]]:
        """A word or a mark; a hyphenated one in its parts."""
        meaning = self._lexicon.code(token.text) if token.kind is TokenKind.NUMBER else self._meaning_of(token, after)
        if meaning is not None:
            yield token, meaning
        elif token.kind is TokenKind.WORD and "-" in token.low:
            for match in _HYPHENATED.finditer(token.low):
                yield from self._word(_part(token, *match.span()), None)
        else:
            yield token, Meaning(Kind.UNKNOWN, "opens a quote that is not closed" if token.text == '"' else None)

    def _meaning_of(self, token: Token, after: Token | None) -> Meaning | None:
        """A word's meaning beside its neighbours; None: it has none."""
        low, known = token.low, self._lexicon
        if low in self._people and low not in CLOSED and low not in known.names:
            return Meaning(Kind.PLAYER, self._people[low])
        if low.endswith("'s") and low[:-2] in self._people:
            return Meaning(Kind.OWNER, self._people[low[:-2]])
        numbered = after is not None and after.kind is TokenKind.NUMBER
        if low in _ALONE and not (numbered if _ALONE[low] == "after" else self._last is Kind.NUMBER):
            return None
        if low in known.pictures and token.text[0].isupper():
            return known.pictures[low]
        if low == "-" and not token.glued and numbered and after is not None and after.glued:
            return None  # -4 hits
        meaning = known.meaning(low)
        if meaning is None or meaning.kind is Kind.DEED:
            meaning = self._capital(token) or meaning
        if meaning is None and low.endswith("'s"):
            meaning = self._owner(token)
        if meaning is None and token.text[:1].isupper() and low in self._genitives:
            return Meaning(Kind.PERSON, token.text)
        return meaning if meaning is None else self._beside(low, meaning, after)

    def _capital(self, token: Token) -> Meaning | None:
        """*Ran* is a Ranger, and *ran* is not; *Bk* is Black."""
        if not token.text[:1].isupper() or token.text.isupper():
            return None
        for colour, two in self._lexicon.box.markers.letters.items():
            if token.text == two:
                return Meaning(Kind.COLOUR, str(colour))
        return self._lexicon.abbreviated(token.low)

    def _owner(self, token: Token) -> Meaning | None:
        """*Black's*, *the Lion's*, *Ann's*."""
        stem = self._lexicon.meaning(token.low.removesuffix("'s"))
        if stem is not None:
            return Meaning(Kind.OWNER, stem.value) if stem.kind in (Kind.COLOUR, Kind.ROLE) else stem
        return Meaning(Kind.OWNER, token.text[:-2]) if token.text[0].isupper() else None

    def _beside(self, low: str, meaning: Meaning, after: Token | None) -> Meaning:
        """A word of two meanings, by its neighbours."""
        counted = self._last is Kind.NUMBER
        if meaning.kind is Kind.HITS and low.startswith("hit") and not counted:
            return Meaning(Kind.DEED, Deed.STRIKE)
        if low == "x" and (counted or (after is not None and after.kind is TokenKind.NUMBER)):
            return Meaning(Kind.TIMES)
        ends = after is None or after.text in ("?", ".", "!")
        if low == "right" and self._last in _BEFORE_RIGHT and ends:
            return Meaning(Kind.IDLE)  # ..., right?
        if low == "stands" and self._last in _WHO_STANDS and ends:
            return Meaning(Kind.DEED, Deed.STAND)  # Red stands
        return meaning


def _part(token: Token, start: int, end: int) -> Token:
    """A part of a token, as one of its own."""
    kind = TokenKind.NUMBER if token.text[start:end].isdecimal() else TokenKind.WORD
    place = token.start + start
    return Token(
        kind, token.text[start:end], place, place + end - start, start > 0 or token.glued, token.low[start:end]
    )


def _numbers_joined(found: list[Word]) -> list[Word]:
    """Numbers in words as one: *one hundred and nine*, *twenty one*."""
    joined: list[Word] = []
    for word in found:
        if word.kind is Kind.NUMBER and word.token.kind is TokenKind.WORD:
            hundreds = len(joined) > 1 and joined[-1].kind is Kind.AND and _spelled(joined[-2]) % 100 == 0
            before = joined[-2 if hundreds else -1] if joined else word
            value = _sum(_spelled(before), word.number) if joined else None
            if value is not None:
                del joined[len(joined) - hundreds :]
                before.value = value
                continue
        joined.append(word)
    return joined


def _spelled(word: Word) -> int:
    """The number that a word spells out; 1 if it spells none: no number is joined to that."""
    return word.number if word.kind is Kind.NUMBER and word.token.kind is TokenKind.WORD else 1


def _sum(value: int, more: int) -> int | None:
    """Two numbers in words, one behind the other, as one; None: they are two."""
    if more == 100 and value < 10:
        return 100 * value
    goes_on = more < 100 if value % 100 == 0 else more < 10 and value % 10 == 0 and value % 100 >= 20
    return value + more if goes_on else None
