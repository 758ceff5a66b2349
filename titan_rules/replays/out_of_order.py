"""What a record did out of its phase, and an Engagement left unresolved (ORDER-1)."""

from collections.abc import Sequence

from attrs import frozen

from ..actions.events import TurnBegan, TurnEnded
from ..actions.grammar import written
from ..actions.intents import Action, EndEngagements, EndTurn, Engage, Move, Muster, Split
from ..kernel.errors import IllegalAction
from ..kernel.evolving import evolve
from ..kernel.rulings import Told, consequence, illegal
from ..play import decline, is_legal
from ..play.judging import passes_turn
from ..play.masterboard import put_together
from ..position.changes import put_legion_in, put_player
from ..position.faults.game import TURN_PHASES
from ..position.game import Game, Legion, Phase
from ..rules.engagement.meeting import engaged_lands, engaged_pair
from ..rules.masterboard.turns import begin_turn, rested
from .referee import TitanReferee

_PHASES: dict[type[Action], Phase] = {Split: "commencement", Move: "movement", Muster: "enlistment"}
"""The phase of each action that a player may do too early or too late."""

_ENDS = (EndEngagements, EndTurn)


class OutOfOrder(TitanReferee[Game]):
    """Judges a record to which nobody objected (ORDER-1).

    What was done out of its phase stands once the next player's turn has begun, if a position can hold it. An
    Engagement left unresolved is resolved as soon as it is noticed, even in a later player's turn.

    :ivar invalid: what was done out of its phase in the present turn, as short texts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.invalid: list[str] = []
        self._splits: list[Split] = []
        self._turn_ended = False
        self._forgotten: dict[int, _Forgotten] = {}
        self._interrupted: Game | None = None

    def apply(self, state: Game, action: Action) -> tuple[Game, Sequence[Told]]:
        """The next state, and what happened, with a ruling of ORDER-1 if it was against the rules."""
        if isinstance(action, Engage) and action.land in self._forgotten and state.engagement is None:
            self._interrupted = state
            state = self._forgotten.pop(action.land).reopened(state)
        try:
            after, events = super().apply(state, action)
        except IllegalAction as refused:
            after, events = self._in_spite_of(refused, state, action)
        if self._interrupted is not None:
            return self._gone_on(after, events)
        if passes_turn(state, after):
            self._turn_ended = False
            after, undone = self._undone(after, state.active)
            events = [*events, *undone]
            if self.invalid:
                events = [*events, _stands(self.invalid, after)]
                self.invalid = []
        return after, events

    def _gone_on(self, game: Game, events: Sequence[Told]) -> tuple[Game, Sequence[Told]]:
        """Resume the turn that a forgotten Engagement interrupted, once that is resolved."""
        turn = self._interrupted
        if turn is None or game.engagement is not None or game.phase == "over":
            return game, events
        self._interrupted = None
        told = [event for event in events if not isinstance(event, TurnBegan | TurnEnded)]
        active = turn.player(turn.active or "")
        if game.player(active.color).out:
            game, begun = begin_turn(game, active.color)
            return game, [*told, *begun]
        rights = {"teleported": active.teleported, "summoned": active.summoned}
        players = [evolve(p, **rights) if p.color == active.color else rested(p) for p in game.players]
        game = evolve(
            game,
            players=tuple(players),
            active=turn.active,
            turn=turn.turn,
            phase=turn.phase,
            roll=turn.roll,
            mulligan=turn.mulligan,
        )
        ruling = consequence("ORDER-1", "the Engagement is resolved: {player}'s turn goes on", player=active.color)
        return game, [*told, ruling]

    def _undone(self, game: Game, color: str | None) -> tuple[Game, list[Told]]:
        """Undo splits made out of their phase whose parts still share a land at the end of the turn."""
        told: list[Told] = []
        for split in reversed(self._splits):
            player = next((p for p in game.players if p.color == color), None)
            parts = [] if player is None else [player.legion(split.legion), player.legion(split.into)]
            if player is None or None in parts or len({part.land for part in parts if part is not None}) > 1:
                continue
            player, _ = put_together(player, split.into, split.legion)
            game = put_player(game, player)
            self.invalid.remove(written(split, game.the_box))
            sentence = "{into} shares a land with {legion}, from which it was split out of its phase: it does not stand"
            told.append(consequence("ORDER-1", sentence, into=split.into, legion=split.legion))
        self._splits = []
        return game, told

    def _in_spite_of(self, refused: IllegalAction, state: Game, action: Action) -> tuple[Game, Sequence[Told]]:
        if self._interrupted is not None:
            passed = decline(state)
            if passed is None:
                raise refused
            resumed, before = self._gone_on(passed.state, passed.events)
            after, events = super().apply(resumed, action)
            return after, [*before, *events]
        if self._turn_ended:
            ended, before = self._ended(state)
            after, events = super().apply(ended, action)
            self._turn_ended = False
            return after, [*before, *events]
        lands = engaged_lands(state) if state.engagement is None and state.phase in ("engagement", "enlistment") else []
        if isinstance(action, _ENDS) and lands:
            self._turn_ended = isinstance(action, EndTurn)
            sentence = "the Engagement in land {lands} was left unresolved: it is resolved as soon as it is found, now"
            return state, [*refused.rulings, illegal("ORDER-1", sentence, lands=", ".join(map(str, lands)))]
        return self._out_of_phase(refused, state, action)

    def _ended(self, state: Game) -> tuple[Game, Sequence[Told]]:
        """Begin the next player's turn, even if an Engagement was forgotten."""
        if is_legal(state, EndTurn()):
            return super().apply(state, EndTurn())
        for land in engaged_lands(state):
            (mover, attacker), _ = engaged_pair(state, land)
            self._forgotten[land] = _Forgotten(mover.color, attacker)
        return begin_turn(state, state.mover.color)

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
        if isinstance(action, Split):
            self._splits.append(action)
        sentence = "{action} is out of its phase and invalid; it stands when the next player's turn has begun"
        ruling = illegal("ORDER-1", sentence, action=text)
        engaged = state.phase == "enlistment" and engaged_lands(after)
        after = evolve(after, phase="engagement" if engaged else state.phase)
        return after, [*refused.rulings, ruling, *events]


@frozen
class _Forgotten:
    """An Engagement left unresolved when its turn ended, with the attacking Legion as it had moved."""

    attacking: str
    attacker: Legion

    def reopened(self, game: Game) -> Game:
        """The game in the attacker's Engagement Phase, within a later player's turn."""
        player = game.player(self.attacking)
        entered = evolve(player.held(self.attacker.legion), moved=True, entry_side=self.attacker.entry_side)
        game = put_legion_in(game, player, entered)
        return evolve(game, active=self.attacking, phase="engagement", roll=None, mulligan=False)


def _stands(texts: Sequence[str], after: Game) -> Told:
    sentence = "what was done out of its phase stands, {player}'s turn has begun: {actions}"
    return consequence("ORDER-1", sentence, player=after.active, actions="; ".join(texts))


def against_order(events: Sequence[Told]) -> tuple[Told, ...]:
    """The rulings against an action that was carried out anyway (ORDER-1); none if it was legal."""
    refusals = tuple([event for event in events if event.verdict == "illegal"])
    return refusals if any(event.rule == "ORDER-1" for event in refusals) else ()
