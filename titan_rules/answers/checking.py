"""Judging actions: the answers ``check``."""

from collections.abc import Sequence
from typing import TypeVar

from ..actions.grammar import written
from ..actions.intents import Action, Strike
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell, IllegalAction
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling
from ..play import Plan, apply, legal_actions, next_choice, owed, plan, settle
from ..position.battle import Battle
from ..position.game import Game
from .verdicts import Check

S = TypeVar("S", Game, Battle)


def check(position: S, actions: Sequence[Action], dice: DiceSource | None = None) -> tuple[Check, S | None]:
    """Judge actions, one after the other.

    :param actions: at least one.
    :param dice: where dice come from that the actions do not have; None: their number is told.
    :returns: the answer, and the position after them; None if one is illegal.
    :raises CannotTell: it depends on characters that are not known.
    """
    rulings: list[Ruling] = []
    state, last = position, actions[-1]
    for action in actions:
        try:
            outcome = apply(state, action, dice)
        except IllegalAction as e:
            return _refused(state, action, e.rulings), None
        except CannotTell as e:
            if e.fault.code != "dice-missing" or (isinstance(action, Strike) and action.carry):
                raise
            return _lacks_dice(state, action, rulings), state
        state, last = outcome.state, outcome.action or action
        rulings += [event.ruling for event in outcome.events]
    return evolve(_legal(position, last, rulings), next=next_choice(state)), state


def _lacks_dice(state: Game | Battle, action: Action, rulings: Sequence[Ruling]) -> Check:
    """The answer about a legal action whose dice are still to be rolled."""
    planned = plan(state, action)
    assert isinstance(planned, Plan)
    return _legal(state, action, [*rulings, *planned.rulings], planned.dice)


def _legal(state: Game | Battle, action: Action, rulings: Sequence[Ruling], dice: int | None = None) -> Check:
    text = written(action, state.the_box)
    return Check(verdict="legal", action=action, text=text, rulings=tuple(rulings), dice=dice)


def _refused(state: Game | Battle, action: Action, rulings: Sequence[Ruling]) -> Check:
    try:
        legal = tuple([written(other, state.the_box) for other in legal_actions(state)])
    except CannotTell:
        legal = ()
    return Check(
        verdict="illegal",
        action=action,
        text=written(action, state.the_box),
        rulings=tuple(rulings),
        legal=legal,
        owed=tuple([ruling for ruling in owed(settle(state).state) if ruling not in rulings]),
    )
