"""Types that keep names apart: hexes, lands, characters, markers.

They check nothing; names are checked against the box when a document is read or a text is parsed. Code that makes
actions states the type: ``Move(Marker("Bk02"), LandNo(105))``.
"""

from typing import Literal, NewType, TypeAlias

Marker = NewType("Marker", str)  # Bk02
LandNo = NewType("LandNo", int)  # a land of the Masterboard
Hex = NewType("Hex", str)  # D3
PlayerColor = NewType("PlayerColor", str)  # Black
CharacterName = NewType("CharacterName", str)  # Ogre
OFF_MAP = Hex("")  # no hex, if one must be written; no rule allows anything there
EntrySide: TypeAlias = Literal["left", "right", "bottom"]  # of an attacker (MOVE-8)
