"""Pictures of positions, as SVG: :func:`.battle.battle_svg` and :func:`.game.game_svg`."""

from ..position.battle import Battle
from ..position.game import Game, battle_in
from .battle import battle_svg
from .game import game_svg


def render(position: Game | Battle, *, masterboard: bool = False) -> str:
    """A position as an SVG picture: the same bytes for the same position.

    :param masterboard: draw the Masterboard of a game in which a battle is fought, not the battle.
    """
    if isinstance(position, Game) and (masterboard or position.battle is None):
        return game_svg(position)
    battle = battle_in(position)
    assert battle is not None
    return battle_svg(battle)
