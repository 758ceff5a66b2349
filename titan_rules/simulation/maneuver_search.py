"""A search over the ways to maneuver: each is played out in the mind, with the same dice for all."""

from collections.abc import Sequence
from random import Random

from attrs import define, frozen

from .ground import bits
from .melee import Melee
from .temper import CALM, NEARER, TEMPERS, Mind
from .tempered_policy import TemperedPolicy
from .trials import Choice, Trials

Step = tuple[int, int]
"""A character's place, and the hex that it goes to."""


@frozen
class Search:
    """How far a search goes.

    :param trials: how often a way is played out at most.
    :param rounds: how often it is asked of every character whether it does better elsewhere.
    :param wide: how many hexes are tried for each of them.
    :param strike_trials: how often a strike is played out at most.
    """

    trials: int = 32
    rounds: int = 3
    wide: int = 6
    strike_trials: int = 16


@define(eq=False)
class Way(Choice):
    """One way to maneuver.

    :param at: where everybody of the side is then.
    """

    at: tuple[int, ...] = ()


class ManeuverSearch:
    """The search at one position, when a Maneuver Phase begins or in the middle of it.

    A reinforcement or summons is taken where one may be.

    :ivar melee: the position, with who has arrived.
    :ivar movable: who may move.

    It begins with what each temper would do, then moves one character after the other elsewhere, by itself or
    exchanging places, as long as that is better.
    """

    def __init__(self, melee: Melee, random: Random, search: Search) -> None:
        melee = melee.copy()
        arriving = melee.arrivals()
        if arriving:
            melee.join(arriving[0])
        self.melee, self._search = melee, search
        self._side = melee.side
        self._random = random
        self._trials = Trials(self._side, search.trials, random)
        self._ways: dict[tuple[int, ...], Way] = {}
        self.movable = [i for i in range(len(melee.names[self._side])) if melee.reach(self._side, i)]

    def best(self, count: int = 1) -> list[Way]:
        """The best ways, the best first.

        :param count: how many at most.
        """
        best: Way | None = None
        for temper in TEMPERS:
            after = self.melee.copy()
            TemperedPolicy(temper).maneuver(after, self._random)
            after.end_maneuver()
            best = self._trials.better(self._way(after), best)
        assert best is not None
        for _ in range(self._search.rounds):
            before = best
            for i in self.movable:
                best = self._elsewhere(best, i)
            if best is before:
                break
        return self._trials.finished(best, self._ways.values(), count)

    def _elsewhere(self, best: Way, i: int) -> Way:
        """The best way, or a better one in which a character goes elsewhere."""
        side = self._side
        known = [way.at[i] for way in self._ways.values()]
        for n in dict.fromkeys([*known, self.melee.at[side][i], *self._likely(i)]):
            if n < 0 or n == best.at[i]:
                continue
            plan = {j: best.at[j] for j in self.movable}
            for j, taken in plan.items():
                if taken == n:
                    plan[j] = plan[i]
            plan[i] = n
            after = carry_out(self.melee, plan)
            if after is not None:
                best = self._trials.better(self._way(after), best)
        return best

    def _likely(self, i: int) -> list[int]:
        """The hexes that look best to a character, whatever the others do."""
        melee = self.melee
        mind = Mind(melee, CALM)
        dangers = mind.dangers(i)
        scored = []
        for n in bits(melee.reach(self._side, i)):
            value = -CALM.caution * mind.danger(dangers, n) - NEARER * mind.distance(n)
            if mind.touched >> n & 1:
                value += mind.strikes(i, n)
            scored.append((-value, n))
        scored.sort()
        return [n for _, n in scored[: self._search.wide]]

    def _way(self, after: Melee) -> Way:
        key = tuple(after.at[self._side])
        if key not in self._ways:
            self._ways[key] = Way(lambda _: after.copy(), at=key)
        return self._ways[key]


def carry_out(melee: Melee, plan: dict[int, int]) -> Melee | None:
    """The melee with everybody where a plan wants it and the Maneuver Phase ended; None if they cannot get there."""
    made = melee.copy()
    at = made.at[made.side][:]
    for i, n in plan.items():
        at[i] = n
    if len(go_the_way(made, at)) < sum(n != now for n, now in zip(at, melee.at[made.side], strict=True)):
        return None
    made.end_maneuver()
    return made


def go_the_way(melee: Melee, at: Sequence[int]) -> tuple[Step, ...]:
    """The characters of the side go to where they are wanted, in an order in which that is possible.

    :param at: the hex of each character; one that is not on the Battleland stays as it is.
    :returns: the steps taken; fewer than wanted where there is no such order.
    """
    side = melee.side
    waiting = {i: n for i, n in enumerate(at) if n >= 0 and n != melee.at[side][i]}
    steps = []
    while waiting:
        i = next((i for i, n in waiting.items() if melee.reach(side, i) >> n & 1), None)
        if i is None:
            break
        n = waiting.pop(i)
        steps.append((i, n))
        melee.move(i, n)
    return tuple(steps)
