"""What actions are made of: dice, Operations, rolls, values. The actions themselves are in :mod:`.rules.play`."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from ...kernel.companions import Between, field, frozen
from ...kernel.dice import dice_faults
from ...kernel.errors import DocumentError
from ...kernel.fields import Converted
from ...kernel.jsontext import JSON
from .catalog import MOST_OPS
from .state import BySide
from .words import CountryName, TargetName

Die: TypeAlias = Annotated[int, Between(1, 6)]
Ops: TypeAlias = Annotated[int, Between(1, MOST_OPS)]
Owner: TypeAlias = Literal["US", "USSR", "neutral"]


def _pair(dice: JSON) -> tuple[int, ...]:
    """Two dice.

    :raises DocumentError: they are not.
    """
    faults = dice_faults(dice if isinstance(dice, list) else [dice], 2)
    if faults:
        raise DocumentError(faults)
    return tuple(dice)  # type: ignore[arg-type]  # dice_faults has looked at each


_PAIR = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "minItems": 2, "maxItems": 2}


@frozen
class RolledPair:
    """One realignment roll: the acting side's die, then the opponent's."""

    country: TargetName
    dice: Annotated[tuple[int, ...], Converted(_pair, list, _PAIR)]

    @classmethod
    def typed(cls, text: str) -> dict[str, JSON]:
        """The JSON of a roll typed as ``Iran=5,2``."""
        name, _, dice = text.partition("=")
        return {"country": name, "dice": [int(die) if die.isdecimal() else die for die in dice.split(",")]}


@frozen(kw_only=True)
class Values:
    """Where tracks and countries stand after an event."""

    influence: Mapping[CountryName, BySide] = field(factory=dict)
    vp: int | None = None
    defcon: int | None = None
    military_operations: BySide | None = None
