"""Engagements, action by action: choice, flight, negotiation, concession before the battle (ENG-1 to ENG-8)."""

from ..actions import intents as act
from ..actions.events import Event
from ..box.characters import TITAN
from ..box.names import CharacterName, LandNo
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, refusal, refuse_if
from ..kernel.rulings import Facts, Ruling, consequence, legal
from ..kernel.wording import listed
from ..position import knowledge
from ..position.battle import ROLES, Battle, BattleSide, Combatant, Role, other
from ..position.changes import put_legion_in
from ..position.game import Barred, Engagement, Game, Proposal
from ..rules.engagement import meeting
from ..rules.engagement.meeting import color_of_role, content, legion_of, opponent_of, word_step
from ..rules.engagement.scoring import halves_of_flight, value
from ..rules.engagement.titans import living
from .aftermath import Conclusion, conclude
from .planning import Done, Planned

# --- choice and flight -----------------------------------------------------------------------------------------------


def plan_engage(game: Game, action: act.Engage) -> Planned[Game]:
    """Choose an Engagement; attacker, then defender, see the other's Legion (ENG-1, ENG-2)."""
    land = action.land
    planned: Plan[Game, Event] = Plan(lambda _: _engaged(game, land), 0, lambda: [_chosen(game, land)])
    return refuse_if(meeting.against_engaging(game, land), planned)


def _chosen(game: Game, land: int) -> Ruling:
    (_, attacker), (_, defender) = meeting.engaged_pair(game, land)
    facts = {"land": land, "attacker": attacker.legion, "defender": defender.legion}
    return Ruling("ENG-1", "legal", "{attacker} against {defender} in land {land} is resolved next", facts, "2.5")


def _engaged(game: Game, land: LandNo) -> Done[Game]:
    (attacking, attacker), (defending, defender) = meeting.engaged_pair(game, land)
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
        stage="flight" if meeting.may_flee(game, defender) else "negotiation",
        to_act=against,
    )
    first = Ruling("ENG-2", "consequence", "the attacker sees {defender}", chosen.facts, "2.5.1")
    then = Ruling("ENG-2", "consequence", "then the defender sees {attacker}", chosen.facts, "2.5.2")
    return evolve(game, engagement=engagement), [Event(chosen), Event(first), Event(then)]


def plan_flee(game: Game, _: act.Flee) -> Planned[Game]:
    """Flee: the defending Legion is eliminated, for half its value (ENG-3 to ENG-5)."""
    refused = refuse_if(meeting.against_flight(game), None)
    if refused is not None:
        return refused
    may = legal("ENG-3", "{defender} holds no Lord and may flee", step="2.5.3", defender=game.meeting.defender)
    return Plan(lambda _: _fled(game), 0, lambda: [may])


def _fled(game: Game) -> Done[Game]:
    engagement = game.meeting
    names = content(legion_of(game, engagement, "defender"))
    halves = halves_of_flight(game.the_box, names, game.rules)
    points = sum(halves)
    how = "of each character's value: {halves} = {points}"
    if game.rules.flee_rounding == "total":
        how = "of its {value:point}: {points}"
    elif len(halves) == 1:
        how = "of its one character's value: {points}"
    facts: Facts = {"defender": engagement.defender, "attacking": engagement.attacking, "points": points}
    facts |= {"value": value(game.the_box, names, 0), "halves": " + ".join(map(str, halves))}
    fled = legal("ENG-3", f"{{defender}} flees; {{attacking}} scores half {how}", step="2.5.3", **facts)
    game, events = conclude(game, Conclusion("attacker", "flight", points, {"defender": names}, "flight"))
    return game, [Event(fled), *events]


def plan_stand(game: Game, _: act.Stand) -> Planned[Game]:
    """Stand instead of fleeing; negotiation begins (ENG-4, ENG-5)."""
    refused = refuse_if(meeting.against_standing(game), None)
    if refused is not None:
        return refused
    engagement = evolve(game.meeting, stage="negotiation", stood=True)
    stood = Event(legal("ENG-4", "{defender} stands", step="2.5.3.1", defender=engagement.defender))
    return Plan(lambda _: (evolve(game, engagement=engagement), [stood]))


