"""What may be done in a position: the answers ``legal-moves``."""

from typing import TypeVar

from ..actions.grammar import written
from ..kernel.evolving import evolve
from ..play.listing import listed
from ..play.seats import authors
from ..position.battle import Battle
from ..position.game import Game, battle_in
from .battle_moves import battle_moves
from .game_moves import game_moves
from .legal_moves import ActionInShort, BattleMoves, GameMoves, LegalMoves

M = TypeVar("M", bound=LegalMoves)


def legal_moves(position: Game | Battle) -> GameMoves | BattleMoves:
    """Everything that may be done in a position, each with the rules that allow it.

    :raises CannotTell: it depends on characters that are not known.
    """
    battle = battle_in(position)
    if battle is not None:
        return with_actions(battle_moves(battle), position)
    assert not isinstance(position, Battle)
    return with_actions(game_moves(position), position)


def with_actions(moves: M, position: Game | Battle) -> M:
    """An answer with every legal action of the position, and with what cannot be told."""
    legal, unknown = listed(position)
    by, box = authors(position), position.the_box
    actions = [ActionInShort(by=by(one), do=one.do, text=written(one, box)) for one in legal]
    return evolve(moves, actions=tuple(actions), cannot_tell=tuple(unknown))
