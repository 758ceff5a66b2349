"""A battle as part of a game: equipped from it, and its changes carried back (DESIGN: *a battle document embedded in
a game takes these from the game*)."""

from ..actions import intents as act
from ..actions.events import Event
from ..box.names import CharacterName, Marker
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled
from ..kernel.rulings import illegal
from ..position import knowledge
from ..position.battle import ROLES, Battle, BattleOutcome, BattleSide, Role
from ..position.changes import added, put_legion_in, taken
from ..position.game import Engagement, Game
from ..rules.battle.sequence import lost_in, points_of
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import UnknownContent, color_of_role, legion_of
from . import battle as alone
from .aftermath import Result, conclude, disband_empty, take_from_donor
from .planning import Done, Events, GameDone, Planned


def _parts(game: Game) -> tuple[Battle, Engagement]:
    if game.battle is None:
        raise LookupError("no battle is fought")
    return game.battle, game.meeting


def equipped(game: Game) -> Battle:
    """The game's battle with the caretaker's stock and the attacker's donors (REINF-1, SUMMON-1).

    A Legion of unknown content is a donor of what is known to be in it, be it nothing.
    """
    battle, engagement = _parts(game)
    donors: dict[Marker, tuple[CharacterName, ...]] = {}
    if not game.player(engagement.attacking).summoned:
        donors = dict.fromkeys(summoning.unknown_donors(game, engagement), ())
        donors |= summoning.donors(game, engagement)
    return evolve(battle, caretaker=game.caretaker or {}, donors=donors)


def plan(game: Game, action: act.Action) -> Planned[Game]:
    """Judge a battle action in the game's battle; carried out, it has its consequences for the game."""
    battle, _ = _parts(game)
    arrival = isinstance(action, act.Summon | act.NoSummon | act.Reinforce | act.NoReinforce)
    planned = alone.plan(equipped(game) if arrival else battle, action)
    if isinstance(planned, Refusal):
        return _refused_summons(game, action, planned) if isinstance(action, act.Summon) else planned
    if isinstance(action, act.NoSummon):
        _somebody_to_summon(game)
    go_on = planned.carry_out

    def carry_out(rolled: Rolled) -> GameDone:
        after, events = go_on(rolled)
        events = _true_of(game, events)
        if isinstance(action, act.Summon | act.Reinforce):
            return _joined(game, action, after), events
        if arrival:
            after = evolve(after, caretaker=battle.caretaker, donors=battle.donors)
        ended = isinstance(action, act.EndManeuver) or (battle.phase == "maneuver" and after.outcome is not None)
        whole, more = carry_back(game, battle, after, ended)
        return whole, [*events, *more]

    return Plan(carry_out, planned.dice, planned.reasons)


def _true_of(game: Game, events: Events) -> Events:
    """The events of a battle, without the summons that it opens if the attacker has summoned this turn (SUMMON-3)."""
    if not game.player(game.meeting.attacking).summoned:
        return events
    return [event for event in events if type(event) is not Event or event.rule != "SUMMON-1"]


def _somebody_to_summon(game: Game) -> None:
    """Nothing, if somebody is known to be there that could be summoned.

    :raises UnknownContent: it depends on a Legion's characters that are not known.
    """
    donors = equipped(game).donors
    for marker in donors if not any(donors.values()) else ():
        raise UnknownContent(marker)


def _refused_summons(game: Game, action: act.Summon, refusal: Refusal) -> Refusal:
    """Why a summons into the battle is not legal.

    :raises CannotTell: it is, if a Legion holds what is not known of it.
    """
    _, engagement = _parts(game)
    if game.player(engagement.attacking).summoned:
        twice = illegal("SUMMON-3", "one summons per player per turn, and it was made")
        return Refusal((twice, *refusal.rulings))
    why_not = summoning.not_a_donor(game, engagement, action.origin)
    if why_not and refusal.rulings[0].rule == "SUMMON-1":
        return Refusal((*why_not, *refusal.rulings))
    if action.origin in summoning.unknown_donors(game, engagement) and summoning.summonable(
        game.the_box, (action.character,)
    ):
        full = equipped(game)
        supposed = evolve(full, donors={**full.donors, action.origin: (action.character,)})
        if isinstance(alone.plan(supposed, action), Plan):
            raise UnknownContent(action.origin)
    return refusal


