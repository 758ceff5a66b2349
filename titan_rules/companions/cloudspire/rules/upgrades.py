"""Which upgrades a unit or a spire may take (CS-UP)."""

from typing import TypeVar

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, illegal, legal
from ..facts import BOX, UpgradeKind
from ..positions import in_play
from ..state import Chip, Position, Spire, on_every_chip

C = TypeVar("C", bound=Chip)


def supply_left(position: Position, kind: UpgradeKind) -> int:
    """How many upgrades of a kind are left: as the document says, else the box less those in play (CS-UP-4)."""
    if position.supply is not None and kind in position.supply:
        return position.supply[kind]
    return BOX[kind] - in_play(position)[kind]


def upgrade_rulings(position: Position, piece: Chip | Spire, kind: UpgradeKind) -> list[Ruling]:
    """Whether a piece may take an upgrade: what forbids it, or what allows it."""
    rule = spire_upgrade if isinstance(piece, Spire) else unit_upgrade
    return rule(position, piece, kind)  # type: ignore[arg-type]  # each rule gets its own kind of piece


def upgraded(position: Position, piece: Chip | Spire, kind: UpgradeKind) -> Position:
    """The position with an upgrade that is legal: on top of a spire's stack, on a unit wherever it lies."""
    if position.supply is not None and kind in position.supply:
        position = evolve(position, supply={**position.supply, kind: position.supply[kind] - 1})
    if isinstance(piece, Spire):
        built = evolve(piece, upgrades=(*piece.upgrades, kind))
        return evolve(position, spires=tuple(built if s.id == piece.id else s for s in position.spires))

    def with_it(chip: C) -> C:
        if chip.id != piece.id:
            return chip
        return evolve(chip, upgrades=evolve(chip.upgrades, **{kind: getattr(chip.upgrades, kind) + 1}))

    return on_every_chip(position, with_it)


def unit_upgrade(position: Position, chip: Chip, kind: UpgradeKind) -> list[Ruling]:
    """Whether a unit may take an upgrade: what forbids it, or what allows it."""
    if kind == "fort":
        return [illegal("CS-UP-4", "fortifications are for spires, {unit} is a {kind}", unit=chip.id, kind=chip.kind)]
    if kind == "attack" and chip.attack is None:
        return [illegal("CS-UP-1", "{unit} has no attack icon", unit=chip.id)]
    if kind == "range" and chip.range is None:
        return [illegal("CS-UP-2", "{unit} has no talent Range", unit=chip.id)]
    empty = _supply(position, kind)
    if empty is not None:
        return [empty]
    if kind == "attack":
        sentence = "{unit} has the attack icon {icon}: its damage goes from {before} to {after}"
        facts = {"icon": chip.attack, "before": chip.damage, "after": chip.damage + 1}
        return [legal("CS-UP-1", sentence, None, unit=chip.id, **facts)]
    sentence = "{unit} has the talent Range: its reach goes from {before} to {after}"
    return [legal("CS-UP-2", sentence, unit=chip.id, before=chip.reach, after=chip.reach + 1)]


def spire_upgrade(position: Position, spire: Spire, kind: UpgradeKind) -> list[Ruling]:
    """Whether a spire may take an upgrade: what forbids it, or what allows it."""
    count = len(spire.upgrades)
    facts = {"spire": spire.id, "count": count, "capacity": spire.capacity, "kind": kind}
    if spire.capacity is not None and count >= spire.capacity:
        sentence = "{spire} carries {count} upgrades already, its capacity is {capacity}"
        return [illegal("CS-UP-4", sentence, None, **facts)]
    empty = _supply(position, kind)
    if empty is not None:
        return [empty]
    sentence = "{spire} takes any upgrade, {kind} too; it carries {count} of {capacity}"
    if spire.capacity is None:
        sentence = "{spire} takes any upgrade, {kind} too; it carries {count}, and the document gives no capacity"
    return [legal("CS-UP-4", sentence, None, **facts)]


def _supply(position: Position, kind: UpgradeKind) -> Ruling | None:
    if supply_left(position, kind) > 0:
        return None
    return illegal("CS-UP-4", "the supply of {kind} upgrades is empty", kind=kind)
