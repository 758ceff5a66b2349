"""Battles in free sentences: who stands where, whose they are, and what one of them does.

A sentence is read from left to right. A hex is where somebody stands, or where somebody goes; what is told first has
happened, and what is told last is asked.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..kernel.wording import listed
from .said import TO, Item

Translation = tuple[str, str]

ITS_OWN = frozenset({"has", "phase", "range", "scored", "unsaid"})
"""The kinds of items that only matter in a battle."""

_AT = frozenset({"in", "on", "at", "inside", "upon", "@", "beside"})
_KILLS = ("kill", "slay", "slew")
_LISTING = frozenset({*_AT, ",", "and", "&", "(", ")"})
_SILENT = frozenset({"(", ")", "=", ":", ",", "hex"})
_PASSED = frozenset({"over", "past", "through", "via", "across", "around"})
_ASIDE = frozenset({"beside", "near", "against", "behind", "off", "by", *_PASSED})
_SCORED = ("hits", "scored")
_STRIKES, _GOES = frozenset({"strike", "shoot"}), frozenset({"move", "enter", "teleport", "withdraw", "flee", "join"})
_ME, _HIM = frozenset({"i", "we", "me", "us"}), frozenset({"he", "she", "they", "you", "him", "them"})
_DESCRIBING = frozenset({"not", "isn't", "without", "never"})
_FIGHTS = frozenset({"fight", "fough", "battl"})
_PRONOUNS = frozenset({"his", "her", "their"})
_ROLES = ("attacker", "defender")


@define(eq=False)
class Piece:
    """A character of the battle.

    :param cue: who owns it, as far as was said.
    :param part: 1 if it was named behind a word between two sides.
    :param beside: the piece that was named before it in a list.
    """

    name: CharacterName
    cue: str | None
    part: int
    hex: str | None = None
    hits: int = 0
    power: int | None = None
    moved: bool = False
    beside: "Piece | None" = None

    def __str__(self) -> str:
        name = self.name if self.power is None else f"{self.name}-{self.power}"
        hits = f" {self.hits} hit{'s' if self.hits > 1 else ''}" if self.hits else ""
        return f"{name} {self.hex or 'off'}{hits}{' moved' if self.moved else ''}"


@define(eq=False)
class Event:
    """Something done, or asked about.

    :param at: the index of its verb, or where it would be.
    """

    at: int
    kind: str
    actor: Piece
    target: Piece | None = None
    goals: tuple[str, ...] = ()


@define(eq=False)
class Scene:
    """What was said of a battle.

    :ivar meant: the piece that an item names, by the item's index.
    :ivar goals: by an item's index, the hex to which somebody goes.
    :ivar placed: who enters where, if several do.
    """

    items: Sequence[Item]
    pieces: list[Piece] = field(factory=list)
    meant: dict[int, Piece] = field(factory=dict)
    goals: dict[int, str] = field(factory=dict)
    placed: list[tuple[Piece, str]] = field(factory=list)
    _free: dict[int, str] = field(factory=dict)
    _cue: str | None = None
    _heading: bool = False
    _held: list[str | None] = field(factory=list)
    _part: int = 0
    _mode: str = ""
    _waiting: int | None = None
    _dying: bool = False

    def __attrs_post_init__(self) -> None:
        for i, item in enumerate(self.items):
            self._read(i, item)

    # --- reading -----------------------------------------------------------------------------------------------------

    def _read(self, i: int, item: Item) -> None:
        low = item.low
        if item.kind == "owner" or (item.kind == "name" and self.after(i).low in (":", "=", "has")):
            self._belongs(i, item)
        elif low == "(":
            self._held.append(self._cue if self.before(i, 0).low in (":", "=") or self._heading else None)
        elif low == ")":
            if self._held:
                self._held.pop()
        elif item.kind == "between" and self.pieces:
            self._part, self._cue, self._heading, self._mode = 1, None, False, ""
        elif item.kind == "end":
            self._cue, self._heading, self._mode, self._waiting = None, False, "", None
        elif item.kind == "verb" and low != "over":
            reached = item.low.startswith("reach") and self.after(i).kind in ("character", "owner")
            bare = low[:5] in _FIGHTS and self.after(i).kind not in ("character", "owner", "hex", "word")
            self._mode = "" if item.value in ("stand", "end") or reached or bare else str(item.value)
            self._heading = self._heading and item.value not in _STRIKES | _GOES
            if item.value in _STRIKES and self.pieces:
                self._part, self._cue = 1, None
            if item.value == "dead" and self.after(i).kind in ("owner", "character"):
                self._dying = True
            elif item.value == "dead":
                self._wound(i, item)
        elif item.kind == "character":
            self._named(i, item)
        elif item.kind == "hex" and i not in self._free and i not in self.goals and i not in self.meant:
            self._hex(i, str(item.value))
        elif item.kind in ("hits", "left", "power"):
            self._wound(i, item)

    def before(self, i: int, back: int = 0) -> Item:
        """The item before another, marks apart."""
        found = [x for x in self.items[max(0, i - 8) : i] if not back or (x.low not in _SILENT and x.kind != "hazard")]
        return found[-1] if found else NOTHING

    def after(self, i: int) -> Item:
        """The next item."""
        return self.items[i + 1] if i + 1 < len(self.items) else NOTHING

    def _belongs(self, i: int, item: Item) -> None:
        """``my``, ``attacker=``, ``(defender)``, ``of the enemy``, ``, enemy.``"""
        before, after = self.before(i), self.after(i)
        last = self.pieces[-1] if self.pieces else None
        alone = after.low in (")", ",", "]", "") or after.kind == "end"
        told = before.low in ("(", "of") or (last is not None and last.cue is None and before.kind in ("hex", "mark"))
        if last is not None and alone and told:
            last.cue = last.cue or str(item.value)
            return
        start, _ = self.clause(i)
        other = item.low in _PRONOUNS and not any(x.low in _ME or x.value == "mine" for x in self.items)
        named = next((str(x.value) for x in reversed(self.items[start:i]) if x.kind in ("name", "owner")), None)
        self._cue, self._heading = named if other else str(item.value), after.low in (":", "=", "has")

    def _named(self, i: int, item: Item) -> None:
        """Take a character's name for a new piece, or for one that was named before."""
        start, _ = self.clause(i)
        if self._mode in _GOES and any(j >= start for j in self.goals):
            self._mode = ""  # somebody else, who does not go there
        cue = self._cue or next((one for one in reversed(self._held) if one is not None), None)
        labels = self._labels(i, item)
        same = [p for p in self.pieces if p.name == item.value and (None in (cue, p.cue) or p.cue == cue)]
        another = self.before(i, 1).low in ("another", "other")
        there = next((p for label in labels for p in same if p.hex == label), None)
        if same and not another and (not labels or there or any(self.at_hex(label) for label in labels)):
            piece = there or (same[-1] if cue == "theirs" else same[0])
        elif same and labels and (homeless := next((p for p in same if p.hex is None), None)) is not None:
            homeless.hex, piece = labels[0], homeless
        else:
            count = max(item.count, len(labels))
            new = [
                Piece(CharacterName(item.value), cue, self._part, label) for label in [*labels, *[None] * count][:count]
            ]
            if cue is None and self.pieces and any(j >= start for j in self.meant) and self._mode not in _STRIKES:
                new[0].beside = self.pieces[-1]
            self.pieces += new
            piece = new[0]
        if self.before(i).low == "own":
            leader = next((p for j in range(start, i) if (p := self.piece(j)) is not None), piece)
            cue, piece.cue, piece.part = leader.cue, None, leader.part  # over its own Ogre
        piece.cue = piece.cue or cue
        self.meant[i] = piece
        if self._dying and piece.name != TITAN:
            piece.hits, self._dying = current().base_power[piece.name], False
        if self._places(i, labels):
            self.placed += [(p, str(p.hex)) for p in self.pieces[-len(labels) :]]
            for p, _ in self.placed:
                p.cue = self.placed[0][0].cue
        goes_on = self._heading or item.count > 1 or self._next_kind(i) == "character"
        self._cue = self._cue if goes_on else None

    def _places(self, i: int, labels: Sequence[str]) -> bool:
        """Whether somebody enters where he is told to be: *sets up Ogre D4, Ogre C3, Centaur E4*."""
        verb = max((j for j in range(i) if self.items[j].kind == "verb"), default=0)
        alone = all(
            x.kind in ("character", "hex", "mark", "owner") or x.low in (*_AT, "and") for x in self.items[verb + 1 : i]
        )
        return self._mode == "enter" and bool(labels) and alone

    def _next_kind(self, i: int) -> str:
        rest = self.items[i + 1 :]
        listed_with = next((n for n, x in enumerate(rest) if x.low in ("and", "&", "+")), 0)
        if listed_with and all(x.kind in ("hex", "mark", "hits") or x.low in _AT for x in rest[:listed_with]):
            rest = rest[listed_with:]
        return next((x.kind for x in rest if x.low not in (",", "and", "&", "+")), "")

    def _labels(self, i: int, item: Item) -> list[str]:
        """The hexes that are told with a character's name, before or behind it."""
        labels: list[str] = []
        if self._waiting is not None:
            place, self._waiting = self._waiting, None
            self._free[place] = str(self.items[place].value)
            return [self._free[place]]
        wanted, j = max(item.count, 7 if item.low.endswith("s") and item.low != item.value.lower() else 1), i + 1
        while j < len(self.items) and len(labels) < wanted:
            x = self.items[j]
            if x.kind == "hex":
                if self._is_goal(i, j, bool(labels)):
                    self.goals[j] = str(x.value)
                    break
                labels.append(str(x.value))
                self._free[j] = str(x.value)
            elif not (
                x.low in _AT
                or x.low in _SILENT - {")"}
                or (x.low == ")" and not labels)
                or (x.low in ("and", "-") and (labels or x.low == "-"))
                or (x.kind in ("owner", "hits", "left", "power", "number") and not labels and x.kind != "owner")
                or (x.kind == "verb" and x.value == "stand")
                or (x.low in ("he", "it", "she") and not labels)
                or x.kind == "has"
                or (x.low == "of" and self.after(j).kind == "owner" and not labels)
                or (x.kind == "owner" and self.before(j).low in ("of", "("))
            ) or (x.low == "," and not labels and self.after(j).kind != "hex" and self.after(j).low not in _AT):
                break
            j += 1
        return labels

    def _is_goal(self, i: int, j: int, listed_before: bool) -> bool:
        """Whether a hex behind a name is where the character goes, and not where it stands."""
        name, label = self.items[i].value, str(self.items[j].value)
        same = [p for p in self.pieces if p.name == name]
        told = any(x.kind == "end" for x in self.items[:i])
        between = {x.low for x in self.items[i + 1 : j]}
        if self._follows(j) or label in {p.hex for p in self.pieces} or listed_before:
            return False
        if self._mode == "enter" and self._lists(j):
            return False
        if same and same[0].hex is not None and told and self._mode not in _STRIKES and self._is_clause_of(i):
            return self.before(i, 1).low not in ("another", "other")
        if self._mode in _GOES and not any(p.hex == label for p in self.pieces):
            stands = "stand" in {x.value for x in self.items[i + 1 : j]} or between & {"@", "("}
            return not stands and self._own(i)
        return False

    def _lists(self, j: int) -> bool:
        """Whether a hex stands in a list of characters with their hexes: *Ogre D4, Centaur E4*."""
        near = [x.kind for x in self.items[j + 1 : j + 5] if x.low not in _LISTING]
        before = [x.kind for x in self.items[max(0, j - 5) : j] if x.low not in _LISTING]
        return near[:2] == ["character", "hex"] or before[-2:] == ["hex", "character"]

    def _own(self, i: int) -> bool:
        """Whether a verb of movement that stands before a name moves this character."""
        verb = max((j for j in range(i) if self.items[j].kind == "verb"), default=0)
        return not any(x.kind in ("character", "hex") or x.low in _ASIDE | TO for x in self.items[verb + 1 : i])

    def _follows(self, j: int) -> bool:
        """Whether an arrow or *to* and another hex follow, so that a hex is where a move begins."""
        rest = self.items[j + 1 : j + 8]
        stop = next((n for n, x in enumerate(rest) if x.kind in ("end", "character", "between")), len(rest))
        hexes = [n for n, x in enumerate(rest[:stop]) if x.kind == "hex"]
        return bool(hexes) and (self._mode in _GOES or any(x.low in TO | {"-", ">"} for x in rest[: hexes[0]]))

    def _is_clause_of(self, i: int) -> bool:
        """Whether a sentence tells of nobody else, so that it asks where somebody goes: *Ogre D4?*"""
        start, stop = self.clause(i)
        return sum(x.kind in ("character", "hex") for x in self.items[start:stop]) < 3

    def _hex(self, i: int, label: str) -> None:
        """A hex that does not follow a name: where somebody goes, comes from, or stands."""
        before = self.before(i, 1)
        plain = self.before(i - 1) if self.before(i).low == "(" else self.before(i)
        there = self.at_hex(label)
        arrow = plain.low in ("-", ">") and i > 1
        if (before.low in _PASSED and self._mode != "enter") or before.low == "by":
            self._free[i] = label
        elif there is None and not arrow and self._mode not in _GOES and self._next_kind_is_name(i):
            self._waiting = i
        elif before.low == "from" or (self._mode in _STRIKES and before.low in TO and there is None):
            self._stands(i, label)
        elif self._mode in _STRIKES or (there is not None and not (arrow and self._mode in _GOES)):
            self._refer(i, label)
            if arrow and there is not None:
                self.goals[i] = label
        elif arrow and self._mode not in _GOES and self._next_kind_is_name(i):
            self._waiting = i
        elif arrow or before.low in TO or self._mode in {*_GOES, "carry"}:
            starts = self._follows(i) and not arrow and before.low not in TO and self._mode != "enter"
            if starts and self._homeless() is not None:
                self._stands(i, label)
            else:
                self.goals[i] = label
        else:
            self._stands(i, label)

    def _next_kind_is_name(self, i: int) -> bool:
        """Whether a name follows a hex: *(D3) OGR*, *D3: Ogre*."""
        rest = [x for x in self.items[i + 1 : i + 6] if x.low not in _SILENT | {"-", "by"} and x.kind != "owner"]
        return bool(rest) and rest[0].kind == "character" and self.after(i).low != "," and self._homeless() is None

    def _homeless(self) -> Piece | None:
        return next((p for p in reversed(self.pieces) if p.hex is None), None)

    def _stands(self, i: int, label: str) -> None:
        """The hex of somebody named before without one, or of somebody who is named next."""
        homeless = [p for p in self.pieces if p.hex is None]
        first = self._mode in _STRIKES and self.before(i, 1).low == "from"
        piece = None if not homeless else homeless[0 if first else -1]
        if piece is not None and self.at_hex(label) is None:
            piece.hex = label
            self.meant[i] = piece
        elif not self._refer(i, label):
            self._waiting = i

    def _refer(self, i: int, label: str) -> bool:
        there = self.at_hex(label)
        if there is not None:
            self.meant[i] = there
        else:
            self._free[i] = label
        return there is not None

    def at_hex(self, label: str) -> Piece | None:
        """The piece in a hex."""
        return next((piece for piece in self.pieces if piece.hex == label), None)

    def piece(self, i: int) -> Piece | None:
        """The piece that an item names, or that stands in the hex it names."""
        return self.meant.get(i) or (self.at_hex(self._free[i]) if i in self._free else None)

    def _wound(self, i: int, item: Item) -> None:
        """Give hits or a Power-factor to the piece named last; hits said behind the dice are a claim."""
        start, stop = self.clause(i)
        claimed = any(x.kind == "dice" for x in self.items[:i]) or any(
            x.value == "carry" for x in self.items[start:stop]
        )
        if not self.pieces or (item.kind in ("hits", "verb") and claimed):
            return
        near = [piece for j in range(i - 1, -1, -1) if (piece := self.piece(j)) is not None]
        ahead = self.piece(i + 2) if self.after(i).low in ("on", "to") and i + 2 in self.meant else None
        piece = ahead or (near or self.pieces)[0]
        if item.value == "dead":
            piece.hits = 0 if piece.name == TITAN else current().base_power[piece.name]
        elif item.kind == "power":
            piece.power = item.value if piece.name == TITAN else None
        elif item.kind == "hits":
            piece.hits = item.value
        else:
            piece.hits = max(0, current().base_power[piece.name] - item.value)

    # --- asking ------------------------------------------------------------------------------------------------------

    def clause(self, i: int) -> tuple[int, int]:
        """Where the sentence of an item begins and ends."""
        ends = [j for j, item in enumerate(self.items) if item.kind == "end"]
        return max((j + 1 for j in ends if j < i), default=0), min((j for j in ends if j >= i), default=len(self.items))

    def kept_off(self, i: int) -> bool:
        """Whether a sentence tells who was left off the Battleland."""
        start, stop = self.clause(i)
        return any(item.low == "off" for item in self.items[start:stop])

    def first(self, kind: str) -> Item | None:
        """The first item of a kind."""
        return next((item for item in self.items if item.kind == kind), None)

    def verbs(self, families: frozenset[str]) -> list[int]:
        """The indices of the verbs of some families."""
        return [i for i, item in enumerate(self.items) if item.kind == "verb" and item.value in families]

    def whose(self, piece: Piece) -> int | None:
        """The side of a piece: 0 for mine, the attacker's, or of whoever is named first; None: it is not told."""
        cues = list(dict.fromkeys(p.cue for p in self.pieces if p.cue is not None))
        i_said = "mine" in cues or any(x.low in _ME for x in self.items)
        if piece.cue is not None:
            if piece.cue in ("mine", "theirs"):
                return int(piece.cue == "theirs")
            if piece.cue in _ROLES:
                return int(piece.cue != (self.my_role() or "attacker"))
            if "mine" in cues or ("theirs" in cues and not i_said):
                return int("mine" in cues)
            return min(cues.index(piece.cue), 1)
        if any(p.part for p in self.pieces) and any(not p.part for p in self.pieces):
            beside = [p for p in self.pieces if p.part == piece.part and p.cue is not None]
            other = [p for p in self.pieces if p.part != piece.part and p.cue is not None]
            if beside or other:
                side = self.whose((beside or other)[0])
                return side if beside or side is None else 1 - side
            return piece.part
        known = {self.whose(p) for p in self.pieces if p.cue is not None}
        if len(known) == 2:
            return None if piece.beside is None else self.whose(piece.beside)
        return 1 - known.pop() if len(known) == 1 else None  # type: ignore[operator]

    def my_role(self) -> str | None:
        """The role of side 0, if it is told: *I am the defender*."""
        for i, item in enumerate(self.items):
            near = self.items[i + 1 : i + 4]
            if item.low in _ME:
                role = next((x.value for x in near if x.kind == "owner" and x.value in _ROLES), None)
                if role is not None:
                    return str(role)
        return None

    def enemies(self, one: Piece) -> list[Piece]:
        """Who is on the other side; those of whom nothing is told are."""
        side = self.whose(one)
        return [p for p in self.pieces if p is not one and (side is None or self.whose(p) != side)]

    def of_owner(self, i: int) -> Piece | None:
        """The piece that an owner alone stands for: *the attacker strikes*, *I strike him*."""
        item = self.items[i]
        mine = [p for p in self.pieces if self.whose(p) == 0]
        theirs = [p for p in self.pieces if self.whose(p) == 1]
        if item.low in _ME:
            return mine[-1] if mine else None
        if item.low in _HIM:
            return theirs[-1] if theirs else None
        if item.kind in ("owner", "name") and self.after(i).kind not in ("character", "number"):
            owned = [p for p in self.pieces if p.cue == str(item.value)]
            return owned[0] if len(owned) == 1 else None
        return None

    def subject(self, verb: int) -> Piece | None:
        """Who does what a verb says: whoever is named directly before it, else one of mine, else the first named."""
        start, _ = self.clause(verb)
        named: list[Piece] = []
        direct = True
        for i in range(verb - 1, start - 1, -1):
            item = self.items[i]
            piece = None if i in self.goals else self.piece(i)
            if (
                piece is not None
                and self._is_aside(i)
                and any(self.piece(j) not in (None, piece) for j in range(start, i))
            ):
                continue
            if piece is None and item.low == "it":
                mine = [p for p in self.pieces if p.hits and p.hits == current().base_power.get(p.name)]
                mine = mine or [p for p in self.pieces if self.whose(p) == 0]
                piece = mine[0] if len(mine) == 1 else next(iter(self.pieces[::-1]), None)
            piece = piece or self.of_owner(i)
            if piece is not None and direct:
                return piece
            if piece is not None:
                named.append(piece)
            silent = (
                item.low in _AT or item.low in _SILENT - {","} or item.kind in ("hits", "left", "power", "has", "hex")
            )
            direct = direct and (silent or (item.kind in ("owner", "name") and item.low.endswith("s")))
        return next((p for p in named if self.whose(p) == 0), named[-1] if named else None)

    def _is_aside(self, i: int) -> bool:
        """Whether somebody is only told to be near, or passed: *next to the Lion*, *over the Ogre on D3*."""
        return any(x.low in _ASIDE for x in (self.before(i, 1), self.before(i - 1, 1), self.before(i - 2, 1)))

    def object(self, verb: int, actor: Piece | None) -> list[Piece]:
        """Those to whom it is done, in the order told."""
        told: list[Piece] = []
        for i in range(verb + 1, len(self.items)):
            item = self.items[i]
            if item.kind in ("end", "dice") or (item.kind == "verb" and item.value in {*_STRIKES, *_GOES, "carry"}):
                break
            piece = self.piece(i)
            if piece is None and item.low in (*_HIM, "it") and actor is not None:
                piece = next(iter(self.enemies(actor)[::-1]), None)
            piece = piece or (self.of_owner(i) if item.kind in ("owner", "name") else None)
            if piece is not None and piece not in told:
                told.append(piece)
        return told


