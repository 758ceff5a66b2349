"""A unit's moves, whoever plays it, and what may come of them."""

from typing import Any

from attrs import evolve, fields

from ....kernel.errors import CannotTell, Fault
from ....kernel.rulings import Ruling, consequence
from ..hexes import Hex
from ..state import Chip, Gate, Position, Unit
from .ai_moves import ai_hero, ai_minion
from .ground import Field, Ground, Mover, field_of, ground_of, mover_of
from .heroes import player_hero
from .lookup import by_name
from .minions import player_minion
from .moves import End, Moves


def find_mover(position: Position, name: str) -> Mover:
    """The unit of that id as one that moves.

    :raises UnknownName: there is none.
    :raises CannotTell: it is a landmark minion, or lies under another chip.
    """
    chips = {chip.id: chip for chip in position.chips()}
    name = by_name("unit", chips, name).id
    for unit in position.units:
        if unit.id == name:
            if unit.faction is None:
                raise CannotTell(Fault("no-mark", f"{name} is a landmark minion: it has no mark, and no rule moves it"))
            return mover_of(unit)
        if any(chip.id == name for chip in unit.under):
            raise CannotTell(Fault("in-a-group", f"{name} lies under {unit.id} and moves with it (CS-GRP-1)"))
    return _at_gate(next(gate for gate in position.gates if chips[name] in gate.stack), chips[name])


def _at_gate(gate: Gate, chip: Chip) -> Mover:
    if chip is not gate.stack[0]:
        message = f"{chip.id} lies under {gate.stack[0].id} at the gate: only the top one deploys (CS-MOVE-11)"
        raise CannotTell(Fault("not-on-top", message))
    return Mover(chip, gate.faction, gate.hex, at_gate=True)


def moves_of(position: Position, name: str) -> Moves:
    """Every move that a unit may make, whether or not it is its turn.

    :raises UnknownName: there is no unit of that id.
    :raises CannotTell: no rule moves it.
    """
    ground = ground_of(position)
    return moves_on(ground, find_mover(position, name))


def moves_on(ground: Ground, mover: Mover) -> Moves:
    """As :func:`moves_of`, for a mover on a known ground."""
    field = field_of(ground, mover)
    movement = mover.chip.movement
    if mover.left is None:
        return _fresh(field, movement, ())
    fell = isinstance(mover.chip, Unit) and mover.chip.fell_in == "movement"
    if fell and ground.readings.group_carry_on == "same_point":
        rest = max(0, movement - len(mover.left))
        found = _fresh(field, rest, mover.left)
        return evolve(found, rulings=(_carries_on(mover, rest), *found.rulings))
    return Moves(field, "done", movement, (), False, (_has_moved(mover, fell),))


def _fresh(field: Field, movement: int, left: tuple[Hex, ...]) -> Moves:
    mover = field.mover
    if field.ground.position.is_ai(mover.faction):
        return (ai_hero if mover.is_hero else ai_minion)(field, movement, left)
    return (player_hero if mover.is_hero else player_minion)(field, movement, left)


def _carries_on(mover: Mover, rest: int) -> Ruling:
    sentence = "the top minion fell while moving: {unit} goes on from the same point with {rest} of its movement"
    return consequence("CS-GRP-3", sentence, unit=mover.id, rest=rest)


def _has_moved(mover: Mover, fell: bool) -> Ruling:
    if fell:
        sentence = "the top minion fell while moving: the rest of the move is lost, {unit} explores and attacks still"
        return consequence("CS-GRP-3", sentence, unit=mover.id)
    rule = "CS-MOVE-1" if mover.is_hero else "CS-MOVE-2"
    return consequence(rule, "{unit} has moved in this turn", unit=mover.id)


def moved(position: Position, moves: Moves, end: End) -> Position:
    """The position after a move: the unit, the heroes that it swapped with, the gates.

    :raises CannotTell: a hero that was swapped with has several hexes to go to.
    """
    mover = moves.mover
    after = _unstacked(position, mover) if mover.at_gate else position
    unit = _arrived(mover, end)
    units = [unit if u.id == unit.id else u for u in after.units]
    if mover.at_gate:
        units.append(unit)
    after = evolve(after, units=tuple(units))
    if end.returns:
        after = _gone_home(after, unit.id)
    for swap in end.swaps:
        if swap.to is None:
            raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        at = swap.to
        after = _gone_home(after, swap.hero) if swap.returns else _displaced(after, swap.hero, at)
    return after


def _arrived(mover: Mover, end: End) -> Unit:
    chip = mover.chip
    left = (*(mover.left or ()), *((mover.start, *end.path[:-1]) if end.path else ()))
    if isinstance(chip, Unit):
        return evolve(chip, at=end.at, moved=left)
    return Unit(**_fields(chip), faction=mover.faction, at=end.at, moved=left)


def _fields(chip: Chip) -> dict[str, Any]:
    return {a.name: getattr(chip, a.name) for a in fields(Chip)}


def _unstacked(position: Position, mover: Mover) -> Position:
    gates = tuple(evolve(g, stack=g.stack[1:]) if g.faction == mover.faction else g for g in position.gates)
    return evolve(position, gates=gates)


def _displaced(position: Position, hero: str, to: Hex) -> Position:
    return evolve(position, units=tuple(evolve(u, at=to) if u.id == hero else u for u in position.units))


def _gone_home(position: Position, hero: str) -> Position:
    """A hero back at its gate, with full HP and not to be redeployed in this wave (CS-GATE-4)."""
    unit = next(u for u in position.units if u.id == hero)
    chip = Chip(**{**_fields(unit), "hp": None, "returned": True})
    gates = tuple(evolve(g, stack=(*g.stack, chip)) if g.faction == unit.faction else g for g in position.gates)
    return evolve(position, units=tuple(u for u in position.units if u.id != hero), gates=gates)
