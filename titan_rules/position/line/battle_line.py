"""The line of a battle: ``Plains: Ogre D3 / Lion D4 3 hits``."""

from attrs import define, field

from ...box.battle_tables import hex_cost
from ...box.characters import TITAN
from ...box.current_box import current
from ...box.hexes import HEX_NUMBER
from ...box.types import MAX_HEIGHT
from ...box.vocabulary import LITTLE, is_hex, unaccented, words_of
from ...kernel.errors import DocumentError
from ...kernel.jsontext import JSON
from ...kernel.words import Word
from .draft import HEADER, ROLES, Growing, LineDraft, Reader, Words, farthest
from .spoken import BATTLE_PHASES, WORDS

SHAPE = "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
ENTRY_SIDES = ("left", "right", "bottom")
PARTING, ATTACKER, DEFENDER, OFF = WORDS["parting"], WORDS["attacker"], WORDS["defender"], WORDS["off"]
SILENT = WORDS["silent in a battle"]
ROUND = ("turn", "round")
NO_NAMES = LITTLE | WORDS["mine"] | WORDS["theirs"]


@define(slots=False)
class SideDraft:
    """One side of a battle, as it is read.

    :param role: ``attacker`` or ``defender``; None: by its place in the line.
    :param opened: something was said about it.
    """

    role: str | None = None
    data: Growing = field(factory=dict)
    pieces: list[tuple[Growing, Words]] = field(factory=list)
    opened: bool = False


def reads_as_player(text: str) -> bool:
    """Whether a player's name is read as one without quotes."""
    if not text.isalpha() or [word.text for word in words_of(text)] != [text]:
        return False
    draft = LineDraft(text)
    reader = BattleReader(draft, words_of(f"{text} Bk01:"))
    reader.terrain, reader.headed = "Plains", True
    try:
        reader.read_words()
    except DocumentError:
        return False
    return len(reader.sides) == 1 and reader.side.data == {"player": text, "legion": "Bk01"} and draft.data == HEADER


def usual_phase(attacker: bool, defender: bool) -> tuple[str, str]:
    """Whose phase it is, and which, if the line does not say.

    :param attacker, defender: whether that side is on the map; if neither is, the defender begins.
    """
    if not attacker and not defender:
        return "defender", "maneuver"
    return "attacker", "strike" if attacker and defender else "maneuver"


def terrain_of(draft: LineDraft, word: Word, first: bool = False) -> str | None:
    """The terrain named by a word: its name, or at the start its letters or a land's number."""
    box, text = current(), word.text
    if first and text.isdecimal():
        return box.terrain_of(box.land(int(text[:9])))
    if not text.isalpha():
        return None
    known = box.vocabulary.terrain(text)
    if known is None and first:
        fits = [name for name in box.terrain_names.names if name.lower().startswith(text.lower())]
        known = fits[0] if len(fits) == 1 or (len(text) == 1 and fits) else None
    if known is not None and not known.lower().startswith(unaccented(text).lower()[:-1]) and len(text) > 3:
        draft.assume(f"{text} is read as {known}")
    return known


def owner_of(low: str) -> str | None:
    """The side that a word names: a role or a colour."""
    role = "attacker" if low in ATTACKER else "defender" if low in DEFENDER else None
    color = None if role else current().vocabulary.color(low)
    return role if color is None else str(color)


