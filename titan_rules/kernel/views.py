"""What is derived from an object and kept with it: a place on a frozen one, parts of a view made when first asked."""

from typing import Any, TypeVar

T = TypeVar("T")


class Viewed:
    """An object that carries a view of itself: derived from it alone, so no part of it.

    The view is not compared, hashed, shown, copied or written; whoever misses it makes it again, so that threads
    need not agree.
    """

    __slots__ = ("_view",)

    def __getstate__(self) -> object:
        return self.__dict__


_slot: Any = Viewed.__dict__["_view"]


def view_of(thing: Viewed) -> Any:
    """The view that an object carries, or None."""
    return getattr(thing, "_view", None)


def carry_view(thing: Viewed, view: object) -> None:
    """Let an object carry a view of itself."""
    _slot.__set__(thing, view)


def drop_view(thing: Viewed) -> None:
    """Let an object carry none."""
    try:
        _slot.__delete__(thing)
    except AttributeError:
        return
