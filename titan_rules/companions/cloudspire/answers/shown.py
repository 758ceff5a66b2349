"""Pieces of answers that several questions share."""

from collections.abc import Iterable
from typing import Any

from ....kernel.questions import Answer
from ....kernel.rulings import Ruling
from ..hexes import Hex
from ..rules.moves import End, Moves, Swap
from ..state import Position


def told(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """Rulings as JSON, each once."""
    found: list[dict[str, Any]] = []
    for ruling in rulings:
        row = ruling.to_json()
        if row not in found:
            found.append(row)
    return found


def place(at: Hex) -> list[int]:
    """A hex as JSON."""
    return list(at)


def shown_swap(swap: Swap) -> Answer:
    """A swap as JSON."""
    out: Answer = {"hero": swap.hero, "from": place(swap.at), "to": None if swap.to is None else place(swap.to)}
    if swap.choices:
        out["choices"] = [place(at) for at in swap.choices]
    if swap.returns:
        out["returns"] = True
    return out


def shown_end(end: End) -> Answer:
    """One end of a move as JSON."""
    out: Answer = {"at": place(end.at), "distance": end.distance, "path": [place(at) for at in end.path]}
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
        "from": place(mover.start),
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


def final(position: Position | None) -> Answer:
    """The document that an answer ends in."""
    from ..documents import FORMAT  # the format knows the rules' faults, so it is looked up late

    return {} if position is None else {"final": FORMAT.to_json(position)}


def faction_of(position: Position, name: str | None) -> str:
    """A faction by its name, in any case; the current one by default.

    :raises UnknownName: there is none of that name.
    """
    from ....kernel.names import Names

    return position.current if name is None else Names("faction", position.factions).canonical(name)
