"""Judges recorded games: how far one is legal, where it stops, and the game after it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic

from attrs import frozen

from ..actions import intents as act
from ..actions.events import TurnBegan, TurnEnded
from ..answers.replay_report import GameResult, Problem, ReplayVerdict, Report
from ..box.current_box import use_box
from ..box.names import CharacterName
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import Divergence, RecordLine, Step, play
from ..kernel.rulings import HasRuling, Ruling, consequence, illegal
from ..kernel.writing import write
from ..play import apply_recorded, decline, is_legal, legal_actions, next_choice, violations
from ..play.judging import passes_turn
from ..play.masterboard import join_parts
from ..play.planning import S
from ..position.changes import put_legion_in, put_player
from ..position.faults.game import TURN_PHASES
from ..position.game import Game, Legion, Phase
from ..rules.engagement.meeting import engaged_lands, engaged_pair
from ..rules.masterboard.turns import begin_turn, rested
from ..text.parsing import action_of, written
from .expectations import closing, divergences

SKIPPABLE = (
    *(act.Split, act.Mulligan, act.Move, act.Recombine, act.Propose, act.Maneuver, act.Strike, act.Summon),
    *(act.Reinforce, act.Acquire, act.Muster),
)
"""Actions that can be skipped without stopping the phase."""


class TitanReferee(Generic[S]):
    """Judges the lines of a recorded game, or of a battle's orders.

    :param dice: rolls the dice that the lines lack.
    """

    def __init__(self, dice: DiceSource | None = None) -> None:
        self._dice = dice
        self._reinforced: list[CharacterName] = []  # what defenders have mustered in this turn (MUSTER-6)

    def read(self, data: Mapping[str, JSON], state: S) -> act.Action:
        """An action from its JSON."""
        return action_of(data, state)

    def apply(self, state: S, action: act.Action) -> tuple[S, Sequence[HasRuling]]:
        """The next state, and what happened."""
        if isinstance(action, act.Muster) and action.early and action.character in self._reinforced:
            given_back = self._given_back(state, action)
            if given_back is not None:
                return state, [given_back]
        outcome = apply_recorded(state, action, self._dice)
        if isinstance(action, act.Reinforce):
            self._reinforced.append(action.character)
        elif isinstance(state, Game) and isinstance(outcome.state, Game) and passes_turn(state, outcome.state):
            self._reinforced = []
        return outcome.state, outcome.events

    def _given_back(self, state: S, action: act.Muster) -> Ruling | None:
        """The ruling that a Legion gives back what it mustered early; None unless a defender took the last one."""
        against = violations(state, action)
        if not against or {ruling.rule for ruling in against} != {"MUSTER-3"}:
            return None
        self._reinforced.remove(action.character)
        sentence = (
            "{legion} gives back the {character} that it mustered as it moved: a defender's reinforcement took it"
        )
        return consequence("MUSTER-6", sentence, legion=action.legion, character=action.character)

    def legal(self, state: S) -> list[str]:
        """The short texts of the legal actions."""
        try:
            return [written(action, state.the_box) for action in legal_actions(state)]
        except CannotTell:
            return []

    def divergences(self, state: S, events: Sequence[HasRuling], expect: Mapping[str, JSON]) -> list[Divergence]:
        """Which expectations do not hold."""
        with use_box(state.the_box):
            return divergences(state, events, expect)

    def snapshot(self, state: S) -> JSON:
        """The state as JSON."""
        return write(state)


# --- out of order ----------------------------------------------------------------------------------------------------

_PHASES: dict[type[act.Action], Phase] = {act.Split: "commencement", act.Move: "movement", act.Muster: "enlistment"}
"""The phase of each action that a player may do too early or too late."""

_ENDS = (act.EndEngagements, act.EndTurn)


class OutOfOrder(TitanReferee[Game]):
    """Judges a record to which nobody objected (ORDER-1).

    An action out of its phase stands once the next player's turn has begun, if a position can hold it. An
    Engagement left unresolved is resolved as soon as it is noticed, even in a later player's turn.

    :ivar invalid: the short texts of this turn's actions out of phase.
    """

    def __init__(self) -> None:
        super().__init__()
        self.invalid: list[str] = []
        self._splits: list[act.Split] = []
        self._turn_ended = False
        self._forgotten: dict[int, _Forgotten] = {}
        self._interrupted: Game | None = None

    def apply(self, state: Game, action: act.Action) -> tuple[Game, Sequence[HasRuling]]:
        """The next state, and what happened, with a ruling of ORDER-1 if the action was illegal."""
        if isinstance(action, act.Engage) and action.land in self._forgotten and state.engagement is None:
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

    def _gone_on(self, game: Game, events: Sequence[HasRuling]) -> tuple[Game, Sequence[HasRuling]]:
        """Resume the turn that a forgotten Engagement interrupted, once that is resolved."""
        turn = self._interrupted
        if turn is None or game.engagement is not None or game.phase == "over":
            return game, events
        self._interrupted = None
        news = [event for event in events if not isinstance(event, TurnBegan | TurnEnded)]
        active = turn.player(turn.active or "")
        if game.player(active.color).out:
            game, begun = begin_turn(game, active.color)
            return game, [*news, *begun]
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
        return game, [*news, ruling]

    def _undone(self, game: Game, color: str | None) -> tuple[Game, list[HasRuling]]:
        """Undo splits out of phase whose parts still share a land at the end of the turn."""
        told: list[HasRuling] = []
        for split in reversed(self._splits):
            player = next((p for p in game.players if p.color == color), None)
            parts = [] if player is None else [player.legion(split.legion), player.legion(split.into)]
            if player is None or None in parts or len({part.land for part in parts if part is not None}) > 1:
                continue
            player, _ = join_parts(player, split.into, split.legion)
            game = put_player(game, player)
            self.invalid.remove(written(split, game.the_box))
            sentence = "{into} shares a land with {legion}, from which it was split out of its phase: it does not stand"
            told.append(consequence("ORDER-1", sentence, into=split.into, legion=split.legion))
        self._splits = []
        return game, told

    def _in_spite_of(self, refused: IllegalAction, state: Game, action: act.Action) -> tuple[Game, Sequence[HasRuling]]:
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
            self._turn_ended = isinstance(action, act.EndTurn)
            sentence = "the Engagement in land {lands} was left unresolved: it is resolved as soon as it is found, now"
            return state, [*refused.rulings, illegal("ORDER-1", sentence, lands=", ".join(map(str, lands)))]
        return self._out_of_phase(refused, state, action)

    def _ended(self, state: Game) -> tuple[Game, Sequence[HasRuling]]:
        """Begin the next player's turn, even if an Engagement was forgotten."""
        if is_legal(state, act.EndTurn()):
            return super().apply(state, act.EndTurn())
        for land in engaged_lands(state):
            (mover, attacker), _ = engaged_pair(state, land)
            self._forgotten[land] = _Forgotten(mover.color, attacker)
        return begin_turn(state, state.mover.color)

    def _out_of_phase(
        self, refused: IllegalAction, state: Game, action: act.Action
    ) -> tuple[Game, Sequence[HasRuling]]:
        phase = _PHASES.get(type(action))
        if phase in (None, state.phase) or state.engagement is not None or state.phase not in TURN_PHASES:
            raise refused
        there = evolve(state, phase=phase)
        if not is_legal(there, action):
            raise refused
        after, events = super().apply(there, action)
        text = written(action, state.the_box)
        self.invalid.append(text)
        if isinstance(action, act.Split):
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


