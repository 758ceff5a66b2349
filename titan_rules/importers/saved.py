"""What the saves of other programs have in common: items, one after another, that contain names of the game."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from attrs import define

from ..box.current_box import current
from ..box.masterboard import BOTTOM
from ..box.names import CharacterName, EntrySide, LandNo, Marker, PlayerColor
from ..kernel.errors import DocumentError, Fault, UnknownName

N = TypeVar("N", bound=str)

ENTRY_SIDES: Mapping[int, EntrySide] = {1: "right", 3: "bottom", 5: "left"}
"""Both programs use these numbers for the entry sides."""


@define
class Saved:
    """An item of a save, an XML element or an event, with its values by key.

    A missing value, or one of the wrong kind, is a :class:`DocumentError` that names the line.
    """

    name: str
    line: int

    def fault(self, code: str, message: str, hint: str | None = None) -> DocumentError:
        """An error that names the line."""
        return DocumentError([Fault(code, message, line=self.line, hint=hint)])

    def text(self, key: str) -> str:
        """A text."""
        raise NotImplementedError

    def number(self, key: str) -> int:
        """An integer."""
        raise NotImplementedError

    def canonical(self, names: Callable[[str], N], text: str) -> N:
        """The game's own spelling of a name."""
        try:
            return names(text)
        except UnknownName as e:
            raise self.fault(e.fault.code, e.fault.message, e.fault.hint) from None

    def marker(self, key: str) -> Marker:
        """A Legion's marker."""
        return self.canonical(current().markers.canonical, self.text(key))

    def color(self, key: str) -> PlayerColor:
        """A player's colour."""
        return self.canonical(current().markers.color, self.text(key))

    def character(self, key: str) -> CharacterName:
        """A character's name."""
        return self.canonical(current().character_names.canonical, self.text(key))

    def land(self, key: str) -> LandNo:
        """A land of the Masterboard."""
        land = self.number(key)
        if land not in current().masterboard.lands:
            raise self.fault("unknown-land", f"there is no land {land}")
        return LandNo(land)

    def entry_side(self, key: str, land: LandNo) -> EntrySide | None:
        """The side by which a Battleland is entered."""
        return BOTTOM if current().masterboard.lands[land].from_bottom else ENTRY_SIDES.get(self.number(key))
