"""What is derived from an object and kept with it: a place on a frozen one, parts of a view made when first asked."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

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


class Once(Generic[T]):
    """An attribute that is made when it is first read, often together with others.

    :param make: called with the object; sets the attribute.
    """

    def __init__(self, make: Callable[[Any], None]) -> None:
        self._make = make

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, thing: object, owner: type | None = None) -> T:
        self._make(thing)
        value: T = getattr(thing, self._name)  # its own value, which comes before this descriptor from now on
        return value

    if TYPE_CHECKING:  # at run time it has none, so that the object's own value comes first

        def __set__(self, thing: object, value: T) -> None:
            """Set the object's own value."""
