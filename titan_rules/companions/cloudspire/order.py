"""In what order units move (CS-MOVE-1, 2, 20), and whether one may move now."""

from collections.abc import Mapping

from ...kernel.games import Ruling, consequence, frozen, illegal, legal
from .facts import TURN_STEPS
from .movers import Mover, movers
from .moves import moves_of
from .state import FactionName, Position, out_of_turn


@frozen
class Order:
    """The movement step of a faction as it stands.

    :param done: the minions that have moved.
    :param waiting: those that have not, by the distance to their mark, the nearest first; last, under None, those
        without a route.
    :param heroes: the heroes that have not moved.
    :param heroes_now: no hero would come between two minions now.
    """

    done: list[str]
    waiting: Mapping[int | None, list[Mover]]
    heroes: list[Mover]
    heroes_now: bool


def order_of(at: Position, faction: str) -> Order:
    """The order in which a faction's units move (CS-MOVE-1, 2, 20)."""
    units = movers(at, faction)
    done = [m.id for m in units if not m.is_hero and m.left is not None]
    waiting = [m for m in units if not m.is_hero and m.left is None]
    ranks: dict[int | None, list[Mover]] = {}
    for mover in sorted(waiting, key=lambda m: (m.distance(m.start) is None, m.distance(m.start) or 0)):
        ranks.setdefault(mover.distance(mover.start), []).append(mover)
    owed = done and any(still_moves(m) and moves_of(m).must for m in waiting)
    return Order(done, ranks, [m for m in units if m.is_hero and m.left is None], not owed)


def still_moves(mover: Mover) -> bool:
    """Whether a unit waits for its move: one at the gate does, but for when another was deployed in this turn."""
    own = [unit for unit in mover.position.units if unit.faction == mover.faction]
    return not (mover.at_gate and any((unit.moved or ())[:1] == (mover.start,) for unit in own))


def turn_ruling(mover: Mover) -> Ruling:
    """Whether a unit may move now: its faction's turn, the step, the order among the minions, the heroes' place."""
    at, unit = mover.position, mover.id
    for wrong in out_of_turn(at, mover.faction, unit, "movement", "units move in the movement step"):
        return wrong
    order = order_of(at, at.current)
    if mover.is_hero:
        rule = _hero_rule(at, at.current)
        if order.heroes_now:
            sentence = "no minion must move any more" if order.done else "no minion has moved yet"
            return legal(rule, sentence + ": {unit} may move", unit=unit)
        waiting = ", ".join(m.id for minions in order.waiting.values() for m in minions)
        sentence = "{moved} moved already and {waiting} still must: {unit} would come between minions"
        return illegal(rule, sentence, moved=", ".join(order.done), waiting=waiting, unit=unit)
    distance = mover.distance(mover.start)
    if mover.left is not None:
        return legal("CS-MOVE-2", "{unit} has begun its move", unit=unit)
    for nearer, minions in order.waiting.items():
        if nearer == distance:
            break
        owing = ", ".join(m.id for m in minions if moves_of(m).must)
        if owing:
            sentence = "{nearest} is {distance} from its mark, {unit} {own}: the nearest moves first"
            if distance is None:
                sentence = "{unit} has no route to its mark, {nearest} is {distance} from it: the nearest moves first"
            return illegal("CS-MOVE-2", sentence, nearest=owing, unit=unit, distance=nearer, own=distance)
    if distance is None:
        return legal("CS-MOVE-4", "{unit} has no route to its mark, and comes last", unit=unit)
    names = [m.id for m in order.waiting[distance]]
    if len(names) > 1:
        sentence = "{names} are equally near their mark, {distance} away: the player decides that {unit} is next"
        return legal("CS-GEN-1", sentence, names=", ".join(names), unit=unit, distance=distance)
    sentence = "no minion nearer its mark than {unit}, {distance} away, must move first"
    return legal("CS-MOVE-2", sentence, unit=unit, distance=distance)


def _hero_rule(at: Position, faction: str) -> str:
    return "CS-MOVE-20" if at.is_ai(faction) else "CS-MOVE-1"


# --- the order as an answer -------------------------------------------------------------------------------------------


@frozen
class Nearness:
    """The minions at one distance from their mark; None: there is no route to it."""

    distance: int | None
    minions: tuple[str, ...]
    tie: bool


@frozen
class Heroes:
    """The heroes that have not moved, and when they may."""

    units: tuple[str, ...]
    now: bool
    when: str


@frozen
class MovingOrder:
    """The movement step of a faction as it stands.

    :param moved: the minions that have moved.
    """

    faction: str
    moved: tuple[str, ...]
    order: tuple[Nearness, ...]
    heroes: Heroes
    turn_steps: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def order(at: Position, faction: FactionName | None = None) -> MovingOrder:
    """In what order do minions move, which ties are the player's, when may heroes move?"""
    name = faction or at.current
    queue, ranks = order_of(at, name), list[Nearness]()
    rulings = [consequence("CS-MOVE-2", "minions of {faction} move in order of nearness to their mark", faction=name)]
    for distance, due in queue.waiting.items():
        minions = tuple(mover.id for mover in due)
        ranks.append(Nearness(distance, minions, len(due) > 1))
        listed = ", ".join(minions)
        if distance is None:
            rulings.append(consequence("CS-MOVE-4", "there is no route to the mark for {minions}", minions=listed))
        elif len(due) > 1:
            sentence = "{minions} are all {distance} from their mark: the player decides among them"
            rulings.append(legal("CS-GEN-1", sentence, minions=listed, distance=distance))
    sentence = "heroes move before the first minion or after the last, never between"
    rulings.append(consequence(_hero_rule(at, name), sentence))
    rulings.append(consequence("CS-GEN-2", "a turn has the steps {steps}", steps=", ".join(TURN_STEPS)))
    when = "before the first minion or after the last" if ranks else "at any time"
    when = "after the last minion" if queue.done and ranks else when
    heroes = Heroes(tuple(mover.id for mover in queue.heroes), queue.heroes_now, when)
    return MovingOrder(name, tuple(queue.done), tuple(ranks), heroes, TURN_STEPS, tuple(rulings))
