"""Choices in the mind, compared by playing each out again and again with the same dice."""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

from attrs import define, field

from .melee import ATTACKER, DEFENDER, NEITHER, OFF, Melee
from .playing import Sides, play_on
from .temper import BRISK, CALM, WARY
from .tempered_policy import TemperedPolicy

_CALM, _BRISK, _WARY = TemperedPolicy(CALM), TemperedPolicy(BRISK), TemperedPolicy(WARY)
OPPONENTS: tuple[Sides, ...] = (
    (_CALM, _CALM),
    (_BRISK, _CALM),
    (_CALM, _BRISK),
    (_WARY, _BRISK),
    (_BRISK, _WARY),
    (_WARY, _CALM),
    (_CALM, _WARY),
    (_BRISK, _BRISK),
)
"""How attacker and defender play in one trial after the other."""

MUTUAL = 0.35
"""What it is worth to be eliminated together with the enemy, a win being worth 1."""
SURVIVORS = 0.25
"""What it is worth besides to keep every character and to slay every enemy, by points."""
FIRST_LOOK = 4
"""A choice that is behind after so many trials, or twice as many, and so on, is tried no more."""


@define(eq=False)
class Choice:
    """Something that may be chosen.

    :param after: gives the melee with it done, new for each trial.
    :param results: what each trial was worth; see :func:`worth`.
    :param won: in how many of them the battle was won.
    :param slain, lost: the points of the enemies slain in them, and of one's own characters lost.
    """

    after: Callable[[Random], Melee]
    results: list[float] = field(factory=list, init=False)
    won: int = field(default=0, init=False)
    slain: int = field(default=0, init=False)
    lost: int = field(default=0, init=False)

    def mean(self, trials: int) -> float:
        """What the first so many trials were worth on average."""
        return sum(self.results[:trials]) / trials


C = TypeVar("C", bound=Choice)


class Trials:
    """Plays choices of one position out.

    :param side: whose choices they are.
    :param most: how often one is played out at most.
    """

    def __init__(self, side: int, most: int, random: Random) -> None:
        self.side, self.most = side, most
        self._seed = random.getrandbits(32)

    def better(self, choice: C, best: C | None) -> C:
        """The better of two, played out as often as it takes to see it; the second where there is no difference."""
        if best is None:
            self.play(choice, self.most)
            return choice
        looks = FIRST_LOOK
        while choice is not best:
            looks = min(looks, self.most)
            self.play(choice, looks)
            if choice.mean(looks) <= best.mean(looks):
                return best
            if looks == self.most:
                break
            looks *= 2
        return choice

    def finished(self, best: C, choices: Iterable[C], count: int) -> list[C]:
        """The best, and what looks best beside it, all played out to the last trial.

        :param count: how many at most, the best included.
        """
        others = sorted((c for c in choices if c is not best and c.results), key=lambda c: -c.mean(len(c.results)))
        for choice in others[: count - 1]:
            self.play(choice, self.most)
        return [best, *sorted(others[: count - 1], key=lambda c: -c.mean(self.most))]

    def play(self, choice: Choice, trials: int) -> None:
        """Play a choice out until there are so many results."""
        for k in range(len(choice.results), trials):
            random = Random(self._seed + k)
            played = play_on(choice.after(random), OPPONENTS[k % len(OPPONENTS)], random)
            choice.results.append(worth(played, self.side))
            choice.won += played.winner == self.side
            fallen = [_points(played, side, gone=True) for side in (ATTACKER, DEFENDER)]
            choice.lost += fallen[self.side]
            choice.slain += fallen[1 - self.side]


def worth(melee: Melee, side: int) -> float:
    """What the end of a battle is worth to a side: 1 for a win, 0 for a loss, and something for who is left."""
    left = [_points(melee, each, gone=False) for each in (ATTACKER, DEFENDER)]
    whole = sum(melee.worth[0]) + sum(melee.worth[1])
    won = 1.0 if melee.winner == side else MUTUAL if melee.winner == NEITHER else 0.0
    return won + SURVIVORS * (left[side] - left[1 - side]) / whole


def _points(melee: Melee, side: int, *, gone: bool) -> int:
    """The points of a side's characters that are gone, or of those that are not."""
    return sum([w for w, n in zip(melee.worth[side], melee.at[side], strict=True) if (n < OFF) == gone])
