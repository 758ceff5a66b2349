"""Enlistment Phase, action by action (MUSTER-1 to MUSTER-5, TURN-1)."""

from ..actions.events import Event, Mustered, TurnEnded
from ..actions.intents import EndEngagements, EndTurn, Muster
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, judged
from ..kernel.rulings import Ruling, legal
from ..kernel.wording import listed
from ..position import knowledge
from ..position.changes import put_legion_in, taken
from ..position.game import Game, Legion
from ..position.stock import stock
from ..rules.engagement.meeting import unresolved
from ..rules.masterboard.mustering import by_whom, judge_muster, muster_rulings
from ..rules.masterboard.turns import begin_turn
from .engagement_phase import standing
from .masterboard_phase import out_of_phase
from .planning import Done, GameDone, Planned


def plan_muster(game: Game, action: Muster) -> Planned[Game]:
    """MUSTER-1 to MUSTER-4: a Legion musters; a muster made as it moves is recorded in Enlistment (MUSTER-6)."""
    rule = "MUSTER-6" if game.phase in ("movement", "engagement") else "MUSTER-1"
    legion = out_of_phase(game, "enlistment", rule) or judge_muster(game, action.legion, action.character, action.with_)
    if isinstance(legion, Refusal):
        return legion
    return Plan(lambda _: _mustered(game, legion, action), 0, lambda: _qualifies(game, legion, action))


def _qualifies(game: Game, legion: Legion, action: Muster) -> list[Ruling]:
    """What allows a muster (MUSTER-2 to MUSTER-4)."""
    table = game.the_box.table_of(legion.land)
    return muster_rulings(table, action.character, sorted(action.with_), stock(game)[action.character])


def _mustered(game: Game, legion: Legion, action: Muster) -> Done[Game]:
    grown = evolve(knowledge.grown(legion, [action.character]), mustered=action.character)
    grown = knowledge.join(knowledge.show(grown, action.with_), [action.character])
    after = evolve(put_legion_in(game, game.mover, grown), caretaker=taken(game.caretaker, [action.character]))
    ruling = legal(
        game.the_box.table_of(legion.land).rule,
        "{legion} in {land} musters {character}" + by_whom(action.with_),
        step="2.6",
        legion=action.legion,
        land=legion.land,
        character=action.character,
        musterers=listed(action.with_, none="nothing"),
    )
    return after, [Mustered(ruling, action.legion, action.character, action.with_)]


def plan_end_turn(game: Game, _: EndTurn) -> Planned[Game]:
    """TURN-1, SETUP-5: the turn is over; the next player's begins."""
    refused = out_of_phase(game, "enlistment", "TURN-1")
    if refused is not None:
        return refused
    mover = game.mover.color
    ended = TurnEnded(legal("TURN-1", "{player} declares its turn over", step="2.7", player=mover), mover)

    def carry_out(_: object) -> GameDone:
        after, events = begin_turn(game, mover)
        return after, [ended, *events]

    return Plan(carry_out)


def plan_end_engagements(game: Game, _: EndEngagements) -> Planned[Game]:
    """ENG-1: the phase ends when nothing is left to resolve."""
    refused = out_of_phase(game, "engagement", "ENG-1") or judged(unresolved(game), None)
    if refused is None and game.engagement is not None:
        refused = Refusal((standing(game, game.engagement),))
    return refused or Plan(lambda _: end_engagements(game))


def end_engagements(game: Game) -> Done[Game]:
    """The Enlistment Phase begins."""
    return evolve(game, phase="enlistment"), [Event(legal("ENG-1", "no Engagement is left to resolve", step="2.5"))]
