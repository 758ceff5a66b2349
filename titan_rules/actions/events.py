"""What happens in a game, as data: each event says in fields of its own what it did, and has the ruling on it.

Nothing reads an event's text to know what happened; the text is for people.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ..box.types import EntrySide
from ..kernel.rulings import Ruling, Verdict
from ..kernel.values import ByValue
from ..position.battle import How, Role
from .intents import Carry, HowMoved


class Happened(ByValue):
    """Something that happened, and the ruling on it."""

    __slots__ = ()

    @property
    def ruling(self) -> Ruling:
        """The rule that it follows from, applied to this case."""
        raise NotImplementedError

    @property
    def rule(self) -> str:
        """The id of that rule."""
        return self.ruling.rule

    @property
    def verdict(self) -> Verdict:
        """``legal`` for what an action does, ``consequence`` for what follows by itself."""
        return self.ruling.verdict

    @property
    def text(self) -> str:
        """One English sentence, with this case's names and numbers."""
        return self.ruling.text

    @property
    def step(self) -> str | None:
        """The step of the Complete Sequence of Play."""
        return self.ruling.step

    @property
    def facts(self) -> Mapping[str, Any]:
        """The names and numbers of the sentence."""
        return self.ruling.facts

    def to_json(self) -> dict[str, Any]:
        """Its ruling as a JSON object."""
        return self.ruling.to_json()

    def __str__(self) -> str:
        return str(self.ruling)


@frozen(eq=False, repr=False)
class Event(Happened):
    """An event of which nothing is to be said beyond its ruling: a phase that ends, a stage that is over."""

    ruling: Ruling


# --- setup and turns -------------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class TowerRolled(Event):
    """A player rolls for a Tower (SETUP-2)."""

    player: str
    die: int


@frozen(eq=False, repr=False)
class TowerFound(Event):
    """A player has its Tower, or rolls again (SETUP-2).

    :param number: the number rolled.
    :param again: it is not the player's.
    """

    player: str
    number: int
    again: bool


@frozen(eq=False, repr=False)
class TowerPlaced(Event):
    """The Towers are spread evenly (SETUP-2)."""

    player: str
    tower: int


@frozen(eq=False, repr=False)
class ColorChosen(Event):
    """A player chooses its colour (SETUP-3)."""

    player: str
    color: str


@frozen(eq=False, repr=False)
class TurnBegan(Event):
    """A player's turn begins (SETUP-5)."""

    player: str | None
    turn: int


@frozen(eq=False, repr=False)
class TurnEnded(Event):
    """A player declares its turn over (TURN-1), or is out in its own turn (TURN-2)."""

    player: str | None


@frozen(eq=False, repr=False)
class Withdrew(Event):
    """A player leaves the game (WITHDRAW-1, SETUP-3)."""

    player: str


@frozen(eq=False, repr=False)
class PlayerOut(Event):
    """A player's Titan is slain (D-1).

    :param slayer: who slew it; None where nobody counts as its slayer (D-2).
    """

    player: str
    slayer: str | None


@frozen(eq=False, repr=False)
class MarkersTaken(Event):
    """The slayer takes over the Legion Markers (D-5)."""

    slayer: str
    player: str
    count: int


@frozen(eq=False, repr=False)
class GameOver(Event):
    """The game is over (D-6).

    :param winner: None: a draw.
    """

    winner: str | None


# --- Commencement, movement, mustering -------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class LegionSplit(Event):
    """Characters leave a Legion under a new marker (SPLIT-1, SPLIT-2)."""

    legion: str
    into: str
    characters: tuple[str, ...]


@frozen(eq=False, repr=False)
class Rolled(Event):
    """A Movement Roll (ROLL-1).

    :param mulligan: it is the second.
    """

    player: str | None
    die: int
    mulligan: bool


@frozen(eq=False, repr=False)
class LegionMoved(Event):
    """A Legion moves or teleports (MOVE-3, TELE-2, TELE-3).

    :param reveal: the characters revealed by a teleport.
    """

    legion: str
    origin: int
    to: int
    how: HowMoved
    reveal: tuple[str, ...]


@frozen(eq=False, repr=False)
class EngagementArose(Event):
    """A Legion's move engages an enemy (MOVE-8)."""

    legion: str
    enemy: str
    land: int
    entry_side: EntrySide | None


@frozen(eq=False, repr=False)
class Recombined(Event):
    """One part of a split is put together with another (MOVE-9).

    :param goes: its marker is free again.
    :param stays: its marker is the whole's.
    """

    goes: str
    stays: str


