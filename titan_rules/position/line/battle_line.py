"""A battle on one line: ``Plains: Ogre D3 / Lion D4 3 hits``, or as people at the table would say it."""

from attrs import define, field

from ...box.characters import TITAN
from ...box.current_box import current
from ...box.hexes import HEX_NUMBER
from ...box.types import MAX_HEIGHT
from ...box.vocabulary import LITTLE, NUMBER_WORDS, ORDINALS, is_hex, unaccented
from ...kernel.jsontext import JSON
from ...kernel.words import Word
from .draft import ROLES, Draft, Growing, Reader, Words, farthest, is_number
from .spoken import BATTLE_PHASES, WORDS

SHAPE = "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
ENTRY_SIDES = ("left", "right", "bottom")
PARTING = WORDS["parting"]
"""Words between two sides; without them, a semicolon, full stop or dash."""
ATTACKER, DEFENDER, HITS, OFF = WORDS["attacker"], WORDS["defender"], WORDS["hits"], WORDS["off"]
SILENT = WORDS["silent in a battle"] | LITTLE
ROUND = ("turn", "round")
EQUALS = ("is", "=", ":", "of")
REMAINING = ("hp", "left", "remaining")

Piece = tuple[Growing, Words]


@define(slots=False)
class Group:
    """Characters of one side, as written in a line.

    :param key: their side in the line's words: a role, a colour, ``mine`` or ``theirs``.
    :param opened: something was said about it.
    """

    role: str | None = None
    key: str | None = None
    side: Growing = field(factory=dict)
    pieces: list[Piece] = field(factory=list)
    opened: bool = False

    @property
    def is_a_side(self) -> bool:
        """Whether its characters, one of them on the map, can only be of one side."""
        told = self.role is not None or self.key is not None or len(self.pieces) == 1
        return told and any(one.get("hex") for one, _ in self.pieces)


def says_something(text: str) -> bool:
    """Whether a word has a meaning in a battle's line, so that a player of that name needs quotes."""
    low, vocabulary, word = text.lower(), current().vocabulary, Word(text, 0, len(text))
    known = (BATTLE_PHASES, PARTING, OFF, HITS, ENTRY_SIDES, SILENT, NUMBER_WORDS, ORDINALS, WORDS["of characters"])
    named = vocabulary.character(text) or vocabulary.misspelt(text) or _whose(low)
    return bool(any(low in words for words in known) or named or terrain_of(Draft(text), word, first=len(text) < 3))


def usual_phase(attacker: bool, defender: bool) -> tuple[str, str]:
    """Whose phase it is, and which, if the line does not say.

    :param attacker, defender: whether that side is on the map; if neither is, the defender begins.
    """
    if not attacker and not defender:
        return "defender", "maneuver"
    return "attacker", "strike" if attacker and defender else "maneuver"


def terrain_of(draft: Draft, word: Word, first: bool = False) -> str | None:
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


def _whose(low: str) -> str | None:
    """The side named by a word: a role, a colour, ``mine`` or ``theirs``."""
    for key in ("attacker", "defender", "mine", "theirs"):
        if low in WORDS[key]:
            return key
    color = current().vocabulary.color(low)
    return None if color is None else str(color)


