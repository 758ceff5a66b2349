"""A battle as it is told: who stands where, and whose they are.

A sentence is read from left to right. A hex is where somebody stands, or where somebody goes.
"""

from collections.abc import Sequence

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..position.battle import ROLES
from .said import TO, Item

NOTHING = Item("", "", "")
AT = frozenset({"in", "on", "at", "inside", "upon", "@", "beside"})
STRIKES, GOES = frozenset({"strike", "shoot"}), frozenset({"move", "enter", "teleport", "withdraw", "flee", "join"})
FIGHTS = frozenset({"fight", "fough", "battl"})
_LISTING = frozenset({*AT, ",", "and", "&", "(", ")"})
_SILENT = frozenset({"(", ")", "=", ":", ",", "hex"})
PASSED = frozenset({"over", "past", "through", "via", "across", "around"})
_ASIDE = frozenset({"beside", "near", "against", "behind", "off", "by", *PASSED})
_ME, _HIM = frozenset({"i", "we", "me", "us"}), frozenset({"he", "she", "they", "you", "him", "them"})
_PRONOUNS = frozenset({"his", "her", "their"})


@define(eq=False)
class Piece:
    """A character of the battle.

    :param cue: who owns it, as far as was said.
    :param part: 1 if it was named behind a word between two sides.
    :param mention: the index of the name; those of one name are of one side.
    :param beside: the piece that was named before it in a list.
    """

    name: CharacterName
    cue: str | None
    part: int
    hex: str | None = None
    hits: int = 0
    power: int | None = None
    moved: bool = False
    struck: bool = False
    mention: int = -1
    beside: "Piece | None" = None

    def __str__(self) -> str:
        name = self.name if self.power is None else f"{self.name}-{self.power}"
        hits = f" {self.hits} hit{'s' if self.hits > 1 else ''}" if self.hits else ""
        return f"{name} {self.hex or 'off'}{hits}{' moved' if self.moved else ''}{' struck' if self.struck else ''}"


