"""A position (kind ``position``): the map, the chips on it, whose turn it is. No behaviour beyond derived facts."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from attrs import fields

from titan_rules.kernel.odds import Distribution, together

from ..protocol import ALWAYS, Between, Doing, Known, Ruling, evolve, field, frozen, illegal, reference, refuse
from .facts import GATE_HP, RANK, RULESETS, SPIRE_DICE, SPIRE_RANGE, Readings, Step, TerrainName, UpgradeKind
from .hexes import At, Hex, reached, written

UnitKind: TypeAlias = Literal["hero", "minion", "landmark-minion"]
TargetKind: TypeAlias = UnitKind | Literal["gate", "spire"]
Action: TypeAlias = Literal["movement", "exploration", "attack"]

MOST_MOVEMENT = 12
"""More movement than any unit has; longer walks would take too long to list."""

Count: TypeAlias = Annotated[int, Between(0, 99)]
Positive: TypeAlias = Annotated[int, Between(1, 99)]
Movement: TypeAlias = Annotated[int, Between(0, MOST_MOVEMENT)]
GateHP: TypeAlias = Annotated[int, Between(0, GATE_HP)]
FactionName: TypeAlias = Annotated[str, reference("faction")]
GroupName: TypeAlias = Annotated[str, reference("group")]
UnitName: TypeAlias = Annotated[str, reference("unit")]
SpireName: TypeAlias = Annotated[str, reference("spire")]
PieceName: TypeAlias = Annotated[str, reference("piece")]
TargetName: TypeAlias = Annotated[str, reference("target")]


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
    :param face_down: the landmark has not been revealed (CS-EXP-1).
    :param level: how high its sheet lies: tiles lie flat on one level only.
    """

    at: At
    group: str
    terrain: TerrainName
    chip: str | None = None
    face_down: bool = False
    level: int = 0
    comment: str = ""


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
    :param under: the minions grouped under it, the next one first (CS-GRP-1).
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
    under: tuple["Chip", ...] = ()
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

    def stats(self) -> dict[str, Any]:
        """The fields that every chip has, wherever it lies."""
        return {a.name: getattr(self, a.name) for a in fields(Chip)}


@frozen(kw_only=True)
class Unit(Chip):
    """A unit on the map; of a group of minions the top one, with the others under it.

    :param faction: None for a landmark minion.
    :param moved: the hexes that it has left in this turn's movement, in order; None if it has not moved yet.
    :param fell_in: the action of this turn in which the group's former top minion was defeated (CS-GRP-3).
    """

    faction: FactionName | None = None
    at: At
    moved: tuple[At, ...] | None = None
    attacked: bool = False
    fell_in: Action | None = None


@frozen(kw_only=True)
class Spire:
    """A spire.

    :param upgrades: the chips stacked on it, the bottom one first.
    :param capacity: how many upgrades it may carry; None: not known.
    :param fired: it has fired in this turn (CS-ATT-11).
    """

    kind: ClassVar[Literal["spire"]] = "spire"
    id: str
    faction: FactionName
    at: At
    upgrades: tuple[UpgradeKind, ...] = field(default=(), metadata=ALWAYS)
    capacity: Count | None = None
    fired: bool = False
    comment: str = ""

    @property
    def dice(self) -> int:
        """How many dice it rolls: its attack upgrades (CS-ATT-8, CS-UP-3)."""
        return SPIRE_DICE + self.upgrades.count("attack")

    @property
    def reach(self) -> int:
        """How far it reaches: its range upgrades and 1 (CS-ATT-9, CS-UP-3)."""
        return SPIRE_RANGE + self.upgrades.count("range")


@frozen(kw_only=True)
class Gate:
    """The gate of a faction's fortress.

    :param at: the gate hex.
    :param stack: the units on it, not deployed yet or returned, the top one first.
    """

    kind: ClassVar[Literal["gate"]] = "gate"
    faction: FactionName
    at: At
    hp: GateHP = field(default=GATE_HP, metadata=ALWAYS)
    stack: tuple[Chip, ...] = ()
    comment: str = ""

    @property
    def id(self) -> str:
        """As a target."""
        return f"gate:{self.faction}"


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

    def odds(self, count: int) -> Distribution | None:
        """The distribution of the damage of ``n`` dice, if their faces are known.

        >>> Dice(faces=(0, 1, 1, 2)).odds(2).at_least(4)
        Fraction(1, 16)
        """
        if self.faces is None:
            return None
        ways = tuple(self.faces.count(pips) for pips in range(max(self.faces) + 1))
        return together([Distribution(ways, len(self.faces))] * count)


