"""The questions callers ask about an action: is it legal, what does it do, what does a record leave out before it."""

from collections import Counter
from typing import Any, Generic, cast

from attrs import frozen

from ..actions import intents as act
from ..actions.events import Event
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal
from ..kernel.rulings import Ruling, consequence
from ..position import knowledge
from ..position.changes import put_legion_in, taken
from ..position.game import Game
from ..position.position import mark_checked
from ..position.stock import stock
from ..rules.engagement.meeting import nothing_to_decide
from ..rules.objections import UnknownContent
from .choosing import Next, next_choice
from .judging import declined, passes_turn, plan, settled
from .listing import legal_actions
from .planning import S, State, fought


@frozen(slots=False)
class Outcome(Generic[S]):
    """The next state, and what happened.

    :param action: the action with its dice; None where nothing was done but to let happen what waited.
    :param events: in order: what waited for this action, the action's own event, then its consequences.
    """

    state: S
    action: act.Action | None = None
    events: tuple[Event, ...] = ()

    @property
    def next(self) -> Next:
        """Who decides what now."""
        return next_choice(self.state)

    def __str__(self) -> str:
        """What happened, a sentence a line."""
        return "\n".join(map(str, self.events))


def violations(position: State, action: act.Action) -> list[Ruling]:
    """Every ruling that forbids an action, the deciding one first; empty if it is legal.

    :raises CannotTell: it depends on something the position leaves open.
    """
    planned = plan(position, action)
    return list(planned.rulings) if isinstance(planned, Refusal) else []


def apply(position: S, action: act.Action, dice: DiceSource | None = None) -> Outcome[S]:
    """Carry out an action.

    :param dice: for dice that the action lacks.
    :raises IllegalAction: with the rulings that forbid it; the state is unchanged.
    :raises CannotTell: dice are missing, or it depends on something the position leaves open.
    """
    planned = plan(position, action)
    if isinstance(planned, Refusal):
        raise IllegalAction(planned.rulings, action)
    return carried_out(position, action, planned, dice)


def carried_out(position: S, action: act.Action, planned: Plan[S, Event], dice: DiceSource | None = None) -> Outcome[S]:
    """Carry out an action already judged.

    :raises CannotTell: dice are missing.
    """
    rolled: tuple[int, ...] = ()
    if planned.dice:
        if dice is None:
            raise CannotTell(Fault("dice-missing", f"{action.do} needs {planned.dice} dice"))
        rolled = dice.roll(planned.dice, planned.sides)
        action = evolve(action, **planned.fill(rolled))
    after, events = planned.carry_out(rolled)
    mark_checked(after)
    return Outcome(after, act.in_words_of(after.the_box, action), tuple(events))


def dice_needed(position: State, action: act.Action) -> int:
    """How many dice a legal action still needs; 0 if it has them or rolls none."""
    planned = plan(position, action)
    return planned.dice if isinstance(planned, Plan) else 0


def settle(position: S) -> Outcome[S]:
    """The position after everything that waited only for a possible concession (CONCEDE-1).

    The winner's open choices stay open.
    """
    after, events = settled(position)
    return Outcome(after, None, tuple(events))


def decline(game: Game) -> Outcome[Game] | None:
    """The game after declining the winner's open choice (summons, reinforcement, Angels); None if none is open."""
    passed = declined(game)
    return None if passed is None else Outcome(passed[1], passed[0], tuple(passed[2]))


# --- records ---------------------------------------------------------------------------------------------------------


def apply_recorded(position: S, action: act.Action, dice: DiceSource | None = None) -> Outcome[S]:
    """Carry out an action of a record, which may leave out whatever the next line implies.

    A roll ends the splits, the first action of a later phase ends the moves; a winner's open choice is declined, and
    strikes end when nobody can strike.

    :raises IllegalAction, CannotTell: as :func:`apply`.
    """
    state: State = position
    events: list[Event] = []
    while (implied := left_out(state, action)) is not None:
        ended = apply(state, implied)
        state = ended.state
        events += ended.events
    ahead = state
    ready = ended_by_itself(state, action) or stood_anyway(state, action)
    if ready is not None:
        return cast("Outcome[S]", Outcome(ready.state, action, (*events, *ready.events)))
    planned = _planned(state, action) if isinstance(state, Game) else None
    while isinstance(state, Game) and isinstance(planned, Refusal) and (passed := decline(state)) is not None:
        state = passed.state
        events += passed.events
        planned = _planned(state, action)
    try:
        outcome = _shown(state, action, dice, planned if isinstance(planned, Plan) else None)
    except IllegalAction:
        return cast("Outcome[S]", apply(ahead, action, dice))
    return cast("Outcome[S]", evolve(outcome, events=(*events, *outcome.events)))


