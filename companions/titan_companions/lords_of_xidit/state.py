"""A position of Lords of Xidit (kind ``position``): frozen classes that are also the document, and the game's words."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from titan_rules.kernel.fields import key
from titan_rules.kernel.rulings import illegal

from .. import protocol as kit
from ..protocol import ALWAYS, ONCE, Between, Count, evolve, field, frozen, reference
from .readings import RULESETS, Readings

Road: TypeAlias = Literal["red", "blue", "black"]
Unit: TypeAlias = Literal["peasant", "archer", "infantry", "cleric", "mage"]
Instruction: TypeAlias = Literal["red", "blue", "black", "wait", "act", "recruit", "repel"]
TileKind: TypeAlias = Literal["recruit", "monster"]
RewardKind: TypeAlias = Literal["gold", "harp", "guild"]
Criterion: TypeAlias = Literal["wealth", "influence", "reputation"]
Length: TypeAlias = Literal["long", "short"]

ROADS: tuple[Road, ...] = ("red", "blue", "black")
UNITS: tuple[Unit, ...] = ("peasant", "archer", "infantry", "cleric", "mage")
"""The five types, the weakest first (LX-RECRUIT-2)."""
ACTS: tuple[Instruction, ...] = ("act", "recruit", "repel")
"""The orders that use what stands in the city (LX-ORDER-2)."""
REWARDS: tuple[RewardKind, ...] = ("gold", "harp", "guild")
CRITERIA: tuple[Criterion, ...] = ("wealth", "influence", "reputation")
YEARS: dict[Length, int] = {"long": 12, "short": 9}
CENSUS_EVERY: dict[Length, int] = {"long": 4, "short": 3}
"""The years between censuses (LX-CENSUS-1)."""
ORDERS_A_YEAR = 6
HARPS = 20
STOREYS = 15
TOWER_HEIGHT = 4
TILE_UNITS = 5
"""Units printed on a recruitment tile."""
LEAST_PLAYERS, MOST_PLAYERS = 3, 5
LISTS = ("recruit_pile", "monster_pile", "recruit_discard", "monster_discard")
"""The piles and discards of the supply."""
DUMMY = "dummy"
"""The dummy of a three-player game (LX-FINAL-11), in rankings."""

CityName: TypeAlias = Annotated[str, reference("city")]
RegionName: TypeAlias = Annotated[str, reference("region")]
PlayerName: TypeAlias = Annotated[str, reference("player")]
OrderNumber: TypeAlias = Annotated[int, Between(1, ORDERS_A_YEAR)]
Storeys: TypeAlias = Annotated[int, Between(1, TOWER_HEIGHT)]
Positive: TypeAlias = Annotated[int, Between(1, 99)]
Units: TypeAlias = Mapping[Unit, Count]
Harps: TypeAlias = Mapping[RegionName, Count]
Shuffle: TypeAlias = tuple[Positive, ...]


@frozen
class City:
    """A city on the map.

    :param roads: the city at the other end, by color.
    :param regions: the adjacent regions.
    """

    roads: Mapping[Road, CityName] = field(factory=dict)
    regions: tuple[RegionName, ...] = field(default=(), metadata=ONCE)


@frozen
class Region:
    """A region, with the points of the most and the second most harps (LX-FINAL-3).

    :param bastion: it is the centre, where harps go inside the fort (LX-HARP-2).
    """

    first: Count
    second: Count
    bastion: bool = False


@frozen
class Map:
    """The fixed board."""

    cities: Mapping[str, City]
    regions: Mapping[str, Region]
    comment: str = ""


@frozen
class Rewards:
    """The rewards on a monster or titan: value of gold, harps, guild storeys; 0 where it shows none."""

    gold: Count = 0
    harp: Count = 0
    guild: Count = 0


@frozen
class Tile:
    """A two-sided tile that is not on the board; what its owner does not know is left out.

    :param city: the number printed on it.
    :param units: its recruitment side.
    :param needs, rewards: its monster side.
    """

    city: CityName | None = None
    units: tuple[Unit, ...] | None = None
    needs: Units | None = None
    rewards: Rewards | None = None

    def __str__(self) -> str:
        return "unknown" if self.city is None else f"city {self.city}"


@frozen
class TileInCity:
    """A tile on the board.

    :param kind: the side that is up.
    :param units: recruitment side: the units that are still there.
    :param printed: all units of the recruitment side, for when the tile comes back.
    :param needs, rewards: the monster side.
    :param recruited_by: who recruited from this very tile this year; None: all who list its city.
    """

    kind: TileKind
    units: tuple[Unit, ...] | None = None
    printed: tuple[Unit, ...] | None = None
    needs: Units | None = None
    rewards: Rewards | None = None
    recruited_by: tuple[PlayerName, ...] | None = None


@frozen
class Space:
    """What lies in a city now."""

    tile: TileInCity | None = field(default=None, metadata=ALWAYS)


@frozen(kw_only=True)
class Supply:
    """The tiles beside the board. A pile lists its top tile first, a discard the tile discarded first.

    :param next_recruit, next_monster: the tiles that come next (LX-SUPPLY-6); None: the space is empty.
    :param recruit_pile, recruit_discard: the rest of that kind; None: unknown.
    """

    next_recruit: Tile | None = Tile()
    next_monster: Tile | None = Tile()
    recruit_pile: tuple[Tile, ...] | None = None
    monster_pile: tuple[Tile, ...] | None = None
    recruit_discard: tuple[Tile, ...] | None = None
    monster_discard: tuple[Tile, ...] | None = None
    comment: str = ""


@frozen
class Titan:
    """A titan.

    :param needs: how many units, of any types (LX-TITAN-6).
    """

    needs: Positive
    rewards: Rewards


@frozen
class TitanPile:
    """A pile of titans.

    :param face_up: the titan that can be repelled.
    :param below: the face-down rest, the top first.
    """

    face_up: Titan | None = field(default=None, metadata=ALWAYS)
    below: tuple[Titan, ...] = ()


@frozen
class Titans:
    """The titans, and whether they have awakened (LX-TITAN-1)."""

    awake: bool = False
    piles: tuple[TitanPile, ...] = ()
    comment: str = ""


@frozen(kw_only=True)
class Player:
    """A player.

    :param place: the city where the piece stands, the document's ``at``; None: it is not set yet.
    :param gold: value of the gold; None: hidden behind the screen (LX-GOLD-1).
    :param harps: harps placed, by region.
    :param guilds: storeys of the towers, by city.
    :param guild_saved: storeys won and not yet built (LX-CENSUS-7).
    :param recruited_this_year: cities recruited from (LX-RECRUIT-3).
    :param titans_this_year: cities from which a titan was repelled (LX-TITAN-7).
    :param program: the six orders of the year; None: unknown.
    """

    place: CityName | None = field(default=None, metadata=key("at"))
    hand: Units = field(factory=dict)
    gold: Count | None = None
    harps_left: Count = field(default=HARPS, metadata=ALWAYS)
    harps: Harps = field(factory=dict)
    guilds: Mapping[CityName, Storeys] = field(factory=dict)
    guild_saved: Count = 0
    recruited_this_year: tuple[CityName, ...] = field(default=(), metadata=ONCE)
    titans_this_year: tuple[CityName, ...] = field(default=(), metadata=ONCE)
    program: tuple[Instruction, ...] | None = None
    comment: str = ""

    @property
    def at(self) -> str:
        """The city where the piece stands; unknown before the piece is set."""
        if self.place is None:
            raise kit.CannotTell(kit.Fault("not-placed", "a piece is not on the board yet: say its city", "/players"))
        return self.place

    @property
    def units(self) -> int:
        """How many units are in hand."""
        return sum(self.hand.values())

    @property
    def storeys(self) -> int:
        """The storeys on the board: the influence (LX-FINAL-2)."""
        return sum(self.guilds.values())


@frozen
class CensusReward:
    """The reward for the most units of a type (LX-CENSUS-2), alone or tied (LX-CENSUS-4)."""

    kind: RewardKind
    sole: Count
    tied: Count = 1


@frozen
class Dummy:
    """The dummy's totals in a game of three (LX-FINAL-11).

    :param steps: by how much a repelled monster raises each total; None: unknown.
    """

    wealth: Count = field(default=0, metadata=ALWAYS)
    influence: Count = field(default=0, metadata=ALWAYS)
    reputation: Count = field(default=0, metadata=ALWAYS)
    steps: Mapping[Criterion, Count] | None = None


@frozen
class Turn:
    """A place in the year: the order (1 to 6; 7 when all are carried out) and whose it is."""

    order: Annotated[int, Between(1, ORDERS_A_YEAR + 1)]
    player: PlayerName


@frozen(kw_only=True)
class Chosen:
    """What is chosen, or decided by chance, where the rules leave it open.

    :param repel: False declines to repel a titan.
    :param titan: the pile of the titan to repel, from 1.
    :param pay: the units given for a titan.
    :param rewards: the rewards taken.
    :param harps: harps by region.
    :param guild: the city of the tower that a census reward is added to.
    :param dummy: the total of the dummy that is raised.
    :param shuffle: the order of a shuffled pile: the numbers of the listed tiles, the top first.
    :param tile: a tile that nobody had seen and that comes now.
    """

    repel: bool | None = None
    titan: Positive | None = None
    pay: Units | None = None
    rewards: tuple[RewardKind, ...] | None = None
    harps: Harps | None = None
    guild: CityName | None = None
    dummy: Criterion | None = None
    shuffle: Shuffle | None = None
    tile: Tile | None = None


@frozen(kw_only=True)
class Choice(Chosen):
    """A choice made beforehand.

    :param order, player: the order that it belongs to.
    :param census: instead of ``order``: the type whose census reward it places.
    """

    order: OrderNumber | None = None
    census: Unit | None = None
    player: PlayerName
    comment: str = ""


Made: TypeAlias = dict[str, Any]
"""The choices of one action, by name: each is popped when needed, and none may be left over."""

CHOICES = {
    "repel": "LX-TITAN-5", "titan": "LX-TITAN-5", "pay": "LX-TITAN-6", "rewards": "LX-REPEL-2", "harps": "LX-HARP-1",
    "guild": "LX-CENSUS-7", "dummy": "LX-FINAL-11", "shuffle": "LX-SUPPLY-3", "tile": "LX-SUPPLY-6",
    "unit": "LX-RECRUIT-1",
}  # fmt: skip
"""What is chosen in an action, each with its rule."""


def made(chosen: Chosen, **given: Any) -> Made:
    """The choices made beforehand, and those in the action itself."""
    before = {name: getattr(chosen, name, None) for name in CHOICES}
    every = before | {name: value for name, value in given.items() if value is not None}
    return {name: value for name, value in every.items() if value is not None}


def all_taken(choices: Made) -> None:
    """Refuse unused choices."""
    if choices:
        sentence = "{choice} is not to be chosen here"
        raise kit.IllegalAction([illegal(CHOICES[name], sentence, choice=name) for name in choices])


@frozen(kw_only=True)
class Position:
    """A game in some year.

    :param order: the players clockwise.
    :param start: the start player of this year.
    :param next: the order to be carried out next; None: the start player's first.
    :param cities: what lies in the cities now.
    :param census: the census rewards by type.
    :param census_shown: the units shown, by type and player.
    :param census_done: the types whose rewards have been given.
    :param census_held: the census after this year is over.
    :param criteria: the criteria in the order of this game (LX-FINAL-1); None: unknown.
    :param winner: who has won, after the final assessment.
    :param board: the file that a position on one line takes all else from.
    """

    comment: str = ""
    board: str | None = None
    ruleset: str = field(default="sheet", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    length: Length = field(default="long", metadata=ALWAYS)
    year: Positive = field(default=1, metadata=ALWAYS)
    order: tuple[str, ...]
    start: PlayerName
    next: Turn | None = None
    map: Map
    cities: Mapping[CityName, Space] = field(factory=dict)
    supply: Supply = Supply()
    titans: Titans = Titans()
    players: Mapping[str, Player]
    dummy: Dummy | None = None
    criteria: tuple[Criterion, ...] | None = None
    census: Mapping[Unit, CensusReward] = field(factory=dict)
    census_shown: Mapping[Unit, Mapping[PlayerName, Count]] = field(factory=dict)
    census_done: tuple[Unit, ...] = field(default=(), metadata=ONCE)
    census_held: bool = False
    choices: tuple[Choice, ...] = ()
    winner: str | None = None

    @property
    def rules(self) -> Readings:
        """The readings it is played under."""
        return RULESETS.of(self)

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players from the start player on."""
        at = self.order.index(self.start)
        return self.order[at:] + self.order[:at]

    @property
    def unplaced(self) -> tuple[str, ...]:
        """Whose pieces are not set yet, in turn order (LX-ORDER-4)."""
        return tuple(name for name in self.turn_order if self.players[name].place is None)

    @property
    def turn(self) -> Turn:
        """The order to be carried out next."""
        return self.next or Turn(1, self.start)

    @property
    def year_over(self) -> bool:
        """Whether all orders of the year are carried out."""
        return self.turn.order > ORDERS_A_YEAR

    @property
    def planned(self) -> Instruction | None:
        """The order that is next, where its player has programmed it."""
        program = self.players[self.turn.player].program
        return None if program is None or self.year_over else program[self.turn.order - 1]

    def tile(self, city: str) -> TileInCity | None:
        """The tile in a city, if any."""
        space = self.cities.get(city)
        return None if space is None else space.tile

    def choice(self, player: str, *, order: int | None = None, census: Unit | None = None) -> Chosen:
        """What was chosen for an order, or for the reward of a type."""
        place = (order, census, player)
        return next((c for c in self.choices if (c.order, c.census, c.player) == place), Chosen())

    def with_player(self, name: str, **changes: Any) -> "Position":
        """A copy with a changed player."""
        return evolve(self, players={**self.players, name: evolve(self.players[name], **changes)})

    def with_tile(self, city: str, tile: TileInCity | None) -> "Position":
        """A copy with another tile in a city, or none."""
        return evolve(self, cities={**self.cities, city: Space(tile)})

    def with_supply(self, **changes: Any) -> "Position":
        """A copy with a changed supply."""
        return evolve(self, supply=evolve(self.supply, **changes))

    def turns(self) -> Iterator[Turn]:
        """The turns of the year that are still to come, in order (LX-EXEC-1)."""
        now, players = self.turn, self.turn_order
        for order in range(now.order, ORDERS_A_YEAR + 1):
            for name in players[players.index(now.player) if order == now.order else 0 :]:
                yield Turn(order, name)


Done: TypeAlias = kit.Doing[Position]
"""What a rule does: its rulings, and the position after it."""
