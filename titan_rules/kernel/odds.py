"""Exact odds of dice, rounded only when printed.

A :class:`Distribution` counts equally likely rolls; a :class:`Ratio` is printed as a fraction, a float or a percentage,
and none of them shows 0 or 1 unless that is exact.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, nextafter
from typing import Annotated, Any, ClassVar, TypeAlias

from attrs import frozen

from .dice import SIDES
from .fields import Converted
from .writing import Part

# Written 3/8, or 2 if it is whole.
Exact: TypeAlias = Annotated[Fraction, Converted(Fraction, str, {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"})]
Probability: TypeAlias = Annotated[float, Converted(float, float, {"type": "number", "minimum": 0, "maximum": 1})]
Value: TypeAlias = Annotated[float, Converted(float, float, {"type": "number", "minimum": 0})]

PLACES = 2  # digits after the point of a percentage


@frozen
class Ratio:
    """A rational number, not negative, in lowest terms; made by :func:`ratio`."""

    numerator: int
    denominator: int

    @property
    def exact(self) -> str:
        """``3/8``, or ``2`` if it is whole.

        >>> ratio(6, 16).exact, ratio(8, 4).exact
        ('3/8', '2')
        """
        return str(self.numerator) if self.denominator == 1 else f"{self.numerator}/{self.denominator}"

    @property
    def value(self) -> float:
        """The nearest float, but never 0 or 1 unless that is exact."""
        value = self.numerator / self.denominator
        if value == 0.0 and self.numerator:
            return nextafter(0.0, 1.0)
        if value == 1.0 and self.numerator != self.denominator:
            return nextafter(1.0, 0.0 if self.numerator < self.denominator else 2.0)
        return value

    @property
    def fraction(self) -> Fraction:
        """The same number as a :class:`fractions.Fraction`."""
        return Fraction(self.numerator, self.denominator)

    def percent(self, places: int = PLACES) -> str:
        """A percentage, rounded half up; 0 % and 100 % only if exact.

        >>> ratio(1, 3).percent(), ratio(1, 10**6).percent(), ratio(4095, 4096).percent(1)
        ('33.33 %', '<0.01 %', '>99.9 %')
        """
        if self.numerator == 0:
            return "0 %"
        if self.numerator == self.denominator:
            return "100 %"
        unit = 10**places
        full = 100 * unit
        steps = (2 * self.numerator * full + self.denominator) // (2 * self.denominator)
        if steps == 0:
            return f"<{_decimal(1, places)} %"
        if steps == full and self.numerator < self.denominator:
            return f">{_decimal(full - 1, places)} %"
        return f"{_decimal(steps, places)} %"

    def decimal(self, places: int = PLACES) -> str:
        """A decimal number, rounded half up.

        >>> ratio(4, 3).decimal()
        '1.33'
        """
        unit = 10**places
        return _decimal((2 * self.numerator * unit + self.denominator) // (2 * self.denominator), places)

    def __add__(self, other: "Ratio") -> "Ratio":
        return ratio(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __mul__(self, other: "Ratio") -> "Ratio":
        return ratio(self.numerator * other.numerator, self.denominator * other.denominator)

    @property
    def complement(self) -> "Ratio":
        """1 less this chance."""
        return Ratio(self.denominator - self.numerator, self.denominator)

    def chance_json(self) -> dict[str, Any]:
        """A probability as a JSON object: ``{"p": 0.375, "exact": "3/8"}``."""
        return {"p": self.value, "exact": self.exact}

    def value_json(self) -> dict[str, Any]:
        """An expected number as a JSON object: ``{"value": 1.5, "exact": "3/2"}``."""
        return {"value": self.value, "exact": self.exact}


def _decimal(steps: int, places: int) -> str:
    if not places:
        return str(steps)
    whole, part = divmod(steps, 10**places)
    return f"{whole}.{part:0{places}d}"


def ratio(numerator: int, denominator: int) -> Ratio:
    """A quotient in lowest terms."""
    common = gcd(numerator, denominator)
    return Ratio(numerator // common, denominator // common)


def read_ratio(exact: str) -> Ratio:
    """A ratio from its exact text.

    >>> read_ratio("6/16")
    Ratio(numerator=3, denominator=8)
    """
    numerator, _, denominator = exact.partition("/")
    return ratio(int(numerator), int(denominator or 1))


@frozen
class Chance(Part):
    """A probability: the nearest float, and exactly.

    :param ratio: the probability.
    """

    ratio: Ratio

    KEYS: ClassVar[tuple[str, ...]] = ("p", "exact")

    @property
    def p(self) -> Probability:
        """The nearest float; 0 and 1 only where that is exact."""
        return self.ratio.value

    @property
    def exact(self) -> Exact:
        """The probability itself."""
        return self.ratio.fraction

    def __float__(self) -> float:
        return self.p

    def __str__(self) -> str:
        return self.ratio.percent()


@frozen
class Mean(Part):
    """An expected number: the nearest float, and exactly.

    :param ratio: the number.
    """

    ratio: Ratio

    KEYS: ClassVar[tuple[str, ...]] = ("value", "exact")

    @property
    def value(self) -> Value:
        """The nearest float."""
        return self.ratio.value

    @property
    def exact(self) -> Exact:
        """The number itself."""
        return self.ratio.fraction

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return self.ratio.decimal()


@frozen
class HitChance(Part):
    """The chances of a number of hits: of exactly this number, and of at least this number.

    :param hits: the number.
    :param chance: of exactly this number.
    :param or_more: of at least this number.
    """

    hits: int
    chance: Ratio
    or_more: Ratio

    KEYS: ClassVar[tuple[str, ...]] = ("hits", "p", "exact", "at_least", "at_least_exact")

    @property
    def p(self) -> Probability:
        """The chance of exactly this number as a float."""
        return self.chance.value

    @property
    def exact(self) -> Exact:
        """The chance of exactly this number."""
        return self.chance.fraction

    @property
    def at_least(self) -> Probability:
        """The chance of at least this number as a float."""
        return self.or_more.value

    @property
    def at_least_exact(self) -> Exact:
        """The chance of at least this number."""
        return self.or_more.fraction


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

    def exactly(self, number: int) -> Ratio:
        """The chance of exactly this number."""
        return ratio(self.ways[number] if 0 <= number < len(self.ways) else 0, self.total)

    def at_least(self, number: int) -> Ratio:
        """The chance of this number or more.

        >>> binomial(6, 1).at_least(3).exact
        '1453/23328'
        """
        return ratio(sum(self.ways[max(number, 0) :]), self.total)

    @property
    def mean(self) -> Ratio:
        """The expected number."""
        return ratio(sum([n * w for n, w in enumerate(self.ways)]), self.total)

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
        rows.append(HitChance(number, ratio(ways, distribution.total), ratio(left, distribution.total)))
        left -= ways
    return tuple(rows)
