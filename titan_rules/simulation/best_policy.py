"""The policy ``best``: a search over maneuvers, each played out repeatedly with the same dice."""

from collections.abc import Callable, Iterable, Sequence
from math import fsum
from random import Random
from typing import Generic, TypeAlias, TypeVar

from attrs import define, field, frozen

from ..box.hexes import numbers_in
from ..position.battle import Role, other
from ..rules.battle.maneuver import destinations
from .fast_battle import FastBattle, FastSide, Fighter
from .heuristic_policy import NEARER, HeuristicPolicy
from .playing import Sides, play_on

# The search starts from the plan of each player; each trial takes the next pair as attacker and defender.
PLAYERS = tuple([HeuristicPolicy(losses) for losses in (1.0, 0.7, 1.4, 0.4)])
OPPONENTS: tuple[Sides, ...] = tuple([(first, second) for first in PLAYERS[:3] for second in PLAYERS[:3]][:-1])
MUTUAL = 0.35  # the worth of mutual elimination, a win being worth 1
SURVIVORS = 0.25  # the bonus for keeping every character and slaying every enemy, by points
FIRST_LOOK = 4  # a choice that is behind after this many trials, or twice as many, and so on, is dropped
T = TypeVar("T")
Places: TypeAlias = tuple[int, ...]  # the number of everybody's hex, in the order of the side's ``everyone``


@frozen
class Search:
    """The effort of a search.

    :param trials: the most battles played out for each plan.
    :param rounds: passes over all characters to find better hexes.
    :param wide: hexes tried for each character.
    """

    trials: int = 24
    rounds: int = 1
    wide: int = 3


class BestPolicy(HeuristicPolicy):
    """Searches for the best maneuvers by playing the battle out with heuristics.

    Strikes follow the heuristics too: searching them gained nothing.
    """

    def __init__(self, search: Search | None = None) -> None:
        super().__init__()
        self._search = search or Search()

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """Carry out the best plan."""
        search = ManeuverSearch(battle, random, self._search)
        if battle.arrivals():
            battle.join(battle.arrivals()[0])
        if search.movable:
            go_to(battle, search.best()[0].what)


# --- comparing choices -----------------------------------------------------------------------------------------------


@define(eq=False)
class Candidate(Generic[T]):
    """A choice and its results so far.

    :param after: makes the battle after the choice, new for each trial.
    :param results: the :func:`worth` of each trial; ``won`` counts the battles won.
    :param slain, lost: total points of slain enemies and of its own losses.
    """

    what: T
    after: Callable[[Random], FastBattle]
    results: list[float] = field(factory=list, init=False)
    won: int = field(default=0, init=False)
    slain: int = field(default=0, init=False)
    lost: int = field(default=0, init=False)

    def mean(self, trials: int) -> float:
        """The mean worth of the first trials."""
        return fsum(self.results[:trials]) / trials


class Trials:
    """Plays out the choices of one side in one position, each at most ``most`` times."""

    def __init__(self, side: Role, most: int, random: Random) -> None:
        self.side, self.most = side, most
        self._seed = random.getrandbits(32)

    def better(self, choice: Candidate[T], best: Candidate[T] | None) -> Candidate[T]:
        """The better of two, played out until the difference shows; the second if there is none."""
        if best is None:
            return self.play(choice, self.most)
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

    def finished(self, best: Candidate[T] | None, choices: Iterable[Candidate[T]], count: int) -> list[Candidate[T]]:
        """The best ``count`` choices, all played out to the last trial."""
        assert best is not None
        others = sorted((c for c in choices if c is not best and c.results), key=lambda c: -c.mean(len(c.results)))
        others = [self.play(choice, self.most) for choice in others[: count - 1]]
        return [best, *sorted(others, key=lambda c: -c.mean(self.most))]

    def play(self, choice: Candidate[T], trials: int) -> Candidate[T]:
        """Play a choice out until it has ``trials`` results."""
        for k in range(len(choice.results), trials):
            random = Random(self._seed + k)
            played = play_on(choice.after(random), OPPONENTS[k % len(OPPONENTS)], random)
            choice.results.append(worth(played, self.side))
            choice.won += played.winner == self.side
            choice.lost += _points(played.of(self.side), gone=True)
            choice.slain += _points(played.of(other(self.side)), gone=True)
        return choice


