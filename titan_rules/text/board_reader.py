"""A game or a part of one in words: ``Bk02 109 2 Lion, roll 4``, ``my Titan in 105, 390 points``."""

from typing import ClassVar

from ..box.current_box import current
from ..kernel.words import MOST_OF_A_KIND
from ..position.faults.game import TURN_PHASES
from .board import Board, LegionBuilder
from .lexicon import Deed, Kind, lexicon
from .reader import BEFORE_LANDS, LABELLED, MARKS, OPPOSITE, Behind, Builder
from .words import Word

OWNERS = (Kind.OWNER, Kind.COLOUR)
_WHOM = (*OWNERS, Kind.PERSON, Kind.MARKER, Kind.LEGION)
"""What says behind *engages* whom: *Red engages Blue in 105*."""
_COUNTED = (Kind.HIGH, Kind.PIECES)
"""What says behind a number that it is a height."""


class BoardReader(Board):
    """Reads the words of a game.

    :ivar player, legion: those being read.
    :ivar attack: who attacks, and the word that says so.
    """

    shape = "as in: turn 5, Black's movement, roll 4: Bk02 109 2 Lion"
    behind: ClassVar[Behind] = {
        Kind.AT: (Kind.LAND, Kind.NUMBER, Kind.SPACE, Kind.TERRAIN),
        Kind.SPACE: (Kind.NUMBER, Kind.LAND),
        Kind.WITH: (Kind.NUMBER, Kind.NAME, Kind.SCORE, Kind.HEIGHT, Kind.ROLL),
        Kind.HAVE: (Kind.NUMBER, Kind.NAME, Kind.MARKER, Kind.LEGION, Kind.OWNER),
        Kind.PHASE: (*MARKS, None),
        Kind.OF: (Kind.NUMBER, Kind.NAME),
    }
    phases = ("setup", *TURN_PHASES)

    def __init__(self, text: str, said: list[Word], asked: bool) -> None:
        super().__init__(text, said, asked)
        self.player: Builder | None = None
        self.legion: LegionBuilder | None = None
        self.attack: tuple[Builder, Word] | None = None

    # --- the moment --------------------------------------------------------------------------------------------------

    def _roll(self, word: Word) -> None:
        self.say_typed(self.position, "roll", self.number(Kind.DICE, *LABELLED))

    def _deed(self, word: Word) -> None:
        """``moved`` behind a Legion, a mulligan, or a phase."""
        if word.value is Deed.MULLIGAN:
            self.say(self.position, "mulligan", True)
        elif word.token.low == "moved" and self.legion is not None:
            self.say(self.legion, "moved", True)
        elif self._attacks(-1) and self.player is not None and self.legion is None and self.attack is None:
            self.attack, self.player = (self.player, word), None  # you attack my Angel and 2 Ogres in 105
        elif word.token.low == "moved" or self.phase_at(-1) is None or self.legion is not None:
            self.unread(word)
        else:
            self.phase(str(self.phase_at(-1)))

    def _with(self, word: Word) -> None:
        """What a Legion holds; behind an attack it may be the attacker's or the other's."""
        if self.attack is not None:
            self.unread(word)
        self.link(word)

    def _phase_name(self, word: Word) -> None:
        if word.value != "movement" or self.kind() not in (Kind.ROLL, Kind.DICE):  # the Movement Roll
            self.phase(self.phase_at(-1) or self.unread(word))

    def _over(self, word: Word) -> None:
        if word.token.low != "over":
            self.unread(word)
        self.phase("over")

    def _unknown(self, word: Word) -> None:
        """``not moved``, or a character that there is not."""
        if word.token.low == "not" and self.legion is not None and self.at < len(self.words):
            if self.next().token.low != "moved":
                self.unread(word)
            self.unmoved = True
        elif self.legion is not None and "land" in self.legion.values and word.token.text.isalnum():
            self.characters(word, 1)
        else:
            self.unread(word)

    def settle(self) -> None:
        """Let the two Legions of an attack meet, that of the attacker perhaps unsaid, and settle the board."""
        if self.attack is not None:
            attacker, word = self.attack
            attacked = [legion for legion in self.legions if legion.player is not attacker]
            attacking = attacker.values["legions"] or [self.begin(word, attacker)]
            lands = {legion.values["land"] for legion in (*attacked, *attacking) if "land" in legion.values}
            if len(attacked) != 1 or len(attacking) != 1 or len(lands) > 1:
                self.fail("which Legion attacks which, in one land?", word, hint=self.shape)
            attacked[0].met, attacking[0].met = attacking[0], attacked[0]
            self.position.values.setdefault("phase", "engagement")
            self.position.values.setdefault("active", attacker.values["color"])
        super().settle()

    def begin(self, word: Word, player: Builder) -> LegionBuilder:
        """A Legion that begins here; of two that meet in a land that was said, *Red attacks Blue in 105: ...*."""
        first = self.legions[0] if self.attack is not None and self.legions else None
        if first is not None and first.player is player and first.values.keys() == {"land"}:
            del first.places["land"]  # which may be said again
            return first
        legion = super().begin(word, player)
        if first is not None and "land" in first.values and self.attack is not None and player is self.attack[0]:
            legion.values["land"] = first.values["land"]
        return legion

    # --- players -----------------------------------------------------------------------------------------------------

    def scorer(self, word: Word) -> Builder:
        """The player being read, or else whoever's turn it is said to be, or the speaker."""
        return self.player or self.player_of(self.position.values.get("active", "mine"), word)

    def _owner(self, word: Word) -> None:
        """A player, or whose turn or phase it is: ``Black's movement``, ``Black to split``, ``I rolled a 4``."""
        if word.kind is Kind.OWNER and self.kind() is None:
            self.unread(word)
        if word.value not in current().markers.letters and word.value not in OPPOSITE:
            self.fail("say a colour instead", word, hint=self.shape)
        ahead, turn = 0, False
        while self.kind(ahead) is Kind.TO or (
            self.kind(ahead) is Kind.TURN and self.kind(ahead + 1) is not Kind.NUMBER
        ):
            turn = turn or self.kind(ahead) is Kind.TURN
            ahead += 1
        self.legion = None
        if turn or self._acts(ahead):
            self.at += ahead
            self.say(self.position, "active", str(word.value))
        else:
            self.player = self.player_of(str(word.value), word)

    def _acts(self, ahead: int) -> bool:
        """Whether a word further on names a phase, or the roll."""
        low = self.words[self.at + ahead].token.low if self.kind(ahead) is not None else "moved"
        named = self.phase_at(ahead) is not None or self.kind(ahead) is Kind.ROLL or low == "over"
        return named and low != "moved" and not self._attacks(ahead)

    def _attacks(self, ahead: int) -> bool:
        """Whether a word further on says that somebody attacks somebody."""
        deed = self.words[self.at + ahead].value
        return deed is Deed.STRIKE or (deed is Deed.ENGAGE and self.kind(ahead + 1) in _WHOM)

    def _person(self, word: Word) -> None:
        if word.value == "it" or self.kind() in (*MARKS, None):
            self.unread(word)
        self._owner(word)

    def _slash(self, word: Word) -> None:
        if self.attack is not None and self.kind() not in _WHOM:
            self.fail("whose are they?", word, hint=self.shape)  # I attack Blue in 105: 3 Ogre / 2 Lion
        self.player = self.legion = None

    def _terrain(self, word: Word) -> None:
        """A player's Tower, or where a Legion is."""
        if word.value == "Tower" and self.legion is None and self.player is not None and self.kind() is Kind.NUMBER:
            self.say_typed(self.player, "tower", self.number())
        elif self.legion is not None and self.legion.terrain is None:
            self.legion.terrain = word
        else:
            self.unread(word)

    # --- Legions -----------------------------------------------------------------------------------------------------

    def _nameless(self, word: Word) -> LegionBuilder:
        """The Legion being read, or one without a marker that begins here."""
        if self.legion is None or self.legion.ended:
            self.legion = self.begin(word, self.scorer(word))
        return self.legion

    def _marker(self, word: Word) -> None:
        """A Legion: a new one, or more about one read before."""
        for known in self.legions:
            if known.values.get("legion") == word.value:
                if {"land", "characters"} <= known.values.keys():
                    self.fail(f"{word.value} is given twice", word, code="said-twice")
                self.legion = known
                return
        color, player, legion = str(current().markers.color_of(str(word.value))), self.player, self.legion
        # A player whose Tower is said is said in full, and may hold markers of other colours (D-5).
        if player is None or not (player.values["color"] in (color, *OPPOSITE) or "tower" in player.values):
            player = self.player_of(color, word)
        whose = player.values["color"]
        if whose in OPPOSITE and self.by_marker.setdefault(whose, color) != color:
            self.fail(f"is not {self.by_marker[whose]}'s", word)
        if legion is None or legion.values or legion.player is not player:
            self.legion = legion = self.begin(word, player)
        self.say(legion, "legion", word.value)

    def _legion(self, word: Word) -> None:
        """*my Legion*; *my Legion of 7*; *Legion Bk02*."""
        if self.kind() is not Kind.MARKER:
            self.legion = legion = self.begin(word, self.scorer(word))
            if (self.kind(), self.kind(1)) == (Kind.OF, Kind.NUMBER) and self.kind(2) is not Kind.NAME:
                self.say_typed(legion, "height", self.number(Kind.OF))

    def _land(self, word: Word) -> None:
        self.say_typed(self._nameless(word), "land", self.number_in(word) if word.kind is Kind.NUMBER else word.number)

    def _hex(self, word: Word) -> None:
        """A land whose number has one digit: ``B3``."""
        land = lexicon().land(word.token.text.upper())
        if land is None or land.kind is not Kind.LAND:
            self.unread(word)
        self.say(self._nameless(word), "land", land.value)

    def _number(self, word: Word) -> None:
        """A turn, a land, a count, a height, a Tower or a score."""
        legion, after = self.legion, self.kind()
        if self.labelled(word):
            return
        if after in _COUNTED and (legion or self.player) is not None:
            self.skip(*_COUNTED)
            self.say_typed(self._nameless(word), "height", self.number_in(word))
        elif self.kind(-2) in BEFORE_LANDS or (legion is not None and self._is_land(legion, word)):
            self._land(word)
        elif (name := self.counted()) is not None:
            self.characters(name, self.count_in(word))
        elif legion is None:
            self._heading_number(word)
        elif after is Kind.UNKNOWN:
            self.characters(self.next(), self.count_in(word))
        else:
            self.fail("has no use here", word, code="bad-count", hint="as in: Bk02 109 Angel 2 Centaur")

    def _is_land(self, legion: LegionBuilder, word: Word) -> bool:
        """Whether a number is the Legion's land, and does not count the characters behind it."""
        if "characters" in legion.values or "land" in legion.places:
            return False
        if self.kind() is not Kind.NAME:
            return self.kind() is not Kind.TIMES
        known = "land" in legion.values and word.number <= MOST_OF_A_KIND  # where it attacks, or is attacked
        return "legion" in legion.values and not known and not self.words[self.at].plural

    def _heading_number(self, word: Word) -> None:
        """A number alone is a player's score; of two, the first is its Tower."""
        player = self.player
        if player is None:
            self.fail("a Legion begins with its marker", word, hint=self.shape)
        if self.kind() is not Kind.NUMBER:
            self.say_typed(player, "score", self.bare_score(word))
        elif self.kind(1) in (Kind.NAME, Kind.TIMES):
            self.unread(word)  # my 109 2 Lion
        else:
            self.say_typed(player, "tower", word.number)

    def characters(self, word: Word, count: int) -> None:
        """Put so many of a character, or as many as are said behind it: ``Ogre x 2``."""
        if self.kind() is Kind.TIMES and self.kind(1) is Kind.NUMBER:
            self.at += 1
            count = self.count_in(self.next())
        self._nameless(word).values.setdefault("characters", []).extend([self.character(word)] * count)

    def _nobody(self, word: Word) -> None:
        if self.legion is None or self.legion.values.get("characters"):
            self.unread(word)
        self.legion.values["characters"] = []

    def _height(self, word: Word) -> None:
        if self.legion is None:
            self.unread(word)
        self.say_typed(self.legion, "height", self.number(*LABELLED))


BoardReader.ways = {
    **dict.fromkeys(BoardReader.behind, BoardReader.link),
    **dict.fromkeys(OWNERS, BoardReader._owner),
    **dict.fromkeys((Kind.NOTHING, Kind.EMPTY), BoardReader._nobody),
    Kind.WITH: BoardReader._with,
    Kind.TURN: BoardReader.turn,
    Kind.ROLL: BoardReader._roll,
    Kind.DEED: BoardReader._deed,
    Kind.PHASE_NAME: BoardReader._phase_name,
    Kind.OVER: BoardReader._over,
    Kind.UNKNOWN: BoardReader._unknown,
    Kind.PERSON: BoardReader._person,
    Kind.SLASH: BoardReader._slash,
    Kind.SCORE: BoardReader.score,
    Kind.TERRAIN: BoardReader._terrain,
    Kind.MARKER: BoardReader._marker,
    Kind.LEGION: BoardReader._legion,
    Kind.LAND: BoardReader._land,
    Kind.HEX: BoardReader._hex,
    Kind.NUMBER: BoardReader._number,
    Kind.NAME: BoardReader.name,
    Kind.HEIGHT: BoardReader._height,
}
