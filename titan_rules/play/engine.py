"""Views of the one judgement: why, carry out, settle (see :func:`titan_rules.play.judging.plan`)."""

from typing import Any, overload

from ..actions.intents import Action
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..kernel.rulings import Ruling
from ..position.battle import Battle
from ..position.game import Game
from .judging import declined, plan, settled
from .outcome import Outcome, Verdict
from .planning import Plan, Planned, Refusal, S, State, with_dice


def why(position: State, action: Action) -> Verdict:
    """Whether an action is legal, why, and what would be legal instead.

    :raises CannotTell: it depends on something that the position does not say.
    """
    planned: Planned[Any] = plan(position, action)
    return Verdict(position, action, isinstance(planned, Plan), planned.rulings)


def violations(position: State, action: Action) -> list[Ruling]:
    """Every ruling that forbids an action, the deciding one first; empty if it is legal.

    :raises CannotTell: it depends on something that the position does not say.
    """
    planned: Planned[Any] = plan(position, action)
    return list(planned.rulings) if isinstance(planned, Refusal) else []


def apply(position: S, action: Action, dice: DiceSource | None = None) -> Outcome[S]:
    """Carry out an action.

    :param dice: where dice come from that the action does not have.
    :returns: the next state and what happened, with the rulings that decided it.
    :raises IllegalAction: with the rulings that forbid it; the state is unchanged.
    :raises CannotTell: dice are missing, or it depends on something that the position does not say.
    """
    planned = plan(position, action)
    if isinstance(planned, Refusal):
        raise IllegalAction(planned.rulings, action)
    rolled: tuple[int, ...] = ()
    if planned.dice:
        if dice is None:
            raise CannotTell(Fault("dice-missing", f"{action.do} needs {planned.dice} dice"))
        rolled = dice.roll(planned.dice)
        action = with_dice(action, rolled)
    after, events = planned.carry_out(rolled)
    return Outcome(after, action, tuple(events))


def dice_needed(position: State, action: Action) -> int:
    """How many dice a legal action still needs; 0 if it has them or rolls none."""
    planned: Planned[Any] = plan(position, action)
    return planned.dice if isinstance(planned, Plan) else 0


@overload
def settle(position: Game) -> Outcome[Game]: ...
@overload
def settle(position: Battle) -> Outcome[Battle]: ...
@overload
def settle(position: State) -> Outcome[Any]: ...
def settle(position: State) -> Outcome[Any]:
    """The position after everything has happened that waits only for a possible concession (CONCEDE-1).

    The winner's open choices stay open.
    """
    after, events = settled(position)
    return Outcome(after, None, tuple(events))


def apply_recorded(game: Game, action: Action) -> Outcome[Game]:
    """Carry out an action of a record, which leaves out that a winner's open choice was declined.

    :raises IllegalAction, CannotTell: as :func:`apply`.
    """
    events: tuple[Ruling, ...] = ()
    state = game
    while isinstance(plan(state, action), Refusal) and (passed := decline(state)) is not None:
        state, events = passed.state, (*events, *passed.events)
    try:
        outcome = apply(state, action)
    except IllegalAction:
        return apply(game, action)
    return Outcome(outcome.state, outcome.action, (*events, *outcome.events))


def decline(game: Game) -> Outcome[Game] | None:
    """The game after the winner's open choice (summons, reinforcement, Angels) is declined; None if none is open."""
    found = declined(game)
    return None if found is None else Outcome(found[1], found[0], tuple(found[2]))
