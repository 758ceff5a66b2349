"""A battle in words: ``Plains: Ogre D3 / Lion D4 3 hits``, ``plains, my ogre on d3, his lion on d4 (3 hits)``."""

from collections.abc import Mapping
from typing import ClassVar, get_args

from attrs import define, field

from ..box.current_box import current
from ..position.battle import ROLES, Battle, BattlePhase, BattleSide, Combatant, Role, other
from .lexer import Token, TokenKind
from .lexicon import NEVER_SPELLED, Deed, Kind
from .reader import BEFORE_LANDS, OPPOSITE, USUAL_COLORS, Behind, Builder, Reader
from .words import Word

THIRD_SIDE = "a battle has two sides: a third begins here"
MOST_PIECES = 20
"""More characters of a side are not even counted."""
NO_PHASE = ("moved", "struck", "x", "hit", "hits")
"""Words of a move or a strike that name no phase."""
OWNERS = (Kind.OWNER, Kind.ROLE, Kind.COLOUR, Kind.QUOTED)


def usual_phase(attacker: bool, defender: bool) -> tuple[Role, BattlePhase]:
    """Whose phase it is, and which, if the text does not say.

    :param attacker, defender: whether that side is on the map; if neither is, the defender begins.
    """
    if not attacker and not defender:
        return "defender", "maneuver"
    return "attacker", "strike" if attacker and defender else "maneuver"


@define(eq=False)
class SideBuilder(Builder):
    """One side of a battle, as it is read.

    :param owner: a role, a colour, a player, *mine* or *theirs*; None: not named.
    :param groups: its characters by mention: *2 Ogres D3 C3* is one.
    :param waiting: those of the last mention who stand nowhere yet.
    :param latest: who was placed or named last.
    """

    of: type[BattleSide] = BattleSide
    owner: str | None = None
    groups: list[list[Builder]] = field(factory=list)
    waiting: list[Builder] = field(factory=list)
    latest: Builder | None = None

    @property
    def color(self) -> str | None:
        """The colour of its player or its marker, if that is said."""
        markers, player = current().markers, self.values.get("player")
        if player is None and "legion" in self.values:
            return str(markers.color_of(self.values["legion"]))
        return player if player in markers.letters else None

    @property
    def pieces(self) -> list[Builder]:
        """Its characters."""
        return [piece for group in self.groups for piece in group]