NOTHING = Item("", "", "")


def translate(items: Sequence[Item]) -> Translation | None:
    """A battle and an action in it, in our notation; None if the sentence does not say both."""
    scene = Scene(_called(items))
    terrain = next((str(item.value) for item in reversed(items) if item.kind == "terrain"), None)
    turns = {item.value for i, item in enumerate(items) if item.kind == "turn" and not scene.kept_off(i)}
    unsaid = scene.first("unsaid") is not None and scene.first("need") is None
    if not scene.pieces or len(turns) > 1 or unsaid:
        return None
    joined = _joined(scene)
    if _refuses(items):
        declined = _declined(scene)
        if declined is None:
            return None
        event, text = declined
    elif joined is not None:
        event, text = joined
    else:
        events = sorted(_events(scene), key=lambda one: one.at)
        if not events:
            return None
        event = _asked(scene, events)
        if event.kind == "enter" and terrain is not None and {item.kind for item in items}.isdisjoint(("side", "turn")):
            _steps_in(scene, event, terrain)
        text = _strike(scene, event) if event.kind in _STRIKES else _maneuver(scene, event)
    if terrain is not None and not _fits_hazard(scene, event, terrain):
        return None
    entering = {id(piece) for piece, _ in scene.placed} | {id(event.actor)}
    if any(piece.hex is None and id(piece) not in entering for piece in scene.pieces):
        return None
    if terrain is None and (event.target is None or turns):
        return None
    if event.target is None and len(scene.pieces) > 2 and scene.whose(event.actor) is None:
        return None  # whose the others are was not said
    return (_line(scene, terrain, event), text) if _all_used(items, text) else None


