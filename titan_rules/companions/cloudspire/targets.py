"""Whom a unit or a spire reaches, what it would do to it, and whom an AI's aims at (CS-ATT-2, 5, 10, 30 to 32)."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from ...kernel.companions.telling import UNTOLD
from ...kernel.errors import CannotTell, Fault
from .facts import FORTIFICATION_WITHSTANDS
from .hexes import apart
from .options import Readings
from .pieces import Piece, name_of, pieces
from .state import Chip, Gate, Position, Spire, Unit

TargetKind: TypeAlias = Literal["gate", "hero", "spire", "minion", "landmark-minion"]

RANKS: tuple[TargetKind, ...] = ("hero", "spire", "minion", "landmark-minion", "gate")
"""The order inside a class as the sheet writes it (CS-ATT-31); a gate is a class of its own."""

CLASSES = ("fortress gate", "can be defeated", "can be damaged", "other units and spires")
FIRE_CLASSES = ("can be defeated", "can be damaged", "other units")


@frozen
class SpireHit:
    """What an attack does to a spire (CS-ATT-5).

    :param removed: the upgrade that goes.
    :param upgrades: those that stay, the bottom one first.
    :param falls: by the reading chosen.
    :param undecided: the two readings of ``spire_falls`` differ on this hit.
    """

    removed: str | None
    upgrades: tuple[str, ...]
    falls: bool
    undecided: bool = field(default=False, metadata=UNTOLD)


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


def effect(unit: Chip, piece: Piece, readings: Readings) -> Literal["defeats", "harms", "nothing"]:
    """What a unit's attack does to a target; to defeat a spire is to make it fall (CS-ATT-31)."""
    if not can_attack(unit, piece, readings):
        return "nothing"
    if isinstance(piece, Spire):
        hit = spire_hit(piece, unit.damage, readings)
        return "defeats" if hit.falls else "nothing" if hit.removed is None else "harms"
    return "defeats" if unit.damage >= (piece.hp if isinstance(piece, Gate) else piece.life) else "harms"


def attackable(position: Position, unit: Unit) -> list[Piece]:
    """The hostile pieces in a unit's range that it may attack; an AI hero spares what it cannot harm (CS-ATT-30)."""
    readings = position.readings
    spares = position.is_ai(unit.faction) and unit.kind == "hero"
    return [
        piece
        for piece in pieces(position).values()
        if position.hostile(unit.faction, piece.faction)
        and apart(unit.at, piece.at) <= unit.reach
        and can_attack(unit, piece, readings)
        and not (spares and effect(unit, piece, readings) == "nothing")
    ]


@frozen
class Target:
    """A target with its priority.

    :param number: the class, 1 first.
    :param ranked: targets of other kinds in the class come before or after it (CS-ATT-31).
    """

    piece: Piece
    number: int
    about: str
    ranked: bool

    @property
    def name(self) -> str:
        """As it is typed."""
        return name_of(self.piece)

    @property
    def kind(self) -> TargetKind:
        """What it is."""
        return self.piece.kind if isinstance(self.piece, Unit) else "spire" if isinstance(self.piece, Spire) else "gate"

    @property
    def rank(self) -> int:
        """Its place inside its class as the sheet writes it."""
        return RANKS.index(self.kind) if self.ranked else 0

    def to_json(self) -> dict[str, Any]:
        """As answers show it."""
        return {
            "target": self.name, "kind": self.kind, "at": self.piece.at, "class": self.number, "about": self.about,
        }  # fmt: skip


def _sorted(targets: Iterable[Target]) -> list[Target]:
    return sorted(targets, key=lambda target: (target.number, target.rank))


def targets_of_ai(position: Position, unit: Unit) -> list[Target]:
    """The targets of an AI unit by priority (CS-ATT-31), the first ones first."""
    numbers = {"defeats": 2, "harms": 3, "nothing": 4}
    found = []
    for piece in attackable(position, unit):
        number = 1 if isinstance(piece, Gate) else numbers[effect(unit, piece, position.readings)]
        found.append(Target(piece, number, CLASSES[number - 1], number in (2, 3)))
    return _sorted(found)


def targets_of_ai_spire(position: Position, spire: Spire) -> list[Target]:
    """The targets of an AI spire by priority, as if the dice rolled their maximum (CS-ATT-32).

    :raises CannotTell: the document does not say what the dice show at most, and it matters.
    """
    targets = may_fire_at(position, spire)
    if spire.dice and targets and position.die.most is None:
        message = f"the targets of {spire.id} depend on the most a die shows, and the document does not say it"
        raise CannotTell(Fault("dice-missing", message, "/dice", hint='"dice": {"max": 2} or "dice": {"faces": [...]}'))
    most = (position.die.most or 0) * spire.dice
    found = []
    for unit in targets:
        if not position.is_ai(unit.faction):
            number = 1 if most >= unit.life else 2 if most else 3
            found.append(Target(unit, number, FIRE_CLASSES[number - 1], number < 3))
    return _sorted(found)


def best(targets: list[Target], readings: Readings) -> list[Target]:
    """Those of the highest priority, by the reading ``ai_rank``; several: the player decides (CS-GEN-1).

    :param targets: sorted by class and rank.
    """
    ranked = readings.ai_rank == "ordered"
    return [t for t in targets if t.number == targets[0].number and (t.rank == targets[0].rank or not ranked)]


def targets_of(position: Position, unit: Unit) -> list[str]:
    """The names of the pieces that a unit may attack: of an AI unit those of the highest priority (CS-ATT-31)."""
    if position.is_ai(unit.faction):
        return [target.name for target in best(targets_of_ai(position, unit), position.readings)]
    return [name_of(piece) for piece in attackable(position, unit)]


def may_fire_at(position: Position, spire: Spire) -> list[Unit]:
    """The units that a spire reaches: hostile heroes and minions of the player whose turn it is (CS-ATT-10)."""
    hostile = position.hostile(spire.faction, position.current)
    units = [unit for unit in position.units if hostile and unit.faction == position.current]
    return [unit for unit in units if apart(spire.at, unit.at) <= spire.reach]


def firing_spires(position: Position) -> list[Spire]:
    """The hostile spires in the order in which their owners fire: from the current player's left (CS-ATT-11)."""
    names = list(position.factions)
    here = names.index(position.current)
    left = names[here + 1 :] + names[:here]
    hostile = [spire for spire in position.spires if position.hostile(spire.faction, position.current)]
    return sorted(hostile, key=lambda spire: left.index(spire.faction))
