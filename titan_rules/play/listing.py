"""What may be done now, and what must be done before the phase can end.

Lists are complete up to what makes no difference or has no end: a split is listed once for equal characters and
with the first free marker; of all proposals only those that take whole Legions and nothing else; strikes without
their dice. :func:`titan_rules.play.engine.is_legal` judges all the others as well.
"""

from collections.abc import Iterator

from ..actions.intents import (
    ALL,
    Accept,
    AcceptConcession,
    Acquire,
    Action,
    AttemptConcession,
    Color,
    Concede,
    EndEngagements,
    EndManeuver,
    EndMoves,
    EndSplits,
    EndStrikes,
    EndTurn,
    Engage,
    Fight,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    NoMore,
    NoReinforce,
    NoSummon,
    Propose,
    Recombine,
    Reinforce,
    Roll,
    Split,
    Stand,
    Strike,
    Summon,
    Tower,
    Withdraw,
)
from ..box.hexes import HEXES, numbers_in
from ..box.markers import COLORS, markers_of
from ..box.masterboard import LANDS
from ..kernel.rulings import Ruling
from ..position.battle import ROLES, Battle, Combatant, Role
from ..position.game import MAX_HEIGHT, Engagement, Game, Proposal
from ..position.stock import stock_of
from ..rules.battle.field import Field, field_of
from ..rules.battle.maneuver import destinations as maneuver_destinations
from ..rules.battle.rangestrike import rangestrike_targets
from ..rules.battle.strike import contacts, strike_options
from ..rules.engagement import reinforcement, summoning
from ..rules.engagement.meeting import engaged_lands, legion_of, same_agreement, unresolved
from ..rules.masterboard.commencement import end_splits_violations, free_markers, splits
from ..rules.masterboard.movement import destinations, end_moves_violations, unseparated
from ..rules.masterboard.mustering import legion_options, may_muster_violations
from ..rules.masterboard.setup import color_order, needs_tower, rolls_next
from . import aftermath, battle_phase, embedded, engine
from .battle_order import CONCEDING
from .outcome import State


def legal_actions(state: State) -> list[Action]:
    """Every action that is legal now (see the module's text for what is listed once for many).

    :raises CannotTell: it depends on characters that are not known.
    """
    return list(_battle_actions(state, state)) if isinstance(state, Battle) else list(_game_actions(state))


def owed(state: State) -> list[Ruling]:
    """What must still be done before the phase can end, as the rulings that keep it from ending."""
    battle = state if isinstance(state, Battle) else state.battle
    if battle is not None:
        return battle_phase.unstruck(battle) if battle.phase != "maneuver" and battle.outcome is None else []
    assert isinstance(state, Game)
    if state.phase == "commencement":
        return end_splits_violations(state)
    if state.phase == "movement":
        return engine.violations(state, EndMoves())
    if state.phase == "engagement" and state.engagement is None:
        return unresolved(state)
    return []


def _game_actions(game: Game) -> Iterator[Action]:
    if game.battle is not None:
        yield from _battle_actions(game.battle, game)
    elif game.phase == "setup":
        yield from _setup(game)
    elif game.phase == "commencement":
        yield from _commencement(game)
    elif game.phase == "movement":
        yield from _movement(game)
    elif game.phase == "engagement":
        yield from _engagement(game)
    elif game.phase == "enlistment":
        yield from _enlistment(game)


def _setup(game: Game) -> Iterator[Action]:
    if needs_tower(game):
        yield from (Tower(name) for name in rolls_next(game))
        return
    seats = {seat.name: seat for seat in game.seats}
    name = next(n for n in color_order(game.seats) if seats[n].color is None)
    taken = {seat.color for seat in game.seats}
    for color in COLORS:
        if color not in taken:
            yield Color(name, color)
            yield from (Color(name, color, marker) for marker in markers_of(color))
    yield Withdraw(name)


def _commencement(game: Game) -> Iterator[Action]:
    player = game.mover
    markers = free_markers(player, game)
    if markers:
        for legion in player.legions:
            for part in splits(player, legion, game):
                yield Split(legion.legion, markers[0], part)
    if not end_splits_violations(game):
        yield EndSplits()
    yield Withdraw(player.color)


def _movement(game: Game) -> Iterator[Action]:
    player = game.mover
    yield Withdraw(player.color)
    if game.roll is None:
        yield Roll()
        return
    if engine.is_legal(game, Mulligan()):
        yield Mulligan()
    for legion in player.legions:
        for there in destinations(game, player, legion, game.roll):
            how = None if there.how == "normal" else there.how
            for side in there.entry_sides or (None,):
                for lord in there.reveal or (None,):
                    yield Move(legion.legion, there.land, side, how, (lord,) if lord else ())
    for group in unseparated(game):
        pairs = (Recombine(a, b) for a in group for b in group if a != b)
        yield from (pair for pair in pairs if engine.is_legal(game, pair))
    if not end_moves_violations(game):
        yield EndMoves()


