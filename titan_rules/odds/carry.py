"""Carrying hits over: the joint outcome for target and further enemies, and the best choice (CARRY-1, CARRY-2)."""

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Literal, TypeAlias

from attrs import frozen

from ..kernel.odds import Distribution, Ratio, ratio
from .cases import Fighter, Way

Aim: TypeAlias = Literal["slain", "points"]
"""What a player wants most: many enemies slain, or many points."""

AIMS: tuple[Aim, ...] = ("slain", "points")


def shared_out(hits: int, needs: Iterable[int]) -> tuple[int, ...]:
    """The hits that each enemy in turn takes, none more than slays it; what is left over is lost (CARRY-1).

    :param needs: the hits that slay each, the target first.

    >>> shared_out(5, [3, 1, 4])
    (3, 1, 1)
    """
    taken = []
    for need in needs:
        taken.append(min(hits, need))
        hits -= taken[-1]
    return tuple(taken)


@frozen
class Outcome:
    """One joint outcome of a strike and its carries.

    :param hits: the hits rolled.
    :param taken: the hits that each victim takes, in order.
    :param chance: of exactly this.
    """

    hits: int
    taken: tuple[int, ...]
    chance: Ratio

    @property
    def left_over(self) -> int:
        """The hits that fall on nobody."""
        return self.hits - sum(self.taken)


@frozen
class CarryOdds:
    """The odds of a strike whose excess hits are carried over in a fixed order.

    One roll decides everything, so the victims' fates depend on each other: :meth:`outcomes` is
    their joint distribution; the distributions of single victims may not be multiplied.

    :param hits: the hits rolled.
    :param victims: the target, then those carried over to, in order.
    """

    hits: Distribution
    victims: tuple[Fighter, ...]

    @property
    def _taken(self) -> list[tuple[int, ...]]:
        needs = [v.left for v in self.victims]
        return [shared_out(hits, needs) for hits in range(self.hits.most + 1)]

    def outcomes(self) -> list[Outcome]:
        """Every joint outcome, by the hits rolled."""
        return [Outcome(hits, taken, self.hits.exactly(hits)) for hits, taken in enumerate(self._taken)]

    def taken_by(self, place: int) -> Distribution:
        """The hits that one victim takes, by its place in ``victims``."""
        return self.hits.grouped((taken[place] for taken in self._taken), self.victims[place].left + 1)

    def slays(self, place: int) -> Ratio:
        """The chance that one victim is slain, by its place in ``victims``."""
        return self.hits.at_least(sum(v.left for v in self.victims[: place + 1]))

    def expected(self, aim: Aim) -> Ratio:
        """The mean number of enemies slain, or of points that they are worth."""
        return _mean(self.hits, lambda hits: _worth(hits, self.victims, aim))


def _mean(hits: Distribution, worth: Callable[[int], int]) -> Ratio:
    return ratio(sum([w * worth(n) for n, w in enumerate(hits.ways)]), hits.total)


def _worth(hits: int, victims: Iterable[Fighter], aim: Aim) -> int:
    """What a number of hits achieves in this order."""
    worth = 0
    for victim in victims:
        hits -= victim.left
        if hits < 0:
            break
        worth += 1 if aim == "slain" else victim.points
    return worth


@frozen
class Choice:
    """One way to roll a strike, and the best order to carry over in.

    :param carry_to: the further victims, in order.
    :param slain: the mean number of enemies slain, in that order.
    :param points: the mean points, in that order.
    :param after_roll: the mean of what is aimed at, if the order is chosen only when the hits are known.
    """

    way: Way
    carry_to: tuple[Fighter, ...]
    slain: Ratio
    points: Ratio
    after_roll: Ratio

    def expected(self, aim: Aim) -> Ratio:
        """The mean of what is aimed at."""
        return self.slain if aim == "slain" else self.points


def other_aim(aim: Aim) -> Aim:
    """The aim that decides between what is equal by the first."""
    return "points" if aim == "slain" else "slain"


def best_carry(target: Fighter, way: Way, aim: Aim) -> Choice:
    """The order to carry over in that slays the most, or brings the most points, on average.

    Of orders that are as good, the one that is better by the other aim, then the first by the way's order.
    """
    orders = [CarryOdds(way.hits, (target, *order)) for order in permutations(way.carry_to)]
    best = max(orders, key=lambda o: (o.expected(aim).fraction, o.expected(other_aim(aim)).fraction))
    after_roll = _mean(way.hits, lambda hits: max(_worth(hits, o.victims, aim) for o in orders))
    return Choice(way, best.victims[1:], best.expected("slain"), best.expected("points"), after_roll)


def best_choice(target: Fighter, ways: Iterable[Way], aim: Aim, *, declared: bool = False) -> Choice:
    """The best of several ways to roll a strike, with the best order to carry over in.

    Of ways that are as good, the one better by the other aim, then the likelier to slay the target, then the first.

    :param declared: the order of carrying is declared before the roll (``carry_declaration: targets_and_order``).
    """
    return max(
        (best_carry(target, way, aim) for way in ways),
        key=lambda c: (
            (c.expected(aim) if declared else c.after_roll).fraction,
            c.expected(other_aim(aim)).fraction,
            c.way.hits.at_least(target.left).fraction,
        ),
    )


def best_after_roll(target: Fighter, way: Way, aim: Aim, hits: int) -> tuple[Fighter, ...]:
    """To whom a number of hits is best carried over, now that they are known: those that get any, in order."""
    orders = [(target, *order) for order in permutations(way.carry_to)]
    best = max(orders, key=lambda o: (_worth(hits, o, aim), _worth(hits, o, other_aim(aim))))
    return tuple(v for v, taken in zip(best, shared_out(hits, [v.left for v in best]), strict=True) if taken)[1:]
