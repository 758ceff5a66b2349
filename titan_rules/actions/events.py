"""Events: what happens in a game, as data, with the ruling on it.

Programs read an event's fields, never its text, which is for people. An event that no program asks about is a plain
:class:`Event`, whose ruling has the facts.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ..box.names import CharacterName
from ..kernel.rulings import HasRuling, Ruling
from ..kernel.writing import Value
from ..position.battle import How, Role
from .intents import Carry, HowMoved

StrikeKind: TypeAlias = Literal["strike", "strikeback", "rangestrike"]
Choice: TypeAlias = Literal["summons", "reinforcement", "angels"]


@frozen
class Event(Value, HasRuling):
    """Something that happened, with its ruling: the rule it follows from, applied to this case.

    Its verdict is ``legal`` for what an action does, ``consequence`` for what follows automatically.
    """

    ruling: Ruling

    @property
    def facts(self) -> Mapping[str, Any]:
        """The names and numbers of the sentence."""
        return self.ruling.facts

    def __str__(self) -> str:
        return str(self.ruling)


# --- turns -----------------------------------------------------------------------------------------------------------


@frozen
class DieRolled(Event):
    """A die is rolled for a Tower (SETUP-2) or for movement, perhaps again (ROLL-1)."""

    player: str | None
    die: int
    what: Literal["tower", "movement", "mulligan"]


@frozen
class TurnBegan(Event):
    """A player's turn begins (SETUP-5)."""

    player: str | None
    turn: int


@frozen
class TurnEnded(Event):
    """A player ends its turn (TURN-1), or is out during it (TURN-2)."""

    player: str | None


@frozen
class PlayerOut(Event):
    """A player's Titan is slain (D-1), or the player leaves the game (WITHDRAW-1, SETUP-3).

    :param slayer: who slew the Titan; None: nobody counts as its slayer (D-2).
    """

    player: str
    slayer: str | None


@frozen
class GameOver(Event):
    """The game is over (D-6).

    :param winner: None: a draw.
    """

    winner: str | None


# --- Legions ---------------------------------------------------------------------------------------------------------


@frozen
class LegionSplit(Event):
    """Characters leave a Legion under a new marker (SPLIT-1, SPLIT-2)."""

    legion: str
    into: str
    characters: tuple[CharacterName, ...]


@frozen
class LegionMoved(Event):
    """A Legion moves or teleports (MOVE-3, TELE-2, TELE-3).

    :param reveal: the characters shown for a teleport.
    """

    legion: str
    origin: int
    to: int
    how: HowMoved
    reveal: tuple[CharacterName, ...]


@frozen
class Recombined(Event):
    """Two parts of a split are recombined (MOVE-9).

    :param goes: the marker that is free again.
    :param stays: the marker that the whole keeps.
    """

    goes: str
    stays: str


@frozen
class Mustered(Event):
    """A Legion musters (MUSTER-2, MUSTER-4), or is reinforced (REINF-1, REINF-2).

    :param musterers: the characters shown to qualify.
    """

    legion: str
    character: CharacterName
    musterers: tuple[CharacterName, ...]


# --- what the winner of an Engagement gets ---------------------------------------------------------------------------


@frozen
class ChoiceOpened(Event):
    """A choice opens that only one player may make or decline (ENG-8)."""

    player: str
    choice: Choice


@frozen
class Declined(Event):
    """A player declines a right (SUMMON-1, SUMMON-2, REINF-1, REINF-2)."""

    player: str
    choice: Choice


@frozen
class Summoned(Event):
    """An Angel or Archangel is summoned (SUMMON-1, SUMMON-2).

    :param origin: the Legion it leaves.
    """

    legion: str
    character: CharacterName
    origin: str


@frozen
class Acquired(Event):
    """The winning Legion takes Angels, or none (ACQUIRE-1)."""

    legion: str
    characters: tuple[CharacterName, ...]


@frozen
class Scored(Event):
    """A player scores (SCORE-2, ENG-3, ENG-7, BATTLE-7, D-3, WITHDRAW-1).

    :param before, after: the player's score.
    """

    player: str
    points: int
    before: int
    after: int


# --- battles ---------------------------------------------------------------------------------------------------------


@frozen
class Maneuvered(Event):
    """A character moves on the Battleland or enters it (MANEUVER-1, BATTLE-3).

    :param origin: None: it enters.
    """

    role: Role
    character: CharacterName
    origin: str | None
    to: str


@frozen
class Struck(Event):
    """A strike, a strikeback or a rangestrike, with its dice (STRIKE-3, STRIKE-8, RANGE-1).

    :param hits: all hits rolled, including those carried over.
    :param carry: the hits carried over, in order.
    """

    kind: StrikeKind
    role: Role
    striker: CharacterName
    origin: str
    target: CharacterName
    to: str
    dice: tuple[int, ...]
    strike_number: int
    hits: int
    carry: tuple[Carry, ...]


@frozen
class Slain(Event):
    """A character took as many hits as its Power-factor (STRIKE-7), or is slain by drift (STRIKE-9)."""

    role: Role
    character: CharacterName
    hex: str
    power: int
    by_drift: bool = False


@frozen
class Removed(Event):
    """Characters leave the Battleland or never entered it.

    :param why: slain (STRIKE-8); left off and so slain (BATTLE-5); or a reinforcement or summoned character that
        did not enter (REINF-1, SUMMON-1).
    """

    role: Role
    characters: tuple[CharacterName, ...]
    why: Literal["slain", "left-off", "not-entered"]


@frozen
class BattleEnded(Event):
    """A Battle is over (BATTLE-6, BATTLE-7, CONCEDE-2)."""

    winner: Literal["attacker", "defender", "none"]
    how: How
    turn: int
