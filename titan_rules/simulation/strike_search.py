"""A search over the strikes: each that leaves a choice is tried first, and the battle played out after it."""

from random import Random

from attrs import define

from .ground import Roll, bits
from .melee import PLACE, Melee
from .rolls import foes
from .temper import CALM
from .tempered_policy import TemperedPolicy, strike
from .trials import Choice, Trials


@define(eq=False)
class FirstStrike(Choice):
    """A strike that is made next.

    :param striker, target: their places.
    """

    striker: int = -1
    target: int = -1


class StrikeSearch:
    """The search at one position, in a Strike Phase or in strikeback."""

    def __init__(self, melee: Melee, random: Random, trials: int) -> None:
        self._melee = melee
        self._side = melee.acting
        self._trials = Trials(self._side, trials, random)

    def best(self, count: int = 1) -> list[FirstStrike]:
        """The best strikes, the best first; none if there is no choice.

        :param count: how many at most.
        """
        found = self._open()
        if len(found) < 2:
            return []
        best: FirstStrike | None = None
        for choice in found:
            best = self._trials.better(choice, best)
        assert best is not None
        return self._trials.finished(best, found, count)

    def _open(self) -> list[FirstStrike]:
        """By rule of thumb the best strike, and all those of whoever can strike several enemies."""
        melee, side = self._melee, self._side
        by_rule = TemperedPolicy(CALM)
        usual: tuple[float, int, int] | None = None
        rolls: dict[tuple[int, int], Roll] = {}
        others = []
        for n in bits(melee.standing[side]):
            i = melee.who[n] & PLACE
            best = by_rule.target(melee, side, i)
            if best is None:
                continue
            usual = max(usual or (-1.0, -1, -1), (best[0], i, best[1]))
            enemies = foes(melee, side, i)
            rolls.update({(i, foe): roll for foe, roll in enemies})
            others += [(i, foe) for foe, _ in enemies if len(enemies) > 1]
        if usual is None or not others:
            return []
        return [self._choice(pair, rolls[pair]) for pair in dict.fromkeys([usual[1:], *others])]

    def _choice(self, pair: tuple[int, int], roll: Roll) -> FirstStrike:
        melee, (i, foe) = self._melee, pair

        def after(random: Random) -> Melee:
            made = melee.copy()
            strike(made, i, foe, roll, random)
            return made

        return FirstStrike(after, striker=i, target=foe)
