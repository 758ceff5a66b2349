"""What ``resolve-battle --simulate`` answers: how a battle is likely to go."""

from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import ClassVar

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Table
from ..kernel.fields import LAST
from ..position.battle import ROLES, Role


@frozen(kw_only=True)
class Share(Part):
    """A share of the battles, with its 95 % interval.

    :param count: how many battles had this result.
    """

    p: float
    low: float
    high: float
    count: int

    @property
    def percent(self) -> str:
        """A percentage; of 0 % and 100 % only the bound: ``>96.30 %``."""
        if self.p == 0:
            return f"<{_up(self.high)} %"
        if self.p == 1:
            return f">{_down(self.low)} %"
        shown = f"{100 * self.p:.2f}"
        return {"0.00": "<0.01 %", "100.00": ">99.99 %"}.get(shown, f"{shown} %")

    @property
    def interval(self) -> str:
        """The interval in percent, rounded outwards: ``[41.13, 58.87]``."""
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
        """The mean and the interval as table cells."""
        return f"{self.mean:.2f}", f"[{self.low:.2f}, {self.high:.2f}]"


@frozen(kw_only=True)
class Difference(Part):
    """The difference of two chances in the same battles, with its 95 % interval."""

    p: float
    low: float
    high: float

    @property
    def cells(self) -> tuple[str, str]:
        """The difference and the interval as table cells, in percent."""
        return f"{100 * self.p:+.2f}", f"[{100 * self.low:+.2f}, {100 * self.high:+.2f}]"


@frozen(kw_only=True)
class Chances(Part):
    """How often each end came about, with means.

    :param defender_wins: including time losses.
    :param mutual: both sides were eliminated, or lost their Titans.
    :param points: by side, the points it scored (SCORE-2).
    :param survivors: by side, the average number left of each character.
    """

    attacker_wins: Share = field(metadata=LAST)
    defender_wins: Share = field(metadata=LAST)
    time_loss: Share = field(metadata=LAST)
    mutual: Share = field(metadata=LAST)
    points: Mapping[Role, Average] = field(metadata=LAST)
    mean_turns: Average = field(metadata=LAST)
    survivors: Mapping[Role, Mapping[str, float]] = field(metadata=LAST)

    def table(self) -> Table:
        """The chances and means, each with its interval."""
        shares = {
            "attacker wins": self.attacker_wins,
            "defender wins": self.defender_wins,
            "  by time loss (included)": self.time_loss,
            "both eliminated": self.mutual,
        }
        rows = [[label, share.percent, share.interval] for label, share in shares.items()]
        rows += [[f"points of the {role}", *self.points[role].cells] for role in ROLES]
        return Table([*rows, ["turns", *self.mean_turns.cells]], ["", "mean", "interval"])


@frozen(kw_only=True)
class Alternative(Chances):
    """How the battle would go if one thing were different.

    :param difference: the change of the attacker's chance to win.
    """

    name: str
    difference: Difference


@frozen(kw_only=True)
class Calibrated(Part):
    """The attacker's chance to win, calibrated with battles between players; simulated chances are too extreme.

    It weighs the points, numbers and rangestrikers of both sides, whether the defender is placed on the map, and
    whether the attacker chose the battle in an Engagement of a game.

    :param battles: how many recorded battles it was fitted to.
    :param brier: the mean of (chance - outcome) squared, in games it was not fitted to.
    """

    p: float
    battles: int
    brier: float


@frozen(kw_only=True, repr=False)
class BattleOdds(Chances, Answer):
    """How a battle went when policies played it many times.

    :param trials: how many times.
    :param policies: the policy of each side.
    :param calibrated: the chance between players, if the box is the standard one and nobody has entered yet.
    :param interrupted: the simulation was stopped early.
    """

    kind: ClassVar[str] = "battle-odds"
    trials: int
    seed: str
    policies: Mapping[Role, str]
    calibrated: Calibrated | None = field(default=None, metadata=LAST)
    alternatives: tuple[Alternative, ...] = field(default=(), metadata=LAST)
    interrupted: bool = field(default=False, metadata=LAST)
    notes: tuple[str, ...] = field(metadata=LAST)

    def blocks(self) -> Iterator[Block]:
        """The chances, never rounded to certainty."""
        policies = f"attacker {self.policies['attacker']}, defender {self.policies['defender']}"
        yield f"{self.trials} battles, {policies}, seed {self.seed}; in brackets: 95 % intervals"
        yield from ("", self.table())
        if self.calibrated is not None:
            told = self.calibrated
            between_players = f"calibrated on {told.battles} recorded battles: attacker wins {100 * told.p:.0f} %"
            yield f"{between_players} (Brier score {told.brier:.3f})"
        for role in ROLES:
            means = self.survivors[role].items()
            left = ", ".join(f"{name} {mean:.2f}" if mean >= 0.005 else f"{name} <0.01" for name, mean in means)
            yield f"{role} keeps on average: {left or 'none'}"
        for other in self.alternatives:
            yield from ("", f"with {other.name}:", other.table())
        if self.alternatives:
            rows = [[other.name, *other.difference.cells] for other in self.alternatives]
            headings = ["alternative", "attacker wins, points of a hundred more", "interval"]
            yield from ("", Table(rows, headings))
        yield from ("", *(f"note: {note}" for note in self.notes))
