"""Moves: whether one is legal, step by step, what comes of it, and where a unit may go (CS-MOVE)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ...kernel.games import ChoiceNeeded, Open, Ruling, allowed, evolve, illegal, legal, said
from .hexes import At, Hex, Path, apart, reached, within, written
from .movers import Mover, find_mover
from .moves import End, Moves, ahead, cornered, most_aside, moves_of, swaps_on, ways_off
from .order import turn_ruling
from .state import Chip, Done, Position, Unit, UnitName

NEARBY = 2
"""Hexes this far away are spoken of even if a unit's movement is less."""

NO_HEROES: Mapping[str, At] = {}


@said("moves", "deploys", "goes", subject="unit", skip="over through")
def move(
    at: Position, unit: UnitName, path: tuple[At, ...] | None = None, *, heroes: Mapping[UnitName, At] = NO_HEROES
) -> Done:
    """A unit moves, or deploys (CS-MOVE).

    :param path: the hexes in order.
    :param heroes: where heroes go that it swaps places with, where the player chooses (CS-MOVE-6).
    """
    mover = find_mover(at, unit)
    moves, turn = moves_of(mover), turn_ruling(mover)
    yield from allowed([turn])
    if path is None and moves.to:
        ways = tuple(end.path for end in moves.to)
        raise ChoiceNeeded(
            Open("path", f"where does {unit} go: {moves.listed}?", ways, len(ways), rulings=moves.rulings)
        )
    path = path or ()
    path = path[1:] if path[:1] == (mover.start,) else path
    broken = _broken(mover, moves, path)
    if broken is not None:
        allowed([broken])
    swaps, end = [], path[-1] if path else mover.start
    listed, distance = moves.end(end), mover.distance(end)
    returns = listed is not None and listed.returns
    yield from (ruling for ruling in moves.rulings if returns or ruling.rule != "CS-GATE-4")
    for swap in swaps_on(mover, mover.start, path):
        to = swap.to or heroes.get(swap.hero)
        if swap.to is None and to not in swap.choices:
            rule = legal("CS-MOVE-6", "the current player chooses where {hero} goes", hero=swap.hero)
            choices = tuple({swap.hero: list(at)} for at in swap.choices)
            raise ChoiceNeeded(Open("heroes", f"where does {swap.hero} go?", choices, len(choices), rulings=(rule,)))
        swaps.append(evolve(swap, to=to))
    sentence = "{unit} ends on {hex}" + ("" if distance is None else ", {distance} from its mark")
    yield legal("CS-MOVE-4", sentence, unit=mover.id, hex=written(end), distance=distance)
    return moved(mover, End(end, distance, path, swaps=tuple(swaps), returns=returns))


@said("stays", "waits", subject="unit")
def stay(at: Position, unit: UnitName) -> Done:
    """A unit stays where it is, and with that has moved (CS-MOVE)."""
    staying: Done = move(at, unit, ())
    return (yield from staying)


def moved(mover: Mover, end: End) -> Position:
    """The position after a move: the unit, the heroes that it swapped with, the gates."""
    after = mover.position
    left = (*(mover.left or ()), *((mover.start, *end.path[:-1]) if end.path else ()))
    if not mover.at_gate:
        after = after.changed(mover.id, at=end.at, moved=left)
    elif end.path:
        unit = Unit(**mover.chip.stats(), faction=mover.faction, at=end.at, moved=left)
        after = evolve(after.without(mover.id), units=(*after.units, unit))
    for hero, to in [*[(mover.id, end.at)] * end.returns, *((swap.hero, swap.to) for swap in end.swaps)]:
        if to is None or to not in after.gate_at:
            after = after.changed(hero, at=to)
            continue
        unit = after.unit(hero)  # back at its gate, with full HP, and not redeployed in this wave (CS-GATE-4)
        after, gate = after.without(hero), after.gate_at[to]
        chip = Chip(**{**unit.stats(), "hp": None, "returned": True})
        after = after.at_gate(gate.faction, stack=(*gate.stack, chip))
    return after


# --- why a move is not legal ------------------------------------------------------------------------------------------


def _rule(mover: Mover, moves: Moves) -> str:
    """The rule that says where such moves end."""
    if moves.how in ("nearest", "in-range"):
        return "CS-MOVE-22" if mover.is_hero else "CS-MOVE-21"
    return "CS-MOVE-9" if moves.how == "free" else "CS-MOVE-5"


def _broken(mover: Mover, moves: Moves, path: Path) -> Ruling | None:
    """The first rule that a move breaks, whoever's turn it is, with its step in the facts; None: it is legal."""
    for number, broken in enumerate(_broken_steps(mover, moves, path), 1):
        if broken is not None:
            where = "step {at_step}: " if len(path) > 1 else ""
            return evolve(broken, sentence=where + broken.sentence, facts={**broken.facts, "at_step": number})
    if not path:
        return _broken_stay(mover, moves)
    stuck = next(filter(cornered, swaps_on(mover, mover.start, path)), None)
    if stuck is not None:
        sentence = "there is no hex for {hero}, with which {unit} would swap places"
        return illegal("CS-MOVE-6", sentence, hero=stuck.hero, unit=mover.id)
    return _broken_end(mover, moves, path)