@frozen(kw_only=True)
class Position:
    """A position.

    :param comment: for people; any piece may carry one, too.
    :param current: the faction whose turn it is.
    :param step: the step of its turn, where it matters (CS-GEN-2).
    :param factions: by name, in turn order, each one sitting on the left of the one before.
    :param group_adjacent: which hex groups are adjacent; None: those that share an edge (CS-GEN-3).
    :param supply: upgrades left in the supply; None: the box less those in the document (CS-UP-4).
    :param defeated: where each defeated piece has gone, by its id (CS-GATE-1).
    """

    ruleset: str = field(default="sheet", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    comment: str = ""
    current: FactionName
    step: Step | None = None
    factions: Mapping[str, Faction]
    gates: tuple[Gate, ...] = ()
    hexes: tuple[MapHex, ...]
    group_adjacent: Mapping[GroupName, tuple[GroupName, ...]] | None = None
    units: tuple[Unit, ...] = ()
    spires: tuple[Spire, ...] = ()
    dice: Dice | None = None
    supply: Mapping[UpgradeKind, Count] | None = None
    defeated: Mapping[str, str] = field(factory=dict)

    @cached_property
    def readings(self) -> Readings:
        """The readings that it is judged under."""
        return RULESETS.of(self)

    @property
    def die(self) -> Dice:
        """What is known about the dice."""
        return self.dice or Dice()

    @cached_property
    def ground(self) -> Mapping[Hex, MapHex]:
        """The hexes of the map by place."""
        return {h.at: h for h in self.hexes}

    @cached_property
    def gate_at(self) -> Mapping[Hex, Gate]:
        """The gates by place."""
        return {gate.at: gate for gate in self.gates}

    @cached_property
    def standing(self) -> Mapping[Hex, Unit | Spire]:
        """The units and spires by place."""
        pieces: list[Unit | Spire] = [*self.units, *self.spires]
        return {piece.at: piece for piece in pieces}

    @cached_property
    def marks(self) -> Mapping[str, Hex]:
        """Where everything is that a faction may head for, by its name as a mark (CS-GEN-4)."""
        pieces = {f"unit:{unit.id}": unit.at for unit in self.units} | {f"spire:{s.id}": s.at for s in self.spires}
        return {gate.id: gate.at for gate in self.gates} | pieces | {f"hex:{written(at)}": at for at in self.ground}

    def built_on(self, at: Hex) -> bool:
        """Whether a spire or a landmark chip stands on a hex."""
        return isinstance(self.standing.get(at), Spire) or (at in self.ground and self.ground[at].chip is not None)

    def occupied(self, at: Hex) -> bool:
        """Whether a unit, a spire, a landmark chip or a gate holds a hex."""
        return at in self.standing or at in self.gate_at or self.built_on(at)

    def suits(self, allowance: TerrainName, at: Hex) -> bool:
        """Whether a hex is on the map and its terrain inside an allowance."""
        return at in self.ground and RANK[self.ground[at].terrain] <= RANK[allowance]

    @cached_property
    def _distances(self) -> dict[tuple[Hex, TerrainName], Mapping[Hex, int]]:
        return {}

    def distances(self, mark: Hex, allowance: TerrainName) -> Mapping[Hex, int]:
        """How far a mark is from the hexes with a route: through units, not through what is built (CS-MOVE-4).

        A mark that is a bare hex must be one that the unit may enter; a gate, spire or unit is only approached.
        """
        if (mark, allowance) not in self._distances:
            most = len(self.hexes) if self.occupied(mark) or self.suits(allowance, mark) else -1
            ways = reached(mark, most, lambda _, b: self.suits(allowance, b) and not self.built_on(b))
            self._distances[mark, allowance] = {at: len(way) for at, way in ways.items()} if most >= 0 else {}
        return self._distances[mark, allowance]

    @cached_property
    def movers(self) -> "dict[str, tuple[Any, ...]]":
        """The units that move, by faction, once :func:`.movers.movers` has been asked for them."""
        return {}

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

    def units_of(self, faction: str | None) -> list[Unit]:
        """The units of a faction on the map."""
        return [unit for unit in self.units if unit.faction == faction]

    @cached_property
    def chips(self) -> Mapping[str, Chip]:
        """Every unit chip by id: on the map, under another, at a gate."""
        tops = [*self.units, *(chip for gate in self.gates for chip in gate.stack)]
        return {chip.id: chip for top in tops for chip in (top, *top.under)}

    @cached_property
    def pieces(self) -> "Mapping[str, Chip | Spire]":
        """Every unit chip and spire by id."""
        return {**self.chips, **{spire.id: spire for spire in self.spires}}

    @cached_property
    def owners(self) -> Mapping[str, str | None]:
        """The factions that the pieces belong to, by their ids."""
        tops = [*((unit, unit.faction) for unit in self.units), *((c, g.faction) for g in self.gates for c in g.stack)]
        owners = {chip.id: owner for top, owner in tops for chip in (top, *top.under)}
        return owners | {spire.id: spire.faction for spire in self.spires}

    @cached_property
    def targets(self) -> "Mapping[str, Target]":
        """Everything that can be attacked, by name: units, spires, and gates that still stand (``gate:FACTION``)."""
        every: list[Target] = [*(gate for gate in self.gates if gate.hp), *self.units, *self.spires]
        return {one.id: one for one in every}

    @cached_property
    def known(self) -> Known:
        """The names that it defines, including defeated pieces."""
        spires, gone = dict.fromkeys(spire.id for spire in self.spires), self.defeated
        return {
            "faction": self.factions, "group": {h.group: h for h in self.hexes}, "unit": {**self.chips, **gone},
            "spire": {**spires, **gone}, "piece": {**self.pieces, **gone},
            "target": {**self.targets, **self.chips, **self.factions, **gone},
        }  # fmt: skip

    def piece(self, name: str) -> Any:
        """The unit chip or spire of that id, wherever it lies.

        :raises IllegalAction: it has been defeated.
        """
        if name not in self.pieces:
            sentence = "{piece} has been defeated, and has gone to {where}"
            refuse("CS-GATE-1", sentence, piece=name, where=self.defeated[name])
        return self.pieces[name]

    def unit(self, name: str) -> Unit:
        """The unit of that id, which acts and is attacked by itself.

        :raises IllegalAction: it does not: it lies under another, is not deployed, or has been defeated.
        """
        piece = self.piece(name)
        top = next((top for top in self.chips.values() if piece in top.under), None)
        if top is not None:
            refuse("CS-GRP-1", "{unit} lies under {top}, which acts for the group", unit=name, top=top.id)
        if not isinstance(piece, Unit):
            sentence = "{unit} is at the gate of {owner}, not deployed: it does not act and is not attacked"
            refuse("CS-GATE-3", sentence, unit=name, owner=self.owners[name])
        return piece

    def target(self, name: str) -> "Target":
        """What is attacked, by its name; a faction's name means its gate.

        :raises IllegalAction: it cannot be attacked by itself.
        """
        target = self.targets.get(name) or self.targets.get(f"gate:{name}")
        if target is None and name in self.factions:
            refuse("CS-GATE-2", "no gate of {faction} stands on the map", faction=name)
        return target or self.unit(name)

    def changed(self, name: str | None = None, /, **changes: Any) -> "Position":
        """The position with changes made to the piece of that id, or to every unit chip."""

        def new(piece: P) -> P:
            if isinstance(piece, Chip) and piece.under:
                piece = evolve(piece, under=tuple(map(new, piece.under)))
            return evolve(piece, **changes) if name in (None, piece.id) else piece

        gates = tuple([evolve(gate, stack=tuple(map(new, gate.stack))) for gate in self.gates])
        spires = self.spires if name is None else tuple(map(new, self.spires))
        return evolve(self, units=tuple(map(new, self.units)), gates=gates, spires=spires)

    def at_gate(self, faction: str, **changes: Any) -> "Position":
        """The position with changes made to the gate of a faction."""
        return evolve(self, gates=tuple([evolve(g, **changes) if g.faction == faction else g for g in self.gates]))

    def without(self, name: str, where: str | None = None, instead: Any = None) -> "Position":
        """The position without the piece of that id, on the map or at a gate; a mark that falls leaves its hex.

        :param where: it has been defeated, and goes there.
        :param instead: the chip that takes its place.
        """

        def left(pieces: Iterable[P]) -> tuple[P, ...]:
            kept = [instead if piece.id == name else piece for piece in pieces]
            return tuple([piece for piece in kept if piece is not None])

        fallen, factions = {f"unit:{name}", f"spire:{name}"} & self.marks.keys(), dict(self.factions)
        for key, faction in self.factions.items():
            if faction.mark in fallen:
                factions[key] = evolve(faction, mark=f"hex:{written(self.marks[faction.mark])}")
        gates = tuple([evolve(gate, stack=left(gate.stack)) for gate in self.gates])
        defeated = self.defeated if where is None else {**self.defeated, name: where}
        return evolve(self, factions=factions, units=left(self.units), spires=left(self.spires), gates=gates,
                      defeated=defeated)  # fmt: skip


P = TypeVar("P", Unit, Chip, Spire)

Target: TypeAlias = Unit | Spire | Gate
"""What can be attacked."""

Done: TypeAlias = Doing[Position]
"""What a rule does: it yields its rulings as they apply, and returns the position after it."""


def out_of_turn(at: Position, owner: str | None, piece: str, step: Step, when: str) -> Iterator[Ruling]:
    """Why it is not the turn, or not the step, for what a piece or a faction would do (CS-GEN-2).

    :param when: in a sentence, what happens in that step.
    """
    if owner != at.current:
        facts = {"current": at.current, "unit": piece, "faction": owner or "no faction"}
        sentence = "it is the turn of {current}, " + ("not of {unit}" if piece == owner else "{unit} is of {faction}")
        yield illegal("CS-GEN-2", sentence, **facts)
    elif at.step not in (None, step):
        yield illegal("CS-GEN-2", when + ", this is {now}", now=at.step)
