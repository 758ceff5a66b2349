"""What many battles came to, in whole numbers, so that it does not matter in which order they are added."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypedDict

from attrs import define, field

from ..answers.battle_odds import Average, Difference, Share
from ..position.battle import ROLES, Role
from .fast_battle import FastBattle
from .intervals import average, paired, share_of, wilson


class Chances(TypedDict):
    """The chances with their intervals, and the means."""

    attacker_wins: Share
    defender_wins: Share
    time_loss: Share
    mutual: Share
    points: Mapping[Role, Average]
    mean_turns: Average
    survivors: Mapping[Role, Mapping[str, float]]


@define
class Tally:
    """Results of battles that have ended.

    :param winners: by winner (``none``: nobody).
    :param ways: by how it ended.
    :param turns, turns_squared: sums of the last turn, and of its square.
    :param points, points_squared: by side, sums of what it scored (SCORE-2), and of its square.
    :param survivors: by side, the characters left, by name.
    :param at_stake: the most points that a side could have scored.
    """

    trials: int = 0
    winners: Counter[str] = field(factory=Counter)
    ways: Counter[str] = field(factory=Counter)
    turns: int = 0
    turns_squared: int = 0
    points: Counter[str] = field(factory=Counter)
    points_squared: Counter[str] = field(factory=Counter)
    survivors: dict[str, Counter[str]] = field(factory=lambda: {role: Counter() for role in ROLES})
    at_stake: int = 0

    def count(self, battle: FastBattle) -> None:
        """Add one battle that has ended."""
        outcome, turn = battle.outcome, battle.turn
        assert outcome is not None
        self.trials += 1
        self.winners[outcome.winner] += 1
        self.ways[outcome.how] += 1
        self.turns += turn
        self.turns_squared += turn**2
        if outcome.winner != "none":
            points = battle.points
            self.points[outcome.winner] += points
            self.points_squared[outcome.winner] += points**2
        stakes = [sum([f.worth for f in battle.of(role).everyone]) for role in ROLES]
        self.at_stake = max(self.at_stake, *stakes)
        for role in ROLES:
            if outcome.how != "time-loss" or role == "defender":
                self.survivors[role].update(battle.of(role).names)

    def add(self, other: "Tally") -> None:
        """Add the battles of another tally."""
        self.trials += other.trials
        self.turns += other.turns
        self.turns_squared += other.turns_squared
        self.at_stake = max(self.at_stake, other.at_stake)
        for mine, theirs in (
            (self.winners, other.winners),
            (self.ways, other.ways),
            (self.points, other.points),
            (self.points_squared, other.points_squared),
            *((self.survivors[role], other.survivors[role]) for role in ROLES),
        ):
            mine.update(theirs)

    @property
    def width(self) -> float:
        """How wide the interval of the attacker's chance to win is; 1 before the first battle."""
        if not self.trials:
            return 1.0
        low, high = wilson(self.winners["attacker"], self.trials)
        return high - low

    def chances(self) -> Chances:
        """The chances with their intervals, and the means."""
        n = self.trials
        return {
            "attacker_wins": share_of(self.winners["attacker"], n),
            "defender_wins": share_of(self.winners["defender"], n),
            "time_loss": share_of(self.ways["time-loss"], n),
            "mutual": share_of(self.ways["mutual"], n),
            "points": {role: average(self.points[role], self.points_squared[role], n, self.at_stake) for role in ROLES},
            "mean_turns": average(self.turns, self.turns_squared, n),
            "survivors": {
                role: {name: self.survivors[role][name] / n for name in sorted(self.survivors[role])} for role in ROLES
            },
        }


def tally_of(held: Mapping[str, Any]) -> Tally:
    """A tally from its fields, as ``attrs.asdict`` and JSON give them.

    >>> from attrs import asdict
    >>> tally_of(asdict(Tally(trials=2, turns=9))) == Tally(trials=2, turns=9)
    True
    """
    sums = ("winners", "ways", "points", "points_squared")
    survivors = {role: Counter(names) for role, names in held["survivors"].items()}
    return Tally(**{**held, **{name: Counter(held[name]) for name in sums}, "survivors": survivors})


@define
class Pairs:
    """In how many trials the attacker won an alternative but not the battle as it stands, and the other way round."""

    more: int = 0
    less: int = 0

    def count(self, alternative: FastBattle, as_it_stands: FastBattle) -> None:
        """Add two battles fought with the same random numbers."""
        won, wins = alternative.winner == "attacker", as_it_stands.winner == "attacker"
        self.more += won and not wins
        self.less += wins and not won

    def add(self, other: "Pairs") -> None:
        """Add the trials of others."""
        self.more += other.more
        self.less += other.less

    def difference(self, trials: int) -> Difference:
        """The difference of the attacker's chances, with its interval."""
        low, high = paired(self.more, self.less, trials)
        return Difference(p=(self.more - self.less) / trials, low=low, high=high)
