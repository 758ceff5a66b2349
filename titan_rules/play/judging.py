"""``plan`` judges each action once; every other question reads its answer.

``plan(position, action)`` gives a :class:`Plan` that carries the action out, or a :class:`Refusal`. A position is a
:class:`Game` or a :class:`Battle`; it is never changed.
"""

from collections.abc import Mapping
from typing import cast

from ..actions import intents as act
from ..kernel.judging import Plan, Refusal, Rolled, refusal, refuse_if
from ..position.battle import Battle
from ..position.game import Engagement, Game
from ..rules.engagement.meeting import against_fighting, engaged_lands
from . import battle, battle_in_game, engagement, masterboard, setup, spoils
from .planning import Done, Events, Planned, Planner, S, State, author, fought

_ANYWHERE: Mapping[type[act.Action], Planner[Game]] = {
    act.Tower: setup.plan_tower,
    act.Color: setup.plan_color,
    act.Split: masterboard.plan_split,
    act.EndSplits: masterboard.plan_end_splits,
    act.Roll: masterboard.plan_roll,
    act.Mulligan: masterboard.plan_mulligan,
    act.Move: masterboard.plan_move,
    act.Recombine: masterboard.plan_recombine,
    act.EndMoves: masterboard.plan_end_moves,
    act.Engage: engagement.plan_engage,
    act.EndEngagements: engagement.plan_end_engagements,
    act.Flee: engagement.plan_flee,
    act.Stand: engagement.plan_stand,
    act.Propose: engagement.plan_propose,
    act.Accept: engagement.plan_accept,
    act.NoMore: engagement.plan_no_more,
    act.Fight: engagement.plan_fight,
    act.Acquire: spoils.plan_acquire,
    act.Muster: masterboard.plan_muster,
    act.EndTurn: masterboard.plan_end_turn,
}
"""Actions of a game that are judged the same in every phase."""

_AFTER_ENGAGEMENT: Mapping[type[act.Action], Planner[Game]] = {
    act.Summon: spoils.plan_summon,
    act.NoSummon: spoils.plan_no_summon,
    act.Reinforce: spoils.plan_reinforce,
    act.NoReinforce: spoils.plan_no_reinforce,
}
"""Actions of a battle that the Engagement's winner can do, too."""


def _plan_in_phase(game: Game, action: act.Action) -> Planned[Game]:
    kind = type(action)
    if kind in _ANYWHERE:
        return _ANYWHERE[kind](game, action)
    if isinstance(action, act.Withdraw):
        return setup.plan_withdraw(game, action) if game.phase == "setup" else masterboard.plan_withdraw(game, action)
    if game.battle is not None:
        return battle_in_game.plan(game, action)
    if kind in _AFTER_ENGAGEMENT and game.phase in ("engagement", "enlistment"):
        return _AFTER_ENGAGEMENT[kind](game, action)
    if isinstance(action, act.Concede):
        return engagement.plan_concede(game, action)
    refused = refuse_if(against_fighting(game, action.do), None)
    assert refused is not None
    return refused


# --- what waits, and what may be left out ----------------------------------------------------------------------------

_WAITING = ("drift", "end")  # what a battle does only after a chance to concede (CONCEDE-1)

_CHOICES: Mapping[str, tuple[tuple[type[act.Action], ...], act.Action, str]] = {
    "summons": ((act.Summon, act.NoSummon), act.NoSummon(), "2.5.6.5"),
    "reinforcement": ((act.Reinforce, act.NoReinforce), act.NoReinforce(), "2.5.6.5"),
    "acquiring": ((act.Acquire,), act.Acquire(), "2.5.6.8"),
}
"""The winner's open choices by their stage: the actions that choose, the one that declines, the step."""


def open_choice(game: Game) -> Engagement | None:
    """The Engagement whose winner has a summons, a reinforcement or Angels to choose or decline (ENG-8)."""
    current = game.engagement
    return None if game.battle is not None or current is None or current.stage not in _CHOICES else current


def settled(position: S) -> Done[S]:
    """The position after everything that waited only for a possible concession (CONCEDE-1).

    The winner's open choices stay open.
    """
    state: State = position
    events: Events = []
    while (waits := fought(state)) is not None and waits.pending in _WAITING:
        state, more = battle.settle(state) if isinstance(state, Battle) else battle_in_game.settle(state)
        events += more
    return cast("S", state), events


