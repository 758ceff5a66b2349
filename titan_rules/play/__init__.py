"""The sequence of play: what may be done now, and what follows from it.

>>> from titan_rules.play import apply, is_legal, legal_actions, owed, violations
"""

from .engine import apply, decline, is_legal, settle, violations, with_dice
from .listing import legal_actions, owed
from .outcome import Outcome, State

__all__ = [
    "Outcome",
    "State",
    "apply",
    "decline",
    "is_legal",
    "legal_actions",
    "owed",
    "settle",
    "violations",
    "with_dice",
]
