"""Carrying hits over, and the penalties taken for it (CARRY-1 to CARRY-3)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from attrs import frozen

from ...box.hexes import BIT, HEXES, numbers_in
from ...kernel.judging import Refusal, refused
from ...kernel.rulings import Ruling, illegal, legal
from ...position.battle import Combatant, Role, other
from .field import AnyField, Standing, View
from .strike_numbers import contacts, dice_and_number
from .wording import named


@frozen
class StrikeOption:
    """One way to roll a strike.

    :param dice: how many dice.
    :param strike_number: what each must show.
    :param carry_to: the hexes of the enemies to whom hits may then be carried over, sorted.
    """

    dice: int
    strike_number: int
    carry_to: tuple[str, ...] = ()


@frozen
class Reachable:
    """Another enemy in contact with the striker.

    :param dice, strike_number: of a natural strike at it.
    :param barred: CARRY-3 shuts it out.
    """

    hex: str
    dice: int
    strike_number: int
    barred: bool


def others_in_contact(field: AnyField, role: Role, striker: Standing, target: Standing) -> list[Reachable]:
    """The living enemies in contact with the striker, but for the target, in the order of their hexes."""
    mask = contacts(field, role, striker) & ~BIT[target.hex or ""]
    return [Reachable(*enemy) for enemy in _others(field, role, striker, target, mask)]


def options(field: AnyField, role: Role, striker: Standing, target: Standing) -> tuple[StrikeOption, ...]:
    """Every way to roll a strike: the natural one first, then each distinct penalty (CARRY-2).

    Under ``carry_declaration: targets_and_order`` a penalty may serve several enemies at once: every
    combination is listed that some choice of declared targets asks for.

    :raises KeyError: the two are not in contact.
    """
    dice, number = dice_and_number(field, role, striker, target)
    need = field.left(other(role), target)
    others = contacts(field, role, striker) & ~BIT[target.hex or ""] if dice > need else 0
    if not others:
        return (_natural(dice, number),)
    open_to = [(hex, d, n) for hex, d, n, barred in _others(field, role, striker, target, others) if not barred]
    rolls = {(dice, number): None}
    joint = field.rules.carry_declaration == "targets_and_order"
    for _, theirs, at_least in open_to:
        for had, at in list(rolls) if joint else [(dice, number)]:
            fewer = theirs if theirs < had else had
            if fewer > need:
                rolls[fewer, at_least if at_least > at else at] = None
    # Hits may go to those who could be struck with at least as many dice and at most that number (CARRY-1).
    return tuple([StrikeOption(d, n, tuple([e for e, dice, at in open_to if dice >= d and at <= n])) for d, n in rolls])


@cache
def _natural(dice: int, strike_number: int) -> StrikeOption:
    """A roll of which nothing is carried over; equal ones are one object."""
    return StrikeOption(dice, strike_number)


def _others(
    field: AnyField, role: Role, striker: Standing, target: Standing, mask: int
) -> Iterator[tuple[str, int, int, bool]]:
    """As :func:`others_in_contact`, of the enemies in a mask of hexes."""
    up = field.strikes.no_carry
    level = bool(up) and (striker.hex, target.hex) not in up
    who = field.who
    for number in numbers_in(mask):
        dice, strike_number = dice_and_number(field, role, striker, who[number])
        label = HEXES[number]
        yield label, dice, strike_number, level and (striker.hex, label) in up


def carry_rulings(
    field: View, role: Role, striker: Combatant, target: Combatant, found: Sequence[StrikeOption]
) -> list[Ruling]:
    """What each option of a strike lets one carry to, and whom CARRY-3 shuts out.

    :param found: as :func:`options` gives them.
    """
    need = field.left(other(role), target)
    rulings = []
    for option in found:
        if option.carry_to:
            rulings.append(_offer(option, found[0], need))
    if found[0].dice > need:
        for enemy in others_in_contact(field, role, striker, target):
            if enemy.barred:
                rulings.append(unqualified(field, role, striker, target, enemy.hex, found[0]))
    return rulings


def _offer(option: StrikeOption, natural: StrikeOption, need: int) -> Ruling:
    hexes = " ".join(option.carry_to)
    if option == natural:
        return legal("CARRY-1", "hits beyond {need} may be carried over to {hexes}", need=need, hexes=hexes)
    return legal(
        "CARRY-2",
        "taking {dice} dice at Strike-number {number}, hits beyond {need} may be carried over to {hexes}",
        dice=option.dice,
        number=option.strike_number,
        need=need,
        hexes=hexes,
    )


def choose(
    found: Sequence[StrikeOption],
    strike_number: int | None = None,
    dice_count: int | None = None,
    rolled: int | None = None,
) -> StrikeOption | None:
    """The option that a declaration names: the natural one by default (CARRY-2).

    :param rolled: how many dice were rolled. Of several options the one with so many is meant, else that with most.
    :returns: None if there is no such option.
    """
    if strike_number is None and dice_count is None:
        return found[0] if found else None  # no penalty adds dice
    fits = [
        o
        for o in found
        if (strike_number is None or o.strike_number == strike_number) and (dice_count is None or o.dice == dice_count)
    ]
    return max(fits, key=lambda o: (o.dice == rolled, o.dice)) if fits else None


def declared(
    field: View, role: Role, striker: Combatant, target: Combatant, carry_to: Sequence[str]
) -> tuple[int, int]:
    """Dice and Strike-number where all targets are declared before rolling (CARRY-2, ``targets_and_order``).

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
    """How a strike is rolled whose targets are all declared before rolling (CARRY-2, ``targets_and_order``).

    :param order: their hexes, the one struck first.
    """
    if field.rules.carry_declaration != "targets_and_order":
        sentence = "here a penalty is declared before rolling, not the targets and their order"
        return refused(illegal("CARRY-2", sentence))
    if order[0] != target.hex:
        sentence = "{hex} is declared first, {target} is struck"
        return refused(illegal("CARRY-2", sentence, hex=order[0], target=target.hex))
    found = options(field, role, striker, target)
    wrong = []
    for i, label in enumerate(order[1:], 1):
        enemy = next((e for e in others_in_contact(field, role, striker, target) if e.hex == label), None)
        if enemy is None or enemy.barred or label in order[:i]:
            wrong.append(unqualified(field, role, striker, target, label, found[0], twice=label in order[:i]))
    if wrong:
        return Refusal(tuple(wrong))
    dice, number = declared(field, role, striker, target, order)
    option = choose(found, number, dice)
    if option is not None:
        return option
    sentence = "with these targets it is {dice} dice at {number}: no more than {whom} still needs, {need}"
    need = field.left(other(role), target)
    return refused(illegal("CARRY-2", sentence, dice=dice, number=number, whom=named(target), need=need))


