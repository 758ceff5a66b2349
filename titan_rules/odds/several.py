"""Several strikers on one target, one after another, with carries (STRIKE-1, CARRY-1)."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from ..kernel.odds import Distribution, Ratio, ratio, together
from .carry import Aim, other_aim, shared_out
from .cases import Fighter, hits_of


@frozen
class Striker:
    """One of several strikers on the same target.

    :param label: its hex, or its name where no hexes are given.
    :param dice: how many it rolls.
    :param strike_number: what each must show.
    :param carry_to: the places, among the further victims, of those it may carry over to, in order.
    """

    label: str
    dice: int
    strike_number: int
    carry_to: tuple[int, ...] = ()

    @property
    def hits(self) -> Distribution:
        """The hits that it rolls."""
        return hits_of(self.dice, self.strike_number)


@frozen
class Order:
    """What comes of one order of striking.

    A striker whose turn comes when the target is slain already does not strike here: it is free
    to strike somebody else, which is not counted.

    :param strikers: in the order in which they strike.
    :param slain_victims: the chance for each further victim that carries slay it.
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
    :param victims: further enemies that hits may be carried over to.
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

    Of orders that differ only by exchanging equals (same dice, Strike-number and carries) one is kept.
    """
    everyone = (target, *victims)
    start = _Prefix((), {tuple(v.left for v in everyone): 1}, 1, ratio(0, 1))
    return SeveralOdds(
        target,
        tuple(victims),
        together(s.hits for s in strikers),
        tuple([_order(prefix, everyone) for prefix in _grown(start, strikers)]),
    )


@frozen
class _Prefix:
    """The first strikers of an order, and what may have come of them."""

    strikers: tuple[Striker, ...]
    states: dict[State, int]
    total: int
    free: Ratio


def _grown(prefix: _Prefix, rest: Sequence[Striker]) -> Iterator[_Prefix]:
    """Every whole order that begins so."""
    if not rest:
        yield prefix
        return
    gone = ratio(sum([ways for left, ways in prefix.states.items() if left[0] == 0]), prefix.total)
    seen = set()
    for i, striker in enumerate(rest):
        kind = (striker.dice, striker.strike_number, striker.carry_to)
        if kind not in seen:
            seen.add(kind)
            longer = _Prefix(
                (*prefix.strikers, striker),
                _struck(prefix.states, striker),
                prefix.total * striker.hits.total,
                prefix.free + gone,
            )
            yield from _grown(longer, [*rest[:i], *rest[i + 1 :]])


def _order(prefix: _Prefix, everyone: Sequence[Fighter]) -> Order:
    slain = [sum([ways for left, ways in prefix.states.items() if left[i] == 0]) for i in range(len(everyone))]
    return Order(
        prefix.strikers,
        tuple(ratio(ways, prefix.total) for ways in slain[1:]),
        ratio(sum(slain), prefix.total),
        ratio(sum([ways * v.points for ways, v in zip(slain, everyone, strict=True)]), prefix.total),
        prefix.free,
    )


def _struck(states: dict[State, int], striker: Striker) -> dict[State, int]:
    """The states after one more striker; where the target is slain already it does not strike."""
    hits = striker.hits
    takers = (0, *(place + 1 for place in striker.carry_to))
    after: dict[State, int] = {}
    for left, ways in states.items():
        if left[0] == 0:
            after[left] = after.get(left, 0) + ways * hits.total
            continue
        needs = [left[place] for place in takers]
        for number, chance in enumerate(hits.ways):
            new = list(left)
            for place, taken in zip(takers, shared_out(number, needs), strict=True):
                new[place] -= taken
            key = tuple(new)
            after[key] = after.get(key, 0) + ways * chance
    return after