# --- negotiation -----------------------------------------------------------------------------------------------------


def plan_propose(game: Game, action: act.Propose) -> Planned[Game]:
    """Make a proposal; the other player answers (ENG-5 to ENG-7)."""
    proposal = _proposal(action)
    refused = refuse_if(meeting.against_proposal(game, proposal), None)
    if refused is not None:
        return refused
    engagement = game.meeting
    to_act = opponent_of(engagement, action.by)
    after = evolve(engagement, proposals=(*engagement.proposals, proposal), to_act=to_act)
    place = word_step(engagement, action.by)
    proposed = Event(legal("ENG-5", "{by} proposes an agreement", step=place, by=action.by))
    return Plan(lambda _: (evolve(game, engagement=after), [proposed]))


def _proposal(action: act.Propose | act.Accept) -> Proposal:
    return Proposal(action.by, action.attacker_loses, action.defender_loses)


def plan_no_more(game: Game, action: act.NoMore) -> Planned[Game]:
    """Make no more proposals; the other player decides (ENG-5, ENG-6)."""
    refused = refuse_if(meeting.against_speaking(game, action.by), None)
    if refused is not None:
        return refused
    engagement = game.meeting
    if engagement.no_more:
        return refusal("ENG-6", "the other player has declared so; {by} now decides", by=action.by, step="2.5.5")
    after = evolve(engagement, no_more=(action.by,), to_act=opponent_of(engagement, action.by))
    place = word_step(engagement, action.by)
    event = Event(legal("ENG-5", "{by} makes no more proposals", step=place, by=action.by))
    return Plan(lambda _: (evolve(game, engagement=after), [event]))


def plan_accept(game: Game, action: act.Accept) -> Planned[Game]:
    """Accept a proposal, which ends the Engagement (ENG-5 to ENG-7)."""
    refused = refuse_if(meeting.against_acceptance(game, _proposal(action)), None)
    if refused is not None:
        return refused
    rule, place = "ENG-6" if game.meeting.no_more else "ENG-5", word_step(game.meeting, action.by)
    may = legal(rule, "{other} has proposed this", step=place, other=opponent_of(game.meeting, action.by))
    return Plan(lambda _: _agreed(game, action), 0, lambda: [may])


def _agreed(game: Game, action: act.Accept) -> Done[Game]:
    engagement = game.meeting
    losses = {"attacker": action.attacker_loses, "defender": action.defender_loses}
    lost: dict[Role, tuple[CharacterName, ...]] = {}
    whole: dict[Role, bool] = {}
    for role in ROLES:
        legion = legion_of(game, engagement, role)
        lost[role], whole[role] = meeting.listed(losses[role], legion), meeting.everything(losses[role], legion)
    winner: Role | None = None
    points = 0
    if not all(whole.values()) and not all(TITAN in names for names in lost.values()):
        winner = "defender" if whole["attacker"] else "attacker"
        loser = other(winner)
        points = value(game.the_box, lost[loser], game.player(color_of_role(engagement, loser)).score)
    facts: Facts = {"attacker": engagement.attacker, "defender": engagement.defender, "points": points}
    facts["a"], facts["d"] = (listed(lost[role], ",", none="nothing") for role in ROLES)
    sentence = "agreed: {attacker} loses {a}, {defender} loses {d}; {points:point}"
    agreed = Event(legal("ENG-7", sentence, step=word_step(engagement, action.by), **facts))
    game, events = conclude(game, Conclusion(winner, "agreement", points, lost))
    return game, [agreed, *events]


def plan_concede(game: Game, action: act.Concede) -> Planned[Game]:
    """Concede in the negotiation; the whole Legion is slain for its full value (ENG-5, ENG-6, ENG-8)."""
    refused = refuse_if(meeting.against_speaking(game, action.by, game.rules.concession != "immediate"), None)
    if refused is not None:
        return refused
    engagement = game.meeting
    rule = "CONCEDE-1" if action.by != engagement.to_act else "ENG-6" if engagement.no_more else "ENG-5"
    ruling = legal(rule, "{by} concedes the Engagement", step=word_step(engagement, action.by), by=action.by)
    return Plan(lambda _: _conceded(game, action.by, ruling), 0, lambda: [ruling])


