"""Carrying hits over: the joint outcome for target and further enemies, and the best choice (CARRY-1, CARRY-2)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from attrs import frozen

from ..answers.strike_odds import Aim, BestWay, JointOutcome
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.odds import Chance, Distribution, Mean, Ratio, binomial, ratio
from ..rules.battle.carry import StrikeOption
from ..rules.battle.strike_numbers import faces_that_hit

AIMS: tuple[Aim, ...] = ("slain", "points")


@frozen
class Fighter:
    """A character that strikes or is struck.

    :param name: the character.
    :param hex: where it stands; None where no hexes are given.
    :param left: the hits that it still needs to be slain; 0 or less: it is slain (STRIKE-7).
    :param points: what it is worth (SCORE-1).
    """

    name: CharacterName
    hex: str | None
    left: int
    points: int

    @property
    def label(self) -> str:
        """Its hex, or its name where no hexes are given."""
        return self.hex or self.name


Victims: TypeAlias = Sequence[Fighter]
"""The target of a strike, then those carried over to, in order."""


def labels(fighters: Iterable[Fighter]) -> tuple[str, ...]:
    """Their hexes."""
    return tuple([f.label for f in fighters])


def hits_of(dice: int, strike_number: int) -> Distribution:
    """How the hits of a roll are distributed (STRIKE-3)."""
    return binomial(dice, faces_that_hit(strike_number))


def other_aim(aim: Aim) -> Aim:
    """The aim that decides between what is equal by the first."""
    return "points" if aim == "slain" else "slain"


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


def taken(hits: Distribution, victims: Victims) -> list[tuple[int, ...]]:
    """By the number of hits rolled, what each of the victims takes of them."""
    return [shared_out(n, [v.left for v in victims]) for n in range(hits.most + 1)]


def joint(hits: Distribution, victims: Victims) -> tuple[JointOutcome, ...]:
    """What each number of hits does to all of the victims: one roll decides, so their fates depend on each other."""
    return tuple(
        [
            JointOutcome(
                hits=n,
                takes=dict(zip(labels(victims), each, strict=True)),
                slain=labels([v for v, m in zip(victims, each, strict=True) if m >= v.left]),
                left_over=n - sum(each),
                chance=Chance(hits.exactly(n)),
            )
            for n, each in enumerate(taken(hits, victims))
        ]
    )


def expected(hits: Distribution, victims: Victims, aim: Aim) -> Ratio:
    """The mean number of enemies slain, or of points that they are worth."""
    return _mean(hits, lambda n: _worth(n, victims, aim))


def _mean(hits: Distribution, worth: Callable[[int], int]) -> Ratio:
    return ratio(sum([w * worth(n) for n, w in enumerate(hits.ways)]), hits.total)


def _worth(hits: int, victims: Victims, aim: Aim) -> int:
    """What a number of hits achieves in this order."""
    worth = 0
    for victim in victims:
        hits -= victim.left
        if hits < 0:
            break
        worth += 1 if aim == "slain" else victim.points
    return worth


def best_way(
    target: Fighter,
    options: Iterable[StrikeOption],
    enemies: Mapping[str, Fighter],
    aim: Aim,
    *,
    declared: bool = False,
) -> BestWay:
    """The best of several ways to roll a strike, with the best order to carry over in.

    Of ways that are as good, the one better by the other aim, then the likelier to slay the target, then the first.

    :param enemies: by hex, to whom hits may be carried over.
    :param declared: the order of carrying is declared before the roll (``carry_declaration: targets_and_order``); then
        nothing is told of an order chosen after it.
    """

    def worth(option: StrikeOption, way: BestWay) -> tuple[object, ...]:
        after = way.expected_if_chosen_after_roll
        slays = hits_of(option.dice, option.strike_number).at_least(target.left)
        return (
            _aimed(way, aim) if declared or after is None else after.exact,
            _aimed(way, other_aim(aim)),
            slays.fraction,
        )

    ways = [(option, best_carry(target, option, enemies, aim)) for option in options]
    best = max(ways, key=lambda pair: worth(*pair))[1]
    return evolve(best, expected_if_chosen_after_roll=None) if declared else best


def best_carry(target: Fighter, option: StrikeOption, enemies: Mapping[str, Fighter], aim: Aim) -> BestWay:
    """The order to carry over in that slays the most, or brings the most points, on average.

    Of orders that are as good, the one that is better by the other aim, then the first by the option's order.
    """
    hits = hits_of(option.dice, option.strike_number)
    orders = _orders(target, option, enemies)
    ways = [
        BestWay(
            dice=option.dice,
            strike_number=option.strike_number,
            carry_to=labels(order[1:]),
            expected_slain=Mean(expected(hits, order, "slain")),
            expected_points=Mean(expected(hits, order, "points")),
        )
        for order in orders
    ]
    best = max(ways, key=lambda way: (_aimed(way, aim), _aimed(way, other_aim(aim))))
    after_roll = _mean(hits, lambda n: max(_worth(n, order, aim) for order in orders))
    return evolve(best, expected_if_chosen_after_roll=Mean(after_roll))


def _orders(target: Fighter, option: StrikeOption, enemies: Mapping[str, Fighter]) -> list[tuple[Fighter, ...]]:
    return [(target, *order) for order in permutations([enemies[label] for label in option.carry_to])]


def _aimed(way: BestWay, aim: Aim) -> object:
    return (way.expected_slain if aim == "slain" else way.expected_points).exact


def best_after_roll(
    target: Fighter, option: StrikeOption, enemies: Mapping[str, Fighter], aim: Aim, hits: int
) -> tuple[str, ...]:
    """To whom a number of hits is best carried over, now that they are known: those that get any, in order."""
    orders = _orders(target, option, enemies)
    best = max(orders, key=lambda o: (_worth(hits, o, aim), _worth(hits, o, other_aim(aim))))
    return labels([v for v, n in zip(best, shared_out(hits, [v.left for v in best]), strict=True) if n][1:])
