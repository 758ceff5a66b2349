"""A search over the strikes: each that leaves a choice is tried first, and the battle played out after it."""

from random import Random

from attrs import define

from .melee import PLACE, Melee, rolled
from .play_out import best_target, strike
from .temper import bits
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

    def best(self) -> list[FirstStrike]:
        """The strikes that were played out to the last trial, the best first; none if there is no choice."""
        found = self._open()
        if len(found) < 2:
            return []
        best: FirstStrike | None = None
        for choice in found:
            best = self._trials.better(choice, best)
        assert best is not None
        whole = [c for c in found if len(c.results) == self._trials.most and c is not best]
        return [best, *sorted(whole, key=lambda c: -c.mean(self._trials.most))]

    def _open(self) -> list[FirstStrike]:
        """By rule of thumb the best strike, and all those of whoever can strike several enemies."""
        melee, side = self._melee, self._side
        usual: tuple[float, int, int] | None = None
        others = []
        for n in bits(melee.standing[side]):
            i = melee.who[n] & PLACE
            best = best_target(melee, side, i)
            if best is None:
                continue
            usual = max(usual or (-1.0, -1, -1), (best[0], i, best[1]))
            mask, shoots = melee.targets(side, i)
            foes = [melee.who[there] & PLACE for there in bits(mask)]
            if shoots:
                foes = [foe for foe in foes if melee.rangestrike_roll(side, i, foe) is not None]
            others += [(i, foe) for foe in foes if len(foes) > 1]
        if usual is None or not others:
            return []
        return [self._choice(i, foe) for i, foe in dict.fromkeys([usual[1:], *others])]

    def _choice(self, i: int, foe: int) -> FirstStrike:
        melee, side = self._melee, self._side
        shoots = melee.targets(side, i)[1]
        roll = melee.rangestrike_roll(side, i, foe) if shoots else melee.strike_roll(side, i, foe)
        assert roll is not None

        def after(random: Random) -> Melee:
            made = melee.copy()
            strike(made, side, i, foe, roll, rolled(*roll, random), shoots)
            return made

        return FirstStrike(after, striker=i, target=foe)
