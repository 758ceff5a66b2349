"""A battle in words: ``Plains: Ogre D3 / Lion D4 3 hits``, ``plains, my ogre on d3, his lion on d4 (3 hits)``."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from ..box.types import MAX_HEIGHT
from ..kernel.jsontext import JSON
from .battle_draft import SHAPE, BattleDraft, SideDraft
from .draft import MARKS, Behind, Draft, Reader, is_plural
from .lexer import TokenKind
from .lexicon import NEVER_SPELLED, Deed, Kind
from .words import Word

OWNERS = (Kind.OWNER, Kind.ROLE, Kind.COLOUR, Kind.QUOTED)
PHASES: Mapping[object, str] = {
    Deed.STRIKE: "strike",
    Deed.MOVE: "maneuver",
    "maneuver": "maneuver",
    "movement": "maneuver",
    "strikeback": "strikeback",
}
"""The phase that a deed or the name of a phase stands for."""


class BattleReader(Reader):
    """Reads the words of a battle into a draft."""

    shape = SHAPE
    behind: ClassVar[Behind] = {
        Kind.AT: (Kind.HEX, Kind.TERRAIN, Kind.LAND, Kind.NUMBER, Kind.SPACE),
        Kind.WITH: (Kind.NUMBER, Kind.NAME, *OWNERS),
        Kind.HAVE: (Kind.NUMBER, Kind.NAME),
        Kind.FROM: (Kind.SIDE,),
        Kind.SPACE: (Kind.HEX, Kind.NUMBER, Kind.LAND),
        Kind.PHASE: (*MARKS, None),
        Kind.DASH: (Kind.NAME, Kind.NUMBER, *OWNERS),
    }

    def __init__(self, draft: Draft, words: list[Word]) -> None:
        super().__init__(draft, words)
        self.battle = BattleDraft(draft)
        self.hex: Word | None = None
        """A hex whose character is named next."""
        self.groups = 0

    @property
    def side(self) -> SideDraft:
        """The side being read."""
        return self.battle.sides[-1]

    def read(self) -> None:
        """Read every word; :meth:`settle` completes the battle after its keys are read."""
        self.heading()
        self.read_words(_READ)
        if self.hex is not None:
            self.draft.fail("who stands there?", self.hex.token, hint=self.shape)

    # --- sides and the moment ----------------------------------------------------------------------------------------

    def _slash(self, word: Word) -> None:
        self.battle.part(word.token)

    def _versus(self, word: Word) -> None:
        if not self.side.pieces:
            self.unread(word)
        self.battle.part(word.token)

    def _owner(self, word: Word) -> None:
        """Whose phase it is, or whose side begins."""
        ahead = 0
        while self.kind(ahead) in (Kind.TO, Kind.BATTLE, Kind.ORDINAL, Kind.TURN) or (
            self.kind(ahead) is Kind.NUMBER and self.kind(ahead - 1) is Kind.TURN
        ):
            ahead += 1
        skipped = self.words[self.at : self.at + ahead]
        phase = self._phase_of(ahead)
        if phase is not None:
            self._turn_in(skipped)
            self.at += ahead + 1
            self._phase(phase)
            self._in_turn(word, Kind.TURN in [one.kind for one in skipped])
        elif Kind.TURN in [one.kind for one in skipped]:
            self._turn_in(skipped)
            self.at += ahead
            self._in_turn(word, True)
        elif word.kind is Kind.ROLE and self.kind() is Kind.VERSUS and self.side.owner is None:
            self.side.owner = str(word.value)  # Lion D4 defends against Ogre D3
        else:
            self.battle.begin(self._named(word), word.token)

    def _phase_of(self, ahead: int) -> str | None:
        """The phase that a word further on names."""
        place = self.at + ahead
        if place >= len(self.words) or self.kind(ahead) not in (Kind.DEED, Kind.PHASE_NAME):
            return None
        return "strikeback" if self.words[place].token.low == "strikeback" else PHASES.get(self.words[place].value)

    def _phase(self, phase: str) -> None:
        """Put a phase whose word was read."""
        if phase == "strike" and self.kind() is Kind.BACK:
            self.at += 1
            phase = "strikeback"
        self.say(self.draft.data, "phase", phase)
        self.skip(Kind.PHASE)

    def _in_turn(self, word: Word, turn: bool) -> None:
        """Put whose turn or phase it is."""
        self.say(self.draft.data, "side", ["turn" if turn else "phase", self._named(word)])
        self.battle.mover = word.token

    def _turn_in(self, words: list[Word]) -> None:
        """Put the number of a turn among some words: *third*, *turn 3*."""
        for word in words:
            if word.kind is Kind.ORDINAL or word.kind is Kind.NUMBER:
                self.say(self.draft.data, "turn", word.number)

    @staticmethod
    def _named(word: Word) -> str:
        return str(word.value if word.kind is not Kind.QUOTED else word.token.text)

    def _person(self, word: Word) -> None:
        """*I have*."""
        if word.value == "it" or not (self.kind() is Kind.HAVE or self._phase_of(0) is not None):
            self.unread(word)
        self._owner(word)

    def _unknown(self, word: Word) -> None:
        """The name of a player before a marker or a colon, or a character that there is not."""
        if word.token.kind is TokenKind.CODE and self.side.latest is not None:
            self._place(Word(word.token, Kind.HEX, word.token.text))  # the document says that there is no such hex
        elif self.kind() in (Kind.MARKER, Kind.COLON, Kind.NUMBER) and self._may_be_a_player(word):
            self.battle.begin(word.token.text, word.token)
        elif self._holds_place():
            self._piece(word, word.token.text, 1)
        else:
            self.unread(word)

    def _may_be_a_player(self, word: Word) -> bool:
        """Whether an unknown word is capitalised, or begins a side, and names one: *Ann:*, *Ann 310:*."""
        ahead = 1 if self.kind() is Kind.NUMBER else 0
        named = self.kind(ahead) in (Kind.MARKER, Kind.COLON) and word.token.low not in NEVER_SPELLED
        return named and (word.token.text[:1].isupper() or self.kind(-2) in (None, Kind.COLON, Kind.SLASH))

    def _holds_place(self) -> bool:
        """Whether a hex, or *off*, follows."""
        return self.kind(int(self.kind() is Kind.AT)) in (Kind.HEX, Kind.OFF)

    def _marker(self, word: Word) -> None:
        self.say(self.battle.other(word.token).data, "legion", word.value)

    def _side(self, word: Word) -> None:
        if self.side.pieces:
            self.unread(word)
        self.say(self.side.data, "entry_side", word.value)

    def _turn(self, word: Word) -> None:
        self.say(self.draft.data, "turn", self.number(Kind.EQUALS))

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _number(self, word: Word) -> None:
        """A turn, a count, hits or a score."""
        last = self.side.latest
        bracket = self.at > 1 and self.words[self.at - 2].token.text == "("
        if self.kind() is Kind.TURN:
            self.at += 1
            self.say(self.draft.data, "turn", self.draft.number(word))
        elif self.kind() is Kind.POINTS:
            self.at += 1
            self.say(self.side.data, "score", self.draft.number(word))
        elif last is not None and (self.kind() is Kind.HITS or (bracket and self.kind() is Kind.COMMA)):
            self.skip(Kind.HITS)
            self._of_last("hits", self.draft.number(word))
        elif (name := self.counted()) is not None:
            self._piece(name, str(name.value), self.draft.count(word))
        elif last is None:
            self.say(self.side.data, "score", self.draft.number(word))
        else:
            self.unread(word)

    def _score(self, word: Word) -> None:
        self.say(self.side.data, "score", self.number(Kind.OF, Kind.COLON, Kind.EQUALS))

    def _name(self, word: Word) -> None:
        if is_plural(word):
            self.draft.fail("how many?", word.token)
        self._piece(word, str(word.value), 1)

    def _piece(self, word: Word, name: str, count: int) -> None:
        side = self.side
        self.groups += 1
        side.add(name, count, self.groups, word.token)
        if len(side.pieces) > 20 * MAX_HEIGHT:
            self.draft.fail("too many characters", word.token)
        if self.hex is not None:
            before, self.hex = self.hex, None
            self._place(before)

    def _hex(self, word: Word) -> None:
        """Place the next of those who were named; with nobody waiting, the one named next."""
        if not self.side.waiting and self.kind() in (Kind.NAME, Kind.UNKNOWN) and self.hex is None:
            self.hex = word
        elif self.side.latest is None:
            self.draft.fail("who stands there?", word.token, hint=self.shape)
        else:
            self._place(word)

    def _place(self, word: Word) -> None:
        side = self.side
        if side.waiting:
            side.latest = side.waiting.pop(0)
        assert side.latest is not None, "it is asked before"
        side.latest.last = word.token
        self.draft.say(side.latest.data, "hex", word.value, side.latest.first, word.token)

    def _off(self, word: Word) -> None:
        if self.side.latest is None:
            self.unread(word)
        for piece in self.side.waiting or [self.side.latest]:
            self.draft.say(piece.data, "hex", None, piece.first, word.token)
        self.side.waiting = []

    def _of_last(self, key: str, value: JSON) -> None:
        """Put a value for the last character; its place begins with the name."""
        last = self.side.latest
        assert last is not None, "it is asked before"
        self.draft.say(last.data, key, value, last.first, self.words[self.at - 1].token)

    def _flag(self, word: Word) -> None:
        """``slowed 1``, ``poisoned 2``; a negative number is faster."""
        if self.side.latest is None:
            self.unread(word)
        sign = -1 if self.kind() is Kind.DASH else 1
        self._of_last(str(word.value), sign * self.number(Kind.DASH))

    def _deed(self, word: Word) -> None:
        """``moved`` and ``struck`` behind a character, or a phase."""
        phase = PHASES.get(word.value)
        if word.token.low in ("moved", "struck") and self.side.latest is not None:
            self._of_last(word.token.low, True)
        elif word.value is Deed.STRIKE and word.token.low in ("x", "hit", "hits"):
            self.unread(word)
        elif phase is not None and not self.side.pieces:
            self._phase("strikeback" if word.token.low == "strikeback" else phase)
        else:
            self.unread(word)


_READ: Mapping[Kind, Callable[[BattleReader, Word], None]] = {
    **dict.fromkeys(BattleReader.behind, BattleReader.link),
    **dict.fromkeys(OWNERS, BattleReader._owner),
    Kind.SLASH: BattleReader._slash,
    Kind.VERSUS: BattleReader._versus,
    Kind.TERRAIN: BattleReader.terrain,
    Kind.LAND: BattleReader.land,
    Kind.PERSON: BattleReader._person,
    Kind.UNKNOWN: BattleReader._unknown,
    Kind.MARKER: BattleReader._marker,
    Kind.SIDE: BattleReader._side,
    Kind.TURN: BattleReader._turn,
    Kind.NUMBER: BattleReader._number,
    Kind.SCORE: BattleReader._score,
    Kind.NAME: BattleReader._name,
    Kind.HEX: BattleReader._hex,
    Kind.OFF: BattleReader._off,
    Kind.FLAG: BattleReader._flag,
    Kind.DEED: BattleReader._deed,
    Kind.PHASE_NAME: BattleReader._deed,
}
"""How a word is read, by its kind."""
