"""A game in progress (kind ``game``)."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.names import CharacterName
from ..box.naming import BOX, BoxReference
from ..box.reading import current
from ..box.types import MAX_HEIGHT as MAX_HEIGHT
from ..box.types import (
    ColorName,
    Count,
    Die,
    EntrySide,
    Height,
    LandNumber,
    MarkerName,
    NamedCharacter,
    PlayerName,
    Round,
    Score,
)
from ..digest.rulesets import Ruleset, ruleset
from ..kernel.errors import CannotTell, Fault
from ..kernel.fields import ALWAYS
from ..kernel.frozenmap import EMPTY, frozen_map, frozen_map_or_none
from .battle import Battle, Role
from .position import Position

Phase: TypeAlias = Literal["setup", "commencement", "movement", "engagement", "enlistment", "over"]
Stage: TypeAlias = Literal["flight", "negotiation", "battle", "summons", "reinforcement", "acquiring"]

EngagementHow: TypeAlias = Literal["elimination", "concession", "time-loss", "titan", "mutual", "flight", "agreement"]

STARTING_HEIGHT = 8


@frozen(slots=False)
class Legion:
    """A Legion on the Masterboard.

    :param characters: its content; None where the asker does not know it (then ``height`` is given).
    :param height: how many characters it has, where the content is unknown.
    :param moved: it has moved this turn.
    :param entry_side: where it will enter the Battleland, if its move engaged an enemy (MOVE-8).
    :param split_from: the Legion that it was split from this turn.
    :param came_from: the land it started this turn's move from, if it has moved.
    :param recombined: parts of a split were put together in it this turn, so that it moves no more (MOVE-9).
    :param mustered: what it has mustered this turn.
    :param revealed: characters that everybody knows to be in it.
    :param seen: further characters that single players know to be in it, by colour.
    """

    legion: MarkerName
    land: LandNumber
    characters: tuple[NamedCharacter, ...] | None = field(default=None, metadata=ALWAYS)
    height: Height | None = None
    moved: bool = False
    entry_side: EntrySide | None = None
    split_from: MarkerName | None = None
    came_from: LandNumber | None = None
    recombined: bool = False
    mustered: NamedCharacter | None = None
    revealed: tuple[NamedCharacter, ...] = ()
    seen: Mapping[ColorName, tuple[NamedCharacter, ...]] = field(default=EMPTY, converter=frozen_map)

    @property
    def size(self) -> int:
        """Its height."""
        return len(self.characters) if self.characters is not None else self.height or 0

    @property
    def known(self) -> tuple[CharacterName, ...]:
        """The characters known to be in it: its content, or what was revealed of it."""
        return self.revealed if self.characters is None else self.characters

    @property
    def has_titan(self) -> bool:
        """Whether it is known to hold a Titan."""
        return TITAN in self.known


@frozen(slots=False)
class Player:
    """A player.

    :param tower: the Tower it starts in.
    :param markers: the Legion Markers it has and is not using.
    :param legions: the Legions it holds, whatever their markers' colour (D-5).
    :param out: its Titan is slain, or it has withdrawn.
    :param teleported: a Legion of it has teleported this turn (TELE-1).
    :param summoned: it has summoned this turn (SUMMON-3).
    :param mulliganed: it has taken its mulligan (ROLL-1).
    """

    color: ColorName
    name: PlayerName = field(default="", metadata=ALWAYS)
    tower: LandNumber = field(factory=lambda: current().towers[0], metadata=ALWAYS)
    score: Score = field(default=0, metadata=ALWAYS)
    markers: tuple[MarkerName, ...] | None = field(default=None, metadata=ALWAYS)
    legions: tuple[Legion, ...] = field(default=(), metadata=ALWAYS)
    out: bool = False
    teleported: bool = False
    summoned: bool = False
    mulliganed: bool = False

    def legion(self, marker: str) -> Legion | None:
        """Its Legion of that marker, if it has one."""
        for legion in self.legions:
            if legion.legion == marker:
                return legion
        return None

    def held(self, marker: str) -> Legion:
        """Its Legion of that marker.

        :raises KeyError: it has none.
        """
        legion = self.legion(marker)
        if legion is None:
            raise KeyError(marker)
        return legion

    @property
    def free_markers(self) -> tuple[str, ...]:
        """The markers it has and is not using."""
        return self.markers or ()


@frozen(slots=False)
class Proposal:
    """An agreement that was proposed (ENG-5).

    :param attacker_loses: the characters, or ``("all",)``; see :attr:`defender_loses`.
    """

    by: ColorName
    attacker_loses: tuple[CharacterName, ...] = field(default=(), metadata=ALWAYS)
    defender_loses: tuple[CharacterName, ...] = field(default=(), metadata=ALWAYS)


@frozen(slots=False)
class Owed:
    """What a player gets half of when the points of D-3 are scored: the value of Legions already removed.

    :param of: who lost them.
    :param to: who gets half of it.
    :param value: in points.
    """

    of: ColorName
    to: ColorName
    value: int


@frozen(slots=False)
class Engagement:
    """The Engagement being resolved.

    :param attacker, defender: the Legions' markers.
    :param attacking, defending: their owners.
    :param stage: what is decided now.
    :param to_act: who decides.
    :param proposals: all that were made.
    :param no_more: who has declared to make no more.
    :param stood: the defender could have fled and did not (ENG-3).
    :param winner: the side that won, when it is decided.
    :param how: how: like a battle, or by flight or agreement.
    :param points: what the winner scored.
    :param reached: the multiples of 100 that the winner's score reached or passed and that are not yet used.
    :param scored: the winner has scored.
    :param fought: a battle was fought.
    :param right: the winner has a right to summon or to be reinforced afterwards.
    :param donor: the Legion that was summoned from in the present Maneuver Phase.
    :param slain_titans: players whose Titan died in it.
    :param slayer: who slew them.
    :param owed: for Legions of theirs that have left the board before the points of D-3 are scored (SCORE-5).
    """

    land: LandNumber
    attacker: MarkerName
    defender: MarkerName
    attacking: ColorName
    defending: ColorName
    stage: Stage
    to_act: ColorName
    proposals: tuple[Proposal, ...] = ()
    no_more: tuple[ColorName, ...] = ()
    stood: bool = False
    winner: Role | None = None
    how: EngagementHow | None = None
    points: int = 0
    reached: tuple[int, ...] = ()
    scored: bool = False
    fought: bool = False
    right: bool = False
    donor: MarkerName | None = None
    slain_titans: tuple[ColorName, ...] = ()
    slayer: ColorName | None = None
    owed: tuple[Owed, ...] = ()


@frozen(slots=False)
class Seat:
    """A player during setup: a name, and what it has got so far.

    :param rolled: what it rolled for a tower number in the present round, while others have still to roll (SETUP-2).
    """

    name: PlayerName
    tower: LandNumber | None = None
    color: ColorName | None = None
    marker: MarkerName | None = None
    rolled: Die | None = None


@frozen
class Result:
    """How a game has ended.

    :param winner: the winner's colour; None for a draw.
    """

    winner: ColorName | None

    @property
    def draw(self) -> bool:
        """Whether nobody has won."""
        return self.winner is None

    def __str__(self) -> str:
        return "a draw" if self.winner is None else f"{self.winner} has won"


@frozen(kw_only=True, repr=False, slots=False)
class Game(Position):
    """A game.

    :param the_box: the box that it is played with.
    :param turn: rounds, 1 for every player's first turn.
    :param active: whose turn it is.
    :param roll: the Movement Roll, when there is one.
    :param mulligan: it is the second roll (ROLL-1).
    :param caretaker: the stock; left out of a document: what the box holds less all that is elsewhere.
    :param dead: the dead pile.
    :param returning: removed Lords and Demi-Lords that are not yet back with the caretaker (SCORE-4).
    :param seats: the players during setup.
    :param winner: when the game is over: the winner's colour, None for a draw.
    """

    ruleset: str = field(default="standard", metadata=ALWAYS)
    the_box: BoxReference = field(factory=current, alias="box", repr=False, metadata=BOX)
    options: Mapping[str, str | bool] = field(default=EMPTY, converter=frozen_map)
    turn: Round = field(default=1, metadata=ALWAYS)
    phase: Phase = field(default="commencement", metadata=ALWAYS)
    active: ColorName | None = field(default=None, metadata=ALWAYS)
    roll: Die | None = None
    mulligan: bool = False
    players: tuple[Player, ...] = field(default=(), metadata=ALWAYS)
    caretaker: Mapping[NamedCharacter, Count] | None = field(
        default=None, converter=frozen_map_or_none, metadata=ALWAYS
    )
    dead: Mapping[NamedCharacter, Count] = field(default=EMPTY, converter=frozen_map, metadata=ALWAYS)
    returning: Mapping[NamedCharacter, Count] = field(default=EMPTY, converter=frozen_map)
    engagement: Engagement | None = None
    battle: Battle | None = None
    seats: tuple[Seat, ...] = ()
    winner: ColorName | None = None

    @property
    def rules(self) -> Ruleset:
        """The readings it is played under."""
        return ruleset(self.ruleset, self.options)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.phase == "over"

    @property
    def result(self) -> Result | None:
        """How it has ended; None while it is played."""
        return Result(self.winner) if self.over else None

    def player(self, color: str) -> Player:
        """The player of a colour.

        :raises KeyError: nobody plays it.
        """
        for player in self.players:
            if player.color == color:
                return player
        raise KeyError(color)

    @property
    def mover(self) -> Player:
        """The player whose turn it is.

        :raises CannotTell: it is nobody's turn (setup, or the game is over).
        """
        if self.active is None:
            why = "the game is over" if self.over else "the game is being set up"
            raise CannotTell(Fault("nobodys-turn", f"it is nobody's turn: {why}"))
        return self.player(self.active)

    @property
    def meeting(self) -> Engagement:
        """The Engagement that is being resolved.

        :raises LookupError: nothing of that kind is found.
        """
        if self.engagement is None:
            raise LookupError("no Engagement is being resolved")
        return self.engagement

    def legions(self) -> Iterator[tuple[Player, Legion]]:
        """Every Legion with its holder."""
        for player in self.players:
            for legion in player.legions:
                yield player, legion

    def find(self, marker: str) -> tuple[Player, Legion] | None:
        """A Legion by its marker, with its holder."""
        for player in self.players:
            for legion in player.legions:
                if legion.legion == marker:
                    return player, legion
        return None

    def at(self, land: int) -> list[tuple[Player, Legion]]:
        """The Legions in a land."""
        return [(p, x) for p in self.players for x in p.legions if x.land == land]

    def _repr_svg_(self) -> str:
        """The Masterboard as a picture, which notebooks show by themselves."""
        from ..draw.game import game_svg  # noqa: PLC0415 (for notebooks; a position knows no pictures)

        return game_svg(self)


def battle_in(position: Game | Battle) -> Battle | None:
    """A battle itself, or the one that is fought in a game; None where nobody fights."""
    if isinstance(position, Battle):
        return position
    return None if position.battle is None or position.battle.outcome is not None else position.battle