def _fits_hazard(scene: Scene, event: Event, terrain: str) -> bool:
    """Whether the hazard that is told with the hex where somebody goes is there."""
    told = [x.value for i in scene.goals for x in scene.items[max(0, i - 3) : i] if x.kind == "hazard"]
    land = current().battlelands[terrain]
    return not event.goals or not told or told[-1] == land[event.goals[-1]].hazard


def _steps_in(scene: Scene, event: Event, terrain: str) -> None:
    """Whoever enters a hazard, but nobody says that the battle begins, stands beside it."""
    if event.actor.hex is not None or scene.first("hazard") is None or len(scene.pieces) > 1:
        return
    land = current().battlelands[terrain]
    near = [land.hexes[n] for n in land[event.goals[-1]].neighbours if n is not None]
    event.actor.hex = next((str(x.label) for x in near if x.hazard == "Plains" and x.label), None)


def _all_used(items: Sequence[Item], text: str) -> bool:
    """Whether every number is part of the action, or only tells more of it: *5 kill it*, *(105)*."""
    words = {*text.replace(":", " ").split(), "1"}
    words |= {str(x.value) for x in items if x.kind in ("count", "need", *_SCORED)}
    for before, item, after in zip([NOTHING, *items], items, [*items[1:], NOTHING], strict=False):
        aside = after.kind == "verb" or before.kind == "terrain" or (before.low == "(" and after.low == ")")
        if item.kind == "number" and not aside and str(item.value) not in words:
            return False
    return True


