"""One judgement for every action: ``plan`` decides, and everything else is a view of what it says.

``plan(position, action)`` gives a :class:`Plan` that carries the action out, or a :class:`Refusal`. A position is a
:class:`Game` or a :class:`Battle`; it is never changed.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, overload

from ..actions import intents as act
from ..kernel.judging import Plan, Refusal, Rolled, judged
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle
from ..position.game import Engagement, Game
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import engaged_lands
from . import battle_in_game, battle_phase, engagement_phase, enlistment_phase, masterboard_phase, setup_phase, spoils
from .planning import Done, Events, Planned, S, State
from .seats import author

Planner: TypeAlias = Callable[[Game, Any], Planned[Game]]

_ANYWHERE: Mapping[type[act.Action], Planner] = {
    act.Tower: setup_phase.plan_tower,
    act.Color: setup_phase.plan_color,
    act.Split: masterboard_phase.plan_split,
    act.EndSplits: masterboard_phase.plan_end_splits,
    act.Roll: masterboard_phase.plan_roll,
    act.Mulligan: masterboard_phase.plan_mulligan,
    act.Move: masterboard_phase.plan_move,
    act.Recombine: masterboard_phase.plan_recombine,
    act.EndMoves: masterboard_phase.plan_end_moves,
    act.Engage: engagement_phase.plan_engage,
    act.EndEngagements: enlistment_phase.plan_end_engagements,
    act.Flee: engagement_phase.plan_flee,
    act.Stand: engagement_phase.plan_stand,
    act.Propose: engagement_phase.plan_propose,
    act.Accept: engagement_phase.plan_accept,
    act.NoMore: engagement_phase.plan_no_more,
    act.Fight: engagement_phase.plan_fight,
    act.Acquire: spoils.plan_acquire,
    act.Muster: enlistment_phase.plan_muster,
    act.EndTurn: enlistment_phase.plan_end_turn,
}
"""Actions of a game that are judged alike wherever it stands."""

_AFTER_ENGAGEMENT: Mapping[type[act.Action], Planner] = {
    act.Summon: spoils.plan_summon,
    act.NoSummon: spoils.plan_no_summon,
    act.Reinforce: spoils.plan_reinforce,
    act.NoReinforce: spoils.plan_no_reinforce,
}
"""Actions of a battle that are also actions of the Engagement's winner."""

_withdraw_in_setup: Planner = setup_phase.plan_withdraw
_withdraw: Planner = masterboard_phase.plan_withdraw
_concede: Planner = engagement_phase.plan_concede


def _no_battle(game: Game, action: act.Action) -> Refusal:
    found: list[Ruling] = []
    if game.phase in ("engagement", "enlistment") and game.engagement is None:
        if isinstance(action, act.Summon | act.NoSummon):
            found = summoning.none_open(game)
        elif isinstance(action, act.Reinforce | act.NoReinforce):
            found = reinforcement.none_open()
    refused = judged(found, None) or engagement_phase.not_at(game, "battle")
    sentence = "{do} belongs to a battle, and none is fought"
    return refused or Refusal((illegal("BATTLE-1", sentence, do=action.do),))


def _planner(game: Game, action: act.Action) -> Planner:
    """What judges an action in a game."""
    kind = type(action)
    found = _ANYWHERE.get(kind)
    if found is not None:
        return found
    if kind is act.Withdraw:
        return _withdraw_in_setup if game.phase == "setup" else _withdraw
    if game.battle is not None:
        return battle_in_game.plan
    if kind in _AFTER_ENGAGEMENT and game.engagement is not None:
        return _AFTER_ENGAGEMENT[kind]
    return _concede if kind is act.Concede else _no_battle


# --- what waits, and what may be left out ----------------------------------------------------------------------------

_CHOICES: Mapping[str, tuple[tuple[type[act.Action], ...], act.Action, str]] = {
    "summons": ((act.Summon, act.NoSummon), act.NoSummon(), "2.5.6.5"),
    "reinforcement": ((act.Reinforce, act.NoReinforce), act.NoReinforce(), "2.5.6.5"),
    "acquiring": ((act.Acquire,), act.Acquire(), "2.5.6.8"),
}
"""The winner's open choices by their stage: the actions that choose, the one that declines, the step."""


def open_choice(game: Game) -> Engagement | None:
    """The Engagement whose winner has a summons, a reinforcement or Angels to choose or decline (ENG-8)."""
    engagement = game.engagement
    if game.battle is not None or engagement is None or engagement.stage not in _CHOICES:
        return None
    return engagement


def _judge_in_game(game: Game, action: act.Action) -> Planned[Game]:
    """Judge an action of a game; what waited only for another action happens before it (CONCEDE-1, ENG-8)."""
    if game.battle is not None and game.battle.pending in ("drift", "end"):
        if isinstance(action, act.Concede) and isinstance(conceded := battle_in_game.plan(game, action), Plan):
            return conceded
        after, events = battle_in_game.settle(game)
        return _after(events, _judge_in_game(after, action))
    engagement = open_choice(game)
    if engagement is not None and not isinstance(action, _CHOICES[engagement.stage][0]):
        return _judge_declining(game, engagement, action)
    if _nothing_left(game, action):
        after, events = enlistment_phase.end_engagements(game)
        return _after(events, _planner(after, action)(after, action))
    return _planner(game, action)(game, action)


