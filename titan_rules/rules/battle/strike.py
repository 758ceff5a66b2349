"""The Strike Phase and strikeback: who must strike, and who can strike whom (STRIKE-1, 8, 9)."""

from collections.abc import Sequence

from attrs import frozen

from ...box.hexes import BIT, HEX_NUMBER, numbers_in
from ...kernel.judging import Refusal, refusal
from ...kernel.rulings import Facts, Ruling, consequence, illegal, legal
from ...kernel.wording import listed, several
from ...position.battle import Combatant, Role, other
from .carry import choose, judge_declaration, options
from .field import AnyField, Piece, View, named
from .order import halted
from .rangestrike import judge_rangestrike, rangestrike, worse_side
from .strike_tables import RangeStrike, StrikeOption


def must_strike(field: AnyField, role: Role, combatant: Piece) -> bool:
    """Whether a character, even a slain one, still has to strike in this phase (STRIKE-1, 8, 9)."""
    return field.striker == role and not combatant.struck and field.in_contact(role, combatant) != 0


def strike_notes(field: View, role: Role, combatant: Combatant) -> list[Ruling]:
    """The rulings on a character's strikes in this phase: it must strike, or why it cannot (STRIKE-1, 8, 9)."""
    who = named(combatant)
    stopped = halted(field.battle)
    if stopped is not None:
        return list(stopped.rulings)
    if combatant.struck:
        return [illegal("STRIKE-1", "{who} has struck already", who=who)]
    rule = "STRIKE-8" if field.phase == "strikeback" else "STRIKE-1"
    contact = field.in_contact(role, combatant)
    if contact:
        enemies = listed(named(field.who[n]) for n in numbers_in(contact))
        rulings = [legal(rule, "{who} is in contact with {enemies} and must strike", who=who, enemies=enemies)]
        if field.left(role, combatant) <= 0:
            rule, still = ("STRIKE-8", "strikes back") if rule == "STRIKE-8" else ("STRIKE-9", "strikes")
            rulings.append(consequence(rule, "{who} is slain and still {still}", who=who, still=still))
        return rulings
    rulings = [legal("STRIKE-1", "{who} is in contact with no living enemy and need not strike", who=who)]
    if field.box.characters[combatant.name].rangestrikes:
        for number in numbers_in(field.living[other(role)]):
            shot = judge_rangestrike(field, role, combatant, field.who[number])
            if isinstance(shot, Refusal):
                rulings += [ruling for ruling in shot.rulings if ruling not in rulings]
    return rulings


def strike_options(field: View, role: Role, striker: Combatant, target: Combatant) -> tuple[StrikeOption, ...]:
    """Every way to roll a strike or rangestrike, regardless of phase and turn; empty if impossible."""
    known: tuple[StrikeOption, ...] | None = field.options.get((striker.hex, target.hex))
    if known is None:
        known = field.options[striker.hex, target.hex] = _options(field, role, striker, target)
    return known


def _options(field: View, role: Role, striker: Combatant, target: Combatant) -> tuple[StrikeOption, ...]:
    if target.hex is not None and field.in_contact(role, striker) & BIT[target.hex]:
        return options(field, role, striker, target)
    roll = rangestrike(field, role, striker, target)
    return (StrikeOption(roll.dice, roll.strike_number),) if isinstance(roll, RangeStrike) else ()


@frozen(slots=False)
class Blow:
    """A possible strike or rangestrike; ``options`` lists the natural roll first, ``option`` is the one declared."""

    striker: Combatant
    target: Combatant
    options: tuple[StrikeOption, ...]
    option: StrikeOption


