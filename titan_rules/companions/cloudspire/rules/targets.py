"""Whom a unit may attack (CS-ATT-2, 20, 21, 30), and in which class an AI sees each target (CS-ATT-31, 32)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ..facts import FORTIFICATION_WITHSTANDS
from ..hexes import Hex, apart
from ..options import Readings
from ..state import Chip, Gate, Position, Spire, Unit
from .lookup import Piece, name_of, pieces

TargetKind: TypeAlias = Literal["gate", "hero", "spire", "minion", "landmark-minion"]

RANKS: tuple[TargetKind, ...] = ("hero", "spire", "minion", "landmark-minion")
"""The order inside a class as the sheet writes it (CS-ATT-31)."""

CLASSES = {1: "fortress gate", 2: "can be defeated", 3: "can be damaged", 4: "other units and spires"}
FIRE_CLASSES = {1: "can be defeated", 2: "can be damaged", 3: "other units"}


def kind_of(piece: Piece) -> TargetKind:
    """What a target is."""
    if isinstance(piece, Gate):
        return "gate"
    return "spire" if isinstance(piece, Spire) else piece.kind


@frozen
class SpireHit:
    """What an attack does to a spire (CS-ATT-5).

    :param removed: the upgrade that goes.
    :param left: those that stay, the bottom one first.
    :param falls: by the reading chosen.
    :param undecided: the two readings of ``spire_falls`` differ on this hit.
    """

    removed: str | None
    left: tuple[str, ...]
    falls: bool
    undecided: bool = False

    @property
    def harms(self) -> bool:
        """Whether it does anything at all."""
        return self.removed is not None or self.falls


def spire_hit(spire: Spire, damage: int, readings: Readings) -> SpireHit:
    """An attack with so much damage on a spire."""
    upgrades = spire.upgrades
    if not upgrades:
        return SpireHit(None, (), damage >= 1)
    least = 0 if readings.spire_damage == "even_zero" else 1
    if upgrades[0] == "fort":
        least = FORTIFICATION_WITHSTANDS + 1
    if damage < least:
        return SpireHit(None, upgrades, False)
    left = upgrades[1:]
    return SpireHit(upgrades[0], left, not left and readings.spire_falls == "last_upgrade", undecided=not left)


def can_attack(unit: Chip, piece: Piece, readings: Readings) -> bool:
    """Whether a unit's attack is one at all against a target: attack 0 is none (CS-ATT-4), but see CS-ATT-5."""
    if unit.damage:
        return True
    return isinstance(piece, Spire) and unit.attack is not None and readings.spire_damage == "even_zero"


def harms(unit: Chip, piece: Piece, readings: Readings) -> bool:
    """Whether a unit's attack does a target any harm."""
    if isinstance(piece, Spire):
        return can_attack(unit, piece, readings) and spire_hit(piece, unit.damage, readings).harms
    return unit.damage > 0


def defeats(unit: Chip, piece: Piece, readings: Readings) -> bool:
    """Whether a unit's attack defeats a target: this hit makes a spire fall (CS-ATT-31)."""
    if isinstance(piece, Spire):
        return can_attack(unit, piece, readings) and spire_hit(piece, unit.damage, readings).falls
    life = piece.hp if isinstance(piece, Gate) else piece.life
    return unit.damage >= life


def in_reach(position: Position, unit: Unit) -> list[Piece]:
    """The hostile pieces inside a unit's range (CS-ATT-2)."""
    return [
        piece
        for piece in pieces(position)
        if position.hostile(unit.faction, piece.faction) and apart(unit.hex, piece.hex) <= unit.reach
    ]


def attackable(position: Position, unit: Unit) -> list[Piece]:
    """The pieces that a unit may attack, as far as range and damage go; an AI hero spares what it cannot harm."""
    readings = position.readings
    found = [piece for piece in in_reach(position, unit) if can_attack(unit, piece, readings)]
    if position.is_ai(unit.faction) and unit.kind == "hero":
        return [piece for piece in found if harms(unit, piece, readings)]
    return found


@frozen
class Classed:
    """A target with its priority.

    :param number: the class, 1 first.
    :param rank: the place inside its class as the sheet writes it.
    """

    name: str
    kind: TargetKind
    at: Hex
    number: int
    about: str
    rank: int


def classed(position: Position, unit: Unit) -> list[Classed]:
    """The targets of an AI unit by priority (CS-ATT-31), the first ones first."""
    readings = position.readings
    found = []
    for piece in attackable(position, unit):
        kind = kind_of(piece)
        number = 4
        if kind == "gate":
            number = 1
        elif defeats(unit, piece, readings):
            number = 2
        elif harms(unit, piece, readings):
            number = 3
        rank = RANKS.index(kind) if number in (2, 3) else 0
        found.append(Classed(name_of(piece), kind, piece.hex, number, CLASSES[number], rank))
    return sorted(found, key=lambda c: (c.number, c.rank))


def best(targets: Sequence[Classed], readings: Readings) -> list[Classed]:
    """Those of the highest priority, by the reading ``ai_rank``; several: the player decides (CS-GEN-1).

    :param targets: sorted by class and rank.
    """
    ranked = readings.ai_rank == "ordered"
    return [c for c in targets if c.number == targets[0].number and (c.rank == targets[0].rank or not ranked)]


def targets_of(position: Position, unit: Unit) -> list[str]:
    """The names of the pieces that a unit may attack: of an AI unit those of the highest priority (CS-ATT-31)."""
    if position.is_ai(unit.faction):
        return [found.name for found in best(classed(position, unit), position.readings)]
    return [name_of(piece) for piece in attackable(position, unit)]
