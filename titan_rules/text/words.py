"""A text as words with their meanings: what stands together is told apart, numbers in words are joined."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import define

from ..box.current_box import current, use_box
from ..box.hexes import HEX_NUMBER
from ..box.value import Box
from ..kernel.jsontext import LONGEST_NUMBER
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


def refused_unknown(found: Sequence[Word]) -> Unread | None:
    """The refusal of the first word that has no meaning; a single letter may only lack its number."""
    unknown = [word for word in found if word.kind is Kind.UNKNOWN]
    telling = (word for word in unknown if len(word.token.text) > 1 or word.value is not None)
    word = min(telling, key=lambda word: word.value is None, default=unknown[0] if unknown else None)
    return None if word is None else Unread(word.token, str(word.value or NOT_UNDERSTOOD))


OF_A_KIND = "of a kind"
"""The value of a slash that musters: it says of which kind the musterers are, not how many there are."""
_ALONE = {"t": "after", "r": "after", "d": "before", "h": "before"}
"""Single letters that mean something only with a number after, or before them."""
_SIMPLE = (TokenKind.WORD, TokenKind.MARK)
_BEFORE_RIGHT = (Kind.COMMA, Kind.STOP, Kind.NAME, Kind.HEX)
"""Behind these, *right?* asks whether it is so."""
_ORDINAL_ENDINGS = ("st", "nd", "rd", "th")


def words(text: str, people: Mapping[str, object] | None = None, start: int = 0) -> list[Word]:
    """The words of a text that have a role, each with its meaning; words of no meaning are ``Kind.UNKNOWN``.

    :param people: what players are called, in lower case, and what that stands for.
    :param start: where to begin.

    >>> [(word.kind.name, word.value) for word in words("my 2 ogres on d3 hit Ann's Lion")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('OWNER', 'mine'), ('NUMBER', 2), ('NAME', 'Ogre'), ('AT', None), ('HEX', 'D3'),
     ('DEED', <Deed.STRIKE: 1>), ('OWNER', 'Ann'), ('NAME', 'Lion')]
    """
    return _Reader(tokens(text, start), people or {}).words()


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


class _Reader:
    """Gives the tokens of one text their meanings, from left to right."""

    def __init__(self, found: list[Token], people: Mapping[str, object]) -> None:
        self._tokens = found
        self._people, self._lexicon = people, lexicon()
        self._genitives = {token.low[:-2] for token in self._tokens if token.low.endswith("'s")}
        self._found: list[Word] = []
        self._lead: list[str] = []
        self._spelled = False
        """Whether a number is spelled out."""
        self._fought = any(token.text.upper() in HEX_NUMBER for token in found)
        """Whether hexes are named: *Indigo's Lion D4* is a character then."""

    def words(self) -> list[Word]:
        bracketed = self._bracketed_names()
        alone = self._lexicon.alone if not self._people else lambda text: None
        for place, token in enumerate(self._tokens):
            if place in bracketed:
                continue
            meaning = alone(token.text) if token.kind in _SIMPLE else None
            meaning = _number(token.text) if token.kind is TokenKind.NUMBER else meaning
            if meaning is not None and not self._after_number(token):
                self._add(token, meaning)
                continue
            if place and (pair := PAIRS.get(f"{self._tokens[place - 1].low} {token.low}")) is not None:
                self._pair(self._tokens[place - 1], token, pair)
                continue
            after = self._tokens[place + 1] if place + 1 < len(self._tokens) else None
            for piece, meaning in self._meanings(token, after):
                self._add(piece, meaning)
        return _numbers_joined(self._found) if self._spelled else self._found

    def _bracketed_names(self) -> frozenset[int]:
        """The places of names in brackets right behind a marker, ``Bk05(Hand)``: the marker says it all."""
        found: set[int] = set()
        for place in range(1, len(self._tokens) - 2):
            marker, opened, name, closed = self._tokens[place - 1 : place + 3]
            named = opened.text == "(" and opened.glued and closed.text == ")" and name.kind is TokenKind.WORD
            if named and marker.kind is TokenKind.CODE and self._is_marker(marker):
                found |= {place, place + 1, place + 2}
        return frozenset(found)

    def _is_marker(self, token: Token) -> bool:
        meaning = self._whole_code(token, token.low.rstrip("0123456789"))
        return meaning is not None and meaning.kind is Kind.MARKER

    def _pair(self, first: Token, second: Token, pair: str) -> None:
        """Two words that mean what one does: *no more*."""
        while self._found and self._found[-1].token.start >= first.start:
            self._found.pop()
        text = f"{first.text} {second.text}"
        token = Token(TokenKind.WORD, text, first.start, second.end, first.glued, pair)
        self._add(token, self._lexicon.meaning(pair) or Meaning(Kind.UNKNOWN))

    def _add(self, token: Token, meaning: Meaning) -> None:
        last = self._last
        if meaning.kind is Kind.NAME and self._mailed():
            last, self._found[-1].kind, self._found[-1].value = None, Kind.TO, OF_A_KIND  # Bk02 P105 Cen/Lio
        if last is not None and last.kind is Kind.OWNER and not self._fought:
            picture = self._lexicon.coloured.get((str(last.value), token.low))
            if picture is not None:  # Indigo's Lion
                self._found.pop()
                meaning = picture
        if meaning.kind is Kind.IDLE:
            self._lead.append(token.low)
            return
        self._spelled = self._spelled or (meaning.kind is Kind.NUMBER and token.kind is TokenKind.WORD)
        self._found.append(Word(token, meaning.kind, meaning.value, tuple(self._lead)))
        if self._lead:
            self._lead = []

    def _mailed(self) -> bool:
        """Whether a slash before a name musters, as in games by mail, rather than parts two sides."""
        found = self._found
        return (
            len(found) > 2
            and (found[0].kind, found[-2].kind, found[-1].kind) == (Kind.MARKER, Kind.NAME, Kind.SLASH)
            and found[-1].token.glued
            and not self._fought
        )

    @property
    def _last(self) -> Word | None:
        return self._found[-1] if self._found else None

    def _after_number(self, token: Token) -> bool:
        return token.glued and bool(self._found) and self._found[-1].kind is Kind.NUMBER

    def _meanings(self, token: Token, after: Token | None) -> Iterator[tuple[Token, Meaning]]:
        """The token's pieces, one for most, with their meanings."""
        if token.kind is TokenKind.QUOTED:
            yield token, Meaning(Kind.QUOTED, token.text)
        elif token.kind is TokenKind.CODE:
            yield from self._code(token)
        elif token.glued and token.low in ("s", "'s") and self._last is not None and self._last.kind is not Kind.NUMBER:
            yield token, Meaning(Kind.IDLE)
        elif self._after_number(token) and (ending := self._ending(token)):
            yield from ending
        else:
            yield from self._word(token, after)

    def _ending(self, token: Token) -> list[tuple[Token, Meaning]]:
        """What follows a number without a blank: *2xOgre*, *3rd*, *needs 6s*."""
        assert self._last is not None
        if token.low in _ORDINAL_ENDINGS:
            self._last.kind = Kind.ORDINAL
            return [(token, Meaning(Kind.IDLE))]
        if token.low == "s":
            return [(token, Meaning(Kind.IDLE))]
        rest = self._lexicon.meaning(token.low[1:]) if token.low[0] == "x" and len(token.low) > 3 else None
        if rest is not None and rest.kind is Kind.NAME:
            return [(_part(token, 0, 1), Meaning(Kind.TIMES)), (_part(token, 1, len(token.text)), rest)]
        return []

    # --- letters with digits ---

    def _code(self, token: Token) -> Iterator[tuple[Token, Meaning]]:
        """A hex, a marker, a land, a name with digits; or a word and what stands right behind it."""
        low = token.low
        letters = low.rstrip("0123456789")
        whole = self._whole_code(token, letters)
        if whole is not None and not (letters == "d" and self._after_number(token)):
            yield token, whole
        elif (
            len(letters) > 1
            and (label := low[len(letters) - 1 :].upper()) in HEX_NUMBER
            and (
                before := self._lexicon.meaning(low[: len(letters) - 1])
                or self._lexicon.abbreviated(low[: len(letters) - 1])
            )
        ):
            yield _part(token, 0, len(letters) - 1), before
            yield _part(token, len(letters) - 1, len(low)), Meaning(Kind.HEX, label)
        elif letters == "d" and self._after_number(token):
            yield token, Meaning(Kind.DICE)  # 4d6
        else:
            number = _part(token, len(letters), len(low))
            parts = [*self._word(_part(token, 0, len(letters)), number)]
            if any(meaning.kind is Kind.UNKNOWN for _, meaning in parts):
                yield token, Meaning(Kind.UNKNOWN)
            else:
                yield from parts
                yield number, _number(number.text)

    def _whole_code(self, token: Token, letters: str) -> Meaning | None:
        low = token.low
        if low.upper() in HEX_NUMBER:
            return Meaning(Kind.HEX, low.upper())
        markers = self._lexicon.box.markers
        colour = next((two for two in markers.letters.values() if two.lower() == letters), None)
        number = low[len(letters) :]
        if colour is not None and len(number) <= 2 and 1 <= int(number) <= len(markers.every):
            return Meaning(Kind.MARKER, f"{colour}{int(number):02d}")
        return self._lexicon.numbered(low) or self._lexicon.land(token.text, letters)

    # --- words and marks ---

    def _word(self, token: Token, after: Token | None) -> Iterator[tuple[Token, Meaning]]:
        meaning = self._meaning_of(token, after)
        if meaning is not None:
            yield token, meaning
        elif "-" in token.low.strip("-"):
            for start, end in _hyphenated(token.text):
                yield from self._word(_part(token, start, end), None)
        elif token.kind is TokenKind.MARK and token.text.isspace():
            yield token, Meaning(Kind.IDLE)
        else:
            yield token, Meaning(Kind.UNKNOWN, "opens a quote that is not closed" if token.text == '"' else None)

    def _meaning_of(self, token: Token, after: Token | None) -> Meaning | None:
        """A word's meaning beside its neighbours; None: it has none."""
        low = token.low
        if low in self._people and low not in CLOSED and low not in self._lexicon.names:
            return Meaning(Kind.PLAYER, self._people[low])
        if low.endswith("'s") and low[:-2] in self._people:
            return Meaning(Kind.OWNER, self._people[low[:-2]])
        if low in _ALONE:
            beside = after is not None and after.kind is TokenKind.NUMBER
            if not (beside if _ALONE[low] == "after" else self._last is not None and self._last.kind is Kind.NUMBER):
                return None
        if low in self._lexicon.pictures and token.text[0].isupper():
            return self._lexicon.pictures[low]
        if low == "-" and not token.glued and after is not None and after.glued and after.kind is TokenKind.NUMBER:
            return None  # -4 hits
        meaning = self._lexicon.meaning(low)
        if meaning is None or meaning.kind is Kind.DEED:
            meaning = self._capital(token) or meaning
        if meaning is None and low.endswith(("'s", "'")):
            meaning = self._owner(token)
        if meaning is None and token.text[:1].isupper() and low in self._genitives:
            return Meaning(Kind.PERSON, token.text)
        return meaning if meaning is None else self._beside(low, meaning, after)

    def _capital(self, token: Token) -> Meaning | None:
        """*Ran* is a Ranger, and *ran* is not; *Bk* is Black."""
        if not token.text[:1].isupper() or token.text.isupper():
            return None
        letters = {two: str(colour) for colour, two in self._lexicon.box.markers.letters.items()}
        if token.text in letters:
            return Meaning(Kind.COLOUR, letters[token.text])
        return self._lexicon.abbreviated(token.low)

    def _owner(self, token: Token) -> Meaning | None:
        """*Black's*, *the Lion's*, *Ann's*."""
        stem = self._lexicon.meaning(token.low.removesuffix("s").removesuffix("'"))
        if stem is not None and stem.kind in (Kind.COLOUR, Kind.ROLE):
            return Meaning(Kind.OWNER, stem.value)
        if stem is not None:
            return stem
        return Meaning(Kind.OWNER, token.text[:-2]) if token.text[:1].isupper() and len(token.text) > 3 else None

    def _beside(self, low: str, meaning: Meaning, after: Token | None) -> Meaning:
        """A word of two meanings, by its neighbours."""
        counted = self._last is not None and self._last.kind is Kind.NUMBER
        if meaning.kind is Kind.HITS and low.startswith("hit") and not counted:
            return Meaning(Kind.DEED, Deed.STRIKE)
        if low == "x" and (counted or (after is not None and after.kind is TokenKind.NUMBER)):
            return Meaning(Kind.TIMES)
        ends = after is None or after.text in ("?", ".", "!")
        if low == "right" and ends and self._last is not None and self._last.kind in _BEFORE_RIGHT:
            return Meaning(Kind.IDLE)  # ..., right?
        return meaning


