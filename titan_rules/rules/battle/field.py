"""A battle as bit masks, for rules that are applied repeatedly, and its characters."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from attrs import define, field

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
from .strike_tables import RangeStrike, StrikeOption, StrikeTables, VolleyTable, strike_tables

Fate: TypeAlias = Literal["slain", "left off", "gone back"]
NOWHERE = -1  # the hex number of a character off the board


@define(eq=False)
class Fighter:
    """A character of the fast battle; the rules take it for a Combatant.

    :ivar place: its index in ``everyone``.
    :ivar worth: its points (SCORE-1); ``value`` is the same, but for a Titan the whole Legion's (BATTLE-6).
    :ivar number: the number of its hex, or :data:`NOWHERE`.
    :ivar fate: why it left the battle; None while it is in it.
    """

    role: Role
    place: int
    name: CharacterName
    power: int
    worth: int
    value: float = field(init=False)
    hex: Hex | None = None
    hits: int = 0
    moved: bool = False
    struck: bool = False
    slowed: int = 0
    poisoned: int = 0
    number: int = field(init=False)
    fate: Fate | None = None

    def __attrs_post_init__(self) -> None:
        self.value = float(self.worth)
        self.number = NOWHERE if self.hex is None else HEX_NUMBER[self.hex]

    def copy(self) -> "Fighter":
        """An independent copy; a character that has left the battle no longer changes, so is shared."""
        if self.fate is not None:
            return self
        made: Fighter = object.__new__(Fighter)
        made.role, made.place, made.name, made.power = self.role, self.place, self.name, self.power
        made.worth, made.value, made.fate = self.worth, self.value, None
        made.hex, made.number, made.hits, made.slowed = self.hex, self.number, self.hits, self.slowed
        made.poisoned, made.moved, made.struck = self.poisoned, self.moved, self.struck
        return made

    @property
    def left(self) -> int:
        """The hits that still slay it (STRIKE-7)."""
        return self.power - self.hits

    def __repr__(self) -> str:
        return f"{self.name} {self.hex or self.fate or 'off the board'}"


class FastSide:
    """One side of the fast battle; the rules take it for a BattleSide.

    :ivar everyone: all its characters in order, including those that left the battle.
    """

    def __init__(self, side: BattleSide, role: Role) -> None:
        box = side.the_box
        self.score = side.score
        self.entry_side: EntrySide | None = side.entry_side
        self.slain: list[CharacterName] = list(side.slain)
        self.left_off: list[CharacterName] = list(side.left_off)
        self.reinforced, self.summoned, self.may_summon = side.reinforced, side.summoned, side.may_summon
        self.declined, self.elsewhere = side.declined, side.elsewhere
        self.everyone = [
            Fighter(
                role,
                place,
                c.name,
                side.power(c),
                box.points(c.name, side.score),
                *(c.hex, c.hits, c.moved, c.struck, c.slowed),
                c.poisoned if box.poisons else 0,
            )
            for place, c in enumerate(side.characters)
        ]
        self.characters = list(self.everyone)
        self.titan = next((f for f in self.everyone if f.name == TITAN), None)
        if self.titan is not None:
            self.titan.value = float(sum([f.worth for f in self.everyone]))

    def copy(self) -> "FastSide":
        """An independent copy."""
        made: FastSide = object.__new__(FastSide)
        made.__dict__.update(self.__dict__)
        made.slain, made.left_off = self.slain[:], self.left_off[:]
        made.everyone = [f.copy() for f in self.everyone]
        made.characters = [f for f in made.everyone if f.fate is None]
        made.titan = None if self.titan is None else made.everyone[self.titan.place]
        return made

    @property
    def names(self) -> tuple[CharacterName, ...]:
        """The characters in the battle."""
        return tuple([f.name for f in self.characters])

    @property
    def numbers(self) -> tuple[int, ...]:
        """Everyone's hex number, :data:`NOWHERE` off the board."""
        return tuple([f.number for f in self.everyone])

    def dismiss(self, gone: Iterable[Fighter], fate: Fate) -> None:
        """Remove characters from the battle."""
        for fighter in gone:
            fighter.fate, fighter.hex, fighter.number = fate, None, NOWHERE
        self.characters = [f for f in self.characters if f.fate is None]


Piece: TypeAlias = Combatant | Fighter  # a character on the board or about to enter
Side: TypeAlias = BattleSide | FastSide
C = TypeVar("C", bound=Piece)
C_co = TypeVar("C_co", bound=Piece, covariant=True)


def named(piece: Piece) -> str:
    """A character with its hex: ``the Ogre in D3``, or ``the Ogre`` off the board."""
    return f"the {piece.name} in {piece.hex}" if piece.hex is not None else f"the {piece.name}"


def place(piece: Piece) -> str:
    """A character's place: ``D3``, or ``off the board``."""
    return piece.hex if piece.hex is not None else "off the board"


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
    """The tables of a battle's terrain under its ruleset, shared between battles."""
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

    :ivar occupied: the hexes that hold a character, even a slain one; ``free`` the others.
    :ivar standing: by role, the hexes of the side's characters; ``living`` excludes the slain.
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

    def of(self, role: Role) -> Side:
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
"""A field of either kind of character."""


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
    """The view of a battle, cached on it, since one position is queried many times."""
    field: View | None = view_of(battle)
    if field is None:
        field = View(battle)
        carry_view(battle, field)
    return field


def advance(field: View, after: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> None:
    """Move a view to the next battle in the same phase (see :meth:`View.after`).

    The old battle loses its view: it is rarely queried again, and the two refer to each other.
    """
    carry_view(after, field.after(after, changed))
    carry_view(field.battle, None)


def _masks(box: Box, side: BattleSide) -> tuple[int, int]:
    """The hexes of a side's characters, and those of its slain."""
    standing = slain = 0
    for c in side.characters:
        label = c.hex
        if label is not None:
            bit = BIT[label]
            standing |= bit
            if c.hits and c.hits >= box.power(c.name, side.score):
                slain |= bit
    return standing, slain
