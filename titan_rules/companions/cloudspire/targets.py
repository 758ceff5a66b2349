"""Whom a unit or a spire reaches, what it would do to it, and whom an AI's aims at (CS-ATT-2, 5, 10, 30 to 32)."""

from typing import Literal, TypeAlias

from ...kernel.fields import key
from ...kernel.games import CannotTell, Fault, field, frozen
from .facts import FORTIFICATION_WITHSTANDS, Readings, UpgradeKind
from .hexes import Hex, apart
from .state import Chip, Gate, Position, Spire, Target, Unit

TargetKind: TypeAlias = Literal["gate", "hero", "spire", "minion", "landmark-minion"]

RANKS: tuple[TargetKind, ...] = ("hero", "spire", "minion", "landmark-minion", "gate")
"""The order inside a class as the sheet writes it (CS-ATT-31); a gate is a class of its own."""

CLASSES = ("fortress gate", "can be defeated", "can be damaged", "other units and spires")
FIRE_CLASSES = ("can be defeated", "can be damaged", "other units")


def spire_hit(spire: Spire, damage: int, readings: Readings) -> tuple[tuple[UpgradeKind, ...], bool]:
    """The upgrades that an attack leaves on a spire, the bottom one first, and whether it falls (CS-ATT-5)."""
    if not spire.upgrades:
        return (), damage >= 1
    least = 0 if readings.spire_damage == "even_zero" else 1
    if damage < (FORTIFICATION_WITHSTANDS + 1 if spire.upgrades[0] == "fort" else least):
        return spire.upgrades, False
    left = spire.upgrades[1:]
    return left, not left and readings.spire_falls == "last_upgrade"


def effect(unit: Chip, piece: Target, readings: Readings) -> Literal["defeats", "harms", "nothing"] | None:
    """What a unit's attack does to a target; to defeat a spire is to make it fall (CS-ATT-31).

    :returns: None where it is no attack at all: attack 0 is none (CS-ATT-4), but see CS-ATT-5.
    """
    spire = isinstance(piece, Spire)
    if not unit.damage and not (spire and unit.attack is not None and readings.spire_damage == "even_zero"):
        return None
    if isinstance(piece, Spire):
        left, falls = spire_hit(piece, unit.damage, readings)
        return "defeats" if falls else "nothing" if left == piece.upgrades else "harms"
    return "defeats" if unit.damage >= (piece.hp if isinstance(piece, Gate) else piece.life) else "harms"


@frozen
class Ranked:
    """A target with its priority.

    :param number: the class, 1 first.
    :param rank: its place inside the class, as the sheet writes it (CS-ATT-31).
    """

    name: str = field(metadata=key("target"))
    kind: TargetKind
    at: Hex
    number: int = field(metadata=key("class"))
    about: str
    rank: int = 0


def targets(at: Position, unit: Unit) -> list[Ranked]:
    """The hostile pieces in a unit's range that it may attack, by the priority of AI units (CS-ATT-31)."""
    in_reach = []
    for name, piece in at.targets.items():
        effects = effect(unit, piece, at.readings)
        near = at.hostile(unit.faction, piece.faction) and apart(unit.at, piece.at) <= unit.reach
        spared = effects == "nothing" and unit.kind == "hero" and at.is_ai(unit.faction)  # CS-ATT-30
        if near and effects is not None and not spared:
            number = 1 if isinstance(piece, Gate) else {"defeats": 2, "harms": 3, "nothing": 4}[effects]
            kind = piece.kind if isinstance(piece, Unit) else "spire" if isinstance(piece, Spire) else "gate"
            rank = RANKS.index(kind) if number in (2, 3) else 0
            in_reach.append(Ranked(name, kind, piece.at, number, CLASSES[number - 1], rank))
    return in_reach


def may_fire_at(at: Position, spire: Spire) -> list[Unit]:
    """The units that a spire reaches: hostile heroes and minions of the player whose turn it is (CS-ATT-10)."""
    units = [unit for unit in at.units if unit.faction == at.current and at.hostile(spire.faction, at.current)]
    return [unit for unit in units if apart(spire.at, unit.at) <= spire.reach]


def targets_of_ai(at: Position, piece: Unit | Spire) -> list[Ranked]:
    """The targets of an AI unit or spire by priority, the first ones first (CS-ATT-31, 32).

    A spire's are judged as if the dice rolled their maximum.

    :raises CannotTell: the document does not say what the dice show at most, and it matters.
    """
    if isinstance(piece, Unit):
        in_reach = targets(at, piece)
    else:
        units, in_reach = may_fire_at(at, piece), []
        if piece.dice and units and at.die.most is None:
            message = f"the targets of {piece.id} depend on the most a die shows, and the document does not say it"
            hint = '"dice": {"max": 2} or "dice": {"faces": [...]}'
            raise CannotTell(Fault("dice-missing", message, "/dice", hint=hint))
        most = (at.die.most or 0) * piece.dice
        for unit in units:
            if not at.is_ai(unit.faction):
                number = 1 if most >= unit.life else 2 if most else 3
                rank = RANKS.index(unit.kind) if number < 3 else 0
                in_reach.append(Ranked(unit.id, unit.kind, unit.at, number, FIRE_CLASSES[number - 1], rank))
    return sorted(in_reach, key=lambda target: (target.number, target.rank))


def best(at: Position, piece: Unit | Spire) -> list[Ranked]:
    """An AI's targets of the highest priority, by the reading ``ai_rank``; several: the player decides (CS-GEN-1).

    :raises CannotTell: as :func:`targets_of_ai`.
    """
    ranking, ranked = targets_of_ai(at, piece), at.readings.ai_rank == "ordered"
    top = [target for target in ranking if target.number == ranking[0].number]
    return [target for target in top if target.rank == top[0].rank or not ranked]


def targets_of(at: Position, unit: Unit) -> list[str]:
    """The names of the pieces that a unit may attack: of an AI unit those of the highest priority (CS-ATT-31)."""
    among = best if at.is_ai(unit.faction) else targets
    return [target.name for target in among(at, unit)]