def judge_strike(
    field: View,
    role: Role,
    from_hex: str,
    to_hex: str,
    strike_number: int | None = None,
    dice_count: int | None = None,
    *,
    order: Sequence[str] = (),
    rolled: int | None = None,
    shot: bool = False,
) -> Blow | Refusal:
    """The strike or rangestrike of a side's character at an enemy (STRIKE-1 to 9, CARRY-2, RANGE-1 to 9).

    :param strike_number, dice_count: as declared before the roll; None: the natural strike's.
    :param order: the targets declared before the roll, if the ruleset asks for them.
    :param rolled: the number of dice rolled, to tell options apart.
    :param shot: it is declared as a rangestrike.
    """
    striker = judge_striker(field, role, from_hex)
    if isinstance(striker, Refusal):
        return striker
    target = _judge_target(field, role, to_hex)
    if isinstance(target, Refusal):
        return target
    ways = strike_options(field, role, striker, target)
    if not ways:
        why_not = judge_rangestrike(field, role, striker, target, shot=shot)
        assert isinstance(why_not, Refusal)
        return why_not
    option = choose(ways, strike_number, dice_count, rolled)
    if option is None and not field.in_contact(role, striker):
        side = _judge_side(field, role, striker, target, ways[0], strike_number, dice_count)
        return side if isinstance(side, Refusal) else Blow(striker, target, ways, side)
    if option is None and dice_count is not None and dice_count > ways[0].dice:
        return refusal(
            "STRIKE-2", "{who} has {dice:die}, not {wanted}", who=named(striker), dice=ways[0].dice, wanted=dice_count
        )
    if option is None:
        offered = ", ".join(f"{several(o.dice, 'die')} at {o.strike_number}" for o in ways)
        declared = [] if strike_number is None else [f"Strike-number {strike_number}"]
        declared += [] if dice_count is None else [several(dice_count, "die")]
        sentence = "{who} cannot take {wanted}: it has {listed}"
        return refusal("CARRY-2", sentence, who=named(striker), wanted=listed(declared), listed=offered)
    if order:
        meant = judge_declaration(field, role, striker, target, order)
        if isinstance(meant, Refusal):
            return meant
        if strike_number not in (None, meant.strike_number) or dice_count not in (None, meant.dice):
            sentence = "with the targets declared it is {dice:die} at {number}"
            return refusal("CARRY-2", sentence, dice=meant.dice, number=meant.strike_number)
        option = meant
    return Blow(striker, target, ways, option)


def _judge_side(
    field: View,
    role: Role,
    striker: Combatant,
    target: Combatant,
    natural: StrikeOption,
    strike_number: int | None,
    dice_count: int | None,
) -> StrikeOption | Refusal:
    """The worse side of a hexspine, if that is what a rangestriker declares (RANGE-7)."""
    worse = worse_side(field, role, striker, target)
    sides = [natural] if worse is None else [natural, StrikeOption(worse.dice, worse.strike_number)]
    fits = [o for o in sides if strike_number in (None, o.strike_number) and dice_count in (None, o.dice)]
    if fits:
        return fits[-1]
    wanted = [] if strike_number is None else [f"Strike-number {strike_number}"]
    wanted += [] if dice_count is None else [several(dice_count, "die")]
    offered = listed([f"{several(o.dice, 'die')} at {o.strike_number}" for o in sides], "or")
    sentence = "{who} rangestrikes {whom} with {offered}, not with {wanted}"
    facts: Facts = {"who": named(striker), "whom": named(target), "offered": offered, "wanted": listed(wanted)}
    return refusal("RANGE-7" if strike_number != natural.strike_number else "RANGE-3", sentence, **facts)


def judge_striker(field: View, role: Role, from_hex: str) -> Combatant | Refusal:
    """The character that can strike from a hex now, at any target (STRIKE-1, STRIKE-8)."""
    stopped = halted(field.battle)
    if stopped is not None:
        return stopped
    if field.striker is None:
        return refusal("STRIKE-1", "there are no strikes in the Maneuver Phase")
    if field.striker != role:
        rule, phase = ("STRIKE-8", "strikeback") if field.phase == "strikeback" else ("STRIKE-1", "Strike Phase")
        sentence = "it is the {side}'s {phase}, not the {other}'s"
        return refusal(rule, sentence, side=field.striker, phase=phase, other=role)
    number = HEX_NUMBER.get(from_hex, -1)
    if number < 0 or not field.standing[role] >> number & 1:
        return _nobody(field, role, from_hex)
    striker = field.who[number]
    return refusal("STRIKE-1", "{who} has struck already", who=named(striker)) if striker.struck else striker


def _judge_target(field: View, role: Role, to_hex: str) -> Combatant | Refusal:
    number, enemy = HEX_NUMBER.get(to_hex, -1), other(role)
    if number < 0 or not field.standing[enemy] >> number & 1:
        return _nobody(field, enemy, to_hex)
    target = field.who[number]
    if not field.living[enemy] >> number & 1:
        rule = "STRIKE-8" if field.phase == "strikeback" else "STRIKE-1"
        return refusal(rule, "{whom} is slain: only living enemies are struck", whom=named(target))
    return target


def _nobody(field: View, role: Role, label: str) -> Refusal:
    held = field.battle.at(label)
    if held is None:
        return refusal("STRIKE-1", "nobody stands in {hex}", hex=label)
    sentence = "{hex} is held by the {side}'s {name}, not by the {other}"
    return refusal("STRIKE-1", sentence, hex=label, side=held[0], name=held[1].name, other=role)