class BattleReader(Reader):
    """Reads the words of a battle.

    :ivar sides: those that were begun.
    :ivar side: the one being read.
    :ivar parted: a slash has parted two sides.
    :ivar mover: whose turn it is (True) or whose phase, and the word that says so.
    """

    of = Battle
    shape = "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
    behind: ClassVar[Behind] = {
        Kind.AT: (Kind.HEX, Kind.TERRAIN, Kind.LAND, Kind.NUMBER, Kind.SPACE),
        Kind.WITH: (Kind.NUMBER, Kind.NAME, *OWNERS),
        Kind.HAVE: (Kind.NUMBER, Kind.NAME),
        Kind.FROM: (Kind.SIDE,),
        Kind.SPACE: (Kind.HEX, Kind.NUMBER, Kind.LAND),
        Kind.DASH: (Kind.NAME, Kind.NUMBER, *OWNERS),
    }
    phases = get_args(BattlePhase)

    def __init__(self, text: str, said: list[Word], asked: bool) -> None:
        super().__init__(text, said, asked)
        self.side = SideBuilder()
        self.sides = [self.side]
        self.parted = False
        self.mover: tuple[bool, str, Token] | None = None

    # --- sides -------------------------------------------------------------------------------------------------------

    def _part(self, word: Word) -> None:
        """Begin the other side at a slash, or at *versus* behind somebody."""
        if word.kind is Kind.VERSUS and not self.side.groups:
            self.unread(word)
        if self.parted:
            self.fail(THIRD_SIDE, word, hint=self.shape)
        self.parted = True
        self._next_side()

    def _next_side(self) -> None:
        self.side = SideBuilder()
        self.sides.append(self.side)

    def _other(self, word: Word) -> SideBuilder:
        """The side in which nobody is yet.

        :raises DocumentError: there is none.
        """
        if self.side.groups:
            if len(self.sides) > 1:
                self.fail(THIRD_SIDE, word, hint=self.shape)
            self._next_side()
        return self.side

    def _begin(self, owner: str, word: Word) -> None:
        """The side of an owner begins here or goes on.

        :raises DocumentError: it would be a third side, or the side is another's.
        """
        known = [side for side in (self.sides[-1:] if self.parted else self.sides) if side.owner == owner]
        if known:
            self.side = known[0]  # my Ogre D3, his Lion D4, my Troll E4; behind the slash, his Lion D4, his Ogre E4
            return
        side = self._other(word)
        if side.owner not in (None, owner, *ROLES) and owner not in ROLES:
            self.fail("whose side is it?", *(side.said or ()), word, hint=self.shape)
        if owner not in (*OPPOSITE, *ROLES):
            self.say_typed(side, "player", owner, word.token)
        side.owner, side.said = owner, (word.token, word.token)

    def _owner(self, word: Word) -> None:
        """Whose phase it is, or whose side begins."""
        ahead = 0
        while self.kind(ahead) in (Kind.TO, Kind.BATTLE, Kind.ORDINAL, Kind.TURN) or (
            self.kind(ahead) is Kind.NUMBER and self.kind(ahead - 1) is Kind.TURN
        ):
            ahead += 1
        skipped = self.words[self.at : self.at + ahead]
        turn = Kind.TURN in [each.kind for each in skipped]
        phase = self.phase_at(ahead)
        name = str(word.value)
        if turn or phase is not None:
            for each in skipped:
                if each.kind is Kind.ORDINAL or each.kind is Kind.NUMBER:
                    self.say_typed(self.position, "turn", each.number)
            self.at += ahead + (phase is not None)
            if phase is not None:
                self.phase(phase)
            self.say(self.position, "side", name)
            self.mover = turn, name, word.token
        elif word.kind is Kind.ROLE and self.kind() is Kind.VERSUS and self.side.owner is None:
            self.side.owner = name  # Lion D4 defends against Ogre D3
        else:
            self._begin(name, word)

    def _person(self, word: Word) -> None:
        """*I have*; *we fight in the Marsh*."""
        if self.kind() is Kind.DEED and self.words[self.at].value is Deed.FIGHT and self.kind(1) is Kind.AT:
            self.at += 1
        elif word.value == "it" or not (self.kind() is Kind.HAVE or self.phase_at(0) is not None):
            self.unread(word)
        else:
            self._owner(word)

    def _unknown(self, word: Word) -> None:
        """The name of a player before a marker or a colon, or a character or a hex that there is not."""
        if word.token.kind is TokenKind.CODE and self.side.latest is not None:
            self._place(word.token.text, word)
        elif self.kind() in (Kind.MARKER, Kind.COLON, Kind.NUMBER) and self._may_be_a_player(word):
            self._begin(word.token.text, word)
        elif self.kind(int(self.kind() is Kind.AT)) in (Kind.HEX, Kind.OFF):
            self.characters(word, 1)
        else:
            self.unread(word)

    def _may_be_a_player(self, word: Word) -> bool:
        """Whether an unknown word is capitalised, or begins a side, and names one: *Ann:*, *Ann 310:*.

        Where no terrain is named, the first word before a colon is one that there is not.
        """
        if word.token.kind is not TokenKind.WORD:
            return False
        if self.kind(-2) is None and not any(other.kind is Kind.TERRAIN for other in self.words):
            return False
        ahead = 1 if self.kind() is Kind.NUMBER else 0
        named = self.kind(ahead) in (Kind.MARKER, Kind.COLON) and word.token.low not in NEVER_SPELLED
        return named and (word.token.text[:1].isupper() or self.kind(-2) in (None, Kind.COLON, Kind.SLASH))

    def _marker(self, word: Word) -> None:
        self.say(self._other(word), "legion", word.value)

    def _entry_side(self, word: Word) -> None:
        if self.side.groups:
            self.unread(word)
        self.say(self.side, "entry_side", word.value)

    # --- the moment --------------------------------------------------------------------------------------------------

    def phase(self, phase: str) -> None:
        """Put a phase whose word was read; *strikes back* is two words."""
        back = self.words[self.at - 1].token.low == "strikeback" or (phase == "strike" and self.skip(Kind.BACK))
        super().phase("strikeback" if back else phase)

    def _deed(self, word: Word) -> None:
        """``moved`` and ``struck`` behind a character, or a phase."""
        phase = self.phase_at(-1)
        if word.token.low in ("moved", "struck") and self.side.latest is not None:
            self._say_of_last(word.token.low, True)
        elif phase is None or self.side.groups or word.token.low in NO_PHASE:
            self.unread(word)
        else:
            self.phase(phase)

    # --- characters --------------------------------------------------------------------------------------------------

    def scorer(self, word: Word) -> Builder:
        """The side being read."""
        return self.side

    def _number(self, word: Word) -> None:
        """A turn, a count, hits, a score, or behind *in* or the terrain a land."""
        last = self.side.latest
        bracket = self.words[self.at - 2].token.text == "("
        if self.labelled(word):
            return
        if last is not None and (self.kind() is Kind.HITS or (bracket and self.kind() is Kind.COMMA)):
            self.skip(Kind.HITS)
            self._say_of_last("hits", self.number_in(word))
        elif (name := self.counted()) is not None:
            self.characters(name, self.count_in(word))
        elif self.kind(-2) in BEFORE_LANDS:
            self.land(word)
        elif last is None:
            self.say_typed(self.side, "score", self.bare_score(word))
        else:
            self.unread(word)

    def characters(self, word: Word, count: int) -> None:
        """Put so many of a character, who stand nowhere yet; a fault of one that there is not ends at its hex."""
        behind = self.words[self.at + (self.kind() is Kind.AT)].token if word.kind is Kind.UNKNOWN else None
        name = self.character(word, behind)
        side, said = self.side, (word.token, word.token)
        side.waiting = [Builder(Combatant, said, {"name": name}) for _ in range(count)]
        side.groups.append([*side.waiting])
        side.latest = side.waiting[-1]
        if len(side.pieces) > MOST_PIECES:
            self.fail("too many characters", word)

    def _hex(self, word: Word) -> None:
        """Place the next of those who were named; with nobody waiting, the one named next."""
        if not self.side.waiting and self.kind() is Kind.NAME:
            self.name(self.next())
        if self.side.latest is None:
            self.fail("who stands there?", word, hint=self.shape)
        self._place(str(word.value), word)

    def _place(self, label: str, word: Word) -> None:
        """Place the next of those who wait in a hex, or *off* the board if it is empty."""
        side = self.side
        if side.waiting:
            side.latest = side.waiting.pop(0)
        assert side.latest is not None, "it is asked before"
        self._say_of_last("hex", label, word.token)

    def _off(self, word: Word) -> None:
        side = self.side
        if side.latest is None:
            self.unread(word)
        for piece in side.waiting or [side.latest]:
            side.latest = piece
            self._say_of_last("hex", None, word.token)
        side.waiting = []

    def _say_of_last(self, key: str, value: object, last: Token | None = None) -> None:
        """Put a value for the last character, whose words go on to it.

        :param last: the word of its place.
        """
        piece = self.side.latest
        assert piece is not None, "it is asked before"
        assert piece.said is not None, "it is named"
        first = piece.said[0]
        if last is not None:
            piece.said = first, last
        self.say_typed(piece, key, value, first, last or self.words[self.at - 1].token)

    def _flag(self, word: Word) -> None:
        """``slowed 1``, ``poisoned 2``; a negative number is faster."""
        if self.side.latest is None:
            self.unread(word)
        faster = self.at < len(self.words) and self.words[self.at].token.low == "-"
        self.at += faster
        self._say_of_last(str(word.value), -self.number() if faster else self.number())

    # --- what goes without saying ------------------------------------------------------------------------------------

    def parts_of(self, of: type) -> Mapping[str, Builder]:
        """The sides, by their roles."""
        return {role: self.position.values[role] for role in ROLES}

    def settle(self) -> None:
        """Decide which side is which and what goes without saying.

        :raises DocumentError: there are not two sides, or somebody is said to act who is on neither.
        """
        values, owners = self.position.values, self.owners
        if self.settle_terrain() is None:
            values["terrain"] = current().terrain_names.find("Plains") or current().terrain_names.names[0]
            self.assume(f"fought in the {values['terrain']}", "name the terrain")
        attacker, defender = sides = self._in_order(self._both_sides())
        self._complete(attacker, "attacker", defender)
        self._complete(defender, "defender", attacker)
        for owner, enemy in OPPOSITE.items():
            if owner in owners:
                owners.setdefault(enemy, other(_role(owners[owner])))
        self._settle_moment(sides)

    def _both_sides(self) -> list[SideBuilder]:
        """The sides that were begun; one that is not mentioned is out of the way."""
        alone = self.asked and len(self.sides) == 1
        sides = self._with_another(self.side) if alone else self.sides
        if len(sides) != 2:
            self.fail("a battle has two sides, with one slash between them", hint=self.shape)
        return sides

    def _in_order(self, sides: list[SideBuilder]) -> list[SideBuilder]:
        """The attacker, then the defender; the first side attacks if it is not said."""
        first, second = sides
        if first.owner is not None and first.owner == second.owner:
            self.fail("is said of both sides", *(second.said or ())[:1], hint=self.shape)
        return sides[::-1] if first.owner == "defender" or second.owner == "attacker" else sides

    def _with_another(self, side: SideBuilder) -> list[SideBuilder]:
        """A side, and the other one where none was said to begin: *ogre d3 lion d4* are two, *ogre d3* is one."""
        placed = [bool(piece.values.get("hex")) for piece in side.pieces]
        if len(side.groups) == 2 and all(placed) and not (side.owner or side.values):
            self.assume("the first who is named attacks the other", "put a slash between the sides")
            return [SideBuilder(groups=[group]) for group in side.groups]
        if len(side.groups) == 1 and any(placed):
            self.assume("the other side is out of the way", "say who else stands there")
            return [side, SideBuilder(values={"elsewhere": True})]
        return [side]

    def _complete(self, side: SideBuilder, role: Role, enemy: SideBuilder) -> None:
        """Fill in a side's Legion and player, and put its characters.

        :raises DocumentError: of several in one mention, only some stand somewhere.
        """
        values, markers = side.values, current().markers
        if "legion" not in values:
            usual = USUAL_COLORS[::-1] if enemy.color == USUAL_COLORS[role == "defender"] else USUAL_COLORS
            values["legion"] = markers.of(side.color or usual[role == "defender"])[0]
        values.setdefault("player", markers.color_of(values["legion"]))
        if role == "attacker":
            values.setdefault("entry_side", "bottom" if current().deploys(self.position.values["terrain"]) else "left")
        values["characters"] = side.pieces
        self.position.values[role] = side
        self.owners |= {name: role for name in (side.owner, values["player"], role) if name}
        for group in side.groups:
            placed = [piece for piece in group if piece.values.get("hex")]
            if placed and any("hex" not in piece.values for piece in group):
                said = placed[-1].said or ()
                self.fail("only one character stands in a hex", *said, code="hex-taken", hint=self.shape)

    def _settle_moment(self, sides: list[SideBuilder]) -> None:
        """Put the turn and the phase, or the usual ones."""
        values = self.position.values
        self.unsaid = {"turn", "phase", "side"} - values.keys()
        attackers, defenders = ([piece.values.get("hex") is not None for piece in side.pieces] for side in sides)
        off = not all(attackers + defenders)
        values.setdefault("turn", 2 if any(attackers + defenders) and not off else 1)
        side, phase = usual_phase(any(attackers), any(defenders))
        values.setdefault("phase", "maneuver" if off and phase == "strike" else phase)
        turn, name = True, str(side)
        if self.mover is not None:
            turn, name, token = self.mover
            if name not in self.owners:
                self.fail(f"{name} does not fight here", token, hint=self.shape)
        role = _role(self.owners[name])
        # In whose turn the other side strikes back, if it is said who does.
        values["side"] = role if turn or values["phase"] != "strikeback" else other(role)

    def finish(self) -> None:
        """Check what depends on the keys behind the bar.

        :raises DocumentError: nobody is in this battle.
        """
        values = self.position.values
        keys = ("characters", "slain", "left_off", "elsewhere")
        if "outcome" not in values and not any(values[role].values.get(key) for role in ROLES for key in keys):
            self.fail("nobody is in this battle", hint=self.shape)


def _role(name: str | None) -> Role:
    return "attacker" if name == "attacker" else "defender"


BattleReader.ways = {
    **dict.fromkeys(BattleReader.behind, BattleReader.link),
    **dict.fromkeys(OWNERS, BattleReader._owner),
    **dict.fromkeys((Kind.SLASH, Kind.VERSUS), BattleReader._part),
    **dict.fromkeys((Kind.DEED, Kind.PHASE_NAME), BattleReader._deed),
    Kind.TERRAIN: BattleReader.terrain,
    Kind.LAND: BattleReader.land,
    Kind.PERSON: BattleReader._person,
    Kind.UNKNOWN: BattleReader._unknown,
    Kind.MARKER: BattleReader._marker,
    Kind.SIDE: BattleReader._entry_side,
    Kind.TURN: BattleReader.turn,
    Kind.NUMBER: BattleReader._number,
    Kind.SCORE: BattleReader.score,
    Kind.NAME: BattleReader.name,
    Kind.HEX: BattleReader._hex,
    Kind.OFF: BattleReader._off,
    Kind.FLAG: BattleReader._flag,
}
