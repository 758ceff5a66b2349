"""Types for names: hexes, lands, characters, markers; player colours and Legion Markers (SETUP-4, SPLIT-3).

The types check nothing; names are checked against the box when a document is read or a text is parsed. Code that makes
actions states the type: ``Move(Marker("Bk02"), LandNo(105))``.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NewType, TypeAlias

from ..kernel.errors import Fault, UnknownName
from ..kernel.jsontext import data_file
from ..kernel.names import Names

Marker = NewType("Marker", str)
LandNo = NewType("LandNo", int)
Hex = NewType("Hex", str)
PlayerColor = NewType("PlayerColor", str)
CharacterName = NewType("CharacterName", str)
Marker.__doc__ = "A Legion Marker, a string as in ``Bk02``."
LandNo.__doc__ = "The number of a land of the Masterboard, an integer."
Hex.__doc__ = "A hex of a Battleland, a string as in ``D3``."
PlayerColor.__doc__ = "A player's colour, a string as in ``Black``."
CharacterName.__doc__ = "The name of a character of the box, a string as in ``Ogre``."
OFF_MAP = Hex("")  # written for no hex; no rule allows anything there
EntrySide: TypeAlias = Literal["left", "right", "bottom"]  # of an attacker (MOVE-8)

MARKERS_PER_COLOR = 12

_PICTURES: Mapping[str, str] = {
    marker: picture
    for colour in data_file(__file__, "marker_pictures.json").values()
    for marker, picture in colour.items()
}
"""The picture on each Legion Marker."""


class Markers:
    """The colours of a box and their Legion Markers.

    :ivar letters: the two letters of each colour's markers.
    :ivar every: all markers, ``Bk01`` to ``Rd12`` in the printed game.
    :ivar pictures: what is on each marker, such as ``Hand`` on ``Bk05``: ``own``, or else what is printed.
    :param own: the names that a box, or a game, gives to some markers itself.
    """

    def __init__(self, letters: Mapping[str, str], own: Mapping[str, str] = MappingProxyType({})) -> None:
        self.letters = {PlayerColor(color): two for color, two in letters.items()}
        numbers = range(1, MARKERS_PER_COLOR + 1)
        self._of = {color: tuple([Marker(f"{two}{n:02d}") for n in numbers]) for color, two in self.letters.items()}
        self.every = tuple([marker for markers in self._of.values() for marker in markers])
        self.colors = Names("color", letters, {two: color for color, two in letters.items()})
        self._color = {two: color for color, two in self.letters.items()}
        taken = {name.casefold() for name in own.values()}
        self._own = own
        printed = {Marker(m): _PICTURES[m] for m in self.every if m in _PICTURES}
        self.pictures = {m: picture for m, picture in printed.items() if picture.casefold() not in taken}
        self.pictures |= {Marker(m): name for m, name in own.items()}
        self._known = frozenset(self.every)
        self._names = Names("marker", self.every, abbreviations=False)
        self._typed = re.compile(r"([A-Za-z]{2})0?([1-9]|1[0-2])")

    def canonical(self, text: str) -> Marker:
        """The canonical Legion Marker.

        :raises UnknownName: there is no such marker.
        """
        marker = text if text in self._known else self._names.find(text)
        if marker is None and (m := self._typed.fullmatch(text.strip())):
            marker = self._names.find(f"{m[1]}{int(m[2]):02d}")
        if marker is None:
            fault = self._names.fault(text)
            first, *others = self.letters.values()
            hint = fault.hint or f"markers run from {first}01 to {first}12; likewise for {', '.join(others)}"
            raise UnknownName(Fault(fault.code, fault.message, hint=hint))
        return Marker(marker)

    def known(self, text: str) -> bool:
        """Whether a text is a Legion Marker."""
        try:
            self.canonical(text)
        except UnknownName:
            return False
        return True

    def shown(self, marker: str) -> str:
        """A marker as people see it, with the name that its game gives it: ``Rd01 (Hilt)``."""
        return f"{marker} ({self._own[marker]})" if marker in self._own else marker

    def mailed(self, marker: str) -> str:
        """A marker as in games by mail, with its picture: ``Bk05(Hand)``."""
        return f"{marker}({self.pictures[Marker(marker)]})" if marker in self.pictures else marker

    def color_of(self, marker: str) -> PlayerColor:
        """The colour on a marker; its holder may be another player (D-5)."""
        return self._color[marker[:2]]

    def color(self, text: str) -> PlayerColor:
        """The canonical colour.

        :raises UnknownName: the box has no such colour.
        """
        return PlayerColor(self.colors.canonical(text))

    def of(self, color: str) -> tuple[Marker, ...]:
        """The twelve markers of a colour, in order (SETUP-4)."""
        return self._of[PlayerColor(color)]
