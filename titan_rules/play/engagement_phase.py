"""Engagements, action by action: choice, flight, negotiation, concession before the battle (ENG-1 to ENG-8)."""

from ..actions.intents import Accept, Concede, Engage, Fight, Flee, NoMore, Propose, Stand
from ..box.characters import TITAN
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..position import knowledge
from ..position.battle import ROLES, Battle, BattleSide, Role, other
from ..position.changes import put_legion_in
from ..position.game import Engagement, Game, Proposal, Stage
from ..rules.battle.sequence import enter
from ..rules.engagement.meeting import (
    acceptance_violations,
    color_of_role,
    content,
    engage_violations,
    engaged_pair,
    everything,
    legion_of,
    listed,
    may_flee,
    opponent_of,
    proposal_violations,
    role_of,
    word_step,
)
from ..rules.engagement.scoring import halves_of_flight, value
from ..rules.masterboard.turns import outside
from .aftermath import Result, conclude
from .masterboard_phase import Events, in_phase


def at_stage(game: Game, *stages: Stage) -> list[Ruling]:
    """Why an action of these stages cannot be done now: no Engagement is chosen, or it stands elsewhere."""
    found = in_phase(game, "engagement", "ENG-1")
    if found:
        return found
    engagement = game.engagement
    if engagement is None:
        return [illegal("ENG-1", "the mover first chooses an Engagement", step="2.5")]
    if engagement.stage not in stages:
        return [
            illegal(
                "ENG-1",
                "the Engagement in land {land} is at its {stage}; {to_act} decides",
                land=engagement.land,
                stage=engagement.stage,
                to_act=engagement.to_act,
            )
        ]
    return []


def _engagement(game: Game) -> Engagement:
    assert game.engagement is not None
    return game.engagement


# --- choice and flight -----------------------------------------------------------------------------------------------


def check_engage(game: Game, action: Engage) -> list[Ruling]:
    """ENG-1."""
    return in_phase(game, "engagement", "ENG-1") or engage_violations(game, action.land)


def do_engage(game: Game, action: Engage) -> tuple[Game, Events]:
    """The Engagement is chosen; attacker, then defender, see the other's Legion (ENG-1, ENG-2)."""
    (attacking, attacker), (defending, defender) = engaged_pair(game, action.land)
    game = put_legion_in(game, game.player(defending.color), knowledge.look(defender, attacking.color))
    game = put_legion_in(game, game.player(attacking.color), knowledge.look(attacker, defending.color))
    engagement = Engagement(
        land=action.land,
        attacker=attacker.legion,
        defender=defender.legion,
        attacking=attacking.color,
        defending=defending.color,
        stage="negotiation" if may_flee(game.the_box, defender) else "flight",
        to_act=defending.color,
    )
    facts = {"land": action.land, "attacker": attacker.legion, "defender": defender.legion}
    events = [
        Ruling("ENG-1", "legal", "{attacker} against {defender} in land {land} is resolved next", facts, "2.5"),
        Ruling("ENG-2", "consequence", "the attacker sees {defender}", facts, "2.5.1"),
        Ruling("ENG-2", "consequence", "then the defender sees {attacker}", facts, "2.5.2"),
    ]
    return evolve(game, engagement=engagement), events


def check_flee(game: Game, _: Flee) -> list[Ruling]:
    """ENG-3, ENG-5."""
    found = in_phase(game, "engagement", "ENG-3")
    engagement = game.engagement
    if not found and engagement is not None and engagement.stage != "flight":
        if engagement.stood:
            return [illegal("ENG-5", "{player} has decided to stand, and that is final", player=engagement.defending)]
        if engagement.stage == "negotiation" and not engagement.proposals:
            found = may_flee(game.the_box, legion_of(game, engagement, "defender"))
    return found or at_stage(game, "flight")


def do_flee(game: Game, _: Flee) -> tuple[Game, Events]:
    """The defending Legion flees: it is eliminated, for half its value (ENG-3, ENG-4)."""
    engagement = _engagement(game)
    names = content(legion_of(game, engagement, "defender"))
    halves = halves_of_flight(game.the_box, names, game.rules)
    points = sum(halves)
    if game.rules.flee_rounding == "total":
        sentence = "{defender} flees; {attacking} scores half of its {value} points: {points}"
    elif len(halves) == 1:
        sentence = "{defender} flees; {attacking} scores half of its one character's value: {points}"
    else:
        sentence = "{defender} flees; {attacking} scores half of each character's value: {halves} = {points}"
    event = legal(
        "ENG-3",
        sentence,
        step="2.5.3",
        defender=engagement.defender,
        attacking=engagement.attacking,
        value=value(game.the_box, names, 0),
        halves=" + ".join(map(str, halves)),
        points=points,
    )
    game, events = conclude(game, Result("attacker", "flight", points, {"defender": names}))
    return game, [event, *events]


def check_stand(game: Game, _: Stand) -> list[Ruling]:
    """ENG-5."""
    return at_stage(game, "flight")


def do_stand(game: Game, _: Stand) -> tuple[Game, Events]:
    """The defender does not flee; negotiation begins (ENG-4, ENG-5)."""
    engagement = evolve(_engagement(game), stage="negotiation", stood=True)
    event = legal("ENG-4", "{defender} stands", step="2.5.3.1", defender=engagement.defender)
    return evolve(game, engagement=engagement), [event]


# --- negotiation -----------------------------------------------------------------------------------------------------


