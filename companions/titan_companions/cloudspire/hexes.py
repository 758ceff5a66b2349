"""Hexes in axial coordinates, ``(q, r)``, and walks over them: the hexes in reach, and the ways there."""

import json
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.fields import Converted
from titan_rules.kernel.reading import exactly, mismatch

Hex: TypeAlias = tuple[int, int]
Path: TypeAlias = tuple[Hex, ...]
"""The hexes entered, in order, without the start."""

Step: TypeAlias = Callable[[Hex, Hex], bool]
"""Whether a move may go from a hex to its neighbour."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the six neighbours, clockwise on a map whose r grows downwards."""

FARTHEST = 1000
"""No coordinate is greater."""


@lru_cache(1 << 12)  # far more than a map has
def neighbours(at: Hex) -> Path:
    """The six hexes that share a side with a hex (CS-GEN-3)."""
    q, r = at
    return tuple([(q + dq, r + dr) for dq, dr in DIRECTIONS])


def apart(a: Hex, b: Hex) -> int:
    """The distance between two hexes: 1 for neighbours.

    >>> apart((0, 0), (2, -1))
    2
    """
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def within(at: Hex, reach: int) -> Iterator[Hex]:
    """Every hex at most ``reach`` away, the hex itself included, row by row."""
    for dr in range(-reach, reach + 1):
        for dq in range(max(-reach, -reach - dr), min(reach, reach - dr) + 1):
            yield at[0] + dq, at[1] + dr


def in_one_piece(hexes: Collection[Hex]) -> bool:
    """Whether hexes are connected."""
    return all(len(reached(at, len(hexes), lambda _, b: b in hexes)) == len(set(hexes)) for at in hexes)


def written(at: Hex) -> str:
    """A hex as people type it.

    >>> written((2, -1))
    '2,-1'
    """
    return f"{at[0]},{at[1]}"


def typed(text: str) -> Hex:
    """A hex as people type it: ``q,r``.

    :raises DocumentError: it is not two whole numbers.
    """
    parts = text.strip().strip("()[]").split(",")
    try:
        q, r = (int(part) for part in parts if len(part) < 9)
    except ValueError:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise DocumentError([Fault("bad-hex", f"a hex is written q,r (like 2,-1), not {shown!r}")]) from None
    return q, r


def _read(value: Any) -> Hex:
    if type(value) is not list or len(value) != 2:
        raise mismatch("bad-hex", f"a hex is two numbers [q, r], not {json.dumps(value)[:40]}")
    q, r = map(exactly(int), value)
    if max(abs(q), abs(r)) > FARTHEST:
        raise mismatch("out-of-range", f"numbers from {-FARTHEST} to {FARTHEST} are wanted here, not {written((q, r))}")
    return q, r


_COORDINATE = {"type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST}
_SCHEMA = {"type": "array", "items": _COORDINATE, "minItems": 2, "maxItems": 2}

At: TypeAlias = Annotated[Hex, Converted(_read, list, _SCHEMA, lambda text: list(typed(text)))]
"""A hex in a document: ``[q, r]``."""


def reached(start: Hex, most: int, step: Step) -> dict[Hex, Path]:
    """Every hex within a number of steps, with a shortest way; the way to the start is empty."""
    ways: dict[Hex, Path] = {start: ()}
    edge = [start]
    for _ in range(most):
        following = []
        for at in edge:
            for n in neighbours(at):
                if n not in ways and step(at, n):
                    ways[n] = (*ways[at], n)
                    following.append(n)
        edge = following
    return ways


def walk(start: Hex, end: Hex, length: int, step: Step) -> Path | None:
    """A walk of exactly ``length`` steps that passes no hex twice; None if there is none."""
    to_go = {at: len(path) for at, path in reached(end, length, lambda b, a: step(a, b)).items()}
    path = [start]

    def go_on(remaining: int) -> bool:
        if not remaining:
            return path[-1] == end
        for n in neighbours(path[-1]):
            if n in path or to_go.get(n, length) > remaining - 1 or (n == end and remaining > 1):
                continue
            if step(path[-1], n):
                path.append(n)
                if go_on(remaining - 1):
                    return True
                path.pop()
        return False

    return tuple(path[1:]) if go_on(length) else None
