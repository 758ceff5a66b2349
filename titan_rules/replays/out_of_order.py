"""What a record did out of its phase, and an Engagement that it left unresolved (ORDER-1)."""

from collections.abc import Sequence

from ..actions.grammar import written
from ..actions.intents import Action, EndEngagements, EndTurn, Move, Muster, Split
from ..kernel.errors import IllegalAction
from ..kernel.evolving import evolve
from ..kernel.rulings import Told, consequence, illegal
from ..play import is_legal
from ..position.faults.game import TURN_PHASES
from ..position.game import Game, Phase
from ..rules.engagement.meeting import engaged_lands
from .referee import TitanReferee

_PHASES: dict[type[Action], Phase] = {Split: "commencement", Move: "movement", Muster: "enlistment"}
"""The phase that an action belongs to, of those that a player may do too early or too late."""

_ENDS = (EndEngagements, EndTurn)


class OutOfOrder(TitanReferee):
    """Judges a record that nobody objected to (ORDER-1).

    What was done out of its phase is done, and stands when the next player's turn has begun; an Engagement that was
    left unresolved is resolved as soon as it is found.

    :ivar invalid: what was done out of its phase in the present turn, as short texts.
    """

    def __init__(self) -> None:
        self.invalid: list[str] = []
        self._turn_ended = False

    def apply(self, state: Game, action: Action) -> tuple[Game, Sequence[Told]]:
        """The next state, and what happened; a ruling of ORDER-1 with what was against the rules."""
        try:
            after, events = super().apply(state, action)
        except IllegalAction as refused:
            after, events = self._in_spite_of(refused, state, action)
        if (after.active, after.turn) != (state.active, state.turn):
            self._turn_ended = False
            if self.invalid:
                events = [*events, _stands(self.invalid, after)]
                self.invalid = []
        return after, events

    def _in_spite_of(self, refused: IllegalAction, state: Game, action: Action) -> tuple[Game, Sequence[Told]]:
        if self._turn_ended and is_legal(state, EndTurn()):
            ended, before = super().apply(state, EndTurn())
            self._turn_ended = False
            after, events = super().apply(ended, action)
            return after, [*before, *events]
        lands = engaged_lands(state) if state.engagement is None and state.phase in ("engagement", "enlistment") else []
        if isinstance(action, _ENDS) and lands:
            self._turn_ended = isinstance(action, EndTurn)
            sentence = "the Engagement in land {lands} was left unresolved: it is resolved as soon as it is found, now"
            return state, [*refused.rulings, illegal("ORDER-1", sentence, lands=", ".join(map(str, lands)))]
        return self._out_of_phase(refused, state, action)

    def _out_of_phase(self, refused: IllegalAction, state: Game, action: Action) -> tuple[Game, Sequence[Told]]:
        phase = _PHASES.get(type(action))
        if phase in (None, state.phase) or state.engagement is not None or state.phase not in TURN_PHASES:
            raise refused
        there = evolve(state, phase=phase)
        if not is_legal(there, action):
            raise refused
        after, events = super().apply(there, action)
        text = written(action, state.the_box)
        self.invalid.append(text)
        sentence = "{action} is out of its phase and invalid; it stands when the next player's turn has begun"
        ruling = illegal("ORDER-1", sentence, action=text)
        engaged = state.phase == "enlistment" and engaged_lands(after)
        after = evolve(after, phase="engagement" if engaged else state.phase)
        return after, [*refused.rulings, ruling, *events]


def _stands(texts: Sequence[str], after: Game) -> Told:
    sentence = "what was done out of its phase stands, {player}'s turn has begun: {actions}"
    return consequence("ORDER-1", sentence, player=after.active, actions="; ".join(texts))


def against_order(events: Sequence[Told]) -> tuple[Told, ...]:
    """The rulings against an action that was carried out all the same (ORDER-1); none if it was legal."""
    found = tuple([event for event in events if event.verdict == "illegal"])
    return found if any(event.rule == "ORDER-1" for event in found) else ()
