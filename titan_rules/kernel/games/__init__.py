"""What games on this kernel import."""

from attrs import field, frozen

from ..errors import CannotTell, DocumentError, Fault, IllegalAction
from ..evolving import evolve
from ..fields import ALWAYS, Between, Named
from ..names import Names
from ..rulesets import Rulesets, reading
from ..rulings import Ruling, consequence, illegal, legal
from ..wording import listed
from .actions import Actions, said
from .fields import ONCE, Count, Known, reference
from .game import Ending, Game, Next
from .outcomes import ChoiceNeeded, DiceMissing, Doing, Open, allowed, broken, carried_out, judged, refuse, rolled

__all__ = [
    "ALWAYS", "ONCE", "Actions", "Between", "CannotTell", "ChoiceNeeded", "Count", "DiceMissing", "DocumentError",
    "Doing", "Ending", "Fault", "Game", "IllegalAction", "Known", "Named", "Names", "Next", "Open", "Rulesets",
    "Ruling", "allowed", "broken", "carried_out", "consequence", "evolve", "field", "frozen", "illegal", "judged",
    "legal", "listed", "reading", "reference", "refuse", "rolled", "said",
]  # fmt: skip
