"""The ground that units move over: what closes a hex (CS-MOVE-3, 7), how far the mark is (CS-MOVE-4)."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from ....kernel.rulings import Ruling, illegal
from ..facts import RANK
from ..hexes import Hex, neighbours, written
from ..options import Readings
from ..state import Chip, Gate, MapHex, Position, Spire, Unit, mark_hex


@frozen
class Ground:
    """A position indexed by hex.

    :param position: the position it was made from.
    """

    position: Position
    readings: Readings
    hexes: Mapping[Hex, MapHex]
    units: Mapping[Hex, Unit]
    spires: Mapping[Hex, Spire]
    gates: Mapping[Hex, Gate]

    def occupied(self, at: Hex) -> bool:
        """Whether a unit, a spire, a landmark chip or a gate holds a hex."""
        return at in self.units or self.built_on(at) or at in self.gates

    def built_on(self, at: Hex) -> bool:
        """Whether a spire or a landmark chip stands on a hex."""
        return at in self.spires or (at in self.hexes and self.hexes[at].chip is not None)

    def suits(self, chip: Chip, at: Hex) -> bool:
        """Whether a hex is on the map and its terrain inside a unit's allowance."""
        return at in self.hexes and RANK[self.hexes[at].terrain] <= RANK[chip.allowance]


def ground_of(position: Position) -> Ground:
    """A position's ground."""
    return Ground(
        position,
        position.readings,
        {h.hex: h for h in position.hexes},
        {unit.hex: unit for unit in position.units},
        {spire.hex: spire for spire in position.spires},
        {gate.hex: gate for gate in position.gates},
    )


@frozen
class Mover:
    """A unit that may move.

    :param start: the hex it stands on, for a unit that is not deployed the gate hex.
    :param at_gate: it is not deployed.
    :param left: the hexes that it has left already in this turn's movement; None if it has not moved.
    """

    chip: Chip
    faction: str | None
    start: Hex
    at_gate: bool = False
    left: tuple[Hex, ...] | None = None

    @property
    def id(self) -> str:
        """Its chip's id."""
        return self.chip.id

    @property
    def is_hero(self) -> bool:
        """Whether it is a hero."""
        return self.chip.kind == "hero"


def movers(position: Position, faction: str) -> list[Mover]:
    """The units of a faction that move: those on the map, and the top one at its gate."""
    found = [mover_of(unit) for unit in position.units if unit.faction == faction]
    gate = position.gate(faction)
    if gate is not None and gate.stack:
        found.append(Mover(gate.stack[0], faction, gate.hex, at_gate=True))
    return found


def mover_of(unit: Unit) -> Mover:
    """A unit on the map as a mover."""
    left = None if unit.moved is None else tuple((at[0], at[1]) for at in unit.moved)
    return Mover(unit, unit.faction, unit.hex, left=left)


@frozen
class Field:
    """What one mover has before it.

    :param mark: where its mark is.
    :param to_mark: the distance from every hex from which the mark can be reached (CS-MOVE-4).
    """

    ground: Ground
    mover: Mover
    mark: Hex
    to_mark: Mapping[Hex, int]

    def distance(self, at: Hex) -> int | None:
        """The distance to the mark from a hex, even one that the unit could not enter; None without a route."""
        known = self.to_mark.get(at)
        if known is not None:
            return known
        nearest = [self.to_mark[n] for n in neighbours(at) if n in self.to_mark]
        return min(nearest) + 1 if nearest else None

    def nearer(self, at: Hex, than: Hex) -> bool:
        """Whether one hex is nearer the mark than another."""
        here, there = self.distance(at), self.distance(than)
        return here is not None and there is not None and here < there

    def no_farther(self, at: Hex, than: Hex) -> bool:
        """Whether one hex is not farther from the mark than another."""
        here, there = self.distance(at), self.distance(than)
        return here is not None and there is not None and here <= there


