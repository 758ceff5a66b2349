"""What reads a position from words, from left to right: each value goes into the part of the position it is about.

A part is built by its own constructor, once all is read. It keeps the words it came from, so that a fault names them.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NoReturn, TypeAlias

from attrs import define, field

from ..box.current_box import current
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.fields import keys_of
from ..kernel.names import nearest, shortened
from ..kernel.reading import reader
from ..kernel.rulings import Assumption
from ..kernel.words import MOST_OF_A_KIND
from ..position.battle import Battle
from .lexer import Token, TokenKind
from .lexicon import LAND_LETTERS, Kind, phase_named
from .words import Word

Span: TypeAlias = tuple[Token, Token]
"""The first and the last of some words."""
Behind: TypeAlias = Mapping[Kind, tuple[Kind | None, ...]]
"""By little word, what must stand behind it."""
LABELLED = (Kind.OF, Kind.AT, Kind.COLON, Kind.EQUALS)
"""What may stand between a label and its number: *roll: 4*."""
_BEHIND_SCORE = (Kind.COLON, Kind.COMMA, Kind.STOP, Kind.NUMBER, Kind.MARKER, Kind.SLASH, Kind.SIDE, None)
"""What may stand behind a number alone, which is a score: *Black 400:*, and not *2 Legions*."""
MARKS = (Kind.COMMA, Kind.STOP, Kind.COLON, Kind.AND, Kind.ASKED)
"""What only parts words from each other."""
BEFORE_LANDS = (Kind.AT, Kind.SPACE, Kind.TERRAIN)
"""Behind these, a number is a land: *in 105*, *Plains 105*."""
OPPOSITE = {"mine": "theirs", "theirs": "mine"}
"""Whose a side is that is not named otherwise, and whose the other one is then."""
USUAL_COLORS = ("Black", "Red")
"""Who plays if nobody is named, the attacker of a battle first."""


class Misread(DocumentError):
    """A position of which some words are not read; ``place`` is where they start and end in the text."""

    def __init__(self, faults: Sequence[Fault], place: tuple[int, int]) -> None:
        super().__init__(faults)
        self.place = place


def misread(text: str, message: str, *said: Token, code: str = "bad-position", hint: str = "") -> NoReturn:
    """Report a fault of some words.

    :param said: the first and the last of them; none: of the whole text.
    :raises DocumentError: always.
    """
    place = (said[0].start, said[-1].end) if said else (0, 0)
    shown = shortened(text[slice(*place)])
    fault = Fault(code, f"{shown!r}: {message}" if shown else message, hint=hint or None)
    raise Misread([fault], place) if shown else DocumentError([fault])


@define(eq=False)
class Builder:
    """A part of a position that is being read.

    :param of: its class.
    :param said: the words that name it; None: it is not named.
    :param values: what its constructor is called with; parts in it are builders.
    :param places: by key, the words that say its value.
    """

    of: Any
    said: Span | None = None
    values: dict[str, Any] = field(factory=dict)
    places: dict[str, Span] = field(factory=dict)

    def build(self) -> Any:
        """The part itself."""
        return self.of(**{key: _built(value) for key, value in self.values.items()})

    def span_of(self, pointer: str) -> Span | None:
        """The words for the value at a JSON Pointer, or for the nearest part around it."""
        part: object = self
        span = None
        for step in pointer.split("/")[1:]:
            if isinstance(part, Builder):
                span, part = part.places.get(step, span), part.values.get(step)
            else:
                part = part[int(step)] if isinstance(part, list) else None
            if isinstance(part, Builder):
                span = part.said or span
        return span


def _built(value: object) -> object:
    if isinstance(value, Builder):
        return value.build()
    return tuple(map(_built, value)) if isinstance(value, list) else value


@cache
def field_reader(of: Any, key: str) -> Callable[[object], object]:
    """Reads what is typed for a field, as in a document."""
    return next(reader(each.kind) for each in keys_of(of) if each.key == key)


_STAYING = ("unknown-character", "unknown-hex")


class Reader:
    """Reads words from left to right into a position.

    :param text: the whole text.
    :param said: its words.
    :param asked: an action is asked about; a side that is not mentioned is then out of the way.

    :ivar position: what is built.
    :ivar at: the number of words read.
    :ivar word: the word that begins what is being read.
    :ivar faults: names and numbers that there are not.
    :ivar faulty: whether characters and hexes that there are not stay in the position, instead of being raised.
    :ivar assumptions: what was filled in.
    :ivar unsaid: what the text leaves open, see :class:`titan_rules.text.positions.Line`.
    :ivar owners: whose side a word such as *mine* names: a role or a colour.
    """

    of: ClassVar[Any]
    """The class of the position."""
    shape: ClassVar[str]
    """An example, for refusals."""
    behind: ClassVar[Behind]
    ways: ClassVar[Mapping[Kind, Callable[[Any, Word], None]]]
    """How a word is read that begins something, by its kind."""
    phases: ClassVar[Sequence[str]] = ()
    """The phases of such a position."""

    def __init__(self, text: str, said: list[Word], asked: bool) -> None:
        self.text, self.words, self.asked = text, said, asked
        self.position = Builder(self.of)
        self.at, self.word = 0, said[0]
        self.faults: list[Fault] = []
        self.faulty = False
        self.assumptions: list[Assumption] = []
        self.unsaid: set[str] = set()
        self.owners: dict[str, str] = {}

    def read(self) -> None:
        """Read every word, and settle what they leave open of who and where.

        :raises DocumentError: a word has no use.
        """
        self.heading()
        said = self.words
        while self.at < len(said):
            self.word = word = said[self.at]
            self.at += 1
            if word.kind not in MARKS:
                self.ways.get(word.kind, Reader.unread)(self, word)
        self.believe()
        self.settle()

    def believe(self) -> None:
        """Raise what was noted.

        :raises DocumentError: with every fault.
        """
        faults = [fault for fault in self.faults if not (self.faulty and fault.code in _STAYING)]
        if faults:
            raise DocumentError(faults)

    def settle(self) -> None:
        """Settle who is meant, before the keys behind the bar are read."""

    def finish(self) -> None:
        """Fill in what is missing, after the keys."""

    def parts_of(self, of: type) -> Mapping[str, Builder]:
        """The parts of a class, by what they are called in lower case."""
        raise NotImplementedError

    # --- the words ---------------------------------------------------------------------------------------------------

    def kind(self, ahead: int = 0) -> Kind | None:
        """The kind of the next word, or of one further on; None at the end."""
        place = self.at + ahead
        return self.words[place].kind if 0 <= place < len(self.words) else None

    def next(self) -> Word:
        """Read the next word; something must follow."""
        if self.at >= len(self.words):
            self.fail("the line ends too early", self.words[-1])
        self.at += 1
        return self.words[self.at - 1]

    def skip(self, *kinds: Kind) -> bool:
        """Skip words of some kinds; whether there were any."""
        start = self.at
        while self.kind() in kinds:
            self.at += 1
        return self.at > start

    def link(self, word: Word) -> None:
        """Read a little word, such as *on* or *has*.

        :raises DocumentError: nothing stands behind it that it could link.
        """
        if self.kind() not in self.behind[word.kind]:
            self.unread(word)

    def number(self, *before: Kind) -> int:
        """Read a number, and little words before it."""
        self.skip(*before)
        return self.number_in(self.next())

    def number_in(self, word: Word) -> int:
        """The number that a word is.

        :raises DocumentError: it is none, or it is too large.
        """
        if word.kind is not Kind.NUMBER:
            self.fail("the number is too large" if word.token.kind is TokenKind.NUMBER else "expected a number", word)
        return word.number

    def count_in(self, word: Word) -> int:
        """The count of characters that a word is.

        :raises DocumentError: it is none, or it is out of bounds.
        """
        count = self.number_in(word)
        if not 1 <= count <= MOST_OF_A_KIND:
            self.fail(f"{shortened(word.token.text, 12)} of a kind are impossible", word, code="bad-count")
        return count

    def character(self, word: Word, last: Token | None = None) -> str:
        """The character that a word names; if there is none, that is noted, and the word stands for it.

        :param last: where its fault ends.
        """
        if word.kind is Kind.NAME:
            return str(word.value)
        if word.token.low == '"':
            self.unread(word)
        try:
            return str(current().character_names.canonical(word.token.text))
        except UnknownName as e:
            self.note(e, (word.token, last or word.token))
            return word.token.text

    def counted(self) -> Word | None:
        """The name behind a count that was read, if there is one: ``2 Ogre``, ``2 x Ogre``."""
        times = int(self.kind() is Kind.TIMES)
        if self.kind(times) is not Kind.NAME:
            return None
        self.at += times
        return self.next()

    # --- values ------------------------------------------------------------------------------------------------------

    def say(
        self, part: Builder, key: str, value: object, first: Token | None = None, last: Token | None = None
    ) -> None:
        """Put a value that is not there yet.

        :param first, last: the words that say it; by default what is being read.
        :raises DocumentError: it is there already.
        """
        last = last or first or self.words[self.at - 1].token
        if key in part.places:
            self.fail(f"{key.replace('_', '-')} is given twice", last, code="said-twice")
        part.values[key] = value
        part.places[key] = first or self.word.token, last

    def say_typed(
        self, part: Builder, key: str, value: object, first: Token | None = None, last: Token | None = None
    ) -> None:
        """As :meth:`say`, for a number or a name that may be none: it is read as in a document."""
        self.say(part, key, value, first, last)
        try:
            part.values[key] = field_reader(part.of, key)(value)
        except (DocumentError, UnknownName) as e:
            self.note(e, part.places[key])

    def note(self, error: DocumentError | UnknownName, span: Span | None) -> None:
        """Note the faults of some words."""
        shown = shortened(self.text[span[0].start : span[1].end]) if span is not None else ""
        for fault in error.faults:
            message = f"{shown!r}: {fault.message}" if shown else fault.message
            self.faults.append(evolve(fault, pointer="", message=message))

    def assume(self, text: str, otherwise: str | None = None) -> None:
        """Record an assumption, once."""
        if (assumption := Assumption(text, otherwise)) not in self.assumptions:
            self.assumptions.append(assumption)

    def fail(self, message: str, *said: Word | Token, code: str = "bad-position", hint: str = "") -> NoReturn:
        """Report a fault of some words.

        :raises DocumentError: always.
        """
        tokens = [word.token if isinstance(word, Word) else word for word in said]
        misread(self.text, message, *tokens, code=code, hint=hint)

    def unread(self, word: Word) -> NoReturn:
        """Refuse a word that has no use.

        :raises DocumentError: always.
        """
        hint = self.shape
        if word.kind is Kind.UNKNOWN:
            names = (*current().character_names.names, *current().terrain_names.names)
            hint = nearest(word.token.text, names) or hint
        self.fail("the quote is not closed" if word.token.low == '"' else "has no use here", word, hint=hint)

    # --- what all positions say ---------------------------------------------------------------------------------------

    def turn(self, word: Word) -> None:
        """Read the number of a turn."""
        self.say_typed(self.position, "turn", self.number(*LABELLED))

    def phase_at(self, ahead: int) -> str | None:
        """The phase that a word further on names."""
        named = self.kind(ahead) in (Kind.DEED, Kind.PHASE_NAME)
        phase = phase_named(self.words[self.at + ahead].value, fought=self.of is Battle) if named else None
        return phase if phase in self.phases else None

    def phase(self, phase: str) -> None:
        """Put a phase whose word was read."""
        self.say(self.position, "phase", phase)
        self.skip(Kind.PHASE)

    def scorer(self, word: Word) -> Builder:
        """Whose score is said here."""
        raise NotImplementedError

    def score(self, word: Word) -> None:
        """Read a score."""
        self.say_typed(self.scorer(word), "score", self.number(*LABELLED))

    def bare_score(self, word: Word) -> int:
        """The score that a number alone is."""
        if self.kind() not in _BEHIND_SCORE:
            self.unread(word)
        return self.number_in(word)

    def labelled(self, word: Word) -> bool:
        """Read a number with its word behind it, ``5 turn`` or ``390 points``; whether it is one."""
        if self.kind() not in (Kind.TURN, Kind.POINTS):
            return False
        part, key = (self.position, "turn") if self.next().kind is Kind.TURN else (self.scorer(word), "score")
        self.say_typed(part, key, self.number_in(word))
        return True

    def name(self, word: Word) -> None:
        """Read a character that is not counted, or behind whom its number is said."""
        if word.plural and self.kind() is not Kind.TIMES:
            self.fail("how many?", word)
        self.characters(word, 1)

    def characters(self, word: Word, count: int) -> None:
        """Put so many of a character."""
        raise NotImplementedError

    # --- where -------------------------------------------------------------------------------------------------------

    def heading(self) -> None:
        """Read a terrain's letters or a land at the start of a line: ``Pl: ...``, ``105: ...``."""
        if begins_with_place(self.words):
            self.word = word = self.next()
            if word.kind in (Kind.NUMBER, Kind.LAND):
                self.land(word)
            else:
                self.say(self.position, "terrain", terrain_of_letters(word.token.text))

    def terrain(self, word: Word) -> None:
        """Read a terrain."""
        self.say(self.position, "terrain", word.value)

    def land(self, word: Word) -> None:
        """Read a land.

        :raises DocumentError: there is no such land.
        """
        self.say_typed(self.position, "land", word.number)
        self.believe()

    def settle_terrain(self) -> str | None:
        """The terrain of a land that is said, or the one that is said.

        :raises DocumentError: they differ.
        """
        values = self.position.values
        if "land" in values:
            terrain = current().terrain_of(values["land"])
            if values.setdefault("terrain", terrain) != terrain:
                self.fail(f"{values['land']} is not in the {values['terrain']}", hint=self.shape)
        return str(values["terrain"]) if "terrain" in values else None


