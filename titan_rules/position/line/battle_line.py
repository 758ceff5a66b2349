"""A battle on one line: ``Plains: Ogre D3 / Lion D4 3 hits``, or as somebody at the table would say it."""

from attrs import define, field

from ...box.characters import TITAN
from ...box.reading import current
from ...box.types import MAX_HEIGHT
from ...box.vocabulary import LITTLE, NUMBER_WORDS, ORDINALS, any_of, is_hex
from ...kernel.words import Word
from .draft import ROLES, Cursor, Draft, Growing, Words, counted, number, said

SHAPE = "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
ENTRY_SIDES = ("left", "right", "bottom")
PARTING = ("/", "|", "vs", "versus", "v", "against", ">", "opposing", "opposes", "facing", "faces")
"""What stands between two sides."""
SOFT = (";", ".", "-")
"""What does where nothing else parts them."""
ATTACKER = any_of("attacker attackers attacker's att atk attacks attack attacking offense offence")
DEFENDER = any_of("defender defenders defender's def defends defend defending defence defense")
MINE = ("my", "mine", "our", "ours", "i", "we")
THEIRS = ("enemy", "enemies", "opponent", "opponents", "opponent's", "enemy's", "his", "her", "their", "theirs")
HITS = ("hit", "hits", "h", "damage", "wounds", "wound")
OFF = ("off", "offboard", "outside", "waiting")
_STRUCK = any_of("hit struck attacked charged assaulted")
PHASES = {
    **dict.fromkeys(
        ("maneuver", "maneuvers", "manoeuvre", "maneuvering", "move", "moves", "moving", "movement", "mv"), "maneuver"
    ),
    **dict.fromkeys(("strike", "strikes", "striking", "str"), "strike"),
    **dict.fromkeys(("strikeback", "strikebacks", "counterstrike"), "strikeback"),
}
NOTHING = any_of(
    "suffered received phase battle turn of in on at with in the and has have having had got gets taken took"
    " takes stands stand standing sits is are to it's its it' s characters side sides legion black's terrain"
    " battleland land fights fight fighting vs for from struck attacked charged assaulted enters entering"
    " entered team pieces piece going go goes there wounded"
)
GLUE = (",", "(", ")", ":", "=", "+", "&", "@", "*", "x", "-", ".", ";", "'")


@define(slots=False)
class Group:
    """Characters of one side, as they stand in a line.

    :param key: whose they are, in the words of the line: a role, a colour, ``mine`` or ``theirs``.
    """

    role: str | None = None
    key: str | None = None
    side: Growing = field(factory=dict)
    pieces: list[tuple[Growing, Words]] = field(factory=list)
    opened: bool = False
    closed: bool = False


@define(slots=False)
class BattleLine:
    """What is read of a battle."""

    found: Draft
    terrain: str | None = None
    groups: list[Group] = field(factory=lambda: [Group()])
    moment: Growing = field(factory=dict)
    label: tuple[str, Words] | None = None
    waiting: Word | None = None
    lots: list[list[Growing]] = field(factory=list)
    bracketed: bool = False
    headed: bool = False
    parting: tuple[str, ...] = PARTING

    @property
    def group(self) -> Group:
        """The one that is being read."""
        return self.groups[-1]

    def start(self) -> Group:
        """Begin another group, unless nothing is said of this one yet."""
        if self.group.pieces or self.group.opened:
            self.groups.append(Group())
        return self.group


