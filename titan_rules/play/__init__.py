"""The sequence of play: what may be done now, what follows from it, who decides next.

>>> from titan_rules.play import apply, cannot_tell, is_legal, legal_actions, next_choice, plan, why
"""

from ..kernel.judging import Plan, Refusal
from .api import (
    apply,
    apply_recorded,
    carried_out,
    decline,
    dice_needed,
    ended_by_itself,
    left_out,
    settle,
    violations,
    why,
)
from .choosing import Also, Next, next_choice
from .judging import is_legal, plan
from .listing import cannot_tell, legal_actions, owed
from .outcome import Outcome, Verdict
from .planning import Planned, State
from .unknown import Unknown

__all__ = [
    "Also",
    "Next",
    "Outcome",
    "Plan",
    "Planned",
    "Refusal",
    "State",
    "Unknown",
    "Verdict",
    "apply",
    "apply_recorded",
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
    "why",
]
