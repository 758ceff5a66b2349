"""The winner's choices after an Engagement: summons, reinforcement, Angels (SUMMON-2, REINF-2, ACQUIRE-1)."""

from ..actions import intents as act
from ..actions.events import Acquired, Declined, Event, Mustered, Summoned
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, refusal
from ..kernel.rulings import legal
from ..kernel.wording import listed
from ..position import knowledge
from ..position.changes import put_legion_in, taken
from ..position.game import Game, Legion
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import UnknownContent
from ..rules.masterboard.mustering import by_whom
from .aftermath import SCORING, disband_empty, go_on, late_reinforcements, offer, right_step, take_from_donor, winner
from .planning import Done, GameDone, Planned


def _then(game: Game, stage: str, *first: Event) -> Done[Game]:
    """What follows after a stage."""
    after, events = go_on(game, stage)
    return after, [*first, *events]


def plan_summon(game: Game, action: act.Summon) -> Planned[Game]:
    """Summon for the winning attacker; a Legion left empty is disbanded (SUMMON-1 to SUMMON-3)."""
    engagement, won = game.meeting, winner(game)
    if engagement.stage != "summons" or won is None:
        return refusal("SUMMON-2", "no summons is open in this Engagement")
    (color, legion), name = won, action.character
    if action.legion not in (None, legion.legion):
        sentence = "{legion} won and gets the summons, not {given}"
        return refusal("SUMMON-2", sentence, legion=legion.legion, given=action.legion)
    available = summoning.donors(game, engagement)
    meant = summoning.judge_choice(action.origin, name, legion.size, available, "SUMMON-2")
    if isinstance(meant, Refusal):
        if action.origin in summoning.unknown_donors(game, engagement):
            supposed = {**available, action.origin: summoning.summonable(game.the_box, (name,))}
            then = summoning.judge_choice(action.origin, name, legion.size, supposed, "SUMMON-2")
            if not isinstance(then, Refusal):
                raise UnknownContent(action.origin)
        return Refusal((*summoning.not_a_donor(game, engagement, action.origin), *meant.rulings))
    sentence = "{legion} summons the {character} of {origin}"
    ruling = legal("SUMMON-2", sentence, step="2.5.6.5", legion=legion.legion, character=name, origin=action.origin)

    def carry_out(_: Rolled) -> GameDone:
        after = take_from_donor(game, color, action)
        grown = knowledge.join(legion, [name])
        after, disbanded = disband_empty(put_legion_in(after, after.player(color), grown), color)
        return _then(after, "right", Summoned(ruling, legion.legion, name, action.origin), *disbanded)

    return Plan(carry_out, 0, lambda: [ruling])


def plan_reinforce(game: Game, action: act.Reinforce) -> Planned[Game]:
    """Muster the winning defender's reinforcement (REINF-2)."""
    engagement, won = game.meeting, winner(game)
    if engagement.stage != "reinforcement" or won is None:
        return refusal("REINF-2", "no reinforcement is open in this Engagement")
    (color, legion), name = won, action.character
    stock, table = game.caretaker or {}, game.the_box.table_of(engagement.land)
    meant = reinforcement.judge_choice(table, legion.known, name, action.with_, stock, "REINF-2")
    if isinstance(meant, Refusal):
        if legion.characters is None and stock.get(name, 0) > 0:
            raise UnknownContent(legion.legion)
        return meant
    ruling = legal(
        "REINF-2",
        "{legion} takes its reinforcement: {character}" + by_whom(action.with_),
        step=right_step(game),
        legion=legion.legion,
        character=name,
        musterers=listed(action.with_, none="nothing"),
    )

    def carry_out(_: Rolled) -> GameDone:
        after = put_legion_in(game, game.player(color), knowledge.join(legion, [name], action.with_))
        after = evolve(after, caretaker=taken(game.caretaker, [name]))
        return _then(after, "right", Mustered(ruling, legion.legion, name, action.with_))

    return Plan(carry_out, 0, lambda: [ruling])


def plan_no_summon(game: Game, _: act.NoSummon) -> Planned[Game]:
    """Decline the summons (SUMMON-2)."""
    if game.meeting.stage != "summons":
        return refusal("SUMMON-2", "no summons is open in this Engagement")
    unknown = summoning.unknown_donors(game, game.meeting)
    if unknown and not summoning.donors(game, game.meeting):
        raise UnknownContent(unknown[0])
    return Plan(lambda _: pass_up(game))


def plan_no_reinforce(game: Game, _: act.NoReinforce) -> Planned[Game]:
    """Decline the reinforcement (REINF-2)."""
    if game.meeting.stage != "reinforcement":
        return refusal("REINF-2", "no reinforcement is open in this Engagement")
    return Plan(lambda _: pass_up(game))


def know_reinforcements(game: Game) -> None:
    """Check that it is known whether the winning defender can muster anybody (REINF-2).

    :raises UnknownContent: it depends on unknown characters.
    """
    won = winner(game)
    if won is not None and won[1].characters is None and not late_reinforcements(game):
        raise UnknownContent(won[1].legion)


def pass_up(game: Game) -> Done[Game]:
    """Decline the winner's open choice: a summons, a reinforcement, Angels."""
    by, stage = game.meeting.to_act, game.meeting.stage
    if stage == "summons" or stage == "reinforcement":
        rule = "SUMMON-2" if stage == "summons" else "REINF-2"
        ruling = legal(rule, "the {what} is declined", step=right_step(game), what=stage)
        return _then(game, "right", Declined(ruling, by, stage))
    won = winner(game)
    return _then(game, "score", *([] if won is None else [_acquired(game, won[1], ())]))


def plan_acquire(game: Game, action: act.Acquire) -> Planned[Game]:
    """Take Angels and Archangels for the winning Legion, or none (ACQUIRE-1)."""
    engagement, names = game.engagement, action.characters
    won = winner(game) if engagement is not None and engagement.stage == "acquiring" else None
    if won is None:
        return refusal("ACQUIRE-1", "nothing can be acquired now", step=SCORING)
    color, legion = won
    if action.legion not in (None, legion.legion):
        sentence = "{legion} won and acquires, not {given}"
        return refusal("ACQUIRE-1", sentence, legion=legion.legion, given=action.legion)
    meant = offer(game, legion).judge(names)
    if isinstance(meant, Refusal):
        return meant
    acquired, after = _acquired(game, legion, names), game
    if names:
        grown = knowledge.join(legion, names)
        after = evolve(put_legion_in(game, game.player(color), grown), caretaker=taken(game.caretaker, names))
    return Plan(lambda _: _then(after, "score", acquired), 0, lambda: [acquired.ruling])


def _acquired(game: Game, legion: Legion, characters: tuple[CharacterName, ...]) -> Acquired:
    sentence, reached = "{legion} acquires {names} for reaching {reached}", listed(game.meeting.reached, ",")
    names = listed(characters, none="nothing")
    ruling = legal("ACQUIRE-1", sentence, step=SCORING, legion=legion.legion, names=names, reached=reached)
    return Acquired(ruling, legion.legion, characters)
