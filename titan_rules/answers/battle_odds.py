"""What ``resolve-battle --simulate`` answers: how a battle is likely to go."""

from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Table
from ..position.battle import ROLES, Role


@frozen(kw_only=True)
class Share(Part):
    """A share of the battles, with its 95 % interval.

    :param count: in how many it came about.
    """

    p: float
    low: float
    high: float
    count: int

    @property
    def percent(self) -> str:
        """As a percentage; one that came about always or never only as far as it is known: ``>96.30 %``."""
        if self.p == 0:
            return f"<{_up(self.high)} %"
        if self.p == 1:
            return f">{_down(self.low)} %"
        shown = f"{100 * self.p:.2f}"
        return {"0.00": "<0.01 %", "100.00": ">99.99 %"}.get(shown, f"{shown} %")

    @property
    def interval(self) -> str:
        """In percent, rounded outwards: ``[41.13, 58.87]``."""
        return f"[{_down(self.low)}, {_up(self.high)}]"


def _down(share: float) -> str:
    return f"{floor(share * 10_000) / 100:.2f}"


def _up(share: float) -> str:
    return f"{ceil(share * 10_000) / 100:.2f}"


@frozen(kw_only=True)
class Average(Part):
    """A mean, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def cells(self) -> tuple[str, str]:
        """The mean and the interval as a table has them."""
        return f"{self.mean:.2f}", f"[{self.low:.2f}, {self.high:.2f}]"


@frozen(kw_only=True)
class Difference(Part):
    """The difference of two chances found in the same battles, with its 95 % interval."""

    p: float
    low: float
    high: float

    @property
    def cells(self) -> tuple[str, str]:
        """The difference and the interval as a table has them, in percent."""
        return f"{100 * self.p:+.2f}", f"[{100 * self.low:+.2f}, {100 * self.high:+.2f}]"


@frozen(kw_only=True)
class Alternative(Part):
    """How the battle would go if something were different.

    :param difference: what it adds to the attacker's chance to win.
    """

    name: str
    difference: Difference
    attacker_wins: Share
    defender_wins: Share
    time_loss: Share
    mutual: Share
    points: Mapping[Role, Average]
    mean_turns: Average
    survivors: Mapping[Role, Mapping[str, float]]


@frozen(kw_only=True)
class Calibrated(Part):
    """The attacker's chance to win as recorded battles between players have it; simulated chances are too sure.

    It weighs the points, numbers and rangestrikers of both sides, whether the defender is placed on the map, and
    whether the attacker chose the battle, in an Engagement of a game.

    :param battles: how many recorded battles it was fitted to.
    :param brier: the mean square of chance less outcome in games that it was not fitted to.
    """

    p: float
    battles: int
    brier: float


@frozen(kw_only=True, repr=False)
class BattleOdds(Answer):
    """How a battle went that policies played again and again.

    :param trials: how often.
    :param policies: by side.
    :param defender_wins: time losses included.
    :param mutual: both sides were eliminated, or lost their Titans.
    :param points: by side, what it scored (SCORE-2).
    :param survivors: by side, how many of each character were left on average.
    :param calibrated: the chance between players, for a battle of the standard box that nobody has entered.
    :param interrupted: it was stopped before the end.
    """

    kind: ClassVar[str] = "battle-odds"
    trials: int
    seed: str
    policies: Mapping[Role, str]
    attacker_wins: Share
    defender_wins: Share
    time_loss: Share
    mutual: Share
    points: Mapping[Role, Average]
    mean_turns: Average
    survivors: Mapping[Role, Mapping[str, float]]
    calibrated: Calibrated | None = None
    alternatives: tuple[Alternative, ...] = ()
    interrupted: bool = False
    notes: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        """The chances, never surer than they are."""
        policies = f"attacker {self.policies['attacker']}, defender {self.policies['defender']}"
        yield f"{self.trials} battles, {policies}, seed {self.seed}; in brackets: 95 % intervals"
        yield from ("", _chances(self))
        if self.calibrated is not None:
            told = self.calibrated
            between_players = f"calibrated on {told.battles} recorded battles: attacker wins {100 * told.p:.0f} %"
            yield f"{between_players} (Brier score {told.brier:.3f})"
        for role in ROLES:
            means = self.survivors[role].items()
            left = ", ".join(f"{name} {mean:.2f}" if mean >= 0.005 else f"{name} <0.01" for name, mean in means)
            yield f"{role} keeps on average: {left or 'none'}"
        for other in self.alternatives:
            yield from ("", f"with {other.name}:", _chances(other))
        if self.alternatives:
            rows = [[other.name, *other.difference.cells] for other in self.alternatives]
            headings = ["alternative", "attacker wins, points of a hundred more", "interval"]
            yield from ("", Table(rows, headings))
        yield from ("", *(f"note: {note}" for note in self.notes))


def _chances(odds: BattleOdds | Alternative) -> Table:
    shares = {
        "attacker wins": odds.attacker_wins,
        "defender wins": odds.defender_wins,
        "  by time loss (included)": odds.time_loss,
        "both eliminated": odds.mutual,
    }
    rows = [[label, share.percent, share.interval] for label, share in shares.items()]
    rows += [[f"points of the {role}", *odds.points[role].cells] for role in ROLES]
    return Table([*rows, ["turns", *odds.mean_turns.cells]], ["", "mean", "interval"])