def _part(token: Token, start: int, end: int) -> Token:
    """A part of a token, as one of its own."""
    kind = TokenKind.NUMBER if token.text[start:end].isdecimal() else TokenKind.WORD
    place = token.start + start
    return Token(
        kind, token.text[start:end], place, place + end - start, start > 0 or token.glued, token.low[start:end]
    )


@lru_cache(1 << 10)
def _number(digits: str) -> Meaning:
    if len(digits) > LONGEST_NUMBER:
        return Meaning(Kind.UNKNOWN, "is too large a number")
    return Meaning(Kind.NUMBER, int(digits))


def _hyphenated(text: str) -> Iterator[tuple[int, int]]:
    """Where the parts of a hyphenated word begin and end."""
    start = 0
    for part in text.replace("–", "-").replace("—", "-").replace("−", "-").split("-"):
        if part:
            yield start, start + len(part)
        start += len(part) + 1


def _numbers_joined(found: list[Word]) -> list[Word]:
    """Numbers in words as one: *one hundred and nine*, *twenty one*."""
    joined: list[Word] = []
    place = 0
    while place < len(found):
        word = found[place]
        place += 1
        if word.kind is Kind.NUMBER and word.token.kind is TokenKind.WORD:
            value, used = _number_in_words(found, place - 1)
            word.value, place = value, place - 1 + used
        joined.append(word)
    return joined


def _number_in_words(found: list[Word], start: int) -> tuple[int, int]:
    """The number that is spelled out here, and how many words it takes."""
    value = found[start].number
    place, last = start + 1, value
    while place < len(found):
        word = found[place]
        more = word.number if word.kind is Kind.NUMBER and word.token.kind is TokenKind.WORD else 0
        after = found[place + 1] if place + 1 < len(found) else None
        if word.kind is Kind.AND and last == 100 and after is not None and after.token.kind is TokenKind.WORD:
            place += after.kind is Kind.NUMBER
            if after.kind is not Kind.NUMBER:
                break
            continue
        if more == 100 and value < 10:
            value, last = value * 100, 100
        elif more and (last == 100 or (20 <= last < 100 and more < 10)):
            value, last = value + more, more
        else:
            break
        place += 1
    return value, place - start
