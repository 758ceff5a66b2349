"""A game or a part of one in words: ``Bk02 109 2 Lion, roll 4``, ``my Titan in 105, 390 points``."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from ..box.current_box import current
from .board_draft import PRONOUNS, SHAPE, BoardDraft, LegionDraft
from .draft import MARKS, Behind, Draft, Growing, Reader, is_plural
from .lexicon import Deed, Kind, lexicon
from .words import Word

OWNERS = (Kind.OWNER, Kind.COLOUR)
PHASES: Mapping[object, str] = {
    Deed.SPLIT: "commencement",
    Deed.MOVE: "movement",
    Deed.ENGAGE: "engagement",
    Deed.MUSTER: "enlistment",
    **{name: name for name in ("setup", "commencement", "movement", "engagement", "enlistment")},
}
"""The phase that a deed or the name of a phase stands for."""
_LABELLED = (Kind.OF, Kind.AT, Kind.COLON, Kind.EQUALS)
"""What may stand between a label and its number: *roll: 4*."""
_LABELS = (Kind.TURN, Kind.POINTS, Kind.HIGH, Kind.PIECES)
"""What says behind a number which one it is."""


class BoardReader(Reader):
    """Reads the words of a game into a draft."""

    shape = SHAPE
    behind: ClassVar[Behind] = {
        Kind.AT: (Kind.LAND, Kind.NUMBER, Kind.SPACE, Kind.TERRAIN),
        Kind.SPACE: (Kind.NUMBER, Kind.LAND),
        Kind.WITH: (Kind.NUMBER, Kind.NAME, Kind.SCORE, Kind.HEIGHT, Kind.ROLL),
        Kind.HAVE: (Kind.NUMBER, Kind.NAME, Kind.MARKER, Kind.LEGION, Kind.OWNER),
        Kind.PHASE: (*MARKS, None),
        Kind.OF: (Kind.NUMBER, Kind.NAME),
    }

    def __init__(self, draft: Draft, words: list[Word]) -> None:
        super().__init__(draft, words)
        self.board = BoardDraft(draft)
        self.player: Growing | None = None
        """The player being read."""
        self.legion: LegionDraft | None = None
        """The Legion being read."""
        self.attack: tuple[Growing, Word] | None = None
        """Who attacks, and the word that says so."""
        self.scores: dict[str, int] = {}
        """By colour, a number that stood alone."""

    def read(self) -> None:
        """Read every word.

        :raises DocumentError: a word has no use.
        """
        self.read_words(_READ)
        if self.attack is not None:
            self._engage(*self.attack)

    # --- the moment --------------------------------------------------------------------------------------------------

    def _turn(self, word: Word) -> None:
        self.say(self.draft.data, "turn", self.number(Kind.EQUALS))

    def _roll(self, word: Word) -> None:
        self.say(self.draft.data, "roll", self.number(Kind.DICE, *_LABELLED))

    def _deed(self, word: Word) -> None:
        """``moved`` behind a Legion, a mulligan, or a phase."""
        if word.value is Deed.MULLIGAN:
            self.say(self.draft.data, "mulligan", True)
        elif word.token.low == "moved" and self.legion is not None:
            self.say(self.legion.data, "moved", True)
        elif word.value is Deed.STRIKE and self.player is not None and self.legion is None and self.attack is None:
            self.attack, self.player = (self.player, word), None  # you attack my Angel and 2 Ogres in 105
        elif word.token.low == "moved" or word.value not in PHASES or self.legion is not None:
            self.unread(word)
        else:
            self._phase(word)

    def _engage(self, attacker: Growing, word: Word) -> None:
        """Put an attacker's Legion, of which nothing more is said, into the land of the one it attacks."""
        attacked = [legion for legion in self.board.legions if legion.player is not attacker]
        if len(attacked) != 1 or attacker["legions"]:
            self.draft.fail("whom?", word.token, hint=self.shape)
        self.board.begin(attacker, word.token).data["land"] = attacked[0].data.get("land")
        self.draft.data.setdefault("phase", "engagement")
        self.draft.data.setdefault("active", attacker["color"])

    def _phase(self, word: Word) -> None:
        if word.value == "movement" and self.kind() in (Kind.ROLL, Kind.DICE):  # the Movement Roll
            return
        self.say(self.draft.data, "phase", PHASES.get(word.value, "over"))
        self.skip(Kind.PHASE)

    def _over(self, word: Word) -> None:
        if word.token.low != "over":
            self.unread(word)
        self._phase(word)

    def _unknown(self, word: Word) -> None:
        """``not moved``, or a character that there is not."""
        if word.token.low == "not" and self.legion is not None and self.at < len(self.words):
            if self.next().token.low != "moved":
                self.unread(word)
            self.board.unmoved = True
        elif self.legion is not None and "land" in self.legion.data and word.token.text.isalnum():
            self._characters(word, word.token.text, 1)
        else:
            self.unread(word)

    # --- players -----------------------------------------------------------------------------------------------------

    def _color_of(self, word: Word) -> str:
        """The colour that a word names; *mine* and *theirs* are settled when all is read."""
        if word.value not in current().markers.letters and word.value not in PRONOUNS:
            self.draft.fail("say a colour instead", word.token, hint=self.shape)
        return str(word.value)

    def _mine(self, word: Word) -> Growing:
        """The player being read, or else the speaker."""
        return self.player or self.board.player("mine", word.token)

    def _owner(self, word: Word) -> None:
        """A player, or whose turn or phase it is: ``Black's movement``, ``Black to split``, ``I rolled a 4``."""
        if word.kind is Kind.OWNER and self.kind() is None:
            self.unread(word)
        ahead = 0
        while self.kind(ahead) is Kind.TO or (
            self.kind(ahead) is Kind.TURN and self.kind(ahead + 1) is not Kind.NUMBER
        ):
            ahead += 1
        color, place = self._color_of(word), self.at + ahead
        after = self.words[place] if place < len(self.words) else None
        acts = after is not None and after.value in PHASES and after.token.low != "moved"
        over = after is not None and after.token.low == "over"
        self.legion = None
        if (
            acts
            or over
            or self.kind(ahead) is Kind.ROLL
            or Kind.TURN in [one.kind for one in self.words[self.at : place]]
        ):
            self.at = place
            self.say(self.draft.data, "active", color)
        else:
            self.player = self.board.player(color, word.token)

    def _person(self, word: Word) -> None:
        if word.value == "it" or self.kind() in (*MARKS, None):
            self.unread(word)
        self._owner(word)

    def _slash(self, word: Word) -> None:
        self.player = self.legion = None

    def _score(self, word: Word) -> None:
        self.say(self._mine(word), "score", self.number(*_LABELLED))

    def _terrain(self, word: Word) -> None:
        """A player's Tower, or where a Legion is."""
        if word.value == "Tower" and self.legion is None and self.player is not None and self.kind() is Kind.NUMBER:
            self.say(self.player, "tower", self.number())
        elif self.legion is not None and self.legion.terrain is None:
            self.legion.terrain = word
        else:
            self.unread(word)

    # --- Legions -----------------------------------------------------------------------------------------------------

    def _begin(self, word: Word, player: Growing) -> LegionDraft:
        self.legion = self.board.begin(player, word.token)
        return self.legion

    def _marker(self, word: Word) -> None:
        """A Legion: a new one, or more about one read before."""
        known = next((legion for legion in self.board.legions if legion.data.get("legion") == word.value), None)
        if known is not None:
            if "land" in known.data and "characters" in known.data:
                self.draft.fail(f"{word.value} is given twice", word.token, code="said-twice")
            self.legion = known
            return
        color, player = current().markers.color_of(str(word.value)), self.player
        # A player whose Tower is said is said in full, and may hold markers of other colours (D-5).
        if player is None or not (player["color"] in (color, *PRONOUNS) or "tower" in player):
            player = self.board.player(color, word.token)
        if player["color"] in PRONOUNS and self.board.by_marker.setdefault(player["color"], color) != color:
            self.draft.fail(f"is not {self.board.by_marker[player['color']]}'s", word.token)
        nameless = self.legion is not None and not self.legion.data and self.legion.player is player
        legion = self.legion if self.legion is not None and nameless else self._begin(word, player)
        self.say(legion.data, "legion", word.value)

    def _nameless(self, word: Word) -> LegionDraft:
        """The Legion being read, or one without a marker that begins here."""
        if self.legion is None or self.legion.ended:
            return self._begin(word, self._mine(word))
        return self.legion

    def _legion(self, word: Word) -> None:
        """*my Legion*; *my Legion of 7*; *Legion Bk02*."""
        if self.kind() is not Kind.MARKER:
            legion = self._begin(word, self._mine(word))
            if (self.kind(), self.kind(1)) == (Kind.OF, Kind.NUMBER) and self.kind(2) is not Kind.NAME:
                self.say(legion.data, "height", self.number(Kind.OF))

    def _land(self, word: Word) -> None:
        self.say(self._nameless(word).data, "land", word.number)

    def _hex(self, word: Word) -> None:
        """A land whose number has one digit: ``B3``."""
        land = lexicon().land(word.token.text, word.token.low[:1])
        if land is None or land.kind is not Kind.LAND:
            self.unread(word)
        self.say(self._nameless(word).data, "land", land.value)

    def _number(self, word: Word) -> None:
        """A turn, a land, a count, a height, a Tower or a score."""
        legion, after = self.legion, self.kind()
        if after in _LABELS and (after not in (Kind.HIGH, Kind.PIECES) or (legion or self.player) is not None):
            self._labelled(word)
        elif self.kind(-2) in (Kind.AT, Kind.SPACE, Kind.TERRAIN) or (legion is not None and self._is_land()):
            self.say(self._nameless(word).data, "land", self.draft.number(word))
        elif (name := self.counted()) is not None:
            self._characters(name, str(name.value), self.draft.count(word))
        elif legion is None:
            self._heading_number(word)
        elif after is Kind.UNKNOWN:
            unknown = self.next()
            self._characters(unknown, unknown.token.text, self.draft.count(word))
        else:
            self.draft.fail("has no use here", word.token, code="bad-count", hint="as in: Bk02 109 Angel 2 Centaur")

    def _labelled(self, word: Word) -> None:
        """A number with its word behind it: ``5 turn``, ``390 points``, ``6 characters high``."""
        label, number = self.next().kind, self.draft.number(word)
        if label is Kind.TURN:
            self.say(self.draft.data, "turn", number)
        elif label is Kind.POINTS:
            self.say(self._mine(word), "score", number)
        else:
            self.skip(Kind.PIECES, Kind.HIGH)
            self.say(self._nameless(word).data, "height", number)

    def _is_land(self) -> bool:
        """Whether the number that was read is the Legion's land, and does not count the characters behind it."""
        assert self.legion is not None, "it is asked before"
        data = self.legion.data
        if "land" in data or "characters" in data:
            return False
        counts = self.kind() is Kind.NAME and is_plural(self.words[self.at])
        return ("legion" in data and not counts) or self.kind() not in (Kind.NAME, Kind.TIMES)

    def _heading_number(self, word: Word) -> None:
        """A number alone is a player's score; of two, the first is its Tower."""
        player, number = self.player, self.draft.number(word)
        if player is None:
            self.draft.fail("a Legion begins with its marker", word.token, hint=self.shape)
        if player["color"] in self.scores and "tower" not in player:
            self.say(player, "tower", self.scores.pop(player["color"]))
            player["score"] = number
        else:
            self.say(player, "score", number)
            self.scores[player["color"]] = number

    def _character(self, word: Word) -> None:
        if is_plural(word) and self.kind() is not Kind.TIMES:
            self.draft.fail("how many?", word.token)
        self._characters(word, str(word.value), 1)

    def _characters(self, word: Word, name: str, count: int) -> None:
        legion = self._nameless(word)
        names = legion.data.setdefault("characters", [])
        if self.kind() is Kind.TIMES and self.kind(1) is Kind.NUMBER:
            self.at += 1
            count = self.draft.count(self.next())
        for _ in range(count):
            self.draft.place(names, len(names), word.token)
            names.append(name)

    def _nobody(self, word: Word) -> None:
        if self.legion is None or self.legion.data.get("characters"):
            self.unread(word)
        self.legion.data["characters"] = []

    def _height(self, word: Word) -> None:
        if self.legion is None:
            self.unread(word)
        self.say(self.legion.data, "height", self.number(*_LABELLED))


_READ: Mapping[Kind, Callable[[BoardReader, Word], None]] = {
    **dict.fromkeys(BoardReader.behind, BoardReader.link),
    **dict.fromkeys(OWNERS, BoardReader._owner),
    Kind.TURN: BoardReader._turn,
    Kind.ROLL: BoardReader._roll,
    Kind.DEED: BoardReader._deed,
    Kind.PHASE_NAME: BoardReader._phase,
    Kind.OVER: BoardReader._over,
    Kind.UNKNOWN: BoardReader._unknown,
    Kind.PERSON: BoardReader._person,
    Kind.SLASH: BoardReader._slash,
    Kind.SCORE: BoardReader._score,
    Kind.TERRAIN: BoardReader._terrain,
    Kind.MARKER: BoardReader._marker,
    Kind.LEGION: BoardReader._legion,
    Kind.LAND: BoardReader._land,
    Kind.HEX: BoardReader._hex,
    Kind.NUMBER: BoardReader._number,
    Kind.NAME: BoardReader._character,
    Kind.NOTHING: BoardReader._nobody,
    Kind.EMPTY: BoardReader._nobody,
    Kind.HEIGHT: BoardReader._height,
}
"""How a word is read, by its kind."""
