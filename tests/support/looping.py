"""Loops that assert something."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(items: Iterable[T]) -> list[T]:
    """The items, of which there must be some: a loop over none asserts nothing."""
    found = [*items]
    assert found, "there is something to look at"
    return found
