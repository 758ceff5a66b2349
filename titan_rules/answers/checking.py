"""Judging actions: the answers ``check``."""

from collections.abc import Sequence
from typing import TypeVar

from ..actions.grammar import written
from ..actions.intents import Action, Move, Strike
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Facts, Ruling, illegal, legal
from ..kernel.wording import listed
from ..play import Planned, carried_out, legal_actions, next_choice, owed, plan, settle
from ..play.striking import option_of
from ..position.battle import Battle
from ..position.game import Game, battle_in
from .verdicts import Check, WithRoll

S = TypeVar("S", Game, Battle)

ROLLS = range(1, 7)


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
        planned: Planned[S] = plan(state, action)
        if isinstance(planned, Refusal):
            return _refused(state, action, planned.rulings), None
        if planned.dice and dice is None:
            answer = _legal(state, action, [*rulings, *planned.rulings])
            return evolve(answer, dice=planned.dice, strike_number=_strike_number(state, action)), state
        outcome = carried_out(state, action, planned, dice)
        happened: list[Ruling] = [event.ruling for event in outcome.events]
        reasons: Sequence[Ruling] = () if planned.reasons is None else planned.rulings
        rulings += [*[ruling for ruling in reasons if ruling not in happened], *happened]
        state, last = outcome.state, outcome.action or action
    return evolve(_legal(position, last, rulings), next=next_choice(state)), state


def check_each_roll(game: Game, move: Move) -> Check:
    """Judge a move before the Movement Roll, with every roll: it is legal if it is with any.

    :raises CannotTell: it depends on characters that are not known.
    """
    rolls = []
    for roll in ROLLS:
        judged, _ = check(evolve(game, roll=roll), [move])
        rolls.append(WithRoll(roll=roll, verdict=judged.verdict, rulings=judged.rulings))
    able = [one.roll for one in rolls if one.verdict == "legal"]
    facts: Facts = {"legion": move.legion, "to": move.to, "rolls": listed(able, "or")}
    if able:
        ruling = legal("ROLL-1", "{legion} can go to {to} with a Movement Roll of {rolls}", **facts)
    else:
        ruling = illegal("ROLL-1", "{legion} can go to {to} with no Movement Roll", **facts)
    answer = _legal(game, move, [ruling]) if able else _refused(game, move, [ruling])
    return evolve(answer, rolls=tuple(rolls))


def _strike_number(state: Game | Battle, action: Action) -> int | None:
    battle = battle_in(state)
    option = option_of(battle, action) if battle is not None and isinstance(action, Strike) else None
    return None if option is None else option.strike_number


def _legal(state: Game | Battle, action: Action, rulings: Sequence[Ruling]) -> Check:
    return Check(verdict="legal", action=action, text=written(action, state.the_box), rulings=tuple(rulings))


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