def declined(game: Game) -> tuple[act.Action, Game, Events] | None:
    """The action that declines the winner's open choice, with its outcome; None if none is open."""
    opened = open_choice(game)
    return None if opened is None else (_CHOICES[opened.stage][1], *spoils.pass_up(game))


def passes_turn(before: Game, after: Game) -> bool:
    """Whether the turn has ended between two positions."""
    return (after.active, after.turn) != (before.active, before.turn)


_BEFORE_A_BATTLE = (act.Flee, act.Stand, act.Propose, act.Accept, act.NoMore, act.Fight)


def _declining(game: Game, opened: Engagement, action: act.Action) -> Planned[Game]:
    """Judge an action that skips, and so declines, its own player's open choice (ENG-8).

    The next player's turn waits for the choice. A refusal describes the game as it is, with the choice still open.
    """
    angels = opened.stage == "acquiring"
    what, verb = ("the Angels", "are") if angels else (f"the {opened.stage}", "is")
    sentence = "{what} of {owner} in land {land} {verb} open: {owner} takes or declines first"
    step, owner = _CHOICES[opened.stage][2], opened.to_act
    not_yours = refusal("ENG-8", sentence, step=step, what=what, verb=verb, owner=owner, land=opened.land)
    if author(game, action) != owner:
        return not_yours
    if isinstance(action, _BEFORE_A_BATTLE):  # what comes next is another Engagement, or none
        return _plan_in_phase(game, action)
    after, events = spoils.pass_up(game)
    if isinstance(action, act.NoReinforce) and open_choice(after) is not None:
        spoils.know_reinforcements(after)
    planned = plan(after, action)
    if isinstance(planned, Refusal) and planned.rulings[0].rule != "ENG-8":
        return _plan_in_phase(game, action)
    return not_yours if isinstance(planned, Refusal) or passes_turn(game, after) else _after(events, planned)


# --- judge, and carry out --------------------------------------------------------------------------------------------


def plan(position: S, action: act.Action) -> Planned[S]:
    """Judge an action: how to carry it out, or why it is illegal.

    Whatever waited only for another action happens before it (CONCEDE-1, ENG-8).

    :raises CannotTell: it depends on something the position leaves open.
    """
    waits = fought(position)
    if waits is not None and waits.pending in _WAITING:
        if isinstance(action, act.Concede):
            conceded = _plan_in_battle(position, action)
            if not isinstance(conceded, Refusal):
                return conceded
        after, events = settled(position)
        return _after(events, plan(after, action))
    if isinstance(position, Battle):
        return _plan_in_battle(position, action)
    return cast("Planned[S]", _plan_in_game(position, action))


def _plan_in_battle(position: S, action: act.Action) -> Planned[S]:
    judged = battle.plan(position, action) if isinstance(position, Battle) else battle_in_game.plan(position, action)
    return cast("Planned[S]", judged)


def _plan_in_game(game: Game, action: act.Action) -> Planned[Game]:
    opened = open_choice(game)
    if opened is not None and not isinstance(action, _CHOICES[opened.stage][0]):
        return _declining(game, opened, action)
    if _nothing_left(game, action):
        ended, events = engagement.end_engagements(game)
        return _after(events, _plan_in_phase(ended, action))
    return _plan_in_phase(game, action)


def _nothing_left(game: Game, action: act.Action) -> bool:
    """Whether the Engagement Phase has nothing to resolve, so an action of the next phase ends it."""
    if game.phase != "engagement" or game.engagement is not None:
        return False
    return isinstance(action, act.Muster | act.EndTurn | act.Withdraw) and not engaged_lands(game)


def _after(before: Events, planned: Planned[S]) -> Planned[S]:
    """The plan, preceded by earlier events."""
    if not before or isinstance(planned, Refusal):
        return planned
    then = planned.carry_out

    def carry_out(rolled: Rolled) -> "Done[S]":
        state, events = then(rolled)
        return state, [*before, *events]

    return Plan(carry_out, planned.dice, lambda: planned.rulings, fill=planned.fill)


def is_legal(position: State, action: act.Action) -> bool:
    """Whether an action is legal.

    :raises CannotTell: it depends on something the position leaves open.
    """
    return type(plan(position, action)) is not Refusal
