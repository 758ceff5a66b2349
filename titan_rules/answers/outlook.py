"""What ``resolve-battle GAME --engagement`` answers: what each ending of an Engagement would be worth to both."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..position.battle import Role
from .battle_odds import Calibrated, Share

How: TypeAlias = Literal["flight", "concession", "agreement"]


@frozen(kw_only=True)
class Prospect(Part):
    """What an ending is worth to one player, in points.

    :param scores: what the player scores.
    :param brings: what is acquired or mustered for it afterwards, the best that may be.
    :param loses: what the player's own characters that are lost were worth; a player who loses the Titan loses all.
    :param total: the first two less the third.
    :param titan_lost: the chance that the Titan is slain.
    :param low, high: of a fight, the 95 % interval of the total.
    """

    scores: float
    brings: float
    loses: float
    total: float
    titan_lost: float = 0.0
    low: float | None = None
    high: float | None = None


@frozen(kw_only=True)
class Ending(Part):
    """One way in which the Engagement may end.

    :param actions: that lead to it, as short texts.
    :param prospects: by side.
    """

    how: How
    actions: tuple[str, ...]
    prospects: Mapping[Role, Prospect]


@frozen(kw_only=True)
class Outlook(Answer):
    """What an Engagement may come to, before it is fought.

    :param fight: by side, on average over the battles simulated.
    :param attacker_wins: of those.
    :param calibrated: the attacker's chance as recorded battles between players have it.
    :param endings: without a battle: flight, concessions, and the agreements that come nearest to the fight's balance.
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
