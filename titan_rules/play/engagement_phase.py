"""Engagements, action by action: choice, flight, negotiation, concession before the battle (ENG-1 to ENG-8)."""

from ..actions import intents as act
from ..actions.events import Event
from ..box.characters import TITAN
from ..box.names import CharacterName, LandNo
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, judged
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..kernel.wording import listed as listed_names
from ..position import knowledge
from ..position.battle import ROLES, Battle, BattleSide, Role, other
from ..position.changes import put_legion_in
from ..position.game import Engagement, Game, Proposal, Stage
from ..rules.battle.sequence import enter
from ..rules.engagement.meeting import (
    UnknownContent,
    color_of_role,
    content,
    engaged_pair,
    everything,
    flight_unknown,
    judge_acceptance,
    judge_engage,
    judge_proposal,
    legion_of,
    listed,
    may_flee,
    opponent_of,
    role_of,
    word_step,
)
from ..rules.engagement.scoring import halves_of_flight, value
from ..rules.masterboard.turns import outside
from .aftermath import Result, conclude
from .masterboard_phase import out_of_phase
from .planning import Done, GameDone, Planned


def not_at(game: Game, *stages: Stage) -> Refusal | None:
    """Why an action of these stages cannot be done now: no Engagement is chosen, or it stands elsewhere."""
    refused = out_of_phase(game, "engagement", "ENG-1")
    if refused is not None:
        return refused
    engagement = game.engagement
    if engagement is None:
        return Refusal((illegal("ENG-1", "the mover first chooses an Engagement", step="2.5"),))
    return None if engagement.stage in stages else Refusal((standing(game, engagement),))


_STAGES: dict[Stage, str] = {
    "flight": "the decision to flee or stand",
    "negotiation": "the negotiation",
    "battle": "the Battle",
    "summons": "the winner's summons",
    "reinforcement": "the winner's reinforcement",
    "acquiring": "the winner's Angels",
}


def standing(game: Game, engagement: Engagement) -> Ruling:
    """Why an action of another stage cannot be done now: how far the Engagement has come, and who acts (ENG-1)."""
    acts: str = engagement.to_act
    if game.battle is not None:
        acts = game.battle.of(game.battle.acting).player
    facts = {"land": engagement.land, "stage": _STAGES[engagement.stage], "acts": acts}
    return Ruling("ENG-1", "illegal", "the Engagement in land {land} has come to {stage}; {acts} is to act", facts)


# --- choice and flight -----------------------------------------------------------------------------------------------


def plan_engage(game: Game, action: act.Engage) -> Planned[Game]:
    """ENG-1, ENG-2: an Engagement is chosen; attacker, then defender, see the other's Legion."""
    land = out_of_phase(game, "engagement", "ENG-1") or judge_engage(game, action.land)
    if isinstance(land, Refusal):
        return land
    return Plan(lambda _: _engaged(game, land), 0, lambda: [_chosen(game, land)])


def _chosen(game: Game, land: int) -> Ruling:
    (_, attacker), (_, defender) = engaged_pair(game, land)
    facts = {"land": land, "attacker": attacker.legion, "defender": defender.legion}
    return Ruling("ENG-1", "legal", "{attacker} against {defender} in land {land} is resolved next", facts, "2.5")


def _engaged(game: Game, land: LandNo) -> Done[Game]:
    (attacking, attacker), (defending, defender) = engaged_pair(game, land)
    chosen = _chosen(game, land)
    by, against = attacking.color, defending.color
    game = put_legion_in(game, game.player(against), knowledge.look(defender, by))
    game = put_legion_in(game, game.player(by), knowledge.look(attacker, against))
    engagement = Engagement(
        land=land,
        attacker=attacker.legion,
        defender=defender.legion,
        attacking=by,
        defending=against,
        stage="negotiation" if may_flee(game.the_box, defender) else "flight",
        to_act=against,
    )
    first = Ruling("ENG-2", "consequence", "the attacker sees {defender}", chosen.facts, "2.5.1")
    then = Ruling("ENG-2", "consequence", "then the defender sees {attacker}", chosen.facts, "2.5.2")
    return evolve(game, engagement=engagement), [
        Event(chosen),
        Event(first),
        Event(then),
    ]


