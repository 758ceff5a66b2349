"""Types that keep names apart: hexes, lands, characters, markers.

They check nothing; names are checked against the box when a document is read or a text is parsed. Code that makes
actions states the type: ``Move(Marker("Bk02"), LandNo(105))``.
"""

from typing import Literal, NewType, TypeAlias

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
OFF_MAP = Hex("")  # no hex, if one must be written; no rule allows anything there
EntrySide: TypeAlias = Literal["left", "right", "bottom"]  # of an attacker (MOVE-8)
