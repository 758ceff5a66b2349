"""A game on one line, whole or a fragment of it: what is not said is filled in so that it does not matter."""

from attrs import define, field

from ...box.characters import TITAN
from ...box.reading import current
from ...box.vocabulary import LITTLE, any_of, nearest_word
from ...kernel.words import Word
from .draft import Cursor, Draft, Growing, counted, number

PHASES = {
    **dict.fromkeys(any_of("movement move moves moving mv"), "movement"),
    **dict.fromkeys(any_of("commencement split splits splitting"), "commencement"),
    **dict.fromkeys(any_of("engagement engagements engaging"), "engagement"),
    **dict.fromkeys(
        any_of("enlistment muster musters mustering recruit recruits recruiting recruitment"),
        "enlistment",
    ),
    "setup": "setup",
    "over": "over",
}
ROLLS = ("roll", "rolls", "rolled", "die", "dice", "thrown", "threw", "rolling")
PLACED = ("in", "on", "at", "land", "stands", "to")
HEIGHTS = ("characters", "character", "pieces", "high", "tall", "counters")
NOTHING = any_of(
    "w next near beside just along "
    "phase turn of in on at with and has have having had got is are stands stand standing land legion legions"
    " to it's its it holds hold holding contains containing player rolled been it start starts from being"
    " consisting total of content contents number there board yes well s by engages engaged engage attacks"
    " attack meets"
)
GLUE = (",", "(", ")", ":", "=", "+", "&", "@", "*", "x", "-", ".", ";", "'", "/", "vs", "v")


@define(slots=False)
class GameLine:
    """What is read of a game.

    :param lands_ahead: by word, whether ``in 105`` follows before the next Legion.
    """

    found: Draft
    players: list[Growing] = field(factory=list)
    legion: Growing | None = None
    phase_words: list[Word] = field(factory=list)
    lands_ahead: list[bool] = field(factory=list)
    unmoved: bool = False
    unnamed: list[Growing] = field(factory=list)
    worded: set[str] = field(factory=set)
    score: Word | None = None

    def player(self, color: str, words: list[Word]) -> Growing:
        """The player of a colour; another one if there is none yet."""
        for player in self.players:
            if player["color"] == color:
                return player
        at = f"/players/{len(self.players)}"
        self.found.put(at, words)
        self.found.put(f"{at}/color", words)
        self.players.append({"color": color, "legions": []})
        return self.players[-1]


def read_game(found: Draft, words: list[Word]) -> GameLine:
    """Put what the words say of a game into a draft; :func:`fill_in` does the rest when its keys are read."""
    line, cursor = GameLine(found), Cursor(found, words)
    found.data.update(kind="game")
    line.lands_ahead = _lands_ahead(words)
    while len(cursor):
        _read_one(line, cursor)
    for player in line.players:
        player["legions"][:] = [x for x in player["legions"] if x not in line.unnamed or len(x) > 2]
        for legion in player["legions"]:
            if "land" not in legion:
                found.fail("where is the Legion?", _words(line, legion), hint="as in: Bk02 109 Angel 2 Centaur")
            if "characters" in legion and "height" in legion and len(legion["characters"]) == legion["height"]:
                del legion["height"]
            elif "characters" not in legion and "height" in legion:
                legion["characters"] = None
            legion.setdefault("characters", [])
    if line.score is not None and line.players:
        found.say(line.players[0], "score", number(found, line.score), [line.score], "/players/0/score")
    for player in line.players:
        if "tower" in player and "score" not in player and player["color"] not in line.worded:
            told = f"{player['color']}'s {player['tower']} is its Tower, its score 0"
            found.assume(told, f"{player['color']} score {player['tower']}")
    for legion in line.unnamed:
        if any(legion in player["legions"] for player in line.players):
            found.assume(f"the Legion in {legion['land']} is called {legion['legion']}")
    found.data["players"] = line.players
    return line


def _lands_ahead(words: list[Word]) -> list[bool]:
    out, ahead = [False] * (len(words) + 1), False
    for i in range(len(words) - 1, 0, -1):
        if words[i].text.isdecimal() and words[i - 1].lower in PLACED[:4]:
            ahead = True
        elif current().vocabulary.is_marker(words[i].text):
            ahead = False
        out[i] = ahead
    return out


