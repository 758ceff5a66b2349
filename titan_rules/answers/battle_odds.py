"""Answers from simulated battles: a battle's odds, advice in it, and an Engagement before its battle."""

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
    """The attacker's chance to win, with its 95 % interval, calibrated with battles between computer players.

    It weighs the points of both Legions and how often ``greedy`` wins the battle against itself.

    :param battles: how many recorded battles it was fitted to.
    :param brier: the mean of (chance - outcome) squared, in games it was not fitted to.
    """

    p: float
    low: float
    high: float
    battles: int
    brier: float

    def __str__(self) -> str:
        """The chance and its interval in whole percents, which do not pretend to know more."""
        low, p, high = (f"{100 * each:.0f}" for each in (self.low, self.p, self.high))
        return f"{p} % [{low}, {high}]"


@frozen(kw_only=True, repr=False)
class BattleOdds(Chances, Answer):
    """The results of a battle that policies played many times.

    :param trials: how many times.
    :param policies: the policy of each side.
    :param defender_wins: including time losses.
    :param mutual: both sides were eliminated, or lost their Titans.
    :param points: by side, the points it scored (SCORE-2).
    :param survivors: by side, the average number left of each character.
    :param calibrated: the attacker's chance to win, in the standard box before anyone has entered.
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
        if self.calibrated is not None:
            chance = self.calibrated
            yield f"Attacker's chance to win: {chance} (calibrated on {chance.battles} battles of computer players)"
        else:
            yield f"Attacker's chance to win: {self.attacker_wins.percent} {self.attacker_wins.interval} (simulated)"
            yield "Not calibrated: that takes the standard box, and a battle that nobody has entered yet."
        yield from ("", f"What these policies did: {self.trials} battles, {policies}, seed {self.seed}")
        yield from ("In brackets: 95 % intervals", "", self.table())
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


# --- before the battle -----------------------------------------------------------------------------------------------

How: TypeAlias = Literal["flight", "concession"]


@frozen(kw_only=True)
class Ending(Part):
    """An ending of an Engagement without a battle.

    :param by: the colour of the player who flees or concedes.
    :param actions: the actions that lead to it, as short texts.
    :param scores: by side, the points scored, half points for a Titan's other Legions included (D-3).
    """

    how: How
    by: str
    actions: tuple[str, ...]
    scores: Mapping[Role, int]


@frozen(kw_only=True, repr=False)
class EngagementOdds(Answer):
    """An Engagement before its battle: what flight and concession score, and how the battle is likely to go.

    :param players: the colours of both sides.
    :param endings: flight, if it is still possible, and each side's concession. A battle lost scores as a concession.
    :param battle: the battle that follows if nobody yields.
    """

    kind: ClassVar[str] = "engagement-odds"
    land: int
    players: Mapping[Role, str]
    endings: tuple[Ending, ...]
    battle: BattleOdds = field(metadata={"header": {"kind": {"const": BattleOdds.kind}}})

    def blocks(self) -> Iterator[Block]:
        """The chance of the battle, the scores, and the simulation."""
        shown = self.battle.blocks()
        yield f"The Engagement in land {self.land}. {next(shown)}"
        rows = [[each.actions[-1], *[each.scores[role] for role in ROLES]] for each in self.endings]
        yield from ("", Table(rows, ["points scored", *[f"{self.players[role]} ({role})" for role in ROLES]]))
        yield "A lost battle scores as a concession does, and more if characters that joined were slain."
        yield "A time loss scores nothing."
        yield from shown
