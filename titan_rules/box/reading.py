"""Which box a document is read with: the one it names, from where it is known until it is read."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Generic, TypeVar

from .value import STANDARD, Box

T = TypeVar("T")

STANDARD_BOX = "standard"
"""The name of the printed game's box."""

_reading: ContextVar[Box | None] = ContextVar("box", default=None)


def current() -> Box:
    """The box of what is being read or made now; the standard one where nothing else is said."""
    box = _reading.get()
    if box is None:
        return STANDARD
    return box


def place(land: int) -> str:
    """A land with its terrain: ``105 Woods``."""
    return f"{land} {current().masterboard.lands[land].terrain}"


class ByBox(Generic[T]):
    """Reads values as the box of the document does; what reads them is looked up once for a box.

    :param reader: what reads them, by the box; raises :class:`UnknownName`.
    """

    def __init__(self, reader: Callable[[Box], Callable[[T], T]]) -> None:
        self._reader = reader
        self._kept: tuple[object, Callable[[T], T]] = (self, lambda value: value)  # itself: not made for any box yet

    def __call__(self, value: T) -> T:
        """The value as the present box has it."""
        box = _reading.get()
        kept = self._kept
        if kept[0] is not box:
            kept = self._kept = box, self._reader(current())
        return kept[1](value)


class reading:  # noqa: N801 (a context manager; a class costs a third of a generator)
    """Names that are read within are names of a box."""

    __slots__ = ("_box", "_token")

    def __init__(self, box: Box) -> None:
        self._box = box

    def __enter__(self) -> None:
        self._token = _reading.set(self._box)

    def __exit__(self, *_: object) -> None:
        _reading.reset(self._token)


def within(box: Box, items: Iterator[T]) -> Iterator[T]:
    """Items each of which is made under a box; whoever takes them stays under the box that holds there."""
    while True:
        with reading(box):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item
