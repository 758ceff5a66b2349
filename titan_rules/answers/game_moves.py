"""Makes ``legal-moves``: the moves of each phase, and every legal action."""

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from ..actions.grammar import written
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import legal
from ..play import legal_actions
from ..play.listing import listed
from ..play.seats import authors
from ..position.battle import Battle
from ..position.game import Game, Legion, battle_in
from ..position.stock import stock
from ..rules.engagement.meeting import engaged_lands, engaged_pair
from ..rules.masterboard.commencement import free_markers, legion_rulings, owed_splits, splits, staying
from ..rules.masterboard.destinations import Destination as Reached
from ..rules.masterboard.destinations import depends_on_content, destinations
from ..rules.masterboard.move_rulings import move_rulings, stay_rulings
from ..rules.masterboard.movement import owed_moves
from ..rules.masterboard.mustering import MusterOption, judge_mustering, legion_options, muster_options, table_rulings
from .battle_moves import BattleMoves, battle_moves
from .legal_moves import (
    NOT_ASKED,
    ActionInShort,
    ActionMoves,
    Destination,
    EngagementMoves,
    EngagementStage,
    GameMoves,
    LegalAction,
    LegalMoves,
    LegionMoves,
    LegionMusters,
    LegionSplits,
    MovementMoves,
    MusterMoves,
    OpenEngagement,
    RollMoves,
    SplitMoves,
    SplitOff,
)

ROLLS = range(1, 7)

Legions: TypeAlias = list[Legion]


def game_moves(game: Game, *, legion: str | None = None, roll: int | None = None, ahead: bool = False) -> GameMoves:
    """What the active player may do in this phase.

    :param legion: only this one, as typed.
    :param roll: a Movement Roll in place of the document's.
    :param ahead: list with each destination what could be mustered there.
    :raises DocumentError: the Legion is not the active player's.
    :raises CannotTell: a Movement Roll is given outside the Movement Phase.
    """
    if game.phase != "movement" and (roll is not None or ahead):
        message = f"--roll and --ahead are for the Movement Phase, this game is in its {game.phase} phase"
        raise CannotTell(Fault("wrong-phase", message, "/phase"))
    if game.phase == "over":
        return ActionMoves(phase=game.phase, active=game.active, legal=())
    if game.phase == "setup" or game.engagement is not None:
        return _actions(game)
    legions, active = _wanted(game, legion), game.mover.color
    if game.phase == "commencement":
        return _commencement(game, active, legions)
    if game.phase == "movement":
        return _movement(game, active, legions, roll if roll is not None else game.roll, ahead)
    if game.phase == "engagement":
        return EngagementMoves(active=active, legal=tuple(_engagements(game, legions)))
    return MusterMoves(active=active, legal=tuple([_musters(game, one) for one in legions]))


def _wanted(game: Game, typed: str | None) -> Legions:
    """The Legions asked about."""
    player = game.mover
    if typed is None:
        return list(player.legions)
    name = game.the_box.markers.canonical(typed)
    legion = player.legion(name)
    if legion is None:
        hint = "its Legions: " + ", ".join(x.legion for x in player.legions)
        fault = Fault("unknown-legion", f"{player.color}, whose turn it is, has no Legion {name}", hint=hint)
        raise DocumentError([fault])
    return [legion]


def _commencement(game: Game, active: str, legions: Legions) -> SplitMoves:
    return SplitMoves(
        active=active,
        into=tuple(free_markers(game.mover, game)),
        legal=tuple([_splits(game, legion) for legion in legions]),
        owed=tuple(owed_splits(game)),
    )


def _splits(game: Game, legion: Legion) -> LegionSplits:
    rulings = legion_rulings(game, legion)
    parts_off: tuple[SplitOff, ...] = ()
    missing = None
    if rulings[0].verdict == "legal" and legion.characters is None:
        missing = f"the characters of {legion.legion}, to tell how it may be split"
    elif rulings[0].verdict == "legal":
        parts = splits(game.mover, legion, game)
        parts_off = tuple([SplitOff(characters=tuple(part), stay=tuple(staying(legion, part))) for part in parts])
    return LegionSplits(
        legion=legion.legion,
        land=legion.land,
        height=legion.size,
        splits=parts_off,
        missing=missing,
        rulings=tuple(rulings),
    )


