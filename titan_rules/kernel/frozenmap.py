"""A mapping that cannot change, so that what holds it can be shared and hashed."""

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A dictionary that refuses to change, and has a hash. Reading it costs what reading a dictionary costs.

    >>> stock = FrozenMap({"Ogre": 20})
    >>> stock == {"Ogre": 20}, hash(stock) == hash(FrozenMap(Ogre=20))
    (True, True)
    >>> stock["Ogre"] = 19
    Traceback (most recent call last):
    TypeError: a FrozenMap cannot change
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a FrozenMap cannot change")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type["FrozenMap[K, V]"], tuple[dict[K, V]]]:
        return FrozenMap, (dict(self),)


EMPTY: FrozenMap[Any, Any] = FrozenMap()
"""The mapping that holds nothing."""


# attrs takes the types of a class's arguments from these, and cannot solve type variables there: hence Any.


def frozen_map(mapping: Mapping[Any, Any]) -> FrozenMap[Any, Any]:
    """The mapping as one that cannot change; the very object, if it is one."""
    return mapping if type(mapping) is FrozenMap else FrozenMap(mapping)


def frozen_map_or_none(mapping: Mapping[Any, Any] | None) -> FrozenMap[Any, Any] | None:
    """The same where there may be no mapping."""
    return None if mapping is None else frozen_map(mapping)