def read_battle(found: Draft, words: Words) -> None:
    """Put what the words say of a battle into a draft."""
    line = BattleLine(found, parting=_parting(words))
    roles = sum(
        word.lower in ATTACKER | DEFENDER for word, before in zip(words[1:], words, strict=False) if before.text == "("
    )
    line.bracketed = roles > 1
    cursor = Cursor(found, words)
    while len(cursor):
        _read_one(line, cursor)
    if line.waiting is not None:
        found.fail("who stands there?", [line.waiting], hint=SHAPE)
    for lot in line.lots:
        if len({one.get("hex") is None for one in lot}) > 1:
            found.fail("only one character stands in a hex", _words_of(line, lot), "hex-taken")
    if line.terrain is None:
        line.terrain = current().terrain_names.find("Plains")
        found.assume("fought in the Plains", "name the terrain")
    if line.terrain is None:
        found.fail("a battle is fought in a terrain", words[:1], hint=SHAPE)
    found.data.update(kind="battle", terrain=line.terrain)
    _settle_sides(line)
    _settle_moment(line)


def _words_of(line: BattleLine, lot: list[Growing]) -> Words:
    return next(words for group in line.groups for one, words in group.pieces if one is lot[0])


def says_something(text: str) -> bool:
    """Whether a word means anything in the line of a battle, so that a player of that name is written in quotes."""
    low, box = text.lower(), current()
    known = low in PHASES or low in PARTING or low in GLUE or low in OFF or low in HITS or low in ENTRY_SIDES
    spoken = low in NOTHING or low in LITTLE or low in NUMBER_WORDS or low in ORDINALS or low in _OTHERS
    named = box.vocabulary.character(text) or box.vocabulary.misspelt(text) or _whose(low)
    return bool(known or spoken or named or terrain_of(Draft(text), Word(text, 0, len(text)), first=len(text) < 3))


_OTHERS = any_of("turn round score power moved struck slowed poisoned by hundred land")


def _parting(words: Words) -> tuple[str, ...]:
    """The marks that part the sides of this line: the hard ones, or else the first soft one there is."""
    there = {word.lower for word in words}
    if there & set(PARTING) or there & {*ATTACKER, *DEFENDER}:
        return PARTING
    return (*PARTING, next((mark for mark in SOFT[:2] if mark in there), SOFT[2]))


def _read_one(line: BattleLine, cursor: Cursor) -> None:
    """Read the next word, and those that belong to it."""
    found, low = line.found, cursor.peek()
    if _read_moment(line, cursor):
        return
    word = cursor.next()
    if (
        line.terrain is None
        and cursor.at == 1
        and word.text.isalpha()
        and len(low) == 2
        and _read_terrain(line, word, cursor)
    ):
        return
    if word.in_quotes:
        group = line.start() if line.group.pieces else line.group
        found.say(group.side, "player", said(found, word), [word])
        group.opened = True
    elif low in line.parting and (line.group.pieces or line.group.opened or low == "/"):
        if low == "/":
            line.group.opened = True
        if low != "-" or cursor.is_name() or _whose(cursor.peek()):
            line.groups.append(Group(opened=low == "/"))
    elif (whose := _whose(low)) is not None:
        _read_whose(line, cursor, word, *whose)
    elif line.terrain is None and _read_terrain(line, word, cursor):
        pass
    elif word.text.isascii() and word.text.isdecimal():
        _read_number(line, cursor, word)
    elif is_hex(word.text):
        _read_hex(line, cursor, word)
    elif low in ENTRY_SIDES and (not line.group.pieces or cursor.peek(-2) in ("from", "the", "entering", "enters")):
        line.group.opened = True
        found.say(line.group.side, "entry_side", low, [word], "/attacker/entry_side")
    elif low in ("moved", "struck") and line.group.pieces:
        found.say(line.group.pieces[-1][0], low, True, [word])
    elif low in ("slowed", "poisoned") and line.group.pieces:
        sign = -1 if cursor.peek() == "-" and cursor.next() else 1
        found.say(line.group.pieces[-1][0], low, sign * cursor.number() if len(cursor) else True, [word])
    elif low in OFF or (low == "-" and line.group.pieces and cursor.peek() in ("", ",", "/")):
        if line.group.pieces:
            found.say(line.group.pieces[-1][0], "hex", None, [word])
    elif low == "power" and _titan(line) and _after_equals(cursor, 0) is not None:
        while not cursor.is_number():
            cursor.next()
        _power(line, cursor.next())
    elif low == "by" and cursor.peek(-2) in _STRUCK:
        line.group.role = line.group.role or "defender"
        line.groups.append(Group())
    elif low == "score" and len(cursor):
        while cursor.peek() in (":", "=", "is", "of"):
            cursor.next()
        found.say(line.group.side, "score", cursor.number(), [word])
    elif current().vocabulary.is_marker(word.text):
        group = line.start() if line.group.pieces else line.group
        found.say(group.side, "legion", word.text, [word])
        group.opened = True
    elif low in GLUE or low in NOTHING or low in LITTLE or low in HITS:
        line.headed |= low == ":"
    elif cursor.found.name(word) is not None:
        _read_piece(line, cursor, word, str(cursor.found.name(word)), 1)
    elif not line.group.pieces and (line.headed or len(line.groups) > 1) and _before_colon(cursor):
        found.say(line.group.side, "player", word.text, [word])
        line.group.opened = True
    elif len(word.text) > 1 and word.text.isalpha() and (is_hex(cursor.peek()) or cursor.peek() in OFF):
        _read_piece(line, cursor, word, _beginning(line, word), 1)
    elif line.group.pieces and len(word.text) == 2 and word.text[0].isalpha() and word.text[1].isdecimal():
        _read_hex(line, cursor, word)
    else:
        hint = None if line.terrain is None else SHAPE
        if line.terrain is None:
            try_terrain = current().terrain_names.fault(word.text)
            found.fail(try_terrain.message, [word], try_terrain.code, try_terrain.hint or SHAPE)
        found.fail("not understood of a battle", [word], hint=hint)


