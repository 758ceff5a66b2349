"""Pictures of positions, as SVG: :func:`.battle.battle_svg` and :func:`.game.game_svg`."""

from ..kernel.arguments import expect
from ..position.battle import Battle
from ..position.files import state_of
from ..position.game import Game, battle_in
from .battle import battle_svg
from .game import game_svg


def render(position: Game | Battle | str, *, masterboard: bool = False) -> str:
    """A position as an SVG picture: the same bytes for the same position.

    :param position: a game, a battle, or the line of one.
    :param masterboard: draw the Masterboard of a game in which a battle is fought, not the battle.
    """
    state = state_of(position)
    expect(bool, masterboard=masterboard)
    if isinstance(state, Game) and (masterboard or state.battle is None):
        return game_svg(state)
    battle = battle_in(state)
    assert battle is not None
    return battle_svg(battle)
