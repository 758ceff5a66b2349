"""A battle seen as bit masks: what the rules of the Battleland ask of a position again and again."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ...box import Box
from ...box.battle_tables import BattleTables
from ...box.characters import TITAN
from ...box.hexes import ALL_HEXES, BIT, HEX_NUMBER
from ...box.names import CharacterName, EntrySide, Hex
from ...box.sight_tables import SightTables
from ...digest.rulesets import Ruleset, ruleset
from ...kernel.evolving import carry_view, view_of
from ...kernel.rulesets import OptionValue
from ...position.battle import Battle, BattleOutcome, BattlePhase, BattleSide, Combatant, Role
from .strike_tables import StrikeTables, strike_tables
from .volleys import VolleyTable


class Standing(Protocol):
    """A character that stands in a hex or is still to enter: a Combatant, or a fighter of the fast battle."""

    @property
    def name(self) -> CharacterName:
        """What it is."""

    @property
    def hex(self) -> Hex | None:
        """Where it stands; None off the board."""

    @property
    def hits(self) -> int:
        """The hits it has taken."""

    @property
    def moved(self) -> bool:
        """It has moved in this Maneuver Phase."""

    @property
    def struck(self) -> bool:
        """It has struck in this phase."""

    @property
    def slowed(self) -> int:
        """What its Skill-factor is less by when it moves (BOX-6)."""

    @property
    def poisoned(self) -> int:
        """The hits that every Strike Phase adds (BOX-7)."""


C_co = TypeVar("C_co", bound=Standing, covariant=True)
C = TypeVar("C", bound=Standing)


class Side(Protocol[C_co]):
    """One side of a battle, as the rules ask of it: a BattleSide, or a side of the fast battle."""

    @property
    def characters(self) -> Sequence[C_co]:
        """Who is on the board or still to enter."""

    @property
    def score(self) -> int:
        """The owner's score, for its Titan."""

    @property
    def entry_side(self) -> EntrySide | None:
        """Where the attacker enters."""

    @property
    def slain(self) -> Sequence[CharacterName]:
        """Who was slain and removed."""

    @property
    def left_off(self) -> Sequence[CharacterName]:
        """Who was left off the board."""

    @property
    def reinforced(self) -> bool:
        """It has a reinforcement."""

    @property
    def declined(self) -> bool:
        """It has declined its reinforcement in this Maneuver Phase."""

    @property
    def summoned(self) -> bool:
        """It has summoned."""

    @property
    def may_summon(self) -> bool:
        """It may summon in this battle turn."""


class Fought(Protocol):
    """A battle as its order and its end are judged: a position, or the fast battle."""

    @property
    def the_box(self) -> Box:
        """The box whose characters fight."""

    @property
    def turn(self) -> int:
        """The battle turn."""

    @property
    def side(self) -> Role:
        """Whose battle turn it is."""

    @property
    def phase(self) -> BattlePhase:
        """What is done in it now."""

    @property
    def rules(self) -> Ruleset:
        """The readings it is fought under."""

    @property
    def outcome(self) -> BattleOutcome | None:
        """How it ended, if it has."""

    def of(self, role: Role, /) -> Side[Standing]:
        """One of the two sides."""


class Tables(NamedTuple):
    """What the rules have tabulated for a terrain under a ruleset."""

    rules: Ruleset
    box: Box
    terrain: str
    movement: BattleTables
    sights: SightTables
    strikes: StrikeTables
    volleys: VolleyTable


def tables_of(battle: Battle) -> Tables:
    """The tables of a battle's terrain under its ruleset; battles that share them get one object."""
    return _tables(battle.the_box, battle.terrain, battle.ruleset, battle.options or None)


@lru_cache(512)
def _tables(box: Box, terrain: str, preset: str, options: Mapping[str, OptionValue] | None) -> Tables:
    rules = ruleset(preset, options)
    movement, sights = box.battle_tables[terrain, rules.cliffs], box.sight_tables[terrain, rules.three_slopes]
    strikes = strike_tables(box, terrain)
    return Tables(rules, box, terrain, movement, sights, strikes, VolleyTable(box, terrain, rules, sights))


