"""What ``resolve-battle --simulate`` answers: how a battle is likely to go."""

from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..position.battle import Role


@frozen(kw_only=True)
class Share(Part):
    """A share of the battles, with its 95 % interval.

    :param count: in how many it came about.
    """

    p: float
    low: float
    high: float
    count: int


@frozen(kw_only=True)
class Average(Part):
    """A mean, with its 95 % interval."""

    mean: float
    low: float
    high: float


@frozen(kw_only=True)
class Difference(Part):
    """The difference of two chances found in the same battles, with its 95 % interval."""

    p: float
    low: float
    high: float


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
    """The attacker's chance to win, set right by recorded battles between players.

    The simulated chance is too sure of itself. This one weighs what both sides kept in the simulated battles together
    with their points, their numbers, their rangestrikers, and whether the defender is placed on the map.

    :param battles: how many recorded battles it was fitted to.
    :param brier: the mean square of chance less outcome in battles that it was not fitted to.
    """

    p: float
    battles: int
    brier: float


@frozen(kw_only=True)
class BattleOdds(Answer):
    """How a battle went that policies played again and again.

    :param trials: how often.
    :param policies: by side.
    :param defender_wins: time losses included.
    :param mutual: both sides were eliminated, or lost their Titans.
    :param points: by side, what it scored (SCORE-2).
    :param survivors: by side, how many of each character were left on average.
    :param calibrated: the chance between players, where the policies have been held against recorded battles.
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