def _broken_steps(mover: Mover, moves: Moves, path: Path) -> Iterator[Ruling | None]:
    """For every step the rule that it breaks, if it breaks one."""
    here = mover.position
    passed = {mover.start, *(mover.left or ())}
    off = ways_off(mover)[0] if moves.how == "recover" else 0
    for number, (a, b) in enumerate(pairwise((mover.start, *path)), 1):
        last, at = number == len(path), written(b)
        home = last and moves.how == "free" and not mover.at_gate and here.gate(mover.faction) is here.gate_at.get(b)
        if apart(a, b) != 1:
            yield illegal("CS-GEN-3", "{a} and {b} share no side", a=written(a), b=at)
        elif number > moves.movement:
            sentence = "{unit} would move {steps}, its movement is {movement}"
            yield illegal(_rule(mover, moves), sentence, steps=len(path), unit=mover.id, movement=moves.movement)
        elif not mover.is_hero and b in passed:
            yield illegal("CS-MOVE-5", "{unit} would pass {hex} twice", unit=mover.id, hex=at)
        elif number <= off:
            free = b in here.ground and not here.occupied(b) and (number < off or here.suits(mover.chip, b))
            yield None if free else mover.closed(b)
        elif not (home and b in here.gate_at):
            open_ = (not last and mover.may_pass(b)) or (moves.how != "lateral" and mover.swaps_at(b))
            away = illegal("CS-MOVE-5", "the step to {hex} leads farther from the mark", hex=at)
            yield (None if open_ else mover.closed(b)) or (
                away if mover.strict and not mover.no_farther(b, a) else None
            )
        passed.add(b)


def _broken_stay(mover: Mover, moves: Moves) -> Ruling | None:
    """Why a unit may not stay where it is, if it may not."""
    rule = "CS-MOVE-11" if mover.at_gate else "CS-MOVE-10" if moves.how == "recover" else _rule(mover, moves)
    sentence = "{unit} may not stay: it can move to {hex}"
    return illegal(rule, sentence, unit=mover.id, hex=written(moves.to[0].at)) if moves.must else None


def _broken_end(mover: Mover, moves: Moves, path: Path) -> Ruling | None:
    """Why a move may not end where it does, if it may not."""
    steps, most = len(path), most_aside(mover, moves.movement)
    facts: dict[str, Any] = {"unit": mover.id, "ends": moves.listed or "nowhere", "hex": written(path[-1])}
    if moves.how in ("stay", "none", "done"):
        why = moves.rulings[0]
        return illegal(why.rule, why.sentence, **why.facts)
    if moves.how == "recover":
        sentence = "{unit} has to get off the closed terrain and on to {ends}, not to {hex}"
        return None if _recovers(mover, moves, path) else illegal("CS-MOVE-10", sentence, **facts)
    if moves.how == "lateral" and steps > most:
        sentence = "a minion that cannot get nearer may move {most} at most, not {steps}"
        return illegal("CS-MOVE-8", sentence, most=most, steps=steps)
    broken = _not_there(mover, moves, path[-1])
    if broken is None and moves.length not in (None, steps):
        sentence = "{unit} has to move {length}, not {steps}: so it can reach {hex}, which is nearer its mark"
        facts = {"unit": mover.id, "length": moves.length, "steps": steps, "hex": written(moves.to[0].at)}
        return illegal(_rule(mover, moves), sentence, **facts)
    return broken


def _not_there(mover: Mover, moves: Moves, at: Hex) -> Ruling | None:
    """Why no move may end on a hex, whichever way it goes, as far as nearness to the mark says."""
    start, there = mover.start, mover.distance(at)
    facts: dict[str, Any] = {"unit": mover.id, "hex": written(at), "there": there, "here": mover.distance(start)}
    if moves.how in ("nearest", "in-range"):
        sentence = "{unit} has to end on {ends}, not on {hex}"
        ruling = illegal(_rule(mover, moves), sentence, unit=mover.id, ends=moves.listed, hex=written(at))
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


def _recovers(mover: Mover, moves: Moves, path: Path) -> bool:
    """Whether the way off closed terrain is one of the shortest, and the rest progress as far as movement goes."""
    off = ways_off(mover)[0]
    if off >= moves.movement or mover.ai:
        end = moves.end(path[-1])
        return end is not None and len(path) == len(end.path)
    length, ends = ahead(mover, path[:off][-1], moves.movement - off, (mover.start, *path[:off]))
    return len(path) == off + (length or 0) and (not ends or any(end.at == path[-1] for end in ends))


def barred(mover: Mover, moves: Moves) -> Iterator[tuple[Hex, Ruling]]:
    """The hexes on the map, and the gates, inside a unit's movement where its move may not end, row by row, and why."""
    here = mover.position
    if moves.how == "done" or mover.chip.returned:
        return
    ways = reached(mover.start, moves.movement, mover.step(swapping=moves.how != "lateral"))
    for at in within(mover.start, max(moves.movement, NEARBY)):
        if at != mover.start and (at in here.ground or at in here.gate_at) and moves.end(at) is None:
            closed = None if moves.how != "lateral" and mover.swaps_at(at) else mover.closed(at)
            yield at, closed or _not_there(mover, moves, at) or _no_way(mover, moves, at, ways.get(at))


def _no_way(mover: Mover, moves: Moves, at: Hex, way: Path | None) -> Ruling:
    """Why no move ends on a hex that is open and near enough the mark."""
    facts: dict[str, Any] = {"unit": mover.id, "hex": written(at), "movement": moves.movement}
    if way is None:
        far = apart(at, mover.start) > moves.movement
        sentence = "no open way within movement {movement} leads {unit} to {hex}"
        return illegal(_rule(mover, moves) if far else "CS-MOVE-3", sentence, **facts)
    if moves.length is not None and len(way) <= moves.length:
        sentence = "no way of length {length} that passes no hex twice leads {unit} to {hex}"
        return illegal("CS-MOVE-5", sentence, **facts, length=moves.length)
    return _broken(mover, moves, way) or illegal(_rule(mover, moves), "no move leads {unit} to {hex}", **facts)
