"""What games on this kernel import."""

from attrs import field, frozen

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS, Between, Named
from titan_rules.kernel.names import Names
from titan_rules.kernel.rulesets import Rulesets, reading
from titan_rules.kernel.rulings import Ruling, consequence, illegal, legal
from titan_rules.kernel.wording import listed

from .actions import Action, Actions
from .fields import ONCE, Count, Known, reference
from .game import Ending, Game, Next
from .outcomes import ChoiceNeeded, DiceMissing, Doing, Open, allowed, broken, carried_out, judged, refuse, rolled

__all__ = [
    "ALWAYS", "ONCE", "Action", "Actions", "Between", "CannotTell", "ChoiceNeeded", "Count", "DiceMissing",
    "DocumentError", "Doing", "Ending", "Fault", "Game", "IllegalAction", "Known", "Named", "Names", "Next", "Open",
    "Rulesets", "Ruling", "allowed", "broken", "carried_out", "consequence", "evolve", "field", "frozen", "illegal",
    "judged", "legal", "listed", "reading", "reference", "refuse", "rolled",
]  # fmt: skip
