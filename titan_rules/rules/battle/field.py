"""A battle seen as bit masks: what the rules of the Battleland ask of a position again and again."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...box import Box
from ...box.battle_tables import BattleTables
from ...box.characters import TITAN
from ...box.hexes import ALL_HEXES, HEX_NUMBER
from ...box.sight_tables import SightTables
from ...digest.rulesets import Ruleset
from ...kernel.views import carry_view, drop_view, view_of
from ...position.battle import Battle, BattleSide, Combatant, Role
from .strike_tables import StrikeTables, strike_tables


class Field:
    """A view of one battle, cheap to make.

    :ivar occupied: the hexes that anyone holds, the slain included.
    :ivar free: the others.
    :ivar standing: by role, the hexes that the side's characters hold.
    :ivar living: by role, the same without the slain.
    :ivar who: by hex number, who stands there.
    :ivar options: by striker's and target's hex, the ways to roll found so far (kept by ``strike_options``).
    :ivar mover: the side that may maneuver now, if any; see :mod:`titan_rules.rules.battle.halts`.
    :ivar striker: the side that may strike now, if any.
    """

    __slots__ = (
        "battle",
        "box",
        "free",
        "living",
        "mover",
        "occupied",
        "options",
        "rules",
        "sights",
        "standing",
        "striker",
        "strikes",
        "tables",
        "terrain",
        "who",
    )

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.rules: Ruleset = battle.rules
        self.terrain: str = battle.terrain
        self.box: Box = battle.the_box
        self.tables: BattleTables = self.box.battle_tables[battle.terrain, self.rules.cliffs]
        self.sights: SightTables = self.box.sight_tables[battle.terrain, self.rules.three_slopes]
        self.options: dict[tuple[str | None, str | None], Any] = {}
        self.strikes: StrikeTables = strike_tables(self.box, battle.terrain)
        who: dict[int, Combatant] = {}
        attackers, attackers_alive = _masks(self.box, battle.attacker, who)
        defenders, defenders_alive = _masks(self.box, battle.defender, who)
        self.who: dict[int, Combatant] = who
        self.standing: Mapping[Role, int] = {"attacker": attackers, "defender": defenders}
        self.living: Mapping[Role, int] = {"attacker": attackers_alive, "defender": defenders_alive}
        self.occupied = attackers | defenders
        self.free = ALL_HEXES & ~self.occupied
        maneuver = battle.phase == "maneuver"
        goes_on = battle.outcome is None and (battle.pending is None or battle.pending == "drift")
        self.mover: Role | None = battle.side if maneuver and goes_on else None
        self.striker: Role | None = None if maneuver or not goes_on else battle.acting

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
        after.options = {}
        after.who = who = dict(self.who)
        after.standing, after.living = self.standing, self.living
        after.occupied, after.free = self.occupied, self.free
        for role, old, new in changed:
            here = HEX_NUMBER[new.hex or ""]
            if old.hex != new.hex:
                after._put(role, old, here)
            elif new.hits and after.left(role, new) <= 0:
                after.living = {**after.living, role: after.living[role] & ~(1 << here)}
            who[here] = new
        return after

    def _put(self, role: Role, old: Combatant, here: int) -> None:
        """A living character comes to a free hex."""
        leaves = 0
        if old.hex is not None:
            number = HEX_NUMBER[old.hex]
            leaves = 1 << number
            del self.who[number]
        change = leaves | 1 << here
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


def _masks(box: Box, side: BattleSide, who: dict[int, Combatant]) -> tuple[int, int]:
    """The hexes that a side's characters hold, and those that its living ones do; enters them in ``who``."""
    standing = slain = 0
    number, power, score = HEX_NUMBER, box.base_power, side.score
    for c in side.characters:
        label = c.hex
        if label is not None:
            n = number[label]
            who[n] = c
            standing |= 1 << n
            hits = c.hits
            if hits and hits >= (power[c.name] if c.name != TITAN else box.power(TITAN, score)):
                slain |= 1 << n
    return standing, standing & ~slain
