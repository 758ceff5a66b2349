"""The Masterboard in free sentences: Legions, lands, rolls and scores, and what a Legion or its player does."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import define

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from .said import TO, Item

Translation: TypeAlias = tuple[str, str]

_FROM = frozenset({"from", "off", "out"})
_HELD_TOGETHER = frozenset({",", "and", "+", "&", "x", "(", ")"})


@define
class Troop:
    """Characters named together.

    :param names: with their counts.
    :param first, last: the indices of the first and the last item.
    :param cue: whose they are, as far as was said.
    """

    names: dict[str, int]
    first: int
    last: int
    cue: str | None

    @property
    def size(self) -> int:
        """The number of characters."""
        return sum(self.names.values())

    def __str__(self) -> str:
        return " ".join([f"{count} {name}" if count > 1 else name for name, count in self.names.items()])


class Told:
    """What was said of a game."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.verbs = [(i, str(item.value)) for i, item in enumerate(items) if item.kind == "verb"]
        self.troops = _without_repeated(list(self._troops()))
        self.lands = list(self._lands())

    def value(self, kind: str) -> int | None:
        """The first quantity of a kind."""
        return next((item.value for item in self.items if item.kind == kind), None)

    def terrain(self) -> str | None:
        """The terrain named last."""
        return next((str(x.value) for x in reversed(self.items) if x.kind == "terrain"), None)

    def verb(self, *families: str) -> int | None:
        """The index of the last verb of these families."""
        return next((i for i, family in reversed(self.verbs) if family in families), None)

    def has(self, *words: str) -> bool:
        """Whether one of these words was said."""
        return any(item.low in words for item in self.items)

    def _troops(self) -> Iterator[Troop]:
        cue: str | None = None
        troop: Troop | None = None
        for i, item in enumerate(self.items):
            if item.kind == "character" and item.low.endswith("'s"):
                continue  # my Titan's Legion
            if item.kind == "character":
                if troop is None:
                    troop = Troop({}, i, i, cue)
                troop.names[item.value] = troop.names.get(item.value, 0) + item.count
                troop.last = i
                continue
            bracket = item.low == "(" and troop is not None and self.items[i - 1].low in (",", ")")
            if troop is not None and (item.low not in _HELD_TOGETHER or bracket or self._halves(i)):
                yield troop
                troop, cue = None, None
            if item.kind in ("owner", "name"):
                cue = str(item.value)
            elif item.low in ("from", "against", "vs", "versus", "v", "by"):
                cue = "against"
            elif item.kind in ("end", "between", "number", "land"):
                cue = "against" if item.kind == "between" else None
        if troop is not None:
            yield troop

    def _halves(self, i: int) -> bool:
        """Whether a mark parts two halves: *Titan Ogre + Angel Centaur*, but not *Titan+Ogre*."""
        if self.items[i].low != "+":
            return False
        pluses = sum(item.low == "+" for item in self.items)
        return pluses == 1 and sum(item.kind == "character" for item in self.items) > 2

    def _lands(self) -> Iterator[tuple[int, int]]:
        """Lands with their items' indices: numbers that count nothing else, and are lands of this box."""
        lands = current().masterboard.lands
        for i, item in enumerate(self.items):
            if item.kind == "number" and self.items[i - 1].kind == "verb" and item.value < 4 and self._has_more(i):
                continue  # moves 2 fields
            if item.kind in ("number", "land") and item.value in lands:
                yield i, item.value

    def _has_more(self, i: int) -> bool:
        return any(x.low in TO for x in self.items[i + 1 : i + 3])

    def start_and_end(self) -> tuple[int | None, int | None]:
        """From which land to which somebody goes."""
        start = end = None
        for i, land in self.lands:
            before = next((x.low for x in reversed(self.items[:i]) if x.low not in ("(", "=", ":", "[")), "")
            arrow = before in ("-", ">") and i > 1
            terrain = before and self.items[i - 1].kind == "terrain" and i > 1 and self.items[i - 2].low in TO
            if before in TO or arrow or terrain:
                end = land
            elif before in _FROM or start is None:
                start = land
            else:
                end = land
        return start, end

    def without(self, *troops: Troop | None) -> list[Troop]:
        """The other troops."""
        return [troop for troop in self.troops if troop not in troops]


def _without_repeated(troops: list[Troop]) -> list[Troop]:
    """The troops without a character that was named alone before its whole Legion."""
    if len(troops) > 1 and troops[0].size == 1 and TITAN in troops[0].names and TITAN in troops[1].names:
        return troops[1:]
    return troops