def field_of(ground: Ground, mover: Mover) -> Field:
    """The way to a mover's mark (CS-MOVE-4): through units, not through spires, landmarks or gates."""
    mark = mark_hex(ground.position, mover.faction)
    distances = {mark: 0} if _may_be_reached(ground, mover, mark) else {}
    edge = list(distances)
    while edge:
        following = []
        for at in edge:
            for n in neighbours(at):
                if n not in distances and ground.suits(mover.chip, n) and not ground.built_on(n):
                    distances[n] = distances[at] + 1
                    following.append(n)
        edge = following
    return Field(ground, mover, mark, distances)


def _may_be_reached(ground: Ground, mover: Mover, mark: Hex) -> bool:
    """A mark that is a bare hex must be one that the unit may enter; a gate, spire or unit is only approached."""
    return ground.occupied(mark) or ground.suits(mover.chip, mark)


def is_own_hero(ground: Ground, mover: Mover, at: Hex) -> bool:
    """Whether a hero of the mover's own faction stands on a hex."""
    unit = ground.units.get(at)
    return unit is not None and unit.kind == "hero" and unit.faction == mover.faction and unit.id != mover.id


def closed(ground: Ground, mover: Mover, at: Hex) -> Ruling | None:
    """Why a mover cannot end on a hex, or None if nothing there closes it (CS-MOVE-3, 7)."""
    place = written(at)
    if at in ground.gates:
        owner = ground.gates[at].faction
        return illegal("CS-MOVE-3", "{hex} is the fortress gate of {owner}", hex=place, owner=owner)
    h = ground.hexes.get(at)
    if h is None:
        return illegal("CS-MOVE-3", "there is no hex {hex} on the map", hex=place)
    if not ground.suits(mover.chip, at):
        sentence = "{hex} is {terrain}, the allowance of {unit} ends at {allowance}"
        facts: dict[str, Any] = {"terrain": h.terrain, "unit": mover.id, "allowance": mover.chip.allowance}
        return illegal("CS-MOVE-3", sentence, hex=place, **facts)
    if h.chip is not None:
        return illegal("CS-MOVE-3", "the landmark {chip} lies on {hex}", chip=h.chip, hex=place)
    if at in ground.spires:
        return illegal("CS-MOVE-3", "the spire {spire} stands on {hex}", spire=ground.spires[at].id, hex=place)
    return _held(ground, mover, at)


def _held(ground: Ground, mover: Mover, at: Hex) -> Ruling | None:
    unit = ground.units.get(at)
    if unit is None or unit.id == mover.id:
        return None
    facts: dict[str, Any] = {"other": unit.id, "hex": written(at), "unit": mover.id}
    if mover.is_hero:
        return illegal("CS-MOVE-3", "{other} stands on {hex}", **facts)
    if ground.position.hostile(mover.faction, unit.faction):
        return illegal("CS-MOVE-7", "the hostile unit {other} on {hex} blocks {unit}", **facts)
    if unit.faction == mover.faction and unit.kind == "minion":
        return illegal("CS-MOVE-7", "{other} on {hex}, a minion of the same faction, blocks {unit}", **facts)
    return illegal("CS-MOVE-3", "{other} stands on {hex}", **facts)


def may_pass(ground: Ground, mover: Mover, at: Hex) -> bool:
    """Whether a mover may pass a hex on its way, swaps left aside (CS-MOVE-3, both readings)."""
    if not ground.suits(mover.chip, at) or at in ground.gates:
        return False
    return ground.readings.occupied == "no_stopping" or not (ground.built_on(at) or _other_unit(ground, mover, at))


def _other_unit(ground: Ground, mover: Mover, at: Hex) -> bool:
    unit = ground.units.get(at)
    return unit is not None and unit.id != mover.id


def may_end(ground: Ground, mover: Mover, at: Hex) -> bool:
    """Whether nothing closes a hex as the end of a move, swaps left aside."""
    return closed(ground, mover, at) is None


Step = Callable[[Hex, Hex], bool]
"""Whether a move may go from a hex to its neighbour."""
