"""A question about mustering (kind ``muster``)."""

from collections.abc import Mapping

from attrs import field, frozen

from ..box.types import CharacterName, Count, TerrainName
from ..digest.rulesets import Ruleset, ruleset
from ..kernel.fields import ALWAYS
from ..kernel.frozenmap import EMPTY, frozen_map, frozen_map_or_none
from .position import Position


@frozen(repr=False)
class Muster(Position):
    """A Legion in a land, asking what it may muster.

    :param characters: the Legion's content.
    :param caretaker: stock left, for the characters named; the others are in full stock.
    """

    terrain: TerrainName
    characters: tuple[CharacterName, ...]
    ruleset: str = field(default="standard", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(default=EMPTY, converter=frozen_map)
    caretaker: Mapping[CharacterName, Count] | None = field(default=None, converter=frozen_map_or_none)

    @property
    def rules(self) -> Ruleset:
        """The readings that hold."""
        return ruleset(self.ruleset, self.options)
