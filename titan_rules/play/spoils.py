"""The winner's choices after an Engagement: summons, reinforcement, Angels (SUMMON-2, REINF-2, ACQUIRE-1)."""

from ..actions.events import Acquired, Declined, Mustered, Summoned
from ..actions.intents import Acquire, NoReinforce, NoSummon, Reinforce, Summon
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal
from ..kernel.rulings import illegal, legal
from ..kernel.wording import listed
from ..position import knowledge
from ..position.changes import put_legion_in, taken
from ..position.game import Game, Legion
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import UnknownContent
from ..rules.masterboard.mustering import by_whom
from .aftermath import disband_empty, go_on, late_reinforcements, offer, right_step, take_from_donor, winner
from .planning import Done, Events, GameDone, Planned


def _then(game: Game, stage: str, first: Events) -> Done[Game]:
    """What follows when a stage is done."""
    after, events = go_on(game, stage)
    return after, [*first, *events]


def plan_summon(game: Game, action: Summon) -> Planned[Game]:
    """SUMMON-1 to SUMMON-3: the winning attacker summons; a Legion left empty is disbanded."""
    engagement, found = game.meeting, winner(game)
    if engagement.stage != "summons" or found is None:
        return Refusal((illegal("SUMMON-2", "no summons is open in this Engagement"),))
    color, legion = found
    if action.legion not in (None, legion.legion):
        sentence = "{legion} won and gets the summons, not {given}"
        return Refusal((illegal("SUMMON-2", sentence, legion=legion.legion, given=action.legion),))
    available = summoning.donors(game, engagement)
    meant = summoning.judge_choice(action.origin, action.character, legion.size, available, "SUMMON-2")
    if isinstance(meant, Refusal):
        if action.origin in summoning.unknown_donors(game, engagement):
            supposed = {**available, action.origin: summoning.summonable(game.the_box, (action.character,))}
            meant_then = summoning.judge_choice(action.origin, action.character, legion.size, supposed, "SUMMON-2")
            if not isinstance(meant_then, Refusal):
                raise UnknownContent(action.origin)
        return Refusal((*summoning.not_a_donor(game, engagement, action.origin), *meant.rulings))
    ruling = legal(
        "SUMMON-2",
        "{legion} summons the {character} of {origin}",
        step="2.5.6.5",
        legion=legion.legion,
        character=action.character,
        origin=action.origin,
    )

    def carry_out(_: object) -> GameDone:
        after = take_from_donor(game, color, action)
        grown = knowledge.join(knowledge.grown(legion, [action.character]), [action.character])
        after = put_legion_in(after, after.player(color), grown)
        after, disbanded = disband_empty(after, color)
        summoned = Summoned(ruling, legion.legion, action.character, action.origin)
        return _then(after, "right", [summoned, *disbanded])

    return Plan(carry_out, 0, lambda: [ruling])


def plan_reinforce(game: Game, action: Reinforce) -> Planned[Game]:
    """REINF-2: the winning defender takes its reinforcement."""
    engagement, found = game.meeting, winner(game)
    if engagement.stage != "reinforcement" or found is None:
        return Refusal((illegal("REINF-2", "no reinforcement is open in this Engagement"),))
    color, legion = found
    stock = game.caretaker or {}
    table = game.the_box.table_of(engagement.land)
    meant = reinforcement.judge_choice(table, legion.known, action.character, action.with_, stock, "REINF-2")
    if isinstance(meant, Refusal):
        if legion.characters is None and stock.get(action.character, 0) > 0:
            raise UnknownContent(legion.legion)
        return meant
    ruling = legal(
        "REINF-2",
        "{legion} takes its reinforcement: {character}" + by_whom(action.with_),
        step=right_step(game),
        legion=legion.legion,
        character=action.character,
        musterers=listed(action.with_, none="nothing"),
    )

    def carry_out(_: object) -> GameDone:
        shown = knowledge.show(knowledge.grown(legion, [action.character]), action.with_)
        after = put_legion_in(game, game.player(color), knowledge.join(shown, [action.character]))
        after = evolve(after, caretaker=taken(game.caretaker, [action.character]))
        return _then(after, "right", [Mustered(ruling, legion.legion, action.character, action.with_)])

    return Plan(carry_out, 0, lambda: [ruling])


