"""The winner's choices after an Engagement: summons, reinforcement, Angels (SUMMON-2, REINF-2, ACQUIRE-1)."""

from collections import Counter
from collections.abc import Iterator

from ..actions import intents as act
from ..actions.events import Acquired, Declined, Event, Mustered, Summoned
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Rolled, refuse_if
from ..kernel.rulings import Facts, Ruling, illegal, legal
from ..kernel.wording import listed
from ..position import knowledge
from ..position.changes import put_legion_in, taken
from ..position.game import Game, Legion
from ..rules.engagement import reinforcement, summoning
from ..rules.masterboard.mustering import by_whom
from ..rules.objections import UnknownContent
from .aftermath import (
    SCORING,
    angels_due,
    disband_empty,
    go_on,
    late_reinforcements,
    offer,
    right_step,
    take_from_donor,
    winner,
)
from .planning import Done, GameDone, Planned


def _then(game: Game, stage: str, *first: Event) -> Done[Game]:
    """What follows after a stage."""
    after, events = go_on(game, stage)
    return after, [*first, *events]


def plan_summon(game: Game, action: act.Summon) -> Planned[Game]:
    """Summon for the winning attacker; a Legion left empty is disbanded (SUMMON-1 to SUMMON-3)."""
    refused = refuse_if(summoning.against_late_summons(game, action), None)
    if refused is not None:
        return refused
    won = winner(game)
    assert won is not None
    (color, legion), name = won, action.character
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
    refused = refuse_if(reinforcement.against_late_reinforcement(game, action), None)
    if refused is not None:
        return refused
    won = winner(game)
    assert won is not None
    (color, legion), name = won, action.character
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
    refused = refuse_if(summoning.against_late_summons(game), None)
    if refused is not None:
        return refused
    unknown = summoning.unknown_donors(game, game.meeting)
    if unknown and not summoning.donors(game, game.meeting):
        raise UnknownContent(unknown[0])
    return Plan(lambda _: pass_up(game))


def plan_no_reinforce(game: Game, _: act.NoReinforce) -> Planned[Game]:
    """Decline the reinforcement (REINF-2)."""
    return refuse_if(reinforcement.against_late_reinforcement(game), Plan(lambda _: pass_up(game)))


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
    return _then(game, "score", *([] if won is None else [_acquired(won[1], (), game.meeting.reached)]))


def against_acquiring(game: Game, action: act.Acquire) -> Iterator[Ruling]:
    """What stands against taking Angels for the winning Legion (ACQUIRE-1)."""
    engagement, won = game.engagement, winner(game) if game.engagement is not None else None
    if engagement is None or won is None:
        where = "no Engagement is being resolved" if engagement is None else "this Engagement has no winner yet"
        yield illegal("ACQUIRE-1", f"{where}, and Angels are acquired when one has scored", step=SCORING)
        return
    color, legion = won
    if action.legion not in (None, legion.legion):
        sentence = "{legion} won and acquires, not {given}"
        yield illegal("ACQUIRE-1", sentence, legion=legion.legion, given=action.legion)
    if not engagement.reached:
        sentence = "the score of {player} has reached no multiple of {points} with this Engagement"
        yield illegal("ACQUIRE-1", sentence, player=color, points=game.the_box.acquire_step)
    else:
        yield from offer(game, legion).against(action.characters)
    if engagement.reached and engagement.stage != "acquiring":
        yield illegal("ACQUIRE-1", "the Angels of {legion} are chosen at another time", legion=legion.legion)


def plan_acquire(game: Game, action: act.Acquire) -> Planned[Game]:
    """Take Angels and Archangels for the winning Legion, or none (ACQUIRE-1)."""
    refused = refuse_if(against_acquiring(game, action), None)
    if refused is not None:
        return refused
    won, names = winner(game), action.characters
    assert won is not None
    used = offer(game, won[1]).used_by(names)
    acquired = _acquired(won[1], names, used or game.meeting.reached)
    return Plan(lambda _: _taken(game, acquired, used), 0, lambda: [acquired.ruling])


def _taken(game: Game, acquired: Acquired, used: tuple[int, ...]) -> Done[Game]:
    """Angels join the winning Legion; what is still due stays open until it is taken or declined (ACQUIRE-1, ENG-8)."""
    names, won, engagement = acquired.characters, winner(game), game.meeting
    if not names or won is None:
        return _then(game, "score", acquired)
    grown = put_legion_in(game, game.player(won[0]), knowledge.join(won[1], names))
    rest = tuple((Counter(engagement.reached) - Counter(used)).elements())
    after = evolve(grown, caretaker=taken(game.caretaker, names), engagement=evolve(engagement, reached=rest))
    opened, lost = angels_due(after)
    if opened is not None:
        return after, [acquired, opened]
    return _then(after, "score", acquired, *lost)


def _acquired(legion: Legion, characters: tuple[CharacterName, ...], reached: tuple[int, ...]) -> Acquired:
    sentence, names = "{legion} acquires {names} for reaching {reached}", listed(characters, none="nothing")
    facts: Facts = {"legion": legion.legion, "names": names, "reached": listed(reached, ",")}
    return Acquired(legal("ACQUIRE-1", sentence, step=SCORING, **facts), legion.legion, characters)
