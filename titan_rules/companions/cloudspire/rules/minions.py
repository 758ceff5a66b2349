"""How minions make progress (CS-MOVE-5), swap with heroes (CS-MOVE-6), step aside (CS-MOVE-8), recover (CS-MOVE-10)."""

from collections.abc import Callable, Collection
from typing import Any

from attrs import evolve

from ....kernel.rulings import Ruling, consequence, legal
from ..hexes import Hex, neighbours, within, written
from .ground import Field, Step, is_own_hero, may_end, may_pass
from .moves import End, Moves, Swap, SwapKind
from .walks import Path, reached, walk


def progress(
    field: Field, start: Hex, movement: int, left: Collection[Hex] = (), *, swapping: bool = True
) -> tuple[int, tuple[End, ...]]:
    """The first length of move, from full movement down, with an end nearer the mark, and its ends (CS-MOVE-5, 6).

    :param left: hexes already left in this move.
    :param swapping: own heroes may be swapped with.
    :returns: the length and the ends; 0 and none where no length gives any.
    """
    for length in range(movement, 0, -1):
        ends = _ends_of_length(field, start, length, left, swapping)
        if ends:
            return length, ends
    return 0, ()


def _ends_of_length(field: Field, start: Hex, length: int, left: Collection[Hex], swapping: bool) -> tuple[End, ...]:
    ground, mover = field.ground, field.mover
    plain: list[End] = []
    by_swap: list[End] = []
    for at in within(start, length):
        if not field.nearer(at, start):
            continue
        path = None
        if may_end(ground, mover, at):
            path = walk(start, at, length, plain_step(field), left)
        if path is not None:
            plain.append(End(at, field.distance(at), path))
        elif swapping and (may_end(ground, mover, at) or _swaps_at(field, at)):
            path = walk(start, at, length, swapping_step(field), left)
            if path is not None:
                by_swap.append(End(at, field.distance(at), path, swaps_on(field, start, path)))
    kind: SwapKind = "optional" if plain else "forced"
    return tuple(sorted([*plain, *(evolve(e, swap=kind) for e in by_swap)], key=lambda e: (e.at[1], e.at[0])))


def _swaps_at(field: Field, at: Hex) -> bool:
    return is_own_hero(field.ground, field.mover, at) and field.ground.suits(field.mover.chip, at)


def plain_step(field: Field) -> Step:
    """Steps that need no swap; by the reading ``every_step`` none of them leads farther from the mark."""
    strict = field.ground.readings.no_farther == "every_step"

    def step(a: Hex, b: Hex) -> bool:
        return may_pass(field.ground, field.mover, b) and (not strict or field.no_farther(b, a))

    return step


def swapping_step(field: Field) -> Step:
    """As :func:`plain_step`, and onto own heroes (CS-MOVE-6)."""
    plain = plain_step(field)
    strict = field.ground.readings.no_farther == "every_step"

    def step(a: Hex, b: Hex) -> bool:
        return plain(a, b) or (_swaps_at(field, b) and (not strict or field.no_farther(b, a)))

    return step


def swaps_on(field: Field, start: Hex, path: Path) -> tuple[Swap, ...]:
    """The heroes that a minion swaps places with on its way, and where each goes (CS-MOVE-6)."""
    swaps: list[Swap] = []
    vacated = {start}
    for before, at in zip((start, *path), path, strict=False):
        passed_over = field.ground.readings.occupied == "no_stopping" and at != path[-1]
        if is_own_hero(field.ground, field.mover, at) and not passed_over:
            swaps.append(_swap(field, before, at, before in vacated or not field.ground.occupied(before)))
            vacated.add(at)
    return tuple(swaps)


def _swap(field: Field, before: Hex, at: Hex, free_before: bool) -> Swap:
    ground, mover = field.ground, field.mover
    hero = ground.units[at]
    if before in ground.gates:
        return Swap(hero.id, at, before, returns=True)
    if free_before:
        return Swap(hero.id, at, before)
    free = [n for n in neighbours(at) if n in ground.hexes and not ground.occupied(n)]
    suiting = [n for n in free if ground.suits(hero, n)]
    own_gate = [n for n in neighbours(at) if n in ground.gates and ground.gates[n].faction == mover.faction]
    return Swap(hero.id, at, None, choices=(*(suiting or free), *own_gate))


def lateral(field: Field, movement: int, left: Collection[Hex] = ()) -> tuple[End, ...]:
    """Where a minion that cannot get nearer may step instead (CS-MOVE-8)."""
    most = min(1, movement) if field.ground.readings.lateral == "one" else movement
    start = field.mover.start
    step = plain_step(field)

    def fresh(a: Hex, b: Hex) -> bool:
        return b not in left and step(a, b)

    return tuple(
        End(at, field.distance(at), path)
        for at, path in sorted(reached(start, most, fresh).items(), key=lambda item: (item[0][1], item[0][0]))
        if at != start and may_end(field.ground, field.mover, at) and field.no_farther(at, start)
    )


Onward = Callable[[Hex, int, Path], tuple[End, ...]]
"""From a hex with so much movement left, the way there known, the ends of the rest of a move."""


