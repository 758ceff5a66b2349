"""The names of the boards' places, as types: checked and made canonical when a document is read."""

from typing import Annotated, TypeAlias

from ..kernel.fields import Named
from .hexes import HEXES, hex_names
from .names import Hex, LandNo
from .reading import ByBox, current

LandNumber: TypeAlias = Annotated[
    LandNo, Named("land", ByBox[int](lambda box: box.land), lambda: current().masterboard.lands, others=True)
]
HexLabel: TypeAlias = Annotated[Hex, Named("hex", hex_names.canonical, lambda: HEXES)]