def _read_one(line: GameLine, cursor: Cursor) -> None:
    """Read the next word, and those that belong to it."""
    found, data, low = line.found, line.found.data, cursor.peek()
    word = cursor.next()
    color = current().vocabulary.color(low)
    if low in ("turn", "round") and cursor.is_number():
        found.say(data, "turn", cursor.number(), [word, cursor.word(-1)], "/turn")
    elif word.text.isdecimal() and cursor.peek() in ("turn", "round"):
        found.say(data, "turn", number(found, word), [word, cursor.next()], "/turn")
    elif low in ("turn", "round") and cursor.peek() in ("=", ":") and cursor.is_number(1):
        cursor.next()
        found.say(data, "turn", cursor.number(), [word], "/turn")
    elif low[:1] in ("t", "r") and low[1:].isdecimal() and not current().vocabulary.is_marker(low):
        found.say(data, {"t": "turn", "r": "roll"}[low[0]], int(low[1:7]), [word], "/roll")
    elif low in ROLLS:
        while cursor.peek() in ("is", "a", "an", "=", ":", "of", "was", "roll"):
            cursor.next()
        if cursor.is_number():
            found.say(data, "roll", cursor.number(), [word, cursor.word(-1)], "/roll")
    elif low == "mulligan":
        found.say(data, "mulligan", True, [word])
    elif low == "phase" and cursor.peek() in ("=", ":"):
        cursor.next()
    elif low == "movement" and cursor.peek() in ROLLS:
        pass
    elif low in PHASES and not (line.legion is not None and low in ("move", "moves")):
        if cursor.is_number() and PHASES[low] == "movement":
            found.say(data, "roll", cursor.number(), [word], "/roll")
        found.say(data, "phase", PHASES[low], [word], "/phase")
    elif color is not None:
        _read_color(line, cursor, word, color)
    elif current().vocabulary.is_marker(word.text) or _marker_form(word, cursor):
        _read_marker(line, word)
    elif low in ("legion", "stack") and not _marker_near(cursor):
        line.legion = _legion(line, word, None)
    elif word.text.isdecimal():
        _read_number(line, cursor, word)
    elif (
        low in ("tower", "score", "points")
        and line.players
        and (cursor.is_number() or cursor.peek() in ("=", ":", "is", "of", "in"))
    ):
        while cursor.peek() in ("=", ":", "is", "of", "in"):
            cursor.next()
        if cursor.is_number():
            key = "tower" if low == "tower" else "score"
            line.worded.add(line.players[-1]["color"])
            found.say(line.players[-1], key, cursor.number(), [word], f"/players/{len(line.players) - 1}/{key}")
    elif low in ("score", "points") and not line.players and cursor.is_number():
        line.score = cursor.next()
    elif low in ("height", "h") and line.legion is not None:
        while cursor.peek() in ("=", ":", "is", "of"):
            cursor.next()
        if not cursor.is_number():
            found.fail("how high?", [word], hint="as in: Rd01 13 height 6")
        _height(line, cursor.next())
    elif low[:1] == "h" and low[1:].isdecimal() and line.legion is not None:
        _height(line, Word(low[1:], word.start + 1, word.end))
    elif low == "moved" and line.legion is not None:
        found.say(line.legion, "moved", True, [word])
    elif low in ("not", "hasn't", "unmoved") and line.legion is not None:
        line.unmoved = True
        if cursor.peek() in ("moved", "yet"):
            cursor.next()
    elif (land := _land(word)) is not None and line.legion is not None:
        found.say(line.legion, "land", land, [word])
    elif (
        low in GLUE
        or low in NOTHING
        or low in LITTLE
        or low in ("nobody", "nothing", "none")
        or (current().terrain_names.find(word.text) is not None and (cursor.is_number() or not cursor.is_name(-1)))
    ):
        pass
    elif low[:1] == "x" and low[1:].isdecimal() and line.legion is not None and line.legion.get("characters"):
        names = line.legion["characters"]
        names += [names[-1]] * (counted(found, Word(low[1:], word.start + 1, word.end)) - 1)
    elif found.name(word) is not None or (line.legion is not None and "land" in line.legion and word.text.isalpha()):
        _read_character(line, cursor, word, 1)
    elif (near := nearest_word(low, PHASES)) is not None:
        found.assume(f"{word.text} is read as {near}")
        found.say(data, "phase", PHASES[near], [word], "/phase")
    else:
        found.fail("not understood of a game", [word], hint="as in: turn 5, Black's movement, roll 4: Bk02 109 2 Lion")