def _stands(texts: Sequence[str], after: Game) -> HasRuling:
    sentence = "what was done out of its phase stands, {player}'s turn has begun: {actions}"
    return consequence("ORDER-1", sentence, player=after.active, actions="; ".join(texts))


def against_order(events: Sequence[HasRuling]) -> tuple[HasRuling, ...]:
    """The rulings against an action that was carried out anyway (ORDER-1); none if it was legal."""
    refusals = tuple([event for event in events if event.verdict == "illegal"])
    return refusals if any(event.rule == "ORDER-1" for event in refusals) else ()


# --- a whole record --------------------------------------------------------------------------------------------------

MOST_PROBLEMS = 1000  # at most this many bad steps are listed; more are only counted


def judged(
    lines: Iterable[RecordLine],
    game: Game,
    *,
    to: int | None = None,
    keep_going: bool = False,
    watch: Callable[[Step[Game]], None] | None = None,
    warnings: Sequence[str] = (),
) -> Report:
    """Replay the lines of a record and report.

    :param game: the position that its header begins with.
    :param to: stop after that many actions; None: after the last.
    :param keep_going: continue past failed expectations and skippable illegal actions; what was done out of its phase
        stands once the next player's turn has begun (ORDER-1).
    :param watch: called with every step.
    :param warnings: what was left out of the lines, once they are read.
    """
    referee: TitanReferee[Game] = OutOfOrder() if keep_going else TitanReferee()
    steps, more = 0, 0
    verdict: ReplayVerdict = "legal"
    stopped: Problem | None = None
    problems, left = list[Problem](), list[str]()
    for step in _until(play(lines, referee, game), to):
        if watch is not None:
            watch(step)
        steps += step.judged and not step.line.afterthought
        game = step.state
        against = step.refusal or step.fault or against_order(step.events)
        if step.good and not against:
            continue
        verdict = "illegal" if against or verdict == "illegal" else "diverges"
        if keep_going and len(problems) == MOST_PROBLEMS:
            more += 1
        else:
            problems.append(problem_of(step, referee))
        if not keep_going or not _passable(step):
            stopped = problem_of(step, referee)
            break
    ended = closing(game) if to is None and stopped is None else None
    afterwards: Sequence[HasRuling] = ()
    if ended is not None and ended.state.over:  # in a game that goes on, what is open stays open (ENG-8)
        game, afterwards = ended.state, ended.events
    if isinstance(referee, OutOfOrder) and referee.invalid:
        actions = "; ".join(referee.invalid)
        left.append(f"still invalid, the next player's turn has not begun (ORDER-1): {actions}")
    if more:
        left.append(f"{more} more faulty steps are not listed")
    return Report(
        verdict=verdict,
        steps=steps,
        stopped_at=stopped or next(iter(problems), None),
        result=GameResult.of(game),
        next=next_choice(game),
        final=game,
        problems=tuple(problems) if keep_going else (),
        afterwards=tuple([told.ruling for told in afterwards]),
        warnings=(*left, *warnings),
    )


def _until(steps: Iterator[Step[Game]], to: int | None) -> Iterator[Step[Game]]:
    if to == 0:
        return
    for step in steps:
        yield step
        if step.number == to:
            return


def _passable(step: Step[Game]) -> bool:
    return step.fault is None and (not step.refusal or isinstance(step.action, SKIPPABLE))


def fault_of(step: Step[S]) -> Fault:
    """Why a bad step cannot be followed, with its line."""
    problem = problem_of(step, TitanReferee[S]())
    message = f"step {step.number} is not legal: {problem.reason}"
    return problem.error or Fault("illegal", message, line=problem.line)


def problem_of(step: Step[S], referee: TitanReferee[S]) -> Problem:
    """A bad step: where, why, and what would have been legal."""
    return Problem(
        step=step.number,
        line=step.line.number,
        action=dict(step.line.data),
        rulings=tuple([told.ruling for told in step.refusal or against_order(step.events)]),
        comment=step.line.comment,
        diverges=step.divergences or None,
        error=step.fault,
        legal=tuple(referee.legal(step.state)) if step.refusal else None,
    )
