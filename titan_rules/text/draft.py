"""What a text says of a position, before it is checked: a document's JSON, each part with its place in the text."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, TypeAlias

from attrs import define, field

from ..box.current_box import current
from ..kernel.errors import DocumentError, Fault
from ..kernel.names import nearest, shortened
from ..kernel.rulings import Assumption
from ..kernel.words import MOST_OF_A_KIND
from .lexer import Token, TokenKind
from .lexicon import LAND_LETTERS, Kind
from .words import Word

Growing: TypeAlias = dict[str, Any]
"""A JSON object that grows as the text is read."""

ROLES = ("attacker", "defender")
Behind: TypeAlias = Mapping[Kind, tuple[Kind | None, ...]]
"""By little word, what must stand behind it."""
MARKS = (Kind.COMMA, Kind.STOP, Kind.COLON, Kind.AND, Kind.ASKED)
"""What only parts words from each other."""


class Misread(DocumentError):
    """A position of which some words are not read; ``place`` is where they start and end in the text."""

    def __init__(self, faults: Sequence[Fault], place: tuple[int, int]) -> None:
        super().__init__(faults)
        self.place = place


@define
class Draft:
    """What a text says of a position, before it is checked.

    :param text: the whole text.
    :param asked: an action is asked about; a side that is not mentioned is then out of the way.
    :param data: the JSON of a document.
    :param places: the place of each part in the text, by the id of what holds it and the key there; an object also has
        a place of its own, without a key.
    :param assumptions: what was filled in.
    :param unsaid: what the text leaves open, of ``turn``, ``phase``, ``side``, ``active``, ``roll`` and ``moved``.
    :param owners: whose side a word such as *mine* names: a role or a colour.
    """

    text: str
    asked: bool = False
    data: Growing = field(factory=dict)
    places: dict[tuple[int, str | int], tuple[int, int]] = field(factory=dict)
    assumptions: list[Assumption] = field(factory=list)
    unsaid: set[str] = field(factory=set)
    owners: dict[str, str] = field(factory=dict)

    def place(self, owner: Growing | list[Any], key: str | int, first: Token, last: Token | None = None) -> None:
        """Record where a part is said; its owner must stay in the document."""
        self.places[id(owner), key] = (first.start, (last or first).end)

    def say(self, owner: Growing, key: str, value: Any, first: Token, last: Token | None = None) -> None:
        """Put a value that is not there yet, with its place.

        :raises DocumentError: it is there already.
        """
        if (id(owner), key) in self.places:
            self.fail(f"{key.replace('_', '-')} is given twice", last or first, code="said-twice")
        owner[key] = value
        self.place(owner, key, first, last)

    def assume(self, text: str, otherwise: str | None = None) -> None:
        """Record an assumption, once."""
        if (assumption := Assumption(text, otherwise)) not in self.assumptions:
            self.assumptions.append(assumption)

    def fragment(self, pointer: str) -> str:
        """The words for a part of the document; empty if there are none."""
        part: Any = self.data
        start, end = 0, 0
        for step in pointer.split("/")[1:]:
            key: Any = int(step) if isinstance(part, list) else step
            start, end = self.places.get((id(part), key), (start, end))
            part = part[key] if isinstance(part, list) else part.get(key) if isinstance(part, dict) else None
            start, end = self.places.get((id(part), ""), (start, end))
        return shortened(self.text[start:end])

    def fail(
        self,
        message: str,
        first: Token | None = None,
        last: Token | None = None,
        code: str = "bad-position",
        hint: str = "",
    ) -> NoReturn:
        """Report a fault of some words.

        :raises DocumentError: always.
        """
        place = (first.start, (last or first).end) if first is not None else (0, 0)
        shown = shortened(self.text[slice(*place)])
        fault = Fault(code, f"{shown!r}: {message}" if shown else message, hint=hint or None)
        raise Misread([fault], place) if shown else DocumentError([fault])

    def number(self, word: Word) -> int:
        """An integer.

        :raises DocumentError: the word is none, or it is too large.
        """
        if word.kind is not Kind.NUMBER:
            large = word.token.kind is TokenKind.NUMBER
            self.fail("the number is too large" if large else "expected a number", word.token)
        return word.number

    def count(self, word: Word) -> int:
        """A count of characters.

        :raises DocumentError: it is out of bounds.
        """
        count = self.number(word)
        if not 1 <= count <= MOST_OF_A_KIND:
            self.fail(f"{shortened(word.token.text, 12)} of a kind are impossible", word.token, code="bad-count")
        return count


class Reader:
    """Reads words from left to right into a draft.

    :ivar at: the number of words read.
    :ivar word: the word that begins what is being read.
    """

    shape = ""
    """An example, for refusals."""
    behind: ClassVar[Behind] = {}

    def __init__(self, draft: Draft, words: list[Word]) -> None:
        self.draft, self.words, self.at = draft, words, 0
        self.word = words[0]

    def heading(self) -> None:
        """Read a terrain's letters or a land at the start of a line: ``Pl: ...``, ``105: ...``."""
        word, parts = self.words[0], (Kind.COLON, Kind.COMMA, Kind.TERRAIN)
        if self.kind(1) not in parts or not begins_with_place(self.words):
            return
        self.word = self.next()
        if word.kind in (Kind.NUMBER, Kind.LAND):
            self.land(word)
        else:
            self.say(self.draft.data, "terrain", terrain_of_letters(word.token.text))

    def terrain(self, word: Word) -> None:
        """Read a terrain."""
        self.say(self.draft.data, "terrain", word.value)

    def land(self, word: Word) -> None:
        """Read a land."""
        self.say(self.draft.data, "land", current().land(word.number))

    def read_words(self, ways: Mapping[Kind, Callable[[Any, Word], None]]) -> None:
        """Read every word.

        :param ways: how a word is read that begins something, by its kind.
        :raises DocumentError: a word has no use.
        """
        words = self.words
        while self.at < len(words):
            self.word = words[self.at]
            self.at += 1
            if self.word.kind not in MARKS:
                ways.get(self.word.kind, Reader.unread)(self, self.word)

    def kind(self, ahead: int = 0) -> Kind | None:
        """The kind of the next word, or of one further on; None at the end."""
        place = self.at + ahead
        return self.words[place].kind if 0 <= place < len(self.words) else None

    def next(self) -> Word:
        """Read the next word; something must follow."""
        if self.at >= len(self.words):
            self.draft.fail("the line ends too early", self.words[-1].token)
        self.at += 1
        return self.words[self.at - 1]

    def skip(self, *kinds: Kind) -> bool:
        """Skip words of some kinds; whether there were any."""
        start = self.at
        while self.kind() in kinds:
            self.at += 1
        return self.at > start

    def number(self, *before: Kind) -> int:
        """Read a number, and little words before it."""
        self.skip(*before)
        return self.draft.number(self.next())

    def say(self, owner: Growing, key: str, value: Any) -> None:
        """Put a value that is not there yet; its place is what is being read.

        :raises DocumentError: it is there already.
        """
        self.draft.say(owner, key, value, self.word.token, self.words[self.at - 1].token)

    def link(self, word: Word) -> None:
        """Read a little word, such as *on* or *has*.

        :raises DocumentError: nothing stands behind it that it could link.
        """
        if self.kind() not in self.behind[word.kind]:
            self.unread(word)

    def unread(self, word: Word) -> NoReturn:
        """Refuse a word that has no use.

        :raises DocumentError: always.
        """
        hint = self.shape
        if word.kind is Kind.UNKNOWN:
            names = (*current().character_names.names, *current().terrain_names.names)
            hint = nearest(word.token.text, names) or hint
        why = "the quote is not closed" if word.token.low == '"' else "has no use here"
        self.draft.fail(why, word.token, hint=hint)

    def counted(self) -> Word | None:
        """The name behind a count that was read, if there is one: ``2 Ogre``, ``2 x Ogre``."""
        times = int(self.kind() is Kind.TIMES)
        if self.kind(times) is not Kind.NAME:
            return None
        self.at += times
        return self.next()


