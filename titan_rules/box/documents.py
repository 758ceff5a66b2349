"""Documents of kind ``box``: what one may say."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.fields import ALWAYS, Between
from .hazards import Kind
from .names import CharacterName
from .terrains import ANYONE as ANYONE

FORMAT, KIND = "titan-rules/1", "box"
Cost: TypeAlias = Literal["free", "slow", "no"]
Factor: TypeAlias = Annotated[int, Between(1, 99)]
Counters: TypeAlias = Annotated[int, Between(0, 999)]
Change: TypeAlias = Annotated[int, Between(-9, 9)]
Points: TypeAlias = Annotated[int, Between(1, 99_999)]
Cells: TypeAlias = Annotated[int, Between(1, 99)]
Place: TypeAlias = Annotated[int, Between(0, 99)]


@frozen
class PassageDocument:
    """What going somewhere costs natives, and others."""

    native: Cost = "free"
    other: Cost = "free"


@frozen
class OverDocument:
    """Who may fly over."""

    native: bool = True
    other: bool = True


@frozen
class EffectDocument:
    """What a hazard does to a character; see :class:`titan_rules.box.hazards.Effect`."""

    dice: Change = 0
    skill: Change = 0
    number: Change = 0
    hits: Change = 0
    slowed: Change = 0
    not_magic: bool = False
    only_if_higher: bool = False


Effects: TypeAlias = Mapping[str, EffectDocument]


@frozen
class HazardDocument:
    """What covers a hex, and what it does.

    :param called: its name within a sentence, if that differs.
    :param printed: it is one of the printed game.
    """

    called: str | None = None
    printed: bool = False
    enter_on_foot: PassageDocument = PassageDocument()
    land_in_flight: PassageDocument = PassageDocument()
    fly_over: OverDocument = OverDocument()
    striker_in_it: Effects = field(factory=dict)
    target_in_it: Effects = field(factory=dict)
    rangestriker_in_it: Effects = field(factory=dict)
    rangestrike_target_in_it: Effects = field(factory=dict)
    rangestrike_through: Effects = field(factory=dict)
    each_strike_phase: Effects = field(factory=dict)
    blocks_sight: bool = False


@frozen
class HexsideDocument:
    """What lies along a hexside, and what it does: *up* towards the hex that it belongs to.

    :param sight: what it counts as for lines of sight; left out: no obstacle.
    :param also_native: natives of these hazards are its natives, too.
    """

    printed: bool = False
    walk_up: PassageDocument = PassageDocument()
    walk_down: PassageDocument = PassageDocument()
    slows_upwards_only_if_higher: bool = False
    strike_up: Effects = field(factory=dict)
    strike_down: Effects = field(factory=dict)
    rangestrike_up: Effects = field(factory=dict)
    no_contact: bool = False
    no_carry_up: bool = False
    sight: Kind | None = None
    also_native: tuple[str, ...] = ()


@frozen
class StockDocument:
    """A stock that grows with the score of who started in a Tower."""

    tower: int
    each_points: Points


@frozen
class CharacterDocument:
    """A character.

    :param power: its Power-factor; a Titan has none of its own.
    :param count: counters in the box.
    :param back_to_stock: slain ones go back to the caretaker; by default those that are no Creatures.
    :param poison: what a hit that it rolls adds to its target's poison.
    """

    rank: Literal["Lord", "Demi-Lord", "Creature"] = field(metadata={"key": "class"})
    skill: Factor
    count: Counters
    power: Factor | None = None
    flies: bool = False
    rangestrikes: bool = False
    magic_missile: bool = False
    summonable: bool = False
    native_to: tuple[str, ...] = ()
    poison: Counters = 0
    stock: StockDocument | None = None
    back_to_stock: bool | None = None


@frozen
class MusterDocument:
    """A character that a land musters.

    :param with_: pairs of who musters it and how many: a character, or ``any Creature`` and the like for that number of
        one kind; left out: any Legion does.
    :param land: the only land where it is mustered.
    """

    muster: CharacterName
    with_: tuple[tuple[str | int, ...], ...] = field(default=(), metadata={"key": "with"})
    land: int | None = None


@frozen
class MapDocument:
    """A Battleland: what covers and separates its hexes; open ground and level 0 are left out.

    :param hazards: hexes by hazard.
    :param levels: hexes by level.
    :param hexsides: by hexside hazard, the pairs of hexes, the one that it belongs to first: ``D4-D5``.
    :param deployment: where a defender is placed instead of entering; the attacker then enters at the bottom.
    """

    hazards: Mapping[str, tuple[str, ...]] = field(factory=dict)
    levels: Mapping[str, tuple[str, ...]] = field(factory=dict)
    hexsides: Mapping[str, tuple[str, ...]] = field(factory=dict)
    deployment: tuple[str, ...] = ()


@frozen
class TerrainDocument:
    """A kind of land.

    :param name: what people call it, if that differs.
    :param title: the title on its map.
    :param chain: its characters, lowest first: each with how many of the one before it muster it.
    :param musters: what is mustered otherwise.
    :param like: the terrain whose table it uses.
    """

    name: str | None = None
    title: str | None = None
    tower: bool = False
    chain: tuple[tuple[str | int, ...], ...] = ()
    musters: tuple[MusterDocument, ...] = ()
    like: str | None = None
    map: MapDocument = MapDocument()


@frozen
class LandDocument:
    """A land of the Masterboard.

    :param x, y: its place on the grid.
    :param bottom: the hexside (0 the upper one, clockwise) over which its Battleland is entered from the bottom.
    :param exits: by land, the sign over which one leaves for it.
    """

    terrain: str
    x: Place
    y: Place
    exits: Mapping[str, Literal["Block", "Arch", "Arrow", "Arrows"]]
    bottom: Annotated[int, Between(0, 5)] | None = None


@frozen
class BoardDocument:
    """The Masterboard.

    :param inverted: which lands are drawn point-cut downward: those with an even or an odd sum of x and y.
    """

    width: Cells
    height: Cells
    inverted: Literal["even", "odd"]
    lands: Mapping[str, LandDocument]


@frozen
class TitanDocument:
    """The Titan's Power-factor at a score of 0, the points for one more, and the score from which it teleports."""

    power: Factor
    step: Points
    teleport: Points


