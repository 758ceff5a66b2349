"""Whom a unit or a spire reaches, what it would do to it, and whom an AI's aims at (CS-ATT-2, 5, 10, 30 to 32)."""

from typing import Literal, TypeAlias

from ...kernel.fields import key
from ...kernel.games import CannotTell, Fault, field, frozen
from .facts import FORTIFICATION_WITHSTANDS
from .hexes import Hex, apart
from .readings import Readings
from .state import Chip, Gate, Position, Spire, Target, Unit, name_of

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
    undecided: bool = False


def spire_hit(spire: Spire, damage: int, readings: Readings) -> SpireHit:
    """An attack with so much damage on a spire."""
    if not spire.upgrades:
        return SpireHit(None, (), damage >= 1)
    bottom, left = spire.upgrades[0], spire.upgrades[1:]
    least = 0 if readings.spire_damage == "even_zero" else 1
    if damage < (FORTIFICATION_WITHSTANDS + 1 if bottom == "fort" else least):
        return SpireHit(None, spire.upgrades, False)
    return SpireHit(bottom, left, not left and readings.spire_falls == "last_upgrade", undecided=not left)


def effect(unit: Chip, piece: Target, readings: Readings) -> Literal["defeats", "harms", "nothing"] | None:
    """What a unit's attack does to a target; to defeat a spire is to make it fall (CS-ATT-31).

    :returns: None where it is no attack at all: attack 0 is none (CS-ATT-4), but see CS-ATT-5.
    """
    spire = isinstance(piece, Spire)
    if not unit.damage and not (spire and unit.attack is not None and readings.spire_damage == "even_zero"):
        return None
    if isinstance(piece, Spire):
        hit = spire_hit(piece, unit.damage, readings)
        return "defeats" if hit.falls else "nothing" if hit.removed is None else "harms"
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

    @property
    def place(self) -> tuple[int, int]:
        """The class, and the place inside it."""
        return self.number, self.rank


def targets(position: Position, unit: Unit) -> list[Ranked]:
    """The hostile pieces in a unit's range that it may attack, by the priority of AI units (CS-ATT-31)."""
    readings, in_reach = position.readings, []
    for piece in position.targets().values():
        effects = effect(unit, piece, readings)
        near = position.hostile(unit.faction, piece.faction) and apart(unit.at, piece.at) <= unit.reach
        spared = effects == "nothing" and unit.kind == "hero" and position.is_ai(unit.faction)  # CS-ATT-30
        if near and effects is not None and not spared:
            number = 1 if isinstance(piece, Gate) else {"defeats": 2, "harms": 3, "nothing": 4}[effects]
            kind = piece.kind if isinstance(piece, Unit) else "spire" if isinstance(piece, Spire) else "gate"
            rank = RANKS.index(kind) if number in (2, 3) else 0
            in_reach.append(Ranked(name_of(piece), kind, piece.at, number, CLASSES[number - 1], rank))
    return in_reach


def targets_of_ai(position: Position, piece: Unit | Spire) -> list[Ranked]:
    """The targets of an AI unit or spire by priority, the first ones first (CS-ATT-31, 32).

    A spire's are judged as if the dice rolled their maximum.

    :raises CannotTell: the document does not say what the dice show at most, and it matters.
    """
    if isinstance(piece, Unit):
        return sorted(targets(position, piece), key=lambda target: target.place)
    units = may_fire_at(position, piece)
    if piece.dice and units and position.die.most is None:
        message = f"the targets of {piece.id} depend on the most a die shows, and the document does not say it"
        raise CannotTell(Fault("dice-missing", message, "/dice", hint='"dice": {"max": 2} or "dice": {"faces": [...]}'))
    most, in_reach = (position.die.most or 0) * piece.dice, []
    for unit in units:
        if not position.is_ai(unit.faction):
            number = 1 if most >= unit.life else 2 if most else 3
            rank = RANKS.index(unit.kind) if number < 3 else 0
            in_reach.append(Ranked(unit.id, unit.kind, unit.at, number, FIRE_CLASSES[number - 1], rank))
    return sorted(in_reach, key=lambda target: target.place)


def best(position: Position, piece: Unit | Spire) -> list[Ranked]:
    """An AI's targets of the highest priority, by the reading ``ai_rank``; several: the player decides (CS-GEN-1).

    :raises CannotTell: as :func:`targets_of_ai`.
    """
    ranking, ranked = targets_of_ai(position, piece), position.readings.ai_rank == "ordered"
    return [t for t in ranking if t.place == ranking[0].place or (t.number == ranking[0].number and not ranked)]


def targets_of(position: Position, unit: Unit) -> list[str]:
    """The names of the pieces that a unit may attack: of an AI unit those of the highest priority (CS-ATT-31)."""
    among = best if position.is_ai(unit.faction) else targets
    return [target.name for target in among(position, unit)]


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
