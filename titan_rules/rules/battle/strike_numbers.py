"""Dice and Strike-number of a strike, on level ground and between characters in contact (STRIKE-2 to STRIKE-6)."""

from collections.abc import Iterable

from ...box import Box
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...kernel.dice import SIDES
from ...kernel.rulings import Facts, Ruling, legal
from ...kernel.wording import nouns
from ...position.battle import Combatant, Role
from .field import AnyField, Piece, View, named
from .strike_tables import EVEN_STRIKE_NUMBER, MAX_STRIKE_NUMBER, Change, changes, strike_number


def level_strike(box: Box, striker: CharacterName, target: CharacterName, score: int = 0) -> tuple[int, int]:
    """Dice and Strike-number without hazards; ``score``: of a Titan's owner (STRIKE-2, STRIKE-3)."""
    return box.power(striker, score), strike_number(box.characters[striker].skill, box.characters[target].skill)


def faces_that_hit(strike_number: int) -> int:
    """How many of a die's six faces hit (STRIKE-3)."""
    return min(SIDES, SIDES + 1 - strike_number)


def hits_rolled(dice: Iterable[int], strike_number: int) -> int:
    """How many dice of a roll reach the Strike-number (STRIKE-3).

    >>> hits_rolled([6, 5, 1], 5)
    2
    """
    return sum([die >= strike_number for die in dice])


def dice_and_number(field: AnyField, role: Role, striker: Piece, target: Piece) -> tuple[int, int]:
    """Dice and Strike-number of the natural strike (STRIKE-2 to STRIKE-6).

    :raises KeyError: the two are not in contact.
    """
    return roll_between(field, role, striker.name, striker.hex or "", target.name, target.hex or "")


def roll_between(
    field: AnyField, role: Role, striker: CharacterName, start: str, target: CharacterName, end: str
) -> tuple[int, int]:
    """Dice and Strike-number of a natural strike between any two hexes in contact (STRIKE-2 to STRIKE-6)."""
    dice, numbers = field.strikes.rows[striker][start, end]
    if striker == TITAN:
        dice += field.of(role).score // field.box.titan_step
    return dice, numbers[target]


def strike_rulings(field: View, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How a natural strike gets its dice and Strike-number: a ruling for each change (STRIKE-2 to 6).

    :raises ValueError: the two are not in contact.
    """
    if striker.hex is None or target.hex is None:
        raise ValueError("both must stand on the Battleland")
    box, power = field.box, field.power(role, striker)
    facts: Facts = {"who": named(striker), "power": power, "what": "dice"}
    how = "{power}"
    if striker.name == TITAN:
        how = "{base} + {score}/{points} = {power}"
        facts |= {"base": box.titan_power, "score": field.of(role).score, "points": box.titan_step}
    dice = Ruling("STRIKE-2", "legal", f"{{who}} has Power-factor {how}: {{power}} {{what}}", facts)
    changed = changes(box, field.terrain, striker.name, striker.hex, target.name, target.hex)
    return [dice, *numbers_explained(box, striker, target, power, changed)]


def numbers_explained(
    box: Box, striker: Combatant, target: Combatant, dice: int, changed: Iterable[Change]
) -> list[Ruling]:
    """The rulings from the unchanged dice and Skill-factors to the final roll (STRIKE-3)."""
    skill, foe = box.characters[striker.name].skill, box.characters[target.name].skill
    number = EVEN_STRIKE_NUMBER - skill + foe
    sentence = "Strike-number {even} - {skill} + {other} = {number} against {whom}"
    facts: Facts = {"even": EVEN_STRIKE_NUMBER, "skill": skill, "other": foe, "number": number, "whom": named(target)}
    rulings = [Ruling("STRIKE-3", "legal", sentence, facts)]
    for change in changed:
        facts = {"because": change.because, "by": change.by}
        if change.changed == "dice":
            dice += change.by
            sentence = f"{{because}}: {{by:+d}} {nouns('die', change.by)}, {{dice}} in all"
            facts["dice"] = dice
        elif change.changed == "skill":
            skill, number = skill + change.by, number - change.by
            sentence = "{because}: Skill-factor {by:+d} is {skill}, Strike-number {number}"
            facts |= {"skill": skill, "number": number}
        else:
            number += change.by
            sentence, facts["number"] = "{because}: Strike-number {by:+d} is {number}", number
        rulings.append(Ruling(change.rule, "legal", sentence, facts))
    if number > MAX_STRIKE_NUMBER:
        sentence = "a six always hits: Strike-number {most} instead of {number}"
        rulings.append(legal("STRIKE-3", sentence, most=MAX_STRIKE_NUMBER, number=number))
    return rulings
