"""The policy ``best``: a search over the ways to maneuver, each played out again and again with the same dice."""

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

PLAYERS = tuple([HeuristicPolicy(losses) for losses in (1.0, 0.7, 1.4, 0.4)])
"""Who plays by rule of thumb: what each would do is what a search begins with."""
OPPONENTS: tuple[Sides, ...] = tuple([(first, second) for first in PLAYERS[:3] for second in PLAYERS[:3]][:-1])
"""How attacker and defender play in one trial after the other."""

MUTUAL = 0.35
"""What it is worth to be eliminated together with the enemy, a win being worth 1."""
SURVIVORS = 0.25
"""What it is worth besides to keep every character and to slay every enemy, by points."""
FIRST_LOOK = 4
"""A choice that is behind after so many trials, or twice as many, and so on, is tried no more."""

T = TypeVar("T")
Places: TypeAlias = tuple[int, ...]
"""The number of everybody's hex, in the order of the side's ``everyone``."""


@frozen
class Search:
    """How far a search goes.

    :param trials: how often a way to maneuver is played out at most.
    :param rounds: how often it is asked of every character whether it does better elsewhere.
    :param wide: how many hexes are tried for each of them.
    """

    trials: int = 24
    rounds: int = 1
    wide: int = 3


class BestPolicy(HeuristicPolicy):
    """Takes the way to maneuver that comes out best when the battle is played on to its end, again and again.

    Both sides play on by rule of thumb, more or less careful of losses. It strikes by rule of thumb, too: to try
    strikes in the same way makes it no stronger.
    """

    def __init__(self, search: Search | None = None) -> None:
        super().__init__()
        self._search = search or Search()

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """The best way."""
        search = ManeuverSearch(battle, random, self._search)
        if battle.arrivals():
            battle.join(battle.arrivals()[0])
        if search.movable:
            go_to(battle, search.best()[0].what)


# --- choices, and how they are compared ------------------------------------------------------------------------------


@define(eq=False)
class Choice(Generic[T]):
    """Something that may be chosen.

    :param after: gives the battle with it done, new for each trial.
    :param results: what each trial was worth; see :func:`worth`.
    :param won: in how many of them the battle was won.
    :param slain, lost: the points of the enemies slain in them, and of one's own characters lost.
    """

    what: T
    after: Callable[[Random], FastBattle]
    results: list[float] = field(factory=list, init=False)
    won: int = field(default=0, init=False)
    slain: int = field(default=0, init=False)
    lost: int = field(default=0, init=False)

    def mean(self, trials: int) -> float:
        """What the first so many trials were worth on average."""
        return fsum(self.results[:trials]) / trials


class Trials:
    """Plays choices of one position out.

    :param side: whose choices they are.
    :param most: how often one is played out at most.
    """

    def __init__(self, side: Role, most: int, random: Random) -> None:
        self.side, self.most = side, most
        self._seed = random.getrandbits(32)

    def better(self, choice: Choice[T], best: Choice[T] | None) -> Choice[T]:
        """The better of two, played out as often as it takes to see it; the second where there is no difference."""
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

    def finished(self, best: Choice[T] | None, choices: Iterable[Choice[T]], count: int) -> list[Choice[T]]:
        """The best, and what looks best beside it, all played out to the last trial.

        :param count: how many at most, the best included.
        """
        assert best is not None
        others = sorted((c for c in choices if c is not best and c.results), key=lambda c: -c.mean(len(c.results)))
        others = [self.play(choice, self.most) for choice in others[: count - 1]]
        return [best, *sorted(others, key=lambda c: -c.mean(self.most))]

    def play(self, choice: Choice[T], trials: int) -> Choice[T]:
        """Play a choice out until there are so many results."""
        for k in range(len(choice.results), trials):
            random = Random(self._seed + k)
            played = play_on(choice.after(random), OPPONENTS[k % len(OPPONENTS)], random)
            choice.results.append(worth(played, self.side))
            choice.won += played.winner == self.side
            choice.lost += _points(played.of(self.side), gone=True)
            choice.slain += _points(played.of(other(self.side)), gone=True)
        return choice


def worth(battle: FastBattle, role: Role) -> float:
    """What the end of a battle is worth to a side: 1 for a win, 0 for a loss, and something for who is left."""
    mine, theirs = battle.of(role), battle.of(other(role))
    whole = sum([f.worth for side in (mine, theirs) for f in side.everyone])
    won = 1.0 if battle.winner == role else MUTUAL if battle.winner == "none" else 0.0
    return won + SURVIVORS * (_points(mine, gone=False) - _points(theirs, gone=False)) / whole


def _points(side: FastSide, *, gone: bool) -> int:
    """The points of a side's characters that are gone, or of those that are not."""
    return sum([f.worth for f in side.everyone if (f.fate is not None) == gone])


# --- maneuvers -------------------------------------------------------------------------------------------------------


class ManeuverSearch:
    """The search at one position, when a Maneuver Phase begins or in the middle of it.

    It begins with what each of :data:`PLAYERS` would do, then moves one character after the other elsewhere,
    by itself or exchanging places, as long as that is better. A reinforcement or summons is taken where one may be.

    :ivar battle: the position, with who has arrived.
    :ivar movable: who may move.
    """

    def __init__(self, battle: FastBattle, random: Random, search: Search) -> None:
        self.battle = battle = battle.copy()
        if battle.arrivals():
            battle.join(battle.arrivals()[0])
        self._search, self._random = search, random
        self._trials = Trials(battle.side, search.trials, random)
        self._ways: dict[Places, Choice[Places]] = {}
        self.movable = [f for f in battle.mine.characters if destinations(battle, f.role, f)]

    def best(self, count: int = 1) -> list[Choice[Places]]:
        """The best ways, the best first, at most ``count``."""
        best: Choice[Places] | None = None
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

    def _elsewhere(self, best: Choice[Places], fighter: Fighter) -> Choice[Places]:
        """The best way, or a better one in which a character goes elsewhere."""
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
        """The hexes that look best to a character, whatever the others do."""
        values = PLAYERS[0].look(self.battle)
        scored = []
        for n in numbers_in(destinations(self.battle, fighter.role, fighter)):
            value = -NEARER * values.distance(n)
            if values.touched >> n & 1:
                value += values.strikes(fighter, n)
            scored.append((-value, n))
        return [n for _, n in sorted(scored)[: self._search.wide]]

    def _way(self, after: FastBattle) -> Choice[Places]:
        places = after.of(self.battle.side).numbers
        return self._ways.setdefault(places, Choice(places, lambda _: after.copy()))

    def _carried_out(self, plan: dict[int, int]) -> FastBattle | None:
        """The battle with everybody where a plan wants it and the phase ended; None if they cannot get there.

        :param plan: by a character's place, the number of its hex.
        """
        made = self.battle.copy()
        at = [plan.get(place, number) for place, number in enumerate(made.mine.numbers)]
        if min(plan.values()) < 0 or not go_to(made, at):
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
    return all(n >= 0 for _, n in waiting)