def _beginning(line: BattleLine, word: Word) -> str:
    """The only character that two letters before a hex begin, or what is written."""
    fits = [name for name in current().character_names.names if name.lower().startswith(word.lower)]
    if len(fits) != 1:
        return word.text
    line.found.assume(f"{word.text} is read as {fits[0]}")
    return fits[0]


def _before_colon(cursor: Cursor) -> bool:
    """Whether a colon follows soon, so that this is what stands before a side's characters."""
    return any(cursor.peek(ahead) == ":" for ahead in range(4))


# --- whose -----------------------------------------------------------------------------------------------------------


def _whose(low: str) -> tuple[str | None, str] | None:
    """The role and the key that a word gives a side."""
    if low in ATTACKER or low in DEFENDER:
        role = "attacker" if low in ATTACKER else "defender"
        return role, role
    if low in MINE or low in THEIRS:
        return None, "mine" if low in MINE else "theirs"
    color = current().vocabulary.color(low)
    return None if color is None else (None, str(color))


def _read_whose(line: BattleLine, cursor: Cursor, word: Word, role: str | None, key: str) -> None:
    """``attacker``, ``Black's``, ``(defender)``, ``defends with``, ``my``."""
    group = line.group
    after = _phase_ahead(cursor)
    if after is not None:
        return _say_phase(line, word, role or key, after, cursor)
    if role is not None and (
        word.lower in ("defends", "attacks", "defending", "attacking", "defend", "attack") or _in_brackets(cursor)
    ):
        target = group
        if not group.pieces and not group.opened and len(line.groups) > 1:
            target = line.groups[-2]
        if target.role not in (None, role):
            line.found.fail("a side is told to be both attacker and defender", [word], "said-twice")
        target.role = role
        target.opened = True
        target.closed = line.bracketed
        return None
    if group.pieces or (role is None and group.opened and group.key not in (None, key)):
        group = line.start()
    if role is not None:
        group.role = role
    else:
        group.key = group.key or key
        if key in current().markers.letters and "player" not in group.side:
            group.side["player"] = key
            line.found.put(f"/{ROLES[min(len(line.groups), 2) - 1]}/player", [word])
    group.opened = True
    return None


