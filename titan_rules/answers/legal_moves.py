"""What ``legal-moves`` answers: what is legal now, phase by phase, and every legal action."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, TypeVar

from attrs import field, frozen

from ..actions.intents import Action
from ..box.current_box import place
from ..box.types import EntrySide
from ..kernel.answers import Part, copied
from ..kernel.arguments import expect
from ..kernel.blocks import Block, Listed, column
from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.fields import ALWAYS
from ..kernel.rulings import Ruling, legal
from ..play import legal_actions
from ..play.listing import listed
from ..play.planning import authors
from ..position.battle import Battle
from ..position.files import state_of
from ..position.game import Game, Legion, battle_in
from ..rules.engagement.meeting import engaged_lands, engaged_pair
from ..text.writing import written
from .battle_moves import BattleMoves, battle_moves
from .legion_moves import MovementMoves, MusterMoves, SplitMoves, movement_moves, muster_moves, split_moves
from .parts import ActionInShort, LegalMoves, phase_of

# --- Engagements and setup -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class OpenEngagement(Part):
    """An Engagement that the mover may choose to resolve next (ENG-1).

    :param attacker, defender: markers; ``attacking`` and ``defending`` are their players' colours.
    """

    land: int = field(metadata=column("Land", lambda one: place(one.land)))
    attacker: str = field(metadata=column("Attacker", lambda one: f"{one.attacker} ({one.attacking})"))
    defender: str = field(metadata=column("Defender", lambda one: f"{one.defender} ({one.defending})"))
    entry_side: EntrySide | None = field(metadata=column("Entry side"))
    attacking: str
    defending: str
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class EngagementMoves(LegalMoves):
    """The Engagements that may be resolved next."""

    phase: Literal["engagement"] = field(default="engagement", metadata=ALWAYS)
    active: str
    legal: tuple[OpenEngagement, ...]

    def _moves(self) -> Iterator[Block]:
        yield from (
            phase_of(self.active, self.phase),
            "",
            Listed(self.legal) if self.legal else "No Engagement is left.",
        )


def _engagements(game: Game, legions: Sequence[Legion]) -> Iterator[OpenEngagement]:
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
                rulings=(legal("ENG-1", "the mover chooses which Engagement is resolved next"),),
            )


@frozen(kw_only=True)
class EngagementStage(Part):
    """The stage of the Engagement being resolved.

    :param to_act: the colour of the player who decides.
    """

    land: int
    attacker: str
    defender: str
    stage: str
    to_act: str | None


@frozen(kw_only=True)
class ActionAndText(Part):
    """A legal action, and its short text."""

    action: Action
    text: str


@frozen(kw_only=True, repr=False)
class ActionMoves(LegalMoves):
    """The legal actions in setup and in an Engagement."""

    phase: str
    active: str | None
    engagement: EngagementStage | None = None
    legal: tuple[ActionAndText, ...]

    def _moves(self) -> Iterator[Block]:
        ends = {"over": "The game is over.", "setup": "The game is being set up."}
        yield from (ends.get(self.phase) or phase_of(self.active, self.phase), "")
        e = self.engagement
        if e is not None:
            yield from (f"{e.attacker} against {e.defender} in {place(e.land)}, {e.stage}: {e.to_act} to act", "")
        yield from (f"  {one.text}" for one in self.legal)


def _actions(game: Game) -> ActionMoves:
    stage = None if game.engagement is None else copied(EngagementStage, game.engagement)
    actions = tuple([ActionAndText(action=action, text=written(action)) for action in legal_actions(game)])
    return ActionMoves(phase=game.phase, active=game.active, engagement=stage, legal=actions)


# --- any position ----------------------------------------------------------------------------------------------------

GameMoves: TypeAlias = SplitMoves | MovementMoves | EngagementMoves | ActionMoves | MusterMoves
M = TypeVar("M", bound=LegalMoves)


def legal_moves(
    position: Game | Battle | str, *, legion: str | None = None, character: str | None = None, ahead: bool = False
) -> GameMoves | BattleMoves:
    """What is legal in a position, with the rules that allow it.

    :param position: a game, a battle, or the line of one.
    :param legion, character: only what this one may do; a marker in a game, a hex or a name in a battle.
    :param ahead: for each land within reach, list what could be mustered there.
    :raises DocumentError: the Legion is not the active player's.
    :raises CannotTell: it depends on unknown characters, or the acting side has no such character.
    """
    state = state_of(position)
    expect(str | None, legion=legion, character=character)
    expect(bool, ahead=ahead)
    battle = battle_in(state)
    if battle is not None:
        in_battle = battle_moves(battle, character=character)
        return in_battle if character is not None else _with_actions(in_battle, state)
    assert isinstance(state, Game), "a battle is in itself"
    moves = game_moves(state, legion, ahead)
    return moves if legion is not None else _with_actions(moves, state)


def _with_actions(moves: M, position: Game | Battle) -> M:
    """Add every legal action of the position, and those that cannot be judged."""
    known, unknown = listed(position)
    by, box = authors(position), position.the_box
    actions = [ActionInShort(by=by(one), do=one.do, text=written(one, box)) for one in known]
    return evolve(moves, actions=tuple(actions), cannot_tell=tuple(unknown))


def game_moves(game: Game, legion: str | None = None, ahead: bool = False) -> GameMoves:
    """What the active player may do in this phase; see :func:`legal_moves`."""
    if game.phase == "over":
        return ActionMoves(phase=game.phase, active=game.active, legal=())
    if game.phase == "setup" or game.engagement is not None:
        return _actions(game)
    legions = _wanted(game, legion)
    if game.phase == "commencement":
        return split_moves(game, legions)
    if game.phase == "movement":
        return movement_moves(game, legions, ahead)
    if game.phase == "engagement":
        return EngagementMoves(active=game.mover.color, legal=tuple(_engagements(game, legions)))
    return muster_moves(game, legions)


def _wanted(game: Game, typed: str | None) -> Sequence[Legion]:
    player = game.mover
    if typed is None:
        return player.legions
    name = game.the_box.markers.canonical(typed)
    legion = player.legion(name)
    if legion is None:
        hint = "its Legions: " + ", ".join(x.legion for x in player.legions)
        raise DocumentError(
            [Fault("unknown-legion", f"{player.color}, whose turn it is, has no Legion {name}", hint=hint)]
        )
    return [legion]
