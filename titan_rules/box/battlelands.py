"""Battlelands: hexes, hazards, hexside hazards (BATTLE-3, BATTLE-4)."""

from collections.abc import Mapping
from functools import lru_cache

from attrs import field, frozen

from .hazards import CLEAR, Hazard, Hexside
from .hexes import DIRECTIONS, HEX_NUMBER, HEXES, NEIGHBOURS, PLACES, mask_of


@frozen
class Hex:
    """One hex of a Battleland.

    :param hazard: what covers it (``Plains`` where nothing does).
    :param x, y: its column, and its row from the top.
    :param neighbours: hex numbers by direction (0 up, then clockwise), None off the map.
    :param down: the hexside hazard that one goes down, by direction, seen from this hex.
    :param up: the hexside hazard that one goes up, by direction, seen from this hex.
    """

    label: str
    hazard: str
    elevation: int
    x: int
    y: int
    neighbours: tuple[int | None, ...]
    down: tuple[str | None, ...]
    up: tuple[str | None, ...]


@frozen
class MapDocument:
    """A Battleland: what covers and separates its hexes; open ground and level 0 are left out.

    :param hazards: hexes by hazard.
    :param levels: hexes by level.
    :param hexsides: by hexside hazard, the pairs of hexes, the one that it belongs to first: ``D4-D5``.
    :param deployment: where a defender is placed instead of entering; the attacker then enters at the bottom.
    """

    hazards: Mapping[str, tuple[str, ...]] = field(factory=dict)
    levels: Mapping[str, tuple[str, ...]] = field(factory=dict)
    hexsides: Mapping[str, tuple[str, ...]] = field(factory=dict)
    deployment: tuple[str, ...] = ()


@frozen(eq=False)
class Battleland:
    """One terrain's map.

    :param hexes: in the order of :data:`titan_rules.box.hexes.HEXES`.
    :param deployment: the hexes in which a defender is placed, if at all (BATTLE-4).
    """

    terrain: str
    hexes: tuple[Hex, ...]
    hazards: Mapping[str, Hazard] = field(repr=False)
    hexsides: Mapping[str, Hexside] = field(repr=False)
    deployment: tuple[str, ...] = ()

    def __getitem__(self, label: str) -> Hex:
        return self.hexes[HEX_NUMBER[label]]

    def with_hazard(self, hazard: str) -> int:
        """The mask of the hexes that a hazard covers."""
        return mask_of(h.label for h in self.hexes if h.hazard == hazard)

    def direction(self, start: int, end: int) -> int:
        """The direction from a hex to its neighbour, both by number.

        :raises ValueError: they are not adjacent.
        """
        return self.hexes[start].neighbours.index(end)

    def sides(self, here: int, direction: int) -> tuple[Hexside | None, Hexside | None]:
        """The hexside hazards gone down and up when leaving a hex in a direction."""
        place = self.hexes[here]
        down, up = place.down[direction], place.up[direction]
        return down and self.hexsides[down], up and self.hexsides[up]  # type: ignore[return-value]

    def rise(self, here: int, there: int) -> int:
        """How much higher a hex is than another."""
        return self.hexes[there].elevation - self.hexes[here].elevation


def battleland(
    terrain: str, drawn: MapDocument, hazards: Mapping[str, Hazard], hexsides: Mapping[str, Hexside]
) -> Battleland:
    """The map of a terrain."""
    covering = {label: hazard for hazard, labels in drawn.hazards.items() for label in labels}
    level = {label: int(height) for height, labels in drawn.levels.items() for label in labels}
    down: list[list[str | None]] = [[None] * DIRECTIONS for _ in HEXES]
    for side, pairs in drawn.hexsides.items():
        for pair in pairs:
            here, there = (HEX_NUMBER[label] for label in pair.split("-"))
            down[here][NEIGHBOURS[here].index(there)] = side
    hexes = []
    for number, label in enumerate(HEXES):
        around = NEIGHBOURS[number]
        up = tuple([None if n is None else down[n][(d + 3) % DIRECTIONS] for d, n in enumerate(around)])
        x, y = PLACES[number]
        hexes.append(Hex(label, covering.get(label, CLEAR), level.get(label, 0), x, y, around, tuple(down[number]), up))
    return Battleland(terrain, tuple(hexes), hazards, hexsides, drawn.deployment)


@lru_cache(512)
def contact_masks(land: Battleland) -> tuple[int, ...]:
    """Each hex's neighbours as a mask, without those that a hexside like a cliff keeps out of contact (MANEUVER-2)."""
    masks = [sum([1 << there for there in h.neighbours if there is not None]) for h in land.hexes]
    for number, h in enumerate(land.hexes):
        for there, side in zip(h.neighbours, h.down, strict=True):
            if there is not None and side is not None and land.hexsides[side].no_contact:
                masks[number] &= ~(1 << there)
                masks[there] &= ~(1 << number)
    return tuple(masks)
