"""Setup and turns, Commencement, movement and mustering."""

from attrs import frozen

from ...box.names import CharacterName, EntrySide
from ..intents import HowMoved
from .happened import Event


@frozen(slots=False)
class TowerRolled(Event):
    """A player rolls for a Tower (SETUP-2)."""

    player: str
    die: int


@frozen(slots=False)
class TowerFound(Event):
    """A player has its Tower, or rolls again (SETUP-2).

    :param number: the number rolled.
    :param again: it is not the player's.
    """

    player: str
    number: int
    again: bool


@frozen(slots=False)
class TowerPlaced(Event):
    """The Towers are spread evenly (SETUP-2)."""

    player: str
    tower: int


@frozen(slots=False)
class ColorChosen(Event):
    """A player chooses its colour (SETUP-3)."""

    player: str
    color: str


@frozen(slots=False)
class TurnBegan(Event):
    """A player's turn begins (SETUP-5)."""

    player: str | None
    turn: int


@frozen(slots=False)
class TurnEnded(Event):
    """A player declares its turn over (TURN-1), or is out in its own turn (TURN-2)."""

    player: str | None


@frozen(slots=False)
class Withdrew(Event):
    """A player leaves the game (WITHDRAW-1, SETUP-3)."""

    player: str


@frozen(slots=False)
class PlayerOut(Event):
    """A player's Titan is slain (D-1).

    :param slayer: who slew it; None where nobody counts as its slayer (D-2).
    """

    player: str
    slayer: str | None


@frozen(slots=False)
class MarkersTaken(Event):
    """The slayer takes over the Legion Markers (D-5)."""

    slayer: str
    player: str
    count: int


@frozen(slots=False)
class GameOver(Event):
    """The game is over (D-6).

    :param winner: None: a draw.
    """

    winner: str | None


@frozen(slots=False)
class LegionSplit(Event):
    """Characters leave a Legion under a new marker (SPLIT-1, SPLIT-2)."""

    legion: str
    into: str
    characters: tuple[CharacterName, ...]


@frozen(slots=False)
class Rolled(Event):
    """A Movement Roll (ROLL-1).

    :param mulligan: it is the second.
    """

    player: str | None
    die: int
    mulligan: bool


@frozen(slots=False)
class LegionMoved(Event):
    """A Legion moves or teleports (MOVE-3, TELE-2, TELE-3).

    :param reveal: the characters revealed by a teleport.
    """

    legion: str
    origin: int
    to: int
    how: HowMoved
    reveal: tuple[CharacterName, ...]


@frozen(slots=False)
class EngagementArose(Event):
    """A Legion's move engages an enemy (MOVE-8)."""

    legion: str
    enemy: str
    land: int
    entry_side: EntrySide | None


@frozen(slots=False)
class Recombined(Event):
    """One part of a split is put together with another (MOVE-9).

    :param goes: its marker is free again.
    :param stays: its marker is the whole's.
    """

    goes: str
    stays: str


@frozen(slots=False)
class Mustered(Event):
    """A Legion musters (MUSTER-2, MUSTER-4)."""

    legion: str
    land: int
    character: CharacterName
    musterers: tuple[CharacterName, ...]
