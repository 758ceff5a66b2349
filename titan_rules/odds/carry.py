"""Carrying hits over: the joint fate of the target and other enemies, and the best choice (CARRY-1, CARRY-2)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from ..box.names import CharacterName
from ..kernel.answers import Part
from ..kernel.evolving import evolve
from ..kernel.fields import FLAT, key
from ..kernel.odds import Chance, Distribution, HitChance, Mean, binomial, hits_rows
from ..rules.battle.strike_numbers import faces_that_hit
from ..rules.battle.strike_tables import StrikeOption

Aim: TypeAlias = Literal["slain", "points"]  # prefer enemies slain, or points

AIMS: tuple[Aim, ...] = ("slain", "points")


@frozen(kw_only=True)
class CarryFate(Part):
    """What happens to a character that takes carries.

    :param to: its hex, or its name if no hexes are given.
    :param character: its name.
    :param needs: the hits that would slay it.
    :param hits: the chance of each number of hits it takes.
    """

    to: str
    character: str
    needs: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean


@frozen(kw_only=True)
class JointOutcome(Part):
    """The effect of a number of hits on the target and all carry targets.

    :param hits: the hits rolled.
    :param takes: by hex, the hits that each takes.
    :param slain: the hexes of those slain.
    :param left_over: hits that no one takes.
    :param chance: the chance of this number of hits; in JSON its keys are merged into this object.
    """

    hits: int
    takes: Mapping[str, int]
    slain: tuple[str, ...]
    left_over: int
    chance: Chance = field(metadata=key(FLAT))


@frozen(kw_only=True)
class BestWay(Part):
    """The best dice, Strike-number and carries for an aim, with the average gain.

    :param expected_if_chosen_after_roll: if carries need not be declared before the roll.
    """

    dice: int
    strike_number: int
    carry_to: tuple[str, ...]
    expected_slain: Mean
    expected_points: Mean
    expected_if_chosen_after_roll: Mean | None = None


@frozen
class Contender:
    """A character that strikes or is struck, with hits left (0 or less: slain, STRIKE-7) and points (SCORE-1)."""

    name: CharacterName
    hex: str | None
    left: int
    points: int

    @property
    def label(self) -> str:
        """Its hex, or its name if no hexes are given."""
        return self.hex or self.name


Victims: TypeAlias = Sequence[Contender]  # the target, then those carried over to, in order


def labels(contenders: Iterable[Contender]) -> tuple[str, ...]:
    """The characters' labels."""
    return tuple([one.label for one in contenders])


def hits_of(dice: int, strike_number: int) -> Distribution:
    """The distribution of the hits of a roll (STRIKE-3)."""
    return binomial(dice, faces_that_hit(strike_number))


def chances(hits: Distribution, needs: int) -> dict[str, Any]:
    """The chances of each number of hits, by their keys in an answer.

    :param needs: the hits that slay.
    """
    return {"hits": hits_rows(hits), "slays": Chance(hits.at_least(needs)), "expected_hits": Mean(hits.mean)}


def rolled(option: StrikeOption, needs: int) -> dict[str, Any]:
    """A roll and its chances, by their keys in an answer."""
    dice, number = option.dice, option.strike_number
    return {"dice": dice, "strike_number": number, **chances(hits_of(dice, number), needs)}


# --- the fate of each ------------------------------------------------------------------------------------------------


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
    return [shared_out(n, [victim.left for victim in victims]) for n in range(hits.most + 1)]


def fates(hits: Distribution, victims: Victims) -> tuple[CarryFate, ...]:
    """What happens to each carry target."""
    shares, carried = taken(hits, victims), []
    for place, victim in enumerate(victims[1:], 1):
        takes = chances(hits.grouped((share[place] for share in shares), victim.left + 1), victim.left)
        carried.append(CarryFate(to=victim.label, character=victim.name, needs=victim.left, **takes))
    return tuple(carried)