def translate(items: Sequence[Item]) -> Translation | None:
    """A position on the Masterboard and an action in it, in our notation; None if the sentence does not say both."""
    told = Told(items)
    if not _all_used(told):
        return None
    for _, family in reversed(told.verbs):
        read = _FRAMES.get(family)
        translated = read(told) if read is not None else None
        if translated is not None:
            return translated
    for read in (_moved, _parted, _mustered):
        if (translated := read(told)) is not None:
            return translated
    return None


def _all_used(told: Told) -> bool:
    """Whether every number means something here, nothing is refused, and turns and rolls are told once."""
    lands = {i for i, _ in told.lands}
    sizes = {count for troop in told.troops for count in (*troop.names.values(), troop.size)}
    for i, item in enumerate(told.items):
        if item.kind == "number" and i not in lands and item.value not in {1, *sizes, told.value("roll")}:
            return False
        if item.kind == "verb" and item.value == "decline" and told.verb("mulligan", "roll") is None:
            return False
    rolls = {item.value for item in told.items if item.kind == "roll"}
    turns = {item.value for item in told.items if item.kind == "turn"}
    return len(turns) < 2 and (len(rolls) < 2 or told.verb("mulligan") is not None)


# --- mustering -------------------------------------------------------------------------------------------------------


def _mustered(told: Told) -> Translation | None:
    """*3 Ogres in the Hills: may I muster a Minotaur?*, *Hills: 3 Ogre > Min*."""
    verb = told.verb("muster", "reinforce")
    arrow = next((i for i, item in enumerate(told.items) if item.low == ">"), None)
    at = verb if verb is not None else arrow
    if at is None:
        if len(told.troops) < 2 or told.troops[-1].size != 1 or {f for _, f in told.verbs} - {"move", "stand"}:
            return None
        target: Troop | None = told.troops[-1]
    else:
        target = next((troop for troop in told.troops if troop.first > at and troop.size == 1), None)
        if target is None and told.troops and told.troops[-1].first > at:
            return None
    if target is None or _joined_in(told, target):
        return None
    held = [troop for troop in told.without(target) if troop.cue not in ("theirs", "against")]
    name = CharacterName(next(iter(target.names)))
    height, place = told.value("height"), _place_of(told) or (None if held else _musters(name))
    if not (held or height) or place is None:
        return None
    names = " ".join(map(str, held))
    moved = _moved(told) if told.value("roll") is not None else None
    if moved is not None:
        return moved[0], f"{moved[1]}; Bk01 musters {name}"
    if height is not None and (not held or height >= MAX_HEIGHT > sum(troop.size for troop in held)):
        return f"Black's enlistment: Bk01 {place} height {height} | moved Bk01", f"Bk01 musters {name}"
    return f"{place}: {names}", f"muster {name}"


def _musters(name: CharacterName) -> str | None:
    """A land in which somebody is mustered."""
    box = current()
    lands = (n for n, land in box.masterboard.lands.items() if box.table(land.terrain, None).entry(name) is not None)
    return str(next(lands, "")) or None


def _joined_in(told: Told, target: Troop) -> bool:
    """Whether the one who is mustered was named together with others."""
    return target.first > 0 and told.items[target.first - 1].low in ("and", "+")


def _place_of(told: Told) -> str | None:
    """The land, else the terrain."""
    lands = [land for _, land in told.lands]
    if lands:
        return str(lands[-1])
    return told.terrain()


# --- moving ----------------------------------------------------------------------------------------------------------


def _moved(told: Told) -> Translation | None:
    """*I rolled a 3: my 2 Lions in 109 go to 106*, *rolled 6, Titan and 3 Ogres from 100 teleport to 500*."""
    start, end = told.start_and_end()
    teleports = told.verb("teleport") is not None
    if teleports and not told.troops and end is None and told.terrain() == "Tower" and told.value("roll"):
        return f"Black's movement, roll {told.value('roll')}: Bk01 100 Titan Ogre", "Bk01 tower teleports to 200"
    if teleports and end is None and told.value("score") is not None:
        return _teleported(told)
    mover = next(
        (troop for troop in told.troops if troop.cue not in ("theirs", "against") and not _is_red(troop)), None
    )
    if end is None or mover is None:
        return None
    if start is None:
        if not teleports:
            return None
        start = 105 if end != 105 else 41
    roll, score, turn = told.value("roll"), told.value("score"), told.value("turn")
    beside = list(_others(told, mover, start))
    others = [f"Rd{n:02} {land} {troop}" for n, (land, troop) in enumerate([x for x in beside if _foreign(x[1])], 1)]
    others += [f"Rd{n:02} {land} height 4" for n, land in enumerate(_enemies(told), len(others) + 1)]
    own = [f", Bk{n:02} {land} {troop}" for n, (land, troop) in enumerate([x for x in beside if not _foreign(x[1])], 2)]
    if len(beside) < len(told.without(mover)) or len({land for _, land in told.lands} - {start, end}) > len(beside) + 4:
        return None
    when = ", ".join(
        [*([f"turn {turn}"] if turn is not None else []), "Black's movement", *([f"roll {roll}"] if roll else [])]
    )
    owner = f"Black score {score}: " if score is not None else ""
    line = f"{when}: {owner}Bk01 {start} {mover}{''.join(own)}" + (f" / {', '.join(others)}" if others else "")
    return line, f"Bk01 {'teleports ' if teleports else ''}to {end}"


