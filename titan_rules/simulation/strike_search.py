"""A search over the strikes: each that leaves a choice is tried first, and the battle played out after it."""

from random import Random

from attrs import define

from ..box.hexes import numbers_in
from .fast_battle import FastBattle, Fighter, Roll
from .heuristic_policy import HeuristicPolicy, strike
from .hex_values import CALM
from .rolls import foes
from .trials import Choice, Trials


@define(eq=False)
class FirstStrike(Choice):
    """A strike that is made next.

    :param striker, target: as they stand before it.
    :param natural: the natural roll.
    """

    striker: Fighter
    target: Fighter
    natural: Roll


class StrikeSearch:
    """The search at one position, in a Strike Phase or in strikeback."""

    def __init__(self, battle: FastBattle, random: Random, trials: int) -> None:
        self._battle = battle
        self._trials = Trials(battle.acting, trials, random)

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
        battle = self._battle
        by_rule = HeuristicPolicy(CALM)
        usual: tuple[float, int, int, FirstStrike] | None = None
        others: list[FirstStrike] = []
        for number in numbers_in(battle.standing[battle.acting]):
            fighter = battle.who[number]
            best = by_rule.target(battle, fighter)
            if best is None:
                continue
            worth, target, _ = best
            choices = {foe.place: self._choice(fighter, foe, roll) for foe, roll in foes(battle, fighter)}
            key = worth, fighter.place, target.place
            if usual is None or key > usual[:3]:
                usual = (*key, choices[target.place])
            others += choices.values() if len(choices) > 1 else ()
        if usual is None or not others:
            return []
        return list(dict.fromkeys([usual[3], *others]))

    def _choice(self, fighter: Fighter, foe: Fighter, roll: Roll) -> FirstStrike:
        def after(random: Random) -> FastBattle:
            made = self._battle.copy()
            strike(made, made.who[fighter.number], made.who[foe.number], roll, random)
            return made

        return FirstStrike(after, striker=fighter, target=foe, natural=roll)