@define(eq=False)
class Scene:
    """What was said of a battle.

    :ivar meant: the piece that an item names, by the item's index.
    :ivar goals: by an item's index, the hex to which somebody goes.
    :ivar placed: who enters where, if several do.
    :ivar counted: whether those named before are as many as is said.
    """

    items: Sequence[Item]
    pieces: list[Piece] = field(factory=list)
    meant: dict[int, Piece] = field(factory=dict)
    goals: dict[int, str] = field(factory=dict)
    placed: list[tuple[Piece, str]] = field(factory=list)
    counted: bool = True
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
        homeless = [piece for piece in self.pieces if piece.hex is None]
        told = {piece.hex for piece in self.pieces} | set(self.goals.values())
        loose = {i: label for i, label in self._free.items() if label not in told}
        if len(homeless) == len(loose) > 1:  # Angel, Lion, C2, C4
            for piece, label in zip(homeless, loose.values(), strict=True):
                piece.hex = label

    # --- reading -----------------------------------------------------------------------------------------------------

    def _read(self, i: int, item: Item) -> None:
        low = item.low
        if low in _ME | _HIM and self.after(i).kind == "has":
            self._cue, self._heading = "mine" if low in _ME else "theirs", True
        elif item.kind == "owner" or (item.kind == "name" and self.after(i).low in (":", "=", "has")):
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
            bare = low[:5] in FIGHTS and self.after(i).kind not in ("character", "owner", "hex", "word")
            self._mode = "" if item.value in ("stand", "end") or reached or bare else str(item.value)
            self._heading = self._heading and item.value not in STRIKES | GOES
            if item.value in STRIKES and self.pieces:
                self._part, self._cue = 1, None
            if low == "killed" and self.after(i).kind in ("owner", "character") and self.first("dice") is None:
                self._dying = True
            elif item.value == "dead":
                self._wound(i, item)
        elif item.kind == "character":
            self._named(i, item)
        elif low == "another" and self.pieces and self.after(i).low in AT and self._mode not in GOES:
            self._named(i, Item("character", self.pieces[-1].name, low))
        elif item.kind == "hex" and i not in self._free and i not in self.goals and i not in self.meant:
            self._hex(i, str(item.value))
        elif item.kind in ("hits", "had", "left", "power"):
            self._wound(i, item)
        elif item.kind == "state" and self.pieces:
            self.pieces[-1].struck, self.pieces[-1].moved = item.value == "struck", item.value == "moved"

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
        if item.value in ROLES and last is not None and (after.kind == "between" or after.low == "for"):
            for piece in [p for p in self.pieces if p.part == last.part]:
                piece.cue = piece.cue or str(item.value)  # the Lion and the Ogre defend against
            return
        if item.low == "mine" and last is not None and after.low not in (":", "=") and after.kind != "word":
            start, _ = self.clause(i)
            for piece in [self.meant[j] for j in range(start, i) if j in self.meant]:
                piece.cue = "mine"  # the Ogre and the Centaur are mine
            return
        if last is not None and alone and told:
            last.cue = last.cue or str(item.value)
            return
        start, _ = self.clause(i)
        other = item.low in _PRONOUNS and not any(x.low in _ME or x.value == "mine" for x in self.items)
        named = next((str(x.value) for x in reversed(self.items[start:i]) if x.kind in ("name", "owner")), None)
        self._cue, self._heading = named if other and named else str(item.value), after.low in (":", "=", "has")

    def _named(self, i: int, item: Item) -> None:
        """Take a character's name for a new piece, or for one that was named before."""
        start, _ = self.clause(i)
        if self._mode in GOES and any(j >= start for j in self.goals):
            self._mode = ""  # somebody else, who does not go there
        cue = self._cue or next((one for one in reversed(self._held) if one is not None), None)
        labels = self._labels(i, item)
        same = [p for p in self.pieces if p.name == item.value and (None in (cue, p.cue) or p.cue == cue)]
        another = "another" in (item.low, self.before(i, 1).low) or self.before(i, 1).low == "other"
        there = next((p for label in labels for p in same if p.hex == label), None)
        if same and not another and (not labels or there or any(self.at_hex(label) for label in labels)):
            piece = there or (same[-1] if cue == "theirs" else same[0])
            self.counted = self.counted and item.count <= len(same)
        elif same and labels and (homeless := next((p for p in same if p.hex is None), None)) is not None:
            homeless.hex, piece = labels[0], homeless
        else:
            count = max(item.count, len(labels))
            last = self.pieces[-1] if another and self.pieces and self.pieces[-1].name == item.value else None
            mention = i if last is None else last.mention
            cue = cue if last is None else last.cue
            new = [
                Piece(CharacterName(item.value), cue, self._part, label, mention=mention)
                for label in [*labels, *[None] * count][:count]
            ]
            if cue is None and self.pieces and any(j >= start for j in self.meant) and self._mode not in STRIKES:
                new[0].beside = self.pieces[-1]
            self.pieces += new
            piece = new[0]
        if self.before(i).low == "own":
            leader = next((p for j in range(start, i) if (p := self.piece(j)) is not None), piece)
            leader.cue = leader.cue or "mine"
            cue, piece.cue, piece.part = leader.cue, None, leader.part  # over its own Ogre
        for one in [p for p in self.pieces if p.mention == piece.mention]:
            one.cue = one.cue or cue
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
            x.kind in ("character", "hex", "mark", "owner") or x.low in (*AT, "and") for x in self.items[verb + 1 : i]
        )
        return self._mode == "enter" and bool(labels) and alone

    def _next_kind(self, i: int) -> str:
        rest = self.items[i + 1 :]
        listed_with = next((n for n, x in enumerate(rest) if x.low in ("and", "&", "+")), 0)
        if listed_with and all(x.kind in ("hex", "mark", "hits") or x.low in AT for x in rest[:listed_with]):
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
            if x.kind == "hex" and str(x.value) in labels:
                break
            if x.kind == "hex":
                if self._is_goal(i, j, bool(labels)):
                    self.goals[j] = str(x.value)
                    break
                labels.append(str(x.value))
                self._free[j] = str(x.value)
            elif not (
                x.low in AT
                or x.low in _SILENT - {")"}
                or (x.low == ")" and (not labels or (wanted > 1 and self.after(j).low == "and")))
                or (x.low in ("and", "-") and (labels or x.low == "-"))
                or (x.kind in ("hits", "left", "power", "number") and (not labels or wanted > 1))
                or (x.kind == "verb" and x.value == "stand")
                or (x.low in ("he", "it", "she") and not labels)
                or x.kind in ("has", "hazard")
                or (x.low == "of" and self.after(j).kind in ("owner", "hex") and not labels)
                or (x.kind == "owner" and self.before(j).low in ("of", "("))
            ) or (x.low == "," and not labels and self.after(j).kind != "hex" and self.after(j).low not in AT):
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
        told = told and not any(x.kind in ("verb", "dice") for x in self.items[self.clause(i)[1] :])
        if same and same[0].hex is not None and told and self._mode not in STRIKES and self._is_clause_of(i):
            return self.before(i, 1).low not in ("another", "other")
        if self._mode in GOES and not any(p.hex == label for p in self.pieces):
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
        if hexes and any(x.low == "from" for x in rest[: hexes[0]]):
            return False
        return bool(hexes) and (self._mode in GOES or any(x.low in TO | {"-", ">"} for x in rest[: hexes[0]]))

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
        if (
            (before.low in PASSED and self._mode != "enter")
            or before.low == "by"
            or (self.of_hazard(i) and not self._mode)
        ):
            self._free[i] = label
        elif there is None and not arrow and self._mode not in GOES and self._next_kind_is_name(i):
            self._waiting = i
        elif before.low == "from" or (self._mode in STRIKES and before.low in TO and there is None):
            self._stands(i, label)
        elif self._mode in STRIKES or (there is not None and not (arrow and self._mode in GOES)):
            self._refer(i, label)
            if arrow and there is not None:
                self.goals[i] = label
        elif arrow and self._mode not in GOES and self._next_kind_is_name(i):
            self._waiting = i
        elif arrow or before.low in TO or self._mode in {*GOES, "carry"}:
            starts = self._follows(i) and not arrow and before.low not in TO and self._mode != "enter"
            if starts and self._homeless() is not None:
                self._stands(i, label)
            else:
                self.goals[i] = label
        else:
            self._stands(i, label)

    def of_hazard(self, i: int) -> bool:
        """Whether a hex is only told to hold a hazard: *tree on d3*."""
        return self.before(i).low in AT and i > 1 and self.items[i - 2].kind == "hazard" and i not in self.meant

    def _next_kind_is_name(self, i: int) -> bool:
        """Whether a name follows a hex: *(D3) OGR*, *D3: Ogre*."""
        rest = [x for x in self.items[i + 1 : i + 6] if x.low not in _SILENT | {"-", "by"} and x.kind != "owner"]
        return bool(rest) and rest[0].kind == "character" and self.after(i).low != "," and self._homeless() is None

    def _homeless(self) -> Piece | None:
        return next((p for p in reversed(self.pieces) if p.hex is None), None)

    def _stands(self, i: int, label: str) -> None:
        """The hex of somebody named before without one, or of somebody who is named next."""
        homeless = [p for p in self.pieces if p.hex is None]
        first = self._mode in STRIKES and self.before(i, 1).low == "from"
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
        told = self.items if item.kind == "verb" else self.items[:i]
        if self.before(i).low == "with" and any(x.low[:4] in ("kill", "slay", "slew") for x in self.items[start:i]):
            return  # kills it with 6 hits
        claimed = any(x.kind == "dice" for x in told) or any(x.value == "carry" for x in self.items[start:stop])
        if not self.pieces or (item.kind in ("hits", "verb") and claimed):
            return
        near = [piece for j in range(i - 1, -1, -1) if (piece := self.piece(j)) is not None]
        ahead = self.piece(i + 2) if self.after(i).low in ("on", "to") and i + 2 in self.meant else None
        piece = ahead or (near or self.pieces)[0]
        if item.value == "dead":
            piece.hits = 0 if piece.name == TITAN else current().base_power[piece.name]
        elif item.kind == "power":
            piece.power = item.value if piece.name == TITAN else None
        elif item.kind in ("hits", "had"):
            piece.hits = item.value
        else:
            piece.hits = max(0, current().base_power[piece.name] - item.value)

    # --- asking ------------------------------------------------------------------------------------------------------

    def clause(self, i: int) -> tuple[int, int]:
        """Where the sentence of an item begins and ends."""
        ends = [j for j, item in enumerate(self.items) if item.kind == "end"]
        return max((j + 1 for j in ends if j < i), default=0), min((j for j in ends if j >= i), default=len(self.items))

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
            if piece.cue in ROLES:
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
                role = next((x.value for x in near if x.kind == "owner" and x.value in ROLES), None)
                if role is not None:
                    return str(role)
        return None

    def enemies(self, one: Piece) -> list[Piece]:
        """Who is on the other side; those of whom nothing is told are."""
        side = self.whose(one)
        return [p for p in self.pieces if p.mention != one.mention and (side is None or self.whose(p) != side)]

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
                item.low in AT or item.low in _SILENT - {","} or item.kind in ("hits", "left", "power", "has", "hex")
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
            if item.kind in ("end", "dice") or (item.kind == "verb" and item.value in {*STRIKES, *GOES, "carry"}):
                break
            piece = self.piece(i)
            if piece is None and item.low in (*_HIM, "it") and actor is not None:
                piece = next(iter(self.enemies(actor)[::-1]), None)
            piece = piece or (self.of_owner(i) if item.kind in ("owner", "name") else None)
            if piece is not None and piece not in told:
                told.append(piece)
        return told
