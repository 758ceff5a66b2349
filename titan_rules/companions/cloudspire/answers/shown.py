"""Pieces of answers that several questions share."""

from collections.abc import Iterable

from ....kernel.companions import Answer
from ....kernel.rulings import Ruling
from ..rules.moves import End, Moves, Swap


def told(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Rulings, each once."""
    found: list[Ruling] = []
    for ruling in rulings:
        if ruling not in found:
            found.append(ruling)
    return found


def shown_swap(swap: Swap) -> Answer:
    """A swap as JSON."""
    out: Answer = {"hero": swap.hero, "from": swap.at, "to": None if swap.to is None else swap.to}
    if swap.choices:
        out["choices"] = swap.choices
    if swap.returns:
        out["returns"] = True
    return out


def shown_end(end: End) -> Answer:
    """One end of a move as JSON."""
    out: Answer = {"at": end.at, "distance": end.distance, "path": end.path}
    if end.swaps:
        out["swap"] = end.swap
        out["swaps"] = [shown_swap(swap) for swap in end.swaps]
    if end.returns:
        out["returns"] = True
    return out


def shown_moves(moves: Moves) -> Answer:
    """A unit's moves as JSON, but for the rulings."""
    mover = moves.mover
    out: Answer = {
        "unit": mover.id,
        "faction": mover.faction,
        "from": mover.start,
        "distance": moves.field.distance(mover.start),
        "movement": moves.movement,
        "how": moves.how,
        "must": moves.must,
        "length": moves.length if moves.how == "progress" else None,
        "to": [shown_end(end) for end in moves.ends],
    }
    if mover.at_gate:
        out["at_gate"] = True
    elif not moves.field.ground.suits(mover.chip, mover.start):
        out["invalid_hex"] = True
    if mover.chip.talents:
        out["not_judged"] = list(mover.chip.talents)
    return out