def _in_brackets(cursor: Cursor) -> bool:
    return cursor.peek(-2) == "(" and cursor.peek() in (")", ",")


# --- moments ---------------------------------------------------------------------------------------------------------


def _read_moment(line: BattleLine, cursor: Cursor) -> bool:
    """``turn 3``, ``3rd turn``, ``strike phase``; an owner is read with its phase elsewhere."""
    found, low = line.found, cursor.peek()
    if low in ("turn", "round") and _after_equals(cursor, 1) is not None:
        words = [cursor.next()]
        while not cursor.is_number():
            words.append(cursor.next())
        words.append(cursor.next())
        found.say(line.moment, "turn", int(words[-1].text[:6]), words, "/turn")
    elif cursor.is_number() and cursor.peek(1) in ("turn", "round"):
        words = [cursor.next(), cursor.next()]
        found.say(line.moment, "turn", int(words[0].text[:6]), words, "/turn")
    elif low[:1] == "t" and low[1:].isdecimal():
        word = cursor.next()
        found.say(line.moment, "turn", int(low[1:7]), [word], "/turn")
    elif low in PHASES and not line.group.pieces and not cursor.is_name(1):
        word = cursor.next()
        owner = None
        if cursor.peek() == "phase":
            cursor.next()
        if cursor.peek() in ("of", "by") and (whose := _whose(cursor.peek(2 if cursor.peek(1) == "the" else 1))):
            for _ in range(2 + (cursor.peek(1) == "the")):
                cursor.next()
            owner = whose[0] or whose[1]
        _put_phase(line, word, owner, PHASES[low])
    elif low == "phase" and cursor.peek(1) in (":", "=") and cursor.peek(2) in PHASES:
        cursor.next(), cursor.next()
        word = cursor.next()
        _put_phase(line, word, None, PHASES[word.lower])
    else:
        return False
    return True


def _after_equals(cursor: Cursor, ahead: int) -> int | None:
    """How far ahead a number is, past ``is``, ``=`` or ``:``."""
    while cursor.peek(ahead) in ("is", "=", ":", "number", "no"):
        ahead += 1
    return ahead if cursor.is_number(ahead) else None


def _phase_ahead(cursor: Cursor) -> int | None:
    """How far ahead the phase is that belongs to an owner just read, past ``turn 3`` and little words."""
    ahead, turned = 0, False
    while True:
        low = cursor.peek(ahead)
        if low in PHASES:
            return ahead if cursor.peek(ahead + 1) not in ("with",) else None
        if (low in ("turn", "round") and cursor.is_number(ahead + 1)) or (
            cursor.is_number(ahead) and cursor.peek(ahead + 1) in ("turn", "round")
        ):
            ahead, turned = ahead + 2, True
        elif cursor.is_number(ahead) and cursor.peek(ahead + 1) in PHASES:
            ahead, turned = ahead + 1, True
        elif low in ("to", "is", "turn", "'s", "'", "in", "the", "battle") or (low == "," and turned):
            ahead += 1
        else:
            return None


def _say_phase(line: BattleLine, word: Word, owner: str, ahead: int, cursor: Cursor) -> None:
    """The phase of an owner, with the turn that may be said between them."""
    while ahead:
        if cursor.is_number():
            turn = cursor.next()
            line.found.say(line.moment, "turn", int(turn.text[:6]), [turn], "/turn")
        else:
            cursor.next()
        ahead -= 1
        if cursor.peek() in PHASES:
            break
    phase = PHASES[cursor.next().lower]
    if phase == "strike" and cursor.peek() == "back":
        cursor.next()
        phase, owner = "strikeback", _opposite(owner)
    _put_phase(line, word, owner, phase)
    if cursor.peek() == "phase":
        cursor.next()
    if cursor.peek() in ("of", "in", ",") and cursor.peek(1) in ("turn", "round") and cursor.is_number(2):
        cursor.next()


