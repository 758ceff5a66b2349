"""After an Engagement: summons or reinforcement, score, Angels, dead Titans, returns (SCORE-2 to SCORE-5, D-1 to D-6).

Each stage leads to the next; play stops only if the winner has a choice.
"""

from collections.abc import Mapping

from attrs import field, frozen

from ..actions.events import ChoiceOpened, Event, Scored, TurnEnded
from ..actions.intents import Summon
from ..box.characters import TITAN
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..kernel.rulings import Facts, Ruling, consequence
from ..kernel.wording import listed, several
from ..position import knowledge
from ..position.battle import ROLES, Role
from ..position.changes import drop_legion, put_legion_in, put_player
from ..position.game import MAX_HEIGHT, Barred, Engagement, EngagementHow, Game, Legion, Stage
from ..rules.engagement import reinforcement, scoring, summoning, titans
from ..rules.engagement.meeting import color_of_role, engaged_lands, legion_of
from ..rules.engagement.scoring import Offer, multiples_reached
from ..rules.masterboard.mustering import MusterOption
from ..rules.masterboard.turns import begin_turn
from .planning import Done, Events

SCORING = "2.5.6.8"  # the step at which the winner scores and acquires


@frozen
class Conclusion:
    """How an Engagement ended.

    :param winner: None if both Legions were eliminated.
    :param points: what the winner scores by SCORE-2 or ENG-3.
    :param lost: the characters each side lost.
    :param barred: what keeps the winner from a summons or a reinforcement afterwards; None: nothing.
    """

    winner: Role | None
    how: EngagementHow
    points: int
    lost: Mapping[Role, tuple[CharacterName, ...]] = field(factory=dict)
    barred: Barred | None = None
    fought: bool = False


def conclude(game: Game, result: Conclusion) -> Done[Game]:
    """Conclude the Engagement: remove the lost characters, then go through the aftermath (SCORE-5)."""
    engagement = game.meeting
    slain_titans = tuple(color_of_role(engagement, role) for role in ROLES if TITAN in result.lost.get(role, ()))
    slayer = None
    if len(slain_titans) == 1:
        slayer = engagement.defending if slain_titans[0] == engagement.attacking else engagement.attacking
    for role in ROLES:
        lost, color = result.lost.get(role, ()), color_of_role(engagement, role)
        legion, player = legion_of(game, engagement, role), game.player(color)
        game = scoring.remove(game, lost)
        if legion.size > len(lost) or color in slain_titans:
            # The rest of a slain Titan's Legion waits for D-3, possibly nothing.
            game = put_legion_in(game, player, knowledge.leave(legion, lost))
        else:
            game = put_player(game, drop_legion(player, legion.legion))
    engagement = evolve(
        engagement,
        stage="acquiring",
        winner=result.winner,
        how=result.how,
        points=result.points,
        barred=result.barred,
        slain_titans=slain_titans,
        slayer=slayer,
        fought=result.fought,
    )
    return go_on(evolve(game, engagement=engagement, battle=None))


# --- the stages ------------------------------------------------------------------------------------------------------


_ORDERS: dict[str, tuple[str, ...]] = {
    "summon_first": ("right", "score"),
    "acquire_first": ("score", "right"),
    "remove_first": ("removal", "score", "right"),
}
"""The stages of the aftermath under each reading of ``after_battle`` (SCORE-5)."""

_OPENED: dict[str, Stage] = {"summons": "summons", "reinforcement": "reinforcement", "angels": "acquiring"}


def go_on(game: Game, done: str | None = None) -> Done[Game]:
    """Go through the stages after ``done`` up to the winner's next choice (SCORE-5)."""
    order = _ORDERS[game.rules.after_battle]
    events: Events = []
    for stage in order[order.index(done) + 1 if done else 0 :]:
        opened, more = None, Events()
        if stage == "removal":
            game, more = titans.remove_others(game)
        elif stage == "right":
            opened = _right_opened(game)
        else:
            game, more = _scored(game)
            opened, lost = angels_due(game)
            more += lost
        events += more
        if opened is not None:
            engagement = evolve(game.meeting, stage=_OPENED[opened.choice], to_act=opened.player)
            return evolve(game, engagement=engagement), [*events, opened]
    game, more = _finish(game)
    return game, events + more


