"""Exact odds of dice, rounded only for printing, and never to 0 or 1."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, nextafter
from typing import Annotated, ClassVar, TypeAlias

from attrs import frozen

from .dice import SIDES
from .fields import Converted
from .writing import Part

# Written 3/8, or 2 if it is whole.
Exact: TypeAlias = Annotated[Fraction, Converted(Fraction, str, {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"})]
Probability: TypeAlias = Annotated[float, Converted(float, float, {"type": "number", "minimum": 0, "maximum": 1})]
Value: TypeAlias = Annotated[float, Converted(float, float, {"type": "number", "minimum": 0})]

PLACES = 2  # digits after the point


def nearest_float(exact: Fraction) -> float:
    """The nearest float, but never 0 or 1 unless that is exact."""
    value = float(exact)
    if value == 0.0 and exact:
        return nextafter(0.0, 1.0)
    if value == 1.0 and exact != 1:
        return nextafter(1.0, 0.0 if exact < 1 else 2.0)
    return value


def percent(exact: Fraction, places: int = PLACES) -> str:
    """A percentage, rounded half up; 0 % and 100 % only if exact.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**6)), percent(Fraction(4095, 4096), 1)
    ('33.33 %', '<0.01 %', '>99.9 %')
    """
    if exact in (0, 1):
        return "100 %" if exact else "0 %"
    full = 100 * 10**places
    steps = _rounded(exact * full)
    if steps == 0:
        return f"<{_decimal(1, places)} %"
    return f">{_decimal(full - 1, places)} %" if steps == full and exact < 1 else f"{_decimal(steps, places)} %"


def decimal(exact: Fraction, places: int = PLACES) -> str:
    """A decimal number, rounded half up.

    >>> decimal(Fraction(4, 3))
    '1.33'
    """
    return _decimal(_rounded(exact * 10**places), places)


def _rounded(number: Fraction) -> int:
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def _decimal(steps: int, places: int) -> str:
    whole, part = divmod(steps, 10**places)
    return f"{whole}.{part:0{places}d}" if places else str(steps)


class _Exactly(Part):
    """An exact number, which is compared with others and formatted as its nearest float."""

    __slots__ = ()

    exact: Exact

    def __float__(self) -> float:
        return nearest_float(self.exact)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __lt__(self, other: "_Exactly | float | Fraction") -> bool:
        return self.exact < _value(other)

    def __le__(self, other: "_Exactly | float | Fraction") -> bool:
        return self.exact <= _value(other)

    def __gt__(self, other: "_Exactly | float | Fraction") -> bool:
        return self.exact > _value(other)

    def __ge__(self, other: "_Exactly | float | Fraction") -> bool:
        return self.exact >= _value(other)


def _value(number: "_Exactly | float | Fraction") -> float | Fraction:
    return number.exact if isinstance(number, _Exactly) else number


@frozen(order=False)  # it is in the base
class Chance(_Exactly):
    """A probability: the nearest float, and exactly. Chances are compared with each other, and with numbers.

    >>> odds = Chance(Fraction(473, 729))
    >>> odds > 0.5, f"{odds:.1%}", str(odds)
    (True, '64.9%', '64.88 %')

    :param exact: the probability itself.
    """

    exact: Exact

    KEYS: ClassVar[tuple[str, ...]] = ("p", "exact")

    @property
    def p(self) -> Probability:
        """The nearest float; 0 and 1 only if exact."""
        return nearest_float(self.exact)

    def __str__(self) -> str:
        return percent(self.exact)


@frozen(order=False)
class Mean(_Exactly):
    """An expected number: the nearest float, and exactly.

    :param exact: the number itself.
    """

    exact: Exact

    KEYS: ClassVar[tuple[str, ...]] = ("value", "exact")

    @property
    def value(self) -> Value:
        """The nearest float."""
        return nearest_float(self.exact)

    def __str__(self) -> str:
        return decimal(self.exact)


@frozen
class HitChance(Part):
    """The chances of a number of hits: of exactly this number, and of at least this number.

    :param hits: the number.
    :param exact: the chance of exactly this number.
    :param at_least_exact: the chance of at least this number.
    """

    hits: int
    exact: Exact
    at_least_exact: Exact

    KEYS: ClassVar[tuple[str, ...]] = ("hits", "p", "exact", "at_least", "at_least_exact")

    @property
    def p(self) -> Probability:
        """The chance of exactly this number as a float."""
        return nearest_float(self.exact)

    @property
    def at_least(self) -> Probability:
        """The chance of at least this number as a float."""
        return nearest_float(self.at_least_exact)


@frozen
class Distribution:
    """The distribution of an integer from 0 up.

    :param ways: for each number, how many of the equally likely rolls give it; ``total`` their sum.
    """

    ways: tuple[int, ...]
    total: int

    @property
    def most(self) -> int:
        """The largest number possible."""
        return len(self.ways) - 1

    def exactly(self, number: int) -> Fraction:
        """The chance of exactly this number."""
        return Fraction(self.ways[number] if 0 <= number < len(self.ways) else 0, self.total)

    def at_least(self, number: int) -> Fraction:
        """The chance of this number or more.

        >>> binomial(6, 1).at_least(3)
        Fraction(1453, 23328)
        """
        return Fraction(sum(self.ways[max(number, 0) :]), self.total)

    @property
    def mean(self) -> Fraction:
        """The expected number."""
        return Fraction(sum([n * w for n, w in enumerate(self.ways)]), self.total)

    def and_then(self, other: "Distribution") -> "Distribution":
        """The sum with another, independent roll.

        >>> binomial(2, 3).and_then(binomial(4, 3)) == binomial(6, 3)
        True
        """
        ways = [0] * (len(self.ways) + len(other.ways) - 1)
        for n, w in enumerate(self.ways):
            for m, v in enumerate(other.ways):
                ways[n + m] += w * v
        return Distribution(tuple(ways), self.total * other.total)

    def raised(self, number: int) -> "Distribution":
        """The roll plus a fixed number."""
        return Distribution((0,) * number + self.ways, self.total)

    def grouped(self, groups: Iterable[int], count: int) -> "Distribution":
        """The distribution of each number's group, by ``groups`` for the numbers from 0 up, each below ``count``."""
        ways = [0] * count
        for group, w in zip(groups, self.ways, strict=True):
            ways[group] += w
        return Distribution(tuple(ways), self.total)