@frozen(eq=False, repr=False)
class Mustered(Event):
    """A Legion musters (MUSTER-2, MUSTER-4)."""

    legion: str
    land: int
    character: str
    musterers: tuple[str, ...]


# --- Engagements -----------------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class EngagementChosen(Event):
    """An Engagement is resolved next (ENG-1)."""

    land: int
    attacker: str
    defender: str


@frozen(eq=False, repr=False)
class LegionSeen(Event):
    """One player looks at the other's Legion (ENG-2)."""

    legion: str
    player: str


@frozen(eq=False, repr=False)
class Fled(Event):
    """The defender flees (ENG-3)."""

    legion: str
    characters: tuple[str, ...]
    points: int


@frozen(eq=False, repr=False)
class Stood(Event):
    """The defender does not flee (ENG-4)."""

    legion: str


@frozen(eq=False, repr=False)
class Proposed(Event):
    """An agreement is proposed (ENG-5)."""

    player: str
    attacker_loses: tuple[str, ...]
    defender_loses: tuple[str, ...]


@frozen(eq=False, repr=False)
class NoMoreProposals(Event):
    """A player makes no more proposals (ENG-5)."""

    player: str


@frozen(eq=False, repr=False)
class Agreed(Event):
    """The Engagement ends by agreement (ENG-7).

    :param winner: None: both Legions are eliminated.
    """

    attacker_loses: tuple[str, ...]
    defender_loses: tuple[str, ...]
    winner: Role | None
    points: int


@frozen(eq=False, repr=False)
class Conceded(Event):
    """A player or a side concedes (ENG-5, CONCEDE-2), or its attempt is accepted (CONCEDE-1)."""

    role: Role


@frozen(eq=False, repr=False)
class BattleBegan(Event):
    """A Battle begins (BATTLE-1)."""

    land: int
    terrain: str
    attacker: str
    defender: str
    entry_side: EntrySide | None


# --- battles ---------------------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Maneuvered(Happened):
    """A character moves on the Battleland, or enters it (MANEUVER-1, BATTLE-3).

    :param origin: None: it enters.
    """

    role: Role
    character: str
    origin: str | None
    to: str
    at_step: str

    @property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {"character": self.character, "origin": self.origin, "to": self.to}
        if self.origin:
            return Ruling("MANEUVER-1", "legal", "{character} moves from {origin} to {to}", facts, self.at_step)
        return Ruling("BATTLE-3", "legal", "{character} enters in {to}", facts, self.at_step)


StrikeKind: TypeAlias = Literal["strike", "strikeback", "rangestrike"]

_STRIKES: dict[StrikeKind, tuple[str, str]] = {
    "strike": ("STRIKE-3", "strikes"),
    "strikeback": ("STRIKE-8", "strikes"),
    "rangestrike": ("RANGE-1", "rangestrikes"),
}


@frozen(eq=False, repr=False)
class Struck(Happened):
    """A strike, a strikeback or a rangestrike, with its dice (STRIKE-3, STRIKE-8, RANGE-1).

    :param hits: all that were rolled, those carried over included.
    :param carry: the hits carried over, in order.
    """

    kind: StrikeKind
    role: Role
    striker: str
    origin: str
    target: str
    to: str
    dice: tuple[int, ...]
    strike_number: int
    hits: int
    carry: tuple[Carry, ...]
    at_step: str

    @property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {
            "striker": self.striker,
            "origin": self.origin,
            "target": self.target,
            "to": self.to,
            "hits": self.hits,
            "strike_number": self.strike_number,
            "dice": " ".join(map(str, self.dice)),
            "count": len(self.dice),
        }
        rule, verb = _STRIKES[self.kind]
        roll = "{hits} hit(s) with {count} dice at {strike_number} ({dice})"
        sentence = f"{{striker}} in {{origin}} {verb} {{target}} in {{to}}: {roll}"
        return Ruling(rule, "legal", sentence, facts, self.at_step)


@frozen(eq=False, repr=False)
class RolledTooMany(Happened):
    """More dice than allowed were rolled first (DICE-1).

    :param first, second: the hits of both rolls.
    :param counted: those that count.
    """

    rolled: int
    count: int
    first: int
    second: int
    counted: int
    at_step: str

    @property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {
            "rolled": self.rolled,
            "count": self.count,
            "first": self.first,
            "second": self.second,
            "counted": self.counted,
        }
        sentence = (
            "{rolled} dice were rolled where {count} are right, with {first} hit(s), then {count} with {second}:"
            " {counted} count"
        )
        return Ruling("DICE-1", "consequence", sentence, facts, self.at_step)


