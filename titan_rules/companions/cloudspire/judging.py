"""Whether one move is legal, step by step, and what comes of it; in what order units move (CS-MOVE-1, 2, 20)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ...kernel.games import ChoiceNeeded, Open, Ruling, evolve, frozen, illegal, legal
from .hexes import Hex, Path, apart, reached, within, written
from .movers import Mover, movers
from .moves import End, Moves, ahead, cornered, most_aside, moves_of, swaps_on, ways_off
from .state import Chip, Position, Unit

NEARBY = 2
"""Hexes this far away are spoken of even if a unit's movement is less."""

ASIDE = "a minion that cannot get nearer may move {most} at most, not {steps}"


def first_broken(moves: Moves, path: Path) -> Ruling | None:
    """The first rule that a move breaks, with its step in the facts; None: it is legal.

    :param path: the hexes that it enters, in order.
    """
    turn = turn_ruling(moves.mover)
    return turn if turn.verdict == "illegal" else _broken(moves, path)


def _broken(moves: Moves, path: Path) -> Ruling | None:
    """The first rule that a move breaks, whoever's turn it is."""
    for number, broken in enumerate(_broken_steps(moves, path), 1):
        if broken is not None:
            where = "step {at_step}: " if len(path) > 1 else ""
            return evolve(broken, sentence=where + broken.sentence, facts={**broken.facts, "at_step": number})
    if not path:
        return _broken_stay(moves)
    stuck = next(filter(cornered, swaps_on(moves.mover, moves.mover.start, path)), None)
    if stuck is not None:
        sentence = "there is no hex for {hero}, with which {unit} would swap places"
        return illegal("CS-MOVE-6", sentence, hero=stuck.hero, unit=moves.mover.id)
    return _broken_end(moves, path)


def _broken_steps(moves: Moves, path: Path) -> Iterator[Ruling | None]:
    """For every step the rule that it breaks, if it breaks one."""
    mover, here = moves.mover, moves.mover.position
    passed = {mover.start, *(mover.left or ())}
    off = ways_off(mover)[0] if moves.how == "recover" else 0
    for number, (a, b) in enumerate(pairwise((mover.start, *path)), 1):
        last, at = number == len(path), written(b)
        home = last and moves.how == "free" and not mover.at_gate and here.gate(mover.faction) is here.gate_at.get(b)
        if apart(a, b) != 1:
            yield illegal("CS-GEN-3", "{a} and {b} share no side", a=written(a), b=at)
        elif number > moves.movement:
            sentence = "{unit} would move {steps}, its movement is {movement}"
            yield illegal(moves.rule, sentence, steps=len(path), unit=mover.id, movement=moves.movement)
        elif not mover.is_hero and b in passed:
            yield illegal("CS-MOVE-5", "{unit} would pass {hex} twice", unit=mover.id, hex=at)
        elif number <= off:
            free = b in here.ground and not here.occupied(b) and (number < off or here.suits(mover.chip, b))
            yield None if free else mover.closed(b)
        elif not (home and b in here.gate_at):
            open_ = (not last and mover.may_pass(b)) or _swaps_at(moves, b)
            away = illegal("CS-MOVE-5", "the step to {hex} leads farther from the mark", hex=at)
            yield (None if open_ else mover.closed(b)) or (
                away if mover.strict and not mover.no_farther(b, a) else None
            )
        passed.add(b)


def _swaps_at(moves: Moves, at: Hex) -> bool:
    """Whether it may swap with a hero on a hex: not where it only steps aside (CS-MOVE-8)."""
    return moves.how != "lateral" and moves.mover.swaps_at(at)


def _broken_stay(moves: Moves) -> Ruling | None:
    """Why a unit may not stay where it is, if it may not."""
    rule = "CS-MOVE-11" if moves.mover.at_gate else "CS-MOVE-10" if moves.how == "recover" else moves.rule
    sentence = "{unit} may not stay: it can move to {hex}"
    return illegal(rule, sentence, unit=moves.mover.id, hex=written(moves.ends[0].at)) if moves.must else None


def _broken_end(moves: Moves, path: Path) -> Ruling | None:
    """Why a move may not end where it does, if it may not."""
    steps, most = len(path), most_aside(moves.mover, moves.movement)
    facts: dict[str, Any] = {"unit": moves.mover.id, "ends": moves.listed or "nowhere", "hex": written(path[-1])}
    if moves.how in ("stay", "none", "done"):
        why = moves.rulings[0]
        return illegal(why.rule, why.sentence, **why.facts)
    if moves.how == "recover":
        sentence = "{unit} has to get off the closed terrain and on to {ends}, not to {hex}"
        return None if _recovers(moves, path) else illegal("CS-MOVE-10", sentence, **facts)
    if moves.how == "lateral" and steps > most:
        return illegal("CS-MOVE-8", ASIDE, most=most, steps=steps)
    broken = _not_there(moves, path[-1])
    if broken is None and moves.length not in (None, steps):
        sentence = "{unit} has to move {length}, not {steps}: so it can reach {hex}, which is nearer its mark"
        facts = {"unit": moves.mover.id, "length": moves.length, "steps": steps, "hex": written(moves.ends[0].at)}
        return illegal(moves.rule, sentence, **facts)
    return broken


