"""A search over the ways to maneuver: each is played out, with the same dice for all."""

from collections.abc import Sequence
from random import Random

from attrs import define, frozen

from ..box.hexes import numbers_in
from ..rules.battle.maneuver import destinations
from .fast_battle import FastBattle, Fighter
from .heuristic_policy import HeuristicPolicy
from .hex_values import CALM, NEARER, STARTING_POINTS, HexValues
from .trials import Choice, Trials


@frozen
class Search:
    """How far a search goes.

    :param trials: how often a way is played out at most.
    :param rounds: how often it is asked of every character whether it does better elsewhere.
    :param wide: how many hexes are tried for each of them.
    :param strike_trials: how often a strike is played out at most.
    """

    trials: int = 16
    rounds: int = 2
    wide: int = 3
    strike_trials: int = 8


@define(eq=False)
class Way(Choice):
    """One way to maneuver.

    :param at: the number of everybody's hex then, in the order of the side's ``everyone``.
    """

    at: tuple[int, ...] = ()


class ManeuverSearch:
    """The search at one position, when a Maneuver Phase begins or in the middle of it.

    A reinforcement or summons is taken where one may be.

    :ivar battle: the position, with who has arrived.
    :ivar movable: who may move.

    It begins with what a policy with each of some weights would do, then moves one character after the other elsewhere,
    by itself or exchanging places, as long as that is better.
    """

    def __init__(self, battle: FastBattle, random: Random, search: Search) -> None:
        battle = battle.copy()
        arriving = battle.arrivals()
        if arriving:
            battle.join(arriving[0])
        self.battle, self._search = battle, search
        self._side = battle.side
        self._random = random
        self._trials = Trials(self._side, search.trials, random)
        self._ways: dict[tuple[int, ...], Way] = {}
        self.movable = [f for f in battle.mine.characters if destinations(battle, self._side, f)]

    def best(self, count: int = 1) -> list[Way]:
        """The best ways, the best first.

        :param count: how many at most.
        """
        best: Way | None = None
        for weights in STARTING_POINTS:
            after = self.battle.copy()
            HeuristicPolicy(weights).maneuver(after, self._random)
            after.end_maneuver()
            best = self._trials.better(self._way(after), best)
        assert best is not None
        for _ in range(self._search.rounds):
            before = best
            for fighter in self.movable:
                best = self._elsewhere(best, fighter)
            if best is before:
                break
        return self._trials.finished(best, self._ways.values(), count)

    def _elsewhere(self, best: Way, fighter: Fighter) -> Way:
        """The best way, or a better one in which a character goes elsewhere."""
        i = fighter.place
        known = [way.at[i] for way in self._ways.values()]
        for n in dict.fromkeys([*known, fighter.number, *self._likely(fighter)]):
            if n < 0 or n == best.at[i]:
                continue
            plan = {f.place: best.at[f.place] for f in self.movable}
            for j, taken in plan.items():
                if taken == n:
                    plan[j] = plan[i]
            plan[i] = n
            after = carry_out(self.battle, plan)
            if after is not None:
                best = self._trials.better(self._way(after), best)
        return best

    def _likely(self, fighter: Fighter) -> list[int]:
        """The hexes that look best to a character, whatever the others do."""
        values = HexValues(self.battle, CALM)
        dangers = values.dangers(fighter)
        scored = []
        for n in numbers_in(destinations(self.battle, self._side, fighter)):
            value = -CALM.caution * values.danger(dangers, n) - NEARER * values.distance(n)
            if values.touched >> n & 1:
                value += values.strikes(fighter, n)
            scored.append((-value, n))
        scored.sort()
        return [n for _, n in scored[: self._search.wide]]

    def _way(self, after: FastBattle) -> Way:
        key = after.of(self._side).numbers
        if key not in self._ways:
            self._ways[key] = Way(lambda _: after.copy(), at=key)
        return self._ways[key]


def carry_out(battle: FastBattle, plan: dict[int, int]) -> FastBattle | None:
    """The battle with everybody where a plan wants it and the Maneuver Phase ended; None if they cannot get there.

    :param plan: by a character's place, the number of its hex.
    """
    if min(plan.values()) < 0:
        return None
    made = battle.copy()
    at = list(made.mine.numbers)
    for place, number in plan.items():
        at[place] = number
    if not go_to(made, at):
        return None
    made.end_maneuver()
    return made


def go_to(battle: FastBattle, at: Sequence[int]) -> bool:
    """The characters of the side go to where they are wanted, in an order in which that is possible.

    :param at: the number of each one's hex; one that is not on the Battleland stays as it is.
    :returns: whether all of them got there.
    """
    waiting = [(f, n) for f, n in zip(battle.mine.everyone, at, strict=True) if n != f.number]
    wanted = [(f, n) for f, n in waiting if n >= 0]
    while wanted:
        step = next(((f, n) for f, n in wanted if destinations(battle, f.role, f) >> n & 1), None)
        if step is None:
            return False
        wanted.remove(step)
        battle.move(*step)
    return len(waiting) == sum(n >= 0 for _, n in waiting)
