"""A game in progress (kind ``game``)."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.current_box import BOX, BoxReference, current
from ..box.names import CharacterName, PlayerColor
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
from ..kernel.evolving import EMPTY, frozen_map, frozen_map_or_none
from ..kernel.fields import ALWAYS
from ..kernel.ports import port
from .battle import Battle, Role
from .position import Position

Phase: TypeAlias = Literal["setup", "commencement", "movement", "engagement", "enlistment", "over"]
Stage: TypeAlias = Literal["flight", "negotiation", "battle", "summons", "reinforcement", "acquiring"]

EngagementHow: TypeAlias = Literal["elimination", "concession", "time-loss", "titan", "mutual", "flight", "agreement"]

Barred: TypeAlias = Literal[
    "flight", "before-battle", "taken", "never-came", "conceded-in-first-turn", "conceded-before-entering"
]
"""What keeps the winner of an Engagement from a summons or a reinforcement (ENG-4, ENG-8, REINF-2)."""

STARTING_HEIGHT = 8


@port
def game_svg(game: "Game") -> str:
    """The Masterboard as a picture."""
    raise NotImplementedError


@frozen(slots=False)
class Legion:
    """A Legion on the Masterboard.

    :param characters: its content; None: unknown to the observer, and ``height`` is given instead.
    :param height: the number of its characters, if the content is unknown.
    :param moved: it has moved this turn.
    :param entry_side: where it will enter the Battleland, if its move engaged an enemy (MOVE-8).
    :param split_from: the Legion it was split from this turn.
    :param came_from: the land it started this turn's move from, if it has moved.
    :param recombined: parts of a split were recombined in it this turn, so it moves no more (MOVE-9).
    :param mustered: what it has mustered this turn.
    :param revealed: characters that everybody knows are in it.
    :param seen: further characters that one player knows are in it, by colour.
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
        """The number of its characters."""
        return len(self.characters) if self.characters is not None else self.height or 0

    @property
    def known(self) -> tuple[CharacterName, ...]:
        """The characters known to be in it: its content if known, else those revealed."""
        return self.revealed if self.characters is None else self.characters

    @property
    def has_titan(self) -> bool:
        """Whether it is known to hold a Titan."""
        return TITAN in self.known


