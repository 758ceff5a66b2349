"""Units that may move: which hexes are closed to them (CS-MOVE-3, 7), and the distance to their mark (CS-MOVE-4)."""

from functools import cached_property
from typing import Any

from ..protocol import CannotTell, Fault, Ruling, frozen, illegal, refuse
from .hexes import Hex, Path, Step, neighbours, written
from .state import Chip, Position, Unit


@frozen(eq=False)
class Mover:
    """A unit that may move, and the map as it sees it.

    :param start: the hex it stands on, for a unit that is not deployed the gate hex.
    :param movement: what it may spend.
    :param at_gate: it is not deployed.
    :param left: the hexes that it has left already in this turn's movement; None if it has not moved.
    """

    position: Position
    chip: Chip
    faction: str | None
    start: Hex
    movement: int
    at_gate: bool = False
    left: Path | None = None

    @property
    def id(self) -> str:
        """Its chip's id."""
        return self.chip.id

    @property
    def is_hero(self) -> bool:
        """Whether it is a hero."""
        return self.chip.kind == "hero"

    @property
    def ai(self) -> bool:
        """Whether no player plays it."""
        return self.position.is_ai(self.faction)

    @property
    def swaps(self) -> bool:
        """Whether it may change places with heroes of its faction (CS-MOVE-6, 23)."""
        return not self.is_hero and (not self.ai or self.position.readings.ai_swap_and_lateral)

    @property
    def most_aside(self) -> int:
        """How far it may step aside if it cannot get nearer its mark (CS-MOVE-8)."""
        return min(1, self.movement) if self.position.readings.lateral == "one" else self.movement

    def suits(self, at: Hex) -> bool:
        """Whether a hex is on the map and its terrain inside the unit's allowance."""
        return self.position.suits(self.chip.allowance, at)

    @property
    def off_terrain(self) -> bool:
        """Whether it stands on a hex that it could not enter (CS-MOVE-10)."""
        return not self.at_gate and not self.suits(self.start)

    @cached_property
    def mark(self) -> Hex:
        """Where its mark is (CS-GEN-4).

        :raises CannotTell: it has none, or what it names is not on the map; validation finds both.
        """
        mark = None if self.faction is None else self.position.factions[self.faction].mark
        if mark is None or mark not in self.position.marks:
            message = f"the mark of {self.faction} is not on the map: {mark or 'none is named'}"
            raise CannotTell(Fault("missing-mark", message))
        return self.position.marks[mark]

    def distance(self, at: Hex) -> int | None:
        """The distance to the mark from a hex, even one that the unit could not enter; None without a route."""
        far = self.position.distances(self.mark, self.chip.allowance)
        return far[at] if at in far else min((far[n] + 1 for n in neighbours(at) if n in far), default=None)

    def nearer(self, at: Hex, than: Hex, by: int = 1) -> bool:
        """Whether one hex is nearer the mark than another.

        :param by: 0: or as near.
        """
        here, there = self.distance(at), self.distance(than)
        return here is not None and there is not None and here + by <= there

    def other(self, at: Hex) -> Unit | None:
        """The other unit on a hex."""
        unit = self.position.standing.get(at)
        return unit if isinstance(unit, Unit) and unit.id != self.id else None

    def open(self, at: Hex) -> bool:
        """Whether it may end on a hex, swaps and its mark left aside (CS-MOVE-3)."""
        here = self.position
        return self.suits(at) and at not in here.gate_at and not here.built_on(at) and self.other(at) is None

    def closed(self, at: Hex) -> Ruling | None:
        """Why it cannot end on a hex, or None if nothing there closes it (CS-MOVE-3, 7)."""
        here, piece, other = self.position, self.position.standing.get(at), self.other(at)
        facts: dict[str, Any] = {"hex": written(at), "unit": self.id}
        if self.open(at):
            return None
        if at in here.gate_at:
            return illegal(
                "CS-MOVE-3", "{hex} is the fortress gate of {owner}", **facts, owner=here.gate_at[at].faction
            )
        if at not in here.ground:
            return illegal("CS-MOVE-3", "there is no hex {hex} on the map", **facts)
        if not self.suits(at):
            facts |= {"terrain": here.ground[at].terrain, "allowance": self.chip.allowance}
            return illegal("CS-MOVE-3", "{hex} is {terrain}, the allowance of {unit} ends at {allowance}", **facts)
        if other is None:
            what = f"the landmark {here.ground[at].chip}" if piece is None else f"the spire {piece.id}"
            return illegal("CS-MOVE-3", "{what} stands on {hex}", **facts, what=what)
        hostile = here.hostile(self.faction, other.faction)
        blocks = not self.is_hero and (hostile or (other.faction == self.faction and other.kind == "minion"))
        sentence = "{other} stands on {hex}" + (", and blocks {unit}" if blocks else "")
        return illegal("CS-MOVE-7" if blocks else "CS-MOVE-3", sentence, **facts, other=other.id)

    def may_pass(self, at: Hex) -> bool:
        """Whether it may pass a hex on its way, swaps left aside (CS-MOVE-3, both readings)."""
        stopping = self.position.readings.occupied == "no_stopping"
        return self.suits(at) and at not in self.position.gate_at if stopping else self.open(at)

    def swaps_at(self, at: Hex) -> bool:
        """Whether it may change places with a hero on a hex (CS-MOVE-6, 23)."""
        hero = self.other(at)
        own = hero is not None and hero.kind == "hero" and hero.faction == self.faction
        return own and self.swaps and self.suits(at)

    def away(self, a: Hex, b: Hex) -> bool:
        """Whether a step leads farther from the mark, if the reading ``every_step`` forbids that (CS-MOVE-5)."""
        strict = not self.is_hero and self.position.readings.no_farther == "every_step"
        return strict and not self.nearer(b, a, by=0)

    def step(self, *, swapping: bool = False) -> Step:
        """Its steps, but for those to hexes that it has left."""

        def step(a: Hex, b: Hex) -> bool:
            left = b in (self.left or ())
            return not left and (self.may_pass(b) or (swapping and self.swaps_at(b))) and not self.away(a, b)

        return step


def movers(position: Position, faction: str) -> tuple[Mover, ...]:
    """The units of a faction that move: those on the map, and the top one at its gate."""
    if faction not in position.movers:
        own = [Mover(position, u, faction, u.at, u.movement, left=u.moved) for u in position.units_of(faction)]
        gate = position.gate(faction)
        top = gate.stack[:1] if gate is not None else ()
        own += [Mover(position, chip, faction, gate.at, chip.movement, at_gate=True) for chip in top if gate]
        position.movers[faction] = tuple(own)
    return position.movers[faction]


def find_mover(position: Position, name: str) -> Mover:
    """The unit of that id as one that moves.

    :raises IllegalAction: it does not move by itself, or has been defeated.
    """
    chip, owner = position.piece(name), position.owners.get(name)
    for mover in movers(position, owner) if owner is not None else ():
        if mover.chip is chip:
            return mover
    gate = position.gate(owner)
    if gate is not None and chip in gate.stack:
        sentence = "{unit} lies under {top} at the gate: only the top one deploys"
        refuse("CS-MOVE-11", sentence, unit=name, top=gate.stack[0].id)
    sentence = "{unit} is a landmark minion: it has no mark, and no rule moves it"
    refuse("CS-GEN-4", sentence, unit=position.unit(name).id)
    return None
