"""The names of the boards' places, as types: checked and made canonical when a document is read."""

from typing import Annotated, Any, TypeAlias

from ..kernel.errors import Fault, UnknownName
from ..kernel.fields import Named
from .hexes import HEXES, hex_names


def land_number(number: Any) -> int:
    """The number of a land of the Masterboard.

    :raises UnknownName: there is no such land.
    """
    from .masterboard import LANDS  # the board is read only when a land is

    if number not in LANDS:
        raise UnknownName(
            Fault("unknown-land", f"there is no land {number}", hint="lands: 1-42, 100-142, 200 to 600, 1000 to 6000")
        )
    return int(number)


def _lands() -> list[int]:
    from .masterboard import LANDS

    return list(LANDS)


LandNumber: TypeAlias = Annotated[int, Named("land", land_number, _lands)]
HexLabel: TypeAlias = Annotated[str, Named("hex", hex_names.canonical, lambda: HEXES)]