NOTHING = Distribution((1,), 1)  # always 0: no dice


@lru_cache(maxsize=4096)
def binomial(dice: int, faces: int) -> Distribution:
    """The hits of ``dice`` dice, each hitting on ``faces`` of six.

    >>> binomial(2, 1).ways
    (25, 10, 1)
    """
    misses = SIDES - faces
    ways = tuple([comb(dice, k) * faces**k * misses ** (dice - k) for k in range(dice + 1)])
    return Distribution(ways, SIDES**dice)


def together(rolls: Iterable[Distribution]) -> Distribution:
    """The sum of several independent rolls."""
    total = NOTHING
    for roll in rolls:
        total = total.and_then(roll)
    return total


def hits_rows(distribution: Distribution) -> tuple[HitChance, ...]:
    """Each number with its chance and the chance of at least it."""
    rows: list[HitChance] = []
    left = distribution.total
    for number, ways in enumerate(distribution.ways):
        rows.append(HitChance(number, Fraction(ways, distribution.total), Fraction(left, distribution.total)))
        left -= ways
    return tuple(rows)


# --- a fight to the death --------------------------------------------------------------------------------------------


def race(
    first_life: int, first_losses: Distribution, second_life: int, second_losses: Distribution
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Two fighters who both lose hits every round until one or both are dead.

    A Markov chain over both losses. State (i, j) is visited N(i, j) * T / D**(i + j + 1) times on average, where T
    counts the rolls of a round and D those in which anything is lost. One recursion gives the N, all in integers.

    :param first_life: at least 1; ``second_life`` likewise.
    :param first_losses: the first one's losses in a round; ``second_losses`` likewise.
    :returns: the chances that the first dies and that the second dies (each includes both dying), that both die;
        and the mean number of rounds.
    :raises ValueError: nothing is ever lost.
    """
    rounds = first_losses.total * second_losses.total
    changing = rounds - first_losses.ways[0] * second_losses.ways[0]
    if changing == 0:
        raise ValueError("nothing is ever lost, so the race never ends")
    powers = [1]
    for _ in range(first_life + second_life):
        powers.append(powers[-1] * changing)
    visits = _visits(first_life, first_losses.ways, second_life, second_losses.ways, powers)
    # everything over the common denominator D**(first_life + second_life - 1)
    last = first_life + second_life - 2
    scaled = [[n * powers[last - i - j] for j, n in enumerate(row)] for i, row in enumerate(visits)]
    denominator = powers[last + 1]
    by_first = [sum(row) for row in scaled]
    by_second = [sum(column) for column in zip(*scaled, strict=True)]
    first_gone = sum([n * _tail(first_losses, first_life - i) for i, n in enumerate(by_first)])
    second_gone = sum([n * _tail(second_losses, second_life - j) for j, n in enumerate(by_second)])
    first, second = first_gone * second_losses.total, second_gone * first_losses.total
    return (
        Fraction(first, denominator),
        Fraction(second, denominator),
        Fraction(first + second - denominator, denominator),  # it ends for certain, so the three make 1
        Fraction(sum(by_first) * rounds, denominator),
    )


def _tail(distribution: Distribution, number: int) -> int:
    return sum(distribution.ways[number:])


def _visits(
    rows: int, row_ways: Sequence[int], columns: int, column_ways: Sequence[int], powers: Sequence[int]
) -> list[list[int]]:
    """The numbers N(i, j) of :func:`race`, from the powers of D."""
    down = [w * powers[x] for x, w in enumerate(row_ways[1:rows])]
    across = [w * powers[y] for y, w in enumerate(column_ways[1:columns])]
    stay_down, stay_across, changing = row_ways[0], column_ways[0], powers[1]
    visits: list[list[int]] = []
    spread: list[list[int]] = [[] for _ in range(columns)]  # by column: rows above, spread across, nearest first
    for i in range(rows):
        row: list[int] = []
        for j in range(columns):
            along = sum([w * row[j - 1 - y] for y, w in enumerate(across[:j])])
            above = spread[j]
            number = sum([w * v for w, v in zip(down, reversed(above), strict=False)]) + stay_down * along
            if i == j == 0:
                number = 1
            row.append(number)
            above.append(stay_across * number + changing * along)
        visits.append(row)
    return visits
