"""Units that may move: what closes a hex to them (CS-MOVE-3, 7), how far their mark is (CS-MOVE-4)."""

from collections.abc import Collection, Mapping
from functools import cached_property

from ...kernel.games import CannotTell, Fault, IllegalAction, Ruling, frozen, illegal, refuse
from .hexes import Hex, Path, Step, neighbours, reached, written
from .state import Chip, Position, Unit


@frozen(eq=False)
class Mover:
    """A unit that may move, and the map as it sees it.

    :param start: the hex it stands on, for a unit that is not deployed the gate hex.
    :param at_gate: it is not deployed.
    :param left: the hexes that it has left already in this turn's movement; None if it has not moved.
    """

    position: Position
    chip: Chip
    faction: str | None
    start: Hex
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
    def off_terrain(self) -> bool:
        """Whether it stands on a hex that it could not enter (CS-MOVE-10)."""
        return not self.at_gate and not self.position.suits(self.chip, self.start)

    @property
    def strict(self) -> bool:
        """Whether none of its steps may lead farther from the mark, by the reading ``every_step`` (CS-MOVE-5)."""
        return not self.is_hero and self.position.readings.no_farther == "every_step"

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

    @cached_property
    def _ways(self) -> Mapping[Hex, Path]:
        """A way from the mark to every hex from which it can be reached: through units, not through what is built.

        A mark that is a bare hex must be one that the unit may enter; a gate, spire or unit is only approached.
        """
        here, chip = self.position, self.chip
        if not here.occupied(self.mark) and not here.suits(chip, self.mark):
            return {}
        return reached(self.mark, len(here.hexes), lambda _, b: here.suits(chip, b) and not here.built_on(b))

    def distance(self, at: Hex) -> int | None:
        """The distance to the mark from a hex, even one that the unit could not enter; None without a route."""
        if at in self._ways:
            return len(self._ways[at])
        return min((len(self._ways[n]) + 1 for n in neighbours(at) if n in self._ways), default=None)

    def nearer(self, at: Hex, than: Hex) -> bool:
        """Whether one hex is nearer the mark than another."""
        here, there = self.distance(at), self.distance(than)
        return here is not None and there is not None and here < there

    def no_farther(self, at: Hex, than: Hex) -> bool:
        """Whether one hex is not farther from the mark than another."""
        return self.nearer(at, than) or self.distance(at) == self.distance(than) is not None

    def _other(self, at: Hex) -> Unit | None:
        unit = self.position.unit_at.get(at)
        return None if unit is None or unit.id == self.id else unit

    def closed(self, at: Hex) -> Ruling | None:
        """Why it cannot end on a hex, or None if nothing there closes it (CS-MOVE-3, 7)."""
        here, place, name = self.position, written(at), self.id
        if at in here.gate_at:
            owner = here.gate_at[at].faction
            return illegal("CS-MOVE-3", "{hex} is the fortress gate of {owner}", hex=place, owner=owner)
        if at not in here.ground:
            return illegal("CS-MOVE-3", "there is no hex {hex} on the map", hex=place)
        h, other = here.ground[at], self._other(at)
        if not here.suits(self.chip, at):
            sentence = "{hex} is {terrain}, the allowance of {unit} ends at {allowance}"
            allowance = self.chip.allowance
            return illegal("CS-MOVE-3", sentence, hex=place, terrain=h.terrain, unit=name, allowance=allowance)
        if h.chip is not None:
            return illegal("CS-MOVE-3", "the landmark {chip} lies on {hex}", chip=h.chip, hex=place)
        if at in here.spire_at:
            return illegal("CS-MOVE-3", "the spire {spire} stands on {hex}", spire=here.spire_at[at].id, hex=place)
        if other is None:
            return None
        rule, sentence = "CS-MOVE-3", "{other} stands on {hex}"
        if not self.is_hero and here.hostile(self.faction, other.faction):
            rule, sentence = "CS-MOVE-7", "the hostile unit {other} on {hex} blocks {unit}"
        elif not self.is_hero and other.faction == self.faction and other.kind == "minion":
            rule, sentence = "CS-MOVE-7", "{other} on {hex}, a minion of the same faction, blocks {unit}"
        return illegal(rule, sentence, other=other.id, hex=place, unit=name)

    def may_pass(self, at: Hex) -> bool:
        """Whether it may pass a hex on its way, swaps left aside (CS-MOVE-3, both readings)."""
        here = self.position
        if not here.suits(self.chip, at) or at in here.gate_at:
            return False
        return here.readings.occupied == "no_stopping" or not (here.built_on(at) or self._other(at))

    def own_hero(self, at: Hex) -> Unit | None:
        """The hero of its own faction that stands on a hex."""
        unit = self._other(at)
        return unit if unit is not None and unit.kind == "hero" and unit.faction == self.faction else None

    def swaps_at(self, at: Hex) -> bool:
        """Whether it may change places with a hero on a hex (CS-MOVE-6, 23)."""
        return self.swaps and self.own_hero(at) is not None and self.position.suits(self.chip, at)

    def step(self, left: Collection[Hex] = (), *, swapping: bool = False) -> Step:
        """Its steps.

        :param left: hexes that it may not enter any more.
        """

        def step(a: Hex, b: Hex) -> bool:
            open_ = b not in left and (self.may_pass(b) or (swapping and self.swaps_at(b)))
            return open_ and (not self.strict or self.no_farther(b, a))

        return step


def movers(position: Position, faction: str) -> list[Mover]:
    """The units of a faction that move: those on the map, and the top one at its gate."""
    own = [Mover(position, u, faction, u.at, left=u.moved) for u in position.units if u.faction == faction]
    gates = [gate for gate in position.gates if gate.faction == faction and gate.stack]
    return own + [Mover(position, gate.stack[0], faction, gate.at, at_gate=True) for gate in gates]


def find_mover(position: Position, name: str) -> Mover:
    """The unit of that id as one that moves.

    :raises IllegalAction: it does not move by itself, or has been defeated.
    """
    chip = position.piece(name)
    for faction in position.factions:
        for mover in movers(position, faction):
            if mover.chip is chip:
                return mover
    for gate in position.gates:
        if chip in gate.stack:
            sentence = "{unit} lies under {top} at the gate: only the top one deploys"
            refuse("CS-MOVE-11", sentence, unit=name, top=gate.stack[0].id)
    sentence = "{unit} is a landmark minion: it has no mark, and no rule moves it"
    raise IllegalAction([illegal("CS-GEN-4", sentence, unit=position.unit(name).id)])