def _not_there(moves: Moves, at: Hex) -> Ruling | None:
    """Why no move may end on a hex, whichever way it goes, as far as nearness to the mark says."""
    mover, start, there = moves.mover, moves.mover.start, moves.mover.distance(at)
    facts: dict[str, Any] = {"unit": mover.id, "hex": written(at), "there": there, "here": mover.distance(start)}
    if moves.how in ("nearest", "in-range"):
        sentence = "{unit} has to end on {ends}, not on {hex}"
        ruling = illegal(moves.rule, sentence, unit=mover.id, ends=moves.listed, hex=written(at))
        return None if moves.end(at) else ruling
    if moves.how in ("free", "recover", "done"):
        return None
    if there is None or facts["here"] is None:
        sentence = "there is no route to the mark of {unit} from {hex}, so it is not nearer"
        return illegal("CS-MOVE-4", sentence, unit=mover.id, hex=written(at if there is None else start))
    if moves.how == "lateral":
        sentence = "{hex} is {there} from the mark, farther than {here}, where {unit} starts"
        return None if mover.no_farther(at, start) else illegal("CS-MOVE-8", sentence, **facts)
    rule = "CS-MOVE-5" if not mover.ai else "CS-MOVE-22" if mover.is_hero else "CS-MOVE-21"
    sentence = "{hex} is {there} from the mark, no nearer than {here}, where {unit} starts"
    return None if mover.nearer(at, start) else illegal(rule, sentence, **facts)


def _recovers(moves: Moves, path: Path) -> bool:
    """Whether the way off closed terrain is one of the shortest, and the rest progress as far as movement goes."""
    mover, off = moves.mover, ways_off(moves.mover)[0]
    if off >= moves.movement or mover.ai:
        end = moves.end(path[-1])
        return end is not None and len(path) == len(end.path)
    length, ends = ahead(mover, path[:off][-1], moves.movement - off, (mover.start, *path[:off]))
    return len(path) == off + (length or 0) and (not ends or any(end.at == path[-1] for end in ends))


def barred(moves: Moves) -> Iterator[tuple[Hex, Ruling]]:
    """The hexes on the map, and the gates, inside a unit's movement where its move may not end, row by row, and why."""
    mover, here = moves.mover, moves.mover.position
    if moves.how == "done" or mover.chip.returned:
        return
    ways = reached(mover.start, moves.movement, mover.step(swapping=moves.how != "lateral"))
    for at in within(mover.start, max(moves.movement, NEARBY)):
        if at != mover.start and (at in here.ground or at in here.gate_at) and moves.end(at) is None:
            closed = None if _swaps_at(moves, at) else mover.closed(at)
            yield at, closed or _not_there(moves, at) or _no_way(moves, at, ways.get(at))


def _no_way(moves: Moves, at: Hex, way: Path | None) -> Ruling:
    """Why no move ends on a hex that is open and near enough the mark."""
    facts: dict[str, Any] = {"unit": moves.mover.id, "hex": written(at), "movement": moves.movement}
    if way is None:
        far = apart(at, moves.mover.start) > moves.movement
        sentence = "no open way within movement {movement} leads {unit} to {hex}"
        return illegal(moves.rule if far else "CS-MOVE-3", sentence, **facts)
    if moves.length is not None and len(way) <= moves.length:
        sentence = "no way of length {length} that passes no hex twice leads {unit} to {hex}"
        return illegal("CS-MOVE-5", sentence, **facts, length=moves.length)
    return _broken(moves, way) or illegal(moves.rule, "no move leads {unit} to {hex}", **facts)


# --- what comes of a move ---------------------------------------------------------------------------------------------


def end_of(moves: Moves, path: Path, heroes: Mapping[str, Hex]) -> tuple[End, tuple[Ruling, ...]]:
    """Where a legal move ends, with the heroes that it swaps with, and what allows it.

    :param heroes: where those go for which the player chooses (CS-MOVE-6).
    :raises ChoiceNeeded: it is not said for one of them.
    """
    mover, swaps = moves.mover, []
    for swap in swaps_on(mover, mover.start, path):
        to = swap.to or heroes.get(swap.hero)
        if swap.to is None and to not in swap.choices:
            rule = legal("CS-MOVE-6", "the current player chooses where {hero} goes", hero=swap.hero)
            choices = tuple({swap.hero: list(at)} for at in swap.choices)
            raise ChoiceNeeded(Open("heroes", f"where does {swap.hero} go?", choices, len(choices), rulings=(rule,)))
        swaps.append(evolve(swap, to=to))
    at = path[-1] if path else mover.start
    listed, distance = moves.end(at), mover.distance(at)
    sentence = "{unit} ends on {hex}" + ("" if distance is None else ", {distance} from its mark")
    arrival = legal("CS-MOVE-4", sentence, unit=mover.id, hex=written(at), distance=distance)
    end = End(at, distance, path, swaps=tuple(swaps), returns=listed is not None and listed.returns)
    return end, (turn_ruling(mover), *moves.rulings, arrival)


