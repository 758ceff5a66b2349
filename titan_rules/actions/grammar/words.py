"""A text as a sentence: its words with their kinds, and what they stand for."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from attrs import define, field

from ...box.current_box import current
from ...box.hexes import hex_names
from ...box.names import CharacterName, Hex, LandNo, Marker, PlayerColor
from ...box.vocabulary import LITTLE, LONGEST_TEXT, any_of, is_hex, words_of
from ...kernel.errors import ActionError, Fault, UnknownName
from ...kernel.jsontext import LONGEST_NUMBER
from ...kernel.names import shortened
from ...kernel.words import MOST_OF_A_KIND, Word
from ...position.battle import ROLES as BOTH
from ...position.battle import Battle
from ...position.game import Game
from ...position.line.spoken import ENDINGS, FAMILY, LAND_LETTERS, ROLES, WORDS

N = TypeVar("N")

POSITION_NEEDED = "position-needed"
"""The fault code of text that is unclear without a position."""

_MEANT: dict[str, tuple[str, str]] = {
    **dict.fromkeys(any_of("to into onto toward towards at in on upon inside") | WORDS["joining"], ("word", "")),
    **dict.fromkeys(("all", "everything", "everybody"), ("all", "")),
    **dict.fromkeys(("nothing", "nobody", "none"), ("nothing", "")),
    **{word: ("verb", family) for word, family in FAMILY.items()},
    **{word: ("role", role) for word, role in ROLES.items()},
    **dict.fromkeys(("normal", "tower-teleport", "titan-teleport"), ("how", "")),
    **{f"{how}s": ("how", how) for how in ("tower-teleport", "titan-teleport")},
    **dict.fromkeys(("left", "right", "bottom"), ("side", "")),
}
"""The kinds of words that are no names, and their value if it is not the word itself."""
_SILENT = WORDS["silent in a sentence"] | ENDINGS.keys() | any_of("- > < / : , + = . ( ) ; x * & @ #")
"""Words and marks that mean nothing unless a pattern names them."""


@define(slots=False)
class Token:
    """A word with its kind.

    :param kind: ``character``, ``hex``, ``marker``, ``land``, ``number``, ``color``, ``role``, ``side``, ``how``,
        ``verb``, ``nothing``, ``all``, ``text``, or ``word`` for one that patterns know by itself.
    :param value: the canonical name, the number, the family.
    :param sign: how patterns see it; empty: not at all.
    :ivar low: the word in lower case.
    """

    kind: str
    value: Any
    word: Word
    sign: str = ""
    low: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.low = self.word.lower


class Sentence:
    """The words of one action.

    :param text: the whole text, for messages.
    :param words: the words of the text that belong to this action.
    :param position: where the action is played.
    :param here: the characters that can be meant, to resolve initials and ambiguous names.
    :ivar hint: accepted forms, for text that is not understood.
    :raises ActionError: a word is not understood, or a quote is not closed.
    """

    def __init__(
        self,
        text: str,
        words: Iterable[Word],
        position: Game | Battle | None = None,
        here: Collection[CharacterName] = (),
    ) -> None:
        self.text, self.words = text, list(words)
        self.position = position
        self.game = position if isinstance(position, Game) else None
        self.battle = position if isinstance(position, Battle) else position.battle if position is not None else None
        self.hint: str | None = None
        self._here = here
        self._players = _players(position)
        self.items = [item for word in self.words if (item := self._item(word)) is not None]
        if self.game is not None and self.battle is None:
            self._number_markers(self.game)

    def _number_markers(self, game: Game) -> None:
        """Read ``Black 2``, ``legion 2`` and ``B2`` as markers, if there are such Legions."""
        letters = current().markers.letters
        alone = [item.kind for item in self.items if item.kind in ("hex", "character", "marker")] == ["hex"]
        for i, item in enumerate(self.items):
            at = i + (item.kind == "color")
            at += at < len(self.items) and self.items[at].low in ("legion", "stack")
            color = str(item.value if item.kind == "color" else game.active)
            number = self.items[at].word if at > i and self.kind(at) == "number" else None
            if i == 0 and alone and item.kind == "hex" and str(game.active).startswith(item.value[0]):
                at, number = i, Word(item.value[1:], item.word.start, item.word.end)
            if number is not None:
                marker = f"{letters.get(PlayerColor(color), '')}{number.text:0>2}"
                if game.find(marker) is not None:
                    self.items[i : at + 1] = [Token("marker", marker, Word(marker, item.word.start, number.end))]

    @property
    def phase(self) -> str:
        """The phase of the battle or game, or the stage of an Engagement; empty if no position is known."""
        if self.battle is not None:
            return self.battle.phase
        if self.game is None:
            return ""
        return self.game.engagement.stage if self.game.engagement is not None else self.game.phase

    def _item(self, word: Word) -> Token | None:
        """A word with its kind; None: it means nothing."""
        text, low, vocabulary = word.text, word.lower, current().vocabulary
        if word.in_quotes:
            return Token("text", self.unquoted(word), word)
        kind, value = vocabulary.kind(text)
        if kind in ("number", "marker", "hex", "land", "color"):
            return Token(kind, value, word)
        if kind == "character" and (low not in FAMILY or low == value.lower()):
            return Token(kind, value, word)
        if low in _MEANT:
            kind, value = _MEANT[low]
            return Token(kind, value or low, word)
        if low in LITTLE:
            return None
        hazard = low in {hazard.lower() for hazard in current().hazards}
        if low in _SILENT or hazard or vocabulary.terrain(text) is not None:
            return Token("word", low, word)
        plain = text.casefold().replace("’", "'").removesuffix("'s").removesuffix("'")  # Jörg's
        player = self._players.get(plain) or self._players.get(plain.removesuffix("s"))
        fits = {name for name in self._here if name.lower().startswith(low)}
        if player is None and len(fits) == 1:
            return Token("character", fits.pop(), word)
        return Token("text", text, word) if player is None else Token("color", player, word)

    def kind(self, place: int) -> str:
        """The kind of an item; empty out of range."""
        return self.items[place].kind if 0 <= place < len(self.items) else ""

    # --- what words stand for ---

    def unquoted(self, word: Word) -> str:
        """A word, or the text inside quotes."""
        if not word.in_quotes:
            return word.text
        try:
            said: str = json.loads(word.text, strict=False)
        except ValueError:
            self.fail(f"{self.shown(word)} is not a name in quotes", word)
        return said

    def marker(self, item: Token) -> Marker:
        """The canonical spelling of a Legion Marker."""
        return self._known(current().markers.canonical, item)

    def hex(self, item: Token) -> Hex:
        """The label of a hex."""
        return Hex(self._known(hex_names.canonical, item))

    def _known(self, canonical: Callable[[str], N], item: Token) -> N:
        try:
            return canonical(item.word.text)
        except UnknownName as e:
            self.fail(e.fault.message, item.word, e.fault.code, e.fault.hint)

    def number(self, item: Token, what: str = "a number") -> int:
        """An integer."""
        if item.kind != "number":
            self.fail(f"expected {what}, not {self.shown(item.word)}", item.word)
        if len(item.word.text) > LONGEST_NUMBER:
            self.fail(f"the number {item.word.text[:12]}... is too large", item.word)
        return int(item.word.text)

    def land(self, item: Token) -> LandNo:
        """A land's number; its terrain's letters, if given, must be right."""
        text = item.word.text
        said = text.rstrip("0123456789")
        try:
            number = current().land(int(text[len(said) :][:LONGEST_NUMBER]))
        except UnknownName as e:
            self.fail(shortened(e.fault.message), item.word, e.fault.code, e.fault.hint)
        terrain = current().terrain_of(number)
        right = LAND_LETTERS.get(terrain, "")
        if said and said.lower() != right.lower():
            self.fail(f"land {number} is {terrain}", item.word, "wrong-terrain", f"write {right}{number} or {number}")
        return number

    def characters(self, items: Sequence[Token]) -> tuple[CharacterName, ...]:
        """Characters with their counts: ``2 Ogre``, ``2xOgre``, ``Ogre x2``, ``Ogre Ogre``."""
        names: list[CharacterName] = []
        count = 1
        for i, item in enumerate(items):
            if item.kind == "number" and not 1 <= self.number(item) <= MOST_OF_A_KIND:
                self.fail(f"{self.number(item)} of a kind are impossible", item.word)
            if item.kind == "number" and i and items[i - 1].low in ("x", "*"):
                names += [names[-1]] * (self.number(item) - 1)
            elif item.kind == "number":
                count = self.number(item)
            elif item.kind == "character":
                names += [item.value] * count
                count = 1
            elif item.kind == "text":
                self.unnamed(item.word)
        return tuple(names)

    # --- refusing ---

    def unnamed(self, word: Word) -> NoReturn:
        """Report a word that is not a character.

        :raises ActionError: always.
        """
        fault = current().character_names.fault(word.text)
        if not word.text.isascii():
            fault = Fault("bad-notation", f"{self.shown(word)} is not a name of the game")
        self.fail(shortened(fault.message, 80), word, fault.code, fault.hint)

    def wrong(self, item: Token, do: str) -> NoReturn:
        """Report a word that does not fit an action.

        :raises ActionError: always.
        """
        place = self.items.index(item)
        at = do == "strike" and place and self.items[place - 1].low == "at"
        wanted = "a land" if do == "move" else "a Strike-number" if at else None
        if wanted is not None and item.kind == "text":
            self.fail(f"expected {wanted}, not {self.shown(item.word)}", item.word)
        if item.kind == "text" and current().character_names.fitting(item.word.text):
            self.unnamed(item.word)
        self.not_understood(item)

    def not_understood(self, item: Token) -> NoReturn:
        """Report a word that is not understood.

        :raises ActionError: always.
        """
        self.fail(f"{self.shown(item.word)} is not understood", item.word)

    def unclear(self, question: str) -> NoReturn:
        """Report a question that only a position can answer.

        :raises ActionError: always.
        """
        self.fail(question, code=POSITION_NEEDED)

    def fail(
        self, message: str, word: Word | None = None, code: str = "bad-notation", hint: str | None = None
    ) -> NoReturn:
        """Report a fault at a word.

        :raises ActionError: always.
        """
        place = (word.start, word.end) if word else (len(self.text), len(self.text))
        raise ActionError(Fault(code, message, hint=hint or self.hint), self.text, place)

    def shown(self, word: Word) -> str:
        """A word as quoted in a message."""
        return repr(shortened(word.text, 40))


def _players(position: Game | Battle | None) -> dict[str, str]:
    """The colours or names of the sides' players, by what players are called."""
    if isinstance(position, Game):
        return {player.name.casefold(): player.color for player in position.players if player.name}
    return {} if position is None else {side.player.casefold(): side.player for side in map(position.of, BOTH)}


