"""After an Engagement: summons or reinforcement, score, Angels, dead Titans, returns (SCORE-2 to SCORE-5, D-1 to D-6).

The stages follow each other by themselves; the engine stops only where the winner has a choice.
"""

from collections.abc import Mapping

from attrs import Factory, frozen

from ..actions.intents import Acquire, NoReinforce, NoSummon, Reinforce, Summon
from ..box.characters import TITAN
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..position import knowledge
from ..position.battle import ROLES, Role
from ..position.changes import drop_legion, put_legion_in, put_player, taken
from ..position.game import MAX_HEIGHT, Engagement, EngagementHow, Game, Legion
from ..rules.engagement import reinforcement, removal, summoning, titans
from ..rules.engagement.meeting import color_of_role, engaged_lands, legion_of, unknown_content
from ..rules.engagement.scoring import Offer, multiples_reached
from ..rules.masterboard.mustering import MusterOption
from ..rules.masterboard.turns import begin_turn

Events = list[Ruling]


@frozen
class Result:
    """How an Engagement ended.

    :param winner: None where both Legions were eliminated.
    :param points: what the winner scores by SCORE-2 or ENG-3.
    :param lost: the characters each side lost.
    :param right: the winner has a right to summon or to be reinforced afterwards.
    :param fought: a battle was fought.
    """

    winner: Role | None
    how: EngagementHow
    points: int
    lost: Mapping[Role, tuple[str, ...]] = Factory(dict)
    right: bool = False
    fought: bool = False


def conclude(game: Game, result: Result) -> tuple[Game, Events]:
    """The Engagement is decided: the lost characters are removed, then the stages of the aftermath follow (SCORE-5)."""
    engagement = game.engagement
    assert engagement is not None
    slain_titans = tuple(color_of_role(engagement, role) for role in ROLES if TITAN in result.lost.get(role, ()))
    slayer = None
    if len(slain_titans) == 1:
        slayer = engagement.defending if slain_titans[0] == engagement.attacking else engagement.attacking
    for role in ROLES:
        game = _remove_lost(game, engagement, role, result.lost.get(role, ()), slain_titans)
    engagement = evolve(
        engagement,
        stage="acquiring",
        winner=result.winner,
        how=result.how,
        points=result.points,
        right=result.right and result.winner is not None,
        slain_titans=slain_titans,
        slayer=slayer,
        fought=result.fought,
    )
    game = evolve(game, engagement=engagement, battle=None)
    return _next_stage(game, ())


def _remove_lost(game: Game, engagement: Engagement, role: Role, lost: tuple[str, ...], slain: tuple[str, ...]) -> Game:
    color = color_of_role(engagement, role)
    legion = legion_of(game, engagement, role)
    player = game.player(color)
    if lost:
        game = removal.remove(game, lost)
    if legion.size > len(lost) or color in slain:
        # What is left of a slain Titan's Legion waits for D-3, even if it is nothing.
        return put_legion_in(game, player, knowledge.leave(knowledge.shrunk(legion, lost), lost))
    return put_player(game, drop_legion(player, legion.legion))


# --- the stages ------------------------------------------------------------------------------------------------------


_ORDERS: dict[str, tuple[str, ...]] = {
    "summon_first": ("right", "score"),
    "acquire_first": ("score", "right"),
    "remove_first": ("removal", "score", "right"),
}
"""The stages of the aftermath under each reading of ``after_battle`` (SCORE-5)."""


def _order(game: Game) -> tuple[str, ...]:
    return _ORDERS[game.rules.after_battle]


def _next_stage(game: Game, done: tuple[str, ...]) -> tuple[Game, Events]:
    """Go through the stages that are not done; stop where the winner has a choice (SCORE-5)."""
    events: Events = []
    for stage in _order(game):
        if stage in done:
            continue
        waits = False
        if stage == "removal":
            game, more = titans.remove_others(game)
            events += more
        elif stage == "right":
            game, waits = _open_right(game)
        else:
            game, more, waits = _open_score(game)
            events += more
        if waits:
            return game, events
        done = (*done, stage)
    game, more = _finish(game)
    return game, events + more


