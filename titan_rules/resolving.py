"""Resolve a battle from its orders, with every step explained (``titan resolve-battle``)."""

from collections.abc import Iterable, Mapping

from .actions.intents import Action
from .answers.battle_result import BattleResult, Reinforcement
from .answers.replay_report import LoggedStep, Problem
from .kernel.dice import DiceSource
from .kernel.evolving import evolve
from .kernel.jsontext import JSON
from .kernel.replaying import Line, play
from .play import next_choice, settle
from .position.battle import ROLES, Battle, Role
from .position.game import MAX_HEIGHT
from .position.stock import stock_of
from .replays.documents import order_lines
from .replays.report import TitanReferee, problem_of
from .rules.battle.field import field_of
from .rules.battle.sequence import lost_in, points_of
from .rules.engagement import reinforcement
from .rules.engagement.scoring import Offer, multiples_reached
from .rules.masterboard.mustering import MusterOption


def resolve(
    battle: Battle, orders: Iterable[Action | str | Mapping[str, JSON]], dice: DiceSource | None = None
) -> BattleResult:
    """Carry out a battle's orders in turn, up to the first illegal or unreadable one.

    :param orders: actions, as objects, as texts, or as the lines of a record.
    :param dice: for dice that the orders lack.
    :raises DocumentError: an order is none of these.

    >>> result = resolve(Battle.parse("Plains: Ogre D3 / Lion D4 4 hits"), ["D3 strikes D4 with 6 1 1 1 1 1"])
    >>> result.winner, result.final.of("defender").slain, result.verdict
    (None, (), 'legal')
    """
    plain = [order.to_json() if isinstance(order, Action) else order for order in orders]
    return resolve_lines(battle, order_lines(plain), dice)


def resolve_lines(battle: Battle, orders: Iterable[Line], dice: DiceSource | None = None) -> BattleResult:
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
    result = BattleResult(
        winner=outcome.winner if outcome else None,
        how=outcome.how if outcome else None,
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
    return result if outcome is None or outcome.winner == "none" else _won(result, battle, outcome.winner)


def _won(result: BattleResult, battle: Battle, winner: Role) -> BattleResult:
    """The result with the winner's points, and what it can acquire, muster or summon (SCORE-2, ACQUIRE-1, REINF-2)."""
    side, points, stock = battle.of(winner), points_of(field_of(battle)), stock_of(battle)
    names = [c.name for c in side.characters]
    reached = multiples_reached(battle.the_box, side.score, side.score + points)
    angels = Offer(battle.the_box, battle.terrain, reached, len(names), stock, battle.rules).choices()
    able: tuple[MusterOption, ...] = ()
    if winner == "defender" and reinforcement.judge_afterwards(battle) is None:
        able = reinforcement.options(battle.table, names, stock)
    return evolve(
        result,
        points={side.player: points},
        may_acquire=tuple([choice for choice in angels if choice]),
        may_reinforce=tuple([Reinforcement(muster=option.muster, ways=option.ways) for option in able]),
        may_summon=winner == "attacker"
        and not side.summoned
        and len(names) < MAX_HEIGHT
        and any(battle.donors.values()),
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
