"""The adjudicator: is an action legal in a state, what follows from it, what is owed.

``violations(state, action)``, ``is_legal(state, action)``, ``apply(state, action)``: verify, ask, do. A state is a
:class:`Game` or a :class:`Battle`; it is never changed, a refused action leaves the very same object.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, overload

from ..actions.intents import (
    Accept,
    Acquire,
    Action,
    Color,
    Concede,
    EndEngagements,
    EndMoves,
    EndSplits,
    EndTurn,
    Engage,
    Fight,
    Flee,
    Move,
    Mulligan,
    Muster,
    NoMore,
    NoReinforce,
    NoSummon,
    Propose,
    Recombine,
    Reinforce,
    Roll,
    Split,
    Stand,
    Strike,
    Summon,
    Tower,
    Withdraw,
)
from ..kernel.dice import SIDES, DiceSource
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle
from ..position.game import Game
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import engaged_lands
from . import aftermath, battle_phase, embedded, engagement_phase, enlistment_phase, masterboard_phase, setup_phase
from .outcome import Outcome, State
from .striking import option_of

S = TypeVar("S", Game, Battle)
Events: TypeAlias = list[Ruling]
Check: TypeAlias = Callable[[Game, Any], Events]
Do: TypeAlias = Callable[[Game, Any], tuple[Game, Events]]

_SIMPLE: dict[type[Action], tuple[Check, Do]] = {
    Tower: (setup_phase.check_tower, setup_phase.do_tower),
    Color: (setup_phase.check_color, setup_phase.do_color),
    Split: (masterboard_phase.check_split, masterboard_phase.do_split),
    EndSplits: (masterboard_phase.check_end_splits, masterboard_phase.do_end_splits),
    Roll: (masterboard_phase.check_roll, masterboard_phase.do_roll),
    Mulligan: (masterboard_phase.check_mulligan, masterboard_phase.do_mulligan),
    Move: (masterboard_phase.check_move, masterboard_phase.do_move),
    Recombine: (masterboard_phase.check_recombine, masterboard_phase.do_recombine),
    EndMoves: (masterboard_phase.check_end_moves, masterboard_phase.do_end_moves),
    Engage: (engagement_phase.check_engage, engagement_phase.do_engage),
    EndEngagements: (enlistment_phase.check_end_engagements, enlistment_phase.do_end_engagements),
    Flee: (engagement_phase.check_flee, engagement_phase.do_flee),
    Stand: (engagement_phase.check_stand, engagement_phase.do_stand),
    Propose: (engagement_phase.check_propose, engagement_phase.do_propose),
    Accept: (engagement_phase.check_accept, engagement_phase.do_accept),
    NoMore: (engagement_phase.check_no_more, engagement_phase.do_no_more),
    Fight: (engagement_phase.check_fight, engagement_phase.do_fight),
    Acquire: (aftermath.check_acquire, aftermath.do_acquire),
    Muster: (enlistment_phase.check_muster, enlistment_phase.do_muster),
    EndTurn: (enlistment_phase.check_end_turn, enlistment_phase.do_end_turn),
}

_AFTERMATH: dict[type[Action], tuple[Check, Do]] = {
    Summon: (aftermath.check_summon, aftermath.do_summon),
    NoSummon: (aftermath.check_decline, aftermath.do_decline),
    Reinforce: (aftermath.check_reinforce, aftermath.do_reinforce),
    NoReinforce: (aftermath.check_decline, aftermath.do_decline),
}

_SETUP_WITHDRAW: tuple[Check, Do] = (setup_phase.check_withdraw, setup_phase.do_withdraw)
_WITHDRAW: tuple[Check, Do] = (masterboard_phase.check_withdraw, masterboard_phase.do_withdraw)
_CONCEDE: tuple[Check, Do] = (engagement_phase.check_concede, engagement_phase.do_concede)
_EMBEDDED: tuple[Check, Do] = (embedded.check, embedded.do)


def _no_battle(game: Game, action: Action) -> Events:
    if game.phase in ("engagement", "enlistment") and game.engagement is None:
        if isinstance(action, Summon | NoSummon):
            return summoning.none_open(game)
        if isinstance(action, Reinforce | NoReinforce):
            return reinforcement.none_open()
    found = engagement_phase.at_stage(game, "battle")
    return found or [illegal("BATTLE-1", "{do} belongs to a battle, and none is fought", do=action.do)]


def _never(game: Game, action: Action) -> tuple[Game, Events]:
    raise IllegalAction(_no_battle(game, action), action)


_NO_BATTLE: tuple[Check, Do] = (_no_battle, _never)


def _handler(game: Game, action: Action) -> tuple[Check, Do]:
    """What checks an action in a game, and what carries it out."""
    kind = type(action)
    found = _SIMPLE.get(kind)
    if found is not None:
        return found
    if kind is Withdraw:
        return _SETUP_WITHDRAW if game.phase == "setup" else _WITHDRAW
    if game.battle is not None:
        return _EMBEDDED
    if kind in _AFTERMATH and game.engagement is not None:
        return _AFTERMATH[kind]
    return _CONCEDE if kind is Concede else _NO_BATTLE


# --- what waits, and what may be left out ----------------------------------------------------------------------------

_CONCESSION = (Concede,)
_STAGES: dict[str, tuple[type[Action], ...]] = {
    "summons": (Summon, NoSummon),
    "reinforcement": (Reinforce, NoReinforce),
    "acquiring": (Acquire,),
}
_DECLINES: dict[str, Action] = {"summons": NoSummon(), "reinforcement": NoReinforce(), "acquiring": Acquire()}


def _ready_game(game: Game, action: Action | None) -> tuple[Game, Events]:
    """The game in which an action is judged: what waited only for another action has happened, what may be left out
    has been declined. ``action`` None: everything has."""
    events: Events = []
    while True:
        battle = game.battle
        if battle is not None:
            if battle.pending not in ("drift", "end") or (
                isinstance(action, _CONCESSION) and not _refused(game, action)
            ):
                return game, events
            game, more = embedded.settle(game)
        elif game.engagement is not None and game.engagement.stage in _DECLINES and action is not None:
            if isinstance(action, _STAGES[game.engagement.stage]):
                return game, events
            declined = decline(game)
            assert declined is not None
            game, more = declined.state, list(declined.events)
        elif _nothing_left(game, action):
            game, more = enlistment_phase.do_end_engagements(game, EndEngagements())
        else:
            return game, events
        events += more


def _nothing_left(game: Game, action: Action | None) -> bool:
    """Whether the Engagement Phase has nothing to resolve, so that an action of the next phase ends it."""
    if game.phase != "engagement" or game.engagement is not None or not isinstance(action, Muster | EndTurn | Withdraw):
        return False
    return not engaged_lands(game)


def _refused(game: Game, action: Action) -> bool:
    return bool(embedded.check(game, action))


def _ready_battle(battle: Battle, action: Action | None) -> tuple[Battle, Events]:
    if battle.pending not in ("drift", "end"):
        return battle, []
    if isinstance(action, _CONCESSION) and not battle_phase.HANDLERS[Concede][0](battle, action):
        return battle, []
    return battle_phase.settle(battle)


@overload
def settle(state: Game) -> Outcome[Game]: ...
@overload
def settle(state: Battle) -> Outcome[Battle]: ...
def settle(state: State) -> Outcome[Any]:
    """The state after everything has happened that waits only for a possible concession (CONCEDE-1).

    The winner's open choices stay open.
    """
    if isinstance(state, Battle):
        battle, events = _ready_battle(state, None)
        return Outcome(battle, tuple(events))
    game, events = _ready_game(state, None)
    return Outcome(game, tuple(events))


def decline(game: Game) -> Outcome[Game] | None:
    """The game after the winner's open choice (summons, reinforcement, Angels) is declined; None if none is open."""
    engagement = game.engagement
    if game.battle is not None or engagement is None or engagement.stage not in _DECLINES:
        return None
    action = _DECLINES[engagement.stage]
    after, events = _handler(game, action)[1](game, action)
    return Outcome(after, tuple(events))


