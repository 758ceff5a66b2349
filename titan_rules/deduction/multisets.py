"""Multisets of characters as integers, with one bit field for each kind.

Adding and removing characters is integer addition and subtraction, and a subset test takes three operations,
however many kinds there are.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb
from typing import TypeAlias

from ..box.names import CharacterName

Packed: TypeAlias = int  # A multiset in the fields of an :class:`Alphabet`

FIELD = 5  # bits for each kind; the top bit stays free so that nothing is borrowed from the next field

_FIELD_MASK = (1 << FIELD) - 1


class Alphabet:
    """The kinds of characters there are, each with its place in a packed multiset.

    :param names: every kind, in any order.
    :param lords: those that are Lords.
    :param creatures: those that are Creatures.

    >>> kinds = Alphabet(["Ogre", "Titan", "Lion"], lords=["Titan"], creatures=["Ogre", "Lion"])
    >>> kinds.unpack(kinds.pack(["Ogre", "Lion", "Ogre"]))
    ('Lion', 'Ogre', 'Ogre')
    """

    def __init__(
        self, names: Iterable[CharacterName], lords: Iterable[CharacterName], creatures: Iterable[CharacterName]
    ) -> None:
        self.names = tuple(sorted(names))
        self.one: Mapping[str, Packed] = {name: 1 << FIELD * i for i, name in enumerate(self.names)}
        """One character of each kind, packed."""
        self._guard = sum(one << FIELD - 1 for one in self.one.values())
        self._lords = tuple(FIELD * self.names.index(name) for name in lords)
        self._creatures = tuple(FIELD * self.names.index(name) for name in creatures)

    def pack(self, names: Iterable[CharacterName]) -> Packed:
        """A multiset of characters as an integer.

        :raises KeyError: there is no such kind.
        """
        one = self.one
        return sum([one[name] for name in names])

    def unpack(self, packed: Packed) -> tuple[CharacterName, ...]:
        """The characters of a multiset, sorted."""
        names: list[CharacterName] = []
        for name in self.names:
            if not packed:
                break
            names += [name] * (packed & _FIELD_MASK)
            packed >>= FIELD
        return tuple(names)

    def holds(self, packed: Packed, part: Packed) -> bool:
        """Whether one multiset contains another."""
        guard = self._guard
        return (packed | guard) - part & guard == guard

    def lords(self, packed: Packed) -> int:
        """The number of Lords."""
        return sum([packed >> place & _FIELD_MASK for place in self._lords])

    def creatures(self, packed: Packed) -> int:
        """The number of Creatures."""
        return sum([packed >> place & _FIELD_MASK for place in self._creatures])

    def count(self, packed: Packed, name: CharacterName) -> int:
        """The number of one kind."""
        return packed // self.one[name] & _FIELD_MASK


def size(packed: Packed) -> int:
    """The number of characters."""
    total = 0
    while packed:
        total += packed & _FIELD_MASK
        packed >>= FIELD
    return total


def common(multisets: Iterable[Packed]) -> Packed:
    """The intersection of multisets."""
    first, *others = multisets
    for other in others:
        places = range(0, first.bit_length(), FIELD)
        first = sum([min(first >> place & _FIELD_MASK, other >> place & _FIELD_MASK) << place for place in places])
    return first


@lru_cache(1 << 15)
def parts(whole: Packed, count: int) -> tuple[tuple[Packed, int], ...]:
    """Every different part of ``count`` characters, each with the number of ways to pick its counters.

    >>> kinds = Alphabet(["Lion", "Ogre"], lords=[], creatures=["Lion", "Ogre"])
    >>> [(kinds.unpack(part), ways) for part, ways in parts(kinds.pack(["Lion", "Ogre", "Ogre"]), 2)]
    [(('Ogre', 'Ogre'), 1), (('Lion', 'Ogre'), 2)]
    """
    partial = [(0, 0, 1)]
    place = 0
    while whole:
        have = whole & _FIELD_MASK
        if have:
            partial = [
                (part + (take << place), taken + take, ways * comb(have, take))
                for part, taken, ways in partial
                for take in range(min(have, count - taken) + 1)
            ]
        whole >>= FIELD
        place += FIELD
    return tuple((part, ways) for part, taken, ways in partial if taken == count)