def _judge_declining(game: Game, engagement: Engagement, action: act.Action) -> Planned[Game]:
    """Judge an action that leaves out a choice which its own player has open, and so declines it (ENG-8).

    An action of the next player's turn waits for the choice: nobody begins a turn by what he does in it. Why an action
    is not legal is told of the game as it stands, not of one in which the choice was passed up.
    """
    if author(game, action) != engagement.to_act:
        return Refusal((_not_yours(engagement),))
    after, events = spoils.pass_up(game)
    if isinstance(action, act.NoReinforce) and open_choice(after) is not None:
        spoils.know_reinforcements(after)
    planned = _judge_in_game(after, action)
    if isinstance(planned, Refusal) and planned.rulings[0].rule != "ENG-8":
        return _planner(game, action)(game, action)
    if isinstance(planned, Refusal) or passes_turn(game, after):
        return Refusal((_not_yours(engagement),))
    return _after(events, planned)


def passes_turn(before: Game, after: Game) -> bool:
    """Whether the turn has ended between two positions."""
    return (after.active, after.turn) != (before.active, before.turn)


def _not_yours(engagement: Engagement) -> Ruling:
    what = "the Angels" if engagement.stage == "acquiring" else f"the {engagement.stage}"
    verb = "are" if engagement.stage == "acquiring" else "is"
    return illegal(
        "ENG-8",
        "{what} of {owner} in land {land} {verb} open: {owner} takes or declines first",
        step=_CHOICES[engagement.stage][2],
        what=what,
        verb=verb,
        owner=engagement.to_act,
        land=engagement.land,
    )


def _nothing_left(game: Game, action: act.Action) -> bool:
    """Whether the Engagement Phase has nothing to resolve, so that an action of the next phase ends it."""
    if (
        game.phase != "engagement"
        or game.engagement is not None
        or not isinstance(action, act.Muster | act.EndTurn | act.Withdraw)
    ):
        return False
    return not engaged_lands(game)


def _ready_battle(battle: Battle, action: act.Action) -> tuple[Battle, Events]:
    if battle.pending not in ("drift", "end"):
        return battle, []
    if isinstance(action, act.Concede) and isinstance(battle_phase.plan(battle, action), Plan):
        return battle, []
    return battle_phase.settle(battle)


@overload
def settled(position: Game) -> tuple[Game, Events]: ...
@overload
def settled(position: Battle) -> tuple[Battle, Events]: ...
@overload
def settled(position: S) -> tuple[S, Events]: ...
def settled(position: State) -> tuple[State, Events]:
    """The position after everything has happened that waits only for a possible concession (CONCEDE-1).

    The winner's open choices stay open.
    """
    if isinstance(position, Battle):
        return battle_phase.settle(position) if position.pending in ("drift", "end") else (position, [])
    game: Game = position
    events: Events = []
    while game.battle is not None and game.battle.pending in ("drift", "end"):
        game, more = battle_in_game.settle(game)
        events += more
    return game, events


def declined(game: Game) -> tuple[act.Action, Game, Events] | None:
    """The winner's open choice (summons, reinforcement, Angels) declined, by which action; None if none is open."""
    engagement = open_choice(game)
    if engagement is None:
        return None
    action = _CHOICES[engagement.stage][1]
    return action, *spoils.pass_up(game)


# --- judge, and carry out --------------------------------------------------------------------------------------------


@overload
def plan(position: Game, action: act.Action) -> Planned[Game]: ...
@overload
def plan(position: Battle, action: act.Action) -> Planned[Battle]: ...
@overload
def plan(position: S, action: act.Action) -> Planned[S]: ...
def plan(position: State, action: act.Action) -> Planned[Any]:
    """Judge an action, once: how to carry it out, or why it is not legal.

    :raises CannotTell: it depends on something that the position does not say.
    """
    if isinstance(position, Battle):
        if position.pending is None:
            return battle_phase.plan(position, action)
        battle, before = _ready_battle(position, action)
        return _after(before, battle_phase.plan(battle, action))
    return _judge_in_game(position, action)


def _after(before: Events, planned: Planned[S]) -> Planned[S]:
    """The plan with what happens before it."""
    if not before or isinstance(planned, Refusal):
        return planned

    then = planned.carry_out

    def carry_out(rolled: Rolled) -> "Done[S]":
        state, events = then(rolled)
        return state, [*before, *events]

    return Plan(carry_out, planned.dice, lambda: planned.rulings)


def is_legal(position: State, action: act.Action) -> bool:
    """Whether an action is legal.

    :raises CannotTell: it depends on something that the position does not say.
    """
    planned = plan(position, action)
    return type(planned) is not Refusal
