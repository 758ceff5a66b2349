"""Documents of kind ``box``."""

from collections.abc import Mapping

from attrs import field, frozen

from ..kernel.fields import ALWAYS
from .battlelands import Hazard, Hexside
from .characters import Character, Factor, Points
from .masterboard import BoardDocument
from .names import CharacterName
from .terrains import TerrainDocument

FORMAT, KIND = "titan-rules/1", "box"


@frozen
class TitanDocument:
    """The Titan's Power-factor at a score of 0, the points for one more, and the score needed to teleport."""

    power: Factor
    step: Points
    teleport: Points


@frozen
class Acquirable:
    """A character acquired for points (ACQUIRE-1).

    :param points: each multiple of this reached may acquire it.
    :param terrains: where; empty: everywhere.
    """

    character: CharacterName
    points: Points
    terrains: tuple[str, ...] = ()


@frozen
class AcquireDocument:
    """The characters acquired for points."""

    step: Points
    characters: tuple[Acquirable, ...]


@frozen
class EntryDocument:
    """The hexes where a side enters, by the attacker's entry side."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    bottom: tuple[str, ...]


@frozen
class EntriesDocument:
    """The hexes where each side enters."""

    attacker: EntryDocument
    defender_against: EntryDocument


@frozen(kw_only=True)
class BoxDocument:
    """A box.

    :param extends: the box that it changes, a shipped name or a file; its keys are merged into that box's document,
        and null removes a key.
    :param known_as: its name in another program.
    :param players: the fewest and the most.
    :param colors: the players' colours, with the two letters on their markers.
    :param pictures: what is on a Legion Marker, where that is not what is on the printed game's.
    :param starting_lord, starting: every player starts with the Titan, this Lord, and two of each of the others.
    """

    name: str = field(metadata=ALWAYS)
    extends: str | None = None
    about: str = ""
    known_as: str | None = None
    players: tuple[int, ...]
    colors: Mapping[str, str]
    pictures: Mapping[str, str] = field(factory=dict)
    titan: TitanDocument
    starting_lord: str
    starting: tuple[str, ...]
    acquire: AcquireDocument
    characters: Mapping[str, Character]
    terrains: Mapping[str, TerrainDocument]
    masterboard: BoardDocument
    hazards: Mapping[str, Hazard]
    hexsides: Mapping[str, Hexside]
    entry_hexes: EntriesDocument
