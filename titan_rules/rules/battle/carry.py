"""Carrying excess hits over to other enemies, and the penalties taken for it (CARRY-1 to CARRY-3)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ...box.hexes import BIT, HEX_NUMBER, HEXES, numbers_in
from ...kernel.judging import Refusal, refusal, refuse_if
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import verb
from ...position.battle import Combatant, Role, other
from .field import AnyField, Piece, View, named
from .strike_numbers import dice_and_number
from .strike_tables import StrikeOption, natural_option


class Reachable(NamedTuple):
    """Another living enemy in contact, with the natural strike at it; ``barred`` by CARRY-3."""

    hex: str
    dice: int
    strike_number: int
    barred: bool


def others_in_contact(field: AnyField, role: Role, striker: Piece, target: Piece) -> Iterator[Reachable]:
    """The living enemies in contact with the striker other than the target, sorted by hex."""
    mask = field.in_contact(role, striker) & ~BIT[target.hex or ""]
    up = field.strikes.no_carry
    level = bool(up) and (striker.hex, target.hex) not in up
    for number in numbers_in(mask):
        dice, strike_number = dice_and_number(field, role, striker, field.who[number])
        yield Reachable(HEXES[number], dice, strike_number, level and (striker.hex, HEXES[number]) in up)


def options(field: AnyField, role: Role, striker: Piece, target: Piece) -> tuple[StrikeOption, ...]:
    """Every way to roll a strike: the natural one first, then each distinct penalty (CARRY-2).

    With ``carry_declaration: targets_and_order`` one penalty may serve several enemies, so combinations are listed too.

    :raises KeyError: the two are not in contact.
    """
    dice, number = dice_and_number(field, role, striker, target)
    need = field.left(other(role), target)
    if dice <= need or not field.in_contact(role, striker) & ~BIT[target.hex or ""]:
        return (natural_option(dice, number),)
    open_to = [enemy for enemy in others_in_contact(field, role, striker, target) if not enemy.barred]
    rolls = {(dice, number): None}
    joint = field.rules.carry_declaration == "targets_and_order"
    for enemy in open_to:
        for had, at in list(rolls) if joint else [(dice, number)]:
            fewer = min(enemy.dice, had)
            if fewer > need:
                rolls[fewer, max(enemy.strike_number, at)] = None
    # Hits may go to enemies that could be struck with as many dice at the same number (CARRY-1).
    return tuple(
        [StrikeOption(d, n, tuple([e.hex for e in open_to if e.dice >= d and e.strike_number <= n])) for d, n in rolls]
    )


def carry_rulings(
    field: View, role: Role, striker: Combatant, target: Combatant, ways: Sequence[StrikeOption]
) -> list[Ruling]:
    """For each of the :func:`options`, whom hits can be carried to, and whom CARRY-3 bars."""
    need, natural = field.left(other(role), target), ways[0]
    rulings = []
    for option in ways:
        hexes, offer = " ".join(option.carry_to), "hits beyond {need} may be carried over to {hexes}"
        if not hexes:
            continue
        if option == natural:
            rulings.append(legal("CARRY-1", offer, need=need, hexes=hexes))
        else:
            offer = f"taking {{dice:die}} at Strike-number {{number}}, {offer}"
            rulings.append(
                legal("CARRY-2", offer, dice=option.dice, number=option.strike_number, need=need, hexes=hexes)
            )
    if natural.dice > need:
        barred = [enemy for enemy in others_in_contact(field, role, striker, target) if enemy.barred]
        rulings += [_unqualified(field, role, striker, target, enemy.hex, natural) for enemy in barred]
    return rulings


def choose(
    ways: Sequence[StrikeOption],
    strike_number: int | None = None,
    dice_count: int | None = None,
    rolled: int | None = None,
) -> StrikeOption | None:
    """The declared option, by default the natural one; None if it does not exist (CARRY-2).

    :param rolled: the number of dice rolled, preferred among several options; else the one with most dice.
    """
    if strike_number is None and dice_count is None:
        return ways[0] if ways else None  # no penalty adds dice
    fits = [o for o in ways if strike_number in (None, o.strike_number) and dice_count in (None, o.dice)]
    return max(fits, key=lambda o: (o.dice == rolled, o.dice)) if fits else None


def declared(
    field: View, role: Role, striker: Combatant, target: Combatant, carry_to: Sequence[str]
) -> tuple[int, int]:
    """Dice and Strike-number with all targets declared before the roll (CARRY-2, ``targets_and_order``).

    :param carry_to: the further targets' hexes; those not in contact are ignored.
    """
    dice, number = dice_and_number(field, role, striker, target)
    for enemy in others_in_contact(field, role, striker, target):
        if enemy.hex in carry_to:
            dice, number = min(dice, enemy.dice), max(number, enemy.strike_number)
    return dice, number


def judge_declaration(
    field: View, role: Role, striker: Combatant, target: Combatant, order: Sequence[str]
) -> StrikeOption | Refusal:
    """The roll for targets all declared before it; ``order``: their hexes, first target first (CARRY-2)."""
    if field.rules.carry_declaration != "targets_and_order":
        return refusal("CARRY-2", "here a penalty is declared before rolling, not the targets and their order")
    if order[0] != target.hex:
        return refusal("CARRY-2", "{hex} is declared first, {target} is struck", hex=order[0], target=target.hex)
    choices = options(field, role, striker, target)
    able = [enemy.hex for enemy in others_in_contact(field, role, striker, target) if not enemy.barred]
    wrong = [
        _unqualified(field, role, striker, target, label, choices[0], twice=label in order[:i])
        for i, label in enumerate(order[1:], 1)
        if label not in able or label in order[:i]
    ]
    if wrong:
        return Refusal(tuple(wrong))
    dice, number = declared(field, role, striker, target, order)
    option = choose(choices, number, dice)
    sentence = "with these targets it is {dice:die} at {number}: no more than {whom} still needs, {need}"
    need = field.left(other(role), target)
    return option or refusal("CARRY-2", sentence, dice=dice, number=number, whom=named(target), need=need)


Carried: TypeAlias = tuple[tuple[str, int], ...]
"""Hexes and the hits carried over to each, in order."""


def judge_carries(
    field: View,
    role: Role,
    from_hex: str,
    to_hex: str,
    hits: int,
    carries: Sequence[tuple[str, int]],
    strike_number: int | None = None,
    dice_count: int | None = None,
    order: Sequence[str] = (),
) -> Carried | Refusal:
    """The carries of a strike, or why they are illegal (CARRY-1 to CARRY-3).

    :param from_hex, to_hex: striker and target of a strike that is itself legal.
    :param carries: hexes and hits, in order.
    :param order: the targets declared before the roll; empty: those in ``carries``.
    """
    if not carries:
        return ()
    foe = other(role)
    striker, target = field.of(role).at(from_hex), field.of(foe).at(to_hex)
    if striker is None or target is None or not field.in_contact(role, striker) & BIT[to_hex]:
        return refusal("RANGE-9", "hits are carried over from a strike only")
    option = choose(options(field, role, striker, target), strike_number, dice_count)
    if option is None:
        return ()
    labels = [label for label, _ in carries]
    against = _in_order(order, labels) if order else _declaration(field, role, striker, target, labels, option)
    excess = hits - field.left(foe, target)
    for i, (label, carried) in enumerate(carries):
        twice = label in labels[:i]
        if label not in option.carry_to or twice:
            against.append(_unqualified(field, role, striker, target, label, option, twice=twice))
            continue
        enemy = field.who[HEX_NUMBER[label]]
        most, left = field.left(foe, enemy), max(excess, 0)
        if carried > left:
            sentence = f"{{carried:hit}} for {{whom}}: {{excess}} {verb(left, 'is', 'are')} left to carry over"
            against.append(illegal("CARRY-1", sentence, carried=carried, whom=named(enemy), excess=left))
        elif not 0 < carried <= most:
            sentence = "{carried:hit} for {whom}: it takes 1 to {most}"
            against.append(illegal("CARRY-1", sentence, carried=carried, whom=named(enemy), most=most))
        excess = excess - carried if carried >= most else 0
    return refuse_if(against, tuple(carries))


def _declaration(
    field: View, role: Role, striker: Combatant, target: Combatant, carry_to: Sequence[str], option: StrikeOption
) -> list[Ruling]:
    """Check that the roll matches the declared targets (CARRY-2, ``targets_and_order``)."""
    if field.rules.carry_declaration != "targets_and_order":
        return []
    dice, number = declared(field, role, striker, target, carry_to)
    if (dice, number) == (option.dice, option.strike_number):
        return []
    sentence = "all targets are declared before rolling: with these it is {dice:die} at {number}, not {rolled} at {at}"
    return [illegal("CARRY-2", sentence, dice=dice, number=number, rolled=option.dice, at=option.strike_number)]


def _in_order(order: Sequence[str], carry_to: Sequence[str]) -> list[Ruling]:
    """Check that hits follow the declared order of targets (CARRY-2, ``targets_and_order``)."""
    if list(order[1 : 1 + len(carry_to)]) == list(carry_to):
        return []
    sentence = "hits are carried over in the order declared, {order}, not to {carry_to}"
    return [illegal("CARRY-2", sentence, order=" then ".join(order), carry_to=" then ".join(carry_to))]


def _unqualified(
    field: View,
    role: Role,
    striker: Combatant,
    target: Combatant,
    label: str,
    option: StrikeOption,
    *,
    twice: bool = False,
) -> Ruling:
    """Why an option cannot carry to a hex (CARRY-1, CARRY-3)."""
    if twice:
        return illegal("CARRY-1", "{hex} is named twice", hex=label)
    enemy = next((e for e in others_in_contact(field, role, striker, target) if e.hex == label), None)
    if enemy is None:
        sentence = "no other living enemy in contact with {who} stands in {hex}"
        return illegal("CARRY-1", sentence, who=named(striker), hex=label)
    if enemy.barred:
        sentence = "the strike at {target} does not go up a dune, the one at {hex} would"
        return illegal("CARRY-3", sentence, target=target.hex, hex=label)
    facts: Facts = {"dice": option.dice}
    if enemy.dice < option.dice or enemy.strike_number > option.strike_number:
        sentence = "a strike at {hex} is {theirs:die} at {at}: not as good as the {dice} at {number} rolled"
        facts |= {"hex": label, "theirs": enemy.dice, "at": enemy.strike_number, "number": option.strike_number}
    else:
        sentence = "{whom} takes all that {dice:die} can do: it still needs {need}"
        facts |= {"whom": named(target), "need": field.left(other(role), target)}
    return Ruling("CARRY-1", "illegal", sentence, facts)