class BattleReader(Reader):
    """Reads the line of a battle."""

    def __init__(self, draft: Draft, words: Words) -> None:
        super().__init__(draft, words)
        self.terrain: str | None = None
        self.groups = [Group()]
        self.moment: Growing = {}
        self.waiting: Word | None = None
        """A hex whose character is still to come."""
        self.lots: list[list[Piece]] = []
        """Characters that were counted together."""
        self.headed = False
        self.has_terrain = any(current().vocabulary.terrain(word.text) for word in words)
        there = {word.lower for word in words}
        soft = next((mark for mark in ";." if mark in there), "-")
        self.parting = PARTING if there & (PARTING | ATTACKER | DEFENDER) else PARTING | {soft}

    @property
    def group(self) -> Group:
        """The group being read."""
        return self.groups[-1]

    @property
    def last(self) -> Growing | None:
        """The last character read in this group."""
        return self.group.pieces[-1][0] if self.group.pieces else None

    def start(self) -> Group:
        """Begin another group, unless this one is still empty."""
        if self.group.pieces or self.group.opened:
            self.groups.append(Group())
        return self.group

    def say(self, key: str, value: JSON, *words: Word, pointer: str = "") -> None:
        """Put a value for the side being read."""
        self.group.opened = True
        self.draft.say(self.group.side, key, value, list(words), pointer)

    def read(self) -> None:
        """Read the words of a battle into the draft."""
        draft = self.draft
        while len(self):
            if not self._moment():
                self._word(self.next())
        if self.waiting is not None:
            draft.fail("who stands there?", [self.waiting], hint=SHAPE)
        for lot in self.lots:
            if len({one.get("hex") is None for one, _ in lot}) > 1:
                draft.fail("only one character stands in a hex", lot[0][1], "hex-taken")
        if self.terrain is None and (plains := current().terrain_names.find("Plains")) is not None:
            self.terrain = plains
            draft.assume("fought in the Plains", "name the terrain")
        if self.terrain is None:
            draft.fail("a battle is fought in a terrain", self.words[:1], hint=SHAPE)
        draft.data.update(kind="battle", terrain=self.terrain)
        self._settle_sides()
        self._settle_moment()

    def _word(self, word: Word) -> None:
        """Read a word and those that belong to it."""
        draft, low, last, text = self.draft, word.lower, self.last, word.text
        vocabulary = current().vocabulary
        nothing_before = not (self.group.pieces or self.group.opened)
        if self.at == 1 and text.isalpha() and len(low) == 2 and self._terrain(word):
            return
        if word.in_quotes:
            self._of_side("player", draft.quoted(word), word)
        elif low in self.parting and (low == "/" or not nothing_before):
            if low == "/":
                self.group.opened = True
            if low != "-" or self.is_name() or _whose(self.peek()):
                self.groups.append(Group(opened=low == "/"))
        elif (key := _whose(low)) is not None:
            self._belongs(word, key)
        elif low == "power" and self._is_titan() and self._number_ahead(0):
            self._power(self._number_after_words())
        elif low == "hp" and last is not None and self._number_ahead(0):
            self._remaining(last, self._number_after_words())
        elif self.terrain is None and self._terrain(word):
            pass
        elif is_number(word):
            self._number(word)
        elif is_hex(text):
            self._hex(word)
        elif low in ENTRY_SIDES and (last is None or self.peek(-2) in ("from", "the", "entering", "enters")):
            self.say("entry_side", low, word, pointer="/attacker/entry_side")
        elif low in ("moved", "struck") and last is not None:
            draft.say(last, low, True, [word])
        elif low in ("slowed", "poisoned") and last is not None:
            sign = -1 if self.peek() == "-" and self.next() else 1
            draft.say(last, low, sign * self.number() if len(self) else True, [word])
        elif low in OFF or (low == "-" and last is not None and self.peek() in ("", ",", "/")):
            if last is not None:
                draft.say(last, "hex", None, [word])
        elif low == "score" and len(self):
            self.skip(*EQUALS)
            draft.say(self.group.side, "score", self.number(), [word])
        elif vocabulary.is_marker(text):
            self._of_side("legion", text, word)
        elif low in SILENT or low in HITS:
            self.headed |= low == ":"
        elif (name := draft.name(word)) is not None:
            self._piece(word, name, 1)
        elif last is None and (self.headed or len(self.groups) > 1) and ":" in map(self.peek, range(4)):
            self.say("player", text, word)
        elif self._is_player(word):
            self._of_side("player", text.removesuffix("'s").removesuffix("’s"), word)
        elif len(text) > 1 and text.isalpha() and (is_hex(self.peek()) or self.peek() in OFF):
            self._piece(word, self._beginning(word), 1)
        elif last is not None and len(text) == 2 and text[0].isalpha() and text[1].isdecimal():
            self._hex(word)
        elif self.terrain is None:
            fault = current().terrain_names.fault(text)
            draft.fail(fault.message, [word], fault.code, fault.hint or SHAPE)
        else:
            draft.fail("not understood of a battle", [word], hint=SHAPE)

    def _terrain(self, word: Word) -> bool:
        number = word.text.isdecimal() and self.peek() not in (":", ",", "(")  # the first word may be a count
        terrain = terrain_of(self.draft, word, first=self.at <= 1 and not number)
        if terrain is not None:
            self.terrain = terrain
            self.draft.put("/terrain", [word])
        return terrain is not None

    def _is_player(self, word: Word) -> bool:
        """Whether an unknown word is a player's name: *Zoë: Lion D4*, *Müller attacks with*, *Jörg's Ogre*."""
        text, after = word.text, self.peek()
        if not text[:1].isupper() or (self.at == 1 and text.isascii() and not self.has_terrain):
            return False
        return self.peek(-2) == "for" or after == ":" or after in _ROLE_VERBS or text.endswith(("'s", "’s"))

    def _of_side(self, key: str, value: str, word: Word) -> None:
        """Read a player or a marker, which begins a side."""
        if self.last is not None:
            self.start()
        self.say(key, value, word)

    # --- whose -------------------------------------------------------------------------------------------------------

    def _belongs(self, word: Word, key: str) -> None:
        """``attacker``, ``Black's``, ``(defender)``, ``defends with``, ``my``."""
        group, role = self.group, key if key in ROLES else None
        ahead = self._phase_ahead()
        if ahead is not None:
            self._owned_phase(word, key, ahead)
            return
        bracketed = self.peek(-2) == "(" and self.peek() in (")", ",")
        if role is not None and (word.lower in _ROLE_VERBS or bracketed):
            if not group.pieces and not group.opened and len(self.groups) > 1:
                group = self.groups[-2]
            if group.role not in (None, role) and len(group.pieces) > 1:
                self.groups.append(Group(role=role, pieces=[group.pieces.pop()], opened=True))
                return
            if group.role not in (None, role):
                self.draft.fail("a side is told to be both attacker and defender", [word], "said-twice")
            group.role, group.opened = role, True
            return
        if group.pieces or (role is None and group.opened and group.key not in (None, key)):
            group = self.start()
        group.opened = True
        if role is not None:
            group.role = role
            return
        group.key = group.key or key
        if key in current().markers.letters and "player" not in group.side:
            group.side["player"] = key
            self.draft.put(f"/{ROLES[min(len(self.groups), 2) - 1]}/player", [word])

    # --- moments -----------------------------------------------------------------------------------------------------

    def _number_ahead(self, ahead: int) -> bool:
        """Whether a number follows, after ``is``, ``=`` or ``:``."""
        while self.peek(ahead) in ("is", "=", ":", "number", "no"):
            ahead += 1
        return self.is_number(ahead)

    def _number_after_words(self) -> Word:
        while not self.is_number():
            self.at += 1
        return self.next()

    def _turn(self, words: Words) -> None:
        digits = words[-1].text.lstrip("bBtT") if len(words) > 1 or not is_number(words[0]) else words[0].text
        self.draft.say(self.moment, "turn", int(digits[:6]), words, "/turn")

    def _moment(self) -> bool:
        """Read ``turn 3``, ``3rd turn`` or ``strike phase``; a phase with an owner is read elsewhere."""
        low = self.peek()
        if low in ROUND and self._number_ahead(1):
            self._turn([self.next(), self._number_after_words()])
        elif self.is_number() and self.peek(1) in ROUND:
            self._turn([self.next()])
            self.at += 1
        elif low.removeprefix("b")[:1] == "t" and low.removeprefix("b")[1:].isdecimal():
            self._turn([self.next()])
        elif low in BATTLE_PHASES and not self.group.pieces and not self.is_name(1):
            word, owner = self.next(), None
            self.skip("phase")
            ahead = 2 if self.peek(1) == "the" else 1
            if self.peek() in ("of", "by") and (owner := _whose(self.peek(ahead))) is not None:
                self.at += ahead + 1
            self._put_phase(word, owner, BATTLE_PHASES[low])
        else:
            return False
        return True

    def _phase_ahead(self) -> int | None:
        """How many words ahead the phase of an owner just read is, past ``turn 3`` and filler words."""
        ahead, turned = 0, False
        while True:
            low = self.peek(ahead)
            if low in BATTLE_PHASES:
                return None if self.peek(ahead + 1) == "with" else ahead
            after = self.peek(ahead + 1)
            if (low in ROUND and self.is_number(ahead + 1)) or (self.is_number(ahead) and after in ROUND):
                ahead, turned = ahead + 2, True
            elif self.is_number(ahead) and after in BATTLE_PHASES:
                ahead, turned = ahead + 1, True
            elif low in ("to", "is", "turn", "'s", "'", "in", "the", "battle") or (low == "," and turned):
                ahead += 1
            else:
                return None

    def _owned_phase(self, word: Word, owner: str, ahead: int) -> None:
        """Read an owner's phase, and any turn between the two."""
        for _ in range(ahead):
            if self.is_number():
                self._turn([self.next()])
            else:
                self.at += 1
            if self.peek() in BATTLE_PHASES:
                break
        phase = BATTLE_PHASES[self.next().lower]
        if phase == "strike" and self.peek() == "back":
            self.at += 1
            phase = "strikeback"
            owner = {"attacker": "defender", "defender": "attacker"}.get(owner, f"not {owner}")
        self._put_phase(word, owner, phase)
        self.skip("phase")
        if self.peek() in ("of", "in", ",") and self.peek(1) in ROUND and self.is_number(2):
            self.at += 1

    def _put_phase(self, word: Word, owner: str | None, phase: str) -> None:
        self.draft.say(self.moment, "phase", phase, [word], "/phase")
        if owner is not None:
            self.draft.say(self.moment, "side", owner, [word], "/side")

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _number(self, word: Word) -> None:
        """Read a count, hits, a Titan's Power-factor or a score."""
        draft, group, last, before, after = self.draft, self.group, self.last, self.peek(-2), self.peek()
        times = int(after in ("x", "*"))
        if last is not None and self.peek(int(after in HITS)) in REMAINING:
            self.at += 1 + int(after in HITS)
            self._remaining(last, word)
        elif after in HITS or (self._hits_before() and not self.is_name(times)):
            if last is None:
                draft.fail("whose hits?", [word], hint=SHAPE)
            while self.peek() in HITS or self.peek() == "taken":
                self.at += 1
            draft.say(last, "hits", draft.number(word), [word])
        elif before == "(" and last is None and self.peek(-3) == (self.terrain or "").lower():
            pass  # the number of the land
        elif before in ("-", "+", "*") and last is not None and "hex" in last and not self.is_name():
            draft.say(last, "hits", draft.number(word), [word])
        elif before in ("x", "*") and last is not None and not self.is_name():
            group.pieces += [(dict(last), group.pieces[-1][1]) for _ in range(draft.count(word) - 1)]
        elif self.is_name(times):
            self.at += times
            name = self.next()
            self._piece(name, str(draft.name(name)), draft.count(word))
        elif last is not None and (
            (before == "(" and after in (")", ",")) or (self._is_titan() and before in ("-", "(", "titan", "tit"))
        ):
            if self._is_titan() and "hits" not in last and int(word.text[:6]) >= current().power(TITAN, 0):
                self._power(word)
            else:
                draft.say(last, "hits", draft.number(word), [word])
        elif last is None or (after == ":" and not group.side):
            self.say("score", draft.number(word), word)
        else:
            draft.fail("not understood of a character", [word], hint=SHAPE)

    def _remaining(self, last: Growing, word: Word) -> None:
        """``2 hp``, ``2 hits left``: what a character can still take."""
        power, left = current().base_power.get(last["name"], 0), self.draft.number(word)
        if self._is_titan() or left > power:
            self.draft.fail("say the hits that were taken", [word], hint="as in: Lion D4 3 hits")
        self.draft.assume(f"a {last['name']} that can take {left} more of {power} has {power - left} hits")
        self.draft.say(last, "hits", power - left, [word])

    def _hits_before(self) -> bool:
        """Whether the word before a number is *hits* without a number of its own."""
        back = -2
        while self.peek(back) in (":", "=", "taken", "of", "is", ","):
            back -= 1
        word = self.peek(back)
        return (word in HITS or word in ("wounded", "suffered")) and not self.is_number(back - 1)

    def _is_titan(self) -> bool:
        return self.last is not None and self.last["name"] == TITAN

    def _power(self, word: Word) -> None:
        """Derive the owner's score from a Titan's Power-factor (STRIKE-2)."""
        power, box = self.draft.number(word), current()
        score = next((points for points in range(0, 10_000, 100) if box.power(TITAN, points) >= power), 0)
        self.draft.say(self.group.side, "score", score, [word])
        told = f"a Titan of Power-factor {power}: its owner's score is taken as {score}"
        self.draft.assume(told, "give the score")

    def _piece(self, word: Word, name: str, count: int) -> None:
        """Add a character, as often as counted, in the hex named before it, if any."""
        group = self.group
        group.opened = True
        lot: list[Piece] = [({"name": name}, [word]) for _ in range(count)]
        if self.waiting is not None:
            place, self.waiting = self.waiting, None
            lot[0] = ({"name": name}, [place, word])
            self.draft.say(lot[0][0], "hex", place.text, [place, word])
        group.pieces += lot
        if count > 1:
            self.lots.append(lot)
        if len(group.pieces) > 20 * MAX_HEIGHT:
            self.draft.fail("too many characters", [word])

    def _beginning(self, word: Word) -> str:
        """The only character that begins with two letters before a hex, else the word itself."""
        fits = [name for name in current().character_names.names if name.lower().startswith(word.lower)]
        if len(fits) != 1:
            return word.text
        self.draft.assume(f"{word.text} is read as {fits[0]}")
        return fits[0]

    def _hex(self, word: Word) -> None:
        """Place the last character, the next of several, or one that is named after the hex."""
        pieces = self.group.pieces
        waiting: list[Piece] = []
        for piece in reversed(pieces):
            if "hex" in piece[0] or (waiting and piece[0]["name"] != waiting[-1][0]["name"]):
                break
            waiting.append(piece)
        if waiting:
            one, words = waiting[-1]
            self.draft.say(one, "hex", word.text, [*words, word])
            words[:] = [words[0], word]
        elif pieces and self._goes_on(pieces[-1][0]):
            one, words = pieces[-1]
            pieces.append(({"name": one["name"], "hex": word.text}, [words[0], word]))
        elif self.waiting is not None:
            self.draft.fail("who stands there?", [self.waiting], hint=SHAPE)
        else:
            self.waiting = word

    def _goes_on(self, one: Growing) -> bool:
        """Whether the hex after a character is one of several: ``Ogres D3, E3``."""
        if self.is_name() or self.peek() in ("the", "is", ":", "="):
            return False
        return self.peek(-2) in (",", "and", str(one["hex"]).lower())

    # --- settled -----------------------------------------------------------------------------------------------------

    def _settle_sides(self) -> None:
        """Decide which group is the attacker and which the defender."""
        draft = self.draft
        groups = [group for group in self.groups if group.pieces or group.opened]
        if len(groups) == 1 and groups[0].role is None and len(groups[0].pieces) == 2 and not groups[0].side:
            one, two = groups[0].pieces
            if "hex" in one[0] and "hex" in two[0]:
                groups = [Group(pieces=[one]), Group(pieces=[two])]
                told = f"{one[0]['name']} is the attacker's, {two[0]['name']} the defender's"
                draft.assume(told, "part them by a slash")
        if len(groups) == 1 and draft.asked and groups[0].is_a_side:
            groups.append(self._out_of_the_way(groups[0]))
        merged: list[Group] = []
        for group in groups:
            same = next((g for g in merged if _same(g, group)), None)
            if same is None:
                merged.append(group)
            else:
                self._merge(same, group)
        if len(merged) > 2:
            merged = [group for group in merged if group.pieces]
        somewhere: Words = next((words for group in self.groups for _, words in group.pieces), [])
        if len(merged) != 2:
            message = f"a battle has two sides, with one slash between them, not {len(merged)}"
            draft.fail(message, somewhere, hint=SHAPE)
        first, second = merged
        if first.role == second.role and first.role is not None:
            draft.fail(f"both sides are the {first.role}", somewhere, hint=SHAPE)
        if first.role == "defender" or second.role == "attacker":
            first, second = second, first
        elif first.pieces and first.role is second.role is None and {first.key, second.key} == {"mine", "theirs"}:
            draft.assume(f"{first.pieces[0][0]['name']} is taken as the attacker's", "say attacker or defender")
        draft.data["attacker"] = self._side("attacker", "Black", first, second)
        draft.data["defender"] = self._side("defender", "Red", second, first)

    def _out_of_the_way(self, group: Group) -> Group:
        """The other side, of which nothing is told: one character far away."""
        self.draft.assume("the other side is out of the way", "say who else stands there")
        land = current().battlelands[str(self.terrain)]
        near = [n for one, _ in group.pieces if (n := HEX_NUMBER.get(str(one.get("hex")).upper())) is not None]
        place = farthest(near, lambda n: [m for m in land.hexes[n].neighbours if m is not None])
        one = next(name for name, c in current().characters.items() if c.rank == "Creature" and not c.flies)
        role = None if group.role is None else ROLES[group.role == "attacker"]
        return Group(role=role, key="out of the way", pieces=[({"name": one, "hex": land.hexes[place].label}, [])])

    def _merge(self, into: Group, group: Group) -> None:
        into.role = into.role or group.role
        into.key = into.key or group.key
        into.pieces += group.pieces
        for key, value in group.side.items():
            if into.side.setdefault(key, value) != value:
                self.draft.fail(f"{key} is said twice", group.pieces[0][1] if group.pieces else [], "said-twice")

    def _side(self, role: str, color: str, group: Group, other: Group) -> Growing:
        side, markers = dict(group.side), current().markers
        if "legion" not in side:
            owned = markers.colors.find(side.get("player", "")) or color
            if "player" not in side and other.side.get("player") == color:
                owned = next(name for name in markers.letters if name != color)
            side["legion"] = markers.of(owned)[0]
        if "player" not in side:
            letters = {letters.lower(): name for name, letters in markers.letters.items()}
            side["player"] = letters.get(side["legion"][:2].lower(), color)
        if role == "attacker" and "entry_side" not in side:
            side["entry_side"] = "bottom" if current().deploys(str(self.terrain)) else "left"
        for n, (_, words) in enumerate(group.pieces):
            self.draft.put(f"/{role}/characters/{n}", words)
        return {**side, "characters": [{"hex": None, **one} for one, _ in group.pieces]}

    def _settle_moment(self) -> None:
        """Put the turn and the phase, or the usual ones."""
        data, moment = self.draft.data, self.moment
        attackers, defenders = ([c["hex"] is not None for c in data[role]["characters"]] for role in ROLES)
        anybody, off = any(attackers + defenders), not all(attackers + defenders)
        data["turn"] = moment.get("turn", 2 if anybody and not off else 1)
        side, phase = usual_phase(any(attackers), any(defenders))
        if off and phase == "strike":
            phase = "maneuver"
        owner = moment.get("side")
        if owner is not None:
            side = self._role(str(owner).removeprefix("not "))
            side = side if not str(owner).startswith("not ") else ROLES[side == "attacker"]
        data["side"], data["phase"] = side, moment.get("phase", phase)
        self.draft.unsaid.update({"turn", "phase", "side"} - moment.keys())

    def _role(self, owner: str) -> str:
        """The role of an owner, which is a role or a colour."""
        if owner in ROLES:
            return owner
        owners = {self.draft.data[role]["player"]: role for role in reversed(ROLES)}
        return str(owners.get(owner, "defender" if owner == "theirs" else "attacker"))


_ROLE_VERBS = ("defends", "attacks", "defending", "attacking", "defend", "attack")


def _same(one: Group, two: Group) -> bool:
    if one.role is not None and two.role is not None:
        return one.role == two.role
    return one.key is not None and one.key == two.key