def plan_flee(game: Game, _: act.Flee) -> Planned[Game]:
    """ENG-3 to ENG-5: the defending Legion flees; it is eliminated, for half its value."""
    refused = out_of_phase(game, "engagement", "ENG-3")
    if refused is not None:
        return refused
    _know_flight(game)
    engagement, found = game.engagement, list[Ruling]()
    if engagement is not None and engagement.stage != "flight":
        if engagement.stood:
            sentence = "{player} has decided to stand, and that is final"
            found = [illegal("ENG-5", sentence, player=engagement.defending)]
        elif engagement.stage == "negotiation" and not engagement.proposals:
            defender = legion_of(game, engagement, "defender")
            found = may_flee(game.the_box, defender) if defender.characters is not None else []
    refused = judged(found, None) or not_at(game, "flight")
    return refused or Plan(lambda _: _fled(game), 0, lambda: [_may_flee(game)])


def _may_flee(game: Game) -> Ruling:
    return legal("ENG-3", "{defender} holds no Lord and may flee", step="2.5.3", defender=game.meeting.defender)


def _fled(game: Game) -> Done[Game]:
    engagement = game.meeting
    names = content(legion_of(game, engagement, "defender"))
    halves = halves_of_flight(game.the_box, names, game.rules)
    points = sum(halves)
    if game.rules.flee_rounding == "total":
        sentence = "{defender} flees; {attacking} scores half of its {value:point}: {points}"
    elif len(halves) == 1:
        sentence = "{defender} flees; {attacking} scores half of its one character's value: {points}"
    else:
        sentence = "{defender} flees; {attacking} scores half of each character's value: {halves} = {points}"
    ruling = legal(
        "ENG-3",
        sentence,
        step="2.5.3",
        defender=engagement.defender,
        attacking=engagement.attacking,
        value=value(game.the_box, names, 0),
        halves=" + ".join(map(str, halves)),
        points=points,
    )
    fled = Event(ruling)
    game, events = conclude(game, Result("attacker", "flight", points, {"defender": names}))
    return game, [fled, *events]


def plan_stand(game: Game, _: act.Stand) -> Planned[Game]:
    """ENG-4, ENG-5: the defender does not flee; negotiation begins."""
    if game.phase == "engagement":
        _know_flight(game)
    refused = not_at(game, "flight")
    if refused is not None:
        return refused
    engagement = evolve(game.meeting, stage="negotiation", stood=True)
    stood = Event(legal("ENG-4", "{defender} stands", step="2.5.3.1", defender=engagement.defender))
    return Plan(lambda _: (evolve(game, engagement=engagement), [stood]))


# --- negotiation -----------------------------------------------------------------------------------------------------


def _know_flight(game: Game) -> None:
    """Nothing, if it is known whether the defender may still flee.

    :raises UnknownContent: it depends on its characters, which are not known.
    """
    engagement = game.engagement
    if engagement is not None and flight_unknown(game.the_box, game, engagement):
        raise UnknownContent(engagement.defender)


def _not_to_speak(game: Game, by: str, in_turn: bool = True) -> Refusal | None:
    """Why a player has no word now; None: the negotiation is on, and it is its turn to speak (ENG-5).

    :param in_turn: False: by either player.
    """
    refused = not_at(game, "negotiation")
    if refused is not None:
        return refused
    side = role_of(game.meeting, by)
    if by == game.meeting.to_act or (side is not None and not in_turn):
        _know_flight(game)
        return None
    if side is None:
        return outside(game, by) or Refusal((illegal("ENG-5", "{by} takes no part in this Engagement", by=by),))
    sentence = "it is {to_act}'s turn to speak, not {by}'s"
    return Refusal((illegal("ENG-5", sentence, to_act=game.meeting.to_act, by=by),))


