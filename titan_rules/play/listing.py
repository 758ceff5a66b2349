"""Everything that is legal now, what cannot be told, and what must be done before the phase can end.

Lists are complete up to what makes no difference: dice and the carries that depend on them, the order of characters,
which free marker a split takes, and what an action may leave unsaid because there is one reading. Everything else
that :func:`titan_rules.play.judging.plan` accepts is here, and nothing that it refuses.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from ..actions import intents as act
from ..box.names import CharacterName, PlayerColor
from ..kernel.errors import CannotTell
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling
from ..position.battle import Battle
from ..position.game import Engagement, Game, Legion
from ..rules.engagement import summoning
from ..rules.engagement.meeting import UnknownContent, engaged_lands, flight_unknown, legion_of, opponent_of, unresolved
from ..rules.masterboard.commencement import free_markers, known_splits, may_be_split, owed_splits
from ..rules.masterboard.destinations import depends_on_content, destinations
from ..rules.masterboard.movement import unseparated
from ..rules.masterboard.mustering import judge_mustering, known_options
from ..rules.masterboard.setup import color_order, needs_tower, rolls_next
from . import aftermath, battle_phase
from .battle_listing import arrivals, concessions, moves
from .battle_order import CONCEDING
from .judging import declined, is_legal, open_choice, passes_turn, plan, settled
from .planning import State
from .unknown import Listed, Unknown, unknown_donors, whatever_follows


def listed(position: State) -> tuple[list[act.Action], list[Unknown]]:
    """What is legal now, and what cannot be told: :func:`legal_actions` and :func:`cannot_tell` in one pass."""
    actions: list[act.Action] = []
    unknown: list[Unknown] = []
    for one in _listed(position):
        if isinstance(one, Unknown):
            unknown.append(one)
        else:
            actions.append(one)
    return actions, unknown


def legal_actions(position: State) -> list[act.Action]:
    """Every action that is legal now, what is open first (see the module's text for what is listed once for many)."""
    box = position.the_box
    return [act.in_words_of(box, found) for found in _listed(position) if isinstance(found, act.Action)]


def cannot_tell(position: State) -> list[Unknown]:
    """What may be legal or not, depending on characters that are not known."""
    return [found for found in _listed(position) if isinstance(found, Unknown)]


def owed(position: State) -> list[Ruling]:
    """What must still be done before the phase can end, as the rulings that keep it from ending."""
    battle = position if isinstance(position, Battle) else position.battle
    if battle is not None:
        return battle_phase.unstruck(battle) if battle.phase != "maneuver" and battle.outcome is None else []
    if isinstance(position, Battle):
        return []
    if position.phase == "commencement":
        return owed_splits(position)
    if position.phase == "movement":
        planned = plan(position, act.EndMoves())
        return list(planned.rulings) if isinstance(planned, Refusal) else []
    if position.phase == "engagement" and position.engagement is None:
        return unresolved(position)
    return []


def _listed(position: State) -> Iterator[Listed]:
    return _battle_actions(position, position) if isinstance(position, Battle) else _game_actions(position)


def _game_actions(game: Game) -> Iterator[Listed]:
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


def _setup(game: Game) -> Iterator[Listed]:
    if needs_tower(game):
        yield from (act.Tower(name) for name in rolls_next(game))
        return
    seats = {seat.name: seat for seat in game.seats}
    name = next(n for n in color_order(game.seats) if seats[n].color is None)
    taken = {seat.color for seat in game.seats}
    for color in game.the_box.markers.letters:
        if color not in taken:
            yield act.Color(name, color)
            yield from (act.Color(name, color, marker) for marker in game.the_box.markers.of(color))
    yield act.Withdraw(name)


def _commencement(game: Game) -> Iterator[Listed]:
    player = game.mover
    markers = free_markers(player, game)
    if markers:
        for legion in player.legions:
            for part in known_splits(player, legion, game):
                yield act.Split(legion.legion, markers[0], part)
            if may_be_split(game, legion) and legion.characters is None:
                text = f"how {legion.legion} can be split depends on its characters"
                yield Unknown(player.color, act.Split.do, text, (legion.legion,))
    if not owed_splits(game):
        yield act.EndSplits()
    yield from _withdrawal(game)


def _withdrawal(game: Game) -> Iterator[act.Action]:
    if game.active is not None and is_legal(game, act.Withdraw(game.active)):
        yield act.Withdraw(game.active)


def _movement(game: Game) -> Iterator[Listed]:
    player = game.mover
    if game.roll is None:
        yield act.Roll()
        yield from _withdrawal(game)
        return
    for legion in player.legions:
        for there in destinations(game, player, legion, game.roll):
            how = None if there.how == "normal" else there.how
            for side in there.entry_sides or (None,):
                for lord in there.reveal or (None,):
                    yield act.Move(legion.legion, there.land, side, how, (lord,) if lord else ())
        if depends_on_content(game, player, legion, game.roll):
            text = f"where {legion.legion} can teleport depends on its characters"
            yield Unknown(player.color, act.Move.do, text, (legion.legion,))
    for group in unseparated(game):
        pairs = (act.Recombine(a, b) for a in group for b in group if a != b)
        yield from (pair for pair in pairs if is_legal(game, pair))
    if is_legal(game, act.Mulligan()):
        yield act.Mulligan()
    if is_legal(game, act.EndMoves()):
        yield act.EndMoves()
    yield from _withdrawal(game)


def _engagement(game: Game) -> Iterator[Listed]:
    engagement = game.engagement
    if engagement is None:
        lands = engaged_lands(game)
        yield from (act.Engage(land) for land in lands)
        if not lands:
            yield from _musters(game)
            yield act.EndEngagements()
            yield act.EndTurn()
            yield from _withdrawal(game)
        return
    if engagement.stage == "flight":
        yield act.Flee()
        yield act.Stand()
    elif engagement.stage == "negotiation":
        yield from _negotiation(game, engagement)
    elif open_choice(game) is not None:
        yield from _open_choice(game, engagement)


def _negotiation(game: Game, engagement: Engagement) -> Iterator[Listed]:
    by = engagement.to_act
    attacker, defender = legion_of(game, engagement, "attacker"), legion_of(game, engagement, "defender")
    if flight_unknown(game.the_box, game, engagement):
        text = f"whether {defender.legion} may flee, or speaks first, depends on its characters"
        for kind in (act.Flee, act.Stand, act.Accept, act.NoMore, act.Fight, act.Propose):
            yield Unknown(by, kind.do, text, (defender.legion,))
        for player in _may_concede(game, engagement):
            yield Unknown(player, act.Concede.do, text, (defender.legion,))
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
        yield from _legal_among(game, _agreements(by, attacker, defender))
    yield from (act.Concede(player) for player in _may_concede(game, engagement))


def _may_concede(game: Game, engagement: Engagement) -> list[PlayerColor]:
    """Who may concede in the negotiation: whose turn to speak it is, or either (option ``concession``)."""
    if game.rules.concession == "immediate":
        return [engagement.to_act, opponent_of(engagement, engagement.to_act)]
    return [engagement.to_act]


def _legal_among(game: Game, actions: Iterable[act.Action]) -> Iterator[act.Action]:
    """Those that are legal and can be told to be."""
    for action in actions:
        try:
            if is_legal(game, action):
                yield action
        except CannotTell:
            continue


def _agreements(by: PlayerColor, attacker: Legion, defender: Legion) -> Iterator[act.Propose]:
    """Every agreement there can be: one Legion whole, and of the other nothing, all, or some."""
    yield act.Propose(by, (), act.ALL)
    yield act.Propose(by, act.ALL, ())
    yield act.Propose(by, act.ALL, act.ALL)
    yield from (act.Propose(by, some, act.ALL) for some in _some_of(attacker))
    yield from (act.Propose(by, act.ALL, some) for some in _some_of(defender))


def _some_of(legion: Legion) -> Iterator[tuple[CharacterName, ...]]:
    """Every distinct part of a Legion that is known, which is neither nothing nor all of it, small ones first."""
    have = Counter(legion.characters or ())
    parts = [
        tuple([name for name, count in zip(have, counts, strict=True) for _ in range(count)])
        for counts in product(*(range(count + 1) for count in have.values()))
    ]
    yield from (part for part in sorted(parts, key=len) if 0 < len(part) < legion.size)


def _open_choice(game: Game, engagement: Engagement) -> Iterator[Listed]:
    """What the winner may take, declining it, and what declines it by going on (ENG-8)."""
    owner = engagement.to_act
    if engagement.stage == "summons":
        for legion, names in summoning.donors(game, engagement).items():
            yield from (act.Summon(legion, name) for name in names)
        unknown = [*unknown_donors(game, engagement)]
        if summoning.donors(game, engagement) or not unknown:
            yield act.NoSummon()
        yield from [*unknown, *[evolve(each, do=act.NoSummon.do) for each in unknown]]
    elif engagement.stage == "reinforcement":
        winner = legion_of(game, engagement, "defender")
        for option in aftermath.late_reinforcements(game):
            yield from (act.Reinforce(option.muster, way) for way in option.ways)
        yield act.NoReinforce()
        if winner.characters is None:
            text = f"what {winner.legion} can muster depends on its characters"
            yield Unknown(owner, act.Reinforce.do, text, (winner.legion,))
    else:
        yield from (act.Acquire(choice) for choice in aftermath.choices(game))
    try:
        passed = declined(game)
    except UnknownContent as e:
        yield whatever_follows(e)
        return
    if passed is None or passes_turn(game, passed[1]):
        return
    for found in _game_actions(passed[1]):
        if isinstance(found, Unknown):
            if found.by in (owner, None):
                yield found
            continue
        try:
            if is_legal(game, found):
                yield found
        except UnknownContent as e:
            text = f"what {e.legion} can muster depends on its characters"
            yield Unknown(owner, found.do, text, (e.legion,))


def _enlistment(game: Game) -> Iterator[Listed]:
    yield from _musters(game)
    yield act.EndTurn()
    yield from _withdrawal(game)


def _musters(game: Game) -> Iterator[Listed]:
    player = game.mover
    for legion in player.legions:
        if isinstance(judge_mustering(legion), Refusal):
            continue
        for option in known_options(game, legion):
            yield from (act.Muster(legion.legion, option.muster, way) for way in option.ways)
        if legion.characters is None:
            text = f"what {legion.legion} can muster depends on its characters"
            yield Unknown(player.color, act.Muster.do, text, (legion.legion,))


def _battle_actions(battle: Battle, position: State) -> Iterator[Listed]:
    """The legal actions of a battle; ``position`` is the game it belongs to, or the battle itself."""
    if battle.outcome is not None:
        return
    if battle.pending is None:
        if battle.phase == "maneuver":
            yield from arrivals(battle, position)
        yield from moves(battle)
    elif battle.pending not in CONCEDING:
        try:
            after = settled(position)[0]
        except UnknownContent as e:
            yield whatever_follows(e)
        else:
            yield from _listed(after)
    yield from concessions(battle)
