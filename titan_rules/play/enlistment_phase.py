"""Enlistment Phase, action by action (MUSTER-1 to MUSTER-5, TURN-1)."""

from ..actions.intents import EndEngagements, EndTurn, Muster
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, legal
from ..position import knowledge
from ..position.changes import put_legion_in, taken
from ..position.game import Game
from ..rules.engagement.meeting import unresolved
from ..rules.masterboard.mustering import muster_violations
from ..rules.masterboard.turns import begin_turn
from .masterboard_phase import Events, in_phase


def check_muster(game: Game, action: Muster) -> list[Ruling]:
    """MUSTER-1 to MUSTER-4; a muster made as the Legion moves is recorded in Enlistment (MUSTER-6)."""
    rule = "MUSTER-6" if game.phase in ("movement", "engagement") else "MUSTER-1"
    return in_phase(game, "enlistment", rule) or muster_violations(game, action.legion, action.character, action.with_)


def do_muster(game: Game, action: Muster) -> tuple[Game, Events]:
    """A Legion musters; the mustering characters are revealed (MUSTER-2, in a Tower MUSTER-4)."""
    player = game.mover
    legion = player.legion(action.legion)
    assert legion is not None
    grown = evolve(knowledge.grown(legion, [action.character]), mustered=action.character)
    grown = knowledge.join(knowledge.show(grown, action.with_), [action.character])
    game = evolve(put_legion_in(game, player, grown), caretaker=taken(game.caretaker, [action.character]))
    event = legal(
        game.the_box.table_of(legion.land).rule,
        "{legion} in {land} musters {character} with {musterers}",
        step="2.6",
        legion=action.legion,
        land=legion.land,
        character=action.character,
        musterers=" and ".join(action.with_) or "nothing",
    )
    return game, [event]


def check_end_turn(game: Game, _: EndTurn) -> list[Ruling]:
    """TURN-1."""
    return in_phase(game, "enlistment", "TURN-1")


def do_end_turn(game: Game, _: EndTurn) -> tuple[Game, Events]:
    """The turn is over; the next player's begins (TURN-1, SETUP-5)."""
    assert game.active is not None
    event: Ruling = legal("TURN-1", "{player} declares its turn over", step="2.7", player=game.active)
    game, events = begin_turn(game, game.active)
    return game, [event, *events]


def check_end_engagements(game: Game, _: EndEngagements) -> list[Ruling]:
    """ENG-1: the phase ends when nothing is left to resolve; then it may also be declared ended after it has."""
    done = game.phase == "enlistment" and not any(x.mustered for x in game.mover.legions)
    return [] if done else in_phase(game, "engagement", "ENG-1") or unresolved(game)


def do_end_engagements(game: Game, _: EndEngagements) -> tuple[Game, Events]:
    """The Engagement Phase ends (ENG-1)."""
    return evolve(game, phase="enlistment"), [legal("ENG-1", "no Engagement is left to resolve", step="2.5")]
