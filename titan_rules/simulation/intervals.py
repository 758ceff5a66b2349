"""Confidence intervals of 95 %: how far a simulated share may be from the true one."""

from math import sqrt

from ..answers.battle_odds import Average, Share

Z = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""


_STUDENT = (float("inf"), 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""By degrees of freedom, where few of them make a series useless."""


def wilson(count: int, trials: int) -> tuple[float, float]:
    """The Wilson interval of a share: it never has length 0, so claims no certainty.

    >>> low, high = wilson(0, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.000 0.037'

    :param trials: at least 1.
    """
    share = count / trials
    square = Z * Z / trials
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return low, 1.0 if count == trials else min(1.0, middle + half)


def paired(more: int, less: int, trials: int) -> tuple[float, float]:
    """The interval of the difference of two shares found in the same trials (Agresti and Min).

    Half a pair is added to each of the four kinds of pairs, so that its length is never 0 either.

    :param more: the trials in which only the first came about; ``less`` only the second.
    """
    pairs = trials + 2
    up, down = (more + 0.5) / pairs, (less + 0.5) / pairs
    half = Z * sqrt((up + down - (up - down) ** 2) / pairs)
    return max(-1.0, up - down - half), min(1.0, up - down + half)


def share_of(count: int, trials: int) -> Share:
    """A share with its interval."""
    low, high = wilson(count, trials)
    return Share(p=count / trials, low=low, high=high, count=count)


def average(total: int, squares: int, trials: int, unit: float = 1.0) -> Average:
    """A mean with its interval, from a sum and a sum of squares.

    It never has length 0: to what was seen one trial is added that lies ``unit`` from the mean.

    >>> found = average(40, 160, 10)
    >>> f"{found.low:.2f} {found.high:.2f}"
    '3.78 4.22'
    """
    mean = total / trials
    spread = max(0.0, squares - total * mean) + unit * unit
    half = student(trials) * sqrt(spread / trials / trials)
    return Average(mean=mean, low=mean - half, high=mean + half)


def student(freedom: int) -> float:
    """The quantile of Student's t of a two-sided interval of 95 %, to a thousandth.

    :param freedom: the degrees of freedom, at least 1.

    >>> [round(student(n), 2) for n in (1, 2, 3, 9, 30)]
    [12.71, 4.3, 3.18, 2.26, 2.04]
    """
    if freedom < len(_STUDENT):
        return _STUDENT[freedom]
    z, n = Z, freedom
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
