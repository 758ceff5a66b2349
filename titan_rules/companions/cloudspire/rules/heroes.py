"""How heroes that a player plays move: freely, back to their gate if they like (CS-MOVE-9, CS-GATE-4)."""

from collections.abc import Collection
from typing import Any

from ....kernel.rulings import Ruling, consequence, legal
from ..hexes import Hex, neighbours, written
from .ground import Field, Step, may_end, may_pass
from .moves import End, Moves
from .walks import reached


def free_step(field: Field, left: Collection[Hex] = ()) -> Step:
    """Steps of a unit that moves freely."""

    def step(_: Hex, b: Hex) -> bool:
        return b not in left and may_pass(field.ground, field.mover, b)

    return step


def player_hero(field: Field, movement: int, left: Collection[Hex] = ()) -> Moves:
    """The moves of a hero that a player plays."""
    mover = field.mover
    if mover.at_gate and mover.chip.returned:
        sentence = "{unit} has returned to its gate and is not deployed again in this wave"
        return Moves(field, "stay", movement, (), False, (consequence("CS-GATE-4", sentence, unit=mover.id),))
    ways = reached(mover.start, movement, free_step(field, left))
    ends = [
        End(at, field.distance(at), path)
        for at, path in ways.items()
        if at != mover.start and may_end(field.ground, mover, at)
    ]
    ends += _returning(field, movement, {at: path for at, path in ways.items() if len(path) < movement})
    ends.sort(key=lambda end: (end.at[1], end.at[0]))
    sentence = "{unit} moves freely: movement {movement}, terrain up to {allowance}"
    facts: dict[str, Any] = {"unit": mover.id, "movement": movement, "allowance": mover.chip.allowance}
    rulings = [legal("CS-MOVE-9", sentence, **facts), *_place_rulings(field, ends)]
    must = mover.at_gate and any(end.distance is not None for end in ends)
    return Moves(field, "free", movement, tuple(ends), must, tuple(rulings))


def _returning(field: Field, movement: int, ways: dict[Hex, tuple[Hex, ...]]) -> list[End]:
    gate = field.ground.position.gate(field.mover.faction)
    if gate is None or field.mover.at_gate or not movement:
        return []
    beside = [ways[n] for n in neighbours(gate.hex) if n in ways]
    if not beside:
        return []
    return [End(gate.hex, None, (*min(beside, key=len), gate.hex), returns=True)]


def _place_rulings(field: Field, ends: list[End]) -> list[Ruling]:
    mover = field.mover
    rulings: list[Ruling] = []
    if mover.at_gate and any(end.distance is not None for end in ends):
        sentence = "{unit} is on top at the gate: heroes must deploy at the first chance that leads to their mark"
        rulings.append(consequence("CS-MOVE-11", sentence, unit=mover.id))
    elif mover.at_gate:
        sentence = "no hex that {unit} can deploy to leads to its mark, so it need not deploy"
        rulings.append(legal("CS-MOVE-11", sentence, unit=mover.id))
    elif not field.ground.suits(mover.chip, mover.start):
        sentence = "{unit} stands on terrain that it could not enter: it may only step to a hex that it could"
        rulings.append(consequence("CS-MOVE-10", sentence, unit=mover.id))
    gate = next((end for end in ends if end.returns), None)
    if gate is not None:
        sentence = "at its gate on {hex} {unit} has full HP again and is not redeployed in this wave"
        rulings.append(consequence("CS-GATE-4", sentence, hex=written(gate.at), unit=mover.id))
    return rulings
