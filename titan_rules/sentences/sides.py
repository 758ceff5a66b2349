"""Who is on whose side in a battle that is told, and the characters that are on a side."""

from typing import TypeAlias

from attrs import define, field

from ..box.names import CharacterName
from ..kernel.wording import several
from ..position.battle import ROLES

OUTRIGHT, STRUCK, IMPLIED, LIKELY, PERHAPS = range(5)
"""How strongly something tells who is on whose side: it was said, one strikes the other, ... ."""


class Unclear(Exception):
    """What was said can mean several things, or contradicts itself."""


@define(eq=False)
class Piece:
    """A character of the battle.

    :param part: the sentence that named it first, and behind how many words between two sides.
    :param cues: whose it is said to be.
    """

    name: CharacterName
    hex: str | None = None
    hits: int = 0
    power: int | None = None
    moved: bool = False
    struck: bool = False
    part: tuple[int, int] = (0, 0)
    cues: tuple[str, ...] = ()

    def __str__(self) -> str:
        name = self.name if self.power is None else f"{self.name}-{self.power}"
        hits = f" {several(self.hits, 'hit')}" if self.hits else ""
        return f"{name} {self.hex or 'off'}{hits}{' moved' if self.moved else ''}{' struck' if self.struck else ''}"


Owned: TypeAlias = Piece | str
"""A piece, or an owner as it was said."""
Relation: TypeAlias = tuple[int, Owned, Owned, bool]
"""How strongly it is told, who, and whether the two are foes."""


@define
class Sides:
    """Two sides, worked out from what relates two pieces, or a piece and an owner; what is strongest counts first.

    :ivar doubts: how often somebody is said to strike his own.
    """

    doubts: int = 0
    _rules: list[Relation] = field(factory=list)
    _parent: dict[Owned, tuple[Owned, bool]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.tell(OUTRIGHT, "mine", "theirs", True)
        self.tell(OUTRIGHT, *ROLES, True)

    def tell(self, strength: int, one: Owned, two: Owned, foes: bool) -> None:
        """Two are foes, or friends.

        :raises Unclear: the opposite was said outright.
        """
        self._rules.append((strength, one, two, foes))
        if strength == OUTRIGHT and not self._relate(one, two, foes):
            raise Unclear

    def settle(self, pieces: list[Piece], rules: list[Relation], weakest: int) -> None:
        """Work out the sides anew, with further rules, from what is not weaker than told here."""
        rules = [*self._rules, *rules]
        for one in pieces:
            mates = [p for p in pieces if p.part == one.part]
            if one is mates[0] and any(p.part[0] == one.part[0] and p not in mates for p in pieces):
                rules += [(LIKELY, one, mate, False) for mate in mates[1:]]
        cues = dict.fromkeys(cue for piece in pieces for cue in piece.cues)
        players = [cue for cue in cues if cue not in ("mine", "theirs", *ROLES)]
        rules += [(OUTRIGHT, players[0], other, True) for other in players[1:]]
        told = {"mine", "theirs"} & cues.keys()
        if len(told) == 1 and not players:  # my Ogre, a Lion and a Troll
            rules += [(PERHAPS, cue, piece, True) for cue in told for piece in pieces if not piece.cues]
        if "mine" in cues:
            rules += [(LIKELY, "mine", player, True) for player in players]
        elif "theirs" in cues and players:
            rules += [(PERHAPS, "theirs", players[0], True)]
        self.doubts, self._parent = 0, {}
        for strength, this, that, foes in sorted(rules, key=lambda rule: rule[0]):
            if strength <= weakest and not self._relate(this, that, foes):
                if strength == OUTRIGHT:
                    raise Unclear
                self.doubts += strength == STRUCK

    def foes(self, one: Owned, two: Owned) -> bool | None:
        """Whether two are on two sides; None if that is not known."""
        (leader, across), (leader2, across2) = self._leader(one), self._leader(two)
        return across != across2 if leader == leader2 else None

    def _relate(self, one: Owned, two: Owned, foes: bool) -> bool:
        (leader, across), (leader2, across2) = self._leader(one), self._leader(two)
        if leader == leader2:
            return (across != across2) == foes
        self._parent[leader2] = leader, (across != across2) != foes
        return True

    def _leader(self, one: Owned) -> tuple[Owned, bool]:
        """The one whose side decides, and whether this is the other side."""
        if one not in self._parent:
            return one, False
        parent, across = self._parent[one]
        leader, further = self._leader(parent)
        return leader, across != further
