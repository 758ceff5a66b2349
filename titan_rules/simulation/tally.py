"""Totals of many battles, with 95 % intervals of shares and means."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

from attrs import define, field

from ..answers.battle_odds import Average, Chances, Difference, Share
from ..position.battle import ROLES, Role
from .fast_battle import FastBattle

Z = 1.959963984540054  # the two-sided 95 % quantile of the normal distribution
_STUDENT = (float("inf"), 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


def wilson(count: int, trials: int) -> tuple[float, float]:
    """The Wilson interval of a share of at least one trial; its length is never 0.

    >>> low, high = wilson(0, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.000 0.037'
    """
    share = count / trials
    square = Z * Z / trials
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return low, 1.0 if count == trials else min(1.0, middle + half)


def share_of(count: int, trials: int) -> Share:
    """A share with its interval."""
    low, high = wilson(count, trials)
    return Share(p=count / trials, low=low, high=high, count=count)


def difference(more: int, less: int, trials: int) -> Difference:
    """The difference of two shares of the same trials, with its interval (Agresti and Min); its length is never 0.

    :param more: the trials in which only the first happened; ``less`` only the second.
    """
    pairs = trials + 2
    up, down = (more + 0.5) / pairs, (less + 0.5) / pairs
    half = Z * sqrt((up + down - (up - down) ** 2) / pairs)
    return Difference(p=(more - less) / trials, low=max(-1.0, up - down - half), high=min(1.0, up - down + half))


def average(total: int, squares: int, trials: int, unit: float = 1.0) -> Average:
    """A mean with its interval, from a sum and a sum of squares.

    One more trial ``unit`` away from the mean is counted, so that its length is never 0.

    >>> mean = average(40, 160, 10)
    >>> f"{mean.low:.2f} {mean.high:.2f}"
    '3.78 4.22'
    """
    mean = total / trials
    spread = max(0.0, squares - total * mean) + unit * unit
    half = student(trials) * sqrt(spread / trials / trials)
    return Average(mean=mean, low=mean - half, high=mean + half)


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, to a thousandth, for at least one degree of freedom.

    >>> [round(student(n), 2) for n in (1, 2, 3, 9, 30)]
    [12.71, 4.3, 3.18, 2.26, 2.04]
    """
    if freedom < len(_STUDENT):
        return _STUDENT[freedom]
    z, n = Z, freedom
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)


@define
class Totals:
    """Totals of ended battles, in any order.

    :param counts: of battles, by winner (``none``: nobody) and by end; ``more`` and ``less``: the attacker's wins
        here but not in the original of this alternative, and the other way round.
    :param sums: of the last turn, of each side's points (SCORE-2), and of their squares.
    :param survivors: by side and name.
    :param at_stake: the most points that a side could have scored.
    """

    trials: int = 0
    counts: Counter[str] = field(factory=Counter, converter=Counter)
    sums: Counter[str] = field(factory=Counter, converter=Counter)
    survivors: dict[Role, Counter[str]] = field(factory=lambda: {role: Counter() for role in ROLES})
    at_stake: int = 0

    def count(self, battle: FastBattle, as_it_stands: FastBattle) -> None:
        """Add an ended battle; ``as_it_stands`` is the one it is an alternative to with the same dice, or itself."""
        outcome, turn, points = battle.outcome, battle.turn, battle.points
        assert outcome is not None
        self.trials += 1
        won, wins = outcome.winner == "attacker", as_it_stands.winner == "attacker"
        self.counts.update({outcome.winner: 1, outcome.how: 1, "more": won > wins, "less": won < wins})
        self.sums.update({"turn": turn, "turn²": turn**2})
        self.sums.update({outcome.winner: points, f"{outcome.winner}²": points**2})
        for role in ROLES:
            side = battle.of(role)
            self.at_stake = max(self.at_stake, sum([f.worth for f in side.everyone]))
            if outcome.how != "time-loss" or role == "defender":
                self.survivors[role].update(side.names)

    def add(self, other: "Totals") -> None:
        """Add another tally."""
        self.trials += other.trials
        self.at_stake = max(self.at_stake, other.at_stake)
        self.counts.update(other.counts)
        self.sums.update(other.sums)
        for role in ROLES:
            self.survivors[role].update(other.survivors[role])

    @property
    def width(self) -> float:
        """The width of the interval of the attacker's chance; 1 before the first battle."""
        low, high = wilson(self.counts["attacker"], self.trials) if self.trials else (0.0, 1.0)
        return high - low

    def chances(self) -> Chances:
        """The chances with their intervals, and the means."""
        n, sums = self.trials, self.sums
        left = {role: {name: count / n for name, count in sorted(self.survivors[role].items())} for role in ROLES}
        return Chances(
            attacker_wins=share_of(self.counts["attacker"], n),
            defender_wins=share_of(self.counts["defender"], n),
            time_loss=share_of(self.counts["time-loss"], n),
            mutual=share_of(self.counts["mutual"], n),
            points={role: average(sums[role], sums[f"{role}²"], n, self.at_stake) for role in ROLES},
            mean_turns=average(sums["turn"], sums["turn²"], n),
            survivors=left,
        )


def tally_of(held: Mapping[str, Any]) -> Totals:
    """A tally from its fields, as ``attrs.asdict`` and JSON give them.

    >>> from attrs import asdict
    >>> tally_of(asdict(Totals(trials=2, sums={"turn": 9}))) == Totals(trials=2, sums={"turn": 9})
    True
    """
    return Totals(**{**held, "survivors": {role: Counter(names) for role, names in held["survivors"].items()}})
