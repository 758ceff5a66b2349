"""A search over the ways to maneuver: each is played out in the mind, with the same dice for all."""

from random import Random

from attrs import define, field, frozen

from ..actions.intents import Maneuver
from ..box.hexes import HEXES
from .melee import GONE, NEITHER, Melee
from .play_out import maneuver, play_out
from .temper import BRISK, CALM, TEMPERS, WARY, Mind, Temper, bits

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
"""A way that is behind after so many trials, or twice as many, and so on, is tried no more."""

Step = tuple[int, int]
"""A character's place, and the hex that it goes to."""


@frozen
class Search:
    """How far a search goes.

    :param trials: how often a way is played out at most.
    :param rounds: how often it is asked of every character whether it does better elsewhere.
    :param wide: how many hexes are tried for each of them.
    """

    trials: int = 32
    rounds: int = 2
    wide: int = 5


@define(eq=False)
class Way:
    """One way to maneuver.

    :param steps: who goes where, in an order in which that is possible.
    :param after: the melee when the Strike Phase begins.
    :param results: what each trial was worth; see :func:`worth`.
    :param won: in how many of them the battle was won.
    """

    steps: tuple[Step, ...]
    after: Melee
    results: list[float] = field(factory=list)
    won: int = 0

    def mean(self, trials: int) -> float:
        """What the first so many trials were worth on average."""
        return sum(self.results[:trials]) / trials


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
        self._seed = random.random()
        self._ways: dict[tuple[int, ...], Way] = {}
        self._movable = [i for i in range(len(melee.names[self._side])) if melee.reach(self._side, i)]

    def best(self) -> list[Way]:
        """The ways that were played out to the last trial, the best first."""
        best: Way | None = None
        for temper in TEMPERS:
            after = self._melee.copy()
            maneuver(after, temper)
            best = self._better(self._way(after), best)
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
        known = [way.after.at[side][i] for way in self._ways.values()]
        for n in dict.fromkeys([*known, self._melee.at[side][i], *self._likely(i)]):
            if n < 0 or n == best.after.at[side][i]:
                continue
            plan = {j: best.after.at[side][j] for j in self._movable}
            for j, taken in plan.items():
                if taken == n:
                    plan[j] = plan[i]
            plan[i] = n
            after = carry_out(self._melee, plan)
            if after is not None:
                best = self._better(self._way(after), best)
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
            self._ways[key] = Way(steps_to(self._melee, after), after)
        return self._ways[key]

    def _better(self, way: Way, best: Way | None) -> Way:
        """The better of two, played out as often as it takes to see it."""
        if best is way:
            return way
        looks = FIRST_LOOK if best is not None else self._search.trials
        while True:
            looks = min(looks, self._search.trials)
            self._try(way, looks)
            if best is None:
                return way
            if way.mean(looks) <= best.mean(looks):
                return best
            if looks == self._search.trials:
                return way
            looks *= 2

    def _try(self, way: Way, trials: int) -> None:
        for k in range(len(way.results), trials):
            played = play_out(way.after.copy(), OPPONENTS[k % len(OPPONENTS)], Random(f"{self._seed}{k}"))
            way.results.append(worth(played, self._side))
            way.won += played.winner == self._side


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


def worth(melee: Melee, side: int) -> float:
    """What the end of a battle is worth to a side: 1 for a win, 0 for a loss, and something for who is left."""
    left = [sum([w for w, n in zip(*row, strict=True) if n != GONE]) for row in zip(melee.worth, melee.at, strict=True)]
    whole = sum(melee.worth[0]) + sum(melee.worth[1])
    won = 1.0 if melee.winner == side else MUTUAL if melee.winner == NEITHER else 0.0
    return won + SURVIVORS * (left[side] - left[1 - side]) / whole


def told(melee: Melee, step: Step) -> Maneuver:
    """The action of a step of the side whose turn it is."""
    i, n = step
    here = melee.at[melee.side][i]
    return Maneuver(melee.names[melee.side][i], HEXES[here] if here >= 0 else None, to=HEXES[n])
