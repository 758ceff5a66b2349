"""What ``resolve-battle GAME --engagement`` answers: what each ending of an Engagement would be worth to both."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Table
from ..position.battle import ROLES, Role
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

    def __str__(self) -> str:
        """The total, and how it comes about."""
        return f"{self.total:+.0f} = {self.scores:.0f} + {self.brings:.0f} - {self.loses:.0f}"


@frozen(kw_only=True)
class Ending(Part):
    """One way in which the Engagement may end.

    :param actions: that lead to it, as short texts.
    :param prospects: by side.
    """

    how: How
    actions: tuple[str, ...]
    prospects: Mapping[Role, Prospect]


@frozen(kw_only=True, repr=False)
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

    def blocks(self) -> Iterator[Block]:
        """What each ending is worth to both, in points."""
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
