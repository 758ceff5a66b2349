"""What comes in the box: characters, mustering tables, Masterboard, Battlelands, hazards; all of it data."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .value import STANDARD as STANDARD
    from .value import Box as Box
    from .value import box as box

__all__ = ["STANDARD", "Box", "box"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import value

        return getattr(value, name)
    raise AttributeError(name)
