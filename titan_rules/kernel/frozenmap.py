"""An immutable, hashable mapping."""

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A dictionary that cannot change and has a hash; reading is as fast as a dictionary's.

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


# attrs takes the types of a class's arguments from these, and cannot solve type variables there: hence Any.


def frozen_map(mapping: Mapping[Any, Any]) -> FrozenMap[Any, Any]:
    """The mapping, frozen; itself if it is already."""
    return mapping if type(mapping) is FrozenMap else FrozenMap(mapping)


def frozen_map_or_none(mapping: Mapping[Any, Any] | None) -> FrozenMap[Any, Any] | None:
    """The mapping, frozen, or None."""
    return None if mapping is None else frozen_map(mapping)