def _marker_form(word: Word, cursor: Cursor) -> bool:
    """Whether a word is meant as a marker, of which there is none: what is wrong is told later."""
    text = word.text
    return (
        len(text) in (3, 4)
        and text[:2].isalpha()
        and text[2:].isdecimal()
        and cursor.is_number()
        and _land(word) is None
    )


def _marker_near(cursor: Cursor) -> bool:
    vocabulary = current().vocabulary
    return (
        vocabulary.is_marker(cursor.peek())
        or vocabulary.is_marker(cursor.peek(-2))
        or (cursor.peek() in ("is", "has", "of") and cursor.peek(-2) not in ("my", "the", "a", "his", "her"))
    )


def _land(word: Word) -> int | None:
    """The land that letters and a number name: ``P105``."""
    letters, digits = (
        word.text.rstrip("0123456789"),
        word.text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
    )
    if not 1 <= len(letters) <= 2 or not digits.isdecimal() or len(digits) > 5:
        return None
    land = current().masterboard.lands.get(int(digits))
    return int(digits) if land is not None and land.terrain.lower().startswith(letters[0].lower()) else None


def _read_color(line: GameLine, cursor: Cursor, word: Word, color: str) -> None:
    """A player, or whose phase it is: ``Black's movement``, ``Black to split``."""
    found, ahead = line.found, 0
    if cursor.peek() in ("player",):
        cursor.next()
    while cursor.peek(ahead) in ("to", "is", "turn", "in", "the", "'s", "'", "'s", "s"):
        ahead += 1
    if (
        cursor.peek(ahead) in PHASES or nearest_word(cursor.peek(ahead), PHASES)
    ) and not current().vocabulary.is_marker(cursor.peek(ahead + 1)):
        for _ in range(ahead):
            cursor.next()
        found.say(found.data, "active", color, [word], "/active")
    elif cursor.peek() == "turn" and not cursor.is_number(1):
        cursor.next()
        found.say(found.data, "active", color, [word], "/active")
    else:
        if cursor.peek() in ROLLS:
            found.data.setdefault("active", color)
        line.player(color, [word])
        line.players.append(line.players.pop(next(i for i, p in enumerate(line.players) if p["color"] == color)))
        line.legion = None


def _read_marker(line: GameLine, word: Word) -> None:
    """A Legion: another one, or what is said of one that is there."""
    marker = _canonical(word)
    for player in line.players:
        for legion in player["legions"]:
            if _canonical_text(legion["legion"]) == marker:
                if "land" in legion and "characters" in legion:
                    line.found.fail(f"{marker} is said twice", [word], "said-twice")
                line.legion = legion
                return
    line.legion = _legion(line, word, word.text)


def _canonical(word: Word) -> str:
    return _canonical_text(word.text)


def _canonical_text(text: str) -> str:
    return f"{text[:2].capitalize()}{int(text[2:]):02d}" if text[2:].isdecimal() else text


