"""Whether one move is legal, step by step: the first rule that it breaks, and where."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from attrs import frozen

from ....kernel.rulings import Ruling, illegal, legal
from ..hexes import Hex, apart, written
from ..state import Position
from .ground import closed, ground_of, is_own_hero, may_pass
from .minions import progress, swaps_on, ways_off
from .movement import find_mover, moves_on
from .moves import How, Moves, Swap
from .order import turn_ruling
from .walks import Path

LENGTH_RULES: dict[How, str] = {"free": "CS-MOVE-9", "nearest": "CS-MOVE-21", "in-range": "CS-MOVE-22"}
"""The rule that limits the length of a move; CS-MOVE-5 for all others."""


@frozen
class Judgement:
    """What the rules say of a move.

    :param broken: the first rule that it breaks; None: it is legal.
    :param step: where, counted from 1; 0: before the first step; None: nowhere, or at its end.
    :param rulings: why it is legal.
    """

    moves: Moves
    path: Path
    broken: Ruling | None
    step: int | None
    rulings: tuple[Ruling, ...]
    swaps: tuple[Swap, ...] = ()


def judge(position: Position, name: str, path: Path) -> Judgement:
    """Judge a unit's move.

    :param path: the hexes of the move; the hex that it starts from may stand first.
    :raises UnknownName: there is no unit of that id.
    :raises CannotTell: no rule moves it.
    """
    ground = ground_of(position)
    moves = moves_on(ground, find_mover(position, name))
    start = moves.mover.start
    steps = path[1:] if path[:1] == (start,) else path
    turn = turn_ruling(position, moves.mover)
    if turn.verdict == "illegal":
        return Judgement(moves, steps, turn, 0, ())
    for number, broken in _broken_steps(moves, steps):
        return Judgement(moves, steps, broken, number, ())
    end = _broken_end(moves, steps)
    if end is not None:
        return Judgement(moves, steps, end, None, ())
    swaps = swaps_on(moves.field, start, steps) if not moves.mover.is_hero else ()
    return Judgement(moves, steps, None, None, (turn, *moves.rulings, _arrival(moves, steps)), swaps)


def _broken_steps(moves: Moves, steps: Path) -> Iterator[tuple[int, Ruling]]:
    """Every step that breaks a rule, in order, with its number."""
    mover = moves.mover
    passed = {mover.start, *(mover.left or ())}
    off = ways_off(moves.field)[0] if moves.how == "recover" else 0
    for number, (a, b) in enumerate(pairwise((mover.start, *steps)), 1):
        broken = _broken_step(moves, steps, number, a, b)
        if broken is None and not mover.is_hero and b in passed:
            broken = illegal("CS-MOVE-5", "{unit} would pass {hex} twice", unit=mover.id, hex=written(b))
        if broken is None:
            broken = _closed_step(moves, steps, number, b, off)
        if broken is None and _leads_away(moves, a, b, number > off):
            broken = illegal("CS-MOVE-5", "the step to {hex} leads farther from the mark", hex=written(b))
        if broken is not None:
            yield number, broken
        passed.add(b)


def _broken_step(moves: Moves, steps: Path, number: int, a: Hex, b: Hex) -> Ruling | None:
    if apart(a, b) != 1:
        return illegal("CS-GEN-3", "{a} and {b} share no side", a=written(a), b=written(b))
    if number > moves.movement:
        rule = LENGTH_RULES.get(moves.how, "CS-MOVE-5")
        sentence = "{unit} would move {steps}, its movement is {movement}"
        return illegal(rule, sentence, steps=len(steps), unit=moves.mover.id, movement=moves.movement)
    return None


def _closed_step(moves: Moves, steps: Path, number: int, b: Hex, off: int) -> Ruling | None:
    """Why a step may not enter a hex, if it may not."""
    ground, mover = moves.field.ground, moves.mover
    last = number == len(steps)
    if number <= off:
        free = b in ground.hexes and not ground.occupied(b) and (number < off or ground.suits(mover.chip, b))
        return None if free else closed(ground, mover, b)
    gate = ground.gates.get(b)
    if gate is not None and gate.faction == mover.faction and moves.how == "free" and last and not mover.at_gate:
        return None
    if not last and may_pass(ground, mover, b):
        return None
    return None if may_swap_at(moves, b) else closed(ground, mover, b)


def may_swap_at(moves: Moves, at: Hex) -> bool:
    """Whether a minion may swap places with an own hero that stands on a hex (CS-MOVE-6, 23)."""
    ground, mover = moves.field.ground, moves.mover
    return may_swap(moves) and is_own_hero(ground, mover, at) and ground.suits(mover.chip, at)


def may_swap(moves: Moves) -> bool:
    """Whether a unit may swap places with own heroes at all: minions that do not only step aside (CS-MOVE-6, 23)."""
    ground = moves.field.ground
    players = not ground.position.is_ai(moves.mover.faction)
    return not moves.mover.is_hero and moves.how != "lateral" and (players or ground.readings.ai_swap_and_lateral)


def _leads_away(moves: Moves, a: Hex, b: Hex, on_its_way: bool) -> bool:
    strict = moves.field.ground.readings.no_farther == "every_step"
    return strict and on_its_way and not moves.mover.is_hero and not moves.field.no_farther(b, a)


def _broken_end(moves: Moves, steps: Path) -> Ruling | None:
    """Why a move may not end where it does, if it may not."""
    if not steps:
        return _broken_stay(moves)
    if moves.how in ("progress", "recover"):
        return _broken_progress(moves, steps)
    if moves.how == "lateral":
        return _broken_lateral(moves, steps)
    if moves.how in ("stay", "none", "done"):
        why = moves.rulings[0]
        return illegal(why.rule, why.sentence, **why.facts)
    if moves.how != "free" and moves.end(steps[-1]) is None:
        ends = " or ".join(written(end.at) for end in moves.ends)
        sentence = "{unit} has to end on {ends}, not on {hex}"
        rule = LENGTH_RULES[moves.how] if not moves.mover.is_hero else "CS-MOVE-22"
        return illegal(rule, sentence, unit=moves.mover.id, ends=ends, hex=written(steps[-1]))
    if moves.length is not None and len(steps) != moves.length:
        return _wrong_length("CS-MOVE-21", moves, len(steps))
    return None


def _broken_stay(moves: Moves) -> Ruling | None:
    if not moves.must:
        return None
    rule = {"nearest": "CS-MOVE-21", "in-range": "CS-MOVE-22", "recover": "CS-MOVE-10"}.get(moves.how, "CS-MOVE-5")
    if moves.mover.is_hero and moves.how == "nearest":
        rule = "CS-MOVE-22"
    if moves.mover.at_gate:
        rule = "CS-MOVE-11"
    sentence = "{unit} may not stay: it can move to {hex}"
    return illegal(rule, sentence, unit=moves.mover.id, hex=written(moves.ends[0].at))


def _broken_progress(moves: Moves, steps: Path) -> Ruling | None:
    field, mover = moves.field, moves.mover
    if moves.how == "recover":
        return _broken_recovery(moves, steps)
    if field.distance(steps[-1]) is None:
        return _cut_off(moves, steps)
    if not field.nearer(steps[-1], mover.start):
        sentence = "{hex} is {there} from the mark, no nearer than {here}, where {unit} starts"
        return illegal("CS-MOVE-5", sentence, **_compared(moves, steps))
    return _wrong_length("CS-MOVE-5", moves, len(steps)) if len(steps) != moves.length else None


def _wrong_length(rule: str, moves: Moves, steps: int) -> Ruling:
    sentence = "{unit} has to move {length}, not {steps}: so it can reach {hex}, which is nearer its mark"
    hex_ = written(moves.ends[0].at)
    return illegal(rule, sentence, unit=moves.mover.id, length=moves.length, steps=steps, hex=hex_)


def _cut_off(moves: Moves, steps: Path) -> Ruling:
    sentence = "there is no route from {hex} to the mark of {unit}"
    return illegal("CS-MOVE-4", sentence, hex=written(steps[-1]), unit=moves.mover.id)


def _compared(moves: Moves, steps: Path) -> dict[str, Any]:
    """The facts of an end that is compared with the start."""
    field, start = moves.field, moves.mover.start
    there, here = field.distance(steps[-1]), field.distance(start)
    return {"hex": written(steps[-1]), "there": there, "here": here, "unit": moves.mover.id}


def _broken_recovery(moves: Moves, steps: Path) -> Ruling | None:
    """The way off closed terrain must be one of the shortest, and the rest progress as far as movement goes."""
    if _recovers(moves, steps):
        return None
    ends = " or ".join(written(end.at) for end in moves.ends)
    sentence = "{unit} has to get off the closed terrain and on to {ends}, not to {hex}"
    return illegal("CS-MOVE-10", sentence, unit=moves.mover.id, ends=ends or "nowhere", hex=written(steps[-1]))


def _recovers(moves: Moves, steps: Path) -> bool:
    field, start = moves.field, moves.mover.start
    off = ways_off(field)[0]
    if off >= moves.movement or field.ground.position.is_ai(moves.mover.faction):
        end = moves.end(steps[-1])
        return end is not None and len(steps) == len(end.path)
    way = steps[:off]
    length, ends = progress(field, way[-1], moves.movement - off, (start, *way))
    return len(steps) == off + length and (not ends or any(end.at == steps[-1] for end in ends))


def _broken_lateral(moves: Moves, steps: Path) -> Ruling | None:
    field, mover = moves.field, moves.mover
    most = 1 if field.ground.readings.lateral == "one" else moves.movement
    if len(steps) > most:
        sentence = "a minion that cannot get nearer may move {most} at most, not {steps}"
        return illegal("CS-MOVE-8", sentence, most=most, steps=len(steps))
    if field.distance(steps[-1]) is None:
        return _cut_off(moves, steps)
    if not field.no_farther(steps[-1], mover.start):
        sentence = "{hex} is {there} from the mark, farther than {here}, where {unit} starts"
        return illegal("CS-MOVE-8", sentence, **_compared(moves, steps))
    return None


def _arrival(moves: Moves, steps: Path) -> Ruling:
    mover = moves.mover
    at = steps[-1] if steps else mover.start
    sentence = "{unit} ends on {hex}, {distance} from its mark"
    distance = moves.field.distance(at)
    if distance is None:
        sentence = "{unit} ends on {hex}"
    return legal("CS-MOVE-4", sentence, unit=mover.id, hex=written(at), distance=distance)