def _called(items: Sequence[Item]) -> list[Item]:
    """The items with *strike(D3, D4)* as *D3 strike D4*."""
    called = list(items)
    for i, item in enumerate(items):
        if item.kind == "verb" and i + 2 < len(items) and items[i + 1].low in (":", "="):
            called[i + 1] = NOTHING
        opens = i + (2 if i + 1 < len(items) and called[i + 1] is NOTHING else 1)
        if item.kind == "verb" and i + 3 < len(items) and items[opens].low == "(" and items[opens + 1].kind != "owner":
            first = next((j for j in range(i + 2, min(i + 6, len(items))) if items[j].kind in ("hex", "character")), 0)
            comma = next((j for j in range(first + 1, len(items)) if items[j].low in (",", ")")), 0)
            close = next((j for j in range(comma, len(items)) if items[j].low == ")"), 0)
            if first and close > comma and items[comma].low == ",":
                called[i : comma + 1] = [*items[i + 2 : comma], item]
                break
    return called


def _refuses(items: Sequence[Item]) -> bool:
    """Whether something is not done, which no frame here says; *not in contact* only describes."""
    declined = [x for x in pairwise(items) if x[0].value == "decline" and x[0].low not in ("no", "nor")]
    return any(
        after.kind in ("verb", "character", "owner") or after.low in TO or item.low not in _DESCRIBING
        for item, after in declined
    )


