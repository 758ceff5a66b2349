"""Rangestrikes and magic missiles (RANGE-1 to RANGE-9)."""

from attrs import frozen

from ..board.battlelands import battleland
from ..board.hexes import BIT, HEX_NUMBER, HEXES, numbers_in
from ..catalog.characters import CHARACTERS
from ..kernel.rulings import Ruling, illegal, legal
from ..state.battle import Combatant, Role, other
from .field import Field
from .level_ground import strike_number
from .sight import lines_free, sight_rulings
from .strike_numbers import numbers_explained, power_ruling
from .strike_tables import BRAMBLES, VOLCANO, Change
from .wording import named

ADJACENT, FARTHEST = 2, 4
"""Ranges count both ends (RANGE-2)."""


@frozen
class RangeStrike:
    """What a rangestrike rolls.

    :param range: the hexes from striker to target, both counted.
    """

    dice: int
    strike_number: int
    range: int


def rangestrike(field: Field, role: Role, striker: Combatant, target: Combatant) -> RangeStrike | None:
    """What a side's character rolls when it rangestrikes an enemy, or None if it may not.

    Phase and turn are not asked here.
    """
    if striker.hex is None or target.hex is None:
        return None
    character = CHARACTERS[striker.name]
    if not character.rangestrikes or field.in_contact(role, striker, slain=True):
        return None
    distance = field.sights.ranges.get((striker.hex, target.hex))
    if distance is None or distance > character.skill:
        return None
    if character.magic_missile:
        if distance == ADJACENT and _touching(field, striker, target):
            return None
        lost = 0
    else:
        if distance == ADJACENT or CHARACTERS[target.name].is_lord:
            return None
        lost = _least_lost(field, striker, target)
        if lost < 0:
            return None
    dice, skill, change = _totals(range_changes(field, striker, target, distance, lost))
    return RangeStrike(
        field.power(role, striker) // 2 + dice,
        strike_number(character.skill + skill, CHARACTERS[target.name].skill, change),
        distance,
    )


def rangestrike_targets(field: Field, role: Role, striker: Combatant) -> list[tuple[Combatant, RangeStrike]]:
    """Every enemy that a character may rangestrike, in the order of their hexes."""
    if striker.hex is None or not CHARACTERS[striker.name].rangestrikes:
        return []
    found = []
    for number in numbers_in(field.living[other(role)]):
        target = field.who[number]
        roll = rangestrike(field, role, striker, target)
        if roll is not None:
            found.append((target, roll))
    return found


def _touching(field: Field, striker: Combatant, target: Combatant) -> bool:
    return bool(field.tables.contact[HEX_NUMBER[striker.hex or ""]] & BIT[target.hex or ""])


def _least_lost(field: Field, striker: Combatant, target: Combatant) -> int:
    """The Skill-factors lost to Brambles and walls on the better free side; -1: no line of sight (RANGE-4, 7)."""
    native = BRAMBLES in CHARACTERS[striker.name].native_to
    best = -1
    for blockers, lost, lost_by_natives in field.sights.open.get((striker.hex or "", target.hex or ""), ()):
        if not blockers & field.occupied:
            here = lost_by_natives if native else lost
            if best < 0 or here < best:
                best = here
    return best


