"""Normal moves: the routes that are open on a board with Legions on it (MOVE-3 to MOVE-8)."""

from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from attrs import frozen

from ...box.lazily import Lazily
from ...box.masterboard import ENTRY_SIDES, Masterboard
from ...box.names import EntrySide
from .occupancy import Occupancy
from .routes import Route, routes
from .teleport import Destination, destination


class Stop(NamedTuple):
    """Where a route meets its first enemy.

    :param bit: the land, as a mask.
    :param step: the number of the step that enters it, from 1.
    """

    bit: int
    land: int
    entry_side: EntrySide
    step: int


class Track(NamedTuple):
    """A route, ready to be walked.

    :param mask: the lands entered.
    :param end: the land where it ends, as a mask.
    :param free: the move along all of it, nothing engaged.
    :param stops: where it is stopped, by the mask of the enemies in its lands; filled as it is asked.
    """

    route: Route
    mask: int
    end: int
    free: Destination
    stops: dict[int, Stop]

    def stop(self, board: Masterboard, enemies: int) -> Stop:
        """Where it meets the first of some enemies that stand in its lands."""
        lands = self.route.lands
        step = next(i for i, land in enumerate(lands) if board.bit[land] & enemies)
        found = Stop(board.bit[lands[step]], lands[step], self.route.entry_sides[step], step + 1)
        self.stops[enemies] = found
        return found


@frozen
class _Reach:
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
        mask = 0
        for land in route.lands:
            mask |= board.bit[land]
        end = board.bit[route.lands[-1]]
        tracks.append(Track(route, mask, end, destination(route.lands[-1]), {}))
        entered |= mask
        ends |= end
    lands = sorted({track.route.lands[-1] for track in tracks})
    free: Lazily[int, tuple[Destination, ...]] = Lazily(
        lambda held: tuple([destination(land) for land in lands if not held & board.bit[land]])
    )
    return _Reach(tuple(tracks), entered, ends, free)


_by_land = attrgetter("land")


def normal_destinations(seen: Occupancy, start: int, roll: int) -> tuple[Destination, ...]:
    """Where a Legion may go without teleporting, sorted by land (MOVE-3 to MOVE-8).

    :param seen: the board as its owner's moves find it.
    :param start: where it stands.
    """
    reach = _reach(seen.board, start, roll)
    own, enemy = seen.own, seen.enemy
    bit = seen.board.bit[start]
    if own & bit and not seen.shared & bit:
        own ^= bit
    if not enemy & reach.entered:
        return reach.free[own & reach.ends]
    barred = seen.barred
    found = []
    for track in reach.tracks:
        enemies = enemy & track.mask
        if not enemies:
            if not track.end & own:
                found.append(track.free)
        else:
            stop = track.stops.get(enemies) or track.stop(seen.board, enemies)
            if not stop.bit & barred:
                found.append(destination(stop.land, (stop.entry_side,), seen.enemy_at[stop.land]))
    return tuple(found) if len(found) < 2 else _merged(found)


def _merged(found: list[Destination]) -> tuple[Destination, ...]:
    """Destinations by land, each land once, with every entry side by which it may be entered."""
    found.sort(key=_by_land)
    merged = found[:1]
    for there in found[1:]:
        last = merged[-1]
        if there.land != last.land:
            merged.append(there)
        elif there is not last:
            sides = tuple([s for s in ENTRY_SIDES if s in last.entry_sides or s in there.entry_sides])
            merged[-1] = destination(last.land, sides, last.engages)
    return tuple(merged)


def open_routes(seen: Occupancy, start: int, roll: int, land: int) -> tuple[Route, ...]:
    """The routes by which a normal move reaches a land, each cut off where it meets an enemy (MOVE-3, MOVE-7)."""
    own = seen.own_but_one_in(start)
    found: dict[Route, None] = {}
    for track in _reach(seen.board, start, roll).tracks:
        enemies = seen.enemy & track.mask
        if enemies:
            stop = track.stop(seen.board, enemies)
            if stop.land == land and not stop.bit & seen.barred:
                found[track.route.upto(stop.step)] = None
        elif track.route.lands[-1] == land and not track.end & own:
            found[track.route] = None
    return tuple(found)
