"""What is legal now, what is uncertain, and what must be done before the phase can end.

Lists merge what makes no difference: dice and the carries that depend on them, the order of characters, which free
marker a split takes, and details that have only one reading. Otherwise they have exactly the actions that
:func:`titan_rules.play.judging.plan` accepts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import frozen

from ..actions import intents as act
from ..box.current_box import STANDARD_BOX
from ..box.hexes import HEXES, numbers_in
from ..box.names import OFF_MAP
from ..kernel.errors import CannotTell
from ..kernel.evolving import evolve
from ..kernel.judging import unopposed
from ..kernel.rulings import Ruling
from ..kernel.writing import Part
from ..position.battle import ROLES, Battle
from ..position.game import MAX_HEIGHT, Engagement, Game
from ..position.stock import stock_of
from ..rules.battle import order
from ..rules.battle.field import field_of
from ..rules.battle.maneuver import destinations as maneuver_destinations
from ..rules.battle.order import CONCEDING
from ..rules.battle.rangestrike import rangestrike_targets
from ..rules.battle.strike import strike_options
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import (
    agreements,
    engaged_lands,
    flight_unknown,
    legion_of,
    opponent_of,
    unresolved,
)
from ..rules.masterboard.commencement import free_markers, may_be_split, owed_splits, splits
from ..rules.masterboard.destinations import depends_on_content, destinations, put_together
from ..rules.masterboard.movement import against_recombining, owed_moves, unseparated
from ..rules.masterboard.mustering import against_mustering, legion_options
from ..rules.masterboard.setup import chooses_color, needs_tower, rolls_next
from ..rules.objections import UnknownContent
from . import aftermath, battle_in_game
from .battle import unstruck
from .judging import declined, is_legal, open_choice, passes_turn, settled
from .masterboard import against_mulligan
from .planning import State, authors, fought

ANYTHING = "any"  # the ``do`` of an Unknown that may be any action


@frozen
class Unknown(Part):
    """Actions that may be legal, but for characters that are not known.

    :param by: who would do it.
    :param do: what; ``any`` where everything that follows is unknown.
    :param text: what depends on whom, in a sentence.
    :param missing: the Legions whose characters would have to be known.
    """

    by: str | None
    do: str
    text: str
    missing: tuple[str, ...]


Listed: TypeAlias = act.Action | Unknown


def listed(position: State) -> tuple[list[act.Action], list[Unknown]]:
    """:func:`legal_actions` and :func:`cannot_tell` in one pass."""
    everything = list(_listed(position))
    known = [one for one in everything if isinstance(one, act.Action)]
    return known, [one for one in everything if isinstance(one, Unknown)]


def legal_actions(position: State) -> list[act.Action]:
    """Every action that is legal now, open choices first (the module's text says what is merged)."""
    box, actions = position.the_box, [one for one in _listed(position) if not isinstance(one, Unknown)]
    return actions if box.reference == STANDARD_BOX else [act.in_words_of(box, action) for action in actions]


def cannot_tell(position: State) -> list[Unknown]:
    """The actions whose legality depends on unknown characters."""
    return [one for one in _listed(position) if isinstance(one, Unknown)]


def owed(position: State) -> list[Ruling]:
    """The rulings that keep the phase from ending until something is done, once what waits has happened."""
    position = settled(position)[0]
    battle = fought(position)
    if battle is not None:
        return unstruck(battle) if battle.phase != "maneuver" and battle.outcome is None else []
    assert isinstance(position, Game)
    if position.phase == "commencement":
        return owed_splits(position)
    if position.phase == "movement":
        return [ruling for ruling in owed_moves(position) if isinstance(ruling, Ruling)]
    return unresolved(position) if position.phase == "engagement" and position.engagement is None else []


def _listed(position: State) -> Iterator[Listed]:
    battle = fought(position)
    if battle is not None:
        yield from _battle_actions(battle, position)
    elif isinstance(position, Game) and position.phase in _PHASES:
        yield from _PHASES[position.phase](position)


def _legal_among(position: State, actions: Iterable[act.Action]) -> Iterator[act.Action]:
    """The actions that are certainly legal."""
    for action in actions:
        try:
            if is_legal(position, action):
                yield action
        except CannotTell:
            continue


# --- the Masterboard -------------------------------------------------------------------------------------------------


def _setup(game: Game) -> Iterator[Listed]:
    name = chooses_color(game)
    if needs_tower(game):
        yield from (act.Tower(name) for name in rolls_next(game))
    elif name is not None:
        taken, markers = {seat.color for seat in game.seats}, game.the_box.markers
        for color in [color for color in markers.letters if color not in taken]:
            yield act.Color(name, color)
            yield from (act.Color(name, color, marker) for marker in markers.of(color))
        yield act.Withdraw(name)


def _commencement(game: Game) -> Iterator[Listed]:
    player = game.mover
    markers = free_markers(player, game)
    for legion in player.legions if markers else ():
        yield from (act.Split(legion.legion, markers[0], part) for part in splits(player, legion, game))
        if may_be_split(game, legion) and legion.characters is None:
            text = f"how {legion.legion} can be split depends on its characters"
            yield Unknown(player.color, act.Split.do, text, (legion.legion,))
    if not owed_splits(game):
        yield act.EndSplits()
    yield from _withdrawal(game)


def _withdrawal(game: Game) -> Iterator[act.Action]:
    """Withdrawing, in the phases that allow it (WITHDRAW-1)."""
    if game.active is not None:
        yield act.Withdraw(game.active)


def _movement(game: Game) -> Iterator[Listed]:
    player = game.mover
    if game.roll is None:
        yield act.Roll()
        yield from _withdrawal(game)
        return
    for legion in player.legions if put_together(player) is None else ():
        for there in destinations(game, player, legion, game.roll):
            how = None if there.how == "normal" else there.how
            for side in there.entry_sides or (None,):
                for lord in there.reveal or (None,):
                    yield act.Move(legion.legion, there.land, side, how, (lord,) if lord else ())
        if depends_on_content(game, player, legion, game.roll):
            text = f"where {legion.legion} can teleport depends on its characters"
            yield Unknown(player.color, act.Move.do, text, (legion.legion,))
    still = next(owed_moves(game), None)
    for group in unseparated(game) if still is None else ():
        pairs = [(goes, stays) for goes in group for stays in group if goes != stays]
        yield from (act.Recombine(*pair) for pair in pairs if unopposed(against_recombining(game, *pair)))
    if unopposed(against_mulligan(game)):
        yield act.Mulligan()
    if still is None:
        yield act.EndMoves()
    elif isinstance(still, CannotTell):
        kinds = (act.Recombine, act.EndMoves) if unseparated(game) else (act.EndMoves,)
        yield from (Unknown(player.color, kind.do, still.fault.message, ()) for kind in kinds)
    yield from _withdrawal(game)


def _enlistment(game: Game) -> Iterator[Listed]:
    player = game.mover
    for legion in player.legions:
        if not unopposed(against_mustering(legion)):
            continue
        for option in legion_options(game, legion):
            yield from (act.Muster(legion.legion, option.muster, way) for way in option.ways)
        if legion.characters is None:
            yield _muster_unknown(player.color, act.Muster.do, legion.legion)
    if game.phase == "engagement":  # which has nothing left to resolve
        yield act.EndEngagements()
    yield act.EndTurn()
    yield from _withdrawal(game)


def _muster_unknown(by: str, do: str, marker: str) -> Unknown:
    return Unknown(by, do, f"what {marker} can muster depends on its characters", (marker,))


# --- Engagements -----------------------------------------------------------------------------------------------------


def _engagement(game: Game) -> Iterator[Listed]:
    engagement = game.engagement
    if engagement is None:
        lands = engaged_lands(game)
        yield from (act.Engage(land) for land in lands)
        if not lands:
            yield from _enlistment(game)
    elif engagement.stage == "flight":
        yield act.Flee()
        yield act.Stand()
    elif engagement.stage == "negotiation":
        yield from _negotiation(game, engagement)
    elif open_choice(game) is not None:
        yield from _open_choice(game, engagement)


def _negotiation(game: Game, engagement: Engagement) -> Iterator[Listed]:
    by = engagement.to_act
    attacker, defender = legion_of(game, engagement, "attacker"), legion_of(game, engagement, "defender")
    concede = [by, opponent_of(engagement, by)] if game.rules.concession == "immediate" else [by]
    if flight_unknown(game, engagement):
        text = f"whether {defender.legion} may flee, or speaks first, depends on its characters"
        for kind in (act.Flee, act.Stand, act.Accept, act.NoMore, act.Fight, act.Propose):
            yield Unknown(by, kind.do, text, (defender.legion,))
        yield from (Unknown(player, act.Concede.do, text, (defender.legion,)) for player in concede)
        return
    if engagement.no_more:
        yield act.Fight(by)
    losses = dict.fromkeys((p.attacker_loses, p.defender_loses) for p in engagement.proposals if p.by != by)
    yield from _legal_among(game, [act.Accept(by, *each) for each in losses])
    for legion in (attacker, defender):
        if legion.characters is None:
            text = f"which characters of {legion.legion} can be part of an agreement depends on what they are"
            yield Unknown(by, act.Propose.do, text, (legion.legion,))
            yield Unknown(by, act.Accept.do, text, (legion.legion,))
    if not engagement.no_more:
        yield act.NoMore(by)
        yield from (act.Propose(by, *agreed) for agreed in agreements(engagement, attacker, defender))
    yield from (act.Concede(player) for player in concede)


def _open_choice(game: Game, engagement: Engagement) -> Iterator[Listed]:
    """What the winner can take, declining it, and the next actions, which decline it too (ENG-8)."""
    owner = engagement.to_act
    if engagement.stage == "summons":
        full = legion_of(game, engagement, "attacker").size >= MAX_HEIGHT
        donors = {} if full else summoning.donors(game, engagement)
        unknown = [] if full else _unknown_donors(game, engagement)
        yield from (act.Summon(legion, name) for legion, names in donors.items() for name in names)
        if donors or not unknown:
            yield act.NoSummon()
        yield from [*unknown, *[evolve(each, do=act.NoSummon.do) for each in unknown]]
    elif engagement.stage == "reinforcement":
        winner = legion_of(game, engagement, "defender")
        for option in aftermath.late_reinforcements(game):
            yield from (act.Reinforce(option.muster, way) for way in option.ways)
        yield act.NoReinforce()
        if winner.characters is None:
            yield _muster_unknown(owner, act.Reinforce.do, winner.legion)
    else:
        yield from (act.Acquire(choice) for choice in aftermath.choices(game))
    try:
        passed = declined(game)
    except UnknownContent as e:
        yield _whatever_follows(e)
        return
    if passed is None or passes_turn(game, passed[1]):
        return
    by = authors(game)
    for one in _listed(passed[1]):
        if isinstance(one, Unknown):
            if one.by in (owner, None):
                yield one
            continue
        if by(one) != owner:
            continue
        try:
            if not isinstance(one, act.NoReinforce) or is_legal(game, one):
                yield one
        except UnknownContent as e:
            yield _muster_unknown(owner, one.do, e.legion)


def _whatever_follows(error: UnknownContent) -> Unknown:
    """Everything that follows and depends on unknown characters."""
    return Unknown(None, ANYTHING, f"what follows depends on the characters of {error.legion}", (error.legion,))


def _unknown_donors(game: Game, engagement: Engagement) -> list[Unknown]:
    """Whom the attacker might summon from Legions with unknown characters (SUMMON-2)."""
    by, markers = engagement.attacking, summoning.unknown_donors(game, engagement)
    text = "whom {} can summon from {} depends on its characters"
    return [Unknown(by, act.Summon.do, text.format(by, marker), (marker,)) for marker in markers]


_PHASES: Mapping[str, Callable[[Game], Iterator[Listed]]] = {
    "setup": _setup,
    "commencement": _commencement,
    "movement": _movement,
    "engagement": _engagement,
    "enlistment": _enlistment,
}


# --- battles ---------------------------------------------------------------------------------------------------------


def _battle_actions(battle: Battle, position: State) -> Iterator[Listed]:
    """The legal actions of a battle; ``position``: the game it is part of, or the battle itself."""
    if battle.outcome is not None:
        return
    if battle.pending is None:
        if battle.phase == "maneuver":
            yield from arrivals(battle, position)
        yield from _maneuvers(battle) if battle.phase == "maneuver" else _strikes(battle)
    elif battle.pending not in CONCEDING:
        try:
            after = settled(position)[0]
        except UnknownContent as e:
            yield _whatever_follows(e)
        else:
            yield from _listed(after)
    yield from _concessions(battle)


def _concessions(battle: Battle) -> Iterator[act.Action]:
    """Conceding, attempting it, and accepting an attempt, by whichever side may (CONCEDE-1)."""
    if battle.pending in CONCEDING:
        yield from (
            act.AcceptConcession(battle.of(role).player)
            for role in ROLES
            if unopposed(order.against_acceptance(battle, role))
        )
    for role in ROLES:
        if order.may_concede(battle, role):
            yield act.Concede(battle.of(role).player)
    if battle.pending is None and unopposed(order.against_attempt(battle, battle.acting)):
        yield act.AttemptConcession(battle.of(battle.acting).player)


def arrivals(battle: Battle, position: State) -> Iterator[Listed]:
    """Reinforcement and summons, if possible now, and declining them (REINF-1, SUMMON-1)."""
    able: list[Listed] = []
    if reinforcement.hindrance(field_of(battle)) is None:
        full = battle_in_game.equipped(position) if isinstance(position, Game) else battle
        names = [c.name for c in battle.defender.living()]
        for option in reinforcement.options(battle.table, names, stock_of(full)):
            able += [act.Reinforce(option.muster, way) for way in option.ways]
        yield from [*able, act.NoReinforce()] if able else []
    elif summoning.hindrance(field_of(battle)) is None and battle.attacker.height < MAX_HEIGHT:
        full = battle_in_game.equipped(position) if isinstance(position, Game) else battle
        for legion, names_there in full.donors.items():
            able += [act.Summon(legion, name) for name in summoning.summonable(battle.the_box, names_there)]
        unknown = _unknown_donors(position, position.meeting) if isinstance(position, Game) else []
        yield from [*able, act.NoSummon()] if able else []
        yield from [*unknown, *[evolve(each, do=act.NoSummon.do) for each in unknown if not able]]


def _maneuvers(battle: Battle) -> Iterator[act.Action]:
    """The maneuvers of the acting side, and the end of its phase."""
    field, role = field_of(battle), battle.side
    outside: set[str] = set()
    for combatant in battle.of(role).characters:
        if combatant.hex is None:
            if combatant.name in outside:
                continue
            outside.add(combatant.name)
        for number in numbers_in(maneuver_destinations(field, role, combatant)):
            yield act.Maneuver(combatant.name, combatant.hex, to=HEXES[number])
    yield act.EndManeuver()


def _strikes(battle: Battle) -> Iterator[act.Action]:
    """The strikes of the acting side, and the end of its phase."""
    field, role, must = field_of(battle), battle.acting, False
    for combatant in battle.of(role).characters:
        here = combatant.hex
        if here is None or combatant.struck:
            continue
        touching = field.in_contact(role, combatant)
        must = must or touching != 0
        for number in numbers_in(touching):
            target = field.who[number]
            there = target.hex or OFF_MAP
            yield act.Strike(here, there)
            for option in strike_options(field, role, combatant, target)[1:]:
                yield act.Strike(here, there, strike_number=option.strike_number, dice_count=option.dice)
        if not touching:
            for target, _ in rangestrike_targets(field, role, combatant):
                yield act.Strike(here, target.hex or OFF_MAP)
    if not must:
        yield act.EndStrikes()
