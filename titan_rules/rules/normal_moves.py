"""Normal moves: the routes that are open on a board with Legions on it (MOVE-3 to MOVE-8)."""

from functools import cache

from attrs import frozen

from ..board.masterboard import ENTRY_SIDES, LAND_BIT, EntrySide
from .occupancy import Occupancy
from .routes import Route, routes
from .teleport import Destination, destination


@frozen
class _Track:
    """A route, ready to be walked.

    :param mask: the lands entered.
    :param bits: the bit of each land entered, in order.
    """

    route: Route
    mask: int
    bits: tuple[int, ...]


@frozen
class _Reach:
    """All routes of one start and Movement Roll.

    :param entered: the lands entered by any.
    :param ends: the lands where one ends.
    :param free: destinations where no enemy stands in any way, by the ends that own Legions hold.
    """

    tracks: tuple[_Track, ...]
    entered: int
    ends: int
    free: dict[int, tuple[Destination, ...]]


@cache
def _reach(start: int, roll: int) -> _Reach:
    tracks = []
    entered = ends = 0
    for route in routes(start, roll):
        bits = tuple([LAND_BIT[land] for land in route.lands])
        mask = 0
        for bit in bits:
            mask |= bit
        tracks.append(_Track(route, mask, bits))
        entered |= mask
        ends |= bits[-1]
    lands = sorted({track.route.lands[-1] for track in tracks})
    free = {}
    for blocked in range(1 << len(lands)):
        held = sum(LAND_BIT[land] for i, land in enumerate(lands) if blocked >> i & 1)
        free[held] = tuple([destination(land) for land in lands if not held & LAND_BIT[land]])
    return _Reach(tuple(tracks), entered, ends, free)


def normal_destinations(seen: Occupancy, start: int, roll: int) -> tuple[Destination, ...]:
    """Where a Legion may go without teleporting, sorted by land (MOVE-3 to MOVE-8).

    :param seen: the board as its owner's moves find it.
    :param start: where it stands.
    """
    reach = _reach(start, roll)
    own = seen.own_but_one_in(start)
    if not seen.enemy & reach.entered:
        return reach.free[own & reach.ends]
    found: dict[int, tuple[EntrySide, ...]] = {}
    for track in reach.tracks:
        end = _end(track, own, seen.enemy, seen.barred)
        if end is not None:
            land, side = end
            if side is None:
                found[land] = ()
            else:
                found[land] = tuple([s for s in ENTRY_SIDES if s == side or s in found.get(land, ())])
    return tuple(
        [destination(land, found[land], seen.enemy_at[land] if found[land] else None) for land in sorted(found)]
    )


def _end(track: _Track, own: int, enemy: int, barred: int) -> tuple[int, EntrySide | None] | None:
    """Where a walk along a track ends and, if it meets an enemy, its entry side; None if it may not be made."""
    if not track.mask & enemy:
        return None if track.bits[-1] & own else (track.route.lands[-1], None)
    for i, bit in enumerate(track.bits):
        if bit & enemy:
            return None if bit & barred else (track.route.lands[i], track.route.entry_sides[i])
    raise AssertionError(track)


def open_routes(seen: Occupancy, start: int, roll: int, land: int) -> tuple[Route, ...]:
    """The routes by which a normal move reaches a land, each cut off where it meets an enemy."""
    own = seen.own_but_one_in(start)
    found: dict[Route, None] = {}
    for track in _reach(start, roll).tracks:
        end = _end(track, own, seen.enemy, seen.barred)
        if end is not None and end[0] == land:
            steps = len(track.bits) if end[1] is None else track.route.lands.index(land) + 1
            found[track.route.upto(steps)] = None
    return tuple(found)
