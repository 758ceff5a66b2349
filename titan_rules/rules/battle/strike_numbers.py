"""Dice and Strike-number of a strike between characters in contact (STRIKE-2 to STRIKE-6)."""

from collections.abc import Iterable

from ...box import Box
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...kernel.rulings import Ruling, legal
from ...position.battle import Combatant, Role
from .field import AnyField, Standing, View
from .level_ground import EVEN_STRIKE_NUMBER, MAX_STRIKE_NUMBER, number_ruling, power_ruling, six_ruling
from .strike_tables import Change, changes
from .wording import named


def dice_and_number(field: AnyField, role: Role, striker: Standing, target: Standing) -> tuple[int, int]:
    """The natural strike: how many dice, and what each must show (STRIKE-2 to STRIKE-6).

    :raises KeyError: the two are not in contact.
    """
    return roll_between(field, role, striker.name, striker.hex or "", target.name, target.hex or "")


def roll_between(
    field: AnyField, role: Role, striker: CharacterName, start: str, target: CharacterName, end: str
) -> tuple[int, int]:
    """The natural strike of one character at another, if they stood in two hexes in contact (STRIKE-2 to STRIKE-6)."""
    dice, numbers = field.strikes.rows[striker][start, end]
    if striker == TITAN:
        dice += field.of(role).score // field.box.titan_step
    return dice, numbers[target]


def contacts(field: AnyField, role: Role, combatant: Standing) -> int:
    """The hexes of the living enemies that a side's character is in contact with, so may strike (STRIKE-1, 8, 9)."""
    return field.in_contact(role, combatant)


def strike_rulings(field: View, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How dice and Strike-number of a natural strike come about: a ruling for each change (STRIKE-2 to 6).

    :raises ValueError: the two are not in contact.
    """
    if striker.hex is None or target.hex is None:
        raise ValueError("both must stand on the Battleland")
    box = field.box
    found = changes(box, field.terrain, striker.name, striker.hex, target.name, target.hex)
    power = field.power(role, striker)
    return [
        power_ruling(box, striker.name, named(striker), power, field.of(role).score, "dice"),
        *numbers_explained(box, striker, target, power, found, "STRIKE-3"),
    ]


def numbers_explained(
    box: Box, striker: Combatant, target: Combatant, dice: int, found: Iterable[Change], rule: str
) -> list[Ruling]:
    """The rulings from the unchanged dice and Skill-factors to what is rolled.

    :param rule: the rule that gives the unchanged Strike-number.
    """
    skill, other = box.characters[striker.name].skill, box.characters[target.name].skill
    number = EVEN_STRIKE_NUMBER - skill + other
    rulings = [number_ruling(rule, skill, other, named(target))]
    for change in found:
        if change.changed == "dice":
            dice += change.by
            rulings.append(
                legal(
                    change.rule,
                    "{because}: {by:+d} dice, {dice} in all",
                    because=change.because,
                    by=change.by,
                    dice=dice,
                )
            )
        elif change.changed == "skill":
            skill += change.by
            number -= change.by
            rulings.append(
                legal(
                    change.rule,
                    "{because}: Skill-factor {by:+d} is {skill}, Strike-number {number}",
                    because=change.because,
                    by=change.by,
                    skill=skill,
                    number=number,
                )
            )
        else:
            number += change.by
            rulings.append(
                legal(
                    change.rule,
                    "{because}: Strike-number {by:+d} is {number}",
                    because=change.because,
                    by=change.by,
                    number=number,
                )
            )
    if number > MAX_STRIKE_NUMBER:
        rulings.append(six_ruling(number))
    return rulings
