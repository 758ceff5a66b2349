"""Which upgrades a unit or a spire may take (CS-UP)."""

from ....kernel.rulings import Ruling, illegal, legal
from ..facts import BOX, UpgradeKind
from ..positions import in_play
from ..state import Chip, Position, Spire


def supply_left(position: Position, kind: UpgradeKind) -> int:
    """How many upgrades of a kind are left: as the document says, else the box less those in play (CS-UP-4)."""
    if position.supply is not None and kind in position.supply:
        return position.supply[kind]
    return BOX[kind] - in_play(position)[kind]


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
