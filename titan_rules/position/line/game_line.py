"""A whole or partial game on one line; whatever is missing is filled in so that it does not matter."""

from ...box.characters import TITAN
from ...box.current_box import current
from ...box.names import PlayerColor
from ...box.vocabulary import LITTLE, nearest_word
from ...kernel.jsontext import JSON
from ...kernel.words import Word
from .draft import NOBODY, Draft, Growing, Reader, Words, farthest, has_marker_form, is_number
from .spoken import TURN_PHASES, WORDS

ROLLS, PLACED, HEIGHTS = WORDS["rolls"], WORDS["placed"], WORDS["heights"]
SILENT = WORDS["silent in a game"] | LITTLE
ROUND, POINTS, TIMES = ("turn", "round"), ("points", "pts", "point"), ("x", "*", "=", ":")
EQUALS = ("is", "=", ":", "of", "in")
NAMING = ("has", "have", "rolls", "rolled", "holds", "moves", "is", ":", "(")
NOT = ("not", "hasn't", "haven't", "isn't")
UNSAID_HEIGHT = 4
LEGION_SHAPE = "as in: Bk02 109 Angel 2 Centaur"


def canonical(marker: str) -> str:
    """A marker as written on the counter."""
    return f"{marker[:2].capitalize()}{int(marker[2:]):02d}" if marker[2:].isdecimal() else marker


