"""Battlelands: hexes, hazards, hexside hazards (BATTLE-3, BATTLE-4)."""

from collections.abc import Mapping
from typing import Any

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


@frozen(eq=False)
class Battleland:
    """One terrain's map, hexes in the order of :data:`titan_rules.box.hexes.HEXES`.

    :param hazards, hexsides: what the box says of all of them, by name.
    :param deployment: the hexes in which a defender is placed, if it is placed at all (BATTLE-4).
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
        """What one goes down, and what one goes up, in leaving a hex in a direction."""
        place = self.hexes[here]
        down, up = place.down[direction], place.up[direction]
        return down and self.hexsides[down], up and self.hexsides[up]  # type: ignore[return-value]

    def rise(self, here: int, there: int) -> int:
        """How much higher a hex is than another."""
        return self.hexes[there].elevation - self.hexes[here].elevation


def battleland(
    terrain: str, raw: Mapping[str, Any], hazards: Mapping[str, Hazard], hexsides: Mapping[str, Hexside]
) -> Battleland:
    """The map of a terrain from its part of a box's document."""
    covering = {label: hazard for hazard, labels in raw.get("hazards", {}).items() for label in labels}
    level = {label: int(height) for height, labels in raw.get("levels", {}).items() for label in labels}
    down: list[list[str | None]] = [[None] * DIRECTIONS for _ in HEXES]
    for side, pairs in raw.get("hexsides", {}).items():
        for pair in pairs:
            here, there = (HEX_NUMBER[label] for label in pair.split("-"))
            down[here][NEIGHBOURS[here].index(there)] = side
    hexes = []
    for number, label in enumerate(HEXES):
        around = NEIGHBOURS[number]
        up = tuple(None if n is None else down[n][(d + 3) % DIRECTIONS] for d, n in enumerate(around))
        x, y = PLACES[number]
        hexes.append(Hex(label, covering.get(label, CLEAR), level.get(label, 0), x, y, around, tuple(down[number]), up))
    return Battleland(terrain, tuple(hexes), hazards, hexsides, tuple(raw.get("deployment", ())))
