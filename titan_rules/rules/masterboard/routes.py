"""The ways that signs and hexsides leave open (MOVE-3, MOVE-4, MOVE-5, MOVE-8), Legions not looked at."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...box.masterboard import Exit, Masterboard, Sign
from ...box.names import EntrySide
from ...kernel.wording import several

ONLY_FIRST: tuple[Sign, ...] = ("Block", "Arch")
"""Signs that a Legion goes over only when it leaves the land where it starts (MOVE-4)."""


class Route(NamedTuple):
    """A way from a starting land, step by step.

    :param start: the land it starts from.
    :param lands: the lands entered, in order.
    :param signs: the sign that each step goes over.
    :param entry_sides: the entry side of each land, if it is entered so (MOVE-8).
    """

    start: int
    lands: tuple[int, ...]
    signs: tuple[Sign, ...]
    entry_sides: tuple[EntrySide, ...]

    def upto(self, steps: int) -> "Route":
        """The first steps of it."""
        return Route(self.start, self.lands[:steps], self.signs[:steps], self.entry_sides[:steps])


def exits(board: Masterboard, land: int, came_from: int | None) -> tuple[Exit, ...]:
    """The exits that may be taken from a land (MOVE-4, MOVE-5).

    :param came_from: the land that the Legion just came from, None where it starts.
    """
    every = board.lands[land].exits
    if came_from is None:
        return tuple([e for e in every if e.sign == "Block"]) or every
    return tuple([e for e in every if e.sign not in ONLY_FIRST and e.to != came_from])


@lru_cache(4096)
def routes(board: Masterboard, start: int, steps: int) -> tuple[Route, ...]:
    """Every way of exactly ``steps`` lands from ``start``, in the order of the lands entered (MOVE-4, MOVE-5)."""
    found: list[tuple[tuple[int, ...], tuple[Sign, ...]]] = [((start,), ())]
    for _ in range(steps):
        found = [
            ((*lands, e.to), (*signs, e.sign))
            for lands, signs in found
            for e in exits(board, lands[-1], lands[-2] if signs else None)
        ]
    return tuple(
        Route(start, lands[1:], signs, tuple([board.entry_side(b, a) for a, b in pairwise(lands)]))
        for lands, signs in sorted(found)
    )


@lru_cache(4096)
def neighbours(board: Masterboard, land: int) -> tuple[int, ...]:
    """The lands connected with one, whatever the signs, either way; sorted."""
    there = {e.to for e in board.lands[land].exits} | {e.came_from for e in board.lands[land].entrances}
    return tuple(sorted(there))


@lru_cache(4096)
def distances(board: Masterboard, start: int) -> dict[int, int]:
    """How many lands away every land is, along any connection whatever its signs."""
    found = {start: 0}
    queue = [start]
    for land in queue:
        for near in neighbours(board, land):
            if near not in found:
                found[near] = found[land] + 1
                queue.append(near)
    return found


@lru_cache(4096)
def within(board: Masterboard, start: int, lands: int) -> int:
    """The mask of the lands at most that many lands away along any connection, ``start`` left out (TELE-2)."""
    mask = 0
    for land, away in distances(board, start).items():
        if 0 < away <= lands:
            mask |= board.bit[land]
    return mask


def lands_text(count: int) -> str:
    """A number of lands in words: ``1 land``, ``4 lands``."""
    return several(count, "land")
