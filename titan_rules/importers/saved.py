"""What the saves of other programs share: items with names of the game, and the result of reading one."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from attrs import define, frozen

from ..box.current_box import current
from ..box.masterboard import BOTTOM
from ..box.names import CharacterName, EntrySide, LandNo, Marker, PlayerColor
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.jsontext import JSON
from ..position.game import Game

N = TypeVar("N", bound=str)

ENTRY_SIDES: Mapping[int, EntrySide] = {1: "right", 3: "bottom", 5: "left"}
"""Both programs use these numbers for the entry sides."""


@frozen(repr=False)
class Save:
    """A game saved by another program.

    :param game: the saved position, or the one after the last action that can be followed.
    :param lines: the replay, if the save has the whole game: the header, then one action a line.
    :param remarks: what the save leaves out, or where it contradicts the rules, one sentence each.
    """

    game: Game
    lines: tuple[Mapping[str, JSON], ...] = ()
    remarks: tuple[str, ...] = ()
    _games: tuple[Game, ...] = ()

    def games(self) -> Iterator[Game]:
        """The position after each action, up to the first illegal one; without actions, the saved one."""
        return iter(self._games or (self.game,))

    def __repr__(self) -> str:
        return f"<Save: turn {self.game.turn}, {max(0, len(self.lines) - 1)} actions>"


@define
class SavedItem:
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