def _legion(line: GameLine, word: Word, marker: str | None) -> Growing:
    """Another Legion, of the player just named, or of the colour that its marker shows."""
    markers, players = current().markers, line.players
    if marker is None:
        color = players[-1]["color"] if players else next(iter(markers.letters))
        player = line.player(color, [word])
        taken = {legion["legion"].lower() for legion in player["legions"]}
        marker = next(m for m in markers.of(color) if m.lower() not in taken)
    else:
        letters = {two.lower(): name for name, two in markers.letters.items()}
        shown = letters.get(marker[:2].lower(), next(iter(markers.letters)))
        last = players[-1] if players else None
        last_open = last is not None and (not last["legions"] or last.get("held") == shown or last["color"] == shown)
        player = last if last is not None and (last_open or _written_after_colon(line)) else line.player(shown, [word])
        assert player is not None
    n, m = players.index(player), len(player["legions"])
    legion: Growing = {"legion": marker}
    player["legions"].append(legion)
    if word.text != marker:
        line.unnamed.append(legion)
    line.found.put(f"/players/{n}/legions/{m}", [word])
    line.found.put(f"/players/{n}/legions/{m}/legion", [word])
    return legion


def _written_after_colon(line: GameLine) -> bool:
    """Whether a player was introduced with its Tower, so that markers of other colours are its own (D-5)."""
    return "tower" in line.players[-1]


def _read_number(line: GameLine, cursor: Cursor, word: Word) -> None:
    """A land, a count, a height, a Tower or a score."""
    found, legion, before = line.found, line.legion, cursor.peek(-2)
    name_ahead = 1 if cursor.peek() in ("x", "*") else 0
    if cursor.peek() in HEIGHTS:
        cursor.next()
        if legion is None:
            found.fail("which Legion?", [word])
        _height(line, word)
    elif before in ("x", "*") and legion is not None and legion.get("characters"):
        legion["characters"] += [legion["characters"][-1]] * (counted(found, word) - 1)
    elif legion is None and cursor.is_name(name_ahead) and before not in PLACED:
        if name_ahead:
            cursor.next()
        line.legion = _legion(line, word, None)
        _read_character(line, cursor, cursor.next(), counted(found, word))
    elif legion is None and line.players and before not in PLACED[:4]:
        player = line.players[-1]
        value, towers = number(found, word), current().towers
        n = line.players.index(player)
        key = "tower" if "tower" not in player and value in towers and "score" not in player else "score"
        if cursor.peek() == "points":
            key = "score"
        found.say(player, key, value, [word], f"/players/{n}/{key}")
    elif legion is None:
        line.legion = legion = _legion(line, word, None)
        found.say(legion, "land", number(found, word), [word])
    elif "land" not in legion and (
        before in PLACED or not (cursor.is_name(name_ahead) and (line.lands_ahead[cursor.at] or legion in line.unnamed))
    ):
        n, m = next(
            (i, p["legions"].index(legion))
            for i, p in enumerate(line.players)
            if any(x is legion for x in p["legions"])
        )
        found.say(legion, "land", number(found, word), [word], f"/players/{n}/legions/{m}/land")
    elif cursor.is_name(name_ahead) or cursor.peek().isalpha():
        count = counted(found, word)
        if name_ahead:
            cursor.next()
        _read_character(line, cursor, cursor.next(), count)
    else:
        found.fail("not understood of a Legion", [word], "bad-count", "as in: Bk02 109 Angel 2 Centaur")


def _height(line: GameLine, word: Word) -> None:
    assert line.legion is not None
    line.found.say(line.legion, "height", number(line.found, word), [word])


def _read_character(line: GameLine, cursor: Cursor, word: Word, count: int) -> None:
    found = line.found
    name = found.name(word) or word.text
    if line.legion is None:
        if not line.players:
            found.fail("a Legion begins with its marker", [word], hint="as in: Bk02 109 Angel 2 Centaur")
        if line.players and "tower" in line.players[-1]:
            found.fail("a Legion begins with its marker", [word], hint="as in: Bk02 109 Angel 2 Centaur")
        line.legion = _legion(line, word, None)
    names = line.legion.setdefault("characters", [])
    n, m = next((i, j) for i, p in enumerate(line.players) for j, x in enumerate(p["legions"]) if x is line.legion)
    for _ in range(count):
        found.put(f"/players/{n}/legions/{m}/characters/{len(names)}", [word])
        names.append(name)


# --- what is not said ------------------------------------------------------------------------------------------------


