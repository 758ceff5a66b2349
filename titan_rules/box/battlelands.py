"""The eleven Battlelands as printed: hexes, hazards, hexside hazards, entry hexes (BATTLE-3, BATTLE-4)."""

from functools import cache
from typing import Any

from attrs import frozen

from ..kernel.datafiles import read
from .hexes import HEX_NUMBER, HEXES, mask_of

DIRECTIONS = 6


@frozen
class Hex:
    """One hex of a Battleland.

    :param hazard: what covers it (``Plains`` where nothing does).
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
class Battleland:
    """One terrain's map, hexes in the order of :data:`titan_rules.box.hexes.HEXES`."""

    terrain: str
    hexes: tuple[Hex, ...]

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


@cache
def _data() -> Any:
    return read(__file__, "battlelands.json")


@cache
def battleland(terrain: str) -> Battleland:
    """The map of a terrain."""
    rows = _data()[terrain]
    hexes = []
    for label in HEXES:
        row = rows[label]
        neighbours = tuple(row["neighbours"].get(str(d)) for d in range(DIRECTIONS))
        down = tuple(row["hexsides"].get(str(d)) for d in range(DIRECTIONS))
        up = tuple(
            rows[other]["hexsides"].get(str((d + 3) % DIRECTIONS)) if other else None
            for d, other in enumerate(neighbours)
        )
        numbers = tuple(HEX_NUMBER[other] if other else None for other in neighbours)
        hexes.append(Hex(label, row["hazard"], row["elevation"], row["x"], row["y"], numbers, down, up))
    return Battleland(terrain, tuple(hexes))


@cache
def entry_hexes(role: str, entry_side: str) -> tuple[str, ...]:
    """Where a side enters: ``role`` attacker or defender, ``entry_side`` the attacker's (BATTLE-3)."""
    table = _data()["entry_hexes"]["attacker" if role == "attacker" else "defender_against"]
    return tuple(table[entry_side])


@cache
def tower_deployment() -> tuple[str, ...]:
    """Where a defender is placed in a Tower (BATTLE-4)."""
    return tuple(_data()["entry_hexes"]["tower_deployment"])
