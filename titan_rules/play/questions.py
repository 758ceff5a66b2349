"""What programs ask about a position and an action, each given as an object or as text."""

from typing import Any, cast, overload

from ..actions.intents import Action, AnyAction
from ..kernel.arguments import expect
from ..kernel.dice import AnyDice, source_of
from ..kernel.ports import port
from ..position.battle import Battle
from ..position.files import state_of
from ..position.game import Game
from . import api, choosing, judging, listing
from .api import Outcome
from .choosing import Next
from .listing import Unknown
from .planning import S


@port
def read_action(text: str, position: Game | Battle | None = None) -> Action:
    """The action that a text means."""
    raise NotImplementedError


def action_of(action: Action | str, position: Game | Battle) -> Action:
    """The action given, as an object or as its text in a position.

    :raises ActionError: the text is not understood. :raises ArgumentError: it is something else.
    """
    if isinstance(action, str):
        return read_action(action, position)
    expect(Action, action=action)
    return action


def parse(text: str, position: Game | Battle | str | None = None) -> AnyAction:
    """The action that a text means: ``Bk02 P105``, ``D3 strikes D4``.

    :param position: where it is played; then a name may replace a hex if it is unambiguous.
    :raises ActionError: it is not understood, with the likely forms as hint; or it has several readings, listed as
        hint.
    """
    expect(str, text=text)
    return cast(AnyAction, read_action(text, None if position is None else state_of(position)))


@overload
def apply(position: S, action: Action | str, dice: AnyDice | None = None) -> Outcome[S]: ...
@overload
def apply(position: str, action: Action | str, dice: AnyDice | None = None) -> Outcome[Game] | Outcome[Battle]: ...
def apply(position: Game | Battle | str, action: Action | str, dice: AnyDice | None = None) -> Outcome[Any]:
    """Carry out an action.

    :param position: a game, a battle, or the line of one.
    :param action: the action, or its text.
    :param dice: rolls the dice that the action lacks: ``Dice``, a ``random.Random``, or a source of your own.
    :returns: the next state and the events, with the rulings that decided them.
    :raises IllegalAction: with the rulings that forbid it; the state is unchanged.
    :raises ActionError: the text is not understood.
    :raises CannotTell: dice are missing, or it depends on something that the position leaves out.
    """
    state = state_of(position)
    return api.apply(state, action_of(action, state), source_of(dice))


def is_legal(position: Game | Battle | str, action: Action | str) -> bool:
    """Whether an action is legal.

    :raises ActionError: the text is not understood.
    :raises CannotTell: it depends on something that the position leaves out.
    """
    state = state_of(position)
    return judging.is_legal(state, action_of(action, state))


def legal_actions(position: Game | Battle | str) -> list[AnyAction]:
    """Every action that is legal now, open choices first.

    Actions that differ only in their dice, in the carries that depend on them, in equal characters or in the free
    marker are listed once.
    """
    return cast(list[AnyAction], listing.legal_actions(state_of(position)))


def cannot_tell(position: Game | Battle | str) -> list[Unknown]:
    """The actions whose legality depends on unknown characters."""
    return listing.cannot_tell(state_of(position))


def next_choice(position: Game | Battle | str) -> Next:
    """Who decides what now."""
    return choosing.next_choice(state_of(position))