def terrain_of_letters(text: str) -> str | None:
    """The terrain that a few letters at the start of a line name: ``Pl``, ``P``, ``Br``."""
    names, low = current().terrain_names.names, text.lower()
    exact = [name for name in names if LAND_LETTERS.get(name, "").lower() == low]
    fits = exact or [name for name in names if name.lower().startswith(low)]
    return fits[0] if len(fits) == 1 else None


def begins_with_place(words: list[Word]) -> bool:
    """Whether a text begins with a land, or with a terrain's letters, and a mark."""
    if len(words) < 2 or words[1].kind not in (Kind.COLON, Kind.COMMA, Kind.TERRAIN):
        return False
    letters = words[0].token.text
    if words[0].kind in (Kind.NUMBER, Kind.LAND):
        return True
    short = len(letters) < 4 and words[0].kind is not Kind.TERRAIN and words[1].kind is not Kind.TERRAIN
    return short and terrain_of_letters(letters) is not None


def settle_place(draft: Draft, hint: str) -> str | None:
    """The terrain of a land that is said, or the one that is said.

    :raises DocumentError: they differ.
    """
    data = draft.data
    if "land" in data:
        terrain = current().terrain_of(data["land"])
        if data.setdefault("terrain", terrain) != terrain:
            draft.fail(f"{data['land']} is not in the {data['terrain']}", hint=hint)
    return data.get("terrain")


def is_plural(word: Word) -> bool:
    """Whether a name stands in the plural."""
    name, low = str(word.value).lower(), word.token.low
    return low[-1] == "s" != name[-1] and not name.startswith(low)


def listed(draft: Draft, words: list[Word]) -> list[str]:
    """Names with counts: ``2 Gargoyle, Ogre x2 and a Lion``; unknown ones as they are typed.

    :raises DocumentError: a count without a name, or a word that is no name.
    """
    names: list[str] = []
    count: Word | None = None
    times = False
    for place, word in enumerate(words, 1):
        if word.kind is Kind.NUMBER and times and names:
            names += [names[-1]] * (draft.count(word) - 1)
        elif word.kind is Kind.NUMBER:
            if count is not None:
                draft.fail("expected a character after the first number", word.token, code="bad-count")
            count = word
        elif word.kind in (Kind.NAME, Kind.UNKNOWN, Kind.QUOTED):
            counted = count is not None or (place < len(words) and words[place].kind is Kind.TIMES)
            _add(draft, names, word, count, counted=counted)
            count = None
        elif word.kind not in (*MARKS, Kind.NOTHING, Kind.TIMES):
            draft.fail("is no character", word.token, code="unknown-character")
        times = word.kind is Kind.TIMES and count is None
    if count is not None:
        draft.fail(f"{count.value} of what?", count.token, code="bad-count")
    return names


def _add(draft: Draft, names: list[str], word: Word, count: Word | None, *, counted: bool) -> None:
    """Add a name as often as its count says."""
    if is_plural(word) and not counted:
        draft.fail("how many?", word.token)
    for _ in range(1 if count is None else draft.count(count)):
        draft.place(names, len(names), word.token)
        names.append(str(word.value or word.token.text))
