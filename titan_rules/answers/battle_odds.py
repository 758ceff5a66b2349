"""Answers from simulated battles: a battle's odds, advice in it, and the outlook of an Engagement."""

from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Table
from ..kernel.fields import LAST
from ..position.battle import ROLES, BattlePhase, Role


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
        """A percentage; for 0 % and 100 % only the bound: ``>96.30 %``."""
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
    """How often each outcome occurred, with means.

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
    """How the battle would go with one change.

    :param difference: the change of the attacker's chance to win.
    """

    name: str
    difference: Difference


@frozen(kw_only=True)
class Calibrated(Part):
    """The attacker's chance to win, calibrated with battles between human players; simulated chances are too extreme.

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
    """The results of a battle that policies played many times.

    :param trials: how many times.
    :param policies: the policy of each side.
    :param defender_wins: including time losses.
    :param mutual: both sides were eliminated, or lost their Titans.
    :param points: by side, the points it scored (SCORE-2).
    :param survivors: by side, the average number left of each character.
    :param calibrated: the chance between human players, in the standard box before anyone has entered.
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
            chance = self.calibrated
            between_players = f"calibrated on {chance.battles} recorded battles: attacker wins {100 * chance.p:.0f} %"
            yield f"{between_players} (Brier score {chance.brier:.3f})"
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


# --- advice ----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Advised(Part):
    """A suggested course of action.

    :param actions: in order, as short texts.
    :param wins: how often the battle was won.
    :param gains: the average points of the enemies slain by the end of the battle.
    :param costs: the average points of the player's own characters lost by then.
    :param worth: its score: 1 for a win, 0 for a loss, and up to a quarter for the survivors.
    :param why: the reasons for and against it.
    """

    actions: tuple[str, ...]
    wins: Share
    gains: float
    costs: float
    worth: float
    why: tuple[str, ...]


@frozen(kw_only=True, repr=False)
class Advice(Answer):
    """The best maneuvers or strikes that a search found, best first.

    :param side: the side advised.
    :param trials: how often each was simulated.
    :param best: empty if there is no choice.
    """

    kind: ClassVar[str] = "advice"
    side: Role
    phase: BattlePhase
    turn: int
    trials: int
    seed: str
    best: tuple[Advised, ...]
    notes: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        """Each suggestion with its worth and its reasons."""
        yield from (f"Advice, no ruling: the {self.side}'s {self.phase} phase of turn {self.turn}", "")
        if not self.best:
            yield "There is nothing to choose."
        for number, plan in enumerate(self.best, 1):
            yield f"{number}. {', '.join(plan.actions)}"
            gains = f"slays {plan.gains:.0f} points, loses {plan.costs:.0f}"
            yield f"   wins {plan.wins.percent} {plan.wins.interval}; {gains}"
            yield from (*(f"   - {reason}" for reason in plan.why), "")
        yield from ("", *(f"note: {note}" for note in self.notes))


# --- outlook ---------------------------------------------------------------------------------------------------------

How: TypeAlias = Literal["flight", "concession", "agreement"]


@frozen(kw_only=True)
class Prospect(Part):
    """The worth of an ending to one player, in points.

    :param scores: the points scored.
    :param brings: the value of the best acquisition or muster that follows.
    :param loses: the value of the player's characters lost; with the Titan, that is all of them.
    :param total: ``scores`` + ``brings`` - ``loses``.
    :param titan_lost: the chance that the Titan is slain.
    :param low, high: for a fight, the 95 % interval of the total.
    """

    scores: float
    brings: float
    loses: float
    total: float
    titan_lost: float = 0.0
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        """The total, and its parts."""
        return f"{self.total:+.0f} = {self.scores:.0f} + {self.brings:.0f} - {self.loses:.0f}"


@frozen(kw_only=True)
class Ending(Part):
    """A possible ending of the Engagement.

    :param actions: the actions that lead to it, as short texts.
    :param prospects: by side.
    """

    how: How
    actions: tuple[str, ...]
    prospects: Mapping[Role, Prospect]


@frozen(kw_only=True, repr=False)
class Outlook(Answer):
    """The prospects of an Engagement before it is fought.

    :param fight: by side, on average over the simulated battles.
    :param attacker_wins: how often the attacker wins them.
    :param calibrated: the attacker's chance, calibrated with recorded battles between players.
    :param endings: those without a battle: flight, concessions, and the agreements closest to the fight's balance.
    """

    kind: ClassVar[str] = "outlook"
    land: int
    players: Mapping[Role, str]
    trials: int
    seed: str
    policy: str
    fight: Mapping[Role, Prospect]
    attacker_wins: Share
    calibrated: Calibrated | None = None
    endings: tuple[Ending, ...]
    notes: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        """The worth of each ending to both players, in points."""
        yield f"The Engagement in land {self.land}, in points: scored + acquired or mustered - lost"
        rows = [[f"fight ({self.trials} battles)", *map(self.fight.__getitem__, ROLES)]]
        for ending in self.endings:
            agreement = "agreement: " if ending.how == "agreement" else ""
            rows.append([agreement + ending.actions[-1], *map(ending.prospects.__getitem__, ROLES)])
        yield from ("", Table(rows, ["", *[f"{self.players[role]} ({role})" for role in ROLES]]), "")
        wins = f"attacker wins {self.attacker_wins.percent} {self.attacker_wins.interval}"
        yield wins + ("" if self.calibrated is None else f", calibrated {100 * self.calibrated.p:.0f} %")
        for role in ROLES:
            if self.fight[role].titan_lost:
                yield f"the {role} loses the Titan with {100 * self.fight[role].titan_lost:.0f} %"
        yield from ("", *(f"note: {note}" for note in self.notes))