def plan_propose(game: Game, action: act.Propose) -> Planned[Game]:
    """ENG-5 to ENG-7: a proposal is made; the other player answers."""
    refused = _not_to_speak(game, action.by)
    if refused is not None:
        return refused
    engagement = game.meeting
    if engagement.no_more:
        facts = {"other": engagement.no_more[0], "by": action.by}
        sentence = "{other} makes no more proposals; {by} accepts an earlier one, concedes, or starts the Battle"
        return Refusal((Ruling("ENG-6", "illegal", sentence, facts, "2.5.5"),))
    proposal = judge_proposal(game, engagement, _proposal(action))
    if isinstance(proposal, Refusal):
        return proposal
    after = evolve(
        engagement,
        proposals=(*engagement.proposals, proposal),
        to_act=opponent_of(engagement, action.by),
    )
    ruling = legal("ENG-5", "{by} proposes an agreement", step=word_step(engagement, action.by), by=action.by)
    proposed = Event(ruling)
    return Plan(lambda _: (evolve(game, engagement=after), [proposed]))


def _proposal(action: act.Propose | act.Accept) -> Proposal:
    return Proposal(action.by, action.attacker_loses, action.defender_loses)


def plan_no_more(game: Game, action: act.NoMore) -> Planned[Game]:
    """ENG-5, ENG-6: a player makes no more proposals; the other decides."""
    refused = _not_to_speak(game, action.by)
    if refused is not None:
        return refused
    if game.meeting.no_more:
        sentence = "the other player has declared so; {by} now decides"
        return Refusal((illegal("ENG-6", sentence, by=action.by, step="2.5.5"),))
    engagement = game.meeting
    place = word_step(engagement, action.by)
    after = evolve(engagement, no_more=(action.by,), to_act=opponent_of(engagement, action.by))
    said = Event(legal("ENG-5", "{by} makes no more proposals", step=place, by=action.by))
    return Plan(lambda _: (evolve(game, engagement=after), [said]))


def plan_accept(game: Game, action: act.Accept) -> Planned[Game]:
    """ENG-5 to ENG-7: the Engagement ends by agreement."""
    refused = _not_to_speak(game, action.by)
    proposal = refused or judge_acceptance(game, game.meeting, _proposal(action))
    if isinstance(proposal, Refusal):
        return proposal
    place = word_step(game.meeting, action.by)
    rule = "ENG-6" if game.meeting.no_more else "ENG-5"
    may = legal(rule, "{other} has proposed this", step=place, other=opponent_of(game.meeting, action.by))
    return Plan(lambda _: _agreed(game, action), 0, lambda: [may])


def _agreed(game: Game, action: act.Accept) -> Done[Game]:
    engagement = game.meeting
    attacker, defender = (legion_of(game, engagement, role) for role in ROLES)
    lost: dict[Role, tuple[CharacterName, ...]] = {
        "attacker": listed(action.attacker_loses, attacker),
        "defender": listed(action.defender_loses, defender),
    }
    whole: dict[Role, bool] = {
        "attacker": everything(action.attacker_loses, attacker),
        "defender": everything(action.defender_loses, defender),
    }
    winner: Role | None = None
    points = 0
    if not all(whole.values()) and not all(TITAN in names for names in lost.values()):
        winner = "defender" if whole["attacker"] else "attacker"
        loser = other(winner)
        color = color_of_role(engagement, loser)
        points = value(game.the_box, lost[loser], game.player(color).score)
    ruling = legal(
        "ENG-7",
        "agreed: {attacker} loses {a}, {defender} loses {d}; {points:point}",
        step=word_step(engagement, action.by),
        attacker=engagement.attacker,
        defender=engagement.defender,
        a=listed_names(lost["attacker"], ",", none="nothing"),
        d=listed_names(lost["defender"], ",", none="nothing"),
        points=points,
    )
    agreed = Event(ruling)
    game, events = conclude(game, Result(winner, "agreement", points, lost, right=winner is not None))
    return game, [agreed, *events]