def fill_in(line: GameLine) -> None:
    """Fill in what is not said: neutrally, so that no verdict hangs on it, or told."""
    found, data, players = line.found, line.found.data, line.players
    fragment = False
    if "phase" not in data:
        found.unsaid.add("phase")
    if data.get("phase") in ("setup", "over"):
        data.setdefault("turn", 1)
        return
    if "roll" not in data:
        found.unsaid.add("roll")
    if not line.unmoved and not any(legion.get("moved") for player in players for legion in player["legions"]):
        found.unsaid.add("moved")
    if players and "active" not in data:
        fragment = True
        data["active"] = players[0]["color"]
    fragment |= _fill_phase(line)
    fragment |= _fill_towers(line)
    fragment |= _fill_players(line)
    if "turn" not in data:
        eight = any(len(x["characters"] or ()) == 8 or x.get("height") == 8 for p in players for x in p["legions"])
        data["turn"] = 2 if fragment and not eight else 1
        found.unsaid.add("turn")


def _words(line: GameLine, legion: Growing) -> list[Word]:
    fragment = legion["legion"]
    place = line.found.text.find(fragment)
    return [Word(fragment, place, place + len(fragment))] if place >= 0 else []


def _fill_phase(line: GameLine) -> bool:
    """The phase that follows from what is said."""
    data, players = line.found.data, line.players
    if "phase" in data:
        return False
    lands = [legion["land"] for p in players for legion in p["legions"]]
    moved = any(legion.get("moved") for p in players for legion in p["legions"])
    met = {(land, p["color"]) for p in players for land in (x["land"] for x in p["legions"])}
    engaged = len({land for land, _ in met}) < len(met)
    data["phase"] = (
        "movement" if "roll" in data else "engagement" if engaged else "enlistment" if moved else "commencement"
    )
    return bool(lands)


def _fill_towers(line: GameLine) -> bool:
    taken = {player.get("tower") for player in line.players}
    free = [tower for tower in reversed(current().towers) if tower not in taken]
    filled = False
    for player in line.players:
        if "tower" not in player and free:
            player["tower"] = free.pop(0)
            filled = True
    return filled


def _fill_players(line: GameLine) -> bool:
    """Another player where one is named, and a Titan's Legion for who shows none: where they meet nobody."""
    box, players, found = current(), line.players, line.found
    if not players:
        return False
    filled = False
    least = box.players[0]
    while len(players) < least:
        taken = {player["color"].lower() for player in players}
        color = next(
            c for c in ("Red", "Black", *box.markers.letters) if c in box.markers.letters and c.lower() not in taken
        )
        tower = next(t for t in reversed(box.towers) if all(p.get("tower") != t for p in players))
        players.append({"color": color, "tower": tower, "legions": []})
        found.assume(f"{color}, of whom nothing is said, is out of the way", f"say where {color}'s Legions are")
        filled = True
    for player in players:
        if player.get("out") or found.data.get("engagement"):
            continue
        known = [legion["characters"] for legion in player["legions"]]
        if all(c is not None and not any(box.vocabulary.character(n) == TITAN for n in c) for c in known):
            marker = next(m for m in box.markers.of(player["color"]) if not _used(players, m))
            land = _out_of_the_way(players)
            player["legions"].append({"legion": marker, "land": land, "characters": None, "height": 2})
            if known:
                found.assume(f"{player['color']}'s Titan is elsewhere, out of the way")
            filled = True
    return filled


def _used(players: list[Growing], marker: str) -> bool:
    return any(_canonical_text(x["legion"]) == marker for p in players for x in p["legions"])


def _out_of_the_way(players: list[Growing]) -> int:
    """The land that is farthest from every Legion, over any connection."""
    lands = current().masterboard.lands
    used = {legion["land"] for player in players for legion in player["legions"]}
    near = [land for land in used if land in lands]
    far = dict.fromkeys(near, 0)
    while near:
        following = []
        for land in near:
            for way in lands[land].exits:
                if way.to not in far:
                    far[way.to] = far[land] + 1
                    following.append(way.to)
        near = following
    return int(
        max(
            (land for land in lands if land not in used and not lands[land].is_tower), key=lambda n: (far.get(n, 0), -n)
        )
    )