def _winner(game: Game) -> tuple[str, Legion] | None:
    """The winner's colour and Legion, if it has one."""
    engagement = game.engagement
    assert engagement is not None
    if engagement.winner is None:
        return None
    color = color_of_role(engagement, engagement.winner)
    marker = engagement.attacker if engagement.winner == "attacker" else engagement.defender
    legion = game.player(color).legion(marker)
    if legion is None or color in engagement.slain_titans:
        return None
    return color, legion


def _open_right(game: Game) -> tuple[Game, bool]:
    """Summons or reinforcement of the winner, if it has the right and the means (SUMMON-2, REINF-2)."""
    engagement, found = game.engagement, _winner(game)
    assert engagement is not None
    if found is None or not engagement.right or found[1].size >= MAX_HEIGHT:
        return game, False
    color, legion = found
    if engagement.winner == "attacker":
        known, unknown = summoning.donors(game, engagement), summoning.unknown_donors(game, engagement)
        if game.player(color).summoned or not (known or unknown):
            return game, False
        return evolve(game, engagement=evolve(engagement, stage="summons", to_act=color)), True
    if legion.characters is not None and not late_reinforcements(game):
        return game, False
    return evolve(game, engagement=evolve(engagement, stage="reinforcement", to_act=color)), True


def late_reinforcements(game: Game) -> tuple[MusterOption, ...]:
    """What the known characters of the winning defender may muster (REINF-2)."""
    engagement, found = game.engagement, _winner(game)
    if engagement is None or found is None:
        return ()
    return reinforcement.options(game.the_box.table_of(engagement.land), found[1].known, game.caretaker or {})


def _open_score(game: Game) -> tuple[Game, Events, bool]:
    """The winner scores; if that brings Angels it may take, it chooses (SCORE-2, ENG-3, ACQUIRE-1)."""
    engagement = game.engagement
    assert engagement is not None
    events: Events = []
    if not engagement.scored:
        events = _restored(engagement)
        game, more = _score(game, engagement)
        events += more
        engagement = game.engagement
        assert engagement is not None
    found = _winner(game)
    if found is None or len(choices(game)) == 1:
        return game, events, False
    return evolve(game, engagement=evolve(engagement, stage="acquiring", to_act=found[0])), events, True


def _restored(engagement: Engagement) -> Events:
    """After a battle the survivors lose their hits and go back to the Masterboard, hidden again (SCORE-3)."""
    if not engagement.fought or engagement.winner is None:
        return []
    facts = {"legion": engagement.attacker if engagement.winner == "attacker" else engagement.defender}
    sentences = (
        ("2.5.6.6", "the survivors of {legion} lose their hits"),
        ("2.5.6.7", "{legion} returns to the Masterboard and is hidden again"),
    )
    return [Ruling("SCORE-3", "consequence", sentence, facts, place) for place, sentence in sentences]


def _score(game: Game, engagement: Engagement) -> tuple[Game, Events]:
    engagement = evolve(engagement, scored=True)
    if engagement.winner is None:
        rule = "D-2" if len(engagement.slain_titans) == 2 else "D-4" if engagement.slain_titans else "SCORE-2"
        why = {
            "D-2": "both Titans are slain",
            "D-4": "the Titan of {player} is slain and the other side is eliminated",
            "SCORE-2": "both Legions are eliminated",
        }[rule]
        sentence = f"{why}: nobody scores from this Engagement"
        event = consequence(rule, sentence, step="2.5.6.8", player=", ".join(engagement.slain_titans))
        return evolve(game, engagement=engagement), [event]
    color = color_of_role(engagement, engagement.winner)
    player = game.player(color)
    after = player.score + engagement.points
    reached = multiples_reached(game.the_box, player.score, after)
    facts = {"player": color, "points": engagement.points, "before": player.score, "after": after}
    rule = {"flight": "ENG-3", "agreement": "ENG-7", "time-loss": "BATTLE-7"}.get(engagement.how or "", "SCORE-2")
    event = Ruling(rule, "consequence", "{player} scores {points}: {before} becomes {after}", facts, "2.5.6.8")
    game = put_player(game, evolve(player, score=after))
    return evolve(game, engagement=evolve(engagement, reached=reached)), [event]


def choices(game: Game) -> list[tuple[str, ...]]:
    """What the winning Legion may acquire, the empty choice last (ACQUIRE-1)."""
    engagement, found = game.engagement, _winner(game)
    assert engagement is not None
    if found is None:
        return [()]
    return _offer(game, engagement, found[1]).choices()


