"""What questions ask for besides the position, and how it is understood."""

from typing import Annotated, Any, TypeAlias

from ...kernel.companions import asked
from ...kernel.names import Names
from .hexes import Hex, typed_many
from .state import Position


def faction_of(position: Position, name: str | None) -> str:
    """A faction by its name, in any case; the current one by default.

    :raises UnknownName: there is none of that name.
    """
    return position.current if name is None else Names("faction", position.factions).canonical(name)


def _hexes(_: Any, texts: tuple[str, ...]) -> tuple[Hex, ...]:
    return typed_many(texts)


FactionAsked: TypeAlias = Annotated[
    str, asked("whose; default: the faction whose turn it is", either=True, read=faction_of)
]
UnitAsked: TypeAlias = Annotated[str, asked("its id", required=True)]
Path: TypeAlias = Annotated[
    tuple[Hex, ...], asked('the hexes in order, like "1,1 2,0"; none: it stays', many=True, read=_hexes)
]
Tile: TypeAlias = Annotated[tuple[Hex, ...], asked('its hexes, like "0,3 1,3 0,4"', many=True, read=_hexes)]
