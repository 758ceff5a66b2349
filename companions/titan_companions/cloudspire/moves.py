"""Every move that a unit may make: where it may end, by which way, with which swaps (CS-MOVE-5 to 11, 21 to 23)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from titan_rules.kernel import fields

from ..protocol import Ruling, consequence, evolve, field, frozen, legal
from .hexes import Hex, Path, apart, neighbours, reached, walk, within, written
from .movers import Mover
from .state import Unit

How: TypeAlias = Literal["progress", "recover", "lateral", "free", "nearest", "in-range", "stay", "done", "none"]
"""``progress``: nearer the mark (CS-MOVE-5); ``recover``: off closed terrain first (CS-MOVE-10); ``lateral``: to an
equal hex (CS-MOVE-8); ``free``: a player's hero (CS-MOVE-9); ``nearest``, ``in-range``: an AI unit (CS-MOVE-21, 22);
``stay``: it may not or need not move; ``done``: it has moved; ``none``: it cannot move."""


@frozen
class Swap:
    """A hero that a minion swaps places with (CS-MOVE-6).

    :param to: where it goes; None where the current player chooses among ``choices``.
    :param returns: it goes to its own gate (CS-GATE-4).
    """

    hero: str
    at: Hex = field(metadata=fields.key("from"))
    to: Hex | None
    choices: Path = ()
    returns: bool = False

    @property
    def cornered(self) -> bool:
        """Whether the hero has nowhere to go."""
        return self.to is None and not self.choices


@frozen
class End:
    """A hex where a move may end.

    :param distance: to the mark from there; None without a route.
    :param path: one way there; empty for staying.
    :param swap: ``forced`` or ``optional`` where it swaps with heroes on the way (CS-MOVE-6).
    :param returns: it is the hero's own gate.
    """

    at: Hex
    distance: int | None
    path: Path
    swap: Literal["forced", "optional"] | None = None
    swaps: tuple[Swap, ...] = ()
    returns: bool = False


@frozen
class Barred:
    """A hex where a move may not end, and why."""

    at: Hex
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Moves:
    """Every move that a unit may make, and whether it may move now.

    :param distance: to its mark; None without a route.
    :param movement: what it may spend.
    :param must: it may not stay where it is.
    :param length: how many hexes a move has, where that is fixed: its full movement, or the shorter length that gives
        a nearer end (CS-MOVE-5).
    :param to: where it may end.
    :param invalid_hex: it stands on terrain that it could not enter (CS-MOVE-10).
    :param not_judged: its talents.
    :param choice: of an AI unit: the player decides among several ends.
    """

    unit: str
    faction: str | None
    start: Hex = field(metadata=fields.key("from"))
    distance: int | None
    movement: int
    how: How
    must: bool
    length: int | None
    to: tuple[End, ...]
    at_gate: bool = False
    invalid_hex: bool = False
    not_judged: tuple[str, ...] = ()
    now: bool = field(default=False, metadata=fields.ALWAYS)
    barred: tuple[Barred, ...] | None = None
    choice: bool | None = None
    rulings: tuple[Ruling, ...]

    @property
    def listed(self) -> str:
        """The ends, for a sentence."""
        return " or ".join(written(end.at) for end in self.to)

    def end(self, at: Hex) -> End | None:
        """The end on a hex, if it is one."""
        return next((end for end in self.to if end.at == at), None)


def _moves(
    mover: Mover, how: How, *rulings: Ruling, to: Iterable[End] = (), must: bool = False, length: int | None = None
) -> Moves:
    ends = tuple(sorted(to, key=lambda end: (end.at[1], end.at[0])))
    return Moves(
        unit=mover.id, faction=mover.faction, start=mover.start, distance=mover.distance(mover.start),
        movement=mover.movement, how=how, must=must, length=length, to=ends, at_gate=mover.at_gate,
        invalid_hex=mover.off_terrain, not_judged=mover.chip.talents, rulings=rulings,
    )  # fmt: skip


@lru_cache(32)  # each of its ends is judged by them
def moves_of(mover: Mover) -> Moves:
    """Every move that a unit may make, whether or not it is its turn."""
    unit = mover.chip
    if mover.left is None:
        return _hero(mover) if mover.is_hero else _minion(mover)
    if not isinstance(unit, Unit) or unit.fell_in != "movement":
        rule = "CS-MOVE-1" if mover.is_hero else "CS-MOVE-2"
        return _moves(mover, "done", consequence(rule, "{unit} has moved in this turn", unit=unit.id))
    if mover.position.readings.group_carry_on == "next_action":
        sentence = "the top minion fell while moving: the rest of the move is lost, {unit} explores and attacks still"
        return _moves(mover, "done", consequence("CS-GRP-3", sentence, unit=unit.id))
    rest = max(0, mover.movement - len(mover.left))
    sentence = "the top minion fell while moving: {unit} goes on from the same point with {rest} of its movement"
    moves = _minion(evolve(mover, movement=rest))
    return evolve(moves, rulings=(consequence("CS-GRP-3", sentence, unit=unit.id, rest=rest), *moves.rulings))


def _no_route(mover: Mover) -> Moves:
    sentence = "there is no route for {unit} from {hex} to its mark, so no hex is nearer than another"
    return _moves(mover, "none", consequence("CS-MOVE-4", sentence, unit=mover.id, hex=written(mover.start)))


def _ends(mover: Mover, paths: Iterable[Path]) -> list[End]:
    """The ends of some ways, but for those on which a hero would have nowhere to go."""
    ends = []
    for path in paths:
        at, swaps = (mover.start, *path)[-1], swaps_on(mover, path)
        if not any(swap.cornered for swap in swaps):
            ends.append(End(at, mover.distance(at), path, "forced" if swaps else None, swaps))
    return ends


def _nearest(ends: Iterable[End]) -> list[End]:
    """The ends nearest the mark."""
    ranked = [(end.distance, end) for end in ends if end.distance is not None]
    best = min((distance for distance, _ in ranked), default=None)
    return [end for distance, end in ranked if distance == best]


def _ai(mover: Mover, how: How, why: Ruling, ends: list[End], length: int | None = None) -> Moves:
    """The moves of an AI unit, with what holds for all of them."""
    moves, more = _moves(mover, how, to=ends, must=all(end.path for end in ends), length=length), [why]
    if len(ends) > 1:
        more.append(legal("CS-GEN-1", "the player chooses for {unit}: {hexes}", unit=mover.id, hexes=moves.listed))
    if any(end.swaps for end in ends):
        sentence = "by the reading chosen {unit} swaps with heroes as players' minions do"
        more.append(legal("CS-MOVE-23", sentence, unit=mover.id))
    if mover.at_gate:
        more.append(consequence("CS-MOVE-11", "{unit} is on top at the gate and must deploy", unit=mover.id))
    return evolve(moves, rulings=tuple(more))


def _minion(mover: Mover) -> Moves:
    """The moves of a minion: nearer its mark, as near as it can if it is an AI's, or else aside, or none."""
    if mover.off_terrain:
        return _recovering(mover)
    length, ends = ahead(mover)
    distance = mover.distance(mover.start)
    facts: dict[str, Any] = {"unit": mover.id, "distance": distance}
    if ends and mover.ai:
        sentence = "{unit} gets as near its mark as it can: from {distance} to {nearest}"
        near = legal("CS-MOVE-21", sentence, **facts, nearest=ends[0].distance)
        return _ai(mover, "nearest", near, ends, length)
    if ends:
        return _moves(mover, "progress", *_progress(mover, length or 0, ends), to=ends, must=True, length=length)
    if distance is None:
        return _no_route(mover)
    if mover.ai and not mover.swaps:
        near = consequence("CS-MOVE-21", "{unit} can get no nearer its mark than {distance}: it stays", **facts)
        sentence = "the lateral move stands under the units of players only, so {unit} has none"
        return _moves(mover, "stay", near, consequence("CS-MOVE-23", sentence, unit=mover.id))
    ways = reached(mover.start, mover.most_aside, mover.step())
    aside = _ends(
        mover, [way for at, way in ways.items() if way and mover.open(at) and mover.nearer(at, mover.start, 0)]
    )
    if mover.at_gate:
        sentence = "{unit} can make no progress from the gate; it may deploy if it can stay level at {distance}"
        ruling = legal("CS-MOVE-11", sentence, **facts)
    elif aside:
        sentence = "{unit} cannot get nearer its mark than {distance}; it may step to an empty hex that is no farther"
        ruling = legal("CS-MOVE-8", sentence, **facts)
    else:
        sentence = "{unit} can neither get nearer its mark than {distance} nor step to an empty hex that is no farther"
        ruling = consequence("CS-MOVE-8", sentence, **facts)
    return _moves(mover, "lateral" if aside else "none", ruling, to=aside)


