"""The Strike Phase and strikeback: who must strike, whom, and why not (STRIKE-1, 8, 9; numbers in strike_numbers)."""

from ...box.hexes import BIT, HEX_NUMBER, numbers_in
from ...kernel.rulings import Ruling, consequence, illegal, legal
from ...position.battle import Combatant, Role, other
from .carry import StrikeOption, choose, options
from .field import AnyField, Standing, View
from .halts import halts
from .rangestrike import RangeStrike, rangestrike, rangestrike_violations
from .strike_numbers import contacts, dice_and_number, strike_rulings
from .wording import named

__all__ = [
    "contacts",
    "dice_and_number",
    "must_strike",
    "strike_notes",
    "strike_options",
    "strike_rulings",
    "strike_violations",
    "striker_violations",
]


def must_strike(field: AnyField, role: Role, combatant: Standing) -> bool:
    """Whether a character still has to strike in this phase, the slain included (STRIKE-1, 8, 9)."""
    return field.striker == role and not combatant.struck and contacts(field, role, combatant) != 0


def strike_notes(field: View, role: Role, combatant: Combatant) -> list[Ruling]:
    """What bears on all the strikes of a character in this phase: must it, and why may it not (STRIKE-1, 8, 9)."""
    who = named(combatant)
    halted = halts(field.battle)
    if halted:
        return halted
    if combatant.struck:
        return [illegal("STRIKE-1", "{who} has struck already", who=who)]
    back = field.battle.phase == "strikeback"
    contact = contacts(field, role, combatant)
    found = []
    if contact:
        enemies = " and ".join(named(field.who[n]) for n in numbers_in(contact))
        rule = "STRIKE-8" if back else "STRIKE-1"
        found.append(legal(rule, "{who} is in contact with {enemies} and must strike", who=who, enemies=enemies))
        if field.left(role, combatant) <= 0:
            rule, still = ("STRIKE-8", "strikes back") if back else ("STRIKE-9", "strikes")
            found.append(consequence(rule, "{who} is slain and still {still}", who=who, still=still))
        return found
    found = [legal("STRIKE-1", "{who} is in contact with no living enemy and need not strike", who=who)]
    if field.box.characters[combatant.name].rangestrikes:
        for number in numbers_in(field.living[other(role)]):
            why_not = rangestrike_violations(field, role, combatant, field.who[number])
            found += [ruling for ruling in why_not if ruling not in found]
    return found


def strike_options(field: View, role: Role, striker: Combatant, target: Combatant) -> tuple[StrikeOption, ...]:
    """Every way to roll a strike or rangestrike; empty if neither is possible. Phase and turn are not asked."""
    found: tuple[StrikeOption, ...] | None = field.options.get((striker.hex, target.hex))
    if found is None:
        found = field.options[striker.hex, target.hex] = _options(field, role, striker, target)
    return found


def _options(field: View, role: Role, striker: Combatant, target: Combatant) -> tuple[StrikeOption, ...]:
    if target.hex is not None and contacts(field, role, striker) & BIT[target.hex]:
        return options(field, role, striker, target)
    roll = rangestrike(field, role, striker, target)
    return (StrikeOption(roll.dice, roll.strike_number),) if isinstance(roll, RangeStrike) else ()


def strike_violations(
    field: View,
    role: Role,
    from_hex: str,
    to_hex: str,
    strike_number: int | None = None,
    dice_count: int | None = None,
) -> list[Ruling]:
    """Why a side's character may not strike, or rangestrike, an enemy; empty if it may.

    :param strike_number, dice_count: as declared before the roll; None: the natural strike's (CARRY-2).
    """
    found = striker_violations(field, role, from_hex) or _target_faults(field, role, to_hex)
    if found:
        return found
    striker, target = field.who[HEX_NUMBER[from_hex]], field.who[HEX_NUMBER[to_hex]]
    if not contacts(field, role, striker) & BIT[to_hex]:
        found = rangestrike_violations(field, role, striker, target)
        if found:
            return found
    return _option_faults(strike_options(field, role, striker, target), striker, strike_number, dice_count)


def striker_violations(field: View, role: Role, from_hex: str) -> list[Ruling]:
    """Why nobody in a hex may strike for a side now, whoever the target; empty if somebody may (STRIKE-1, STRIKE-8)."""
    battle = field.battle
    halted = halts(battle)
    if halted:
        return halted
    if field.striker is None:
        return [illegal("STRIKE-1", "there are no strikes in the Maneuver Phase")]
    if field.striker != role:
        rule, phase = ("STRIKE-8", "strikeback") if battle.phase == "strikeback" else ("STRIKE-1", "Strike Phase")
        return [
            illegal(rule, "it is the {side}'s {phase}, not the {other}'s", side=field.striker, phase=phase, other=role)
        ]
    striker = battle.of(role).at(from_hex)
    if striker is None:
        return [_nobody(field, role, from_hex)]
    if striker.struck:
        return [illegal("STRIKE-1", "{who} has struck already", who=named(striker))]
    return []


def _target_faults(field: View, role: Role, to_hex: str) -> list[Ruling]:
    enemies = field.battle.of(other(role))
    target = enemies.at(to_hex)
    if target is None:
        return [_nobody(field, other(role), to_hex)]
    if enemies.is_slain(target):
        rule = "STRIKE-8" if field.battle.phase == "strikeback" else "STRIKE-1"
        return [illegal(rule, "{whom} is slain: only living enemies are struck", whom=named(target))]
    return []


def _nobody(field: View, role: Role, label: str) -> Ruling:
    held = field.battle.at(label)
    if held is None:
        return illegal("STRIKE-1", "nobody stands in {hex}", hex=label)
    return illegal(
        "STRIKE-1",
        "{hex} is held by the {side}'s {name}, not by the {other}",
        hex=label,
        side=held[0],
        name=held[1].name,
        other=role,
    )


def _option_faults(
    found: tuple[StrikeOption, ...], striker: Combatant, strike_number: int | None, dice_count: int | None
) -> list[Ruling]:
    """Whether the declared dice and Strike-number are the natural strike's or a penalty's (CARRY-2)."""
    if choose(found, strike_number, dice_count) is not None:
        return []
    listed = ", ".join(f"{o.dice} dice at {o.strike_number}" for o in found)
    wanted = " and ".join(
        text
        for text, given in ((f"Strike-number {strike_number}", strike_number), (f"{dice_count} dice", dice_count))
        if given is not None
    )
    return [
        illegal(
            "CARRY-2", "{who} cannot take {wanted}: it has {listed}", who=named(striker), wanted=wanted, listed=listed
        )
    ]
