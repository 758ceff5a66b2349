"""Walks over hexes: where one gets in so many steps, and by which way without passing a hex twice."""

from collections.abc import Collection

from ..hexes import Hex, neighbours
from .ground import Step

Path = tuple[Hex, ...]
"""The hexes entered, in order; the start is not among them."""


def reached(start: Hex, most: int, step: Step) -> dict[Hex, Path]:
    """Every hex that can be reached in at most so many steps, by a shortest way; the start by the empty one."""
    found: dict[Hex, Path] = {start: ()}
    edge = [start]
    for _ in range(most):
        following = []
        for at in edge:
            for n in neighbours(at):
                if n not in found and step(at, n):
                    found[n] = (*found[at], n)
                    following.append(n)
        edge = following
    return found


def walk(start: Hex, end: Hex, length: int, step: Step, left_already: Collection[Hex] = ()) -> Path | None:
    """A walk of exactly so many steps that passes no hex twice, or None if there is none.

    :param left_already: hexes that may not be entered any more.
    """
    to_go = _steps_to(end, length, step)
    passed = {start, *left_already}
    path: list[Hex] = []

    def go_on(at: Hex) -> bool:
        remaining = length - len(path)
        if not remaining:
            return at == end
        for n in neighbours(at):
            if n in passed or to_go.get(n, length) > remaining - 1 or (n == end and remaining > 1) or not step(at, n):
                continue
            passed.add(n)
            path.append(n)
            if go_on(n):
                return True
            passed.remove(n)
            path.pop()
        return False

    return tuple(path) if go_on(start) else None


def _steps_to(end: Hex, most: int, step: Step) -> dict[Hex, int]:
    """How many steps a hex is from the end at least, for those within reach of it."""
    found = {end: 0}
    edge = [end]
    for steps in range(1, most + 1):
        following = []
        for at in edge:
            for n in neighbours(at):
                if n not in found and step(n, at):
                    found[n] = steps
                    following.append(n)
        edge = following
    return found