def _progress(mover: Mover, length: int, ends: list[End]) -> Iterator[Ruling]:
    facts: dict[str, Any] = {"unit": mover.id, "movement": mover.movement, "distance": mover.distance(mover.start)}
    sentence = "{unit} spends its whole movement of {movement} and ends nearer its mark than {distance}"
    if length < mover.movement:
        sentence = "at its full movement of {movement} {unit} gets no nearer its mark than {distance}: {length} does"
    yield legal("CS-MOVE-5", sentence, **facts, length=length)
    heroes = sorted({swap.hero for end in ends for swap in end.swaps})
    if heroes:
        sentence = "{unit} cannot get nearer without it: it swaps places with {heroes}"
        if not all(end.swaps for end in ends):
            sentence = "{unit} may swap places with {heroes}; there is another way, so it need not"
        yield legal("CS-MOVE-6", sentence, unit=mover.id, heroes=" or ".join(heroes))
    if mover.at_gate:
        sentence = "{unit} is on top at the gate and can make progress from {gate}: it must deploy"
        yield consequence("CS-MOVE-11", sentence, unit=mover.id, gate=written(mover.start))


def ahead(mover: Mover) -> tuple[int | None, list[End]]:
    """Where a minion gets nearer its mark: by the first length, from full movement down, that has such ends.

    An AI's goes to the nearest of them; by the reading ``any_length`` of all that it can reach (CS-MOVE-5, 21).

    :returns: the length, None where it is not fixed, and the ends.
    """
    any_length = mover.ai and mover.position.readings.ai_nearest == "any_length"
    for length in [None] if any_length else range(mover.movement, 0, -1):
        ends = _ends(mover, _nearer(mover, length))
        if ends and not all(end.swaps for end in ends):
            ends = [evolve(end, swap="optional" if end.swaps else None) for end in ends]
        if ends:
            return length, _nearest(ends) if mover.ai else ends
    return None, []