def _offer(game: Game, engagement: Engagement, legion: Legion) -> Offer:
    """What the winner's Legion may choose from."""
    box = game.the_box
    terrain = box.terrain_of(legion.land)
    return Offer(box, terrain, engagement.reached, legion.size, game.caretaker or {}, game.rules)


# --- the end of the Engagement ---------------------------------------------------------------------------------------


def _finish(game: Game) -> tuple[Game, Events]:
    """Dead Titans, returns to the caretaker, the game's end, what comes next (D-1 to D-6, SCORE-4, TURN-2)."""
    engagement = game.engagement
    assert engagement is not None
    assert game.active is not None
    mover = game.active
    events: Events = []
    deaths = titans.deaths(game, engagement)
    if len(deaths) == 2:
        events.append(consequence("D-2", "both Titans are slain in one Engagement", step="2.5.6.9"))
    for color, slayer in deaths:
        game, more = titans.bury(game, color, slayer, engagement)
        events += more
    if game.rules.lords_return == "engagement_end" or engagement.fought:
        game, more = removal.bring_back(game)
        events += more
    game, more = titans.end_of_game(game)
    if more:
        return game, events + more
    game = evolve(game, engagement=None, battle=None)
    if game.player(mover).out:
        ended = consequence("TURN-2", "{player} is out: the turn ends here, without Enlistment", player=mover)
        game, more = begin_turn(game, mover)
        return game, [*events, ended, *more]
    if not engaged_lands(game):
        game = evolve(game, phase="enlistment")
    return game, events


# --- the winner's choices --------------------------------------------------------------------------------------------


def check_summon(game: Game, action: Summon) -> list[Ruling]:
    """SUMMON-1 to SUMMON-3, after the Engagement is won."""
    engagement, found = game.engagement, _winner(game)
    assert engagement is not None
    if engagement.stage != "summons" or found is None:
        return [illegal("SUMMON-2", "no summons is open in this Engagement")]
    legion = found[1]
    if action.legion not in (None, legion.legion):
        return [
            illegal(
                "SUMMON-2", "{legion} won and gets the summons, not {given}", legion=legion.legion, given=action.legion
            )
        ]
    available = summoning.donors(game, engagement)
    refused = summoning.choice_violations(action.origin, action.character, legion.size, available, "SUMMON-2")
    if refused and action.origin in summoning.unknown_donors(game, engagement):
        supposed = {**available, action.origin: summoning.summonable(game.the_box, (action.character,))}
        if not summoning.choice_violations(action.origin, action.character, legion.size, supposed, "SUMMON-2"):
            raise unknown_content(action.origin)
    return refused


def do_summon(game: Game, action: Summon) -> tuple[Game, Events]:
    """The winning attacker summons (SUMMON-2); a Legion left empty is disbanded (SUMMON-3)."""
    found = _winner(game)
    assert found is not None
    color, legion = found
    game = take_from_donor(game, color, action)
    grown = knowledge.join(knowledge.grown(legion, [action.character]), [action.character])
    game = put_legion_in(game, game.player(color), grown)
    game, more = disband_empty(game, color)
    event = legal(
        "SUMMON-2",
        "{legion} summons the {character} of {origin}",
        step="2.5.6.5",
        legion=legion.legion,
        character=action.character,
        origin=action.origin,
    )
    game, rest = _next_stage(game, _done(game, "right"))
    return game, [event, *more, *rest]


def take_from_donor(game: Game, color: str, action: Summon) -> Game:
    """The summoned character leaves its Legion; the summons of this turn is used up (SUMMON-3)."""
    player = game.player(color)
    donor = player.legion(action.origin)
    assert donor is not None
    rest = knowledge.shrunk(knowledge.leave(donor, [action.character]), [action.character])
    return put_legion_in(game, evolve(player, summoned=True), rest)


def disband_empty(game: Game, color: str) -> tuple[Game, Events]:
    """A Legion left empty by a summons is disbanded and its marker returned (SUMMON-3)."""
    events: Events = []
    for legion in game.player(color).legions:
        if legion.size == 0:
            game = put_player(game, drop_legion(game.player(color), legion.legion))
            events.append(consequence("SUMMON-3", "{legion} is empty and disbanded", legion=legion.legion))
    return game, events


