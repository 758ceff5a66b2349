"""Normal moves: the routes that are open on a board with Legions on it (MOVE-3 to MOVE-8)."""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...box.lazily import Lazily
from ...box.masterboard import ENTRY_SIDES, Masterboard
from ...box.names import EntrySide, LandNo
from .occupancy import Occupancy
from .routes import Route, routes
from .teleport import Destination, destination

Step: TypeAlias = tuple[int, LandNo, tuple[EntrySide, ...], int]
"""A step of a route: the land that it enters, as a mask and by number; its entry side, alone; the step's number."""


class Track(NamedTuple):
    """A route, ready to be walked.

    :param mask: the lands entered.
    :param end: the land where it ends, as a mask.
    :param free: the move along all of it, nothing engaged.
    :param steps: its steps in order.
    """

    route: Route
    mask: int
    end: int
    land: LandNo
    free: Destination
    steps: tuple[Step, ...]

    def stop(self, enemies: int) -> Step:
        """The step that meets the first of some enemies that stand in its lands."""
        return next(step for step in self.steps if step[0] & enemies)


class _Reach(NamedTuple):
    """All routes of one start and Movement Roll.

    :param entered: the lands entered by any.
    :param ends: the lands where one ends.
    :param free: the moves where no enemy stands in any way, by the ends that own Legions hold.
    """

    tracks: tuple[Track, ...]
    entered: int
    ends: int
    free: Lazily[int, tuple[Destination, ...]]


@lru_cache(4096)
def _reach(board: Masterboard, start: int, roll: int) -> _Reach:
    tracks = []
    entered = ends = 0
    for route in routes(board, start, roll):
        sides = zip(route.lands, route.entry_sides, strict=True)
        steps = tuple([(board.bit[land], LandNo(land), (side,), i) for i, (land, side) in enumerate(sides, 1)])
        mask = 0
        for step in steps:
            mask |= step[0]
        end, land, _, _ = steps[-1]
        tracks.append(Track(route, mask, end, land, destination(land), steps))
        entered |= mask
        ends |= end
    lands = sorted({track.land for track in tracks})
    free: Lazily[int, tuple[Destination, ...]] = Lazily(
        lambda held: tuple([destination(land) for land in lands if not held & board.bit[land]])
    )
    return _Reach(tuple(tracks), entered, ends, free)


def normal_destinations(seen: Occupancy, start: int, roll: int) -> tuple[Destination, ...]:
    """Where a Legion may go without teleporting, sorted by land (MOVE-3 to MOVE-8).

    :param seen: the board as its owner's moves find it.
    :param start: where it stands.
    """
    found: tuple[Destination, ...] | None = seen.reached.get((start, roll))
    if found is None:
        found = seen.reached[start, roll] = _normal_destinations(seen, start, roll)
    return found


def _normal_destinations(seen: Occupancy, start: int, roll: int) -> tuple[Destination, ...]:
    tracks, entered, ends, free = _reach(seen.board, start, roll)
    own, enemy = seen.own, seen.enemy
    bit = seen.board.bit[start]
    if own & bit and not seen.shared & bit:
        own ^= bit
    if not enemy & entered:
        return free[own & ends]
    barred = seen.barred
    found: dict[int, Destination] = {}
    for _, mask, end, land, unhindered, steps in tracks:
        enemies = enemy & mask
        if not enemies:
            if not end & own:
                found[land] = unhindered
            continue
        for bit, there, sides, _ in steps:
            if bit & enemies:
                if not bit & barred:
                    met = found.get(there)
                    if met is None:
                        found[there] = destination(there, sides, seen.enemy_at[there])
                    elif sides[0] not in met.entry_sides:
                        both = tuple([s for s in ENTRY_SIDES if s in met.entry_sides or s in sides])
                        found[there] = destination(there, both, met.engages)
                break
    if len(found) < 2:
        return tuple(found.values())
    return tuple([found[land] for land in sorted(found)])


def open_routes(seen: Occupancy, start: int, roll: int, land: int) -> tuple[Route, ...]:
    """The routes by which a normal move reaches a land, each cut off where it meets an enemy (MOVE-3, MOVE-7)."""
    own = seen.own_but_one_in(start)
    found: dict[Route, None] = {}
    for track in _reach(seen.board, start, roll).tracks:
        enemies = seen.enemy & track.mask
        if enemies:
            bit, there, _, step = track.stop(enemies)
            if there == land and not bit & seen.barred:
                found[track.route.upto(step)] = None
        elif track.land == land and not track.end & own:
            found[track.route] = None
    return tuple(found)
