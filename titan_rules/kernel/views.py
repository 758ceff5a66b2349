"""Parts of a view that are made when they are first asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

T = TypeVar("T")


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