@frozen(slots=False)
class Player:
    """A player.

    :param tower: the Tower it starts in.
    :param markers: its unused Legion Markers.
    :param legions: its Legions, whatever their markers' colour (D-5).
    :param out: its Titan is slain, or it has withdrawn.
    :param teleported: one of its Legions has teleported this turn (TELE-1).
    :param summoned: it has summoned this turn (SUMMON-3).
    :param mulliganed: it has taken its mulligan (ROLL-1).
    :param elsewhere: it may have further Legions, out of the way of those listed, of which nothing is known; its Titan
        is in one of them, or in a listed Legion of unknown content.
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
    elsewhere: bool = False

    def legion(self, marker: str) -> Legion | None:
        """Its Legion with that marker, if any."""
        for legion in self.legions:
            if legion.legion == marker:
                return legion
        return None

    def held(self, marker: str) -> Legion:
        """Its Legion with that marker.

        :raises KeyError: it has none.
        """
        legion = self.legion(marker)
        if legion is None:
            raise KeyError(marker)
        return legion

    @property
    def free_markers(self) -> tuple[str, ...]:
        """Its unused markers."""
        return self.markers or ()


@frozen(slots=False)
class Proposal:
    """A proposed agreement (ENG-5).

    :param attacker_loses: the characters, or ``("all",)``; see :attr:`defender_loses`.
    """

    by: ColorName
    attacker_loses: tuple[CharacterName, ...] = field(default=(), metadata=ALWAYS)
    defender_loses: tuple[CharacterName, ...] = field(default=(), metadata=ALWAYS)


@frozen(slots=False)
class Owed:
    """The value of Legions already removed, half of which a player gets when the points of D-3 are scored.

    :param of: the player who lost them.
    :param to: the player who gets half.
    :param value: in points.
    """

    of: ColorName
    to: ColorName
    value: int


@frozen(slots=False)
class Engagement:
    """The Engagement being resolved.

    :param attacker, defender: the markers of the two Legions.
    :param attacking, defending: the colours of their owners.
    :param stage: what is being decided.
    :param to_act: who decides.
    :param proposals: all proposals made.
    :param no_more: the players who make no more proposals.
    :param stood: the defender chose not to flee (ENG-3).
    :param winner: the side that won; None: undecided.
    :param how: as for a battle, or by flight or agreement.
    :param points: what the winner scored.
    :param reached: the multiples of 100 that the winner's score reached or passed, not yet used.
    :param scored: the winner has scored.
    :param fought: a battle was fought.
    :param barred: what keeps the winner from a summons or a reinforcement; None: nothing.
    :param donor: the Legion summoned from in the present Maneuver Phase.
    :param slain_titans: players whose Titan died in it.
    :param slayer: the player who slew them.
    :param owed: points for those players' Legions that left the board before D-3 is scored (SCORE-5).
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
    barred: Barred | None = None
    donor: MarkerName | None = None
    slain_titans: tuple[ColorName, ...] = ()
    slayer: ColorName | None = None
    owed: tuple[Owed, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the winner may summon or be reinforced (ENG-4, ENG-8, SUMMON-2, REINF-2)."""
        return self.winner is not None and self.barred is None


@frozen(slots=False)
class Seat:
    """A player during setup.

    :param rolled: its roll for a tower number in this round, while others still have to roll (SETUP-2).
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
        """Whether the game ended in a draw."""
        return self.winner is None

    def __str__(self) -> str:
        return "a draw" if self.winner is None else f"{self.winner} has won"


@frozen(kw_only=True, repr=False, slots=False)
class Game(Position):
    """A game.

    :param the_box: the box it is played with.
    :param turn: the round; 1: every player's first turn.
    :param active: whose turn it is.
    :param roll: the Movement Roll; None: not rolled.
    :param mulligan: the roll is the second (ROLL-1).
    :param caretaker: the stock; if left out: the box's counters less those elsewhere.
    :param dead: the dead pile.
    :param returning: removed Lords and Demi-Lords not yet back with the caretaker (SCORE-4).
    :param seats: the players during setup.
    :param winner: the winner's colour; None: a draw, or the game is not over.
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
        """The readings under which it is played."""
        return ruleset(self.ruleset, self.options)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is played."""
        return Result(self.winner) if self.over else None

    def player(self, color: str) -> Player:
        """The player with a colour.

        :raises KeyError: nobody plays that colour.
        """
        for player in self.players:
            if player.color == color:
                return player
        raise KeyError(color)

    def color_of(self, text: str) -> PlayerColor:
        """The colour that a text means: its name, or that of the player who plays it.

        :raises UnknownName: it is neither.
        """
        named = next((player.color for player in self.players if player.name == text), None)
        return named or self.the_box.markers.color(text)

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
        """The Engagement being resolved.

        :raises LookupError: no Engagement is being resolved.
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
        """The Legion with a marker, and its holder."""
        for player in self.players:
            for legion in player.legions:
                if legion.legion == marker:
                    return player, legion
        return None

    def at(self, land: int) -> list[tuple[Player, Legion]]:
        """The Legions in a land."""
        return [(p, x) for p in self.players for x in p.legions if x.land == land]

    def _repr_svg_(self) -> str:
        """The Masterboard as a picture for notebooks."""
        return game_svg(self)


def battle_in(position: Game | Battle) -> Battle | None:
    """The battle itself, or the one fought in a game; None if there is none."""
    if isinstance(position, Battle):
        return position
    return None if position.battle is None or position.battle.outcome is not None else position.battle
