"""A position (kind ``position``): the map, the chips on it, whose turn it is. No behaviour but derived facts."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Protocol, TypeAlias, TypeVar

from attrs import field, frozen

from ...kernel.errors import CannotTell, Fault
from ...kernel.evolving import evolve
from ...kernel.fields import ALWAYS, Between
from .facts import GATE_HP, TerrainName, UpgradeKind
from .hexes import Hex, typed
from .options import RULESETS, Readings

UnitKind: TypeAlias = Literal["hero", "minion", "landmark-minion"]
Step: TypeAlias = Literal["start", "movement", "spires-fire", "exploration", "attack"]
Action: TypeAlias = Literal["movement", "exploration", "attack"]
MarkKind: TypeAlias = Literal["gate", "spire", "unit", "hex"]

MOST_MOVEMENT = 12
"""More movement than any unit has; longer walks would take too long to list."""

Count: TypeAlias = Annotated[int, Between(0, 99)]
Positive: TypeAlias = Annotated[int, Between(1, 99)]
Movement: TypeAlias = Annotated[int, Between(0, MOST_MOVEMENT)]
GateHP: TypeAlias = Annotated[int, Between(0, GATE_HP)]
Coordinate: TypeAlias = Annotated[int, Between(-1000, 1000)]

MARK_KINDS: tuple[MarkKind, ...] = ("gate", "spire", "unit", "hex")


@frozen(kw_only=True)
class Faction:
    """A faction.

    :param mark: what its units head for: ``gate:FACTION``, ``spire:ID``, ``unit:ID`` or ``hex:q,r`` (CS-GEN-4).
    :param ai: it is not played by a player.
    :param team: factions of one team are not hostile to each other.
    """

    mark: str | None = None
    ai: bool = False
    team: str | None = None
    comment: str = ""


@frozen(kw_only=True)
class MapHex:
    """A hex of the map; the gate hexes of the fortresses are not among them.

    :param at: axial coordinates, two numbers.
    :param group: the hex group (one neoprene sheet) that it belongs to (CS-INF-3).
    :param chip: the landmark chip that lies on it.
    :param level: how high its sheet lies: tiles lie flat on one level only.
    """

    at: tuple[Coordinate, ...]
    group: str
    terrain: TerrainName
    chip: str | None = None
    level: int = 0
    comment: str = ""

    @property
    def hex(self) -> Hex:
        """Where it is."""
        return self.at[0], self.at[1]


@frozen
class Upgrades:
    """The upgrade chips on a unit."""

    attack: Count = 0
    range: Count = 0


@frozen(kw_only=True)
class Chip:
    """A unit's chip, wherever it lies.

    :param health: its health stat.
    :param hp: what is left of it; None: all.
    :param attack: the attack icon; None where there is none (0 is an icon, CS-UP-1).
    :param allowance: the hardest terrain that it may enter; ``path`` for chips without an icon.
    :param range: the talent Range, None without it.
    :param talents: other talents; they are not judged.
    :param retaliated: it has struck back in this turn (CS-ATT-2).
    :param returned: a hero that has returned to its gate in this wave (CS-GATE-4).
    """

    id: str
    kind: UnitKind
    health: Positive
    hp: Positive | None = None
    attack: Count | None = None
    movement: Movement
    allowance: TerrainName = "path"
    range: Positive | None = None
    upgrades: Upgrades = field(factory=Upgrades)
    talents: tuple[str, ...] = ()
    equipment: str | None = None
    retaliated: bool = False
    returned: bool = False
    comment: str = ""

    @property
    def life(self) -> int:
        """The HP left."""
        return self.health if self.hp is None else self.hp

    @property
    def damage(self) -> int:
        """What its attack deals: the icon and the attack upgrades; 0 without an icon (CS-ATT-4)."""
        return 0 if self.attack is None else self.attack + self.upgrades.attack

    @property
    def reach(self) -> int:
        """How many hexes away it may attack: 1, or the talent Range and its upgrades (CS-ATT-2)."""
        return 1 if self.range is None else max(1, self.range + self.upgrades.range)


@frozen(kw_only=True)
class Unit(Chip):
    """A unit on the map; of a group of minions the top one, with the others under it.

    :param faction: None for a landmark minion.
    :param moved: the hexes that it has left in this turn's movement, in order; None if it has not moved yet.
    :param fell_in: the action of this turn in which the group's former top minion was defeated (CS-GRP-3).
    :param under: the minions under it, the next one first (CS-GRP-1).
    """

    faction: str | None = None
    at: tuple[Coordinate, ...]
    moved: tuple[tuple[Coordinate, ...], ...] | None = None
    attacked: bool = False
    fell_in: Action | None = None
    under: tuple[Chip, ...] = ()

    @property
    def hex(self) -> Hex:
        """Where it is."""
        return self.at[0], self.at[1]


@frozen(kw_only=True)
class Spire:
    """A spire.

    :param upgrades: the chips stacked on it, the bottom one first.
    :param capacity: how many upgrades it may carry; None: not known.
    :param fired: it has fired in this turn (CS-ATT-11).
    """

    id: str
    faction: str
    at: tuple[Coordinate, ...]
    upgrades: tuple[UpgradeKind, ...] = field(default=(), metadata=ALWAYS)
    capacity: Count | None = None
    fired: bool = False
    comment: str = ""

    @property
    def hex(self) -> Hex:
        """Where it is."""
        return self.at[0], self.at[1]


@frozen(kw_only=True)
class Gate:
    """The gate of a faction's fortress.

    :param at: the gate hex.
    :param stack: the units on it, not deployed yet or returned, the top one first.
    """

    faction: str
    at: tuple[Coordinate, ...]
    hp: GateHP = field(default=GATE_HP, metadata=ALWAYS)
    stack: tuple[Chip, ...] = ()
    comment: str = ""

    @property
    def hex(self) -> Hex:
        """Where it is."""
        return self.at[0], self.at[1]


@frozen(kw_only=True)
class Dice:
    """The dice of spire fire.

    :param max: the most that one shows.
    :param faces: what its faces show, where that is known: then the odds are exact.
    """

    max: Positive | None = None
    faces: tuple[Count, ...] | None = None
    comment: str = ""

    @property
    def most(self) -> int | None:
        """The most that one shows, if it is known."""
        return max(self.faces) if self.faces else self.max


@frozen(kw_only=True)
class Position:
    """A position.

    :param comment: for people; any piece may carry one, too.
    :param current: the faction whose turn it is.
    :param step: the step of its turn, where it matters (CS-GEN-2).
    :param factions: by name, in turn order, each one sitting on the left of the one before.
    :param group_adjacent: which hex groups are adjacent; None: those that share an edge (CS-GEN-3).
    :param supply: upgrades left in the supply; None: the box less those in the document (CS-UP-4).
    """

    ruleset: str = field(default="sheet", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    comment: str = ""
    current: str
    step: Step | None = None
    factions: Mapping[str, Faction]
    gates: tuple[Gate, ...] = ()
    hexes: tuple[MapHex, ...]
    group_adjacent: Mapping[str, tuple[str, ...]] | None = None
    units: tuple[Unit, ...] = ()
    spires: tuple[Spire, ...] = ()
    dice: Dice | None = None
    supply: Mapping[UpgradeKind, Count] | None = None

    @property
    def readings(self) -> Readings:
        """The readings that it is judged under."""
        return RULESETS.of(self)

    def hostile(self, a: str | None, b: str | None) -> bool:
        """Whether units of two factions fight each other; landmarks (None) fight everyone."""
        if a is None or b is None:
            return a is not b
        team = self.factions[a].team
        return a != b and (team is None or team != self.factions[b].team)

    def is_ai(self, faction: str | None) -> bool:
        """Whether no player plays a faction; landmarks belong to no player either."""
        return faction is None or self.factions[faction].ai

    def gate(self, faction: str | None) -> Gate | None:
        """A faction's gate, if it is on the map."""
        return next((gate for gate in self.gates if gate.faction == faction), None)

    def chips(self) -> Iterator[Chip]:
        """Every unit chip: on the map, under another, at a gate."""
        for unit in self.units:
            yield unit
            yield from unit.under
        for gate in self.gates:
            yield from gate.stack


