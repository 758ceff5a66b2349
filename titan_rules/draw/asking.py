"""Pictures as one asks for them."""

from ..position.battle import Battle
from ..position.game import Game, battle_in
from .battle import battle_svg
from .game import game_svg


def render(position: Game | Battle, *, masterboard: bool = False) -> str:
    """A position as an SVG picture: the same bytes for the same position.

    :param masterboard: draw the Masterboard of a game in which a battle is fought, not the battle.
    """
    battle = None if masterboard and not isinstance(position, Battle) else battle_in(position)
    if battle is not None:
        return battle_svg(battle)
    assert not isinstance(position, Battle)
    return game_svg(position)