def recover(field: Field, movement: int, onward: Onward) -> tuple[End, ...]:
    """The ends of a minion that stands on a hex it could not enter (CS-MOVE-10).

    It goes by the fewest unoccupied hexes, of any terrain, to hexes it could enter, and on from there; if they are
    too far, as far along such a way as its movement takes it.
    """
    ground, start = field.ground, field.mover.start
    ends: dict[Hex, End] = {}
    fewest, ways = ways_off(field)
    for way in ways:
        if fewest >= movement:
            at = way[movement - 1] if movement else start
            ends.setdefault(at, End(at, field.distance(at), way[:movement]))
            continue
        for end in onward(way[-1], movement - fewest, way) or (End(way[-1], field.distance(way[-1]), way),):
            ends.setdefault(end.at, end)
    return tuple(end for end in ends.values() if end.at in ground.hexes and end.path)


def ways_off(field: Field) -> tuple[int, list[Path]]:
    """The fewest steps from closed terrain to a hex the minion could enter, and a way to each such hex."""
    ground = field.ground

    def unoccupied(_: Hex, b: Hex) -> bool:
        return b in ground.hexes and not ground.occupied(b)

    ways = [
        way
        for at, way in reached(field.mover.start, len(ground.hexes), unoccupied).items()
        if way and ground.suits(field.mover.chip, at)
    ]
    fewest = min(map(len, ways), default=0)
    return fewest, [way for way in ways if len(way) == fewest]


def player_minion(field: Field, movement: int, left: Collection[Hex] = ()) -> Moves:
    """The moves of a minion that a player plays."""
    mover = field.mover
    if not mover.at_gate and not field.ground.suits(mover.chip, mover.start):
        return _recovering(field, movement)
    length, ends = progress(field, mover.start, movement, left)
    if ends:
        rulings = tuple(_progress_rulings(field, movement, length, ends))
        return Moves(field, "progress", movement, ends, True, rulings, length)
    sideways = lateral(field, movement, left)
    return stuck(field, movement, sideways)


def _recovering(field: Field, movement: int) -> Moves:
    def onward(at: Hex, rest: int, way: Path) -> tuple[End, ...]:
        _, ends = progress(field, at, rest, (field.mover.start, *way))
        return tuple(evolve(end, path=(*way, *end.path)) for end in ends)

    ends = recover(field, movement, onward)
    return Moves(field, "recover", movement, ends, bool(ends), (recovery_ruling(field),))


def recovery_ruling(field: Field) -> Ruling:
    """That a minion must get off closed terrain first."""
    here = field.ground.hexes[field.mover.start]
    sentence = "{unit} stands on {terrain}, which it could not enter: first by the fewest free hexes to one it could"
    return consequence("CS-MOVE-10", sentence, unit=field.mover.id, terrain=here.terrain, steps=ways_off(field)[0])


def _progress_rulings(field: Field, movement: int, length: int, ends: Collection[End]) -> list[Ruling]:
    mover = field.mover
    distance = field.distance(mover.start)
    facts: dict[str, Any] = {"unit": mover.id, "movement": movement, "length": length, "distance": distance}
    sentence = "{unit} spends its whole movement of {movement} and ends nearer its mark than {distance}"
    if length < movement:
        sentence = "at its full movement of {movement} {unit} gets no nearer its mark than {distance}: {length} does"
    rulings = [legal("CS-MOVE-5", sentence, **facts)]
    heroes = sorted({swap.hero for end in ends for swap in end.swaps})
    if heroes:
        forced = any(end.swap == "forced" for end in ends)
        sentence = "{unit} cannot get nearer without it: it swaps places with {heroes}"
        if not forced:
            sentence = "{unit} may swap places with {heroes}; there is another way, so it need not"
        rulings.append(legal("CS-MOVE-6", sentence, unit=mover.id, heroes=" or ".join(heroes)))
    if mover.at_gate:
        sentence = "{unit} is on top at the gate and can make progress from {gate}: it must deploy"
        rulings.append(consequence("CS-MOVE-11", sentence, unit=mover.id, gate=written(mover.start)))
    return rulings


def no_route(field: Field, movement: int) -> Moves:
    """The moves of a unit that cannot get to its mark: none (CS-MOVE-4)."""
    sentence = "there is no route for {unit} from {hex} to its mark, so no hex is nearer than another"
    ruling = consequence("CS-MOVE-4", sentence, unit=field.mover.id, hex=written(field.mover.start))
    return Moves(field, "none", movement, (), False, (ruling,))


def stuck(field: Field, movement: int, sideways: tuple[End, ...]) -> Moves:
    """The moves of a minion that cannot get nearer: sideways if it may, else none."""
    mover = field.mover
    distance = field.distance(mover.start)
    if distance is None:
        return no_route(field, movement)
    if mover.at_gate:
        sentence = "{unit} can make no progress from the gate; it may deploy if it can stay level at {distance}"
        ruling = legal("CS-MOVE-11", sentence, unit=mover.id, distance=distance)
        return Moves(field, "lateral" if sideways else "none", movement, sideways, False, (ruling,))
    if sideways:
        sentence = "{unit} cannot get nearer its mark than {distance}; it may step to an empty hex that is no farther"
        ruling = legal("CS-MOVE-8", sentence, unit=mover.id, distance=distance)
        return Moves(field, "lateral", movement, sideways, False, (ruling,))
    sentence = "{unit} can neither get nearer its mark than {distance} nor step to an empty hex that is no farther"
    ruling = consequence("CS-MOVE-8", sentence, unit=mover.id, distance=distance)
    return Moves(field, "none", movement, (), False, (ruling,))
