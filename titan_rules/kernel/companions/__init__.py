"""What a game on this kernel is made of: its documents and readings, its actions, and what may be asked of it."""

from attrs import field as field
from attrs import frozen as frozen

from ..errors import IllegalAction as IllegalAction
from ..evolving import evolve as evolve
from ..fields import Between as Between
from ..questions import Answer as Answer
from ..questions import asked as asked
from ..questions import question as question
from ..rulings import consequence as consequence
from ..rulings import illegal as illegal
from ..rulings import legal as legal
from .actions import Actions as Actions
from .building import game as game
from .playing import Outcome as Outcome
from .playing import Play as Play
from .readings import Rulesets as Rulesets
from .readings import reading as reading