def _nearer(mover: Mover, length: int | None) -> Iterable[Path]:
    """A way of a length to every hex nearer the mark, without swaps if that is possible; None: a shortest way."""
    ways: dict[Hex, Path] = {}
    for swapping in (False, True):
        step = mover.step(swapping=swapping)
        shortest = reached(mover.start, mover.movement, step) if length is None else {}
        for at in within(mover.start, length or mover.movement):
            ends = mover.open(at) or (swapping and mover.swaps_at(at))
            if at not in ways and ends and mover.nearer(at, mover.start):
                way = shortest.get(at) if length is None else walk(mover.start, at, length, step)
                ways |= {} if way is None else {at: way}
    return ways.values()


def swaps_on(mover: Mover, path: Path) -> tuple[Swap, ...]:
    """The heroes that a minion swaps places with on its way, and where each goes (CS-MOVE-6)."""
    swaps: list[Swap] = []
    here, left = mover.position, {mover.start}
    for before, at in pairwise((mover.start, *path)):
        hero = mover.other(at)
        passed_over = here.readings.occupied == "no_stopping" and at != path[-1]
        if mover.is_hero or hero is None or hero.kind != "hero" or hero.faction != mover.faction or passed_over:
            continue
        left.add(at)
        if before in here.gate_at or before in left or not here.occupied(before):
            swaps.append(Swap(hero.id, at, before, returns=before in here.gate_at))
            continue
        free = [n for n in neighbours(at) if n in here.ground and not here.occupied(n)]
        suiting = [n for n in free if here.suits(hero.allowance, n)]
        home = [n for n in neighbours(at) if n in here.gate_at and here.gate_at[n].faction == mover.faction]
        swaps.append(Swap(hero.id, at, None, (*(suiting or free), *home)))
    return tuple(swaps)


def _recovering(mover: Mover) -> Moves:
    """The moves of a minion that stands on a hex it could not enter (CS-MOVE-10).

    It goes by the fewest unoccupied hexes, of any terrain, to hexes it could enter, and on from there; if they are
    too far, as far along such a way as its movement takes it.
    """
    ends: dict[Hex, End] = {}
    fewest, ways = ways_off(mover)
    for end in [end for way in ways for end in ends_off(mover, way)]:
        ends.setdefault(end.at, end)
    moving = [end for end in ends.values() if end.path]
    moving = (_nearest(moving) or moving) if mover.ai else moving
    terrain = mover.position.ground[mover.start].terrain
    sentence = "{unit} stands on {terrain}, which it could not enter: first by the fewest free hexes to one it could"
    ruling = consequence("CS-MOVE-10", sentence, unit=mover.id, terrain=terrain, steps=fewest)
    return _moves(mover, "recover", ruling, to=moving, must=bool(moving))


