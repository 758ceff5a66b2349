"""Carrying hits over: what becomes of target and further enemies together, and the best choice (CARRY-1, CARRY-2)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

from attrs import frozen

from ..answers.strike_odds import Aim, BestWay, JointOutcome
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.odds import Chance, Distribution, Mean, binomial
from ..rules.battle.carry import StrikeOption
from ..rules.battle.strike_numbers import faces_that_hit

AIMS: tuple[Aim, ...] = ("slain", "points")


@frozen
class Fighter:
    """A character that strikes or is struck, with hits left (0 or less: slain, STRIKE-7) and points (SCORE-1)."""

    name: CharacterName
    hex: str | None
    left: int
    points: int

    @property
    def label(self) -> str:
        """Its hex, or its name where no hexes are given."""
        return self.hex or self.name


Victims: TypeAlias = Sequence[Fighter]  # the target, then those carried over to, in order


def labels(fighters: Iterable[Fighter]) -> tuple[str, ...]:
    """The labels of some characters."""
    return tuple([f.label for f in fighters])


def hits_of(dice: int, strike_number: int) -> Distribution:
    """The distribution of the hits of a roll (STRIKE-3)."""
    return binomial(dice, faces_that_hit(strike_number))


def other_aim(aim: Aim) -> Aim:
    """The aim that breaks ties."""
    return "points" if aim == "slain" else "slain"


def shared_out(hits: int, needs: Iterable[int]) -> tuple[int, ...]:
    """The hits that each enemy takes in turn, at most its need; the rest is lost (CARRY-1).

    >>> shared_out(5, [3, 1, 4])
    (3, 1, 1)
    """
    taken = []
    for need in needs:
        taken.append(min(hits, need))
        hits -= taken[-1]
    return tuple(taken)


def taken(hits: Distribution, victims: Victims) -> list[tuple[int, ...]]:
    """For each number of hits rolled, the hits that each victim takes."""
    return [shared_out(n, [v.left for v in victims]) for n in range(hits.most + 1)]


def joint(hits: Distribution, victims: Victims) -> tuple[JointOutcome, ...]:
    """The fate of all victims for each number of hits: it is one roll, so their fates are not independent."""
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


def expected(hits: Distribution, victims: Victims, aim: Aim) -> Fraction:
    """The mean number of enemies slain, or their mean points."""
    return _mean(hits, lambda n: _worth(n, victims, aim))


def _mean(hits: Distribution, worth: Callable[[int], int]) -> Fraction:
    return Fraction(sum([w * worth(n) for n, w in enumerate(hits.ways)]), hits.total)


def _worth(hits: int, victims: Victims, aim: Aim) -> int:
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
    """The best way to roll a strike, with its best order of carrying; ties go to the other aim, then the likelier kill.

    :param declared: the order is declared before the roll (``carry_declaration: targets_and_order``).
    """

    def worth(option: StrikeOption, way: BestWay) -> tuple[object, ...]:
        after = way.expected_if_chosen_after_roll
        slays = hits_of(option.dice, option.strike_number).at_least(target.left)
        return (
            _aimed(way, aim) if declared or after is None else after.exact,
            _aimed(way, other_aim(aim)),
            slays,
        )

    ways = [(option, best_carry(target, option, enemies, aim)) for option in options]
    best = max(ways, key=lambda pair: worth(*pair))[1]
    return evolve(best, expected_if_chosen_after_roll=None) if declared else best


def best_carry(target: Fighter, option: StrikeOption, enemies: Mapping[str, Fighter], aim: Aim) -> BestWay:
    """The best order of carrying on average; ties go to the other aim, then to the option's own order."""
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
    """The enemies to carry a known number of hits over to, in the best order."""
    orders = _orders(target, option, enemies)
    best = max(orders, key=lambda o: (_worth(hits, o, aim), _worth(hits, o, other_aim(aim))))
    return labels([v for v, n in zip(best, shared_out(hits, [v.left for v in best]), strict=True) if n][1:])
