"""The documents of TITAN: format ``titan-rules/1`` and its kinds."""

from .kernel.documents import Format, Kind
from .rules.battle_positions import battle_faults
from .rules.positions import game_faults, muster_faults
from .state.battle import Battle
from .state.completion import complete_game
from .state.game import Game
from .state.muster import Muster

FORMAT = Format(
    "titan-rules",
    1,
    (
        Kind("battle", Battle, battle_faults, "a battle in progress"),
        Kind("game", Game, game_faults, "a game in progress", complete_game),
        Kind("muster", Muster, muster_faults, "a Legion in a land that may muster"),
    ),
)
"""Reads and writes every document of TITAN: ``FORMAT.loads(text)``, ``FORMAT.dumps(document)``."""