def plan_concede(game: Game, action: act.Concede) -> Planned[Game]:
    """ENG-5, ENG-6, ENG-8: a player concedes in the negotiation; the whole Legion is slain for its full value."""
    at_once = game.rules.concession == "immediate"
    refused = _not_to_speak(game, action.by, in_turn=not at_once)
    if refused is not None:
        return refused
    engagement = game.meeting
    place = word_step(engagement, action.by)
    rule = "CONCEDE-1" if action.by != engagement.to_act else "ENG-6" if engagement.no_more else "ENG-5"
    ruling = legal(rule, "{by} concedes the Engagement", step=place, by=action.by)
    loser: Role = "attacker" if action.by == engagement.attacking else "defender"

    def carry_out(_: object) -> GameDone:
        names = content(legion_of(game, engagement, loser))
        points = value(game.the_box, names, game.player(action.by).score)
        # A defender whose opponent concedes before the attacker's first battle turn has no right to a
        # reinforcement (ENG-8, REINF-2); an attacker has its right to summon.
        winner = other(loser)
        result = Result(winner, "concession", points, {loser: names}, right=winner == "attacker")
        after, events = conclude(game, result)
        return after, [Event(ruling), *events]

    return Plan(carry_out, 0, lambda: [ruling])


def plan_fight(game: Game, action: act.Fight) -> Planned[Game]:
    """ENG-6, BATTLE-1: the Battle starts; everything in it is public."""
    refused = _not_to_speak(game, action.by)
    if refused is not None:
        return refused
    if not game.meeting.no_more:
        sentence = "neither player has declared to make no more proposals"
        return Refusal((illegal("ENG-6", sentence, step="2.5.5"),))
    starts = legal("ENG-6", "{by} starts the Battle", step="2.5.5", by=action.by)
    return Plan(lambda _: _fight(game, starts), 0, lambda: [starts])


def _fight(game: Game, starts: Ruling) -> Done[Game]:
    engagement = game.meeting
    for role in ROLES:
        legion = legion_of(game, engagement, role)
        game = put_legion_in(game, game.player(color_of_role(engagement, role)), knowledge.open_all(legion))
    battle = battle_of(game, engagement)
    side = battle.attacker.entry_side
    facts = {
        "attacker": engagement.attacker,
        "defender": engagement.defender,
        "terrain": battle.terrain,
        "side": side,
    }
    sentence = "{attacker} against {defender}: the Battle begins in {terrain}, the attacker enters from the {side}"
    begins = Ruling("BATTLE-1", "consequence", sentence, facts, "2.5.6")
    public = consequence("BATTLE-1", "from now on everything in this Engagement is public", step="2.5.6.1")
    engagement = evolve(engagement, stage="battle", to_act=engagement.defending)
    return evolve(game, engagement=engagement, battle=battle), [
        Event(starts),
        Event(begins),
        Event(public),
    ]


def battle_of(game: Game, engagement: Engagement) -> Battle:
    """The battle of an Engagement at its very beginning."""
    attacker, defender = legion_of(game, engagement, "attacker"), legion_of(game, engagement, "defender")
    box = game.the_box
    terrain = box.terrain_of(engagement.land)
    return Battle(
        box=box,
        ruleset=game.ruleset,
        options=game.options,
        terrain=terrain,
        land=engagement.land if box.table(terrain) is not box.table_of(engagement.land) else None,
        attacker=BattleSide(
            box=box,
            player=engagement.attacking,
            legion=engagement.attacker,
            entry_side=attacker.entry_side or "bottom",
            score=game.player(engagement.attacking).score,
            characters=enter(content(attacker)),
        ),
        defender=BattleSide(
            box=box,
            player=engagement.defending,
            legion=engagement.defender,
            score=game.player(engagement.defending).score,
            characters=enter(content(defender)),
        ),
    )
