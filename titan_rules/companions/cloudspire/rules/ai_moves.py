"""How AI units move: minions and heroes as near their mark as they can (CS-MOVE-21 to 23)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from attrs import evolve

from ....kernel.rulings import Ruling, consequence, legal
from ..hexes import Hex, apart, written
from .ground import Field, is_own_hero, may_end
from .heroes import free_step
from .minions import lateral, no_route, plain_step, progress, recover, recovery_ruling, stuck, swaps_on
from .moves import End, How, Moves
from .walks import Path, reached


def ai_minion(field: Field, movement: int, left: Collection[Hex] = ()) -> Moves:
    """The moves of an AI minion: the hexes nearest its mark (CS-MOVE-21)."""
    mover = field.mover
    both = field.ground.readings.ai_swap_and_lateral
    if not mover.at_gate and not field.ground.suits(mover.chip, mover.start):
        return _recovering(field, movement)
    length, ends = _nearest(field, mover.start, movement, left)
    if not ends:
        sideways = lateral(field, movement, left) if both else ()
        found = stuck(field, movement, sideways)
        return found if both or found.field.distance(mover.start) is None else _stays(field, movement)
    return Moves(field, "nearest", movement, ends, True, tuple(_rulings(field, ends)), length)


def _nearest(field: Field, start: Hex, movement: int, left: Collection[Hex]) -> tuple[int | None, tuple[End, ...]]:
    """The ends nearest the mark, by the reading ``ai_nearest``; none where staying is as near."""
    if field.ground.readings.ai_nearest == "full_first":
        both = field.ground.readings.ai_swap_and_lateral
        length, ends = progress(field, start, movement, left, swapping=both)
        return length or None, _least(ends)
    return None, _least(_reachable(field, start, movement, left))


def _reachable(field: Field, start: Hex, movement: int, left: Collection[Hex]) -> list[End]:
    plain = plain_step(field)
    swapping = field.ground.readings.ai_swap_and_lateral

    def free(a: Hex, b: Hex) -> bool:
        return b not in left and plain(a, b)

    def through_heroes(a: Hex, b: Hex) -> bool:
        hero = is_own_hero(field.ground, field.mover, b) and field.ground.suits(field.mover.chip, b)
        return b not in left and (plain(a, b) or hero)

    ends = []
    ways = {at: path for at, path in reached(start, movement, free).items() if may_end(field.ground, field.mover, at)}
    if swapping:
        for at, path in reached(start, movement, through_heroes).items():
            if may_end(field.ground, field.mover, at) or is_own_hero(field.ground, field.mover, at):
                ways.setdefault(at, path)
    for at, path in ways.items():
        if field.nearer(at, start):
            swaps = swaps_on(field, start, path)
            ends.append(End(at, field.distance(at), path, swaps, "forced" if swaps else None))
    return ends


def _least(ends: Iterable[End]) -> tuple[End, ...]:
    ranked = [(end.distance, end) for end in ends if end.distance is not None]
    best = min((distance for distance, _ in ranked), default=None)
    found = [end for distance, end in ranked if distance == best]
    return tuple(sorted(found, key=lambda end: (end.at[1], end.at[0])))


def _recovering(field: Field, movement: int) -> Moves:
    def onward(at: Hex, rest: int, way: Path) -> tuple[End, ...]:
        _, ends = _nearest(field, at, rest, (field.mover.start, *way))
        return tuple(evolve(end, path=(*way, *end.path)) for end in ends)

    found = recover(field, movement, onward)
    ends = _least(found) or found
    return Moves(field, "recover", movement, ends, bool(ends), (recovery_ruling(field),))


def _stays(field: Field, movement: int) -> Moves:
    mover = field.mover
    facts: dict[str, Any] = {"unit": mover.id, "distance": field.distance(mover.start)}
    near = consequence("CS-MOVE-21", "{unit} can get no nearer its mark than {distance}: it stays", **facts)
    sentence = "the lateral move stands under the units of players only, so {unit} has none"
    rulings = (near, consequence("CS-MOVE-23", sentence, unit=mover.id))
    return Moves(field, "stay", movement, (), False, rulings)


def _rulings(field: Field, ends: tuple[End, ...]) -> list[Ruling]:
    mover = field.mover
    facts: dict[str, Any] = {"unit": mover.id, "distance": field.distance(mover.start), "nearest": ends[0].distance}
    rulings = [legal("CS-MOVE-21", "{unit} gets as near its mark as it can: from {distance} to {nearest}", **facts)]
    if len(ends) > 1:
        rulings.append(tie(mover.id, ends))
    if any(end.swaps for end in ends):
        sentence = "by the reading chosen {unit} swaps with heroes as players' minions do"
        rulings.append(legal("CS-MOVE-23", sentence, unit=mover.id))
    if mover.at_gate:
        rulings.append(consequence("CS-MOVE-11", "{unit} is on top at the gate and must deploy", unit=mover.id))
    return rulings


def tie(unit: str, ends: tuple[End, ...]) -> Ruling:
    """That the player chooses among ends (CS-GEN-1)."""
    listed = " or ".join(written(end.at) for end in ends)
    return legal("CS-GEN-1", "the player chooses for {unit}: {hexes}", unit=unit, hexes=listed)


def ai_hero(field: Field, movement: int, left: Collection[Hex] = ()) -> Moves:
    """The moves of an AI hero: to where it can attack its mark, or as near as it can (CS-MOVE-22)."""
    mover = field.mover
    ways = {
        at: path
        for at, path in reached(mover.start, movement, free_step(field, left)).items()
        if at == mover.start or may_end(field.ground, mover, at)
    }
    if mover.at_gate:
        ways.pop(mover.start)
    if mover.chip.range is not None:
        ends = _in_range(field, ways)
        if ends:
            return _hero_moves(field, "in-range", movement, ends)
    start = field.distance(mover.start)
    ends = _least(End(at, field.distance(at), path) for at, path in ways.items())
    if mover.at_gate and ends:
        return _hero_moves(field, "nearest", movement, ends)
    if not ends or start is None or ends[0].distance == start:
        return _hero_stays(field, movement)
    return _hero_moves(field, "nearest", movement, ends)


def _in_range(field: Field, ways: Mapping[Hex, Path]) -> tuple[End, ...]:
    """The ends from which an AI hero with Range attacks its mark, by the reading ``ai_ranged_stop``."""
    reach = field.mover.chip.reach
    ends = [End(at, field.distance(at), path) for at, path in ways.items() if apart(at, field.mark) <= reach]
    reading = field.ground.readings.ai_ranged_stop
    if reading == "nearest":
        return _least(ends)
    if reading == "farthest":
        most = max((end.distance for end in ends if end.distance is not None), default=None)
        ends = [end for end in ends if end.distance == most]
    return tuple(sorted(ends, key=lambda end: (end.at[1], end.at[0])))


def _hero_moves(field: Field, how: How, movement: int, ends: tuple[End, ...]) -> Moves:
    mover = field.mover
    facts: dict[str, Any] = {"unit": mover.id, "reach": mover.chip.reach}
    if how == "in-range":
        sentence = "{unit} ends on a hex from which it can attack its mark, {reach} away at most"
    else:
        sentence = "{unit} gets as near its mark as it can: to {nearest}"
        facts["nearest"] = ends[0].distance or 0
    rulings = [legal("CS-MOVE-22", sentence, **facts)]
    if len(ends) > 1:
        rulings.append(tie(mover.id, ends))
    if mover.at_gate:
        rulings.append(consequence("CS-MOVE-11", "{unit} is on top at the gate and must deploy", unit=mover.id))
    must = all(end.path for end in ends)
    return Moves(field, how, movement, ends, must, tuple(rulings))


def _hero_stays(field: Field, movement: int) -> Moves:
    mover = field.mover
    distance = field.distance(mover.start)
    if distance is None:
        return no_route(field, movement)
    sentence = "{unit} can get no nearer its mark than {distance}: it stays"
    ruling = consequence("CS-MOVE-22", sentence, unit=mover.id, distance=distance)
    return Moves(field, "stay", movement, (), False, (ruling,))