def _may_speak(game: Game, by: str) -> list[Ruling]:
    """ENG-5: in the negotiation, and by the player whose turn to speak it is."""
    found = at_stage(game, "negotiation")
    if not found and by != _engagement(game).to_act:
        engagement = _engagement(game)
        if role_of(engagement, by) is None:
            return outside(game, by) or [illegal("ENG-5", "{by} takes no part in this Engagement", by=by)]
        return [illegal("ENG-5", "it is {to_act}'s turn to speak, not {by}'s", to_act=engagement.to_act, by=by)]
    return found


def check_propose(game: Game, action: Propose) -> list[Ruling]:
    """ENG-5 to ENG-7."""
    found = _may_speak(game, action.by)
    if found:
        return found
    engagement = _engagement(game)
    if engagement.no_more:
        facts = {"other": engagement.no_more[0], "by": action.by}
        sentence = "{other} makes no more proposals; {by} accepts an earlier one, concedes, or starts the Battle"
        return [Ruling("ENG-6", "illegal", sentence, facts, "2.5.5")]
    return proposal_violations(game, engagement, _proposal(action))


def _proposal(action: Propose | Accept) -> Proposal:
    return Proposal(action.by, action.attacker_loses, action.defender_loses)


def do_propose(game: Game, action: Propose) -> tuple[Game, Events]:
    """A proposal is made; the other player answers (ENG-5)."""
    engagement = _engagement(game)
    place = word_step(engagement, action.by)
    engagement = evolve(
        engagement,
        proposals=(*engagement.proposals, _proposal(action)),
        to_act=opponent_of(engagement, action.by),
    )
    event = legal("ENG-5", "{by} proposes an agreement", step=place, by=action.by)
    return evolve(game, engagement=engagement), [event]


def check_no_more(game: Game, action: NoMore) -> list[Ruling]:
    """ENG-5, ENG-6."""
    found = _may_speak(game, action.by)
    if not found and _engagement(game).no_more:
        return [illegal("ENG-6", "the other player has declared so; {by} now decides", by=action.by, step="2.5.5")]
    return found


def do_no_more(game: Game, action: NoMore) -> tuple[Game, Events]:
    """A player makes no more proposals; the other decides (ENG-5, ENG-6)."""
    engagement = _engagement(game)
    place = word_step(engagement, action.by)
    engagement = evolve(engagement, no_more=(action.by,), to_act=opponent_of(engagement, action.by))
    event = legal("ENG-5", "{by} makes no more proposals", step=place, by=action.by)
    return evolve(game, engagement=engagement), [event]


def check_accept(game: Game, action: Accept) -> list[Ruling]:
    """ENG-5, ENG-6."""
    return _may_speak(game, action.by) or acceptance_violations(game, _engagement(game), _proposal(action))


def do_accept(game: Game, action: Accept) -> tuple[Game, Events]:
    """The Engagement ends by agreement (ENG-7)."""
    engagement = _engagement(game)
    attacker, defender = (legion_of(game, engagement, role) for role in ROLES)
    lost: dict[Role, tuple[str, ...]] = {
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
    event = legal(
        "ENG-7",
        "agreed: {attacker} loses {a}, {defender} loses {d}; {points} points",
        step=word_step(engagement, action.by),
        attacker=engagement.attacker,
        defender=engagement.defender,
        a=", ".join(lost["attacker"]) or "nothing",
        d=", ".join(lost["defender"]) or "nothing",
        points=points,
    )
    right = winner is not None
    game, events = conclude(game, Result(winner, "agreement", points, lost, right=right))
    return game, [event, *events]


def check_concede(game: Game, action: Concede) -> list[Ruling]:
    """ENG-5, ENG-6."""
    return _may_speak(game, action.by)


def do_concede(game: Game, action: Concede) -> tuple[Game, Events]:
    """A player concedes in the negotiation: the whole Legion is slain for its full value (ENG-5, ENG-8)."""
    engagement = _engagement(game)
    loser = role_of(engagement, action.by)
    assert loser is not None
    names = content(legion_of(game, engagement, loser))
    points = value(game.the_box, names, game.player(action.by).score)
    event = legal("ENG-5", "{by} concedes the Engagement", step=word_step(engagement, action.by), by=action.by)
    # A defender whose opponent concedes before the attacker's first battle turn has no right to a
    # reinforcement (ENG-8, REINF-2); an attacker has its right to summon.
    winner = other(loser)
    game, events = conclude(game, Result(winner, "concession", points, {loser: names}, right=winner == "attacker"))
    return game, [event, *events]


def check_fight(game: Game, action: Fight) -> list[Ruling]:
    """ENG-6."""
    found = _may_speak(game, action.by)
    if not found and not _engagement(game).no_more:
        return [illegal("ENG-6", "neither player has declared to make no more proposals", step="2.5.5")]
    return found


def do_fight(game: Game, action: Fight) -> tuple[Game, Events]:
    """The Battle starts; everything in it is public (ENG-6, BATTLE-1)."""
    engagement = _engagement(game)
    for role in ROLES:
        legion = legion_of(game, engagement, role)
        game = put_legion_in(game, game.player(color_of_role(engagement, role)), knowledge.open_all(legion))
    battle = battle_of(game, engagement)
    facts = {
        "attacker": engagement.attacker,
        "defender": engagement.defender,
        "terrain": battle.terrain,
        "side": battle.attacker.entry_side,
    }
    sentence = "{attacker} against {defender}: the Battle begins in {terrain}, the attacker enters from the {side}"
    events = [
        legal("ENG-6", "{by} starts the Battle", step="2.5.5", by=action.by),
        Ruling("BATTLE-1", "consequence", sentence, facts, "2.5.6"),
        consequence("BATTLE-1", "from now on everything in this Engagement is public", step="2.5.6.1"),
    ]
    engagement = evolve(engagement, stage="battle", to_act=engagement.defending)
    return evolve(game, engagement=engagement, battle=battle), events


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
