"""Choices compared by playing each out again and again with the same dice."""

from collections.abc import Callable, Iterable
from math import fsum
from random import Random
from typing import TypeVar

from attrs import define, field

from ..position.battle import Role, other
from .fast_battle import FastBattle, FastSide
from .heuristic_policy import HeuristicPolicy
from .hex_values import BRISK, CALM, WARY
from .playing import Sides, play_on

_CALM, _BRISK, _WARY = HeuristicPolicy(CALM), HeuristicPolicy(BRISK), HeuristicPolicy(WARY)
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

    :param after: gives the battle with it done, new for each trial.
    :param results: what each trial was worth; see :func:`worth`.
    :param won: in how many of them the battle was won.
    :param slain, lost: the points of the enemies slain in them, and of one's own characters lost.
    """

    after: Callable[[Random], FastBattle]
    results: list[float] = field(factory=list, init=False)
    won: int = field(default=0, init=False)
    slain: int = field(default=0, init=False)
    lost: int = field(default=0, init=False)

    def forget(self) -> None:
        """As if it had never been played out."""
        self.results.clear()
        self.won = self.slain = self.lost = 0

    def mean(self, trials: int) -> float:
        """What the first so many trials were worth on average."""
        return fsum(self.results[:trials]) / trials


C = TypeVar("C", bound=Choice)


class Trials:
    """Plays choices of one position out.

    :param side: whose choices they are.
    :param most: how often one is played out at most.
    """

    def __init__(self, side: Role, most: int, random: Random) -> None:
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
            choice.lost += _points(played.of(self.side), gone=True)
            choice.slain += _points(played.of(other(self.side)), gone=True)


def worth(battle: FastBattle, role: Role) -> float:
    """What the end of a battle is worth to a side: 1 for a win, 0 for a loss, and something for who is left."""
    mine, theirs = battle.of(role), battle.of(other(role))
    whole = sum([f.worth for side in (mine, theirs) for f in side.everyone])
    won = 1.0 if battle.winner == role else MUTUAL if battle.winner == "none" else 0.0
    return won + SURVIVORS * (_points(mine, gone=False) - _points(theirs, gone=False)) / whole


def _points(side: FastSide, *, gone: bool) -> int:
    """The points of a side's characters that are gone, or of those that are not."""
    return sum([f.worth for f in side.everyone if (f.fate is not None) == gone])