def right_step(game: Game) -> str:
    """The step at which the winner summons or is reinforced: a defender by agreement has its own."""
    assert game.engagement is not None
    agreed = game.engagement.how == "agreement" and game.engagement.winner == "defender"
    return "2.5.5.1" if agreed else "2.5.6.5"


def _done(game: Game, stage: str) -> tuple[str, ...]:
    """The stages done when this one is."""
    order = _order(game)
    return order[: order.index(stage) + 1]


def check_reinforce(game: Game, action: Reinforce) -> list[Ruling]:
    """REINF-2, after the Engagement is won."""
    engagement, found = game.engagement, _winner(game)
    assert engagement is not None
    if engagement.stage != "reinforcement" or found is None:
        return [illegal("REINF-2", "no reinforcement is open in this Engagement")]
    refused = reinforcement.choice_violations(
        game.the_box.table_of(engagement.land),
        found[1].known,
        action.character,
        action.with_,
        game.caretaker or {},
        "REINF-2",
    )
    if refused and found[1].characters is None and (game.caretaker or {}).get(action.character, 0) > 0:
        raise unknown_content(found[1].legion)
    return refused


def do_reinforce(game: Game, action: Reinforce) -> tuple[Game, Events]:
    """The winning defender takes its reinforcement (REINF-2)."""
    found = _winner(game)
    assert found is not None
    color, legion = found
    grown = knowledge.grown(legion, [action.character])
    grown = knowledge.join(knowledge.show(grown, action.with_), [action.character])
    game = put_legion_in(game, game.player(color), grown)
    game = evolve(game, caretaker=taken(game.caretaker, [action.character]))
    event = legal(
        "REINF-2",
        "{legion} takes its reinforcement: {character} with {musterers}",
        step=right_step(game),
        legion=legion.legion,
        character=action.character,
        musterers=" and ".join(action.with_) or "nothing",
    )
    game, rest = _next_stage(game, _done(game, "right"))
    return game, [event, *rest]


def check_decline(game: Game, action: NoSummon | NoReinforce) -> list[Ruling]:
    """SUMMON-2, REINF-2."""
    stage, rule = ("summons", "SUMMON-2") if isinstance(action, NoSummon) else ("reinforcement", "REINF-2")
    if game.engagement is None or game.engagement.stage != stage:
        return [illegal(rule, "no {stage} is open in this Engagement", stage=stage)]
    return []


def do_decline(game: Game, action: NoSummon | NoReinforce) -> tuple[Game, Events]:
    """The winner passes its right up (SUMMON-2, REINF-2)."""
    rule = "SUMMON-2" if isinstance(action, NoSummon) else "REINF-2"
    what = "summons" if isinstance(action, NoSummon) else "reinforcement"
    place = right_step(game)
    game, rest = _next_stage(game, _done(game, "right"))
    return game, [legal(rule, "the {what} is passed up", step=place, what=what), *rest]


def check_acquire(game: Game, action: Acquire) -> list[Ruling]:
    """ACQUIRE-1."""
    engagement = game.engagement
    found = _winner(game) if engagement is not None and engagement.stage == "acquiring" else None
    if engagement is None or found is None:
        return [illegal("ACQUIRE-1", "nothing can be acquired now", step="2.5.6.8")]
    legion = found[1]
    if action.legion not in (None, legion.legion):
        return [
            illegal("ACQUIRE-1", "{legion} won and acquires, not {given}", legion=legion.legion, given=action.legion)
        ]
    return _offer(game, engagement, legion).violations(action.characters)


def do_acquire(game: Game, action: Acquire) -> tuple[Game, Events]:
    """The winning Legion takes Angels and Archangels (ACQUIRE-1)."""
    found = _winner(game)
    assert found is not None
    assert game.engagement is not None
    color, legion = found
    reached = game.engagement.reached
    events: Events = []
    if action.characters:
        grown = knowledge.grown(legion, action.characters)
        game = put_legion_in(game, game.player(color), knowledge.join(grown, action.characters))
        game = evolve(game, caretaker=taken(game.caretaker, action.characters))
    events.append(
        legal(
            "ACQUIRE-1",
            "{legion} acquires {names} for reaching {reached}",
            step="2.5.6.8",
            legion=legion.legion,
            names=" and ".join(action.characters) or "nothing",
            reached=", ".join(map(str, reached)),
        )
    )
    game, rest = _next_stage(game, _done(game, "score"))
    return game, [*events, *rest]
