"""Routes over the Masterboard that signs and other Legions leave open (MOVE-3 to MOVE-8)."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from ...box.masterboard import Exit, Masterboard, Sign
from ...box.names import EntrySide, LandNo, Marker
from ...kernel.evolving import carry_view, view_of
from ...kernel.wording import several
from ...position.game import Game

ONLY_FIRST: tuple[Sign, ...] = ("Block", "Arch")
"""Signs that a Legion crosses only when it leaves its starting land (MOVE-4)."""


Lands: TypeAlias = tuple[LandNo, ...]
Signs: TypeAlias = tuple[Sign, ...]


class Route(NamedTuple):
    """A route from a starting land, step by step.

    :param lands: the lands entered, in order; ``bits`` the same as masks, ``mask`` all of them.
    :param signs: the sign that each step crosses.
    :param entry_sides: the entry side of each land, if it is entered this way (MOVE-8).
    """

    start: int
    lands: Lands
    signs: Signs
    entry_sides: tuple[EntrySide, ...]
    bits: tuple[int, ...]
    mask: int

    def upto(self, steps: int) -> "Route":
        """Its first steps."""
        return _masked(self.start, self.lands[:steps], self.signs[:steps], self.entry_sides[:steps], self.bits[:steps])


def _masked(start: int, lands: Lands, signs: Signs, sides: tuple[EntrySide, ...], bits: tuple[int, ...]) -> Route:
    mask = 0
    for bit in bits:
        mask |= bit
    return Route(start, lands, signs, sides, bits, mask)


def exits(board: Masterboard, land: int, came_from: int | None) -> tuple[Exit, ...]:
    """The exits open to a Legion; ``came_from``: the land it just left, None at the start (MOVE-4, MOVE-5)."""
    every = board.lands[land].exits
    if came_from is None:
        return tuple([e for e in every if e.sign == "Block"]) or every
    return tuple([e for e in every if e.sign not in ONLY_FIRST and e.to != came_from])


@lru_cache(4096)
def routes(board: Masterboard, start: int, steps: int) -> tuple[Route, ...]:
    """Every route of exactly ``steps`` lands from ``start``, in the order of the lands entered (MOVE-4, MOVE-5)."""
    paths: list[tuple[Lands, Signs]] = [((LandNo(start),), ())]
    for _ in range(steps):
        paths = [
            ((*lands, e.to), (*signs, e.sign))
            for lands, signs in paths
            for e in exits(board, lands[-1], lands[-2] if signs else None)
        ]
    ways_walked = []
    for lands, signs in sorted(paths):
        sides = tuple([board.entry_side(b, a) for a, b in pairwise(lands)])
        bits = tuple([board.bit[land] for land in lands[1:]])
        ways_walked.append(_masked(start, lands[1:], signs, sides, bits))
    return tuple(ways_walked)


@lru_cache(4096)
def neighbours(board: Masterboard, land: int) -> tuple[int, ...]:
    """The lands connected with one in either direction, whatever the signs; sorted."""
    there = {e.to for e in board.lands[land].exits} | {e.came_from for e in board.lands[land].entrances}
    return tuple(sorted(there))


@lru_cache(4096)
def distances(board: Masterboard, start: int) -> dict[int, int]:
    """The distance of every land along any connection, whatever its signs."""
    away = {start: 0}
    queue = [start]
    for land in queue:
        for near in neighbours(board, land):
            if near not in away:
                away[near] = away[land] + 1
                queue.append(near)
    return away


@lru_cache(4096)
def within(board: Masterboard, start: int, lands: int) -> int:
    """The mask of the lands within that distance along any connection, ``start`` excluded (TELE-2)."""
    return sum([board.bit[land] for land, away in distances(board, start).items() if 0 < away <= lands])


def lands_text(count: int) -> str:
    """A number of lands in words: ``1 land``, ``4 lands``."""
    return several(count, "land")


class Occupancy:
    """The lands that matter to one player's moves, as masks.

    :ivar own: lands where the player has a Legion; ``shared`` those where it has several.
    :ivar enemy: lands where others have a Legion; ``enemy_at`` its marker.
    :ivar barred: lands with an Engagement (MOVE-7).
    :ivar reached: by land and Movement Roll, the known normal moves (kept by ``normal_destinations``).
    """

    __slots__ = ("barred", "board", "color", "enemy", "enemy_at", "own", "reached", "shared")

    def __init__(self, game: Game, color: str) -> None:
        self.color = color
        self.board: Masterboard = game.the_box.masterboard
        bits = self.board.bit
        own = shared = enemy = crowded = 0
        enemy_at: dict[int, Marker] = {}
        for player in game.players:
            if player.color == color:
                for legion in player.legions:
                    bit = bits[legion.land]
                    shared |= own & bit
                    own |= bit
            else:
                for legion in player.legions:
                    enemy_at[legion.land] = legion.legion
                    bit = bits[legion.land]
                    crowded |= enemy & bit
                    enemy |= bit
        self.own, self.shared, self.enemy, self.barred = own, shared, enemy, own & enemy | crowded
        self.enemy_at: Mapping[int, Marker] = enemy_at
        self.reached: dict[tuple[int, int], Any] = {}

    def own_but_one_in(self, land: int) -> int:
        """The lands with own Legions, not counting one of those in ``land``."""
        bit = self.board.bit[land]
        return self.own if self.shared & bit else self.own & ~bit


def occupancy(game: Game, color: str) -> Occupancy:
    """The lands for a player's moves; the game keeps those of the last player asked about."""
    seen: Occupancy | None = view_of(game)
    if seen is None or seen.color != color:
        seen = Occupancy(game, color)
        carry_view(game, seen)
    return seen


def open_routes(seen: Occupancy, start: int, roll: int, land: int) -> tuple[Route, ...]:
    """The routes of a normal move to a land, each cut off at the first enemy (MOVE-3, MOVE-7)."""
    own, enemy = seen.own_but_one_in(start), seen.enemy
    reaching: dict[Route, None] = {}
    for route in routes(seen.board, start, roll):
        if enemy & route.mask:
            steps = next(i for i, bit in enumerate(route.bits, 1) if bit & enemy)
            if route.lands[steps - 1] == land and not route.bits[steps - 1] & seen.barred:
                reaching[route.upto(steps)] = None
        elif route.lands[-1] == land and not route.bits[-1] & own:
            reaching[route] = None
    return tuple(reaching)
