"""Dice and Strike-number of a strike between characters in contact (STRIKE-2 to STRIKE-6)."""

from ...box import Box
from ...box.characters import TITAN
from ...kernel.rulings import Ruling, legal
from ...position.battle import Battle, Combatant, Role
from .field import Field
from .level_ground import EVEN_STRIKE_NUMBER, MAX_STRIKE_NUMBER, number_ruling, power_ruling, six_ruling
from .strike_tables import Change, changes
from .wording import named


def dice_and_number(field: Field, role: Role, striker: Combatant, target: Combatant) -> tuple[int, int]:
    """The natural strike: how many dice, and what each must show (STRIKE-2 to STRIKE-6).

    :raises KeyError: the two are not in contact.
    """
    name = striker.name
    dice, numbers = field.strikes.rows[name][striker.hex, target.hex]  # type: ignore[index]
    if name == TITAN:
        dice += field.battle.of(role).score // field.box.titan_step
    return dice, numbers[target.name]


def contacts(field: Field, role: Role, combatant: Combatant) -> int:
    """The hexes of the living enemies that a side's character is in contact with, so may strike (STRIKE-1, 8, 9)."""
    return field.in_contact(role, combatant)


def strike_rulings(battle: Battle, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How dice and Strike-number of a natural strike come about: a ruling for each change (STRIKE-2 to 6).

    :raises ValueError: the two are not in contact.
    """
    if striker.hex is None or target.hex is None:
        raise ValueError("both must stand on the Battleland")
    box = battle.the_box
    found = changes(box, battle.terrain, striker.name, striker.hex, target.name, target.hex)
    power = battle.of(role).power(striker)
    return [
        power_ruling(box, striker.name, named(striker), power, battle.of(role).score, "dice"),
        *numbers_explained(box, striker, target, power, found, "STRIKE-3"),
    ]


def numbers_explained(
    box: Box, striker: Combatant, target: Combatant, dice: int, found: list[Change], rule: str
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