def winner(game: Game) -> tuple[str, Legion] | None:
    """The winner's colour and Legion, if it has one."""
    engagement = game.meeting
    if engagement.winner is None:
        return None
    color = color_of_role(engagement, engagement.winner)
    marker = engagement.attacker if engagement.winner == "attacker" else engagement.defender
    legion = game.player(color).legion(marker)
    return None if legion is None or color in engagement.slain_titans else (color, legion)


def _right_opened(game: Game) -> ChoiceOpened | None:
    """The winner's summons or reinforcement, if it has the right and the means (SUMMON-2, REINF-2)."""
    engagement, won = game.meeting, winner(game)
    if won is None or not engagement.right or won[1].size >= MAX_HEIGHT:
        return None
    color, legion = won
    facts, place = {"player": color, "legion": legion.legion}, right_step(game)
    if engagement.winner == "attacker":
        known, unknown = summoning.donors(game, engagement), summoning.unknown_donors(game, engagement)
        if game.player(color).summoned or not (known or unknown):
            return None
        ruling = Ruling("SUMMON-2", "consequence", "{player} may summon into {legion}", facts, place)
        return ChoiceOpened(ruling, color, "summons")
    if legion.characters is not None and not late_reinforcements(game):
        return None
    ruling = Ruling("REINF-2", "consequence", "{player} may take a reinforcement into {legion}", facts, place)
    return ChoiceOpened(ruling, color, "reinforcement")


def late_reinforcements(game: Game) -> tuple[MusterOption, ...]:
    """What the winning defender's known characters can muster (REINF-2)."""
    won = winner(game)
    if won is None:
        return ()
    return reinforcement.options(game.the_box.table_of(game.meeting.land), won[1].known, game.caretaker or {})


def angels_due(game: Game) -> tuple[ChoiceOpened | None, Events]:
    """The Angels that the winner can take for its score, or why it gets none (ACQUIRE-1, SCORE-5)."""
    won, reached = winner(game), game.meeting.reached
    if won is None or not reached:
        return None, []
    color, legion = won
    *some, _ = choices(game)
    facts: Facts = {"player": color, "legion": legion.legion, "reached": listed(reached)}
    if some:
        offered = [listed([several(choice.count(name), name) for name in dict.fromkeys(choice)]) for choice in some]
        sentence = "{player} has reached {reached}: {legion} may acquire {names}"
        ruling = Ruling("ACQUIRE-1", "consequence", sentence, {**facts, "names": listed(offered, "or")}, SCORING)
        return ChoiceOpened(ruling, color, "angels"), []
    rule = "ACQUIRE-1"
    sentence = "{player} has reached {reached}, and the caretaker has nobody left whom {legion} may acquire for it"
    if legion.size >= MAX_HEIGHT:
        rule, sentence = (
            "SCORE-5",
            "{player} has reached {reached}; {legion} has height {height} and acquires nobody for it",
        )
    return None, [Event(Ruling(rule, "consequence", sentence, {**facts, "height": legion.size}, SCORING))]


def _scored(game: Game) -> Done[Game]:
    """Score the winner's points once; it cannot refuse them (SCORE-2, SCORE-3, SCORE-6, ENG-3)."""
    engagement = game.meeting
    if engagement.scored:
        return game, []
    engagement = evolve(engagement, scored=True)
    if engagement.winner is None:
        return evolve(game, engagement=engagement), [Event(_nobody_scores(engagement))]
    color = color_of_role(engagement, engagement.winner)
    player = game.player(color)
    after = player.score + engagement.points
    facts = {"player": color, "points": engagement.points, "before": player.score, "after": after}
    rule = {"flight": "ENG-3", "agreement": "ENG-7", "time-loss": "BATTLE-7"}.get(engagement.how or "", "SCORE-2")
    sentence = "{player} scores {points}: {before} becomes {after}"
    if engagement.how == "time-loss":
        sentence = "nobody scores from a battle that is lost by time: {player} keeps {after}"
    scored = Scored(
        Ruling(rule, "consequence", sentence, facts, SCORING), color, engagement.points, player.score, after
    )
    engagement = evolve(engagement, reached=multiples_reached(game.the_box, player.score, after))
    game = evolve(put_player(game, evolve(player, score=after)), engagement=engagement)
    return game, [*_restored(engagement), scored]