def joint(hits: Distribution, victims: Victims) -> tuple[JointOutcome, ...]:
    """The fate of all victims for each number of hits; one roll decides them all, so they are not independent."""
    outcomes = []
    for n, share in enumerate(taken(hits, victims)):
        slain = labels([victim for victim, took in zip(victims, share, strict=True) if took >= victim.left])
        takes, left_over = dict(zip(labels(victims), share, strict=True)), n - sum(share)
        chance = Chance(hits.exactly(n))
        outcomes.append(JointOutcome(hits=n, takes=takes, slain=slain, left_over=left_over, chance=chance))
    return tuple(outcomes)


# --- the best choice -------------------------------------------------------------------------------------------------


def worth(hits: int, victims: Victims, aim: Aim) -> int:
    """How many enemies a number of hits slays, or their points."""
    total = 0
    for victim in victims:
        hits -= victim.left
        if hits < 0:
            break
        total += 1 if aim == "slain" else victim.points
    return total


def expected(hits: Distribution, victims: Victims, aim: Aim) -> Fraction:
    """The mean number of enemies slain, or their mean points."""
    return _mean(hits, [worth(n, victims, aim) for n in range(hits.most + 1)])


def _mean(hits: Distribution, worths: Iterable[int]) -> Fraction:
    return Fraction(sum([ways * one for ways, one in zip(hits.ways, worths, strict=True)]), hits.total)


def in_order(aim: Aim) -> tuple[Aim, Aim]:
    """An aim, and the one that breaks its ties."""
    return ("slain", "points") if aim == "slain" else ("points", "slain")


def best_way(
    target: Contender,
    options: Iterable[StrikeOption],
    enemies: Mapping[str, Contender],
    aim: Aim,
    *,
    declared: bool = False,
) -> BestWay:
    """The best way to roll a strike, with its best order of carrying; ties go to the other aim, then the likelier kill.

    :param declared: the order is declared before the roll (``carry_declaration: targets_and_order``).
    """

    def rank(way: BestWay) -> tuple[object, ...]:
        (mean, other), after = _aimed(way, aim), way.expected_if_chosen_after_roll
        slays = hits_of(way.dice, way.strike_number).at_least(target.left)
        return mean if declared or after is None else after.exact, other, slays

    best = max([best_carry(target, option, enemies, aim) for option in options], key=rank)
    return evolve(best, expected_if_chosen_after_roll=None) if declared else best


def best_carry(target: Contender, option: StrikeOption, enemies: Mapping[str, Contender], aim: Aim) -> BestWay:
    """The order of carrying that is best on average; ties go to the other aim, then to the option's own order."""
    hits, orders = hits_of(option.dice, option.strike_number), _orders(target, option, enemies)
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
    after_roll = _mean(hits, [max(worth(n, order, aim) for order in orders) for n in range(hits.most + 1)])
    return evolve(max(ways, key=lambda way: _aimed(way, aim)), expected_if_chosen_after_roll=Mean(after_roll))


def best_after_roll(
    target: Contender, option: StrikeOption, enemies: Mapping[str, Contender], aim: Aim, hits: int
) -> tuple[str, ...]:
    """The enemies to carry a known number of hits over to, in the best order."""
    orders = _orders(target, option, enemies)
    best = max(orders, key=lambda order: [worth(hits, order, one) for one in in_order(aim)])
    return labels([victim for victim, n in zip(best, shared_out(hits, [v.left for v in best]), strict=True) if n][1:])


def _orders(target: Contender, option: StrikeOption, enemies: Mapping[str, Contender]) -> list[tuple[Contender, ...]]:
    return [(target, *order) for order in permutations([enemies[label] for label in option.carry_to])]


def _aimed(way: BestWay, aim: Aim) -> tuple[Fraction, Fraction]:
    means = {"slain": way.expected_slain.exact, "points": way.expected_points.exact}
    first, second = in_order(aim)
    return means[first], means[second]