def terrain_of_letters(text: str) -> str | None:
    """The terrain that a few letters at the start of a line name: ``Pl``, ``P``, ``Br``."""
    names, low = current().terrain_names.names, text.lower()
    exact = [name for name in names if LAND_LETTERS.get(name, "").lower() == low]
    fits = exact or [name for name in names if name.lower().startswith(low)]
    return fits[0] if len(fits) == 1 else None


def begins_with_place(words: list[Word]) -> bool:
    """Whether a text begins with a land, or with a terrain's letters, and a mark."""
    first, after = words[0], words[1].kind if len(words) > 1 else None
    if first.kind is Kind.NUMBER:
        return after in (Kind.COLON, Kind.TERRAIN)
    if first.kind is Kind.LAND:
        return after in (Kind.COLON, Kind.COMMA, Kind.TERRAIN)
    lettered = first.kind is not Kind.TERRAIN and after in (Kind.COLON, Kind.COMMA)
    return lettered and terrain_of_letters(first.token.text) is not None


def listed(reading: Reader, said: Sequence[Word]) -> list[str]:
    """Names with counts: ``2 Gargoyle, Ogre x2 and a Lion``.

    :raises DocumentError: a count without a name, or a word that is no name.
    """
    rest = deque(word for word in said if word.kind not in (*MARKS, Kind.NOTHING))
    names: list[str] = []
    while rest:
        _accept(rest, Kind.TIMES)
        count = _accept(rest, Kind.NUMBER)
        _accept(rest, Kind.TIMES)
        if not rest:
            reading.fail(
                f"{count.value} of what?" if count else "expected a character", count or said[-1], code="bad-count"
            )
        word = rest.popleft()
        if word.kind is Kind.NUMBER:
            reading.fail("expected a character after the first number", word, code="bad-count")
        if word.kind not in (Kind.NAME, Kind.UNKNOWN, Kind.QUOTED):
            reading.fail("is no character", word, code="unknown-character")
        if count is None and _accept(rest, Kind.TIMES):
            count = _accept(rest, Kind.NUMBER)
        if count is None and word.plural:
            reading.fail("how many?", word)
        names += [reading.character(word)] * (1 if count is None else reading.count_in(count))
    return names


def _accept(rest: deque[Word], kind: Kind) -> Word | None:
    """The next word if it is of a kind, which is read then."""
    return rest.popleft() if rest and rest[0].kind is kind else None
