"""What a game's document may leave out because it follows from the rest."""

from ..kernel.evolving import evolve
from .game import Game, Player
from .stock import stock


def complete_game(game: Game) -> Game:
    """The game with its free markers and its caretaker's stock filled in where the document left them out.

    Free markers are the twelve of the player's colour that no Legion bears and no player has (SETUP-4); a
    player who is out has none (D-5). Of a stock that names only some characters the others are filled in.
    """
    if any(player.markers is None for player in game.players):
        game = evolve(game, players=_with_markers(game))
    return evolve(game, caretaker=stock(game))


def _with_markers(game: Game) -> tuple[Player, ...]:
    taken = {legion.legion for _, legion in game.legions()}
    for player in game.players:
        taken.update(player.markers or ())
    return tuple(
        evolve(
            player,
            markers=() if player.out else tuple(m for m in game.the_box.markers.of(player.color) if m not in taken),
        )
        if player.markers is None
        else player
        for player in game.players
    )