def _opposite(owner: str) -> str:
    return {"attacker": "defender", "defender": "attacker"}.get(owner, f"not {owner}")


def _put_phase(line: BattleLine, word: Word, owner: str | None, phase: str) -> None:
    line.found.say(line.moment, "phase", phase, [word], "/phase")
    if owner is not None:
        line.found.say(line.moment, "side", owner, [word], "/side")


# --- pieces ----------------------------------------------------------------------------------------------------------


def _read_terrain(line: BattleLine, word: Word, cursor: Cursor) -> bool:
    terrain = terrain_of(line.found, word, first=cursor.at <= 1)
    if terrain is not None:
        line.terrain = terrain
        line.found.put("/terrain", [word])
    return terrain is not None


def terrain_of(found: Draft, word: Word, first: bool = False) -> str | None:
    """The terrain that a word names: its name, its letters where they stand first, or a land's number there."""
    box, text = current(), word.text
    if first and text.isdecimal():
        return box.terrain_of(box.land(int(text[:9])))
    if not text.isalpha() or not text.isascii():
        return None
    known = box.vocabulary.terrain(text)
    if known is None and first:
        fits = [name for name in box.terrain_names.names if name.lower().startswith(text.lower())]
        known = fits[0] if len(fits) == 1 or (len(text) == 1 and fits) else None
    if known is not None and not known.lower().startswith(text.lower()[:-1]) and len(text) > 3:
        found.assume(f"{text} is read as {known}")
    return known


def _read_number(line: BattleLine, cursor: Cursor, word: Word) -> None:
    """A count, hits, a Titan's Power-factor, or a score."""
    found, group, before = line.found, line.group, cursor.peek(-2)
    after = cursor.peek()
    if after in HITS or _hits_before(cursor):
        if not group.pieces:
            found.fail("whose hits?", [word], hint=SHAPE)
        while cursor.peek() in HITS or cursor.peek() in ("taken", "left"):
            if cursor.next().lower == "left":
                found.fail("hits are those that were taken", [word], hint="as in: Lion D4 3 hits")
        found.say(_wounded(line, cursor), "hits", number(found, word), [word])
    elif before == "(" and not group.pieces and cursor.peek(-3) == (line.terrain or "").lower():
        pass  # the number of the land
    elif before in ("-", "+", "*") and group.pieces and "hex" in group.pieces[-1][0] and not cursor.is_name():
        found.say(group.pieces[-1][0], "hits", number(found, word), [word])
    elif before in ("x", "*") and group.pieces and not cursor.is_name():
        _again(line, counted(found, word) - 1)
    elif cursor.is_name(1 if after in ("x", "*") else 0):
        if after in ("x", "*"):
            cursor.next()
        name = cursor.next()
        _read_piece(line, cursor, name, str(found.name(name)), counted(found, word))
    elif group.pieces and (
        (before == "(" and after in (")", ",")) or (_titan(line) and before in ("-", "(", "titan", "tit"))
    ):
        if _titan(line) and "hits" not in group.pieces[-1][0] and int(word.text[:6]) >= current().power(TITAN, 0):
            _power(line, word)
        else:
            found.say(group.pieces[-1][0], "hits", number(found, word), [word])
    elif not group.pieces or (after == ":" and not group.side):
        group.opened = True
        found.say(group.side, "score", number(found, word), [word])
    else:
        found.fail("not understood of a character", [word], hint=SHAPE)


def _hits_before(cursor: Cursor) -> bool:
    """Whether the word before a number is *hits*, with no number of its own."""
    back = -2
    while cursor.peek(back) in (":", "=", "taken", "of", "is", ","):
        back -= 1
    word = cursor.peek(back)
    return (word in HITS or word in ("wounded", "suffered")) and not cursor.is_number(back - 1)


