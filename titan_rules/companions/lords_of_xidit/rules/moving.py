"""The orders to move and to wait (II, 1 and 2)."""

from ....kernel.rulings import Ruling
from ..state import Position
from ..words import Road
from .outcomes import Outcome
from .saying import consequence, legal


def road_end(position: Position, city: str, road: Road) -> str | None:
    """The city at the other end of a city's road of a color, if it has one."""
    return position.map.cities[city].roads.get(road)


def no_road(city: str, road: Road) -> Ruling:
    """Why an order to move does nothing (LX-MOVE-1)."""
    return consequence("LX-MOVE-1", "nothing happens: no {road} road leaves city {city}", road=road, city=city)


def move(position: Position, name: str, road: Road) -> Outcome:
    """Move a piece along the road of a color, which there must be (LX-MOVE-1)."""
    start = position.players[name].at
    end = position.map.cities[start].roads[road]
    sentence = "{player} must take the {road} road from city {start} to city {end}"
    ruling = legal("LX-MOVE-1", sentence, player=name, road=road, start=start, end=end)
    return Outcome(position.with_player(name, at=end), (ruling,), ({"what": "move", "from": start, "to": end},))


def wait(position: Position, name: str) -> Outcome:
    """Stay in the city (LX-WAIT-1)."""
    sentence = "{player} stays in city {city}"
    return Outcome(position, (legal("LX-WAIT-1", sentence, player=name, city=position.players[name].at),))