def translate_fact(items: Sequence[Item]) -> Translation | None:
    """*May a Ranger rangestrike an Archangel?*: two characters without hexes, as near as was told."""
    scene = Scene(_called(items))
    kinds = {item.kind for item in items}
    verbs = [items[i].value for i in scene.verbs(_STRIKES)]
    if len(scene.pieces) != 2 or kinds & {"number", "land", "hazard", "turn", "marker", "roll"} or _refuses(items):
        return None
    if not (verbs or scene.first("need") or scene.first("count")):
        return None
    terrain, far = scene.first("terrain"), scene.first("range")
    shoots = "shoot" in verbs and not any(item.low == "beside" for item in items)
    number = far.value if far is not None else 3 if shoots else 2
    place = str(terrain.value) if terrain is not None else "Plains"
    labels = _apart(place, number)
    if labels is None:
        return None
    for piece, label in zip(scene.pieces, labels, strict=True):
        piece.hex = label
    events = [one for one in _events(scene) if one.kind in _STRIKES]
    return (_line(scene, place, events[-1]), _strike(scene, events[-1])) if events else None


def _apart(terrain: str, number: int) -> tuple[str, str] | None:
    """Two hexes of a Battleland at a range, both ends counted, with nothing beside or between that matters."""
    land = current().battlelands[terrain]
    column = [land[f"D{row}"] for row in range(1, 7)]
    for first in range(2, -1, -1):
        hexes = column[first : first + number]
        clear = all(x.hazard in ("Plains", "Tower") and not x.elevation and not any(x.up + x.down) for x in hexes)
        if len(hexes) == number > 1 and clear:
            return str(hexes[0].label), str(hexes[-1].label)
    return None


