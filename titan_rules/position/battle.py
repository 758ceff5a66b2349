"""A battle in progress (kind ``battle``)."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from ..box.current_box import BOX, BoxReference, current
from ..box.terrains import MusterTable
from ..box.types import (
    BattleTurn,
    Count,
    EntrySide,
    HexLabel,
    LandNumber,
    MarkerName,
    NamedCharacter,
    PlayerName,
    Score,
    Slowing,
    TerrainName,
)
from ..box.value import Box
from ..digest.rulesets import Ruleset, ruleset
from ..kernel.evolving import EMPTY, frozen_map, frozen_map_or_none
from ..kernel.fields import ALWAYS, HIDDEN
from ..kernel.ports import port
from .position import Position

Role: TypeAlias = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")
BattlePhase: TypeAlias = Literal["maneuver", "strike", "strikeback"]
How: TypeAlias = Literal["elimination", "concession", "time-loss", "titan", "mutual"]
Pending: TypeAlias = Literal["attacker-concedes", "defender-concedes", "drift", "end"]

LAST_TURN = 7
"""The battle is lost by time after the attacker's half of this turn (BATTLE-7)."""


@port
def battle_svg(battle: "Battle") -> str:
    """A battle as a picture."""
    raise NotImplementedError


def other(role: Role) -> Role:
    """The other side."""
    return "defender" if role == "attacker" else "attacker"


@frozen(slots=False)
class Combatant:
    """A character in a battle.

    :param hex: None: off the board.
    :param hits: hits taken so far.
    :param moved: it has moved or entered in this Maneuver Phase.
    :param struck: it has struck in this phase.
    :param slowed: how much is taken off its Skill-factor when it moves (BOX-6).
    :param poisoned: the hits that every Strike Phase adds (BOX-7).
    """

    name: NamedCharacter
    hex: HexLabel | None = field(default=None, metadata=ALWAYS)
    hits: Count = 0
    moved: bool = False
    struck: bool = False
    slowed: Slowing = 0
    poisoned: Count = 0


@frozen(kw_only=True, slots=False)
class BattleSide:
    """One side of a battle.

    :param player: the owner.
    :param legion: the Legion Marker.
    :param entry_side: where the attacker enters; None for the defender.
    :param score: the owner's score, for its Titan's Power-factor.
    :param slain: names removed so far, except those left off the board.
    :param left_off: names that did not enter in the first turn (BATTLE-5).
    :param reinforced: the defender has taken its reinforcement (REINF-1).
    :param declined: the defender has declined its reinforcement in this Maneuver Phase (REINF-1, ENG-8).
    :param summoned: the attacker has summoned in this battle (SUMMON-1).
    :param may_summon: an entered defender's character was slain and the next attacker's turn has not passed.
    :param began: the attacker has begun its first battle turn (REINF-2).
    :param elsewhere: further characters, of which nothing is known, are out of the way of those listed.
    """

    player: PlayerName
    legion: MarkerName
    entry_side: EntrySide | None = None
    score: Score = field(default=0, metadata=ALWAYS)
    characters: tuple[Combatant, ...]
    slain: tuple[NamedCharacter, ...] = ()
    left_off: tuple[NamedCharacter, ...] = ()
    reinforced: bool = False
    declined: bool = False
    summoned: bool = False
    may_summon: bool = False
    began: bool = False
    elsewhere: bool = False
    the_box: Box = field(factory=current, alias="box", eq=False, repr=False, metadata=HIDDEN)

    def power(self, combatant: Combatant) -> int:
        """The Power-factor of one of this side's characters (STRIKE-2)."""
        return self.the_box.power(combatant.name, self.score)

    def is_slain(self, combatant: Combatant) -> bool:
        """Whether its hits reach its Power-factor (STRIKE-7)."""
        return combatant.hits > 0 and combatant.hits >= self.the_box.power(combatant.name, self.score)

    def at(self, label: str) -> Combatant | None:
        """The side's character in a hex, if any."""
        for combatant in self.characters:
            if combatant.hex == label:
                return combatant
        return None

    def living(self) -> Iterator[Combatant]:
        """The characters not slain, on the board or still to enter."""
        return (c for c in self.characters if not self.is_slain(c))

    @property
    def height(self) -> int:
        """The number of living characters."""
        return sum(1 for _ in self.living())


@frozen(slots=False)
class BattleOutcome:
    """How a battle ended.

    :param winner: ``none`` if both sides were eliminated.
    :param conceded_by: the side that conceded, if any.
    """

    winner: Literal["attacker", "defender", "none"]
    how: How
    conceded_by: Role | None = None


@frozen(kw_only=True, repr=False, slots=False)
class Battle(Position):
    """A battle.

    :param land: the number of its land, if that matters (BOX-11).
    :param turn: battle turn, 1 to 7.
    :param side: the side whose battle turn it is; in ``strikeback`` the *other* side acts.
    :param caretaker: stock for reinforcements; None: full, or the game's if the battle is part of one.
    :param donors: summonable characters in the attacker's other Legions, by Legion.
    :param pending: a decision that a player must still make: on an attempted concession, a hit of drift that would
        slay, or the end of the battle if its owner may still concede (CONCEDE-1).
    :param the_box: the box that its characters are from.
    :param outcome: how it ended; None while it lasts.
    """

    ruleset: str = field(default="standard", metadata=ALWAYS)
    the_box: BoxReference = field(factory=current, alias="box", repr=False, metadata=BOX)
    options: Mapping[str, str | bool] = field(default=EMPTY, converter=frozen_map)
    terrain: TerrainName
    land: LandNumber | None = None
    turn: BattleTurn = field(default=1, metadata=ALWAYS)
    side: Role = field(default="defender", metadata=ALWAYS)
    phase: BattlePhase = field(default="maneuver", metadata=ALWAYS)
    attacker: BattleSide
    defender: BattleSide
    caretaker: Mapping[NamedCharacter, Count] | None = field(default=None, converter=frozen_map_or_none)
    donors: Mapping[MarkerName, tuple[NamedCharacter, ...]] = field(default=EMPTY, converter=frozen_map)
    pending: Pending | None = None
    outcome: BattleOutcome | None = None

    @property
    def rules(self) -> Ruleset:
        """The readings under which it is fought."""
        return ruleset(self.ruleset, self.options)

    @property
    def acting(self) -> Role:
        """The side that may act in this phase."""
        return other(self.side) if self.phase == "strikeback" else self.side

    @property
    def table(self) -> MusterTable:
        """The mustering table of its terrain (REINF-1)."""
        return self.the_box.table(self.terrain, self.land)

    def of(self, role: Role) -> BattleSide:
        """One of the two sides."""
        return self.attacker if role == "attacker" else self.defender

    def at(self, label: str) -> tuple[Role, Combatant] | None:
        """The side and the character in a hex, if any."""
        there = self.attacker.at(label)
        if there is not None:
            return "attacker", there
        there = self.defender.at(label)
        return ("defender", there) if there is not None else None

    def _repr_svg_(self) -> str:
        """The battle as a picture for notebooks."""
        return battle_svg(self)
