"""A battle as it is read: its sides, who is in them, and what goes without saying."""

from typing import NoReturn

from attrs import define, field

from ..box.current_box import current
from .draft import ROLES, Draft, Growing, settle_place
from .lexer import Token

SHAPE = "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"


@define(eq=False)
class PieceDraft:
    """A character of a side, as it is read.

    :param first, last: the words that name and place it.
    :param group: the number of its mention: *2 Ogres D3 C3* is one.
    """

    data: Growing
    first: Token
    group: int
    last: Token | None = None


@define(eq=False)
class SideDraft:
    """One side of a battle, as it is read.

    :param owner: a role, a colour, a player, *mine* or *theirs*; None: not said.
    :param first: where it begins.
    :param waiting: those of the last mention who stand nowhere yet.
    :param latest: who was placed or named last.
    """

    owner: str | None = None
    first: Token | None = None
    data: Growing = field(factory=dict)
    pieces: list[PieceDraft] = field(factory=list)
    waiting: list[PieceDraft] = field(factory=list)
    latest: PieceDraft | None = None

    def add(self, name: str, count: int, group: int, word: Token) -> None:
        """Add characters who stand nowhere yet."""
        self.waiting = [PieceDraft({"name": name}, word, group) for _ in range(count)]
        self.pieces += self.waiting
        self.latest = self.waiting[-1]


def usual_phase(attacker: bool, defender: bool) -> tuple[str, str]:
    """Whose phase it is, and which, if the text does not say.

    :param attacker, defender: whether that side is on the map; if neither is, the defender begins.
    """
    if not attacker and not defender:
        return "defender", "maneuver"
    return "attacker", "strike" if attacker and defender else "maneuver"