Carried: TypeAlias = tuple[tuple[str, int], ...]
"""To which hexes how many hits are carried over, in order."""


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
    """To whom hits are carried over (CARRY-1 to CARRY-3).

    :param from_hex, to_hex: striker and target, of a strike that is itself legal.
    :param hits: the hits rolled.
    :param carries: hexes and hits, in order.
    :param strike_number, dice_count: the option taken, as in :func:`choose`.
    :param order: the targets declared before rolling, if they were; else those that hits are carried to.
    """
    if not carries:
        return ()
    striker, target = field.of(role).at(from_hex), field.of(other(role)).at(to_hex)
    if striker is None or target is None or not contacts(field, role, striker) & BIT[to_hex]:
        return refused(illegal("RANGE-9", "hits are carried over from a strike only"))
    option = choose(options(field, role, striker, target), strike_number, dice_count)
    if option is None:
        return ()
    labels = [label for label, _ in carries]
    found = _in_order(order, labels) if order else _declaration(field, role, striker, target, labels, option)
    excess = hits - field.left(other(role), target)
    seen: set[str] = set()
    for label, carried in carries:
        if label not in option.carry_to or label in seen:
            found.append(unqualified(field, role, striker, target, label, option, twice=label in seen))
            continue
        seen.add(label)
        found += _amount(field, role, label, carried, excess)
        taken = field.left(other(role), field.who[_number(label)])
        excess = excess - carried if carried >= taken else 0
    return Refusal(tuple(found)) if found else tuple(carries)


