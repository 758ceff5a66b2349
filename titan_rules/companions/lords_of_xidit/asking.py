"""What questions ask for besides the position, and how it is understood."""

from typing import Annotated, TypeAlias

from ...kernel.companions import asked
from ...kernel.names import Names
from .state import Position


def player_of(position: Position, given: str | None) -> str:
    """The player asked about; by default the one whose turn it is.

    :raises UnknownName: nobody of that name plays.
    """
    if given is None:
        return position.start if position.year_over else position.turn.player
    return given if given in position.players else Names("player", position.players).canonical(given)


def city_of(position: Position, given: str | None) -> str | None:
    """A city by its name.

    :raises UnknownName: the map has none of that name.
    """
    if given is None or given in position.map.cities:
        return given
    return Names("city", position.map.cities, abbreviations=False).canonical(given)


PlayerAsked: TypeAlias = Annotated[
    str, asked("who is asked about; default: whose turn it is", either=True, read=player_of)
]