def worth(battle: FastBattle, role: Role) -> float:
    """The worth of a battle's end to a side: 1 for a win, 0 for a loss, adjusted for survivors."""
    mine, theirs = battle.of(role), battle.of(other(role))
    whole = sum([f.worth for side in (mine, theirs) for f in side.everyone])
    won = 1.0 if battle.winner == role else MUTUAL if battle.winner == "none" else 0.0
    return won + SURVIVORS * (_points(mine, gone=False) - _points(theirs, gone=False)) / whole


def _points(side: FastSide, *, gone: bool) -> int:
    return sum([f.worth for f in side.everyone if (f.fate is not None) == gone])


# --- maneuvers -------------------------------------------------------------------------------------------------------


class ManeuverSearch:
    """A local search over the maneuvers of one position, at any time in a Maneuver Phase.

    It starts from the plans of :data:`PLAYERS`, then moves or exchanges single characters as long as that helps.
    Reinforcements and summons are always taken.
    """

    def __init__(self, battle: FastBattle, random: Random, search: Search) -> None:
        self.battle = battle = battle.copy()
        if battle.arrivals():
            battle.join(battle.arrivals()[0])
        self._search, self._random = search, random
        self._trials = Trials(battle.side, search.trials, random)
        self._ways: dict[Places, Candidate[Places]] = {}
        self.movable = [f for f in battle.mine.characters if destinations(battle, f.role, f)]

    def best(self, count: int = 1) -> list[Candidate[Places]]:
        """The best ``count`` plans, the best first."""
        best: Candidate[Places] | None = None
        for player in PLAYERS:
            after = self.battle.copy()
            player.maneuver(after, self._random)
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

    def _elsewhere(self, best: Candidate[Places], fighter: Fighter) -> Candidate[Places]:
        """The plan, or a better one in which a character goes elsewhere."""
        i = fighter.place
        known = [places[i] for places in self._ways]
        for n in dict.fromkeys([*known, fighter.number, *self._likely(fighter)]):
            if n < 0 or n == best.what[i]:
                continue
            plan = {f.place: best.what[f.place] for f in self.movable}
            for j, taken in plan.items():
                if taken == n:
                    plan[j] = plan[i]
            plan[i] = n
            after = self._carried_out(plan)
            if after is not None:
                best = self._trials.better(self._way(after), best)
        return best

    def _likely(self, fighter: Fighter) -> list[int]:
        """The most promising hexes for a character, regardless of the others."""
        values = PLAYERS[0].look(self.battle)
        scored = []
        for n in numbers_in(destinations(self.battle, fighter.role, fighter)):
            value = -NEARER * values.distance(n)
            if values.touched >> n & 1:
                value += values.strikes(fighter, n)
            scored.append((-value, n))
        return [n for _, n in sorted(scored)[: self._search.wide]]

    def _way(self, after: FastBattle) -> Candidate[Places]:
        places = after.of(self.battle.side).numbers
        return self._ways.setdefault(places, Candidate(places, lambda _: after.copy()))

    def _carried_out(self, plan: dict[int, int]) -> FastBattle | None:
        """The battle after the phase if a plan (by a character's place, its hex) can be carried out; else None."""
        made = self.battle.copy()
        at = [plan.get(place, number) for place, number in enumerate(made.mine.numbers)]
        if min(plan.values()) < 0 or not go_to(made, at):
            return None
        made.end_maneuver()
        return made


def go_to(battle: FastBattle, at: Sequence[int]) -> bool:
    """Move the side's characters to their hexes in a possible order; whether all got there."""
    waiting = [(f, n) for f, n in zip(battle.mine.everyone, at, strict=True) if n != f.number]
    wanted = [(f, n) for f, n in waiting if n >= 0]
    while wanted:
        step = next(((f, n) for f, n in wanted if destinations(battle, f.role, f) >> n & 1), None)
        if step is None:
            return False
        wanted.remove(step)
        battle.move(*step)
    return all(n >= 0 for _, n in waiting)