def _number(label: str) -> int:
    return BIT[label].bit_length() - 1


def _declaration(
    field: View,
    role: Role,
    striker: Combatant,
    target: Combatant,
    carry_to: Sequence[str],
    option: StrikeOption,
) -> list[Ruling]:
    """Whether the roll is the one that the declared targets ask for (CARRY-2, ``targets_and_order``)."""
    if field.rules.carry_declaration != "targets_and_order":
        return []
    dice, number = declared(field, role, striker, target, carry_to)
    if (dice, number) == (option.dice, option.strike_number):
        return []
    return [
        illegal(
            "CARRY-2",
            "all targets are declared before rolling: with these it is {dice} dice at {number}, not {rolled} at {at}",
            dice=dice,
            number=number,
            rolled=option.dice,
            at=option.strike_number,
        )
    ]


def _in_order(order: Sequence[str], carry_to: Sequence[str]) -> list[Ruling]:
    """Whether hits go on from target to target as declared (CARRY-2, ``targets_and_order``)."""
    if list(order[1 : 1 + len(carry_to)]) == list(carry_to):
        return []
    sentence = "hits are carried over in the order declared, {order}, not to {carry_to}"
    return [illegal("CARRY-2", sentence, order=" then ".join(order), carry_to=" then ".join(carry_to))]


def _amount(field: View, role: Role, label: str, carried: int, excess: int) -> list[Ruling]:
    """Whether that many hits can be carried on to an enemy (CARRY-1)."""
    enemy = field.who[_number(label)]
    most = field.left(other(role), enemy)
    if carried > max(excess, 0):
        return [
            illegal(
                "CARRY-1",
                "{carried} hits for {whom}: {excess} are left to carry over",
                carried=carried,
                whom=named(enemy),
                excess=max(excess, 0),
            )
        ]
    if not 0 < carried <= most:
        return [
            illegal(
                "CARRY-1",
                "{carried} hits for {whom}: it takes 1 to {most}",
                carried=carried,
                whom=named(enemy),
                most=most,
            )
        ]
    return []


def unqualified(
    field: View,
    role: Role,
    striker: Combatant,
    target: Combatant,
    label: str,
    option: StrikeOption,
    *,
    twice: bool = False,
) -> Ruling:
    """Why nothing may be carried over to a hex at an option (CARRY-1, CARRY-3)."""
    enemy = next((e for e in others_in_contact(field, role, striker, target) if e.hex == label), None)
    if twice:
        return illegal("CARRY-1", "{hex} is named twice", hex=label)
    if enemy is None:
        return illegal(
            "CARRY-1", "no other living enemy in contact with {who} stands in {hex}", who=named(striker), hex=label
        )
    if enemy.barred:
        return illegal(
            "CARRY-3",
            "the strike at {target} does not go up a dune, the one at {hex} would",
            target=target.hex,
            hex=label,
        )
    if enemy.dice < option.dice or enemy.strike_number > option.strike_number:
        return illegal(
            "CARRY-1",
            "a strike at {hex} is {theirs} dice at {at}: not as good as the {dice} at {number} rolled",
            hex=label,
            theirs=enemy.dice,
            at=enemy.strike_number,
            dice=option.dice,
            number=option.strike_number,
        )
    return illegal(
        "CARRY-1",
        "{whom} takes all that {dice} dice can do: it still needs {need}",
        whom=named(target),
        dice=option.dice,
        need=field.left(other(role), target),
    )
