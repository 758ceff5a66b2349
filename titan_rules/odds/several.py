"""Several strikers on one target, one after another, with carries (STRIKE-1, CARRY-1)."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from ..kernel.odds import Distribution, Ratio, ratio, together
from .carry import AIMS, Aim, shared_out
from .strike import Victim, hits_of

MOST_STRIKERS = 7
"""A Legion's height."""


@frozen
class Striker:
    """One of several strikers on the same target.

    :param name: the character.
    :param hex: where it stands.
    :param dice: how many it rolls.
    :param strike_number: what each must show.
    :param carry_to: the places, among the further victims, of those it may carry over to, in order.
    """

    name: str
    hex: str
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

    target: Victim
    victims: tuple[Victim, ...]
    hits: Distribution
    orders: tuple[Order, ...]

    @property
    def slays(self) -> Ratio:
        """The chance that the target is slain; it is the same in every order, since their dice add up."""
        return self.hits.at_least(self.target.left)

    def best(self, aim: Aim) -> Order:
        """The best order: by the aim, then by the other aim, then by strikers left free, then the first."""
        other = AIMS[1 - AIMS.index(aim)]
        return max(self.orders, key=lambda o: (o.expected(aim).fraction, o.expected(other).fraction, o.free.fraction))


def several(target: Victim, victims: Sequence[Victim], strikers: Sequence[Striker]) -> SeveralOdds:
    """The odds of several strikers on one target, in every order that makes a difference."""
    return SeveralOdds(
        target,
        tuple(victims),
        together(s.hits for s in strikers),
        tuple(in_order(target, victims, order) for order in distinct_orders(strikers)),
    )


def distinct_orders(strikers: Sequence[Striker]) -> Iterator[tuple[Striker, ...]]:
    """Every order of the strikers, but only one of those that differ by exchanging equals.

    Equals are strikers with the same dice, Strike-number and carries.
    """
    if not strikers:
        yield ()
        return
    seen = set()
    for i, first in enumerate(strikers):
        kind = (first.dice, first.strike_number, first.carry_to)
        if kind not in seen:
            seen.add(kind)
            for rest in distinct_orders([*strikers[:i], *strikers[i + 1 :]]):
                yield first, *rest


State = tuple[int, ...]
"""The hits that each victim still needs, the target first."""


def in_order(target: Victim, victims: Sequence[Victim], strikers: Sequence[Striker]) -> Order:
    """What comes of one order of striking."""
    everyone = (target, *victims)
    states: dict[State, int] = {tuple(v.left for v in everyone): 1}
    total = 1
    free = []
    for striker in strikers:
        gone = sum([ways for left, ways in states.items() if left[0] == 0])
        free.append(ratio(gone, total))
        states = _struck(states, striker)
        total *= striker.hits.total
    slain = [sum([ways for left, ways in states.items() if left[i] == 0]) for i in range(len(everyone))]
    return Order(
        tuple(strikers),
        tuple(ratio(ways, total) for ways in slain[1:]),
        ratio(sum(slain), total),
        ratio(sum([ways * v.points for ways, v in zip(slain, everyone, strict=True)]), total),
        sum(free, ratio(0, 1)),
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
