"""A battle in a game: the caretaker and donors it takes from the game, and the changes it carries back."""

from ..actions import intents as act
from ..actions.events import Event
from ..box.names import CharacterName, Marker
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, refuse_if
from ..position import knowledge
from ..position.battle import ROLES, Battle, BattleOutcome, BattleSide, Role
from ..position.changes import added, put_legion_in, taken
from ..position.game import Game
from ..rules.battle.field import field_of
from ..rules.battle.sequence import lost_in, points_of
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import color_of_role, legion_of
from ..rules.objections import UnknownContent
from . import battle as alone
from .aftermath import Conclusion, conclude, disband_empty, take_from_donor
from .planning import Done, Events, GameDone, Planned


def equipped(game: Game) -> Battle:
    """The game's battle with the caretaker's stock and the attacker's donors (REINF-1, SUMMON-1).

    A Legion of unknown content donates from its known characters, possibly none.
    """
    battle, engagement = game.battle, game.meeting
    assert battle is not None
    donors: dict[Marker, tuple[CharacterName, ...]] = {}
    if not game.player(engagement.attacking).summoned:
        donors = dict.fromkeys(summoning.unknown_donors(game, engagement), ())
        donors |= summoning.donors(game, engagement)
    return evolve(battle, caretaker=game.caretaker or {}, donors=donors)


_ARRIVALS = frozenset({act.Summon, act.NoSummon, act.Reinforce, act.NoReinforce})


def plan(game: Game, action: act.Action) -> Planned[Game]:
    """Judge a battle action in the game's battle, with its consequences for the game."""
    battle = game.battle
    assert battle is not None
    arrival = type(action) in _ARRIVALS
    if isinstance(action, act.Summon):
        refused = refuse_if(summoning.against_summons(battle, action, game), None)
        if refused is not None:
            return refused
    planned = alone.plan(equipped(game) if arrival else battle, action)
    if isinstance(planned, Refusal):
        return planned
    if isinstance(action, act.NoSummon):
        donors = equipped(game).donors
        for marker in donors if not any(donors.values()) else ():
            raise UnknownContent(marker)
    go_on = planned.carry_out

    def carry_out(rolled: Rolled) -> GameDone:
        after, events = go_on(rolled)
        if game.player(game.meeting.attacking).summoned:  # the slain open no second summons this turn (SUMMON-3)
            events = [event for event in events if type(event) is not Event or event.rule != "SUMMON-1"]
        if arrival and isinstance(action, act.Summon | act.Reinforce):
            return _joined(game, action, after), events
        if arrival:
            after = evolve(after, caretaker=battle.caretaker, donors=battle.donors)
        ended = isinstance(action, act.EndManeuver) or (battle.phase == "maneuver" and after.outcome is not None)
        whole, more = carry_back(game, battle, after, ended)
        return whole, [*events, *more]

    return Plan(carry_out, planned.dice, planned.reasons, fill=planned.fill)


def settle(game: Game) -> Done[Game]:
    """Let happen what waited in the battle only for a possible concession."""
    assert game.battle is not None
    after, events = alone.settle(game.battle)
    game, more = carry_back(game, game.battle, after, False)
    return game, [*events, *more]


def _joined(game: Game, action: act.Reinforce | act.Summon, after: Battle) -> Game:
    """Add a reinforcement or a summoned character to its Legion on the Masterboard."""
    engagement = game.meeting
    role: Role = "defender"
    if isinstance(action, act.Summon):
        role = "attacker"
        game = take_from_donor(game, engagement.attacking, action)
        game = evolve(game, engagement=evolve(engagement, donor=action.origin))
    else:
        game = evolve(game, caretaker=taken(game.caretaker, [action.character]))
    game = _follow(game, role, after.of(role))
    return evolve(game, battle=evolve(after, caretaker=None, donors={}))


def _follow(game: Game, role: Role, side: BattleSide) -> Game:
    """Give the Legion on the Masterboard the characters of its side of the battle, all public."""
    names = tuple([c.name for c in side.characters])
    if names == legion_of(game, game.meeting, role).characters:
        return game
    return _shown(game, role, names)


def _shown(game: Game, role: Role, names: tuple[CharacterName, ...]) -> Game:
    """The game after a Legion of the Engagement publicly gets these characters."""
    legion, owner = legion_of(game, game.meeting, role), color_of_role(game.meeting, role)
    return put_legion_in(game, game.player(owner), knowledge.open_all(evolve(legion, characters=names, height=None)))


def carry_back(game: Game, before: Battle, after: Battle, entered: bool) -> Done[Game]:
    """The game after a change in its battle; a finished battle concludes the Engagement.

    :param entered: a Maneuver Phase has ended, so what was to enter has done so or goes back.
    """
    events: Events = []
    if entered:
        game, events = _entered(game, before, after)
    if after.outcome is not None:
        game, more = _over(evolve(game, battle=after), after, after.outcome)
        return game, [*events, *more]
    for role in ROLES:
        if after.of(role).characters is not before.of(role).characters:
            game = _follow(game, role, after.of(role))
    return evolve(game, battle=after), events


def _entered(game: Game, before: Battle, after: Battle) -> Done[Game]:
    """Return what did not enter to the caretaker or its Legion; disband an empty donor (SUMMON-1, 3)."""
    engagement = game.meeting
    outside = [c.name for c in before.of(before.side).characters if c.hex is None]
    if before.side == "defender":
        if before.defender.reinforced and not after.defender.reinforced:
            game = evolve(game, caretaker=added(game.caretaker, outside))
        return game, []
    if engagement.donor is None:
        return game, []
    if not after.attacker.summoned:  # the summons of this turn is not used up
        player = game.player(engagement.attacking)
        back = knowledge.join(player.held(engagement.donor), outside[:1])
        game = put_legion_in(game, evolve(player, summoned=False), back)
    game = evolve(game, engagement=evolve(engagement, donor=None))
    return disband_empty(game, engagement.attacking)


def _over(game: Game, battle: Battle, outcome: BattleOutcome) -> Done[Game]:
    """Conclude the Engagement with what each side lost in the battle (SCORE-2, REINF-2, SUMMON-2)."""
    for role in ROLES:
        side = battle.of(role)
        game = _shown(game, role, (*[c.name for c in side.characters], *side.slain, *side.left_off))
    winner: Role | None = None if outcome.winner == "none" else outcome.winner
    result = Conclusion(
        winner=winner,
        how=outcome.how,
        points=points_of(field_of(battle)),
        lost={role: lost_in(field_of(battle), role) for role in ROLES},
        barred=None if winner == "attacker" else reinforcement.barred(battle),
        fought=True,
    )
    return conclude(game, result)
