"""Several strikers on one target, one after another, with carries (STRIKE-1, CARRY-1)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import TypeAlias

from attrs import frozen

from ..answers.strike_odds import Aim, SlainChance, StrikingOrder
from ..kernel.errors import CannotTell, Fault
from ..kernel.odds import Chance, Mean
from ..rules.battle.carry import StrikeOption
from .carry import Victims, hits_of, labels, other_aim, shared_out

MOST_ORDERS = 720  # six strikers, no two of them alike
MOST_DICE = 300  # of all strikers together; only Titans of many thousands of points roll hundreds
MOST_ROLLED = 50_000  # dice in all orders together

State: TypeAlias = tuple[int, ...]  # the hits that still slay each victim, the target first


@frozen
class Striker:
    """One of several strikers: its natural strike at the target and at each further victim, None if impossible."""

    label: str
    options: tuple[StrikeOption | None, ...]


def orders(victims: Victims, strikers: Sequence[Striker]) -> list[StrikingOrder]:
    """The outcome of every order of striking that makes a difference, the deadliest first.

    Each strikes the target, or once it is slain the first living victim within its reach; or nobody, and stays free.

    :param victims: the target, then further enemies in the order in which they are carried over to and struck.
    :raises CannotTell: there are more orders than :data:`MOST_ORDERS`, or too many dice.
    """
    _bounded(strikers)
    start = _Prefix((), {tuple([v.left for v in victims]): 1}, 1, Fraction(0, 1))
    every = [_order(prefix, victims) for prefix in _grown(start, strikers, victims)]
    return sorted(every, key=lambda order: _rank(order, "slain"), reverse=True)


def best_order(every: Sequence[StrikingOrder], aim: Aim) -> StrikingOrder:
    """The best order by an aim; ties go to the other aim, then to more strikers left free, then to the first."""
    return max(every, key=lambda order: _rank(order, aim))


def _rank(order: StrikingOrder, aim: Aim) -> tuple[object, ...]:
    means = {"slain": order.expected_slain.exact, "points": order.expected_points.exact}
    return means[aim], means[other_aim(aim)], order.expected_free.exact


def _bounded(strikers: Sequence[Striker]) -> None:
    """Refuse work that would take more than seconds."""
    alike = Counter(striker.options for striker in strikers).values()
    count = factorial(len(strikers)) // prod(map(factorial, alike))
    dice = sum([striker.options[0].dice for striker in strikers if striker.options[0]])
    most = min(MOST_DICE, MOST_ROLLED // count)
    if count > MOST_ORDERS:
        message = f"there are {count:,} orders of striking, and at most {MOST_ORDERS} are worked out"
    elif len(strikers) > 1 and dice > most:
        message = f"the strikers roll {dice:,} dice, and at most {most:,} are worked out in {count:,} orders"
    else:
        return
    raise CannotTell(Fault("too-much-work", message, hint="name fewer strikers at a time"))


@frozen
class _Prefix:
    """The first strikers of an order, and the states they may lead to."""

    strikers: tuple[str, ...]
    states: dict[State, int]
    total: int
    free: Fraction


def _grown(prefix: _Prefix, rest: Sequence[Striker], victims: Victims) -> Iterator[_Prefix]:
    """Every whole order that begins with the prefix, equal strikers exchanged only once."""
    if not rest:
        yield prefix
        return
    seen = set()
    for i, striker in enumerate(rest):
        if striker.options not in seen:
            seen.add(striker.options)
            yield from _grown(_longer(prefix, striker, victims), [*rest[:i], *rest[i + 1 :]], victims)


def _longer(prefix: _Prefix, striker: Striker, victims: Victims) -> _Prefix:
    """The prefix with one striker more; each state counts the same number of rolls, whatever the strike's dice."""
    hits = [None if option is None else hits_of(option.dice, option.strike_number) for option in striker.options]
    rolls = max(each.total for each in hits if each is not None)
    states: Counter[State] = Counter()
    free = 0
    for left, count in prefix.states.items():
        aim = next((i for i, each in enumerate(hits) if each is not None and left[i]), None)
        if aim is None:
            free += count
            states[left] += count * rolls
            continue
        option, rolled = striker.options[aim], hits[aim]
        assert option is not None
        assert rolled is not None
        takers = (aim, *[i for i, victim in enumerate(victims) if victim.label in option.carry_to])
        weight = count * (rolls // rolled.total)
        for number, chance in enumerate(rolled.ways):
            states[_after(left, takers, number)] += weight * chance
    return _Prefix(
        (*prefix.strikers, striker.label), states, prefix.total * rolls, prefix.free + Fraction(free, prefix.total)
    )


def _after(left: State, takers: Sequence[int], hits: int) -> State:
    new = list(left)
    for place, taken in zip(takers, shared_out(hits, [left[i] for i in takers]), strict=True):
        new[place] -= taken
    return tuple(new)


def _order(prefix: _Prefix, victims: Victims) -> StrikingOrder:
    slain = [sum([ways for left, ways in prefix.states.items() if left[i] == 0]) for i in range(len(victims))]
    points = sum([ways * v.points for ways, v in zip(slain, victims, strict=True)])
    return StrikingOrder(
        order=prefix.strikers,
        expected_slain=Mean(Fraction(sum(slain), prefix.total)),
        expected_points=Mean(Fraction(points, prefix.total)),
        expected_free=Mean(prefix.free),
        carry=tuple(
            [
                SlainChance(to=label, slays=Chance(Fraction(ways, prefix.total)))
                for label, ways in zip(labels(victims[1:]), slain[1:], strict=True)
            ]
        ),
    )