class Field(Generic[C_co]):
    """What the rules of the Battleland ask: who stands where, whose turn it is, and the tables of the map.

    A :class:`View` is the field of a position. The fast battle is a field that changes.

    :ivar turn, side, phase: as in a battle.
    :ivar occupied: the hexes that anyone holds, the slain included; ``free`` the others.
    :ivar standing: by role, the hexes that the side's characters hold.
    :ivar living: by role, the same without the slain.
    :ivar who: by hex number, who stands there.
    :ivar mover: the side that may maneuver now, if any; ``striker`` the side that may strike.
    """

    turn: int
    side: Role
    phase: BattlePhase
    occupied: int
    free: int
    standing: Mapping[Role, int]
    living: Mapping[Role, int]
    mover: Role | None
    striker: Role | None

    def __init__(self, tables: Tables) -> None:
        self.rules, self.box, self.terrain, self.tables, self.sights, self.strikes, self.volleys = tables

    @property
    def who(self) -> Mapping[int, C_co]:
        """By hex number, who stands there."""
        raise NotImplementedError

    def of(self, role: Role) -> Side[C_co]:
        """One of the two sides."""
        raise NotImplementedError

    def power(self, role: Role, character: Standing) -> int:
        """The Power-factor of a side's character (STRIKE-2)."""
        name = character.name
        return self.box.base_power[name] if name != TITAN else self.box.power(name, self.of(role).score)

    def left(self, role: Role, character: Standing) -> int:
        """The hits that a side's character still needs to be slain; 0 or less: it is slain (STRIKE-7)."""
        return self.power(role, character) - character.hits

    def in_contact(self, role: Role, character: Standing, *, slain: bool = False) -> int:
        """The hexes of the enemies that a side's character is in contact with (MANEUVER-2).

        :param slain: count the slain, too.
        """
        if character.hex is None:
            return 0
        enemies = (self.standing if slain else self.living)["attacker" if role == "defender" else "defender"]
        return self.tables.contact[HEX_NUMBER[character.hex]] & enemies


AnyField: TypeAlias = Field[Standing]
"""A field of which no rule cares what its characters are."""


class View(Field[Combatant]):
    """The field of a position, cheap to make.

    :ivar shots: by striker's hex, whom it may rangestrike (kept by ``rangestrike_targets``).
    :ivar options: by striker's and target's hex, the ways to roll (kept by ``strike_options``).
    """

    def __init__(self, battle: Battle) -> None:
        super().__init__(tables_of(battle))
        self.battle = battle
        self.turn, self.side, self.phase = battle.turn, battle.side, battle.phase
        self.options: dict[tuple[str | None, str | None], Any] = {}
        self.shots: dict[str, Any] = {}
        self._who: dict[int, Combatant] | None = None
        self.mover = self.striker = None
        if battle.outcome is None and (battle.pending is None or battle.pending == "drift"):
            if battle.phase == "maneuver":
                self.mover = battle.side
            else:
                self.striker = battle.acting
        self._look(battle.attacker, battle.defender)

    def _look(self, attacker: BattleSide, defender: BattleSide) -> None:
        """See which hexes are held, and by which side."""
        attackers, attackers_slain = _masks(self.box, attacker)
        defenders, defenders_slain = _masks(self.box, defender)
        self.standing = self.living = {"attacker": attackers, "defender": defenders}
        if attackers_slain or defenders_slain:
            self.living = {"attacker": attackers ^ attackers_slain, "defender": defenders ^ defenders_slain}
        self.occupied = attackers | defenders
        self.free = ALL_HEXES & ~self.occupied

    @property
    def who(self) -> Mapping[int, Combatant]:
        """By hex number, who stands there."""
        if self._who is None:
            battle, number = self.battle, HEX_NUMBER
            everyone = battle.attacker.characters + battle.defender.characters
            self._who = {number[c.hex]: c for c in everyone if c.hex is not None}
        return self._who

    def of(self, role: Role) -> BattleSide:
        """One of the two sides."""
        return self.battle.attacker if role == "attacker" else self.battle.defender

    def after(self, battle: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> "View":
        """The view of a battle in the same phase in which nothing but some characters has changed.

        :param changed: the side of each, it as it was, and it as it is now, on the board.
        """
        after: View = object.__new__(View)
        after.__dict__.update(self.__dict__)
        after.battle, after.shots, after.options = battle, {}, {}
        after._who = who = None if self._who is None else dict(self._who)
        for role, old, new in changed:
            here = HEX_NUMBER[new.hex or ""]
            if old.hex != new.hex:
                after._put(role, old, here)
            elif new.hits and after.left(role, new) <= 0:
                after.living = {**after.living, role: after.living[role] & ~(1 << here)}
            if who is not None:
                who[here] = new
        return after

    def _put(self, role: Role, old: Combatant, here: int) -> None:
        """A living character comes to a free hex."""
        change = 1 << here
        if old.hex is not None:
            number = HEX_NUMBER[old.hex]
            change |= 1 << number
            if self._who is not None:
                del self._who[number]
        self.standing = {**self.standing, role: self.standing[role] ^ change}
        self.living = {**self.living, role: self.living[role] ^ change}
        self.occupied ^= change
        self.free ^= change


def field_of(battle: Battle) -> View:
    """The view of a battle, which the battle carries, since one position is asked many things."""
    field: View | None = view_of(battle)
    if field is None:
        field = View(battle)
        carry_view(battle, field)
    return field


def advance(field: View, after: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> None:
    """Hand a view on to the battle that follows in the same phase; see :meth:`View.after`.

    The old battle keeps none: who plays on seldom asks it again, and a battle and its view hold each other.
    """
    carry_view(after, field.after(after, changed))
    carry_view(field.battle, None)


def _masks(box: Box, side: BattleSide) -> tuple[int, int]:
    """The hexes that a side's characters hold, and those that its slain ones do."""
    standing = slain = 0
    for c in side.characters:
        label = c.hex
        if label is not None:
            bit = BIT[label]
            standing |= bit
            if c.hits and c.hits >= box.power(c.name, side.score):
                slain |= bit
    return standing, slain
