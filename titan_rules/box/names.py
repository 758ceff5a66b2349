"""Types that keep the names of the game apart: a hex is no land, and a character's name is no Legion Marker.

They cost nothing and check nothing: which names there are is the box's to say, when a document is read or a text is
parsed. Whoever makes an action by hand says what a text is: ``Move(Marker("Bk02"), LandNo(105))``.
"""

from typing import Literal, NewType, TypeAlias

Marker = NewType("Marker", str)
"""A Legion Marker: ``Bk02``."""

LandNo = NewType("LandNo", int)
"""The number of a land of the Masterboard."""

Hex = NewType("Hex", str)
"""The label of a hex of a Battleland: ``D3``."""

PlayerColor = NewType("PlayerColor", str)
"""The colour of a player: ``Black``."""

CharacterName = NewType("CharacterName", str)
"""The name of a character: ``Ogre``."""

OFF_MAP = Hex("")
"""Stands in no hex, where one must be written; no rule allows anything there."""

EntrySide: TypeAlias = Literal["left", "right", "bottom"]
"""Where an attacker enters a Battleland (MOVE-8)."""
