"""Who stands where on the Masterboard, as masks of lands, for one player's moves."""

from collections.abc import Mapping

from attrs import frozen

from ...box.masterboard import Masterboard
from ...box.names import Marker
from ...kernel.views import carry_view, view_of
from ...position.game import Game


@frozen
class Occupancy:
    """The lands that one player's moves have to look at; masks of lands.

    :param board: the Masterboard.

    :param own: lands where that player has a Legion.
    :param shared: lands where that player has several.
    :param enemy: lands where others have a Legion.
    :param barred: lands where an Engagement stands (MOVE-7).
    :param enemy_at: the marker of the enemy Legion in a land.
    """

    board: Masterboard
    own: int
    shared: int
    enemy: int
    barred: int
    enemy_at: Mapping[int, Marker]

    def own_but_one_in(self, land: int) -> int:
        """The lands with own Legions when one of those in ``land`` is not counted."""
        bit = self.board.bit[land]
        return self.own if self.shared & bit else self.own & ~bit


def _look(game: Game, color: str) -> Occupancy:
    own = shared = enemy = crowded = 0
    enemy_at: dict[int, Marker] = {}
    board = game.the_box.masterboard
    bits = board.bit
    for player in game.players:
        for legion in player.legions:
            bit = bits[legion.land]
            if player.color == color:
                shared |= own & bit
                own |= bit
            else:
                crowded |= enemy & bit
                enemy |= bit
                enemy_at[legion.land] = legion.legion
    return Occupancy(board, own, shared, enemy, own & enemy | crowded, enemy_at)


def occupancy(game: Game, color: str) -> Occupancy:
    """The lands as a player's moves find them; the game carries the answers, since one position is asked many times."""
    found: dict[str, Occupancy] | None = view_of(game)
    if found is None:
        found = {}
        carry_view(game, found)
    if color not in found:
        found[color] = _look(game, color)
    return found[color]
