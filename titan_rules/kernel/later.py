"""What objects of a lower storey offer of higher ones: a position its picture, an action its text.

Such a method belongs to whoever uses the object, and what it does to a storey that knows the object. It looks that up
here when it is called, by name, so that nothing below imports what stands above it.
"""

from importlib import import_module
from typing import Any


def later(place: str) -> Any:
    """The function or class at a place in this package, imported now.

    :param place: as in ``draw.battle:battle_svg``.

    >>> later("box.hexes:mask_of")(["A1", "A2"])
    3
    """
    module, _, name = place.partition(":")
    return getattr(import_module(f"titan_rules.{module}"), name)
