"""A battle as bit masks, for the rules that are applied again and again."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

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
from .strike_tables import StrikeOption, StrikeTables, strike_tables
from .volleys import RangeStrike, VolleyTable


class Piece(Protocol):
    """A character on the board or about to enter: a Combatant, or a fighter of the fast battle."""

    @property
    def name(self) -> CharacterName:
        """Its kind."""

    @property
    def hex(self) -> Hex | None:
        """Its hex; None off the board."""

    @property
    def hits(self) -> int:
        """The hits it has taken."""

    @property
    def moved(self) -> bool:
        """Whether it has moved in this Maneuver Phase."""

    @property
    def struck(self) -> bool:
        """Whether it has struck in this phase."""

    @property
    def slowed(self) -> int:
        """By how much its Skill-factor is reduced when it moves (BOX-6)."""

    @property
    def poisoned(self) -> int:
        """The hits it takes from poison in every Strike Phase (BOX-7)."""


def named(piece: Piece) -> str:
    """A character with its hex: ``the Ogre in D3``, or ``the Ogre`` off the board."""
    return f"the {piece.name} in {piece.hex}" if piece.hex is not None else f"the {piece.name}"


def place(piece: Piece) -> str:
    """Where it is: ``D3``, or ``off the board``."""
    return piece.hex if piece.hex is not None else "off the board"


C_co = TypeVar("C_co", bound=Piece, covariant=True)
C = TypeVar("C", bound=Piece)


class Side(Protocol[C_co]):
    """One side of a battle: a BattleSide, or a side of the fast battle."""

    @property
    def characters(self) -> Sequence[C_co]:
        """Its characters on the board or about to enter."""

    @property
    def score(self) -> int:
        """The owner's score, for its Titan."""

    @property
    def entry_side(self) -> EntrySide | None:
        """Where the attacker enters."""

    @property
    def slain(self) -> Sequence[CharacterName]:
        """Its characters that were slain and removed."""

    @property
    def left_off(self) -> Sequence[CharacterName]:
        """Its characters that were left off the board."""

    @property
    def reinforced(self) -> bool:
        """Whether it has a reinforcement."""

    @property
    def declined(self) -> bool:
        """Whether it has declined its reinforcement in this Maneuver Phase."""

    @property
    def summoned(self) -> bool:
        """Whether it has summoned."""

    @property
    def may_summon(self) -> bool:
        """Whether it may summon in this battle turn."""


class Tables(NamedTuple):
    """The tables of one terrain under one ruleset."""

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
    """What the battle rules read: who is in which hex, whose turn it is, and the tables of the map.

    A :class:`View` is the field of a position. The fast battle is a field that changes.

    :ivar occupied: the hexes that anyone holds, the slain included; ``free`` the others.
    :ivar standing: by role, the hexes that the side's characters hold; ``living`` without the slain.
    :ivar mover: the side that may maneuver now, if any; ``striker`` the side that may strike.
    :ivar outcome: how the battle ended; None while it goes on.
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
    outcome: BattleOutcome | None

    def __init__(self, tables: Tables) -> None:
        self.rules, self.box, self.terrain, self.tables, self.sights, self.strikes, self.volleys = tables

    @property
    def who(self) -> Mapping[int, C_co]:
        """The characters by hex number."""
        raise NotImplementedError

    def of(self, role: Role) -> Side[C_co]:
        """One of the two sides."""
        raise NotImplementedError

    def power(self, role: Role, character: Piece) -> int:
        """The Power-factor of a side's character (STRIKE-2)."""
        name = character.name
        return self.box.base_power[name] if name != TITAN else self.box.power(name, self.of(role).score)

    def left(self, role: Role, character: Piece) -> int:
        """The hits that would still slay a side's character; at most 0 if it is slain (STRIKE-7)."""
        return self.power(role, character) - character.hits

    def in_contact(self, role: Role, character: Piece, *, slain: bool = False) -> int:
        """The hexes of the enemies in contact with a side's character; ``slain``: count the slain, too (MANEUVER-2)."""
        if character.hex is None:
            return 0
        enemies = (self.standing if slain else self.living)["attacker" if role == "defender" else "defender"]
        return self.tables.contact[HEX_NUMBER[character.hex]] & enemies


AnyField: TypeAlias = Field[Piece]
"""A field of which no rule cares what its characters are."""


class View(Field[Combatant]):
    """The field of a position, cheap to make.

    :ivar shots: by striker's hex, whom it may rangestrike (kept by ``rangestrike_targets``).
    :ivar options: by striker's and target's hex, the ways to roll (kept by ``strike_options``).
    """

    def __init__(self, battle: Battle) -> None:
        super().__init__(tables_of(battle))
        self.battle = battle
        self.turn, self.side, self.phase, self.outcome = battle.turn, battle.side, battle.phase, battle.outcome
        self.options: dict[tuple[str | None, str | None], tuple[StrikeOption, ...]] = {}
        self.shots: dict[str, tuple[tuple[Combatant, RangeStrike], ...]] = {}
        self._who: dict[int, Combatant] | None = None
        self.mover = self.striker = None
        if battle.outcome is None and (battle.pending is None or battle.pending == "drift"):
            if battle.phase == "maneuver":
                self.mover = battle.side
            else:
                self.striker = battle.acting
        self._look(battle.attacker, battle.defender)

    def _look(self, attacker: BattleSide, defender: BattleSide) -> None:
        attackers, attackers_slain = _masks(self.box, attacker)
        defenders, defenders_slain = _masks(self.box, defender)
        self.standing = self.living = {"attacker": attackers, "defender": defenders}
        if attackers_slain or defenders_slain:
            self.living = {"attacker": attackers ^ attackers_slain, "defender": defenders ^ defenders_slain}
        self.occupied = attackers | defenders
        self.free = ALL_HEXES & ~self.occupied

    @property
    def who(self) -> Mapping[int, Combatant]:
        """The characters by hex number."""
        if self._who is None:
            battle, number = self.battle, HEX_NUMBER
            everyone = battle.attacker.characters + battle.defender.characters
            self._who = {number[c.hex]: c for c in everyone if c.hex is not None}
        return self._who

    def of(self, role: Role) -> BattleSide:
        """One of the two sides."""
        return self.battle.attacker if role == "attacker" else self.battle.defender

    def after(self, battle: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> "View":
        """The view after changes in the same phase; ``changed``: each character's side, old and new value."""
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
        """Put a living character into a free hex."""
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
    """The view of a battle, kept on the battle because one position is queried many times."""
    field: View | None = view_of(battle)
    if field is None:
        field = View(battle)
        carry_view(battle, field)
    return field


def advance(field: View, after: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> None:
    """Move a view on to the next battle in the same phase (see :meth:`View.after`).

    The old battle keeps none: it is seldom queried again, and a battle and its view refer to each other.
    """
    carry_view(after, field.after(after, changed))
    carry_view(field.battle, None)


def _masks(box: Box, side: BattleSide) -> tuple[int, int]:
    """The hexes that a side's characters hold, and those of its slain."""
    standing = slain = 0
    for c in side.characters:
        label = c.hex
        if label is not None:
            bit = BIT[label]
            standing |= bit
            if c.hits and c.hits >= box.power(c.name, side.score):
                slain |= bit
    return standing, slain