class BattleReader(Reader):
    """Reads the line of a battle."""

    def __init__(self, draft: LineDraft, words: Words) -> None:
        super().__init__(draft, words)
        self.terrain: str | None = None
        self.sides = [SideDraft()]
        self.strikes_back = False
        self.headed = False
        self.has_terrain = any(current().vocabulary.terrain(word.text) for word in words)

    @property
    def side(self) -> SideDraft:
        """The side being read."""
        return self.sides[-1]

    def read(self) -> None:
        """Read the words of a battle into the draft."""
        draft = self.draft
        self.read_words()
        if self.terrain is None and any(side.pieces for side in self.sides):
            self.terrain = current().terrain_names.find("Plains")
            draft.assume("fought in the Plains", "name the terrain")
        if self.terrain is None:
            fault = current().terrain_names.fault(self.words[0].text)
            draft.fail(fault.message, self.words[:1], fault.code, fault.hint or SHAPE)
        draft.data.update(kind="battle", terrain=self.terrain)
        self._settle_sides()
        self._settle_moment()

    def read_words(self) -> None:
        """Read each word with those that belong to it."""
        for word in self.phrases():
            self._word(word)

    def _word(self, word: Word) -> None:
        low, last = word.lower, self.side.pieces[-1][0] if self.side.pieces else None
        if self.at == 1 and len(low) == 2 and self._terrain(word):
            pass  # *Br* is Brush here, and Brown elsewhere
        elif word.in_quotes:
            self._of_side("player", self.draft.quoted(word))
        elif low == "/" or (low in PARTING and self.side.opened) or (low == "-" and last and self.is_name()):
            self.sides.append(SideDraft(opened=low == "/"))
            self.sides[-2].opened = True
        elif low in ROUND and self.is_number(int(self.peek() == "=")):
            self.skip("=")
            self._turn(self.next())
        elif word.is_number and self.peek() in ROUND:
            self.next()
            self._turn(word)
        elif low.lstrip("bt").isdecimal() and low.removeprefix("b")[0] == "t":
            self._turn(Word(low.lstrip("bt"), word.start, word.end))
        elif low in BATTLE_PHASES and last is None:
            self._phase(word, None)
        elif (owner := owner_of(low)) is not None:
            self._owner(word, owner)
        elif self.terrain is None and self._terrain(word):
            pass
        elif low == "score" and self.is_number() and last is None:
            pass  # the number is read as one, as without the word
        elif word.is_number:
            self._number(word, last)
        elif is_hex(word.text) or (last is not None and len(low) == 2 and low[0].isalpha() and low[1].isdecimal()):
            self._hex(word)
        elif low in ENTRY_SIDES and last is None:
            self._say("entry_side", low)
        elif low in ("moved", "struck") and last is not None:
            self._of_last(low, True)
        elif low in ("slowed", "poisoned") and last is not None:
            sign = -1 if self.peek() == "-" and self.next() else 1
            self._of_last(low, sign * self.number())
        elif low in OFF and last is not None:
            self._of_last("hex", None)
        elif current().vocabulary.is_marker(word.text):
            self._of_side("legion", word.text)
        elif low in SILENT:
            self.headed |= low == ":"
        elif (name := self.draft.name(word)) is not None or is_hex(self.peek()) or self.peek() in OFF:
            self._piece(word, name or word.text, 1)
        elif self.peek() == ":" and word.text[:1].isupper() and self.has_terrain and low not in NO_NAMES:
            self._of_side("player", word.text)
        elif last is None and (self.headed or len(self.sides) > 1) and ":" in map(self.peek, range(4)):
            self._say("player", word.text)
        else:
            fault = current().terrain_names.fault(word.text) if self.at == 1 and self.peek() == ":" else None
            told = ("not understood in a battle", "bad-position", None)
            message, code, hint = told if fault is None else (fault.message, fault.code, fault.hint)
            self.draft.fail(message, [word], code, hint or SHAPE)

    def _terrain(self, word: Word) -> bool:
        count = word.text.isdecimal() and self.peek() not in (":", ",", "(")  # the first word may be a count
        self.terrain = terrain_of(self.draft, word, first=self.at <= 1 and not count)
        if self.terrain is not None:
            self.draft.put(self.draft.data, "terrain", [word])
        return self.terrain is not None

    def _say(self, key: str, value: JSON) -> None:
        """Put a value for the side being read."""
        self.side.opened = True
        self.say(self.side.data, key, value)

    def _of_last(self, key: str, value: JSON) -> None:
        """Put a value for the last character; its place begins with the name."""
        one, words = self.side.pieces[-1]
        self.draft.say(one, key, value, [words[0], self.words[self.at - 1]])

    def _of_side(self, key: str, value: str) -> None:
        """Read a player or a marker, which begins a side."""
        if self.side.pieces:
            self.sides.append(SideDraft())
        self._say(key, value)

    def _owner(self, word: Word, owner: str) -> None:
        """``attacker's maneuver``, ``Black to strike``; or whose side begins here."""
        ahead = 0
        while self.peek(ahead) in ("to", "the", "turn", "battle", "'s", "'") or (
            self.is_number(ahead) and self.peek(ahead + 1) in (*ROUND, *BATTLE_PHASES)
        ):
            ahead += 1
        if self.peek(ahead) in BATTLE_PHASES:
            skipped = [self.next() for _ in range(ahead)]
            for told in [word for word in skipped if word.is_number]:
                self._turn(told)
            self._phase(self.next(), owner)
            self.strikes_back = self.draft.data["phase"] == "strikeback" and "turn" not in [
                word.lower for word in skipped
            ]
            return
        if self.side.pieces:
            self.sides.append(SideDraft())
        self.side.opened = True
        if owner in ROLES:
            self.side.role = owner
        else:
            self.side.data.setdefault("player", owner)
            self.draft.put(self.side.data, "", [word])

    def _turn(self, number: Word) -> None:
        self.say(self.draft.data, "turn", self.draft.number(number))

    def _phase(self, word: Word, owner: str | None) -> None:
        self.say(self.draft.data, "phase", BATTLE_PHASES[word.lower])
        if owner is not None:
            self.say(self.draft.data, "side", owner)

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _number(self, word: Word, last: Growing | None) -> None:
        """Read a count, hits, a Titan's Power-factor or a score."""
        draft, times = self.draft, int(self.peek() in ("x", "*"))
        in_brackets = self.peek(-2) == "(" and self.peek() in (")", ",")
        of_titan = last is not None and last["name"] == TITAN and "hits" not in last
        if of_titan and (in_brackets or self.peek(-2) == "-") and draft.number(word) >= current().power(TITAN, 0):
            self._power(word)
        elif last is not None and (in_brackets or self.peek() in WORDS["hits"]):
            self.at += not in_brackets
            self._of_last("hits", draft.number(word))
        elif self.is_name(times):
            self.at += times
            name = self.next()
            self._piece(name, str(draft.name(name)), draft.count(word))
        elif last is None:
            self._say("score", draft.number(word))
        else:
            draft.fail("not understood here", [word], hint=SHAPE)

    def _power(self, word: Word) -> None:
        """Derive the owner's score from a Titan's Power-factor: ``Titan-8`` (STRIKE-2)."""
        power, box = self.draft.number(word), current()
        score = next((points for points in range(0, 10_000, 100) if box.power(TITAN, points) >= power), 0)
        self.say(self.side.data, "score", score)
        told = f"a Titan of Power-factor {power}: its owner's score is taken as {score}"
        self.draft.assume(told, "give the score")

    def _piece(self, word: Word, name: str, count: int) -> None:
        self.side.opened = True
        self.side.pieces += [({"name": name}, [word]) for _ in range(count)]
        if len(self.side.pieces) > 20 * MAX_HEIGHT:
            self.draft.fail("too many characters", [word])

    def _hex(self, word: Word) -> None:
        """Place the last character, or the first of several that still stands nowhere."""
        pieces = self.side.pieces
        at = len(pieces) - 1
        while at > 0 and "hex" not in pieces[at - 1][0] and pieces[at - 1][0] == pieces[at][0]:
            at -= 1
        if at < 0:
            self.draft.fail("who stands there?", [word], hint=SHAPE)
        one, words = pieces[at]
        self.draft.say(one, "hex", word.text, [words[0], word])
        words[1:] = [word]

    # --- settled -----------------------------------------------------------------------------------------------------

    def _settle_sides(self) -> None:
        """Decide which side is the attacker and which the defender."""
        draft, sides = self.draft, [side for side in self.sides if side.pieces or side.opened]
        somewhere: Words = next((words for side in self.sides for _, words in side.pieces), [])
        alone = sides[0] if len(sides) == 1 and draft.asked else SideDraft()
        of_one = alone.role or alone.data or len(alone.pieces) == 1
        if of_one and any(one.get("hex") for one, _ in alone.pieces):
            sides.append(self._out_of_the_way(alone))
        if len(sides) != 2:
            message = f"a battle has two sides, with one slash between them, not {len(sides)}"
            draft.fail(message, somewhere, hint=SHAPE)
        if sides[0].role == sides[1].role and sides[0].role is not None:
            draft.fail(f"both sides are the {sides[0].role}", somewhere, hint=SHAPE)
        if sides[0].role == "defender" or sides[1].role == "attacker":
            sides.reverse()
        for role, color, side, other in zip(ROLES, ("Black", "Red"), sides, reversed(sides), strict=True):
            draft.data[role] = self._side(role, color, side, other)

    def _out_of_the_way(self, side: SideDraft) -> SideDraft:
        """The other side, of which nothing is told: one character far away."""
        self.draft.assume("the other side is out of the way", "say who else stands there")
        land = current().battlelands[str(self.terrain)]
        name, kind = next((n, c) for n, c in current().characters.items() if c.rank == "Creature" and not c.flies)
        able = [
            n
            for n, there in enumerate(land.hexes)
            if hex_cost(land.hazards[there.hazard], kind.natives, kind.flies) is not None
        ]
        near = [n for one, _ in side.pieces if (n := HEX_NUMBER.get(str(one.get("hex")).upper())) is not None]
        place = farthest(near, lambda n: [m for m in land.hexes[n].neighbours if m is not None], able)
        role = None if side.role is None else ROLES[side.role == "attacker"]
        return SideDraft(role=role, pieces=[({"name": name, "hex": land.hexes[place].label}, [])])

    def _side(self, role: str, color: str, side: SideDraft, other: SideDraft) -> Growing:
        data, markers = side.data, current().markers
        if "legion" not in data:
            owned = markers.colors.find(data.get("player", "")) or color
            if "player" not in data and other.data.get("player") == color:
                owned = next(name for name in markers.letters if name != color)
            data["legion"] = markers.of(owned)[0]
        if "player" not in data:
            data["player"] = markers.colors.find(data["legion"][:2]) or color
        if role == "attacker" and "entry_side" not in data:
            data["entry_side"] = "bottom" if current().deploys(str(self.terrain)) else "left"
        for n, (one, words) in enumerate(side.pieces):
            one.setdefault("hex", None)
            self.draft.put(one, "", words)
            if one.get("hex") is None and any(words[:1] == w[:1] and p.get("hex") for p, w in side.pieces):
                self.draft.fail("only one character stands in a hex", side.pieces[n - 1][1], "hex-taken")
        data["characters"] = [one for one, _ in side.pieces]
        return data

    def _settle_moment(self) -> None:
        """Put the turn and the phase, or the usual ones."""
        data = self.draft.data
        self.draft.unsaid.update({"turn", "phase", "side"} - data.keys())
        attackers, defenders = ([c["hex"] is not None for c in data[role]["characters"]] for role in ROLES)
        anybody, off = any(attackers + defenders), not all(attackers + defenders)
        data.setdefault("turn", 2 if anybody and not off else 1)
        side, phase = usual_phase(any(attackers), any(defenders))
        if off and phase == "strike":
            phase = "maneuver"
        owners = {data[role]["player"]: role for role in reversed(ROLES)} | {role: role for role in ROLES}
        data["side"] = owners.get(data.get("side", side), "attacker")
        if self.strikes_back:  # the defender's strikeback is in the attacker's turn
            data["side"] = ROLES[data["side"] == "attacker"]
        data.setdefault("phase", phase)