def _restored(engagement: Engagement) -> Events:
    """The survivors of a battle lose their hits and return to the Masterboard, hidden again (SCORE-3)."""
    if not engagement.fought:
        return []
    facts = {"legion": engagement.attacker if engagement.winner == "attacker" else engagement.defender}
    sentences = (
        ("2.5.6.6", "the survivors of {legion} lose their hits"),
        ("2.5.6.7", "{legion} returns to the Masterboard and is hidden again"),
    )
    return [Event(Ruling("SCORE-3", "consequence", sentence, facts, place)) for place, sentence in sentences]


def _nobody_scores(engagement: Engagement) -> Ruling:
    """The ruling that both Legions were eliminated (SCORE-2), with one Titan (D-4) or both (D-2)."""
    slain = engagement.slain_titans
    rule, why = "SCORE-2", "{attacker} and {defender} are eliminated"
    facts: Facts = {"player": listed(slain), "attacker": engagement.attacker, "defender": engagement.defender}
    facts["other"] = engagement.defender if engagement.attacking in slain else engagement.attacker
    if len(slain) == 2:
        rule, why = "D-2", "the Titans of {player} are slain"
    elif slain:
        rule, why = "D-4", "the Titan of {player} is slain, and {other} is eliminated"
    return Ruling(rule, "consequence", f"{why}: nobody scores from this Engagement", facts, SCORING)


def choices(game: Game) -> list[tuple[CharacterName, ...]]:
    """What the winning Legion can acquire, the empty choice last (ACQUIRE-1)."""
    won = winner(game)
    return [()] if won is None else offer(game, won[1]).choices()


def offer(game: Game, legion: Legion) -> Offer:
    """What the winner's Legion can choose from (ACQUIRE-1)."""
    box = game.the_box
    return Offer(box, box.terrain_of(legion.land), game.meeting.reached, legion.size, game.caretaker or {}, game.rules)


# --- the end of the Engagement ---------------------------------------------------------------------------------------


def _finish(game: Game) -> Done[Game]:
    """Resolve dead Titans, returned characters, the game's end, and what comes next (D-1 to D-6, SCORE-4, TURN-2)."""
    engagement, mover = game.meeting, game.mover.color
    events: Events = []
    deaths = titans.deaths(game, engagement)
    if len(deaths) == 2:
        events.append(Event(consequence("D-2", "both Titans are slain in one Engagement", step="2.5.6.9")))
    for color, slayer in deaths:
        game, more = titans.bury(game, color, slayer, engagement)
        events += more
    if game.rules.lords_return == "engagement_end" or engagement.fought:
        game, more = scoring.bring_back(game)
        events += more
    game, more = titans.end_of_game(game)
    if more:
        return game, events + more
    game = evolve(game, engagement=None, battle=None)
    if game.player(mover).out:
        ended = consequence("TURN-2", "{player} is out: the turn ends here, without Enlistment", player=mover)
        game, more = begin_turn(game, mover)
        return game, [*events, TurnEnded(ended, mover), *more]
    return game if engaged_lands(game) else evolve(game, phase="enlistment"), events


# --- what a summons takes from ---------------------------------------------------------------------------------------


def take_from_donor(game: Game, color: str, action: Summon) -> Game:
    """Take the summoned character from its Legion, and use up this turn's summons (SUMMON-3)."""
    player = game.player(color)
    rest = knowledge.leave(player.held(action.origin), [action.character])
    return put_legion_in(game, evolve(player, summoned=True), rest)


def disband_empty(game: Game, color: str) -> Done[Game]:
    """Disband a Legion left empty by a summons and return its marker (SUMMON-3)."""
    events: Events = []
    for legion in game.player(color).legions:
        if legion.size == 0:
            game = put_player(game, drop_legion(game.player(color), legion.legion))
            ruling = consequence("SUMMON-3", "{legion} is empty and disbanded", legion=legion.legion)
            events.append(Event(ruling))
    return game, events


def right_step(game: Game) -> str:
    """The step at which the winner summons or is reinforced; a defender winning by agreement has its own."""
    engagement = game.meeting
    return "2.5.5.1" if engagement.how == "agreement" and engagement.winner == "defender" else "2.5.6.5"