def _wounded(line: BattleLine, cursor: Cursor) -> Growing:
    """Who has taken hits: the character just read, or one that is named after them: ``3 hits on the Lion``."""
    if cursor.peek() in ("on", "to", "for"):
        ahead = 2 if cursor.peek(1) in ("the", "his", "my") else 1
        if cursor.is_name(ahead):
            name = line.found.name(cursor.word(ahead))
            pieces = [one for group in line.groups for one, _ in group.pieces if one["name"] == name]
            if len(pieces) == 1:
                cursor.at += ahead + 1
                return pieces[0]
    return line.group.pieces[-1][0]


def _titan(line: BattleLine) -> bool:
    return bool(line.group.pieces) and line.group.pieces[-1][0]["name"] == TITAN


def _power(line: BattleLine, word: Word) -> None:
    """A Titan's Power-factor says its owner's score (STRIKE-2)."""
    power, box = number(line.found, word), current()
    score = next((points for points in range(0, 10_000, 100) if box.power(TITAN, points) >= power), 0)
    line.found.say(line.group.side, "score", score, [word])
    line.found.assume(f"a Titan of Power-factor {power}: its owner's score is taken as {score}", "give the score")


def _read_piece(line: BattleLine, cursor: Cursor, word: Word, name: str, count: int) -> None:
    """A character, as often as it is counted, in the hex that was named before it if one was."""
    group = line.start() if line.group.closed else line.group
    group.opened = True
    first = len(group.pieces)
    for _ in range(count):
        one: Growing = {"name": name}
        group.pieces.append((one, [word]))
        if line.waiting is not None:
            line.found.say(one, "hex", line.waiting.text, [line.waiting, word])
            group.pieces[-1] = (one, [line.waiting, word])
            line.waiting = None
    if count > 1:
        line.lots.append([one for one, _ in group.pieces[first:]])
    if len(group.pieces) > 20 * MAX_HEIGHT:
        line.found.fail("too many characters", [word])


def _again(line: BattleLine, more: int) -> None:
    one, words = line.group.pieces[-1]
    line.group.pieces += [(dict(one), words) for _ in range(more)]


def _read_hex(line: BattleLine, cursor: Cursor, word: Word) -> None:
    """The hex of the character before it, of the next of several, or of one that is named after it."""
    pieces = line.group.pieces
    waiting: list[tuple[Growing, Words]] = []
    for one, words in reversed(pieces):
        if "hex" in one or (waiting and one["name"] != waiting[-1][0]["name"]):
            break
        waiting.append((one, words))
    after = cursor.peek()
    if waiting:
        one, words = waiting[-1]
        line.found.say(one, "hex", word.text, [*words, word])
        words[:] = [words[0], word]
    elif pieces and not cursor.is_name() and after not in ("the", "is", ":", "=") and _goes_on(pieces[-1][0], cursor):
        one, words = pieces[-1]
        pieces.append(({"name": one["name"], "hex": word.text}, [words[0], word]))
    else:
        if line.waiting is not None:
            line.found.fail("who stands there?", [line.waiting], hint=SHAPE)
        line.waiting = word


def _goes_on(one: Growing, cursor: Cursor) -> bool:
    """Whether a hex stands beside that of the character before it: ``Ogres D3, E3``."""
    return cursor.peek(-2) in (",", "and", str(one["hex"]).lower())


# --- settled ---------------------------------------------------------------------------------------------------------


