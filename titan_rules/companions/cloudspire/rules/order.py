"""In what order units move (CS-MOVE-1, 2, 20), and whether one may move now."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from ....kernel.rulings import Ruling, illegal, legal
from ..state import Position
from .ground import Ground, Mover, field_of, ground_of, movers
from .movement import moves_on


@frozen
class Rank:
    """Minions equally near their mark.

    :param distance: to the mark; None: there is no route, they come last.
    :param minions: those that have not moved.
    """

    distance: int | None
    minions: tuple[Mover, ...]


@frozen
class Order:
    """The movement step of a faction as it stands.

    :param done: the minions that have moved.
    :param ranks: those that have not, the nearest first.
    :param heroes: the heroes that have not moved.
    :param heroes_now: no hero would come between two minions now.
    """

    done: tuple[Mover, ...]
    ranks: tuple[Rank, ...]
    heroes: tuple[Mover, ...]
    heroes_now: bool


def order_of(position: Position, faction: str) -> Order:
    """The order in which a faction's units move."""
    ground = ground_of(position)
    units = movers(position, faction)
    minions = [m for m in units if not m.is_hero]
    waiting = [m for m in minions if m.left is None]
    done = tuple(m for m in minions if m.left is not None)
    owed = [m for m in waiting if done and still_moves(position, m) and moves_on(ground, m).must]
    return Order(
        done,
        tuple(_ranks(ground, waiting)),
        tuple(m for m in units if m.is_hero and m.left is None),
        heroes_now=not owed,
    )


def still_moves(position: Position, mover: Mover) -> bool:
    """Whether a unit waits for its move: one at the gate does, but for when another was deployed in this turn."""
    deployed = [u for u in position.units if u.faction == mover.faction and u.moved and u.moved[0] == mover.start]
    return not (mover.at_gate and deployed)


def _ranks(ground: Ground, waiting: list[Mover]) -> Iterator[Rank]:
    by_distance: dict[int | None, list[Mover]] = {}
    for mover in waiting:
        by_distance.setdefault(field_of(ground, mover).distance(mover.start), []).append(mover)
    for distance in sorted(by_distance, key=lambda d: (d is None, d or 0)):
        yield Rank(distance, tuple(by_distance[distance]))


def turn_ruling(position: Position, mover: Mover) -> Ruling:
    """Whether a unit may move now: its faction's turn, the step, the order among the minions, the heroes' place."""
    if mover.faction != position.current:
        sentence = "it is the turn of {current}, {unit} is of {faction}"
        return illegal("CS-GEN-2", sentence, current=position.current, unit=mover.id, faction=mover.faction)
    if position.step not in (None, "movement"):
        return illegal("CS-GEN-2", "units move in the movement step, this is {now}", now=position.step)
    order = order_of(position, position.current)
    return _hero_ruling(position, order, mover) if mover.is_hero else _minion_ruling(position, order, mover)


def _hero_ruling(position: Position, order: Order, mover: Mover) -> Ruling:
    rule = "CS-MOVE-20" if position.is_ai(mover.faction) else "CS-MOVE-1"
    first = ", ".join(m.id for m in order.done)
    waiting = ", ".join(m.id for rank in order.ranks for m in rank.minions)
    if not order.heroes_now:
        sentence = "{moved} moved already and {waiting} still must: {unit} would come between minions"
        return illegal(rule, sentence, moved=first, waiting=waiting, unit=mover.id)
    if order.done:
        return legal(rule, "no minion must move any more: {unit} may move", unit=mover.id)
    return legal(rule, "no minion has moved yet: {unit} may move", unit=mover.id)


def _minion_ruling(position: Position, order: Order, mover: Mover) -> Ruling:
    if not order.ranks or mover.left is not None:
        return legal("CS-MOVE-2", "{unit} has begun its move", unit=mover.id)
    own = next(rank for rank in order.ranks if mover in rank.minions)
    ground = ground_of(position)
    for rank in order.ranks[: order.ranks.index(own)]:
        owing = [m.id for m in rank.minions if moves_on(ground, m).must]
        if owing:
            sentence = "{nearest} is {distance} from its mark, {unit} {own}: the nearest moves first"
            if own.distance is None:
                sentence = "{unit} has no route to its mark, {nearest} is {distance} from it: the nearest moves first"
            facts: dict[str, Any] = {"nearest": ", ".join(owing), "unit": mover.id, "distance": rank.distance}
            return illegal("CS-MOVE-2", sentence, own=own.distance, **facts)
    names = ", ".join(m.id for m in own.minions)
    if own.distance is None:
        return legal("CS-MOVE-4", "{unit} has no route to its mark, and comes last", unit=mover.id)
    if len(own.minions) > 1:
        sentence = "{names} are equally near their mark, {distance} away: the player decides that {unit} is next"
        return legal("CS-GEN-1", sentence, names=names, unit=mover.id, distance=own.distance)
    sentence = "no minion nearer its mark than {unit}, {distance} away, must move first"
    return legal("CS-MOVE-2", sentence, unit=mover.id, distance=own.distance)