def ways_off(mover: Mover) -> tuple[int, list[Path]]:
    """The fewest steps from closed terrain to a hex the minion could enter, and a way to each such hex."""
    here = mover.position
    free = reached(mover.start, len(here.hexes), lambda _, b: b in here.ground and not here.occupied(b))
    ways = [way for at, way in free.items() if way and mover.suits(at)]
    fewest = min(map(len, ways), default=0)
    return fewest, [way for way in ways if len(way) == fewest]


def ends_off(mover: Mover, way: Path) -> list[End]:
    """Where a minion ends that leaves closed terrain by a way, and goes on from there as far as its movement goes."""
    rest = mover.movement - len(way)
    onward = ahead(evolve(mover, start=way[-1], movement=rest, left=(mover.start, *way)))[1] if rest > 0 else []
    return _ends(mover, [(*way, *end.path) for end in onward] or [way[: mover.movement]])


def _hero(mover: Mover) -> Moves:
    """The moves of a hero: freely, back to its gate if it likes (CS-MOVE-9, CS-GATE-4), or as an AI's (CS-MOVE-22)."""
    if not mover.ai and mover.at_gate and mover.chip.returned:
        sentence = "{unit} has returned to its gate and is not deployed again in this wave"
        return _moves(mover, "stay", consequence("CS-GATE-4", sentence, unit=mover.id))
    ways = reached(mover.start, mover.movement, mover.step())
    ends = _ends(mover, [path for at, path in ways.items() if path and mover.open(at)])
    if mover.ai:
        return _ai_hero(mover, ends)
    facts: dict[str, Any] = {"unit": mover.id, "movement": mover.movement, "allowance": mover.chip.allowance}
    rulings = [legal("CS-MOVE-9", "{unit} moves freely: movement {movement}, terrain up to {allowance}", **facts)]
    must = mover.at_gate and any(end.distance is not None for end in ends)
    if must:
        sentence = "{unit} is on top at the gate: heroes must deploy at the first chance that leads to their mark"
        rulings.append(consequence("CS-MOVE-11", sentence, unit=mover.id))
    elif mover.at_gate:
        sentence = "no hex that {unit} can deploy to leads to its mark, so it need not deploy"
        rulings.append(legal("CS-MOVE-11", sentence, unit=mover.id))
    elif mover.off_terrain:
        sentence = "{unit} stands on terrain that it could not enter: it may only step to a hex that it could"
        rulings.append(consequence("CS-MOVE-10", sentence, unit=mover.id))
    gate = None if mover.at_gate else mover.position.gate(mover.faction)
    beside = [] if gate is None else [ways[n] for n in neighbours(gate.at) if n in ways]
    home = min(beside, key=len, default=None)
    if gate is not None and home is not None and len(home) < mover.movement:
        ends.append(End(gate.at, None, (*home, gate.at), returns=True))
        sentence = "at its gate on {hex} {unit} has full HP again and is not redeployed in this wave"
        rulings.append(consequence("CS-GATE-4", sentence, hex=written(gate.at), unit=mover.id))
    return _moves(mover, "free", *rulings, to=ends, must=must)


def _ai_hero(mover: Mover, ends: list[End]) -> Moves:
    """The moves of an AI hero: to where it can attack its mark, or as near as it can (CS-MOVE-22)."""
    distance, reach, reading = mover.distance(mover.start), mover.chip.reach, mover.position.readings.ai_ranged_stop
    ends = ends if mover.at_gate else [*_ends(mover, [()]), *ends]
    nearest, in_range = _nearest(ends), [end for end in ends if apart(end.at, mover.mark) <= reach]
    most = max((end.distance for end in in_range if end.distance is not None), default=None)
    if reading == "nearest":
        in_range = _nearest(in_range)
    elif reading == "farthest":
        in_range = [end for end in in_range if end.distance == most]
    if in_range and mover.chip.range is not None:
        sentence = "{unit} ends on a hex from which it can attack its mark, {reach} away at most"
        return _ai(mover, "in-range", legal("CS-MOVE-22", sentence, unit=mover.id, reach=reach), in_range)
    if nearest and (mover.at_gate or distance not in (None, nearest[0].distance)):
        sentence, near = "{unit} gets as near its mark as it can: to {nearest}", nearest[0].distance
        return _ai(mover, "nearest", legal("CS-MOVE-22", sentence, unit=mover.id, nearest=near), nearest)
    if distance is None:
        return _no_route(mover)
    sentence = "{unit} can get no nearer its mark than {distance}: it stays"
    return _moves(mover, "stay", consequence("CS-MOVE-22", sentence, unit=mover.id, distance=distance))
