"""What ``resolve-battle`` answers: what a battle's orders come to."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.errors import Fault
from ..kernel.fields import key
from ..kernel.jsontext import JSON
from ..kernel.replaying import Divergence
from ..kernel.rulings import Ruling
from ..play import Next
from ..position.battle import Battle, Role
from ..position.documents import FORMAT

How: TypeAlias = Literal["elimination", "concession", "time-loss", "titan", "mutual"]


@frozen(kw_only=True)
class Reinforcement(Part):
    """A character that may be mustered as a reinforcement.

    :param ways: every minimal way to qualify.
    """

    muster: str
    ways: tuple[tuple[str, ...], ...] = field(metadata=key("with"))


@frozen(kw_only=True)
class BattleStep(Part):
    """An order that was carried out, or what still happened after the last one.

    :param step: its number; None after the last order.
    :param action: as it was given, ``text`` in short.
    """

    step: int | None
    action: Mapping[str, JSON] | None = None
    text: str | None = None
    comment: str | None = None
    events: tuple[Ruling, ...]


@frozen(kw_only=True)
class StoppedOrder(Part):
    """The first order that is not good.

    :param rulings: that forbid it.
    :param diverges: what was expected after it, and does not hold.
    :param error: why it could not be read or judged.
    :param legal: the short texts of what would have been legal.
    """

    step: int
    action: Mapping[str, JSON]
    rulings: tuple[Ruling, ...]
    diverges: tuple[Divergence, ...] | None = None
    error: Fault | None = None
    legal: tuple[str, ...] | None = None


@frozen(kw_only=True)
class BattleResult(Answer):
    """What a battle's orders come to.

    :param winner: ``none`` if both sides lost; None if the orders ended before the battle did.
    :param turn: the battle turn in which it ended, or stands.
    :param points: by player (SCORE-2).
    :param survivors: by side, before anything is acquired, summoned or mustered.
    :param slain: by side.
    :param may_acquire: the choices of Angels (ACQUIRE-1).
    :param may_reinforce: what the winning defender may muster (REINF-2).
    :param may_summon: whether the winning attacker may summon, as far as the document names its donors (SUMMON-2).
    :param next: whose choice it is after the last order.
    :param stopped_at: the first order that was refused, could not be read, or diverges from what it expects.
    :param steps: every order carried out, and what happened.
    :param final: the battle after the last order.
    """

    kind: ClassVar[str] = "battle-result"
    winner: Literal["attacker", "defender", "none"] | None
    how: How | None
    turn: int
    points: Mapping[str, int]
    survivors: Mapping[Role, tuple[str, ...]]
    slain: Mapping[Role, tuple[str, ...]]
    may_acquire: tuple[tuple[str, ...], ...]
    may_reinforce: tuple[Reinforcement, ...]
    may_summon: bool
    next: Next
    stopped_at: StoppedOrder | None = None
    steps: tuple[BattleStep, ...]
    final: Battle = field(metadata={"header": {"format": {"const": FORMAT.id}, "kind": {"const": "battle"}}})

    @property
    def verdict(self) -> Literal["legal", "illegal", "diverges"]:
        """Whether all orders are legal, and all that they expect holds."""
        if self.stopped_at is None:
            return "legal"
        return "diverges" if self.stopped_at.diverges else "illegal"
