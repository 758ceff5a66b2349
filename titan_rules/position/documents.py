"""The documents of TITAN: format ``titan-rules/1`` and its kinds."""

from ..box.current_box import use_box_of
from ..kernel.documents import Format, Kind
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from .battle import Battle
from .faults.battle import battle_faults
from .faults.game import game_faults, muster_faults
from .game import Game, Player
from .muster import Muster
from .position import Position
from .stock import stock


def complete_game(game: Game) -> Game:
    """The game with its free markers, full stock and battle's ruleset filled in if they were left out.

    A player's free markers are those of its colour that no Legion bears and no player has (SETUP-4); a player who is
    out has none (D-5).
    """
    if any(player.markers is None for player in game.players):
        game = evolve(game, players=_with_markers(game))
    battle = game.battle
    if battle is not None:
        battle = evolve(battle, ruleset=game.ruleset, options=game.options)
    return evolve(game, caretaker=stock(game), battle=battle)


def _with_markers(game: Game) -> tuple[Player, ...]:
    taken = {legion.legion for _, legion in game.legions()}
    taken.update(marker for player in game.players for marker in player.markers or ())
    players = []
    for player in game.players:
        if player.markers is None:
            free = () if player.out else game.the_box.markers.of(player.color)
            player = evolve(player, markers=tuple([marker for marker in free if marker not in taken]))
        players.append(player)
    return tuple(players)


FORMAT = Format(
    "titan-rules",
    1,
    (
        Kind("battle", Battle, battle_faults, "a battle in progress", within=use_box_of),
        Kind("game", Game, game_faults, "a game in progress", complete_game, within=use_box_of),
        Kind("muster", Muster, muster_faults, "a Legion in a land that may muster", within=use_box_of),
    ),
)
"""Reads and writes every document: ``FORMAT.loads(text)``, ``FORMAT.dumps(document)``."""


def to_json(position: Position) -> dict[str, JSON]:
    """A position as a JSON object with its header."""
    return FORMAT.to_json(position)