# --- what is done ----------------------------------------------------------------------------------------------------


def _joined(scene: Scene) -> tuple[Event, str] | None:
    """A reinforcement or a summons: *reinf Lio*, *summons an Angel*."""
    verbs = scene.verbs(frozenset({"reinforce", "summon"}))
    if not verbs:
        return None
    verb = str(scene.items[verbs[-1]].value)
    taken = scene.verbs(frozenset({"reinforce", "summon", "muster"}))
    piece = next((p for i, p in scene.meant.items() if i > taken[0] and p.hex is None), None)
    if piece is None or len(scene.pieces) < 2:
        return None
    scene.pieces.remove(piece)
    defends = verb == "reinforce"
    actor = next((p for p in scene.pieces if p.part == defends), scene.pieces[0])
    actor.cue = actor.cue or _ROLES[defends]
    other = next(iter(scene.enemies(actor)), None)
    return Event(verbs[-1], verb, actor, other), f"{verb} {piece.name}"


def _declined(scene: Scene) -> tuple[Event, str] | None:
    """A strike or a move that somebody does not want: *my Ogre won't strike*."""
    declines = [i for i, item in enumerate(scene.items) if item.value == "decline"]
    verbs = scene.verbs(_STRIKES | _GOES)
    told = [v for v in verbs if not (scene.before(v).kind == "owner" and scene.items[v].low[-1] == "s")]  # my strikes
    verb = next((v for v in told[-1:] if any(0 < v - i < 4 for i in declines)), None)
    actor = scene.subject(verb or 0) or _anybody(scene)
    if verb is None or scene.goals or any(piece.hex is None for piece in scene.pieces):
        return None
    end = "end-strikes" if scene.items[verb].value in _STRIKES else "end-maneuver"
    return Event(verb, "end", actor, next(iter(scene.enemies(actor)), None)), end


def _events(scene: Scene) -> Iterator[Event]:
    """What is done, as far as it is told who does it, and to whom or where."""
    items = scene.items
    dice = [i for i, item in enumerate(items) if item.kind == "dice"]
    verbs = scene.verbs(_STRIKES | _GOES | {"muster"})
    verbs = [i for i in verbs if not (dice and i > dice[0] and items[i].low[:4] in (*_KILLS, "take"))]
    claimed: set[int] = set()
    moves: list[Event] = []
    for piece, _ in scene.placed:
        piece.hex = None
    for verb, until in pairwise([*verbs, len(items)]):
        family = str(items[verb].value)
        goals = [i for i in scene.goals if verb < i < until and i <= scene.clause(verb)[1]]
        if any(x.kind == "side" for x in items[verb + 1 : verb + 4]) and family in _STRIKES:
            continue  # attacks from the left
        if items[verb].low[:5] in _FIGHTS and not scene.object(verb, None):
            continue  # we fight in the Plains
        if family in _STRIKES or (items[verb].low[:3] in ("tak", "too") and not goals):
            for one in moves:
                one.actor.hex = one.actor.hex or one.goals[-1]
            if (event := _struck(scene, verb, dice)) is not None:
                claimed |= {i for i in goals if scene.goals[i] == getattr(event.target, "hex", None)}
                yield event
        elif goals or (family == "enter" and (goals := _over_first(scene, verb))):
            claimed |= set(goals)
            actor = scene.subject(verb) or next(iter(scene.object(verb, None)), None) or _anybody(scene)
            scene.placed += [(actor, scene.goals[i]) for i in goals if scene.placed]
            moves.append(Event(verb, family, _mover(scene, verb, actor), goals=tuple(scene.goals[i] for i in goals)))
            yield moves[-1]
    for i in sorted(set(scene.goals) - claimed):
        if not any(scene.items[j].value == "carry" for j in range(max(0, i - 6), i)):
            yield Event(i, "move", _mover(scene, i, scene.subject(i) or _anybody(scene)), goals=(scene.goals[i],))
    if claimed or moves or any(items[i].value in _STRIKES for i in verbs):
        return
    if scene.placed:
        yield Event(verbs[0], "enter", scene.placed[0][0], goals=(scene.placed[0][1],))
        return
    entering = [p for p in scene.pieces if scene.whose(p) != 1]
    if not scene.goals and not dice and len(entering) == 1 and scene.first("side") and entering[0].hex is not None:
        goal, entering[0].hex = entering[0].hex, None
        yield Event(len(items), "enter", entering[0], goals=(goal,))
        return
    asks = any(x.low in ("target", "striker", "x") for x in items) or scene.first("count") or scene.first("need")
    if not scene.goals and (dice or asks):
        counted = [i for i, item in enumerate(items) if item.kind == "count"]
        if (event := _struck(scene, (dice or counted or [len(items)])[0], dice or counted)) is not None:
            yield event


