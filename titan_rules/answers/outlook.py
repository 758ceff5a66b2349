"""What ``resolve-battle GAME --engagement`` answers: the worth of each ending of an Engagement to both players."""

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
    """The worth of an ending to one player, in points.

    :param scores: the points scored.
    :param brings: the value of the best acquisition or muster that follows.
    :param loses: the value of the player's characters lost; with the Titan, that is all of them.
    :param total: ``scores`` + ``brings`` - ``loses``.
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
    """What an Engagement may come to, before it is fought.

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