def _movement(game: Game, active: str, legions: Legions, roll: int | None, ahead: bool) -> MovementMoves:
    if roll is None:
        every = [RollMoves(roll=n, legal=tuple([_moves(game, x, n, ahead) for x in legions])) for n in ROLLS]
        return MovementMoves(active=active, roll=None, rolls=tuple(every))
    rolled = game if roll == game.roll else evolve(game, roll=roll)
    return MovementMoves(
        active=active,
        roll=roll,
        legal=tuple([_moves(rolled, legion, roll, ahead) for legion in legions]),
        owed=tuple(owed_moves(rolled)),
    )


def _moves(game: Game, legion: Legion, roll: int, ahead: bool) -> LegionMoves:
    player = game.mover
    to = tuple([_destination(game, legion, roll, x, ahead) for x in destinations(game, player, legion, roll)])
    missing = None
    if depends_on_content(game, player, legion, roll):
        missing = f"the characters of {legion.legion}, to tell whether it may teleport"
    elif ahead and legion.characters is None:
        missing = f"the characters of {legion.legion}, to tell what it may muster"
    return LegionMoves(
        legion=legion.legion,
        origin=legion.land,
        to=to,
        rulings=None if to else tuple(stay_rulings(game, player, legion, roll)),
        missing=missing,
    )


def _destination(game: Game, legion: Legion, roll: int, there: Reached, ahead: bool) -> Destination:
    return Destination(
        land=there.land,
        entry_sides=there.entry_sides,
        engages=there.engages,
        how=there.how,
        reveal=there.reveal,
        musters=_musters_in(game, legion, there.land) if ahead else NOT_ASKED,
        rulings=tuple(move_rulings(game, game.mover, legion, roll, there)),
    )


def _musters_in(game: Game, legion: Legion, land: int) -> tuple[MusterOption, ...] | None:
    """What a Legion could muster in a land; None if its content is unknown."""
    if legion.characters is None:
        return None
    return muster_options(game.the_box.table_of(land), legion.characters, stock(game))


def _engagements(game: Game, legions: Legions) -> Iterator[OpenEngagement]:
    """The Engagements that the mover may choose from (ENG-1)."""
    rulings = (legal("ENG-1", "the mover chooses which Engagement is resolved next"),)
    for land in engaged_lands(game):
        (attacking, attacker), (defending, defender) = engaged_pair(game, land)
        if attacker in legions:
            yield OpenEngagement(
                land=land,
                attacker=attacker.legion,
                defender=defender.legion,
                entry_side=attacker.entry_side,
                attacking=attacking.color,
                defending=defending.color,
                rulings=rulings,
            )


def _actions(game: Game) -> ActionMoves:
    """The legal actions in setup and in an Engagement."""
    e = game.engagement
    stage = (
        None
        if e is None
        else EngagementStage(land=e.land, attacker=e.attacker, defender=e.defender, stage=e.stage, to_act=e.to_act)
    )
    actions = tuple([LegalAction(action=action, text=written(action, game.the_box)) for action in legal_actions(game)])
    return ActionMoves(phase=game.phase, active=game.active, engagement=stage, legal=actions)


def _musters(game: Game, legion: Legion) -> LegionMusters:
    refused = judge_mustering(legion)
    rulings = list(refused.rulings) if isinstance(refused, Refusal) else []
    musters: tuple[MusterOption, ...] = ()
    missing = None
    if not rulings and legion.characters is None:
        missing = f"the characters of {legion.legion}, to tell what it may muster"
    elif not rulings and legion.characters is not None:
        musters = legion_options(game, legion)
        rulings = table_rulings(game.the_box.table_of(legion.land), legion.characters, stock(game))
    return LegionMusters(
        legion=legion.legion, land=legion.land, musters=musters, missing=missing, rulings=tuple(rulings)
    )


M = TypeVar("M", bound=LegalMoves)


def legal_moves(position: Game | Battle) -> GameMoves | BattleMoves:
    """Everything legal in a position, with the rules that allow it.

    :raises CannotTell: it depends on unknown characters.
    """
    battle = battle_in(position)
    if battle is not None:
        return with_actions(battle_moves(battle), position)
    assert not isinstance(position, Battle)
    return with_actions(game_moves(position), position)


def with_actions(moves: M, position: Game | Battle) -> M:
    """The answer with every legal action of the position, and those that cannot be judged."""
    legal, unknown = listed(position)
    by, box = authors(position), position.the_box
    actions = [ActionInShort(by=by(one), do=one.do, text=written(one, box)) for one in legal]
    return evolve(moves, actions=tuple(actions), cannot_tell=tuple(unknown))
