"""The movement of a whole AI faction, as far as no tie needs the player's word (CS-GEN-1, CS-MOVE-2, 20)."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from ....kernel.errors import DocumentError, Fault
from ....kernel.names import Names
from ..hexes import Hex, written
from ..state import Position
from .ground import Mover, movers
from .movement import moved, moves_of
from .moves import End, Moves
from .order import order_of


@frozen
class Plan:
    """What the player has decided.

    :param before, after: the heroes that move before and after the minions, in this order (CS-MOVE-20). Where one of
        them is named, those that are not follow the minions.
    :param first: the minions that move first where several are equally near their mark.
    :param choices: where units go that have several ends.
    """

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    choices: Mapping[str, Hex] = field(factory=dict[str, Any])


@frozen
class Open:
    """A tie that the player has to break.

    :param who: the units one of which moves next; empty where it is about an end.
    :param moves: the moves whose end is open.
    """

    who: tuple[Mover, ...] = ()
    moves: Moves | None = None


@frozen
class Played:
    """How far the faction's movement has got.

    :param done: the moves made, each with its end.
    :param open: what stops it; None: everybody has moved.
    """

    done: tuple[tuple[Moves, End], ...]
    open: Open | None
    after: Position


def play(position: Position, faction: str, plan: Plan) -> Played:
    """Move the units of an AI faction one after another. Of those at the gate only the top one is moved.

    :raises DocumentError: a choice that its unit does not have.
    :raises UnknownName: something is decided for a unit that does not move now.
    """
    here = evolve(position, current=faction, step=None)
    waiting = [m.id for m in movers(here, faction) if m.left is None]
    names = Names("unit", waiting, abbreviations=False)
    for name in (*plan.before, *plan.after, *plan.first, *plan.choices):
        names.canonical(name)
    done: list[tuple[Moves, End]] = []
    while due := _due(here, faction, plan, waiting):
        if len(due) > 1:
            return Played(tuple(done), Open(who=tuple(due)), here)
        moves = moves_of(here, due[0].id)
        end = _decided(moves, plan.choices)
        if end is None:
            return Played(tuple(done), Open(moves=moves), here)
        waiting.remove(due[0].id)
        done.append((moves, end))
        if end.path or not moves.mover.at_gate:
            here = moved(here, moves, end)
    return Played(tuple(done), None, here)


def _due(position: Position, faction: str, plan: Plan, waiting: list[str]) -> list[Mover]:
    """Who moves next; several: the player decides; none: everybody has moved."""
    there = {m.id: m for m in movers(position, faction) if m.id in waiting}
    order = order_of(position, faction)
    heroes = [name for name in there if there[name].is_hero]
    for name in plan.before:
        if name in heroes:
            return [there[name]]
    ranks = [due for rank in order.ranks if (due := [m for m in rank.minions if m.id in waiting])]
    if ranks:
        decided = order.done or plan.before or plan.after
        open_heroes = [] if decided else [there[name] for name in heroes]
        named = [m for name in plan.first for m in ranks[0] if m.id == name]
        return [*open_heroes, *(named[:1] or ranks[0])]
    named = [there[name] for name in plan.after if name in heroes]
    return named[:1] or [there[name] for name in heroes]


def _decided(moves: Moves, choices: Mapping[str, Hex]) -> End | None:
    """The chosen end, or the one there is; None where the choice is open."""
    name, start = moves.mover.id, moves.mover.start
    stay = End(start, moves.field.distance(start), ())
    chosen = choices.get(name)
    if chosen is not None:
        end = moves.end(chosen) or (stay if chosen == start and not moves.must else None)
        if end is None:
            message = f"{name} cannot go to {written(chosen)}"
            hint = "it may go to " + (" or ".join(written(end.at) for end in moves.ends) or "no other hex")
            raise DocumentError([Fault("bad-choice", message, hint=hint)])
        return end
    if not moves.ends:
        return stay
    alone = len(moves.ends) == 1 and (moves.must or moves.ends[0].at == start)
    return moves.ends[0] if alone else None
