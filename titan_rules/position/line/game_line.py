"""The line of a whole or partial game; whatever is missing is filled in so that it does not matter."""

from ...box.characters import TITAN
from ...box.current_box import current
from ...box.names import PlayerColor
from ...kernel.words import Word
from .draft import NOBODY, Growing, LineDraft, Reader, Words, farthest
from .spoken import TURN_PHASES, WORDS

ROLLS, PLACED, HEIGHTS, SILENT = WORDS["rolls"], WORDS["placed"], WORDS["heights"], WORDS["silent in a game"]
ROUND = ("turn", "round")
UNSAID_HEIGHT = 4
SHAPE = "as in: turn 5, Black's movement, roll 4: Bk02 109 2 Lion"
LEGION_SHAPE = "as in: Bk02 109 Angel 2 Centaur"


def canonical(marker: str) -> str:
    """A marker as written on the counter."""
    return f"{marker[:2].capitalize()}{int(marker[2:]):02d}" if marker[2:].isdecimal() else marker


class GameReader(Reader):
    """Reads the line of a game, then fills in what is missing."""

    def __init__(self, draft: LineDraft, words: Words) -> None:
        super().__init__(draft, words)
        self.players: list[Growing] = []
        self.legion: Growing | None = None
        """The Legion being read."""
        self.by_marker: dict[str, Growing] = {}
        self.unmoved = False
        self.worded: set[str] = set()
        """Players whose Tower or score is labelled by that word."""

    def read(self) -> None:
        """Read the words of a game into the draft; :meth:`fill_in` completes it after its keys are read."""
        draft = self.draft
        draft.data.update(kind="game", players=self.players)
        for word in self.phrases():
            self._word(word)
        for player in self.players:
            for legion in player["legions"]:
                self._complete(legion)
            if "tower" in player and "score" not in player and player["color"] not in self.worded:
                color, tower = player["color"], player["tower"]
                draft.assume(f"{color}'s {tower} is its Tower, its score 0", f"{color} score {tower}")

    def _complete(self, legion: Growing) -> None:
        """Fill in a Legion's characters."""
        names, height = legion.get("characters"), legion.get("height")
        if "land" not in legion:
            start, end = self.draft.places[id(legion), ""]
            self.draft.fail("where is the Legion?", [Word(legion["legion"], start, end)], hint=LEGION_SHAPE)
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

    def _word(self, word: Word) -> None:
        """Read a word and those that belong to it."""
        draft, data, low, legion, text = self.draft, self.draft.data, word.lower, self.legion, word.text
        kind, value = self.vocabulary.kind(text)
        if kind == "mark" and low in SILENT:
            pass
        elif kind == "character" and low not in SILENT:
            self._characters(word, value, 1)
        elif kind == "marker":
            self._marker(word)
        elif low in ROUND and self.is_number():
            self.say(data, "turn", self.number())
        elif kind == "number" and self.peek() in ROUND:
            self.next()
            self.say(data, "turn", draft.number(word))
        elif kind == "number":
            self._number(word)
        elif low[:1] in ("t", "r") and low[1:].isdecimal():
            self.say(data, {"t": "turn", "r": "roll"}[low[0]], int(low[1:7]))
        elif low in ROLLS:
            self.skip("is", "a", "an", "of", ":", "=")
            if self.is_number():
                self.say(data, "roll", self.number())
        elif low == "mulligan":
            self.say(data, "mulligan", True)
        elif low in TURN_PHASES:
            if low != "movement" or self.peek() not in ROLLS:  # the Movement Roll
                self.say(data, "phase", TURN_PHASES[low])
            if TURN_PHASES[low] == "movement" and self.is_number():
                self.say(data, "roll", self.number())
        elif kind == "color":
            self._color(word, value)
        elif low in ("tower", "score", "points") and self.players and self.is_number():
            self.worded.add(self.players[-1]["color"])
            self.say(self.players[-1], "tower" if low == "tower" else "score", self.number())
        elif low == "height" and legion is not None:
            if not self.is_number():
                draft.fail("how high?", [word], hint="as in: Rd01 13 height 6")
            self.say(legion, "height", self.number())
        elif low[:1] == "h" and low[1:].isdecimal() and legion is not None:
            self.say(legion, "height", int(low[1:7]))
        elif low == "moved" and legion is not None:
            self.say(legion, "moved", True)
        elif low == "not" and self.peek() == "moved" and legion is not None:
            self.unmoved = True
            self.skip("moved")
        elif kind == "land" and (land := _land(text)) is not None and legion is not None:
            self.say(legion, "land", land)
        elif low in NOBODY and legion is not None:
            legion.setdefault("characters", [])
        elif low in SILENT or current().terrain_names.find(text) is not None:
            pass
        elif (name := draft.name(word)) is not None or (legion is not None and "land" in legion and text.isalpha()):
            self._characters(word, name, 1)
        else:
            draft.fail("not understood in a game", [word], hint=SHAPE)

    # --- players -----------------------------------------------------------------------------------------------------

    def _player(self, color: str, word: Word) -> Growing:
        """The player with a colour, added if there is none."""
        player = next((player for player in self.players if player["color"] == color), None)
        if player is None:
            player = {"color": color, "legions": []}
            self.players.append(player)
            self.draft.put(player, "", [word])
        return player

    def _color(self, word: Word, color: str) -> None:
        """Read a player, or whose phase it is: ``Black's movement``, ``Black to split``."""
        ahead = 0
        while self.peek(ahead) in ("to", "is", "turn", "in", "the", "'s", "'"):
            ahead += 1
        self.legion = None
        if self.peek(ahead) in TURN_PHASES or (self.peek() == "turn" and not self.is_number(1)):
            self.at += max(ahead, 1) if self.peek() == "turn" else ahead
            self.say(self.draft.data, "active", color)
        else:
            player = self._player(color, word)
            self.players.remove(player)
            self.players.append(player)
            if self.peek() == "legion" and self.is_number(1):  # Black Legion 2
                number = self.words[self.at + 1]
                letters = current().markers.letters[PlayerColor(color)]
                self._marker(Word(f"{letters}{number.text:0>2}", word.start, number.end))
                self.at += 2

    # --- Legions -----------------------------------------------------------------------------------------------------

    def _marker(self, word: Word) -> None:
        """Read a Legion: a new one, or more about one read before."""
        marker = canonical(word.text)
        self.legion = self.by_marker.get(marker)
        if self.legion is not None:
            if "land" in self.legion and "characters" in self.legion:
                self.draft.fail(f"{marker} is given twice", [word], "said-twice")
            return
        markers, last = current().markers, self.players[-1] if self.players else None
        shown = markers.colors.find(marker[:2]) or next(iter(markers.letters))
        # A player told with its Tower is told whole, and may hold markers of other colours (D-5).
        held = last is not None and (not last["legions"] or last["color"] == shown or "tower" in last)
        player = last if last is not None and held else self._player(shown, word)
        self.legion = self.by_marker[marker] = {"legion": word.text}
        player["legions"].append(self.legion)
        self.draft.put(self.legion, "", [word])

    def _number(self, word: Word) -> None:
        """Read a land, a count, a height, a Tower or a score."""
        draft, legion, times, before = self.draft, self.legion, int(self.peek() in ("x", "*")), self.peek(-2)
        if self.peek() in HEIGHTS and legion is not None:
            self.at += 1
            self.say(legion, "height", draft.number(word))
        elif legion is None and self.players:
            player, value = self.players[-1], draft.number(word)
            tower = "tower" not in player and "score" not in player and value in current().towers
            self.say(player, "tower" if tower else "score", value)
        elif legion is None:
            draft.fail("a Legion begins with its marker", [word], hint=LEGION_SHAPE)
        elif (
            not (legion.keys() & {"land", "characters"} or self._counts(word))
            or before in PLACED
            or current().terrain_names.find(before)
        ):
            self.say(legion, "land", draft.number(word))
        elif self.is_name(times) or self.peek().isalpha():
            self.at += times
            name = self.next()
            self._characters(name, draft.name(name), draft.count(word))
        else:
            draft.fail("not understood here", [word], "bad-count", LEGION_SHAPE)

    def _counts(self, word: Word) -> bool:
        """Whether a number counts the characters behind it, as in *7 Lions*, and is no land."""
        return len(word.text) == 1 and self.is_name() and current().character_names.find(self.peek()) is None

    def _characters(self, word: Word, name: str | None, count: int) -> None:
        if self.legion is None:
            self.draft.fail("a Legion begins with its marker", [word], hint=LEGION_SHAPE)
        names = self.legion.setdefault("characters", [])
        for _ in range(count):
            self.draft.put(names, len(names), [word])
            names.append(name or word.text)

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
            data["active"] = self.players[0]["color"]
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
            # The last one, as an action that is asked about may name the next.
            marker = next(m for m in reversed(box.markers.of(player["color"])) if m not in used)
            land = self._out_of_the_way()
            player["legions"].append({"legion": marker, "land": land, "characters": None, "height": 2})
            if known:
                draft.assume(f"{player['color']}'s Titan is elsewhere, out of the way")
            filled = True
        return filled


def _land(text: str) -> int | None:
    """The land named by letters and a number: ``P105``."""
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if not 1 <= len(letters) <= 2 or not letters.isalpha() or not 1 <= len(digits) <= 5:
        return None
    land = current().masterboard.lands.get(int(digits))
    return int(digits) if land is not None and land.terrain.lower().startswith(letters[0].lower()) else None
