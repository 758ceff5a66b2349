"""What a Legion that is too high loses (HEIGHT-1)."""

from collections.abc import Callable, Iterable

from attrs import frozen

from ...box.characters import ANGEL, ARCHANGEL, CHARACTERS, points

_GO_FIRST: tuple[Callable[[str], bool], ...] = (
    lambda name: CHARACTERS[name].is_creature,
    lambda name: CHARACTERS[name].rank == "Demi-Lord",
    lambda name: name == ARCHANGEL,
    lambda name: name == ANGEL,
)
"""Who goes, group by group: a group only when there is nobody left of those before it."""


@frozen
class Loss:
    """Some characters of equal value that a Legion loses.

    :param count: how many of them go.
    :param among: the characters among which their owner chooses, sorted.
    """

    count: int
    among: tuple[str, ...]

    @property
    def chosen(self) -> bool:
        """Whether its owner has a choice."""
        return self.count < len(self.among) and len(set(self.among)) > 1

    def __str__(self) -> str:
        if self.chosen:
            return f"{self.count} of {', '.join(self.among)} as its owner chooses"
        return " and ".join(self.among[: self.count])


def surplus(characters: Iterable[str], most: int) -> list[Loss]:
    """What a Legion loses until ``most`` characters are left: the most valuable of those who go first (HEIGHT-1).

    >>> [str(loss) for loss in surplus(["Titan", "Lion", "Ogre", "Centaur"], 2)]
    ['Lion', '1 of Centaur, Ogre as its owner chooses']
    """
    left = list(characters)
    found = []
    while len(left) > most:
        able = next((group for may_go in _GO_FIRST if (group := [name for name in left if may_go(name)])), [])
        if not able:
            break
        highest = max(points(name) for name in able)
        equal = sorted(name for name in able if points(name) == highest)
        loss = Loss(min(len(left) - most, len(equal)), tuple(equal))
        found.append(loss)
        for name in equal[: loss.count]:
            left.remove(name)
    return found
