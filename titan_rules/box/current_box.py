"""The current box, used to read names."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from ..kernel.errors import DocumentError
from ..kernel.evolving import evolve
from ..kernel.fields import Converted
from ..kernel.jsontext import JSON
from .value import STANDARD, Box, named

T = TypeVar("T")

STANDARD_BOX = "standard"

_reading: ContextVar[Box | None] = ContextVar("box", default=None)


def current() -> Box:
    """The current box; by default the standard one."""
    box = _reading.get()
    if box is None:
        return STANDARD
    return box


def place(land: int) -> str:
    """A land with its terrain: ``105 Woods``."""
    return f"{land} {current().masterboard.lands[land].terrain}"


class ByBox(Generic[T]):
    """Reads values with the current box; ``reader`` makes the reader for a box."""

    def __init__(self, reader: Callable[[Box], Callable[[T], T]]) -> None:
        self._reader = reader
        self._kept: tuple[object, Callable[[T], T]] = (self, lambda value: value)  # itself: no box yet

    def __call__(self, value: T) -> T:
        """The value in the current box."""
        box = _reading.get()
        kept = self._kept
        if kept[0] is not box:
            kept = self._kept = box, self._reader(current())
        return kept[1](value)


class use_box:  # noqa: N801 (a context manager; a class costs a third of a generator)
    """Read names with this box inside the ``with``."""

    __slots__ = ("_box", "_token")

    def __init__(self, box: Box) -> None:
        self._box = box

    def __enter__(self) -> None:
        self._token = _reading.set(self._box)

    def __exit__(self, *_: object) -> None:
        _reading.reset(self._token)


def within(box: Box, items: Iterator[T]) -> Iterator[T]:
    """Iterate with a box current while each item is made, but not while the caller uses it."""
    while True:
        with use_box(box):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item


def use_box_of(body: JSON) -> use_box:
    """Read names with the document's box.

    :raises DocumentError: there is no such box.
    """
    return use_box(box_of(body))


def box_of(body: JSON) -> Box:
    """A document's box; by default the current one.

    :raises DocumentError: there is no such box.
    """
    given = body.get("box") if type(body) is dict else None
    if given is None:
        return current()
    try:
        return named(given)
    except DocumentError as e:
        raise DocumentError([evolve(fault, pointer="/box" + fault.pointer) for fault in e.faults]) from None


BoxReference: TypeAlias = Annotated[
    Box,
    Converted(
        named,
        lambda box: box.reference,
        {
            "description": "A shipped box, a file beside the document, or a box.",
            "type": ["string", "object"],
            "default": "standard",
        },
    ),
]


BOX: dict[str, Any] = {"key": "box", "unless": STANDARD}  # metadata of a position's field ``the_box``