def _planned(game: Game, action: act.Action) -> Plan[Game, Event] | Refusal | None:
    """The judgement of an action; None while it hangs on unknown content."""
    try:
        return plan(game, action)
    except UnknownContent:
        return None


def apply_shown(position: S, action: act.Action, dice: DiceSource | None = None) -> Outcome[S]:
    """Carry out an action that was done at the table: who musters was shown there, so the Legion holds them (MUSTER-4).

    :raises IllegalAction, CannotTell: as :func:`apply`.
    """
    return _shown(position, action, dice, None)


def _shown(position: S, action: act.Action, dice: DiceSource | None, planned: Plan[Any, Event] | None) -> Outcome[S]:
    """Carry out an action that was done at the table, judged already or not."""
    try:
        return apply(position, action, dice) if planned is None else carried_out(position, action, planned, dice)
    except UnknownContent:
        shown = _with_shown(position, action)
        if shown is None:
            raise
        return cast("Outcome[S]", apply(shown, action, dice))


def _with_shown(position: State, action: act.Action) -> Game | None:
    """A game in which a Legion of unknown content holds those who muster; None if there is no room for them.

    Whoever was not known to be there comes off the caretaker's stock.
    """
    found = position.find(action.legion) if isinstance(action, act.Muster) and isinstance(position, Game) else None
    if found is None or not isinstance(position, Game) or not isinstance(action, act.Muster):
        return None
    player, legion = found
    shown = knowledge.show(legion, action.with_)
    if not action.with_ or legion.characters is not None or len(shown.revealed) > legion.size:
        return None
    new, left = Counter(shown.revealed) - Counter(legion.revealed), stock(position)
    if any(left.get(name, 0) < count for name, count in new.items()):
        return None
    return put_legion_in(evolve(position, caretaker=taken(left, new.elements())), player, shown)


def ended_by_itself(position: State, action: act.Action) -> Outcome[Game] | None:
    """The position after the Engagement Phase ended by itself, as a record may say (ENG-1).

    None if the action says something else, or ends the phase itself.
    """
    if not isinstance(action, act.EndEngagements) or not isinstance(position, Game):
        return None
    game, events = settled(position)
    while (passed := declined(game)) is not None and not passes_turn(game, passed[1]):
        game, events = passed[1], [*events, *passed[2]]
    if game.phase != "enlistment" or any(legion.mustered for legion in game.mover.legions):
        return None
    return Outcome(game, action, tuple(events))


def stood_anyway(position: State, action: act.Action) -> Outcome[Game] | None:
    """A decision to stand that a record may say although there is nothing to decide: it changes nothing (ENG-3).

    None if the action is something else, or the defender does decide.
    """
    if not isinstance(action, act.Stand) or not isinstance(position, Game):
        return None
    lord = nothing_to_decide(position)
    if lord is None:
        return None
    sentence = "there is nothing to decide: {legion} holds {lord}, a Lord, and stands"
    return Outcome(position, action, (Event(consequence("ENG-3", sentence, step=lord.step, **lord.facts)),))


def left_out(position: State, action: act.Action) -> act.Action | None:
    """The action implied before this one, if any.

    A roll ends the splits, the first action of a later phase ends the moves; strikes end when nobody can strike.
    """
    if isinstance(position, Game):
        if position.phase == "commencement" and isinstance(action, act.Roll):
            return act.EndSplits()
        later = act.Engage | act.EndEngagements | act.Muster | act.EndTurn
        if position.phase == "movement" and isinstance(action, later):
            return act.EndMoves()
    battle = fought(position)
    if battle is None or battle.phase == "maneuver" or not isinstance(action, _MANEUVERING):
        return None
    if isinstance(action, act.Maneuver) and battle.of(battle.side).at(action.origin or "") is not None:
        return None  # the other side maneuvers next
    if isinstance(plan(position, act.EndStrikes()), Refusal):
        return None
    return None if any(isinstance(one, act.Strike) for one in legal_actions(position)) else act.EndStrikes()


_MANEUVERING = act.Maneuver | act.EndManeuver | act.Summon | act.NoSummon | act.Reinforce | act.NoReinforce