@define(eq=False)
class BattleDraft:
    """The sides of a battle, put into a document.

    :param sides: those that were begun, the one being read last.
    :param parted: a slash has parted two sides.
    :param mover: where it is said whose turn or phase it is.
    """

    draft: Draft
    sides: list[SideDraft] = field(factory=lambda: [SideDraft()])
    parted: bool = False
    mover: Token | None = None

    def fail(self, message: str, first: Token | None = None, last: Token | None = None) -> NoReturn:
        """Report a fault, with an example.

        :raises DocumentError: always.
        """
        self.draft.fail(message, first, last, hint=SHAPE)

    def part(self, word: Token) -> None:
        """Begin the other side at a slash."""
        if self.parted:
            self.fail("a battle has two sides, with one slash between them", word)
        self.parted = True
        self.sides.append(SideDraft(first=word))

    def other(self, word: Token) -> SideDraft:
        """The side in which nobody is yet.

        :raises DocumentError: there is none.
        """
        if self.sides[-1].pieces:
            if self.parted or len(self.sides) > 1:
                self.fail("a battle has two sides: a third begins here", word)
            self.sides.append(SideDraft())
        return self.sides[-1]

    def begin(self, owner: str, word: Token) -> SideDraft:
        """The side of an owner, which begins here or goes on.

        :raises DocumentError: it would be a third side, or the side is another's.
        """
        if not self.parted and (known := next((side for side in self.sides if side.owner == owner), None)):
            self.sides.remove(known)
            self.sides.append(known)  # my Ogre D3, his Lion D4, my Troll E4
            return known
        side = self.other(word)
        if side.owner not in (None, owner, *ROLES) and owner not in ROLES:
            self.fail("whose side is it?", side.first, word)
        if owner not in ("mine", "theirs", *ROLES):
            self.draft.say(side.data, "player", owner, word)
            self.draft.place(side.data, "", word)
        side.owner, side.first = owner, word
        return side

    def settle(self) -> None:
        """Decide which side is which and what goes without saying, and put it all into the document.

        :raises DocumentError: there are not two sides, or somebody is said to act who is on neither.
        """
        data, draft = self.draft.data, self.draft
        if settle_place(draft, SHAPE) is None:
            data["terrain"] = current().terrain_names.find("Plains") or current().terrain_names.names[0]
            draft.assume(f"fought in the {data['terrain']}", "name the terrain")
        one, two = self._in_order(self._both_sides())
        for role, color, side, other in (("attacker", "Black", one, two), ("defender", "Red", two, one)):
            data[role] = self._side_data(role, color, side, other)
            draft.owners |= {name: role for name in (side.owner, data[role]["player"], role) if name}
        self._pair("mine", "theirs")
        self._pair("theirs", "mine")
        self._moment()

    def _both_sides(self) -> list[SideDraft]:
        """The sides of which something is said; one that is not mentioned is out of the way."""
        sides = [side for side in self.sides if self.parted or side.owner or side.data or side.pieces]
        if len(sides) == 1 and self.draft.asked:
            sides = self._other_side(sides[0])
        if len(sides) != 2:
            self.fail(f"a battle has two sides, with one slash between them, not {len(sides)}")
        return sides

    def _in_order(self, sides: list[SideDraft]) -> list[SideDraft]:
        """The attacker, then the defender; the first side attacks if it is not said."""
        roles = [side.owner if side.owner in ROLES else None for side in sides]
        if roles[0] is not None and roles[0] == roles[1]:
            self.fail(f"both sides are the {roles[0]}", sides[1].first)
        return sides[::-1] if roles[0] == "defender" or roles[1] == "attacker" else sides

    def _other_side(self, side: SideDraft) -> list[SideDraft]:
        """A side, and the other one where none was said to begin: *ogre d3 lion d4* are two, *ogre d3* is one."""
        groups: dict[int, list[PieceDraft]] = {}
        for piece in side.pieces:
            groups.setdefault(piece.group, []).append(piece)
        placed = [bool(piece.data.get("hex")) for piece in side.pieces]
        if len(groups) == 2 and all(placed) and not (side.owner or side.data):
            self.draft.assume("the first who is named attacks the other", "put a slash between the sides")
            return [SideDraft(pieces=group) for group in groups.values()]
        if len(groups) == 1 and any(placed):
            self.draft.assume("the other side is out of the way", "say who else stands there")
            role = ROLES[side.owner == "attacker"] if side.owner in ROLES else None
            return [side, SideDraft(role, data={"elsewhere": True})]
        return [side]

    def finish(self) -> None:
        """Check what depends on the keys behind the bar.

        :raises DocumentError: nobody is in this battle.
        """
        data = self.draft.data
        somebody = [data[role].get(key) for role in ROLES for key in ("characters", "slain", "left_off", "elsewhere")]
        if "outcome" not in data and not any(somebody):
            self.fail("nobody is in this battle")

    def _pair(self, owner: str, other: str) -> None:
        """If one side is *mine*, the other one is *theirs*."""
        if owner in self.draft.owners:
            self.draft.owners.setdefault(other, ROLES[self.draft.owners[owner] == "attacker"])

    def _side_data(self, role: str, color: str, side: SideDraft, other: SideDraft) -> Growing:
        data, markers = side.data, current().markers
        if "legion" not in data:
            owned = markers.colors.find(data.get("player", "")) or color
            if "player" not in data and other.data.get("player") == color:
                owned = next(name for name in markers.letters if name != color)
            data["legion"] = markers.of(owned)[0]
        data.setdefault("player", markers.colors.find(data["legion"][:2]) or color)
        if role == "attacker" and "entry_side" not in data:
            data["entry_side"] = "bottom" if current().deploys(str(self.draft.data["terrain"])) else "left"
        data["characters"] = self._characters(side)
        return data

    def _characters(self, side: SideDraft) -> list[Growing]:
        """The characters of a side.

        :raises DocumentError: of several in one mention, only some stand somewhere.
        """
        placed = {piece.group: piece for piece in side.pieces if piece.data.get("hex")}
        for piece in side.pieces:
            if piece.group in placed and "hex" not in piece.data:
                last = placed[piece.group].last
                self.draft.fail("only one character stands in a hex", piece.first, last, "hex-taken", SHAPE)
            piece.data.setdefault("hex", None)
            self.draft.place(piece.data, "", piece.first, piece.last)
        return [piece.data for piece in side.pieces]

    def _moment(self) -> None:
        """Put the turn and the phase, or the usual ones."""
        data, owners = self.draft.data, self.draft.owners
        self.draft.unsaid |= {"turn", "phase", "side"} - data.keys()
        attackers, defenders = ([c["hex"] is not None for c in data[role]["characters"]] for role in ROLES)
        off = not all(attackers + defenders)
        data.setdefault("turn", 2 if any(attackers + defenders) and not off else 1)
        side, phase = usual_phase(any(attackers), any(defenders))
        data.setdefault("phase", "maneuver" if off and phase == "strike" else phase)
        of, name = data.get("side", ["turn", side])
        if name not in owners:
            self.fail(f"{name} does not fight here", self.mover)
        data["side"] = owners[name]
        if of == "phase" and data["phase"] == "strikeback":  # in whose turn the other side strikes back
            data["side"] = ROLES[data["side"] == "attacker"]
