"""Resolve a battle from its orders, with every step explained (``titan resolve-battle``)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from .actions.intents import Action
from .answers.parts import choice
from .answers.replay_report import LoggedStep, Problem
from .kernel.answers import Answer, Part
from .kernel.arguments import expect_each
from .kernel.blocks import Block, Why
from .kernel.dice import AnyDice, DiceSource, source_of
from .kernel.evolving import evolve
from .kernel.fields import key
from .kernel.jsontext import JSON
from .kernel.replaying import RecordLine, play
from .play import Next, next_choice, settle
from .position.battle import ROLES, Battle, Role
from .position.documents import FORMAT
from .position.files import battle_of
from .position.game import MAX_HEIGHT, Game
from .position.stock import stock_of
from .replays.documents import order_lines
from .replays.report import TitanReferee, problem_of
from .rules.battle.field import field_of
from .rules.battle.sequence import lost_in, points_of
from .rules.engagement import reinforcement
from .rules.engagement.scoring import Offer, multiples_reached
from .rules.masterboard.mustering import MusterOption

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
    :param may_summon: whether the winning attacker may summon from the document's donors (SUMMON-2).
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


def resolve(
    battle: Battle | Game | str, orders: Iterable[Action | str | Mapping[str, JSON]], dice: AnyDice | None = None
) -> BattleResult:
    """Carry out a battle's orders in turn, up to the first illegal or unreadable one.

    :param battle: a battle, a game in which one is fought, or the line of one.
    :param orders: actions as objects, texts, or lines of a record.
    :param dice: rolls the dice that the orders lack.
    :raises DocumentError: an order is something else.

    >>> result = resolve(Battle.parse("Plains: Ogre D3 / Lion D4 4 hits"), ["D3 strikes D4 with 6 1 1 1 1 1"])
    >>> result.winner, result.final.of("defender").slain, result.verdict
    (None, (), 'legal')
    """
    fought = battle_of(battle, "battle")
    expect_each(Action | str | Mapping, orders=orders)
    plain = [order.to_json() if isinstance(order, Action) else order for order in orders]
    return resolve_lines(fought, order_lines(plain), source_of(dice))


def resolve_lines(battle: Battle, orders: Iterable[RecordLine], dice: DiceSource | None = None) -> BattleResult:
    """Carry out the lines of a battle's orders, as :func:`resolve` does."""
    steps: list[LoggedStep] = []
    stopped: Problem | None = None
    referee = TitanReferee[Battle](dice)
    for step in play(orders, referee, battle):
        battle = step.state
        if not step.refusal and step.fault is None:
            steps.append(LoggedStep.of(evolve(step, divergences=())))
        if not step.good:
            stopped = evolve(problem_of(step, referee), line=None)
            break
    settled = settle(battle)
    if settled.events:
        steps.append(LoggedStep(step=None, events=tuple([event.ruling for event in settled.events])))
    return _result(settled.state, tuple(steps), stopped)


def _result(battle: Battle, steps: tuple[LoggedStep, ...], stopped: Problem | None) -> BattleResult:
    outcome = battle.outcome
    winner, how = (None, None) if outcome is None else (outcome.winner, outcome.how)
    result = BattleResult(
        winner=winner,
        how=how,
        turn=battle.turn,
        points={},
        survivors={role: _survivors(battle, role) for role in ROLES},
        slain={role: _lost(battle, role) for role in ROLES},
        may_acquire=(),
        may_reinforce=(),
        may_summon=False,
        next=next_choice(battle),
        stopped_at=stopped,
        steps=steps,
        final=battle,
    )
    if winner is None or winner == "none":
        return result
    side, points, stock = battle.of(winner), points_of(field_of(battle)), stock_of(battle)
    names = [c.name for c in side.characters]
    reached = multiples_reached(battle.the_box, side.score, side.score + points)
    angels = Offer(battle.the_box, battle.terrain, reached, len(names), stock, battle.rules).choices()
    able: tuple[MusterOption, ...] = ()
    if winner == "defender" and reinforcement.barred(battle) is None:
        able = reinforcement.options(battle.table, names, stock)
    summons = winner == "attacker" and not side.summoned and len(names) < MAX_HEIGHT
    return evolve(
        result,
        points={side.player: points},
        may_acquire=tuple([choice for choice in angels if choice]),
        may_reinforce=tuple([Reinforcement(muster=option.muster, ways=option.ways) for option in able]),
        may_summon=summons and any(battle.donors.values()),
    )


def _survivors(battle: Battle, role: Role) -> tuple[str, ...]:
    outcome = battle.outcome
    if outcome is not None and (outcome.conceded_by == role or (outcome.how == "time-loss" and role == "attacker")):
        return ()
    return tuple([c.name for c in battle.of(role).living()])


def _lost(battle: Battle, role: Role) -> tuple[str, ...]:
    if battle.outcome is not None:
        return tuple(lost_in(field_of(battle), role))
    side = battle.of(role)
    return (*side.slain, *side.left_off, *[c.name for c in side.characters if side.is_slain(c)])
