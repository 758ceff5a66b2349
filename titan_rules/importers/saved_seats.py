"""Who plays in a save: names, Towers, colours and the markers of the starting Legions."""

from collections.abc import Sequence

from attrs import define, field

from ..box import STANDARD
from ..kernel.jsontext import JSON
from .saved_events import SavedEvent


@define
class Seat:
    """What a player has got so far."""

    tower: int | None = None
    color: str | None = None
    marker: str | None = None


@define
class Seating:
    """The players of a save, in the order in which it names them."""

    seats: dict[str, Seat] = field(factory=dict)

    def read(self, event: SavedEvent) -> bool:
        """Take in an event of the setup; False if it is none."""
        if event.name == "AssignTower":
            number = event.number("tower_num")
            if number not in STANDARD.towers:
                raise event.fault("bad-tower", f"land {number} is not a Tower")
            self._seat(event).tower = number
        elif event.name == "PickedColor":
            self._seat(event).color = STANDARD.markers.colors.canonical(event.text("color"))
        elif event.name == "CreateStartingLegion":
            self._seat(event).marker = STANDARD.markers.canonical(event.text("markerid"))
        else:
            return False
        return True

    def _seat(self, event: SavedEvent) -> Seat:
        return self.seats.setdefault(event.text("playername"), Seat())

    def players(self, event: SavedEvent) -> list[dict[str, JSON]]:
        """The players as a replay's header has them.

        :param event: with which the game begins.
        :raises DocumentError: a player has not got everything; the fault names the event's line.
        """
        for name, seat in self.seats.items():
            if None in (seat.tower, seat.color, seat.marker):
                raise event.fault("bad-players", f"the game begins, and {name} lacks a Tower, a colour or a Legion")
        return [
            {"color": seat.color, "name": name, "tower": seat.tower, "marker": seat.marker}
            for name, seat in self.seats.items()
        ]

    def color_of(self, event: SavedEvent, key: str) -> str:
        """The colour of the player that an event names.

        :raises DocumentError: nobody is called so.
        """
        name = event.text(key)
        seat = self.seats.get(name)
        if seat is None or seat.color is None:
            raise event.fault("unknown-player", f"nobody is called {name!r} in this save")
        return seat.color

    def colors(self, names: Sequence[str]) -> list[str]:
        """The colours of some players."""
        seats = [self.seats[name] for name in names if name in self.seats]
        return [seat.color for seat in seats if seat.color is not None]