def moved(moves: Moves, end: End) -> Position:
    """The position after a move: the unit, the heroes that it swapped with, the gates."""
    mover, after = moves.mover, moves.mover.position
    left = (*(mover.left or ()), *((mover.start, *end.path[:-1]) if end.path else ()))
    if not mover.at_gate:
        after = after.changed(mover.id, at=end.at, moved=left)
    elif end.path:
        unit = Unit(**mover.chip.stats(), faction=mover.faction, at=end.at, moved=left)
        after = after.without(mover.id)
        after = evolve(after, units=(*after.units, unit))
    for hero, to in [*[(mover.id, end.at)] * end.returns, *((swap.hero, swap.to) for swap in end.swaps)]:
        after = _gone_home(after, hero) if to in after.gate_at else after.changed(hero, at=to)
    return after


def _gone_home(position: Position, hero: str) -> Position:
    """A hero back at its gate, with full HP and not to be redeployed in this wave (CS-GATE-4)."""
    unit = next(u for u in position.units if u.id == hero)
    chip = Chip(**{**unit.stats(), "hp": None, "returned": True})
    left = position.without(hero)
    gates = (evolve(g, stack=(*g.stack, chip)) if g.faction == unit.faction else g for g in left.gates)
    return evolve(left, gates=tuple(gates))


# --- the order of a faction's units -----------------------------------------------------------------------------------


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
    hero_rule: str


def order_of(position: Position, faction: str) -> Order:
    """The order in which a faction's units move (CS-MOVE-1, 2, 20)."""
    units = movers(position, faction)
    done = [m.id for m in units if not m.is_hero and m.left is not None]
    waiting = [m for m in units if not m.is_hero and m.left is None]
    ranks: dict[int | None, list[Mover]] = {}
    for mover in sorted(waiting, key=lambda m: (m.distance(m.start) is None, m.distance(m.start) or 0)):
        ranks.setdefault(mover.distance(mover.start), []).append(mover)
    owed = done and any(still_moves(m) and moves_of(m).must for m in waiting)
    heroes = [m for m in units if m.is_hero and m.left is None]
    return Order(done, ranks, heroes, not owed, "CS-MOVE-20" if position.is_ai(faction) else "CS-MOVE-1")


def still_moves(mover: Mover) -> bool:
    """Whether a unit waits for its move: one at the gate does, but for when another was deployed in this turn."""
    own = [unit for unit in mover.position.units if unit.faction == mover.faction]
    return not (mover.at_gate and any((unit.moved or ())[:1] == (mover.start,) for unit in own))


def turn_ruling(mover: Mover) -> Ruling:
    """Whether a unit may move now: its faction's turn, the step, the order among the minions, the heroes' place."""
    here = mover.position
    if mover.faction != here.current:
        sentence = "it is the turn of {current}, {unit} is of {faction}"
        return illegal("CS-GEN-2", sentence, current=here.current, unit=mover.id, faction=mover.faction)
    if here.step not in (None, "movement"):
        return illegal("CS-GEN-2", "units move in the movement step, this is {now}", now=here.step)
    order = order_of(here, here.current)
    if not mover.is_hero:
        return _minion_ruling(order, mover)
    if not order.heroes_now:
        waiting = ", ".join(m.id for minions in order.waiting.values() for m in minions)
        sentence = "{moved} moved already and {waiting} still must: {unit} would come between minions"
        return illegal(order.hero_rule, sentence, moved=", ".join(order.done), waiting=waiting, unit=mover.id)
    sentence = "no minion must move any more" if order.done else "no minion has moved yet"
    return legal(order.hero_rule, sentence + ": {unit} may move", unit=mover.id)


def _minion_ruling(order: Order, mover: Mover) -> Ruling:
    distance = mover.distance(mover.start)
    if mover.left is not None:
        return legal("CS-MOVE-2", "{unit} has begun its move", unit=mover.id)
    for nearer, minions in order.waiting.items():
        if nearer == distance:
            break
        owing = ", ".join(m.id for m in minions if moves_of(m).must)
        if owing:
            sentence = "{nearest} is {distance} from its mark, {unit} {own}: the nearest moves first"
            if distance is None:
                sentence = "{unit} has no route to its mark, {nearest} is {distance} from it: the nearest moves first"
            return illegal("CS-MOVE-2", sentence, nearest=owing, unit=mover.id, distance=nearer, own=distance)
    if distance is None:
        return legal("CS-MOVE-4", "{unit} has no route to its mark, and comes last", unit=mover.id)
    names = [m.id for m in order.waiting[distance]]
    sentence = "no minion nearer its mark than {unit}, {distance} away, must move first"
    if len(names) > 1:
        sentence = "{names} are equally near their mark, {distance} away: the player decides that {unit} is next"
        return legal("CS-GEN-1", sentence, names=", ".join(names), unit=mover.id, distance=distance)
    return legal("CS-MOVE-2", sentence, unit=mover.id, distance=distance)
