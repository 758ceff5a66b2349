"""A search over the ways to maneuver: each is played out in the mind, with the same dice for all."""

from random import Random

from attrs import define, frozen

from ..actions.intents import Maneuver
from ..box.hexes import HEXES
from .melee import Melee
from .play_out import maneuver
from .temper import CALM, TEMPERS, Mind, bits
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

    :param steps: who goes where, in an order in which that is possible.
    :param at: where everybody of the side is then.
    """

    steps: tuple[Step, ...] = ()
    at: tuple[int, ...] = ()


class ManeuverSearch:
    """The search at one position, when a Maneuver Phase begins or in the middle of it.

    A reinforcement or summons is taken where one may be.
    It begins with what each temper would do, then moves one character after the other elsewhere, by itself or
    exchanging places, as long as that is better.
    """

    def __init__(self, melee: Melee, random: Random, search: Search) -> None:
        melee = melee.copy()
        melee.arrive()
        self._melee, self._search = melee, search
        self._side = melee.side
        self._trials = Trials(self._side, search.trials, random)
        self._ways: dict[tuple[int, ...], Way] = {}
        self._movable = [i for i in range(len(melee.names[self._side])) if melee.reach(self._side, i)]

    def best(self) -> list[Way]:
        """The ways that were played out to the last trial, the best first."""
        best: Way | None = None
        for temper in TEMPERS:
            after = self._melee.copy()
            maneuver(after, temper)
            best = self._trials.better(self._way(after), best)
        assert best is not None
        for _ in range(self._search.rounds):
            before = best
            for i in self._movable:
                best = self._elsewhere(best, i)
            if best is before:
                break
        trials = self._search.trials
        whole = [way for way in self._ways.values() if len(way.results) == trials and way is not best]
        return [best, *sorted(whole, key=lambda way: -way.mean(trials))]

    def _elsewhere(self, best: Way, i: int) -> Way:
        """The best way, or a better one in which a character goes elsewhere."""
        side = self._side
        known = [way.at[i] for way in self._ways.values()]
        for n in dict.fromkeys([*known, self._melee.at[side][i], *self._likely(i)]):
            if n < 0 or n == best.at[i]:
                continue
            plan = {j: best.at[j] for j in self._movable}
            for j, taken in plan.items():
                if taken == n:
                    plan[j] = plan[i]
            plan[i] = n
            after = carry_out(self._melee, plan)
            if after is not None:
                best = self._trials.better(self._way(after), best)
        return best

    def _likely(self, i: int) -> list[int]:
        """The hexes that look best to a character, whatever the others do."""
        melee = self._melee
        mind = Mind(melee, CALM)
        rings = mind.rings()
        scored = []
        for n in bits(melee.reach(self._side, i)):
            value = mind.safety(i, n, CALM.caution) - 2.0 * rings[n]
            if mind.touched >> n & 1:
                value += mind.strikes(i, n)
            scored.append((-value, n))
        scored.sort()
        return [n for _, n in scored[: self._search.wide]]

    def _way(self, after: Melee) -> Way:
        key = tuple(after.at[self._side])
        if key not in self._ways:
            self._ways[key] = Way(lambda _: after.copy(), steps=steps_to(self._melee, after), at=key)
        return self._ways[key]


def carry_out(melee: Melee, plan: dict[int, int]) -> Melee | None:
    """The melee with everybody where a plan wants it and the Maneuver Phase ended; None if they cannot get there."""
    made = melee.copy()
    side = made.side
    waiting = {i: n for i, n in plan.items() if n >= 0 and n != melee.at[side][i]}
    while waiting:
        able = [i for i, n in waiting.items() if made.reach(side, i) >> n & 1]
        if not able:
            return None
        for i in able:
            if made.reach(side, i) >> waiting[i] & 1:
                made.move(side, i, waiting.pop(i))
    made.end_maneuver()
    return made


def steps_to(melee: Melee, after: Melee) -> tuple[Step, ...]:
    """Who goes where, in an order in which that is possible."""
    made = melee.copy()
    side = made.side
    waiting = {i: n for i, n in enumerate(after.at[side]) if n >= 0 and n != made.at[side][i]}
    steps = []
    while waiting:
        i = next((i for i, n in waiting.items() if made.reach(side, i) >> n & 1), None)
        if i is None:
            break
        steps.append((i, waiting[i]))
        made.move(side, i, waiting.pop(i))
    return tuple(steps)


def told(melee: Melee, step: Step) -> Maneuver:
    """The action of a step of the side whose turn it is."""
    i, n = step
    here = melee.at[melee.side][i]
    return Maneuver(melee.names[melee.side][i], HEXES[here] if here >= 0 else None, to=HEXES[n])