def plan_no_summon(game: Game, _: NoSummon) -> Planned[Game]:
    """SUMMON-2: the summons is declined."""
    if game.meeting.stage != "summons":
        return Refusal((illegal("SUMMON-2", "no summons is open in this Engagement"),))
    unknown = summoning.unknown_donors(game, game.meeting)
    if unknown and not summoning.donors(game, game.meeting):
        raise UnknownContent(unknown[0])
    return Plan(lambda _: pass_up(game))


def plan_no_reinforce(game: Game, _: NoReinforce) -> Planned[Game]:
    """REINF-2: the reinforcement is declined."""
    if game.meeting.stage != "reinforcement":
        return Refusal((illegal("REINF-2", "no reinforcement is open in this Engagement"),))
    return Plan(lambda _: pass_up(game))


def know_reinforcements(game: Game) -> None:
    """Nothing, if it is known whether the winning defender can muster anybody (REINF-2).

    :raises UnknownContent: it depends on its characters, which are not known.
    """
    found = winner(game)
    if found is not None and found[1].characters is None and not late_reinforcements(game):
        raise UnknownContent(found[1].legion)


def pass_up(game: Game) -> Done[Game]:
    """The winner's open choice is declined: a summons, a reinforcement, Angels."""
    by, stage = game.meeting.to_act, game.meeting.stage
    if stage == "summons":
        ruling = legal("SUMMON-2", "the {what} is declined", step=right_step(game), what="summons")
        return _then(game, "right", [Declined(ruling, by, "summons")])
    if stage == "reinforcement":
        ruling = legal("REINF-2", "the {what} is declined", step=right_step(game), what="reinforcement")
        return _then(game, "right", [Declined(ruling, by, "reinforcement")])
    found = winner(game)
    if found is None:
        return _then(game, "score", [])
    return _then(game, "score", [_acquired(game, found[1], ())])


def plan_acquire(game: Game, action: Acquire) -> Planned[Game]:
    """ACQUIRE-1: the winning Legion takes Angels and Archangels, or none."""
    engagement = game.engagement
    found = winner(game) if engagement is not None and engagement.stage == "acquiring" else None
    if engagement is None or found is None:
        return Refusal((illegal("ACQUIRE-1", "nothing can be acquired now", step="2.5.6.8"),))
    color, legion = found
    if action.legion not in (None, legion.legion):
        sentence = "{legion} won and acquires, not {given}"
        return Refusal((illegal("ACQUIRE-1", sentence, legion=legion.legion, given=action.legion),))
    meant = offer(game, legion).judge(action.characters)
    if isinstance(meant, Refusal):
        return meant
    acquired = _acquired(game, legion, action.characters)
    after = _with(game, color, legion, action.characters)
    return Plan(lambda _: _then(after, "score", [acquired]), 0, lambda: [acquired.ruling])


def _acquired(game: Game, legion: Legion, characters: tuple[CharacterName, ...]) -> Acquired:
    ruling = legal(
        "ACQUIRE-1",
        "{legion} acquires {names} for reaching {reached}",
        step="2.5.6.8",
        legion=legion.legion,
        names=listed(characters, none="nothing"),
        reached=listed(game.meeting.reached, ","),
    )
    return Acquired(ruling, legion.legion, characters)


def _with(game: Game, color: str, legion: Legion, characters: tuple[CharacterName, ...]) -> Game:
    """The game in which a Legion has taken characters from the caretaker for everybody to see."""
    if not characters:
        return game
    grown = knowledge.join(knowledge.grown(legion, characters), characters)
    return evolve(put_legion_in(game, game.player(color), grown), caretaker=taken(game.caretaker, characters))
