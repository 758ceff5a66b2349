"""Pictures of positions, as SVG: :func:`.battle.battle_svg` and :func:`.game.game_svg`."""

from ..position.battle import Battle
from ..position.game import Game, battle_in
from .battle import battle_svg
from .game import game_svg


def render(position: Game | Battle, *, masterboard: bool = False) -> str:
    """A position as an SVG picture: the same bytes for the same position.

    :param masterboard: draw the Masterboard of a game in which a battle is fought, not the battle.
    """
    battle = None if masterboard and isinstance(position, Game) else battle_in(position)
    if battle is not None:
        return battle_svg(battle)
    assert isinstance(position, Game), "a battle is in itself"
    return game_svg(position)