C = TypeVar("C", bound=Chip)


class Change(Protocol):
    """What is done to a chip, of whatever kind."""

    def __call__(self, chip: C) -> C:
        """The changed chip."""
        ...


def on_every_chip(position: Position, change: Change) -> Position:
    """The position with a change made to every unit chip: on the map, under another, at a gate."""
    units = tuple(evolve(change(u), under=tuple(change(chip) for chip in u.under)) for u in position.units)
    gates = tuple(evolve(g, stack=tuple(change(chip) for chip in g.stack)) for g in position.gates)
    return evolve(position, units=units, gates=gates)


def mark_parts(text: str) -> tuple[str, str] | None:
    """A mark's kind and name, or None if it is none.

    >>> mark_parts("gate:Amber")
    ('gate', 'Amber')
    """
    kind, colon, name = text.partition(":")
    return (kind, name) if colon and name and kind in MARK_KINDS else None


def mark_hex(position: Position, faction: str | None) -> Hex:
    """Where the mark of a faction is (CS-GEN-4).

    :raises CannotTell: it has none, or what it names is not on the map; validation finds both.
    """
    mark = None if faction is None else position.factions[faction].mark
    kind, name = mark_parts(mark or "") or ("", "")
    if kind == "hex":
        return typed(name)
    places = {f"gate:{gate.faction}": gate.hex for gate in position.gates}
    places.update((f"unit:{unit.id}", unit.hex) for unit in position.units)
    places.update((f"spire:{spire.id}", spire.hex) for spire in position.spires)
    if mark not in places:
        raise CannotTell(Fault("missing-mark", f"the mark of {faction} is not on the map: {mark or 'none is named'}"))
    return places[mark]