def range_changes(field: Field, striker: Combatant, target: Combatant, distance: int, lost: int) -> list[Change]:
    """Every change to a rangestrike.

    :param lost: Skill-factors lost to Brambles and walls on the line.
    """
    land = battleland(field.terrain)
    character = CHARACTERS[striker.name]
    natives = character.native_to
    start, end = land[striker.hex or ""], land[target.hex or ""]
    found = []
    if start.hazard == VOLCANO and VOLCANO in natives:
        found.append(Change("RANGE-3", "dice", 2, "a native in the Volcano"))
    if not character.magic_missile:
        if distance == FARTHEST:
            found.append(Change("RANGE-4", "skill", -1, f"at range {FARTHEST}"))
        if lost:
            found.append(Change("RANGE-4", "skill", -lost, "Brambles between or walls that the line goes up"))
        if end.hazard == VOLCANO:
            found.append(Change("RANGE-4", "skill", -1, "into the Volcano"))
    struck_in_brambles = end.hazard == BRAMBLES and BRAMBLES in CHARACTERS[target.name].native_to
    if (
        struck_in_brambles
        and BRAMBLES not in natives
        and not (character.magic_missile and field.rules.missile_ignores_brambles)
    ):
        found.append(Change("RANGE-5", "number", 1, "a native in Brambles rangestruck by a non-native"))
    return found


def _totals(found: list[Change]) -> tuple[int, int, int]:
    dice = skill = number = 0
    for change in found:
        if change.changed == "dice":
            dice += change.by
        elif change.changed == "skill":
            skill += change.by
        else:
            number += change.by
    return dice, skill, number


def rangestrike_rulings(field: Field, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """How a rangestrike that is possible comes by its dice and number: a ruling for each change."""
    missile = CHARACTERS[striker.name].magic_missile
    distance = field.sights.ranges[striker.hex or "", target.hex or ""]
    power = field.power(role, striker)
    found = [
        legal(
            "RANGE-2",
            "{whom} is at range {range}, within Skill-factor {skill}",
            whom=named(target),
            range=distance,
            skill=CHARACTERS[striker.name].skill,
        )
    ]
    if missile:
        lost = 0
        found.append(legal("RANGE-8", "a magic missile needs no line of sight and may hit Lords"))
    else:
        lost = _least_lost(field, striker, target)
        found += sight_rulings(field, striker.hex or "", target.hex or "")
    found.append(power_ruling(field.battle, role, striker, power, "halved"))
    found.append(legal("RANGE-3", "half of {power}, rounded down: {dice} dice", power=power, dice=power // 2))
    return found + numbers_explained(
        striker, target, power // 2, range_changes(field, striker, target, distance, lost), "STRIKE-3"
    )


def rangestrike_violations(field: Field, role: Role, striker: Combatant, target: Combatant) -> list[Ruling]:
    """Why a character may not rangestrike an enemy with whom it is not in contact; empty if it may."""
    who, whom = named(striker), named(target)
    character = CHARACTERS[striker.name]
    if not character.rangestrikes:
        return [
            illegal("STRIKE-1", "{who} is not in contact with {whom}", who=who, whom=whom),
            illegal("RANGE-1", "{name} is no rangestriker", name=striker.name),
        ]
    if field.battle.phase == "strikeback":
        return [illegal("STRIKE-8", "there are no rangestrikes in strikeback")]
    contact = field.in_contact(role, striker, slain=True)
    if contact:
        enemies = " and ".join(named(field.who[n]) for n in numbers_in(contact))
        return [illegal("RANGE-1", "{who} is in contact with {enemies}", who=who, enemies=enemies)]
    distance = field.sights.ranges.get((striker.hex or "", target.hex or ""))
    if distance is None or distance > character.skill:
        shown = "more than 4" if distance is None else distance
        return [
            illegal(
                "RANGE-2",
                "{whom} is at range {range}, the Skill-factor of {who} is {skill}",
                whom=whom,
                range=shown,
                who=who,
                skill=character.skill,
            )
        ]
    if character.magic_missile:
        return []
    if distance == ADJACENT:
        return [illegal("RANGE-2", "{whom} is adjacent, over a cliff: only a magic missile may strike it", whom=whom)]
    if CHARACTERS[target.name].is_lord:
        return [illegal("RANGE-6", "{whom} is a Lord", whom=whom)]
    return (
        []
        if lines_free(field, HEXES[HEX_NUMBER[striker.hex or ""]], target.hex or "")
        else sight_rulings(field, striker.hex or "", target.hex or "")
    )
