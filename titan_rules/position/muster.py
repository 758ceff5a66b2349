"""A question about mustering (kind ``muster``)."""

from collections.abc import Mapping

from attrs import field, frozen

from ..box.naming import BOX, BoxReference
from ..box.reading import current
from ..box.types import Count, LandNumber, NamedCharacter, Score, TerrainName, TowerText
from ..digest.rulesets import Ruleset, ruleset
from ..kernel.fields import ALWAYS
from ..kernel.frozenmap import EMPTY, frozen_map, frozen_map_or_none
from .position import Position


@frozen(repr=False, slots=False)
class Muster(Position):
    """A Legion in a land, asking what it may muster.

    :param characters: the Legion's content.
    :param caretaker: stock left, for the characters named; the others are in full stock.
    :param the_box: the box whose table it is.
    :param land: the land where it stands, for what is mustered in one land only (BOX-11).
    :param tower_scores: by Tower, the score of who started there, for stock that grows with it (BOX-12).
    """

    terrain: TerrainName
    characters: tuple[NamedCharacter, ...]
    ruleset: str = field(default="standard", metadata=ALWAYS)
    the_box: BoxReference = field(factory=current, alias="box", repr=False, metadata=BOX)
    options: Mapping[str, str | bool] = field(default=EMPTY, converter=frozen_map)
    caretaker: Mapping[NamedCharacter, Count] | None = field(default=None, converter=frozen_map_or_none)
    land: LandNumber | None = None
    tower_scores: Mapping[TowerText, Score] = field(default=EMPTY, converter=frozen_map)

    @property
    def rules(self) -> Ruleset:
        """The readings that hold."""
        return ruleset(self.ruleset, self.options)