class GameReader(Reader):
    """Reads the line of a game, then fills in what is missing."""

    def __init__(self, draft: Draft, words: Words) -> None:
        super().__init__(draft, words)
        self.players: list[Growing] = []
        self.legion: Growing | None = None
        """The Legion being read."""
        self.unnamed: list[Growing] = []
        """Legions without a marker."""
        self.unmoved = False
        self.worded: set[str] = set()
        """Players whose Tower or score is labelled by that word."""
        self.mover: str | None = None
        """Whose turn it is if no colour is named: *mine*."""
        self.score: Word | None = None
        self.names: list[str] = []
        """Players' names, in the order of their Legions."""
        self.lands_ahead = _lands_ahead(words)

    def say(self, owner: Growing, key: str, value: JSON, *words: Word) -> None:
        """Put a value of the game, a player or a Legion, with its place."""
        pointer = f"/{key}"
        for n, player in enumerate(self.players):
            if player is owner:
                pointer = f"/players/{n}/{key}"
            for m, legion in enumerate(player["legions"]):
                if legion is owner:
                    pointer = f"/players/{n}/legions/{m}/{key}"
        self.draft.say(owner, key, value, list(words), pointer)

    def read(self) -> None:
        """Read the words of a game into the draft; :meth:`fill_in` completes it after its keys are read."""
        draft = self.draft
        draft.data.update(kind="game", players=self.players)
        while len(self):
            self._word(self.next())
        for player in self.players:
            empty = [x for x in self.unnamed if len(x) < 3 and TITAN not in x.get("characters", ())]
            player["legions"][:] = [x for x in player["legions"] if x not in empty]
            for legion in player["legions"]:
                self._complete(player, legion)
        if self.score is not None and self.players:
            self.say(self.players[0], "score", draft.number(self.score), self.score)
        for player in self.players:
            color = player["color"]
            if "tower" in player and "score" not in player and color not in self.worded:
                tower = player["tower"]
                draft.assume(f"{color}'s {tower} is its Tower, its score 0", f"{color} score {tower}")
        for player, name in zip(self.players, self.names, strict=False):
            player.setdefault("name", name)
        for legion in self.unnamed:
            if any(legion in player["legions"] for player in self.players):
                draft.assume(f"the Legion in {legion['land']} is called {legion['legion']}")

    def _complete(self, player: Growing, legion: Growing) -> None:
        """Fill in a Legion's land and characters."""
        names, height = legion.get("characters"), legion.get("height")
        if "land" not in legion:
            if legion not in self.unnamed or ("score" not in player and self.score is None):
                self.draft.fail("where is the Legion?", self._words(legion), hint=LEGION_SHAPE)
            legion["land"] = self._out_of_the_way()
            self.draft.assume(f"{legion['legion']} stands in {legion['land']}, out of the way", "say its land")
        if names is None and height is None:
            legion["height"] = UNSAID_HEIGHT
            self.draft.assume(f"who is in {legion['legion']} is not known", f"say who is in {legion['legion']}")
        elif names is not None and height == len(names):
            del legion["height"]
        elif names is not None and height is not None and height > len(names):
            legion["revealed"] = legion.pop("characters")
        legion.setdefault("characters", None)

    def _out_of_the_way(self) -> int:
        """A land far from every Legion, not a Tower."""
        lands = current().masterboard.lands
        used = [x["land"] for player in self.players for x in player["legions"] if x.get("land") in lands]
        able = (land for land in lands if not lands[land].is_tower)
        return farthest(used, lambda land: [way.to for way in lands[land].exits], able)

    def _words(self, legion: Growing) -> Words:
        place = self.draft.text.find(legion["legion"])
        return [Word(legion["legion"], place, place + len(legion["legion"]))] if place >= 0 else []

    def _word(self, word: Word) -> None:
        """Read a word and those that belong to it."""
        draft, data, low, legion, text = self.draft, self.draft.data, word.lower, self.legion, word.text
        vocabulary = current().vocabulary
        kind = vocabulary.kind(text)[0]
        if kind == "character" and low not in SILENT:
            self._characters(word, 1)
        elif kind == "marker":
            self._marker(word)
        elif kind == "number" and self.peek() not in ROUND:
            self._number(word)
        elif low in ROUND and (self.is_number() or (self.peek() in ("=", ":") and self.is_number(1))):
            self.skip("=", ":")
            self.say(data, "turn", self.number(), word, self.words[self.at - 1])
        elif kind == "number":
            self.say(data, "turn", draft.number(word), word, self.next())
        elif low[:1] in ("t", "r") and low[1:].isdecimal():
            self.say(data, {"t": "turn", "r": "roll"}[low[0]], int(low[1:7]), word)
        elif low in ROLLS:
            self.skip("is", "a", "an", "=", ":", "of", "was", "roll")
            if self.is_number():
                self.say(data, "roll", self.number(), word, self.words[self.at - 1])
        elif low == "mulligan":
            self.say(data, "mulligan", True, word)
        elif low == "phase" and self.peek() in ("=", ":"):
            self.at += 1
        elif low == "movement" and self.peek() in ROLLS:
            pass
        elif low in TURN_PHASES and not (legion is not None and low in ("move", "moves")):
            if self.is_number() and TURN_PHASES[low] == "movement":
                self.say(data, "roll", self.number(), word)
            self.say(data, "phase", TURN_PHASES[low], word)
        elif (color := vocabulary.color(low)) is not None:
            self._color(word, color)
        elif kind == "land" and has_marker_form(text) and self.is_number() and _land(text) is None:
            self._marker(word)
        elif low in ("legion", "stack") and legion is not None and "land" not in legion and self.is_name(-2):
            pass  # *the Titan legion*
        elif low in WORDS["theirs"] and not any(map(vocabulary.is_marker, map(self.peek, range(3)))):
            self._theirs(word)
        elif low in WORDS["mine"] and len(self.players) > 1 and not vocabulary.is_marker(self.peek(1)):
            self.mover = self.mover or self.players[0]["color"]
            self.players.sort(key=lambda player: player["color"] == self.mover)
            self.legion = None
        elif low in ("legion", "stack") and not self._marker_near():
            self.legion = self._new_legion(word)
        elif low in ("tower", "score", "points") and self._has_value(low):
            self._of_player(word)
        elif low in ("height", "h") and legion is not None:
            self.skip("=", ":", "is", "of")
            if not self.is_number():
                draft.fail("how high?", [word], hint="as in: Rd01 13 height 6")
            self.say(legion, "height", self.number(), word)
        elif low[:1] == "h" and low[1:].isdecimal() and legion is not None:
            self.say(legion, "height", int(low[1:7]), word)
        elif low == "moved" and legion is not None:
            self.say(legion, "moved", True, word)
        elif legion is not None and (low == "unmoved" or (low in NOT and self.peek() in ("moved", "yet"))):
            self.unmoved = True
            self.skip("moved", "yet")
        elif (land := _land(text)) is not None and legion is not None:
            self.say(legion, "land", land, word)
        elif low in NOBODY and legion is not None:
            legion.setdefault("characters", [])
        elif low in SILENT or self._names_terrain(text):
            pass
        elif low[:1] == "x" and low[1:].isdecimal() and legion is not None and legion.get("characters"):
            legion["characters"] += [legion["characters"][-1]] * (draft.count(word, 1) - 1)
        elif draft.name(word) is not None or (legion is not None and "land" in legion and text.isalpha()):
            self._characters(word, 1)
        elif legion is None and text[:1].isupper() and self.peek() in NAMING:
            self.names.append(text.removesuffix("'s"))
        elif (near := nearest_word(low, TURN_PHASES)) is not None:
            draft.assume(f"{text} is read as {near}")
            self.say(data, "phase", TURN_PHASES[near], word)
        else:
            hint = "as in: turn 5, Black's movement, roll 4: Bk02 109 2 Lion"
            draft.fail("not understood of a game", [word], hint=hint)

    def _names_terrain(self, text: str) -> bool:
        """Whether a terrain is only named beside a land's number."""
        return current().terrain_names.find(text) is not None and (self.is_number() or not self.is_name(-1))

    # --- players -----------------------------------------------------------------------------------------------------

    def _player(self, color: str, words: Words) -> Growing:
        """The player with a colour, added if there is none."""
        for player in self.players:
            if player["color"] == color:
                return player
        at = f"/players/{len(self.players)}"
        self.draft.put(at, words)
        self.draft.put(f"{at}/color", words)
        self.players.append({"color": color, "legions": []})
        return self.players[-1]

    def _color(self, word: Word, color: str) -> None:
        """Read a player, or whose phase it is: ``Black's movement``, ``Black to split``."""
        self.skip("player")
        ahead, data = 0, self.draft.data
        while self.peek(ahead) in ("to", "is", "turn", "in", "the", "'s", "'", "s"):
            ahead += 1
        phase = self.peek(ahead) in TURN_PHASES or nearest_word(self.peek(ahead), TURN_PHASES)
        if phase and not current().vocabulary.is_marker(self.peek(ahead + 1)):
            self.at += ahead
            self.legion = None
            self.say(data, "active", color, word)
        elif self.peek() == "turn" and not self.is_number(1):
            self.at += 1
            self.say(data, "active", color, word)
        else:
            if self.peek() in ROLLS:
                data.setdefault("active", color)
            player = self._player(color, [word])
            self.players.remove(player)
            self.players.append(player)
            self.legion = None
            self._numbered(color)

    def _has_value(self, low: str) -> bool:
        """Whether a Tower or a score follows; a score may come before any player."""
        if not self.players:
            return low != "tower" and self.is_number()
        return self.is_number() or self.peek() in EQUALS

    def _numbered(self, color: str) -> None:
        """Read a Legion by its marker's number: ``Black legion 2``, ``Black 2 in 109``."""
        ahead = int(self.peek() in ("legion", "stack"))
        text = self.peek(ahead)
        told = ahead or self.peek(1) in PLACED or self.peek(1) in ("has", "holds", "is", "with")
        if told and self.is_number(ahead) and len(text) <= 2:
            self.at += ahead
            word = self.next()
            self._marker(Word(f"{current().markers.letters[PlayerColor(color)]}{int(text):02d}", word.start, word.end))

    def _theirs(self, word: Word) -> None:
        """Read the other player, if no colour is named: *the enemy is in 30*."""
        letters = current().markers.letters
        if not self.players:
            self._player(next(iter(letters)), [word])
        others = [p["color"] for p in self.players[1:]]
        free = (c for c in ("Red", "Black", *letters) if c in letters and c != self.players[0]["color"])
        player = self._player(others[0] if others else next(free), [word])
        self.players.remove(player)
        self.players.append(player)
        self.legion = None

    def _of_player(self, word: Word) -> None:
        """Read ``tower 600`` or ``score = 123``, even before any player."""
        self.skip(*EQUALS)
        if not self.is_number():
            return
        if not self.players:
            self.score = self.next()
        else:
            self.worded.add(self.players[-1]["color"])
            self.say(self.players[-1], "tower" if word.lower == "tower" else "score", self.number(), word)

    # --- Legions -----------------------------------------------------------------------------------------------------

    def _marker_near(self) -> bool:
        """Whether the word *Legion* is next to a marker, or before ``is`` or ``has`` and a statement."""
        is_marker = current().vocabulary.is_marker
        other = self.peek() in ("is", "has", "of") and self.peek(-2) not in ("my", "the", "a", "his", "her")
        return is_marker(self.peek()) or is_marker(self.peek(-2)) or other

    def _marker(self, word: Word) -> None:
        """Read a Legion: a new one, or more about one read before."""
        marker = canonical(word.text)
        for player in self.players:
            for legion in player["legions"]:
                if canonical(legion["legion"]) == marker:
                    if "land" in legion and "characters" in legion:
                        self.draft.fail(f"{marker} is said twice", [word], "said-twice")
                    self.legion = legion
                    return
        self.legion = self._new_legion(word, word.text)

    def _new_legion(self, word: Word, marker: str | None = None) -> Growing:
        """Add a Legion of the player just named, or of its marker's colour."""
        markers, last = current().markers, self.players[-1] if self.players else None
        named = marker is not None
        if marker is None:
            player = last or self._player(next(iter(markers.letters)), [word])
            taken = {legion["legion"].lower() for legion in player["legions"]}
            marker = next(m for m in markers.of(player["color"]) if m.lower() not in taken)
        else:
            letters = {two.lower(): name for name, two in markers.letters.items()}
            shown = letters.get(marker[:2].lower(), next(iter(markers.letters)))
            # A player told with its Tower is told whole, and may hold markers of other colours (D-5).
            held = last is not None and (not last["legions"] or last["color"] == shown or "tower" in last)
            player = last if last is not None and held else self._player(shown, [word])
        legion: Growing = {"legion": marker}
        player["legions"].append(legion)
        if not named:
            self.unnamed.append(legion)
        at = f"/players/{self.players.index(player)}/legions/{len(player['legions']) - 1}"
        self.draft.put(at, [word])
        self.draft.put(f"{at}/legion", [word])
        return legion

    def _number(self, word: Word) -> None:
        """Read a land, a count, a height, a Tower or a score."""
        draft, legion, before = self.draft, self.legion, self.peek(-2)
        times = int(self.peek() in ("x", "*"))
        if self.peek() in POINTS:
            self.at += 1
            player = self.players[-1] if self.players else self._player(next(iter(current().markers.letters)), [word])
            self.say(player, "score", draft.number(word), word)
        elif self.peek() in HEIGHTS:
            self.at += 1
            if legion is None:
                draft.fail("which Legion?", [word])
            self.say(legion, "height", draft.number(word), word)
        elif before in TIMES and legion is not None and legion.get("characters") and not self.is_name():
            legion["characters"] += [legion["characters"][-1]] * (draft.count(word) - 1)
        elif legion is None and self.is_name(times) and before not in PLACED:
            self.at += times
            self.legion = self._new_legion(word)
            self._characters(self.next(), draft.count(word))
        elif legion is None and self.players and before not in PLACED - {"stands", "to"}:
            player, value = self.players[-1], draft.number(word)
            tower = "tower" not in player and "score" not in player and value in current().towers
            self.say(player, "tower" if tower and self.peek() != "points" else "score", value, word)
        elif legion is None:
            self.legion = self._new_legion(word)
            self.say(self.legion, "land", draft.number(word), word)
        elif "land" not in legion and (
            before in PLACED
            or not (self.is_name(times) and (self.lands_ahead[self.at] or any(x is legion for x in self.unnamed)))
        ):
            self.say(legion, "land", draft.number(word), word)
        elif self.is_name(times) or self.peek().isalpha():
            self.at += 2 if self.peek() == "of" and self.peek(1) == "them" else times
            self._characters(self.next(), draft.count(word))
        else:
            draft.fail("not understood of a Legion", [word], "bad-count", LEGION_SHAPE)

    def _characters(self, word: Word, count: int) -> None:
        name = self.draft.name(word) or word.text
        if self.legion is None:
            if self.players and "tower" in self.players[-1]:
                self.draft.fail("a Legion begins with its marker", [word], hint=LEGION_SHAPE)
            self.legion = self._new_legion(word)
        legion = self.legion
        names = legion.setdefault("characters", [])
        n, m = next((i, j) for i, p in enumerate(self.players) for j, x in enumerate(p["legions"]) if x is legion)
        for _ in range(count):
            self.draft.put(f"/players/{n}/legions/{m}/characters/{len(names)}", [word])
            names.append(name)

    # --- what is not said --------------------------------------------------------------------------------------------

    def fill_in(self) -> None:
        """Fill in what is missing: neutrally, so that no verdict depends on it, or with a reported assumption."""
        draft, data = self.draft, self.draft.data
        draft.unsaid.update({"phase"} - data.keys())
        if data.get("phase") in ("setup", "over"):
            data.setdefault("turn", 1)
            return
        draft.unsaid.update({"roll"} - data.keys())
        legions = [legion for player in self.players for legion in player["legions"]]
        moved = any(legion.get("moved") for legion in legions)
        if not self.unmoved and not moved:
            draft.unsaid.add("moved")
        fragment = bool(self.players) and "active" not in data
        draft.unsaid.update({"active"} - data.keys())
        if fragment:
            data["active"] = self.mover or self.players[0]["color"]
        if "phase" not in data:
            data["phase"] = self._phase(moved)
            fragment |= bool(legions)
        fragment |= self._fill_towers()
        fragment |= self._fill_players()
        if "turn" not in data:
            eight = any(len(x["characters"] or ()) == 8 or x.get("height") == 8 for x in legions)
            data["turn"] = 2 if fragment and not eight else 1
            draft.unsaid.add("turn")

    def _phase(self, moved: bool) -> str:
        """The phase implied by what is said."""
        met = {(legion["land"], player["color"]) for player in self.players for legion in player["legions"]}
        if "roll" in self.draft.data:
            return "movement"
        engaged = len({land for land, _ in met}) < len(met)
        return "engagement" if engaged else "enlistment" if moved else "commencement"

    def _fill_towers(self) -> bool:
        taken = {player.get("tower") for player in self.players}
        free = [tower for tower in reversed(current().towers) if tower not in taken]
        without = [player for player in self.players if "tower" not in player]
        for player, tower in zip(without, free, strict=False):
            player["tower"] = tower
        return bool(without and free)

    def _fill_players(self) -> bool:
        """Add another player if one is named, and a Titan's Legion for each player without one, out of the way."""
        box, players, draft = current(), self.players, self.draft
        filled = False
        while players and len(players) < box.players[0]:
            taken = {player["color"].lower() for player in players}
            letters = box.markers.letters
            color = next(c for c in ("Red", "Black", *letters) if c in letters and c.lower() not in taken)
            tower = next(t for t in reversed(box.towers) if all(p.get("tower") != t for p in players))
            players.append({"color": color, "tower": tower, "legions": []})
            draft.assume(f"{color}, of whom nothing is said, is out of the way", f"say where {color}'s Legions are")
            filled = True
        for player in players:
            known = [legion["characters"] for legion in player["legions"]]
            titan = any(c is None or any(box.vocabulary.character(n) == TITAN for n in c) for c in known)
            if titan or player.get("out") or draft.data.get("engagement"):
                continue
            used = {canonical(legion["legion"]) for p in players for legion in p["legions"]}
            marker = next(m for m in box.markers.of(player["color"]) if m not in used)
            land = self._out_of_the_way()
            player["legions"].append({"legion": marker, "land": land, "characters": None, "height": 2})
            if known:
                draft.assume(f"{player['color']}'s Titan is elsewhere, out of the way")
            filled = True
        return filled


def _lands_ahead(words: Words) -> list[bool]:
    """For each word, whether ``in 105`` follows before the next Legion."""
    out, ahead = [False] * (len(words) + 1), False
    for i in range(len(words) - 1, 0, -1):
        if is_number(words[i]) and words[i - 1].lower in PLACED - {"stands", "to"}:
            ahead = True
        elif current().vocabulary.is_marker(words[i].text):
            ahead = False
        out[i] = ahead
    return out


def _land(text: str) -> int | None:
    """The land named by letters and a number: ``P105``."""
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if not 1 <= len(letters) <= 2 or not letters.isalpha() or not 1 <= len(digits) <= 5:
        return None
    land = current().masterboard.lands.get(int(digits))
    return int(digits) if land is not None and land.terrain.lower().startswith(letters[0].lower()) else None
