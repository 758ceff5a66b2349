"""Engagements, and what their winners get."""

from typing import Literal, TypeAlias

from attrs import frozen

from ...box.names import CharacterName, EntrySide
from ...position.battle import Role
from .happened import Event


@frozen(slots=False)
class EngagementChosen(Event):
    """An Engagement is resolved next (ENG-1)."""

    land: int
    attacker: str
    defender: str


@frozen(slots=False)
class LegionSeen(Event):
    """One player looks at the other's Legion (ENG-2)."""

    legion: str
    player: str


@frozen(slots=False)
class Fled(Event):
    """The defender flees (ENG-3)."""

    legion: str
    characters: tuple[CharacterName, ...]
    points: int


@frozen(slots=False)
class Stood(Event):
    """The defender does not flee (ENG-4)."""

    legion: str


@frozen(slots=False)
class Proposed(Event):
    """An agreement is proposed (ENG-5)."""

    player: str
    attacker_loses: tuple[CharacterName, ...]
    defender_loses: tuple[CharacterName, ...]


@frozen(slots=False)
class NoMoreProposals(Event):
    """A player makes no more proposals (ENG-5)."""

    player: str


@frozen(slots=False)
class Agreed(Event):
    """The Engagement ends by agreement (ENG-7).

    :param winner: None: both Legions are eliminated.
    """

    attacker_loses: tuple[CharacterName, ...]
    defender_loses: tuple[CharacterName, ...]
    winner: Role | None
    points: int


@frozen(slots=False)
class Conceded(Event):
    """A player or a side concedes (ENG-5, CONCEDE-2), or its attempt is accepted (CONCEDE-1)."""

    role: Role


@frozen(slots=False)
class BattleBegan(Event):
    """A Battle begins (BATTLE-1)."""

    land: int
    terrain: str
    attacker: str
    defender: str
    entry_side: EntrySide | None


# --- what a winner gets ----------------------------------------------------------------------------------------------

Choice: TypeAlias = Literal["summons", "reinforcement", "angels"]


@frozen(slots=False)
class ChoiceOpened(Event):
    """A choice that a player alone may make or decline is open (ENG-8)."""

    player: str
    choice: Choice


@frozen(slots=False)
class Declined(Event):
    """A player does not use a right (SUMMON-1, SUMMON-2, REINF-1, REINF-2)."""

    player: str
    choice: Choice


@frozen(slots=False)
class Summoned(Event):
    """An Angel or Archangel is summoned (SUMMON-1, SUMMON-2).

    :param origin: the Legion that it leaves.
    """

    legion: str
    character: CharacterName
    origin: str


@frozen(slots=False)
class Reinforced(Event):
    """A defender takes its reinforcement (REINF-1, REINF-2)."""

    legion: str
    character: CharacterName
    musterers: tuple[CharacterName, ...]


@frozen(slots=False)
class Scored(Event):
    """A player scores (SCORE-2, ENG-3, ENG-7, BATTLE-7, D-3, WITHDRAW-1).

    :param before, after: its score.
    """

    player: str
    points: int
    before: int
    after: int


@frozen(slots=False)
class Acquired(Event):
    """The winning Legion takes Angels, or none (ACQUIRE-1)."""

    legion: str
    characters: tuple[CharacterName, ...]


@frozen(slots=False)
class Disbanded(Event):
    """A Legion is left empty by a summons (SUMMON-3)."""

    legion: str


@frozen(slots=False)
class LegionsRemoved(Event):
    """The other Legions of a player whose Titan is slain leave the board at once (SCORE-5)."""

    player: str
    legions: tuple[str, ...]


@frozen(slots=False)
class Returned(Event):
    """Removed characters go back to the caretaker (SCORE-4)."""

    characters: tuple[CharacterName, ...]
