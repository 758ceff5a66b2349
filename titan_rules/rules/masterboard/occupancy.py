"""Who stands where on the Masterboard, as masks of lands, for one player's moves."""

from collections.abc import Mapping
from typing import Any

from ...box.masterboard import Masterboard
from ...box.names import Marker
from ...kernel.views import carry_view, view_of
from ...position.game import Game


class Occupancy:
    """The lands that one player's moves have to look at; masks of lands.

    :ivar color: the player's colour.
    :ivar board: the Masterboard.
    :ivar own: lands where that player has a Legion.
    :ivar shared: lands where that player has several.
    :ivar enemy: lands where others have a Legion.
    :ivar barred: lands where an Engagement stands (MOVE-7).
    :ivar enemy_at: the marker of the enemy Legion in a land.
    :ivar reached: by land and Movement Roll, the normal moves found so far (kept by ``normal_destinations``).
    """

    __slots__ = ("barred", "board", "color", "enemy", "enemy_at", "own", "reached", "shared")

    def __init__(self, game: Game, color: str) -> None:
        self.color = color
        self.board: Masterboard = game.the_box.masterboard
        bits = self.board.bit
        own = shared = enemy = crowded = 0
        enemy_at: dict[int, Marker] = {}
        for player in game.players:
            if player.color == color:
                for legion in player.legions:
                    bit = bits[legion.land]
                    if own & bit:
                        shared |= bit
                    own |= bit
            else:
                for legion in player.legions:
                    land = legion.land
                    enemy_at[land] = legion.legion
                    bit = bits[land]
                    if enemy & bit:
                        crowded |= bit
                    enemy |= bit
        self.own, self.shared, self.enemy, self.barred = own, shared, enemy, own & enemy | crowded
        self.enemy_at: Mapping[int, Marker] = enemy_at
        self.reached: dict[tuple[int, int], Any] = {}

    def own_but_one_in(self, land: int) -> int:
        """The lands with own Legions when one of those in ``land`` is not counted."""
        bit = self.board.bit[land]
        return self.own if self.shared & bit else self.own & ~bit


def occupancy(game: Game, color: str) -> Occupancy:
    """The lands as a player's moves find them; the game carries those of the player who was asked about last."""
    seen: Occupancy | None = view_of(game)
    if seen is None or seen.color != color:
        seen = Occupancy(game, color)
        carry_view(game, seen)
    return seen
