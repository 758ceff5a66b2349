"""Resolve a battle from its orders, with every step explained (``titan resolve-battle``)."""

from collections.abc import Iterable, Mapping

from .actions.grammar import written
from .actions.intents import Action
from .answers.battle_result import BattleResult, BattleStep, Reinforcement
from .answers.replay_report import Problem
from .kernel.dice import DiceSource
from .kernel.errors import DocumentError, Fault
from .kernel.evolving import evolve
from .kernel.jsontext import JSON
from .kernel.replaying import Line, play
from .play import next_choice, settle
from .position.battle import ROLES, Battle, Role
from .position.documents import FORMAT
from .position.game import MAX_HEIGHT
from .position.stock import stock_of
from .replays.recorded_lines import LineReader
from .replays.referee import TitanReferee
from .rules.battle.sequence import lost_in, points_of
from .rules.engagement import reinforcement
from .rules.engagement.scoring import Offer, multiples_reached
from .rules.masterboard.mustering import MusterOption

ORDERS = "battle-orders"


def orders_from_json(data: JSON) -> tuple[Battle, list[Line]]:
    """A ``battle-orders`` document: the battle, and its orders as lines numbered from 1.

    :raises DocumentError: with every fault.
    """
    if not isinstance(data, dict) or data.get("kind") != ORDERS or data.get("format") != FORMAT.id:
        kind = data.get("kind") if isinstance(data, dict) else None
        raise DocumentError(
            [Fault("wrong-kind", f"a document of kind 'battle-orders' is wanted, not {kind!r}", "/kind")]
        )
    unknown = [key for key in data if key not in ("format", "kind", "battle", "orders")]
    faults = [Fault("unknown-key", f"unknown key {key!r}", f"/{key}") for key in unknown]
    faults += [Fault("missing-key", f"the key {key!r} is missing") for key in ("battle", "orders") if key not in data]
    if faults:
        raise DocumentError(faults)
    try:
        battle: Battle = FORMAT.read(data["battle"], ("battle",))
    except DocumentError as e:
        raise DocumentError([evolve(f, pointer="/battle" + f.pointer) for f in e.faults]) from None
    return battle, order_lines(data["orders"], "/orders")


def order_lines(orders: JSON, at: str = "") -> list[Line]:
    """A list of orders as lines numbered from 1.

    :raises DocumentError: it is no list of objects.
    """
    if not isinstance(orders, list):
        raise DocumentError([Fault("wrong-type", "orders are a list of actions", at)])
    reader, lines = LineReader(), list[Line]()
    for i, order in enumerate(orders):
        for line in reader.read(i + 1, order):
            if line.fault is not None and not line.data:
                fault = evolve(line.fault, pointer=f"{at}/{i}{line.fault.pointer or ''}", line=None)
                raise DocumentError([fault])
            lines.append(line)
    return lines


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
    steps: list[BattleStep] = []
    stopped: Problem | None = None
    for step in play(orders, TitanReferee(dice), battle):
        battle = step.state
        if not step.refusal and step.fault is None:
            steps.append(
                BattleStep(
                    step=step.number,
                    action=dict(step.line.data),
                    text=written(step.action, battle.the_box),
                    comment=step.line.comment,
                    events=tuple([event.ruling for event in step.events]),
                )
            )
        if not step.good:
            stopped = Problem(
                step=step.number,
                action=dict(step.line.data),
                rulings=step.refusal,
                diverges=step.divergences or None,
                error=step.fault,
                legal=tuple(TitanReferee[Battle]().legal(battle)) if step.refusal else None,
            )
            break
    settled = settle(battle)
    if settled.events:
        steps.append(BattleStep(step=None, events=tuple([event.ruling for event in settled.events])))
    return _result(settled.state, tuple(steps), stopped)


def _result(battle: Battle, steps: tuple[BattleStep, ...], stopped: Problem | None) -> BattleResult:
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
    side, points, stock = battle.of(winner), points_of(battle), stock_of(battle)
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
        return tuple(lost_in(battle, role))
    side = battle.of(role)
    return (*side.slain, *side.left_off, *[c.name for c in side.characters if side.is_slain(c)])