@frozen(eq=False, repr=False)
class CarriedOver(Happened):
    """Hits are carried over to another enemy (CARRY-1)."""

    hits: int
    target: str
    to: str
    at_step: str

    @property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {"hits": self.hits, "target": self.target, "to": self.to}
        sentence = "{hits} hit(s) carried over to {target} in {to}"
        return Ruling("CARRY-1", "legal", sentence, facts, self.at_step)


@frozen(eq=False, repr=False)
class Slain(Happened):
    """A character has taken as many hits as its Power-factor (STRIKE-7), or is slain by drift (STRIKE-9)."""

    role: Role
    character: str
    hex: str
    power: int
    at_step: str
    by_drift: bool = False

    @property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {"character": self.character, "hex": self.hex, "power": self.power}
        if self.by_drift:
            facts = {"character": self.character, "hex": self.hex, "hits": self.power, "power": self.power}
            sentence = "{character} in {hex} is slain by drift; it stays until the slain are removed"
            return Ruling("STRIKE-9", "consequence", sentence, facts, self.at_step)
        sentence = "{character} in {hex} has taken {power} hits and is slain"
        return Ruling("STRIKE-7", "consequence", sentence, facts, self.at_step)


@frozen(eq=False, repr=False)
class DriftHit(Event):
    """A character stands in Drift and takes a hit (DRIFT-1)."""

    role: Role
    character: str
    hex: str
    hits: int


@frozen(eq=False, repr=False)
class LeftOff(Event):
    """What has not entered in a side's first turn is slain (BATTLE-5)."""

    role: Role
    characters: tuple[str, ...]


@frozen(eq=False, repr=False)
class Removed(Event):
    """The slain leave the Battleland (STRIKE-8)."""

    role: Role
    characters: tuple[str, ...]


@frozen(eq=False, repr=False)
class NotEntered(Event):
    """A reinforcement or a summoned character goes back where it came from (REINF-1, SUMMON-1)."""

    role: Role
    characters: tuple[str, ...]


@frozen(eq=False, repr=False)
class ConcessionAttempted(Event):
    """A side attempts to concede (CONCEDE-1)."""

    role: Role


@frozen(eq=False, repr=False)
class BattleEnded(Event):
    """A Battle is over (BATTLE-6, BATTLE-7, CONCEDE-2)."""

    winner: Literal["attacker", "defender", "none"]
    how: How
    turn: int


# --- what a winner gets ----------------------------------------------------------------------------------------------

Choice: TypeAlias = Literal["summons", "reinforcement", "angels"]


@frozen(eq=False, repr=False)
class ChoiceOpened(Event):
    """A choice that a player alone may make or decline is open (ENG-8)."""

    player: str
    choice: Choice


@frozen(eq=False, repr=False)
class Declined(Event):
    """A player does not use a right (SUMMON-1, SUMMON-2, REINF-1, REINF-2)."""

    player: str
    choice: Choice


@frozen(eq=False, repr=False)
class Summoned(Event):
    """An Angel or Archangel is summoned (SUMMON-1, SUMMON-2).

    :param origin: the Legion that it leaves.
    """

    legion: str
    character: str
    origin: str


@frozen(eq=False, repr=False)
class Reinforced(Event):
    """A defender takes its reinforcement (REINF-1, REINF-2)."""

    legion: str
    character: str
    musterers: tuple[str, ...]


@frozen(eq=False, repr=False)
class Scored(Event):
    """A player scores (SCORE-2, ENG-3, ENG-7, BATTLE-7, D-3, WITHDRAW-1).

    :param before, after: its score.
    """

    player: str
    points: int
    before: int
    after: int


@frozen(eq=False, repr=False)
class Acquired(Event):
    """The winning Legion takes Angels, or none (ACQUIRE-1)."""

    legion: str
    characters: tuple[str, ...]


@frozen(eq=False, repr=False)
class Disbanded(Event):
    """A Legion is left empty by a summons (SUMMON-3)."""

    legion: str


@frozen(eq=False, repr=False)
class LegionsRemoved(Event):
    """The other Legions of a player whose Titan is slain leave the board at once (SCORE-5)."""

    player: str
    legions: tuple[str, ...]


@frozen(eq=False, repr=False)
class Returned(Event):
    """Removed characters go back to the caretaker (SCORE-4)."""

    characters: tuple[str, ...]
