"""What ``resolve-battle`` answers: the result of a battle's orders."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Why
from ..kernel.fields import key
from ..play import Next
from ..position.battle import ROLES, Battle, Role
from ..position.documents import FORMAT
from .parts import choice
from .replay_report import LoggedStep, Problem

How: TypeAlias = Literal["elimination", "concession", "time-loss", "titan", "mutual"]


@frozen(kw_only=True)
class Reinforcement(Part):
    """A character that may be mustered as a reinforcement.

    :param ways: every minimal way to qualify.
    """

    muster: str
    ways: tuple[tuple[str, ...], ...] = field(metadata=key("with"))


@frozen(kw_only=True, repr=False)
class BattleResult(Answer):
    """The result of a battle's orders.

    :param winner: ``none`` if both sides lost; None if the orders ended before the battle did.
    :param turn: the battle turn in which it ended, or the current one.
    :param points: by player (SCORE-2).
    :param survivors: by side, before any are acquired, summoned or mustered.
    :param slain: by side.
    :param may_acquire: the choices of Angels and Archangels (ACQUIRE-1).
    :param may_reinforce: what the winning defender may muster (REINF-2).
    :param may_summon: whether the winning attacker may summon from the donors that the document names (SUMMON-2).
    :param next: whose choice it is after the last order.
    :param stopped_at: the first order that was refused, could not be read, or did not have the expected result.
    :param steps: every order carried out, and its events.
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
    stopped_at: Problem | None = None
    steps: tuple[LoggedStep, ...]
    final: Battle = field(metadata={"header": {"format": {"const": FORMAT.id}, "kind": {"const": "battle"}}})

    @property
    def verdict(self) -> Literal["legal", "illegal", "diverges"]:
        """``legal`` if all orders are legal and all their expectations hold."""
        if self.stopped_at is None:
            return "legal"
        return "diverges" if self.stopped_at.diverges else "illegal"

    def blocks(self) -> Iterator[Block]:
        """Every order and its events, and the result."""
        for step in self.steps:
            if step.step is not None:
                yield f"{step.step:>3}. {step.text}"
            if step.comment:
                yield f"     # {step.comment}"
            yield Why(step.events or (), 5)
        stop = self.stopped_at
        if stop is not None:
            yield from (f"{stop.step:>3}. {stop.text}: stopped", *stop.blocks(5, "titan legal-moves lists them"))
        yield ""
        if self.winner is None:
            yield f"The battle is not over: turn {self.turn}."
        elif self.winner == "none":
            yield f"Nobody wins ({self.how}) in turn {self.turn}."
        else:
            scored = ", ".join(f"{player} scores {points}" for player, points in self.points.items())
            yield f"The {self.winner} wins by {self.how} in turn {self.turn}; {scored}."
        for role in ROLES:
            survivors, slain = (", ".join(names[role]) or "none" for names in (self.survivors, self.slain))
            yield f"  {role}: surviving {survivors}; slain {slain}"
        if self.may_acquire:
            yield "  may acquire " + " or ".join(" and ".join(names) for names in self.may_acquire)
        if self.may_reinforce:
            yield "  may reinforce with " + " or ".join(option.muster for option in self.may_reinforce)
        if self.may_summon:
            yield "  may summon"
        if self.winner is None:
            yield from choice(self.next)