# --- verify, ask, do -------------------------------------------------------------------------------------------------


def violations(state: State, action: Action) -> list[Ruling]:
    """Every ruling that forbids an action in a state, the deciding one first; empty if it is legal.

    :raises CannotTell: it depends on something that the state does not say.
    """
    if isinstance(state, Battle):
        battle, _ = _ready_battle(state, action)
        return _battle_check(battle, action)
    game, _ = _ready_game(state, action)
    return _handler(game, action)[0](game, action)


def _battle_check(battle: Battle, action: Action) -> list[Ruling]:
    handler = battle_phase.HANDLERS.get(type(action))
    if handler is None:
        return [illegal("BATTLE-2", "{do} is no action of a battle", do=action.do)]
    return handler[0](battle, action)


def is_legal(state: State, action: Action) -> bool:
    """Whether an action is legal in a state.

    :raises CannotTell: it depends on something that the state does not say.
    """
    return not violations(state, action)


def apply(state: S, action: Action, dice: DiceSource | None = None) -> Outcome[S]:
    """Carry out an action.

    :param dice: where dice come from that the action does not have.
    :returns: the next state and what happened, with the rulings that decided it.
    :raises IllegalAction: with the rulings that forbid it; the state is unchanged.
    :raises CannotTell: dice are missing, or it depends on something that the state does not say.
    """
    return _apply_in_battle(state, action, dice) if isinstance(state, Battle) else _apply_in_game(state, action, dice)


def _apply_in_battle(state: Battle, action: Action, dice: DiceSource | None) -> Outcome[Battle]:
    battle, events = _ready_battle(state, action)
    found = _battle_check(battle, action)
    if found:
        raise IllegalAction(found, action)
    if isinstance(action, Strike) and action.dice is None:
        action = with_dice(battle, action, dice)
    after, more = battle_phase.HANDLERS[type(action)][1](battle, action)
    return Outcome(after, (*events, *more))


def _apply_in_game(state: Game, action: Action, dice: DiceSource | None) -> Outcome[Game]:
    game, events = _ready_game(state, action)
    check, do = _handler(game, action)
    found = check(game, action)
    if found:
        raise IllegalAction(found, action)
    after, more = do(game, with_dice(game, action, dice))
    return Outcome(after, (*events, *more))


def with_dice(state: State, action: Action, dice: DiceSource | None) -> Action:
    """A legal action with its dice rolled, if it has none yet.

    :raises CannotTell: it needs dice, and there is no source of them.
    """
    count = dice_needed(state, action)
    if not count:
        return action
    if dice is None:
        raise CannotTell(Fault("dice-missing", f"{action.do} needs {count} dice"))
    sides = len(state.the_box.towers) if isinstance(action, Tower) else SIDES
    rolled = dice.roll(count, sides)
    return evolve(action, dice=rolled) if isinstance(action, Strike) else evolve(action, die=rolled[0])


def dice_needed(state: State, action: Action) -> int:
    """How many dice a legal action still needs; 0 if it has them or rolls none."""
    if isinstance(action, Tower | Roll | Mulligan):
        return 1 if action.die is None else 0
    if isinstance(action, Strike) and action.dice is None:
        battle = state if isinstance(state, Battle) else state.battle
        option = option_of(battle, action) if battle is not None else None
        return option.dice if option is not None else 0
    return 0
