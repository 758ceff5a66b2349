"""The sequence of play: what may be done now, what follows from it, who decides next.

>>> from titan_rules.play import apply, cannot_tell, is_legal, legal_actions, next_choice, plan
"""

from ..kernel.judging import Plan, Refusal
from .api import (
    Outcome,
    apply,
    apply_recorded,
    apply_shown,
    carried_out,
    decline,
    dice_needed,
    ended_by_itself,
    left_out,
    settle,
    violations,
)
from .choosing import Also, Next, next_choice
from .judging import is_legal, plan
from .listing import Unknown, cannot_tell, legal_actions, owed
from .planning import Planned, State

__all__ = [
    "Also",
    "Next",
    "Outcome",
    "Plan",
    "Planned",
    "Refusal",
    "State",
    "Unknown",
    "apply",
    "apply_recorded",
    "apply_shown",
    "cannot_tell",
    "carried_out",
    "decline",
    "dice_needed",
    "ended_by_itself",
    "is_legal",
    "left_out",
    "legal_actions",
    "next_choice",
    "owed",
    "plan",
    "settle",
    "violations",
]