def sentence_words(text: str) -> list[Word]:
    """The words of a text.

    :raises ActionError: a quote is not closed.
    """
    if len(text) > LONGEST_TEXT:
        message = f"an action is said in at most {LONGEST_TEXT:,} characters, not {len(text):,}"
        raise ActionError(Fault("too-long", message), text[:100], (0, 100))
    words = words_of(text)
    if words and words[-1].opens_quote:
        fault = Fault("bad-notation", f"the quote is not closed: {shortened(text[words[-1].start :], 30)}")
        raise ActionError(fault, text, (words[-1].start, len(text)))
    for i in range(len(words) - 2, -1, -1):
        (name, row), start = words[i : i + 2], words[i].start
        if len(name.text) == 3 and name.text[1] == "x" and row.start == name.end and is_hex(name.text[2] + row.text):
            pieces = enumerate((name.text[0], "x", name.text[2] + row.text), start)  # *Lxd3*
            words[i : i + 2] = [Word(text, place, place + len(text)) for place, text in pieces]
    if len(words) > 2 and words[0].text.isdecimal() and words[1].text == "." and words[1].start == words[0].end:
        words = words[2:]  # the number of a move: *1. d2-d4*, *1... d5-d4*
        while len(words) > 1 and words[0].text == ".":
            words = words[1:]
    return words
