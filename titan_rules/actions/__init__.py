"""What players declare, as data: ``Move``, ``Strike``, ``Split`` and the like; and the text they write it in."""

from typing import TypeAlias

from .intents import Accept as Accept
from .intents import AcceptConcession as AcceptConcession
from .intents import Acquire as Acquire
from .intents import Action as Action
from .intents import AttemptConcession as AttemptConcession
from .intents import Carry as Carry
from .intents import Color as Color
from .intents import Concede as Concede
from .intents import EndEngagements as EndEngagements
from .intents import EndManeuver as EndManeuver
from .intents import EndMoves as EndMoves
from .intents import EndSplits as EndSplits
from .intents import EndStrikes as EndStrikes
from .intents import EndTurn as EndTurn
from .intents import Engage as Engage
from .intents import Fight as Fight
from .intents import Flee as Flee
from .intents import Maneuver as Maneuver
from .intents import Move as Move
from .intents import Mulligan as Mulligan
from .intents import Muster as Muster
from .intents import NoMore as NoMore
from .intents import NoReinforce as NoReinforce
from .intents import NoSummon as NoSummon
from .intents import Propose as Propose
from .intents import Recombine as Recombine
from .intents import Reinforce as Reinforce
from .intents import Roll as Roll
from .intents import Split as Split
from .intents import Stand as Stand
from .intents import Strike as Strike
from .intents import Summon as Summon
from .intents import Tower as Tower
from .intents import Withdraw as Withdraw

AnyAction: TypeAlias = (
    Tower
    | Color
    | Split
    | EndSplits
    | Roll
    | Mulligan
    | Move
    | Recombine
    | EndMoves
    | Engage
    | EndEngagements
    | Flee
    | Stand
    | Propose
    | Accept
    | NoMore
    | Concede
    | Fight
    | Maneuver
    | EndManeuver
    | Strike
    | EndStrikes
    | AttemptConcession
    | AcceptConcession
    | Summon
    | NoSummon
    | Reinforce
    | NoReinforce
    | Acquire
    | Muster
    | EndTurn
    | Withdraw
)
"""Any action, for ``match``: each class has its own fields."""