def settle(game: Game) -> Done[Game]:
    """What waited in the battle only for a possible concession happens now."""
    battle, _ = _parts(game)
    after, events = alone.settle(battle)
    game, more = carry_back(game, battle, after, False)
    return game, [*events, *more]


def _joined(game: Game, action: act.Reinforce | act.Summon, after: Battle) -> Game:
    """A reinforcement or a summoned character joins its Legion, on the Masterboard too."""
    _, engagement = _parts(game)
    role: Role = "attacker" if isinstance(action, act.Summon) else "defender"
    if isinstance(action, act.Summon):
        game = take_from_donor(game, engagement.attacking, action)
        game = evolve(game, engagement=evolve(engagement, donor=action.origin))
    else:
        game = evolve(game, caretaker=taken(game.caretaker, [action.character]))
    game = _follow(game, engagement, role, after.of(role))
    return evolve(game, battle=evolve(after, caretaker=None, donors={}))


def _follow(game: Game, engagement: Engagement, role: Role, side: BattleSide) -> Game:
    """The Legion on the Masterboard holds what its side of the battle holds; all of it is public."""
    legion = legion_of(game, engagement, role)
    names = tuple([c.name for c in side.characters])
    if names == legion.characters:
        return game
    owner = color_of_role(engagement, role)
    return put_legion_in(game, game.player(owner), knowledge.open_all(evolve(legion, characters=names)))


def carry_back(game: Game, before: Battle, after: Battle, entered: bool) -> Done[Game]:
    """The game after its battle changed; the Engagement is concluded when the battle is over.

    :param entered: a Maneuver Phase has ended, so that what was to enter has, or goes back.
    """
    _, engagement = _parts(game)
    events: Events = []
    if entered:
        game, events = _entered(game, before, after)
    if after.outcome is not None:
        game, more = _over(evolve(game, battle=after), after, after.outcome)
        return game, [*events, *more]
    if after.attacker.characters is not before.attacker.characters:
        game = _follow(game, engagement, "attacker", after.attacker)
    if after.defender.characters is not before.defender.characters:
        game = _follow(game, engagement, "defender", after.defender)
    return evolve(game, battle=after), events


def _entered(game: Game, before: Battle, after: Battle) -> Done[Game]:
    """What did not enter goes back to the caretaker or its Legion; a donor left empty is disbanded (SUMMON-3)."""
    _, engagement = _parts(game)
    if before.side == "defender":
        if before.defender.reinforced and not after.defender.reinforced:
            names = [c.name for c in before.defender.characters if c.hex is None]
            game = evolve(game, caretaker=added(game.caretaker, names))
        return game, []
    if engagement.donor is None:
        return game, []
    if not after.attacker.summoned:
        game = _give_back(game, engagement, engagement.donor, before)
    game = evolve(game, engagement=evolve(engagement, donor=None))
    return disband_empty(game, engagement.attacking)


def _give_back(game: Game, engagement: Engagement, marker: str, before: Battle) -> Game:
    """The summoned character goes back to its Legion, and the summons of this turn is not used up (SUMMON-1)."""
    name = next(c.name for c in before.attacker.characters if c.hex is None)
    player = game.player(engagement.attacking)
    back = knowledge.join(knowledge.grown(player.held(marker), [name]), [name])
    return put_legion_in(game, evolve(player, summoned=False), back)


def _over(game: Game, battle: Battle, outcome: BattleOutcome) -> Done[Game]:
    """The battle is over: the Engagement is concluded with what each side lost (SCORE-2, REINF-2, SUMMON-2)."""
    _, engagement = _parts(game)
    for role in ROLES:
        side = battle.of(role)
        whole = (*[c.name for c in side.characters], *side.slain, *side.left_off)
        owner = color_of_role(engagement, role)
        legion = evolve(legion_of(game, engagement, role), characters=whole)
        game = put_legion_in(game, game.player(owner), knowledge.open_all(legion))
    winner: Role | None = None if outcome.winner == "none" else outcome.winner
    right = winner == "attacker" or reinforcement.judge_afterwards(battle) is None
    result = Result(
        winner=winner,
        how=outcome.how,
        points=points_of(battle),
        lost={role: lost_in(battle, role) for role in ROLES},
        right=right,
        fought=True,
    )
    return conclude(game, result)