def _is_red(troop: Troop) -> bool:
    return troop.cue == "Red"


def _foreign(troop: Troop) -> bool:
    return troop.cue not in (None, "mine", "Black")


def _others(told: Told, mover: Troop, start: int) -> Iterator[tuple[int, Troop]]:
    """The other Legions, each with the land named next to it."""
    for troop in told.without(mover):
        near = [land for i, land in told.lands if 0 < i - troop.last < 4 and land != start]
        near = near or [land for i, land in told.lands if 0 < troop.first - i < 6 and land != start]
        if near:
            yield near[0], troop


def _enemies(told: Told) -> Iterator[int]:
    """Lands where an enemy stands of whom nothing else is said: *an enemy on 42*."""
    for i, land in told.lands:
        near = told.items[max(0, i - 2) : i]
        if near and near[0].kind == "owner" and near[0].value == "theirs" and near[-1].kind in ("owner", "word"):
            yield land


def _teleported(told: Told) -> Translation | None:
    """*380 points and a six: Titan teleport?*"""
    roll, score = told.value("roll") or 6, told.value("score")
    mover = next((troop for troop in told.troops if TITAN in troop.names), None) or "Titan Ogre"
    start, goal, *more = [*[land for _, land in told.lands], *(105, 20)[len(told.lands) :]]
    if more:
        return None
    line = f"Black's movement, roll {roll}: Black score {score}: Bk01 {start} {mover}; Red: Rd01 {goal} height 4"
    return line, f"Bk01 titan teleports to {goal}"


# --- splitting -------------------------------------------------------------------------------------------------------


def _parted(told: Told) -> Translation | None:
    """*first turn: Titan, 3 Ogres … in one half, the rest in the other*, *turn 1: A + B*."""
    turn, height = told.value("turn"), told.value("height")
    verb = told.verb("split")
    if not told.troops:
        if height is None or verb is None:
            return None
        name = next(iter(current().characters))
        return f"Black's commencement, turn {turn or 2}: Bk01 1 {height} {name}", f"Bk01 splits 2 {name}"
    start = next((land for _, land in told.lands if current().masterboard.lands[land].is_tower), 600)
    whole, *parts = told.troops
    if whole.size <= STARTING_HEIGHT // 2 and len(told.troops) == 2 and (turn == 1 or verb is not None):
        whole, parts = _together(told.troops), told.troops[1:]
    elif verb is None or not parts:
        return None
    if len(parts) > 1 and parts[0].size + parts[1].size > whole.size:
        return None
    leaving = _as_many(told, parts[0], whole)
    when = turn if turn is not None else 1 if whole.size == STARTING_HEIGHT else 2
    if when != 1:
        start = next((land for _, land in told.lands), 1)
    return f"Black's commencement, turn {when}: Bk01 {start} {whole}", f"Bk01 splits off {leaving}"


def _as_many(told: Told, part: Troop, whole: Troop) -> Troop:
    """A part with as many of a kind as the whole has, if it says *the Ogres*."""
    plural = {x.value for x in told.items[part.first : part.last + 1] if x.kind == "character" and x.low[-1:] == "s"}
    plural -= {name for name in plural if name[-1] == "s"}
    names = {n: whole.names.get(n, c) if c == 1 and n in plural else c for n, c in part.names.items()}
    return Troop(names, part.first, part.last, part.cue)


def _together(troops: Sequence[Troop]) -> Troop:
    names: dict[str, int] = {}
    for troop in troops:
        for name, count in troop.names.items():
            names[name] = names.get(name, 0) + count
    return Troop(names, 0, 0, None)


# --- engagements -----------------------------------------------------------------------------------------------------


