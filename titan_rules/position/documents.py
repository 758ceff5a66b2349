"""The documents of TITAN: format ``titan-rules/1`` and its kinds."""

from ..box.current_box import reading_with
from ..kernel.documents import Format, Kind
from .battle import Battle
from .faults.battle import battle_faults
from .faults.game import game_faults, muster_faults
from .game import Game
from .muster import Muster
from .stock import complete_game

FORMAT = Format(
    "titan-rules",
    1,
    (
        Kind("battle", Battle, battle_faults, "a battle in progress", within=reading_with),
        Kind("game", Game, game_faults, "a game in progress", complete_game, within=reading_with),
        Kind("muster", Muster, muster_faults, "a Legion in a land that may muster", within=reading_with),
    ),
)
"""Reads and writes every document: ``FORMAT.loads(text)``, ``FORMAT.dumps(document)``."""
