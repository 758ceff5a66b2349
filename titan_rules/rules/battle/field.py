"""A battle seen as bit masks: what the rules of the Battleland ask of a position again and again."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ...box import Box
from ...box.battle_tables import BattleTables
from ...box.characters import TITAN
from ...box.hexes import ALL_HEXES, BIT, HEX_NUMBER
from ...box.sight_tables import SightTables
from ...digest.rulesets import Ruleset, ruleset
from ...kernel.rulesets import OptionValue
from ...kernel.views import carry_view, drop_view, view_of
from ...position.battle import Battle, BattleSide, Combatant, Role
from .strike_tables import StrikeTables, strike_tables


class Tabulated(NamedTuple):
    """What the rules have tabulated for a terrain under a ruleset."""

    rules: Ruleset
    box: Box
    tables: BattleTables
    sights: SightTables
    strikes: StrikeTables


@lru_cache(512)
def _tabulated(box: Box, terrain: str, preset: str, options: Mapping[str, OptionValue] | None) -> Tabulated:
    rules = ruleset(preset, options)
    tables, sights = box.battle_tables[terrain, rules.cliffs], box.sight_tables[terrain, rules.three_slopes]
    return Tabulated(rules, box, tables, sights, strike_tables(box, terrain))


class Field:
    """A view of one battle, cheap to make.

    :ivar occupied: the hexes that anyone holds, the slain included.
    :ivar free: the others.
    :ivar standing: by role, the hexes that the side's characters hold.
    :ivar living: by role, the same without the slain.
    :ivar shots: by striker's hex, whom it may rangestrike, as found so far (kept by ``rangestrike_targets``).
    :ivar options: by striker's and target's hex, the ways to roll found so far (kept by ``strike_options``).
    :ivar mover: the side that may maneuver now, if any; see :mod:`titan_rules.rules.battle.halts`.
    :ivar striker: the side that may strike now, if any.
    """

    __slots__ = (
        "_who",
        "battle",
        "box",
        "free",
        "living",
        "mover",
        "occupied",
        "options",
        "rules",
        "shots",
        "sights",
        "standing",
        "striker",
        "strikes",
        "tables",
        "terrain",
    )

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.terrain: str = battle.terrain
        found = _tabulated(battle.the_box, battle.terrain, battle.ruleset, battle.options or None)
        self.rules, self.box, self.tables, self.sights, self.strikes = found
        self.options: dict[tuple[str | None, str | None], Any] = {}
        self.shots: dict[str, Any] = {}
        self._who: dict[int, Combatant] | None = None
        self.mover: Role | None = None
        self.striker: Role | None = None
        if battle.outcome is None and (battle.pending is None or battle.pending == "drift"):
            if battle.phase == "maneuver":
                self.mover = battle.side
            else:
                self.striker = battle.acting
        self.standing: Mapping[Role, int]
        self.living: Mapping[Role, int]
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
    def who(self) -> dict[int, Combatant]:
        """By hex number, who stands there."""
        if self._who is None:
            battle, number = self.battle, HEX_NUMBER
            everyone = battle.attacker.characters + battle.defender.characters
            self._who = {number[c.hex]: c for c in everyone if c.hex is not None}
        return self._who

    def power(self, role: Role, combatant: Combatant) -> int:
        """The Power-factor of a side's character (STRIKE-2)."""
        name = combatant.name
        if name != TITAN:
            return self.box.base_power[name]
        return self.box.power(name, self.battle.of(role).score)

    def left(self, role: Role, combatant: Combatant) -> int:
        """The hits that a side's character still needs to be slain; 0 or less: it is slain (STRIKE-7)."""
        return self.power(role, combatant) - combatant.hits

    def in_contact(self, role: Role, combatant: Combatant, *, slain: bool = False) -> int:
        """The hexes of the enemies that a side's character is in contact with (MANEUVER-2).

        :param slain: count the slain, too.
        """
        if combatant.hex is None:
            return 0
        enemies = (self.standing if slain else self.living)["attacker" if role == "defender" else "defender"]
        return self.tables.contact[HEX_NUMBER[combatant.hex]] & enemies

    def after(self, battle: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> "Field":
        """The view of a battle in the same phase in which nothing but some characters has changed.

        :param changed: the side of each, it as it was, and it as it is now, on the board.
        """
        after: Field = object.__new__(Field)
        after.battle = battle
        after.box, after.rules, after.terrain = self.box, self.rules, self.terrain
        after.tables, after.sights, after.strikes = self.tables, self.sights, self.strikes
        after.mover, after.striker = self.mover, self.striker
        after.shots = {}
        after.options = {}
        after.standing, after.living = self.standing, self.living
        after.occupied, after.free = self.occupied, self.free
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


def field_of(battle: Battle) -> Field:
    """The view of a battle, which the battle carries, since one position is asked many things."""
    field: Field | None = view_of(battle)
    if field is None:
        field = Field(battle)
        carry_view(battle, field)
    return field


def advance(field: Field, after: Battle, changed: Iterable[tuple[Role, Combatant, Combatant]]) -> None:
    """Hand a view on to the battle that follows in the same phase; see :meth:`Field.after`.

    The old battle keeps none: who plays on seldom asks it again, and a battle and its view hold each other.
    """
    carry_view(after, field.after(after, changed))
    drop_view(field.battle)


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
