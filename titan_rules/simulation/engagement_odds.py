"""An Engagement before its battle: what flight and concession score, and the battle that follows if nobody yields."""

from collections.abc import Iterator, Mapping, Sequence

from ..actions import intents as act
from ..actions.intents import Action
from ..answers.battle_odds import Ending, EngagementOdds, How
from ..kernel.errors import CannotTell, Fault
from ..kernel.judging import refuse_if
from ..play import apply
from ..play.battle_in_game import equipped
from ..position.battle import ROLES, Battle
from ..position.game import Game, Stage
from ..rules.engagement.meeting import against_engaging, color_of_role
from .simulation import Results, Task, answer

_DECLINED: Mapping[Stage, Action] = {
    "summons": act.NoSummon(),
    "reinforcement": act.NoReinforce(),
    "acquiring": act.Acquire(),
}


def engaged(game: Game, land: int) -> Game:
    """The game with the Engagement in a land begun and undecided.

    :raises CannotTell: there is no such Engagement, it is decided, or its battle has begun.
    """
    if game.battle is not None:
        raise CannotTell(Fault("battle-begun", "the battle has begun: simulate it with --simulate", "/battle"))
    if game.engagement is not None and game.engagement.land == land:
        if game.engagement.winner is not None or game.engagement.stage not in ("flight", "negotiation"):
            raise CannotTell(Fault("decided", "the Engagement is decided", "/engagement"))
        return game
    if game.phase != "engagement":
        raise CannotTell(Fault("no-engagement", f"this is the {game.phase} phase: no Engagement is resolved", "/phase"))
    chosen = game.the_box.land(land)
    refused = refuse_if(against_engaging(game, chosen), None)
    if refused is not None:
        raise CannotTell(Fault("no-engagement", refused.rulings[0].text, "/engagement"))
    return apply(game, act.Engage(chosen)).state


def battle_to_come(game: Game) -> Battle:
    """The battle of an Engagement in which nobody yields.

    :param game: see :func:`engaged`.
    :raises CannotTell: a Legion's characters are not known.
    """
    meeting = game.meeting
    color = meeting.attacking if meeting.to_act == meeting.defending else meeting.defending
    if meeting.no_more:
        color = meeting.to_act
    return equipped(_after(game, [*_before_speaking(game, color), act.Fight(color)]))


def engagement_odds(game: Game, plan: Task, results: Results) -> EngagementOdds:
    """The answer of ``titan resolve-battle --engagement``.

    :param game: see :func:`engaged`.
    :param plan: simulates :func:`battle_to_come`.
    :raises CannotTell: a Legion's characters are not known.
    """
    return EngagementOdds(
        land=game.meeting.land,
        players={role: color_of_role(game.meeting, role) for role in ROLES},
        endings=tuple(_endings(game)),
        battle=answer(plan, results),
    )


def _endings(game: Game) -> Iterator[Ending]:
    """What flight and each side's concession score (ENG-3, ENG-5, SCORE-2, D-3)."""
    if game.meeting.stage == "flight":
        yield _ending(game, "flight", game.meeting.defending, [act.Flee()])
    for role in ROLES:
        color = color_of_role(game.meeting, role)
        if game.meeting.no_more and color != game.meeting.to_act:
            continue  # it has declared that it makes no more proposals: the other decides (ENG-6)
        yield _ending(game, "concession", color, [*_before_speaking(game, color), act.Concede(color)])


def _ending(game: Game, how: How, by: str, actions: Sequence[Action]) -> Ending:
    after = _after(game, actions)
    while after.engagement is not None:  # what the winner takes afterwards scores nothing
        after = apply(after, _DECLINED[after.engagement.stage]).state
    colors = {role: color_of_role(game.meeting, role) for role in ROLES}
    scores = {role: after.player(color).score - game.player(color).score for role, color in colors.items()}
    return Ending(how=how, by=by, actions=tuple(map(str, actions)), scores=scores)


def _after(game: Game, actions: Sequence[Action]) -> Game:
    for action in actions:
        game = apply(game, action).state
    return game


def _before_speaking(game: Game, color: str) -> list[Action]:
    """The actions after which a player may speak in the negotiation."""
    meeting = game.meeting
    first: list[Action] = [act.Stand()] if meeting.stage == "flight" else []
    return first if meeting.to_act == color else [*first, act.NoMore(meeting.to_act)]
