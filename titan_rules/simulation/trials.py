"""Choices in the mind, compared by playing each out again and again with the same dice."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from attrs import define, field

from .melee import GONE, NEITHER, Melee
from .play_out import play_out
from .temper import BRISK, CALM, WARY, Temper

OPPONENTS: tuple[tuple[Temper, Temper], ...] = (
    (CALM, CALM),
    (BRISK, CALM),
    (CALM, BRISK),
    (WARY, BRISK),
    (BRISK, WARY),
    (WARY, CALM),
    (CALM, WARY),
    (BRISK, BRISK),
)
"""The tempers of attacker and defender in one trial after the other."""

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
    """

    after: Callable[[Random], Melee]
    results: list[float] = field(factory=list, init=False)
    won: int = field(default=0, init=False)

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
        self._seed = random.random()

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

    def play(self, choice: Choice, trials: int) -> None:
        """Play a choice out until there are so many results."""
        for k in range(len(choice.results), trials):
            random = Random(f"{self._seed}{k}")
            played = play_out(choice.after(random), OPPONENTS[k % len(OPPONENTS)], random)
            choice.results.append(worth(played, self.side))
            choice.won += played.winner == self.side


def worth(melee: Melee, side: int) -> float:
    """What the end of a battle is worth to a side: 1 for a win, 0 for a loss, and something for who is left."""
    left = [sum([w for w, n in zip(*row, strict=True) if n != GONE]) for row in zip(melee.worth, melee.at, strict=True)]
    whole = sum(melee.worth[0]) + sum(melee.worth[1])
    won = 1.0 if melee.winner == side else MUTUAL if melee.winner == NEITHER else 0.0
    return won + SURVIVORS * (left[side] - left[1 - side]) / whole
