"""Groups of minions: what happens when the top one is defeated (CS-GRP-2, 3), and damage to any unit (CS-GATE-1)."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, fields, frozen

from ....kernel.rulings import Ruling, consequence
from ..facts import goes_to
from ..state import Action, Chip, Position, Unit

NOTHING: Mapping[str, Any] = {}


@frozen
class Harm:
    """What damage does to a unit.

    :param before, after: its HP; 0 after: it is defeated.
    :param goes_to: where it goes, if it is defeated (CS-GATE-1).
    :param revealed: the minion under it that goes on in its place (CS-GRP-2).
    """

    chip: Chip
    before: int
    after: int
    goes_to: str | None = None
    revealed: str | None = None

    @property
    def defeated(self) -> bool:
        """Whether the damage defeats it."""
        return self.after == 0


def harm(position: Position, chip: Chip, faction: str | None, damage: int) -> Harm:
    """What damage does to a unit; what goes beyond its HP is lost (CS-GRP-2, CS-GATE-3)."""
    after = max(0, chip.life - damage)
    if after:
        return Harm(chip, chip.life, after)
    beneath = chip.under[0].id if isinstance(chip, Unit) and chip.under else None
    ai = faction is not None and position.is_ai(faction)
    return Harm(chip, chip.life, 0, goes_to(chip.kind, faction, ai), beneath)


def harm_rulings(found: Harm, damage: int) -> list[Ruling]:
    """What follows from the damage."""
    if not found.defeated:
        return []
    name = found.chip.id
    sentence = "{unit} had {hp} HP and takes {damage}: it is defeated and goes to {where}"
    if found.goes_to == goes_to("hero", None, False):
        sentence = "{unit} had {hp} HP and takes {damage}: it is defeated and goes {where}"
    rulings = [consequence("CS-GATE-1", sentence, unit=name, hp=found.before, damage=damage, where=found.goes_to)]
    if found.revealed is not None:
        lost = damage - found.before
        sentence = "{unit} lay under it and goes on with full HP"
        if lost:
            sentence = "{unit} lay under it and goes on with full HP; the {lost} damage left over is lost"
        rulings.append(consequence("CS-GRP-2", sentence, unit=found.revealed, lost=lost))
    return rulings


def harmed(
    position: Position, found: Harm, acting: Action | None = None, changes: Mapping[str, Any] = NOTHING
) -> Position:
    """The position after a unit on the map, or at a gate, has taken damage.

    :param acting: the action that it was carrying out, if it was (CS-GRP-3).
    :param changes: what else changes on the unit, whether or not it survives as a group.
    """
    name = found.chip.id
    units = []
    for unit in position.units:
        if unit.id != name:
            units.append(unit)
            continue
        left = revealed(unit, acting) if found.defeated else evolve(unit, hp=_hp(found))
        if left is not None:
            units.append(evolve(left, **changes))
    gates = []
    for gate in position.gates:
        stack = [evolve(c, hp=_hp(found), **changes) if c.id == name else c for c in gate.stack]
        gates.append(evolve(gate, stack=tuple(c for c in stack if c.id != name or not found.defeated)))
    return evolve(position, units=tuple(units), gates=tuple(gates))


def _hp(found: Harm) -> int | None:
    return None if found.after == found.chip.health else found.after


def revealed(unit: Unit, acting: Action | None) -> Unit | None:
    """What is left of a unit when its top chip is defeated: the group under it, or nothing (CS-GRP-2)."""
    if not unit.under:
        return None
    chip, *rest = unit.under
    stats = {a.name: getattr(chip, a.name) for a in fields(Chip)}
    return Unit(
        **{**stats, "hp": None},
        faction=unit.faction,
        at=unit.at,
        moved=unit.moved,
        attacked=unit.attacked,
        fell_in=acting,
        under=tuple(rest),
    )


def carry_on_ruling(position: Position, found: Harm, acting: Action) -> Ruling | None:
    """How a group goes on whose top minion fell while acting (CS-GRP-3); None where it is no group."""
    if found.revealed is None:
        return None
    sentence = "{unit} fell in its {action}: that stops here, {next} goes on with the actions that follow"
    if position.readings.group_carry_on == "same_point":
        sentence = "{unit} fell in its {action}: {next} goes on from the same point"
    return consequence("CS-GRP-3", sentence, unit=found.chip.id, action=acting, next=found.revealed)
