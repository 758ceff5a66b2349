"""The Masterboard: 96 lands and the signs between them (MOVE-4, MOVE-8)."""

from typing import Literal, TypeAlias

from attrs import frozen

from ..kernel.datafiles import read
from .terrains import TOWER
from .types import EntrySide as EntrySide

Sign: TypeAlias = Literal["Block", "Arch", "Arrow", "Arrows"]


@frozen
class Exit:
    """One way out of a land.

    :param to: the land it leads to.
    :param sign: the sign that one leaves over.
    :param hexside: 0 is the upper one, then clockwise.
    """

    to: int
    sign: Sign
    hexside: int


@frozen
class Entrance:
    """One way into a land.

    :param came_from: the land one comes from.
    :param sign: the sign that one comes over.
    :param entry_side: the side of the Battleland where an attacker coming this way enters.
    """

    came_from: int
    sign: Sign
    hexside: int
    entry_side: EntrySide


@frozen
class Land:
    """A land of the Masterboard.

    :param x, y: position on a grid of 15 by 8.
    :param inverted: its hexagon is drawn point-cut downward.
    """

    number: int
    terrain: str
    x: int
    y: int
    inverted: bool
    exits: tuple[Exit, ...]
    entrances: tuple[Entrance, ...]

    @property
    def is_tower(self) -> bool:
        """Whether it is one of the six Towers."""
        return self.terrain == TOWER


def _load() -> dict[int, Land]:
    lands = {}
    for row in read(__file__, "masterboard.json")["rows"]:
        lands[row["land"]] = Land(
            number=row["land"],
            terrain=row["terrain"],
            x=row["x"],
            y=row["y"],
            inverted=row["inverted"],
            exits=tuple(Exit(e["to"], e["sign"], e["hexside"]) for e in row["exits"]),
            entrances=tuple(Entrance(e["from"], e["sign"], e["hexside"], e["entry_side"]) for e in row["entrances"]),
        )
    return lands


LANDS: dict[int, Land] = _load()
"""Every land by its number."""

LAND_NUMBER: dict[int, int] = {land: i for i, land in enumerate(LANDS)}
"""A land's place in :data:`LANDS`: its bit in a mask of lands."""

LAND_BIT: dict[int, int] = {land: 1 << i for land, i in LAND_NUMBER.items()}

TOWERS: tuple[int, ...] = tuple(land.number for land in LANDS.values() if land.is_tower)

ENTRY_SIDES: tuple[EntrySide, ...] = ("left", "right", "bottom")


def entry_side(land: int, came_from: int) -> EntrySide:
    """The entry side of the battle when ``land`` is entered from a neighbour (MOVE-8)."""
    return next(e.entry_side for e in LANDS[land].entrances if e.came_from == came_from)
