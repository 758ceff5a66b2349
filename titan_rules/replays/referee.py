"""TITAN's side of the replay driver: actions, outcomes and expectations."""

from collections.abc import Mapping, Sequence
from typing import Generic

from ..actions import intents as act
from ..actions.grammar import action_of, written
from ..box.current_box import reading
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell
from ..kernel.jsontext import JSON
from ..kernel.replaying import Divergence
from ..kernel.rulings import Told
from ..kernel.writing import write
from ..play import apply_recorded, legal_actions
from ..play.planning import S
from .expectations import divergences

SKIPPABLE = (
    *(act.Split, act.Mulligan, act.Move, act.Recombine, act.Propose, act.Maneuver, act.Strike, act.Summon),
    *(act.Reinforce, act.Acquire, act.Muster),
)
"""Actions that the phase can go on without."""


class TitanReferee(Generic[S]):
    """Judges the lines of a recorded game, or of a battle's orders.

    :param dice: rolls the dice that the lines lack.
    """

    def __init__(self, dice: DiceSource | None = None) -> None:
        self._dice = dice

    def read(self, data: Mapping[str, JSON], state: S) -> act.Action:
        """An action from its JSON."""
        return action_of(data, state)

    def apply(self, state: S, action: act.Action) -> tuple[S, Sequence[Told]]:
        """The next state, and what happened."""
        outcome = apply_recorded(state, action, self._dice)
        return outcome.state, outcome.events

    def legal(self, state: S) -> list[str]:
        """The short texts of the legal actions."""
        try:
            return [written(action, state.the_box) for action in legal_actions(state)]
        except CannotTell:
            return []

    def divergences(self, state: S, events: Sequence[Told], expect: Mapping[str, JSON]) -> list[Divergence]:
        """Which expectations do not hold."""
        with reading(state.the_box):
            return divergences(state, events, expect)

    def snapshot(self, state: S) -> JSON:
        """The state as JSON."""
        return write(state)
