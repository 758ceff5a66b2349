"""Why a unit may not end on a hex near it."""

from collections.abc import Iterator

from attrs import frozen

from ....kernel.rulings import Ruling, illegal
from ..hexes import Hex, apart, within, written
from .checking import LENGTH_RULES, may_swap, may_swap_at
from .ground import Step, closed
from .heroes import free_step
from .minions import plain_step, swapping_step
from .moves import Moves
from .walks import reached

NEARBY = 2
"""Hexes this far away are spoken of even if a unit's movement is less."""


@frozen
class Barred:
    """A hex where a move may not end, and why."""

    at: Hex
    why: Ruling


def barred(moves: Moves) -> Iterator[Barred]:
    """The hexes on the map, and the gates, inside a unit's movement where its move may not end, row by row."""
    field, mover = moves.field, moves.mover
    ground = field.ground
    if moves.how == "done" or mover.chip.returned:
        return
    ways = reached(mover.start, moves.movement, _step(moves))
    for at in within(mover.start, max(moves.movement, NEARBY)):
        known = at in ground.hexes or at in ground.gates
        if at != mover.start and known and moves.end(at) is None:
            yield Barred(at, _why(moves, at, at in ways))


def _step(moves: Moves) -> Step:
    if moves.mover.is_hero:
        return free_step(moves.field)
    return swapping_step(moves.field) if may_swap(moves) else plain_step(moves.field)


def _why(moves: Moves, at: Hex, reachable: bool) -> Ruling:
    field, mover = moves.field, moves.mover
    why = closed(field.ground, mover, at)
    if why is not None and not may_swap_at(moves, at):
        return why
    place, here, there = written(at), field.distance(mover.start), field.distance(at)
    if moves.how in ("progress", "none", "stay", "lateral") and (here is None or there is None):
        sentence = "there is no route to the mark of {unit} from {hex}, so it is not nearer"
        return illegal("CS-MOVE-4", sentence, unit=mover.id, hex=place if there is None else written(mover.start))
    if moves.how in ("progress", "none", "stay") and not field.nearer(at, mover.start):
        sentence = "{hex} is {there} from the mark, no nearer than {here}"
        return illegal(_nearness_rule(moves), sentence, hex=place, there=there, here=here)
    if moves.how in ("nearest", "in-range"):
        rule = _nearness_rule(moves)
        best = " or ".join(written(end.at) for end in moves.ends)
        return illegal(rule, "{unit} has to end on {best}, not on {hex}", unit=mover.id, best=best, hex=place)
    if not reachable:
        sentence = "no open way within movement {movement} leads {unit} to {hex}"
        rule = LENGTH_RULES.get(moves.how, "CS-MOVE-5") if apart(at, mover.start) > moves.movement else "CS-MOVE-3"
        return illegal(rule, sentence, movement=moves.movement, unit=mover.id, hex=place)
    if moves.how == "recover":
        sentence = "{hex} does not lie on the shortest way off the closed terrain and on"
        return illegal("CS-MOVE-10", sentence, hex=place)
    if moves.how == "lateral":
        sentence = "{hex} is {there} from the mark, {unit} {here}, or it is too far to step to"
        return illegal("CS-MOVE-8", sentence, hex=place, there=there, unit=mover.id, here=here)
    sentence = "no way of length {length} that passes no hex twice leads {unit} to {hex}"
    return illegal("CS-MOVE-5", sentence, length=moves.length, unit=mover.id, hex=place)


def _nearness_rule(moves: Moves) -> str:
    if not moves.field.ground.position.is_ai(moves.mover.faction):
        return "CS-MOVE-5"
    return "CS-MOVE-22" if moves.mover.is_hero else "CS-MOVE-21"