def _settle_sides(line: BattleLine) -> None:
    """Which group is the attacker's, which the defender's."""
    found = line.found
    groups = [group for group in line.groups if group.pieces or group.opened]
    if len(groups) == 1 and groups[0].role is None and len(groups[0].pieces) == 2 and not groups[0].side:
        one, two = groups[0].pieces
        if "hex" in one[0] and "hex" in two[0]:
            groups = [Group(pieces=[one]), Group(pieces=[two])]
            found.assume(f"{one[0]['name']} is the attacker's, {two[0]['name']} the defender's", "part them by a slash")
    merged: list[Group] = []
    for group in groups:
        same = next((g for g in merged if _same(g, group)), None)
        if same is None:
            merged.append(group)
        else:
            same.role = same.role or group.role
            same.key = same.key or group.key
            same.pieces += group.pieces
            for key, value in group.side.items():
                if same.side.get(key, value) != value:
                    found.fail(f"{key} is said twice", group.pieces[0][1] if group.pieces else [], "said-twice")
                same.side[key] = value
    if len(merged) > 2:
        merged = [group for group in merged if group.pieces]
    if len(merged) != 2:
        found.fail(
            f"a battle has two sides, with one slash between them, not {len(merged)}", found_words(line), hint=SHAPE
        )
    first, second = merged
    if first.role == second.role and first.role is not None:
        found.fail(f"both sides are the {first.role}", found_words(line), hint=SHAPE)
    if first.role == "defender" or second.role == "attacker":
        first, second = second, first
    elif first.role is None and second.role is None and {first.key, second.key} == {"mine", "theirs"}:
        found.assume(f"{first.pieces[0][0]['name']} is taken as the attacker's", "say attacker or defender")
    for role, color, group in zip(ROLES, ("Black", "Red"), (first, second), strict=True):
        found.data[role] = _side(found, role, color, group, second if group is first else first)


def found_words(line: BattleLine) -> Words:
    """Some words of the line, for what is wrong with all of it."""
    return next((words for group in line.groups for _, words in group.pieces), [])


def _same(one: Group, two: Group) -> bool:
    """Whether two groups are of one side."""
    if one.role is not None and two.role is not None:
        return one.role == two.role
    return one.key is not None and one.key == two.key


def _side(found: Draft, role: str, color: str, group: Group, other: Group) -> Growing:
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
        side["entry_side"] = "bottom" if current().deploys(found.data["terrain"]) else "left"
    for n, (_, words) in enumerate(group.pieces):
        found.put(f"/{role}/characters/{n}", words)
    return {**side, "characters": [{"hex": None, **one} for one, _ in group.pieces]}


def _settle_moment(line: BattleLine) -> None:
    """The turn and the phase: as said, else the usual ones."""
    found, data, moment = line.found, line.found.data, line.moment
    on, off = (
        [[c for c in data[role]["characters"] if (c["hex"] is None) == out] for role in ROLES] for out in (False, True)
    )
    data["turn"] = moment.get("turn", 2 if any(on) and not any(off) else 1)
    if "turn" not in moment:
        found.unsaid.add("turn")
    side, phase = usual_phase(bool(on[0]), bool(on[1]))
    if (any(off) and any(on) and phase == "strike") or (off[0] and not on[0] and on[1]):
        phase = "maneuver"
    owner = moment.get("side")
    if owner is not None:
        side = _role(line, str(owner).removeprefix("not "))
        side = side if not str(owner).startswith("not ") else ROLES[side == "attacker"]
    data["side"], data["phase"] = side, moment.get("phase", phase)
    if "phase" not in moment:
        found.unsaid.add("phase")
    if owner is None:
        found.unsaid.add("side")


def _role(line: BattleLine, owner: str) -> str:
    """The role that an owner has: itself, or that of a colour."""
    data = line.found.data
    if owner in ROLES:
        return owner
    for role in ROLES:
        if data[role]["player"] == owner:
            return role
    return "attacker" if owner != "theirs" else "defender"


def usual_phase(attacker: bool, defender: bool) -> tuple[str, str]:
    """Whose phase it is where a line leaves that out.

    :param attacker, defender: whether anyone of that side stands on the map; if nobody does, the defender begins.
    """
    if not attacker and not defender:
        return "defender", "maneuver"
    return "attacker", "strike" if attacker and defender else "maneuver"
