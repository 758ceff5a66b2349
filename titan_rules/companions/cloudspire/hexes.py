"""Hexes in axial coordinates: a hex is ``(q, r)``, its six neighbours share a side with it."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...kernel.errors import DocumentError, Fault

Hex: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the six neighbours, clockwise on a map whose r grows downwards."""


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexes that share a side with a hex (CS-GEN-3)."""
    q, r = at
    return tuple([(q + dq, r + dr) for dq, dr in DIRECTIONS])


def apart(a: Hex, b: Hex) -> int:
    """How many hexes lie between two, the last one counted: 1 for neighbours.

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


def in_one_piece(hexes: Iterable[Hex]) -> bool:
    """Whether hexes hang together."""
    left = set(hexes)
    edge = [left.pop()] if left else []
    while edge:
        found = [n for n in neighbours(edge.pop()) if n in left]
        left.difference_update(found)
        edge += found
    return not left


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


def typed_many(texts: Iterable[str]) -> tuple[Hex, ...]:
    """Hexes as people type them, separated by blanks: ``0,1 1,1``.

    :raises DocumentError: one of them is no hex.
    """
    return tuple(typed(word) for text in texts for word in text.split())