def _engagement(game: Game) -> Iterator[Action]:
    engagement = game.engagement
    if engagement is None:
        lands = engaged_lands(game)
        yield from (Engage(land) for land in lands)
        if not lands:
            yield EndEngagements()
        return
    if engagement.stage == "flight":
        yield Flee()
        yield Stand()
    elif engagement.stage == "negotiation":
        yield from _negotiation(game, engagement)
    elif engagement.stage == "summons":
        for legion, names in summoning.donors(game, engagement).items():
            yield from (Summon(legion, name) for name in names)
        yield NoSummon()
    elif engagement.stage == "reinforcement":
        yield from _late_reinforcements(game, engagement)
        yield NoReinforce()
    elif engagement.stage == "acquiring":
        yield from (Acquire(choice) for choice in aftermath.choices(game))


def _negotiation(game: Game, engagement: Engagement) -> Iterator[Action]:
    by = engagement.to_act
    attacker, defender = legion_of(game, engagement, "attacker"), legion_of(game, engagement, "defender")
    made: list[Proposal] = []
    for proposal in engagement.proposals:
        if proposal.by != by and not any(same_agreement(proposal, p, attacker, defender) for p in made):
            made.append(proposal)
            yield Accept(by, proposal.attacker_loses, proposal.defender_loses)
    yield Concede(by)
    if engagement.no_more:
        yield Fight(by)
        return
    for a, d in (((), ALL), (ALL, ()), (ALL, ALL)):
        proposal = Proposal(by, a, d)
        if not any(same_agreement(proposal, p, attacker, defender) for p in engagement.proposals):
            yield Propose(by, a, d)
    yield NoMore(by)


def _late_reinforcements(game: Game, engagement: Engagement) -> Iterator[Action]:
    names = legion_of(game, engagement, "defender").characters or ()
    for option in reinforcement.options(LANDS[engagement.land].terrain, names, game.caretaker or {}):
        yield from (Reinforce(option.muster, way) for way in option.ways)


def _enlistment(game: Game) -> Iterator[Action]:
    player = game.mover
    for legion in player.legions:
        if may_muster_violations(legion):
            continue
        for option in legion_options(game, legion):
            yield from (Muster(legion.legion, option.muster, way) for way in option.ways)
    yield EndTurn()
    yield Withdraw(player.color)


# --- battles ---------------------------------------------------------------------------------------------------------


def _battle_actions(battle: Battle, state: State) -> Iterator[Action]:
    """The legal actions of a battle; ``state`` is the game it belongs to, or the battle itself."""
    if battle.outcome is not None:
        return
    yield from _concessions(battle)
    if battle.pending in CONCEDING:
        return
    if battle.pending is not None:
        settled = engine.settle(state).state
        yield from _battle_actions(settled, settled) if isinstance(settled, Battle) else _game_actions(settled)
        return
    field = field_of(battle)
    if battle.phase == "maneuver":
        yield from _maneuvers(battle, field)
        yield from arrivals(battle, state)
        yield EndManeuver()
        return
    must = False
    role = battle.acting
    for combatant in battle.of(role).characters:
        if combatant.hex is not None and not combatant.struck:
            touching = contacts(field, role, combatant)
            must = must or touching != 0
            yield from _strikes(field, role, combatant, touching)
    if not must:
        yield EndStrikes()


def _concessions(battle: Battle) -> Iterator[Action]:
    for role in ROLES:
        by = battle.of(role).player
        for action in (Concede(by), AttemptConcession(by), AcceptConcession(by)):
            if not battle_phase.HANDLERS[type(action)][0](battle, action):
                yield action


def _maneuvers(battle: Battle, field: Field) -> Iterator[Action]:
    role = battle.side
    outside: set[str] = set()
    for combatant in battle.of(role).characters:
        if combatant.hex is None:
            if combatant.name in outside:
                continue
            outside.add(combatant.name)
        for number in numbers_in(maneuver_destinations(field, role, combatant)):
            yield Maneuver(combatant.name, combatant.hex, to=HEXES[number])


def arrivals(battle: Battle, state: State) -> Iterator[Action]:
    """Reinforcement and summons, where there is one to take now, and declining it (REINF-1, SUMMON-1)."""
    found: list[Action] = []
    if not reinforcement.phase_violations(battle):
        full = embedded.equipped(state) if isinstance(state, Game) else battle
        names = [c.name for c in battle.defender.living()]
        for option in reinforcement.options(battle.terrain, names, stock_of(full)):
            found += [Reinforce(option.muster, way) for way in option.ways]
        if found:
            found.append(NoReinforce())
    elif not summoning.phase_violations(battle) and battle.attacker.height < MAX_HEIGHT:
        full = embedded.equipped(state) if isinstance(state, Game) else battle
        for legion, names_there in full.donors.items():
            found += [Summon(legion, name) for name in summoning.summonable(names_there)]
        if found:
            found.append(NoSummon())
    yield from found


def _strikes(field: Field, role: Role, combatant: Combatant, touching: int) -> Iterator[Action]:
    if touching:
        targets = [field.who[number] for number in numbers_in(touching)]
    elif field.battle.phase == "strike":
        targets = [target for target, _ in rangestrike_targets(field, role, combatant)]
    else:
        return
    for target in targets:
        for i, option in enumerate(strike_options(field, role, combatant, target)):
            if i == 0:
                yield Strike(combatant.hex or "", target.hex or "")
            else:
                yield Strike(
                    combatant.hex or "", target.hex or "", strike_number=option.strike_number, dice_count=option.dice
                )