@frozen
class AcquirableDocument:
    """A character that points acquire."""

    character: CharacterName
    points: Points
    terrains: tuple[str, ...] = ()


@frozen
class AcquireDocument:
    """What points acquire."""

    step: Points
    characters: tuple[AcquirableDocument, ...]


@frozen
class EntryDocument:
    """Over which hexes a side enters, by the attacker's entry side."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    bottom: tuple[str, ...]


@frozen
class EntriesDocument:
    """Over which hexes each side enters."""

    attacker: EntryDocument
    defender_against: EntryDocument


@frozen(kw_only=True)
class BoxDocument:
    """A box.

    :param extends: the box that it changes: a shipped name, or a file; what it says is merged into that one's document,
        key by key, and null takes a key out.
    :param known_as: what another program calls it.
    :param players: the fewest and the most.
    :param colors: the players' colours, with the two letters on their markers.
    :param starting_lord, starting: what every player begins with: the Titan, the Lord, and two of each of the others.
    """

    name: str = field(metadata=ALWAYS)
    extends: str | None = None
    about: str = ""
    known_as: str | None = None
    players: tuple[int, ...]
    colors: Mapping[str, str]
    titan: TitanDocument
    starting_lord: str
    starting: tuple[str, ...]
    acquire: AcquireDocument
    characters: Mapping[str, CharacterDocument]
    terrains: Mapping[str, TerrainDocument]
    masterboard: BoardDocument
    hazards: Mapping[str, HazardDocument]
    hexsides: Mapping[str, HexsideDocument]
    entry_hexes: EntriesDocument