def _over_first(scene: Scene, verb: int) -> list[int]:
    """A hex said before somebody enters over it: *(D6) ANG enters*."""
    start, _ = scene.clause(verb)
    free = [i for i in range(start, verb) if scene.items[i].kind == "hex" and scene.items[i].low not in _AT]
    free = [i for i in free if (p := scene.piece(i)) is not None and p is scene.subject(verb)]
    for i in free[-1:]:
        scene.goals[i] = str(scene.items[i].value)
        if (piece := scene.piece(i)) is not None:
            piece.hex = None
    return free[-1:]


def _anybody(scene: Scene) -> Piece:
    mine = [piece for piece in scene.pieces if scene.whose(piece) == 0]
    return (mine or scene.pieces)[0]


def _mover(scene: Scene, verb: int, actor: Piece) -> Piece:
    """Who goes: whoever is still to enter, if there is but one and nobody nearer is meant."""
    outside = [piece for piece in scene.pieces if piece.hex is None]
    return outside[0] if len(outside) == 1 and scene.whose(outside[0]) != 1 else actor


def _struck(scene: Scene, verb: int, dice: Sequence[int]) -> Event | None:
    """A strike with its striker and its target."""
    items = scene.items
    kind = str(items[verb].value) if verb < len(items) and items[verb].value in _STRIKES else "strike"
    kind = "shoot" if any(x.low == "shooter" for x in items) else kind
    before = scene.subject(verb)
    after = scene.object(verb, before)
    if verb < len(items) and scene.after(verb).low == "by":
        pair = (after[0], after[1]) if before is None and len(after) > 1 else ((after[0] if after else None), before)
    elif before is None and len(after) > 1:
        tool = _tool(scene, verb)
        pair = (tool, next(p for p in after if p is not tool)) if tool is not None else (after[0], after[1])
    elif before is None and after:
        foes = scene.enemies(after[0])
        pair = (foes[0] if len(foes) == 1 else None), after[0]
    else:
        tool = _tool(scene, verb)
        start, _ = scene.clause(verb)
        if verb == len(items):
            before = next((p for p in scene.pieces if scene.whose(p) == 0), before)
        near = list(dict.fromkeys(p for i in range(start, min(verb, len(items))) if (p := scene.piece(i)) is not None))
        if not after and len(near) == 2 and (verb in dice or {scene.whose(p) for p in near} == {None}):
            before, after = near[0], near[1:]
        before = tool if tool is not None and tool is not before else before or _anybody(scene)
        carried = {scene.piece(i) for v in scene.verbs(frozenset({"carry"})) for i in range(v, scene.clause(v)[1])}
        targets = [p for p in after if p is not before] or [p for p in scene.enemies(before) if p not in carried]
        pair = before, targets[0] if targets else None
        if not after and len(targets) > 1:
            return None
    striker, target = pair
    if striker is None or target is None or striker is target or None in (striker.hex, target.hex):
        return None
    return Event(verb, kind, striker, target)


def _tool(scene: Scene, verb: int) -> Piece | None:
    """The striker that is told last: *strike the Lion with my Ogre*."""
    _, stop = scene.clause(verb)
    withs = [i for i in range(verb + 2, stop) if scene.items[i].low in ("with", "from")]
    withs = [i for i in withs if not any(x.low == "between" for x in scene.items[i : i + 6])]
    for i in withs:
        named = next((p for j in range(i + 1, min(i + 4, stop)) if (p := scene.piece(j)) is not None), None)
        if named is not None and scene.whose(named) != 1:
            return named
    return None