def _engaged(told: Told) -> str | None:
    """An Engagement as a line, attacker first; an unnamed side is one Ogre of seven points or so."""
    land = next((land for _, land in told.lands), 105)
    defender = next((t for t in told.troops if t.cue == "defender"), None)
    attacker = next((t for t in told.troops if t.cue in ("attacker", "against")), None)
    flees = told.verb("flee")
    if flees is not None and attacker is None and told.items[min(flees + 1, len(told.items) - 1)].low == "from":
        attacker = next((t for t in told.troops if t.first > flees), None)
    if flees is not None and attacker is None and defender is None:
        name = next((x.value for x in reversed(told.items[:flees]) if x.kind in ("name", "end")), None)
        defender = next((t for t in told.troops if name is not None and t.cue == name), None)
    attacks = told.verb("strike", "engage")
    if attacks is not None and attacker is None:
        attacker = next((t for t in told.troops if told.items[t.first - 1].low == "with" and t.first > attacks), None)
        object_ = next((t for t in told.troops if t.first > attacks and t is not attacker), None)
        defender = defender or object_
        before = [t for t in told.troops if t.last < attacks]
        if attacker is None and before and object_ is not None:
            attacker = before[-1]
    if (
        attacker is not None
        and defender is None
        and attacks is not None
        and told.items[attacker.first - 1].low != "from"
    ):
        first, *rest = told.troops
        if first is not attacker and rest and attacker.cue == "against" and attacks < first.first:
            attacker, defender = first, attacker  # A attacked B: three Ogres against two Centaurs
    others = [t for t in told.without(attacker, defender) if t.cue != "attacker"]
    if len(others) > 1 or (others and attacker is not None and defender is not None):
        return None  # whose they are was not said
    defender = defender or (others[0] if others else None)
    if defender is None:
        return None
    attacking = attacker or next((t for t in told.without(defender)), None) or "Ogre"
    return f"Black's engagement: Bk01 {land} {attacking} / Rd01 {land} {defender}"


def _fled(told: Told) -> Translation | None:
    """*My 2 Lions on 105 are attacked by 3 Ogres: can they flee?*"""
    engaged = _engaged(told)
    if engaged is None:
        return None
    flees, stands = told.verb("flee"), told.verb("stand")
    first = (
        "stand; " if stands is not None and flees is not None and stands < flees and not _located(told, stands) else ""
    )
    return engaged, f"{first}Red flees"


def _located(told: Told, verb: int) -> bool:
    """Whether *stands* only says where a Legion is."""
    return any(x.low in ("in", "on", "at") for x in told.items[verb + 1 : verb + 2])


def _conceded(told: Told) -> Translation | None:
    """*A attacks B, B stands, then he concedes*: who spoke last, or the defender."""
    engaged = _engaged(told)
    if engaged is None:
        return None
    verb = told.verb("concede")
    owner = next((x.value for x in reversed(told.items[: verb or 0]) if x.kind == "owner"), "defender")
    return engaged, f"stand; {'Black' if owner == 'attacker' else 'Red'} concedes"


def _summoned(told: Told) -> Translation | None:
    """*The defender fled: may the attacker summon?*, *may an attacker of height 7?*"""
    if any(family == "flee" for _, family in told.verbs):
        return (
            "Black's engagement: Bk01 105 2 Ogre, Bk02 3 Angel Lion / Rd01 105 2 Centaur",
            "Red flees; summon Angel from Bk02",
        )
    height = told.value("height")
    if height is None or height > MAX_HEIGHT:
        return None
    attackers = ", ".join(f"Ogre {label}" for label in ("D1", "C2", "D2", "B1", "E1", "C1", "A1")[:height])
    line = f"Plains, turn 2, attacker's maneuver: {attackers} / Ogre D6 | may-summon attacker, donors Bk02 Angel"
    return line, "summon Angel from Bk02"


# --- rolling ---------------------------------------------------------------------------------------------------------


def _rerolled(told: Told) -> Translation | None:
    """*He rolled a 1 in his first turn and takes a mulligan*."""
    turn, roll = told.value("turn"), told.value("roll") or 1
    if turn is None:
        return None
    land = 600 if turn == 1 else 105
    taken, again = told.verb("mulligan"), told.verb("roll")
    third = taken is not None and again is not None and again > taken
    return (
        f"turn {turn}, Black's movement, roll {roll}: Bk01 {land} 2 Ogre",
        f"{'mulligan 1; ' if third else ''}mulligan",
    )


def _rolled(told: Told) -> Translation | None:
    return _rerolled(told) if told.has("another", "again") else None


_FRAMES: Mapping[str, Callable[[Told], Translation | None]] = {
    "muster": _mustered,
    "reinforce": _mustered,
    "move": _moved,
    "teleport": _moved,
    "split": _parted,
    "flee": _fled,
    "concede": _conceded,
    "summon": _summoned,
    "mulligan": _rerolled,
    "roll": _rolled,
}
"""Readers by the family of the verb."""
