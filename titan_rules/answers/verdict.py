"""Whether an action is legal, and why: the answer of :func:`why`."""

from collections.abc import Sequence

from attrs import frozen

from ..actions.intents import Action
from ..kernel.answers import Answer, as_html
from ..kernel.judging import Plan
from ..kernel.rulings import Ruling
from ..play import legal_actions, plan
from ..play.questions import action_of
from ..position.battle import Battle
from ..position.files import state_of
from ..position.game import Game
from .checking import check


@frozen(repr=False)
class Verdict:
    """Whether an action is legal, and why; prints like ``titan check``.

    :param rulings: those that make it legal, or every one that forbids it, the deciding one first.
    """

    position: Game | Battle
    action: Action
    legal: bool
    rulings: tuple[Ruling, ...]

    @property
    def instead(self) -> Sequence[Action]:
        """What would be legal instead; empty for a legal action."""
        return () if self.legal else tuple(legal_actions(self.position))

    @property
    def answer(self) -> Answer:
        """The answer of ``titan check``."""
        return check(self.position, [self.action])[0]

    def __str__(self) -> str:
        return str(self.answer)

    def __repr__(self) -> str:
        return f"<Verdict: {self.action}: {'legal' if self.legal else 'illegal'}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return as_html(self.answer.blocks())


def why(position: Game | Battle | str, action: Action | str) -> Verdict:
    """Whether an action is legal, why, and what would be legal instead.

    :raises ActionError: the text is not understood.
    :raises CannotTell: it depends on something that the position leaves out.
    """
    state = state_of(position)
    judged = action_of(action, state)
    planned = plan(state, judged)
    return Verdict(state, judged, isinstance(planned, Plan), planned.rulings)
