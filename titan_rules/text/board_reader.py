"""A game or a part of one in words: ``Bk02 109 2 Lion, roll 4``, ``my Titan in 105, 390 points``.

What is missing is filled in so that nothing depends on it, or with an assumption that is told.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import PlayerColor
from .draft import MARKS, Behind, Draft, Growing, Reader, is_plural
from .lexer import Token
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
PRONOUNS = ("mine", "theirs")
UNSAID_HEIGHT = 4
_LABELLED = (Kind.OF, Kind.AT, Kind.COLON, Kind.EQUALS)
"""What may stand between a label and its number: *roll: 4*."""
_LABELS = (Kind.TURN, Kind.POINTS, Kind.HIGH, Kind.PIECES)
"""What says behind a number which one it is."""


@define(eq=False)
class LegionDraft:
    """A Legion, as it is read.

    :param player: whose it is.
    :param first: the word that begins it.
    :param terrain: where it is said to be.
    """

    player: Growing
    first: Token
    data: Growing = field(factory=dict)
    terrain: Word | None = None

    @property
    def ended(self) -> bool:
        """Whether a name that follows begins another Legion: it has no marker, and its land stands behind its names."""
        keys = [*self.data]
        return "legion" not in self.data and {"characters", "land"} <= {*keys} and keys.index("land") > 0


class BoardReader(Reader):
    """Reads the words of a game into a draft, then fills in what is missing."""

    shape = "as in: turn 5, Black's movement, roll 4: Bk02 109 2 Lion"
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
        self.players: list[Growing] = []
        self.player: Growing | None = None
        """The player being read."""
        self.legions: list[LegionDraft] = []
        self.legion: LegionDraft | None = None
        """The Legion being read."""
        self.attack: tuple[Growing, Word] | None = None
        """Who attacks, and the word that says so."""
        self.unmoved = False
        self.told_by_marker: dict[str, str] = {}
        """The colours of *mine* and *theirs*, if their markers are named."""
        self.scores: dict[str, int] = {}
        """By colour, a number that stood alone."""

    def read(self) -> None:
        """Read every word; :meth:`fill_in` completes the game after its keys are read."""
        self.draft.data["players"] = self.players
        self.read_words(_READ)
        if self.attack is not None:
            self._engage(*self.attack)
        self._settle_colors()
        for legion in self.legions:
            self._name(legion)
            self._complete(legion)

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
        attacked = [legion for legion in self.legions if legion.player is not attacker]
        if len(attacked) != 1 or attacker["legions"]:
            self.draft.fail("whom?", word.token, hint=self.shape)
        self._begin(word, attacker).data["land"] = attacked[0].data.get("land")
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
            self.unmoved = True
        elif self.legion is not None and "land" in self.legion.data and word.token.text.isalnum():
            self._characters(word, word.token.text, 1)
        else:
            self.unread(word)

    # --- players -----------------------------------------------------------------------------------------------------

    def _player(self, word: Word, color: str) -> Growing:
        """The player with a colour, added if there is none."""
        player = next((player for player in self.players if player["color"] == color), None)
        if player is None:
            player = {"color": color, "legions": []}
            self.players.append(player)
            self.draft.place(player, "", word.token)
        return player

    def _color_of(self, word: Word) -> str:
        """The colour that a word names; *mine* and *theirs* are settled when all is read."""
        if word.value not in current().markers.letters and word.value not in PRONOUNS:
            self.draft.fail("say a colour instead", word.token, hint=self.shape)
        return str(word.value)

    def _mine(self, word: Word) -> Growing:
        """The player being read, or else the speaker."""
        return self.player or self._player(word, "mine")

    def _settle_colors(self) -> None:
        """Decide who is *mine* and *theirs*: whose turn it is, or else the first colour of which no Legion is named."""
        data, owners = self.draft.data, self.draft.owners
        every = [color for color in ("Black", "Red", *current().markers.letters) if color in current().markers.letters]
        owners |= {**{color: color for color in every}, **self.told_by_marker}
        said, active = [player["color"] for player in self.players], data.get("active")
        if not {*PRONOUNS} & {*said, active}:
            return
        named = [color for color in said if color in every]
        free = [color for color in every if color not in (*named, *self.told_by_marker.values())] or every
        if "mine" not in owners and active in free:
            owners["mine"] = active
        elif "mine" not in owners:  # I rolled a 4: Bk02 109 2 Lion
            owners["mine"] = named[0] if len(named) == 1 and "mine" not in said else free[0]
        others = {*named, *([active] if active in every else [])} - {owners["mine"]}
        free = [color for color in free if color != owners["mine"]] or every
        owners.setdefault("theirs", others.pop() if len(others) == 1 else free[0])
        data |= {"active": owners[active]} if active in PRONOUNS else {}
        for player in [player for player in self.players if player["color"] in PRONOUNS]:
            player["color"] = owners[player["color"]]
            same = next((one for one in self.players if one is not player and one["color"] == player["color"]), None)
            if same is not None:
                self._join(same, player)

    def _join(self, player: Growing, other: Growing) -> None:
        """Put what is said of one player in two ways into one."""
        self.players.remove(other)
        player["legions"] += other.pop("legions")
        for legion in self.legions:
            legion.player = player if legion.player is other else legion.player
        for key in {"score", "tower"} & other.keys():
            if key in player:
                self.draft.fail(f"{player['color']}'s {key} is given twice", code="said-twice")
            player[key] = other[key]

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
            self.player = self._player(word, color)

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
        """Begin a Legion."""
        self.legion = LegionDraft(player, word.token)
        self.legions.append(self.legion)
        player["legions"].append(self.legion.data)
        self.draft.place(self.legion.data, "", word.token)
        return self.legion

    def _marker(self, word: Word) -> None:
        """A Legion: a new one, or more about one read before."""
        known = next((legion for legion in self.legions if legion.data.get("legion") == word.value), None)
        if known is not None:
            if "land" in known.data and "characters" in known.data:
                self.draft.fail(f"{word.value} is given twice", word.token, code="said-twice")
            self.legion = known
            return
        color, player = current().markers.color_of(str(word.value)), self.player
        # A player whose Tower is said is said in full, and may hold markers of other colours (D-5).
        if player is None or not (player["color"] in (color, *PRONOUNS) or "tower" in player):
            player = self._player(word, color)
        if player["color"] in PRONOUNS and self.told_by_marker.setdefault(player["color"], color) != color:
            self.draft.fail(f"is not {self.told_by_marker[player['color']]}'s", word.token)
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
        land = lexicon().land(word.token.low, word.token.low[:1])
        if land is None:
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

    def _name(self, legion: LegionDraft) -> None:
        """Give a Legion without a marker the first one that is free."""
        if "legion" not in legion.data:
            used = {other.data.get("legion") for other in self.legions}
            markers = current().markers.of(legion.player["color"])
            legion.data["legion"] = next((marker for marker in markers if marker not in used), markers[0])

    def _complete(self, legion: LegionDraft) -> None:
        """Check where a Legion is, and settle who is in it."""
        data = legion.data
        names, height, name = data.get("characters"), data.get("height"), data["legion"]
        begins = self.draft.data.get("turn") == 1 or self.draft.data.get("phase") == "commencement"
        if "land" not in data and begins and TITAN in (names or ()):
            data["land"] = legion.player.setdefault("tower", self._free_tower())
            self.draft.assume(f"{name} is in its Tower, {data['land']}", f"say where {name} is")
        if "land" not in data:
            self.draft.fail("where is the Legion?", legion.first, hint="as in: Bk02 109 Angel 2 Centaur")
        said, lands = legion.terrain, current().masterboard.lands
        if said is not None and data["land"] in lands and lands[data["land"]].terrain != said.value:
            self.draft.fail(f"{data['land']} is not in the {said.value}", said.token)
        if names is None and height is None:
            data["height"] = UNSAID_HEIGHT
            self.draft.assume(f"who is in {name} is not known", f"say who is in {name}")
        elif names is not None and height == len(names):
            del data["height"]
        elif names is not None and height is not None and height > len(names):
            data["revealed"] = data.pop("characters")
        data.setdefault("characters", None)

    # --- what is not said --------------------------------------------------------------------------------------------

    def fill_in(self) -> None:
        """Fill in what is missing: neutrally, so that no verdict depends on it, or with a reported assumption."""
        draft, data = self.draft, self.draft.data
        draft.unsaid |= {"phase"} - data.keys()
        if data.get("phase") in ("setup", "over"):
            data.setdefault("turn", 1)
            return
        moved = any(legion.data.get("moved") for legion in self.legions)
        draft.unsaid |= {"roll", "active", "turn"} - data.keys()
        draft.unsaid |= set() if self.unmoved or moved else {"moved"}
        fragment = bool(self.players) and ("active" not in data or ("phase" not in data and bool(self.legions)))
        if data.get("active"):
            self._player_to_act(str(data["active"]))
        data.setdefault("phase", self._phase_implied(moved))
        towers = any("tower" not in player for player in self.players)
        for player in self.players:
            if "tower" not in player and (tower := self._free_tower()) is not None:
                player["tower"] = tower
        players = self._fill_players()
        if self.players:
            data.setdefault("active", self.players[0]["color"])
        eight = any(len(x.data["characters"] or ()) == 8 or x.data.get("height") == 8 for x in self.legions)
        data.setdefault("turn", 2 if (fragment or towers or players) and not eight else 1)

    def _player_to_act(self, color: str) -> None:
        """Whoever's turn it is plays."""
        if self.players and all(player["color"] != color for player in self.players):
            self.players.append({"color": color, "legions": []})

    def _phase_implied(self, moved: bool) -> str:
        """The phase implied by what is said."""
        if "roll" in self.draft.data:
            return "movement"
        met = {(legion.data["land"], legion.player["color"]) for legion in self.legions}
        engaged = len({land for land, _ in met}) < len(met)
        return "engagement" if engaged else "enlistment" if moved else "commencement"

    def _free_tower(self) -> int | None:
        """The last Tower in which nobody has started; None: there is none."""
        taken = [player.get("tower") for player in self.players]
        return next((tower for tower in reversed(current().towers) if tower not in taken), None)

    def _fill_players(self) -> bool:
        """Add another player if one is named; whose Titan is in no Legion that is named has it elsewhere."""
        box, players, draft = current(), self.players, self.draft
        filled = False
        while (players or draft.asked) and len(players) < box.players[0]:
            taken = {player["color"] for player in players}
            color = next(
                c for c in ("Red", "Black", *box.markers.letters) if c in box.markers.letters and c not in taken
            )
            players.append({"color": PlayerColor(color), "tower": self._free_tower(), "legions": []})
        for player in players:
            color, known = player["color"], [legion["characters"] for legion in player["legions"]]
            titan = any(names is None or TITAN in names for names in known)
            if titan or player.get("out") or player.get("elsewhere") or draft.data.get("engagement"):
                continue
            player["elsewhere"] = filled = True
            if known:
                draft.assume(f"{color}'s Titan is elsewhere, out of the way")
            else:
                draft.assume(f"{color}, of whom nothing is said, is out of the way", f"say where {color}'s Legions are")
        return filled


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