def _conceded(game: Game, by: str, ruling: Ruling) -> Done[Game]:
    engagement = game.meeting
    loser: Role = "attacker" if by == engagement.attacking else "defender"
    names = content(legion_of(game, engagement, loser))
    points = value(game.the_box, names, game.player(by).score)
    # A defender whose opponent concedes before the attacker's first battle turn has no right to a
    # reinforcement (ENG-8, REINF-2); an attacker has its right to summon.
    barred: Barred | None = None if loser == "defender" else "before-battle"
    result = Conclusion(other(loser), "concession", points, {loser: names}, barred)
    after, events = conclude(game, result)
    return after, [Event(ruling), *events]


def plan_fight(game: Game, action: act.Fight) -> Planned[Game]:
    """Start the Battle; everything in it is public (ENG-6, BATTLE-1)."""
    refused = refuse_if(meeting.against_speaking(game, action.by), None)
    if refused is not None:
        return refused
    if not game.meeting.no_more:
        return refusal("ENG-6", "neither player has declared to make no more proposals", step="2.5.5")
    starts = legal("ENG-6", "{by} starts the Battle", step="2.5.5", by=action.by)
    return Plan(lambda _: _fight(game, starts), 0, lambda: [starts])


def _fight(game: Game, starts: Ruling) -> Done[Game]:
    engagement = game.meeting
    for role in ROLES:
        legion = legion_of(game, engagement, role)
        game = put_legion_in(game, game.player(color_of_role(engagement, role)), knowledge.open_all(legion))
    battle = battle_of(game, engagement)
    facts: Facts = {"attacker": engagement.attacker, "defender": engagement.defender}
    facts |= {"terrain": battle.terrain, "side": battle.attacker.entry_side}
    sentence = "{attacker} against {defender}: the Battle begins in {terrain}, the attacker enters from the {side}"
    begins = Ruling("BATTLE-1", "consequence", sentence, facts, "2.5.6")
    public = consequence("BATTLE-1", "from now on everything in this Engagement is public", step="2.5.6.1")
    events = [Event(starts), Event(begins), Event(public)]
    if len(living(game)) == 2 and all(legion_of(game, engagement, role).has_titan for role in ROLES):
        sentence = (
            "the last two Titans meet: {a} or {d} wins the game when the other's is slain; it is a draw if both are"
        )
        last = consequence("D-6", sentence, a=engagement.attacking, d=engagement.defending)
        events.append(Event(last))
    engagement = evolve(engagement, stage="battle", to_act=engagement.defending)
    return evolve(game, engagement=engagement, battle=battle), events


def battle_of(game: Game, engagement: Engagement) -> Battle:
    """The battle of an Engagement at its start."""
    box = game.the_box
    terrain = box.terrain_of(engagement.land)

    def side(role: Role) -> BattleSide:
        legion, color = legion_of(game, engagement, role), color_of_role(engagement, role)
        return BattleSide(
            box=box,
            player=color,
            legion=legion.legion,
            entry_side=(legion.entry_side or "bottom") if role == "attacker" else None,
            score=game.player(color).score,
            characters=tuple([Combatant(name) for name in content(legion)]),
        )

    return Battle(
        box=box,
        ruleset=game.ruleset,
        options=game.options,
        terrain=terrain,
        land=engagement.land if box.table(terrain) is not box.table_of(engagement.land) else None,
        attacker=side("attacker"),
        defender=side("defender"),
    )


# --- the end of the phase --------------------------------------------------------------------------------------------


def plan_end_engagements(game: Game, _: act.EndEngagements) -> Planned[Game]:
    """End the phase, once every Engagement is resolved (ENG-1)."""
    return refuse_if(meeting.against_ending(game), Plan(lambda _: end_engagements(game)))


def end_engagements(game: Game) -> Done[Game]:
    """Begin the Enlistment Phase."""
    return evolve(game, phase="enlistment"), [Event(legal("ENG-1", "no Engagement is left to resolve", step="2.5"))]
