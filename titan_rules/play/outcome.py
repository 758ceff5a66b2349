"""What applying an action gives, and what is answered when somebody asks why."""

from collections.abc import Sequence
from typing import Generic

from attrs import frozen

from ..actions.events import Event
from ..actions.intents import Action
from ..kernel.rulings import Ruling
from .choosing import Next, next_choice
from .listing import legal_actions
from .planning import S, State


@frozen
class Outcome(Generic[S]):
    """The next state, and what happened.

    :param action: the action with its dice; None where nothing was done but to let happen what waited.
    :param events: in order: what waited for this action, the action's own event, then its consequences.
    """

    state: S
    action: Action | None = None
    events: tuple[Event, ...] = ()

    @property
    def next(self) -> Next:
        """Who decides what now."""
        return next_choice(self.state)

    def __str__(self) -> str:
        """What happened, a sentence a line."""
        return "\n".join(map(str, self.events))


@frozen
class Verdict:
    """Whether an action is legal, and why.

    :param rulings: those that make it legal, or every one that forbids it, the deciding one first.
    """

    position: State
    action: Action
    legal: bool
    rulings: tuple[Ruling, ...]

    def __str__(self) -> str:
        """The verdict, and each ruling on a line."""
        return "\n".join(["legal" if self.legal else "illegal", *[f"  {ruling}" for ruling in self.rulings]])

    @property
    def instead(self) -> Sequence[Action]:
        """What would be legal instead; empty for a legal action."""
        return () if self.legal else tuple(legal_actions(self.position))
