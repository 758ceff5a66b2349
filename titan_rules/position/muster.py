"""A question about mustering (kind ``muster``)."""

from collections.abc import Mapping

from attrs import field, frozen

from ..box.current_box import BOX, BoxReference, current
from ..box.names import CharacterName
from ..box.types import Count, LandNumber, NamedCharacter, Score, TerrainName, TowerText
from ..digest.rulesets import Ruleset, ruleset
from ..kernel.evolving import EMPTY, frozen_map, frozen_map_or_none
from ..kernel.fields import ALWAYS
from .position import Position


@frozen(repr=False, slots=False)
class Muster(Position):
    """A question about what a Legion in a land may muster.

    :param characters: the Legion's content.
    :param caretaker: stock left of some characters; see :attr:`stock`.
    :param the_box: the box whose mustering table holds.
    :param land: the number of the land, for characters mustered in one land only (BOX-11).
    :param tower_scores: by Tower, the score of the player who started there, for stock that grows with it (BOX-12).
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
        """The readings that apply."""
        return ruleset(self.ruleset, self.options)

    @property
    def stock(self) -> Mapping[CharacterName, int]:
        """The caretaker's stock (MUSTER-3, BOX-12).

        A number that the question gives stands; without one it is the box's counters less the characters named, at
        most, since others may hold some.
        """
        box = self.the_box
        left = {**box.full_stock, **box.grown({int(tower): score for tower, score in self.tower_scores.items()})}
        for name in self.characters:
            if left.get(name):
                left[name] -= 1
        left.update(self.caretaker or {})
        return left
