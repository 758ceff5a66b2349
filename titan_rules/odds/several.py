"""Several strikers on one target, one after another, with carries (STRIKE-1, CARRY-1)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import TypeAlias

from attrs import frozen

from ..kernel.errors import CannotTell, Fault
from ..kernel.odds import Distribution, Ratio, ratio, together
from .carry import Aim, other_aim, shared_out
from .cases import Fighter, Way

MOST_ORDERS = 720
"""The most orders of striking that are worked out: those of six strikers, no two of them alike."""

MOST_DICE = 300
"""The most dice of several strikers together; only Titans of many thousands of points roll hundreds."""

MOST_ROLLED = 50_000
"""The most dice that are rolled in all orders together."""


@frozen
class Striker:
    """One of several strikers on the same target.

    :param label: its hex, or its name where no hexes are given.
    :param way: its natural strike at the target.
    :param further: at the further victims, in their order; None where it cannot strike one.
    """

    label: str
    way: Way
    further: tuple[Way | None, ...] = ()

    @property
    def ways(self) -> tuple[Way | None, ...]:
        """Its strike at each of them, the target first."""
        return (self.way, *self.further)


@frozen
class Order:
    """What comes of one order of striking.

    Each striker strikes the target; if that is slain already, the first further victim that is not
    and that it can strike; if there is none, it is left free.

    :param strikers: in the order in which they strike.
    :param slain_victims: the chance for each further victim that it is slain.
    :param slain: the mean number of enemies slain, the target included.
    :param points: the mean points of those.
    :param free: the mean number of strikers left free.
    """

    strikers: tuple[Striker, ...]
    slain_victims: tuple[Ratio, ...]
    slain: Ratio
    points: Ratio
    free: Ratio

    def expected(self, aim: Aim) -> Ratio:
        """The mean of what is aimed at."""
        return self.slain if aim == "slain" else self.points


@frozen
class SeveralOdds:
    """Several strikers on one target.

    :param target: whom all strike.
    :param victims: further enemies, in the order in which they are carried over to and struck.
    :param hits: the hits of all their dice together.
    :param orders: one order of each kind, those equal in every result left out.
    """

    target: Fighter
    victims: tuple[Fighter, ...]
    hits: Distribution
    orders: tuple[Order, ...]

    @property
    def slays(self) -> Ratio:
        """The chance that the target is slain; it is the same in every order, since their dice add up."""
        return self.hits.at_least(self.target.left)

    def best(self, aim: Aim) -> Order:
        """The best order: by the aim, then by the other aim, then by strikers left free, then the first."""
        other = other_aim(aim)
        return max(self.orders, key=lambda o: (o.expected(aim).fraction, o.expected(other).fraction, o.free.fraction))


State: TypeAlias = tuple[int, ...]
"""The hits that each victim still needs, the target first."""


def several(target: Fighter, victims: Sequence[Fighter], strikers: Sequence[Striker]) -> SeveralOdds:
    """The odds of several strikers on one target, in every order that makes a difference.

    Of orders that differ only by exchanging equals (the same strikes and carries) one is kept.

    :param victims: further enemies, in the order in which they are carried over to and struck.
    :raises CannotTell: there are more orders than :data:`MOST_ORDERS`, or too many dice.
    """
    _bounded(strikers)
    everyone = (target, *victims)
    start = _Prefix((), {tuple(v.left for v in everyone): 1}, 1, ratio(0, 1))
    return SeveralOdds(
        target,
        tuple(victims),
        together(s.way.hits for s in strikers),
        tuple([_order(prefix, everyone) for prefix in _grown(start, strikers, everyone)]),
    )


def _bounded(strikers: Sequence[Striker]) -> None:
    """Refuse, before it begins, work that would not end in seconds."""
    alike = Counter(striker.ways for striker in strikers).values()
    orders = factorial(len(strikers)) // prod(map(factorial, alike))
    if orders > MOST_ORDERS:
        message = f"there are {orders:,} orders of striking, and at most {MOST_ORDERS} are worked out"
        raise CannotTell(Fault("too-much-work", message, hint="name fewer strikers at a time"))
    dice = sum(striker.way.dice for striker in strikers)
    most = min(MOST_DICE, MOST_ROLLED // orders)
    if len(strikers) > 1 and dice > most:
        message = f"the strikers roll {dice:,} dice, and at most {most:,} are worked out in {orders:,} orders"
        raise CannotTell(Fault("too-much-work", message, hint="name fewer strikers at a time"))


@frozen
class _Prefix:
    """The first strikers of an order, and what may have come of them."""

    strikers: tuple[Striker, ...]
    states: dict[State, int]
    total: int
    free: Ratio


def _grown(prefix: _Prefix, rest: Sequence[Striker], everyone: Sequence[Fighter]) -> Iterator[_Prefix]:
    """Every whole order that begins so."""
    if not rest:
        yield prefix
        return
    seen = set()
    for i, striker in enumerate(rest):
        if striker.ways not in seen:
            seen.add(striker.ways)
            yield from _grown(_longer(prefix, striker, everyone), [*rest[:i], *rest[i + 1 :]], everyone)


def _longer(prefix: _Prefix, striker: Striker, everyone: Sequence[Fighter]) -> _Prefix:
    """One striker more. Every state counts the same number of rolls, whatever the dice of the strike."""
    ways = striker.ways
    rolls = max(way.hits.total for way in ways if way is not None)
    states: dict[State, int] = {}
    free = 0
    for left, count in prefix.states.items():
        aim = next((i for i, way in enumerate(ways) if way is not None and left[i]), None)
        if aim is None:
            free += count
            states[left] = states.get(left, 0) + count * rolls
            continue
        way = ways[aim]
        assert way is not None
        takers = (aim, *[i for i, fighter in enumerate(everyone) if fighter in way.carry_to])
        weight = count * (rolls // way.hits.total)
        for hits, chance in enumerate(way.hits.ways):
            after = _after(left, takers, hits)
            states[after] = states.get(after, 0) + weight * chance
    return _Prefix((*prefix.strikers, striker), states, prefix.total * rolls, prefix.free + ratio(free, prefix.total))


def _after(left: State, takers: Sequence[int], hits: int) -> State:
    new = list(left)
    for place, taken in zip(takers, shared_out(hits, [left[i] for i in takers]), strict=True):
        new[place] -= taken
    return tuple(new)


def _order(prefix: _Prefix, everyone: Sequence[Fighter]) -> Order:
    slain = [sum([ways for left, ways in prefix.states.items() if left[i] == 0]) for i in range(len(everyone))]
    return Order(
        prefix.strikers,
        tuple(ratio(ways, prefix.total) for ways in slain[1:]),
        ratio(sum(slain), prefix.total),
        ratio(sum([ways * v.points for ways, v in zip(slain, everyone, strict=True)]), prefix.total),
        prefix.free,
    )
