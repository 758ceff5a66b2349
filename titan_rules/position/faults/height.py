"""What a Legion that is too high loses (HEIGHT-1)."""

from collections.abc import Iterable

from attrs import frozen

from ...box import Box
from ...box.names import CharacterName


@frozen
class Loss:
    """Some characters of equal value that a Legion loses.

    :param count: how many of them go.
    :param among: the characters among which their owner chooses, sorted.
    """

    count: int
    among: tuple[CharacterName, ...]

    @property
    def chosen(self) -> bool:
        """Whether its owner has a choice."""
        return self.count < len(self.among) and len(set(self.among)) > 1

    def __str__(self) -> str:
        if self.chosen:
            return f"{self.count} of {', '.join(self.among)} as its owner chooses"
        return " and ".join(self.among[: self.count])


def surplus(box: Box, characters: Iterable[CharacterName], most: int) -> list[Loss]:
    """What a Legion loses until ``most`` characters are left: the most valuable of those who go first (HEIGHT-1).

    >>> from titan_rules.box import STANDARD
    >>> [str(loss) for loss in surplus(STANDARD, ["Titan", "Lion", "Ogre", "Centaur"], 2)]
    ['Lion', '1 of Centaur, Ogre as its owner chooses']
    """
    left = list(characters)
    found = []
    while len(left) > most:
        able = _go_first(box, left)
        if not able:
            break
        highest = max(box.points(name) for name in able)
        equal = sorted(name for name in able if box.points(name) == highest)
        loss = Loss(min(len(left) - most, len(equal)), tuple(equal))
        found.append(loss)
        for name in equal[: loss.count]:
            left.remove(name)
    return found


def _go_first(box: Box, names: Iterable[CharacterName]) -> list[CharacterName]:
    """Who goes before all others: Creatures, then Demi-Lords, then Lords but for Titans."""
    able = [name for name in names if not box.characters[name].is_titan]
    for rank in ("Creature", "Demi-Lord", "Lord"):
        found = [name for name in able if box.characters[name].rank == rank]
        if found:
            return found
    return []