def _asked(scene: Scene, events: Sequence[Event]) -> Event:
    """The event that is asked about: the last one; those before it have happened."""
    dice = next((i for i, item in enumerate(scene.items) if item.kind == "dice"), None)
    rolled = [one for one in events if dice is not None and one.kind in _STRIKES and one.at <= dice]
    asked = rolled[-1] if rolled else events[-1]
    for one in events[: events.index(asked)]:
        if one.kind in _STRIKES or not one.goals:
            continue
        again = asked.actor is one.actor and asked.kind not in _STRIKES
        if again and scene.clause(one.at) == scene.clause(asked.at):
            continue  # in over B1, and on to B2
        one.actor.hex, one.actor.moved = one.goals[-1], again
        if asked.kind not in _STRIKES and not again:
            one.actor.beside = asked.actor  # in over A3, and another over B4
    return asked


def _strike(scene: Scene, event: Event) -> str:
    """A strike's short text."""
    items, target = scene.items, event.target
    assert target is not None, "a strike has a target"
    back = " back at" if any(x.low in ("back", "strikeback", "strikebacks") for x in items) else ""
    text = f"{event.actor.hex} {'shoots' if event.kind == 'shoot' else 'strikes'}{back} {target.hex}"
    need, count, dice = scene.first("need"), scene.first("count"), scene.first("dice")
    if need is not None:
        text += f" at {need.value}"
    if dice is not None:
        text += " with " + " ".join(map(str, dice.value))
    elif count is not None:
        text += f" using {count.value}"
    rest = items[items.index(dice) if dice is not None else event.at :]
    scored = [x.value for x, after in pairwise([*rest, NOTHING]) if x.kind in _SCORED and after.value != "carry"]
    carries = scene.verbs(frozenset({"carry"}))
    if dice is None and count is None and (carries or scene.first("scored")):
        text += f" with {{{scored[0] if scored else ''}}}"  # all hit, if nobody says how many
    if dice is not None:
        text += f" = {scored[0]} hits" if scored else ""
        text += " dead" if any(x.value == "dead" or x.low[:4] in _KILLS for x in rest) else ""
    carried = list(_carries(scene, event))
    return text + (f" carrying {' '.join(carried)}" if carried else "")


def _carries(scene: Scene, event: Event) -> Iterator[str]:
    """Hits carried over: *carry 2 to E3*, *the other 2 to the Centaur*."""
    items = scene.items
    for verb in scene.verbs(frozenset({"carry"})):
        hits = [x.value for x in items[verb + 1 : verb + 6] if x.kind in ("number", "hits")]
        hits = hits or [x.value for x in items[max(0, verb - 3) : verb] if x.kind in ("number", "hits")]
        places = [i for i in range(verb + 1, len(items)) if i in scene.goals or scene.piece(i) is not None]
        places = [i for i in places if scene.piece(i) is not event.target]
        if places:
            piece = scene.piece(places[0])
            label = scene.goals.get(places[0]) or (piece.hex if piece is not None else None)
            if label is not None:
                yield f"{label}:{hits[0]}" if hits else f"{label} rest"


def _maneuver(scene: Scene, event: Event) -> str:
    """A maneuver's short text, or those of all who enter."""
    if scene.placed:
        return "; ".join(f"{piece.name} enters {label}" for piece, label in sorted(scene.placed, key=lambda x: x[1]))
    if event.actor.hex is None:
        return f"{event.actor.name} enters {event.goals[-1]}"
    return f"{event.actor.hex} to {event.goals[-1]}"


# --- in our notation -------------------------------------------------------------------------------------------------


def _line(scene: Scene, terrain: str | None, event: Event) -> str:
    """The battle as a line, the actor's side first unless it is said to defend."""
    actor, enemy = event.actor, event.target
    score = scene.first("score")
    for piece in scene.pieces:
        if score is not None and piece.name == TITAN and piece.power is None:
            piece.power = current().power(TITAN, score.value)
    theirs = [p for p in scene.pieces if p is enemy or (p is not actor and p in _others(scene, event))]
    ours = [p for p in scene.pieces if p not in theirs]
    sides = [listed(list(map(str, side)), ",", none="") for side in (ours, theirs) if side]
    defends = _defends(scene, actor)
    if defends:
        sides.reverse()
    turn, entry = scene.first("turn"), scene.first("side")
    when = "" if turn is None else f", turn {turn.value}"
    when += f", {entry.value}" if entry is not None and actor.hex is None else ""
    if actor.hex is None and not theirs:
        when = f", turn 1{when}" if turn is None else when
        sides.insert(0 if defends else 1, "Ogre off" if defends else "")
    return f"{terrain}{when}: {' / '.join(sides)}" if terrain is not None else " / ".join(sides)


def _others(scene: Scene, event: Event) -> list[Piece]:
    """Those on the other side: as they were told, else whoever is struck, or all but the actor."""
    side = scene.whose(event.actor)
    if side is not None:
        return [p for p in scene.pieces if scene.whose(p) == 1 - side]
    return [p for p in scene.pieces if event.actor not in (p, p.beside)]


def _defends(scene: Scene, actor: Piece) -> bool:
    """Whether the actor's side defends, as far as was told."""
    if actor.cue in _ROLES:
        return actor.cue == "defender"
    side = scene.whose(actor)
    if (mine := scene.my_role()) is not None and side is not None:
        return (mine == "defender") == (side == 0)
    for piece in scene.pieces:
        if piece.cue in _ROLES and side is not None and scene.whose(piece) is not None:
            return (piece.cue == "defender") == (scene.whose(piece) == side)
    said = [str(x.value) for x in scene.items if x.kind == "owner" and x.value in _ROLES]
    return "defender" in said and "attacker" not in said and side != 1
