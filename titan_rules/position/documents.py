"""The documents of TITAN: format ``titan-rules/1`` and its kinds."""

from ..box.naming import reading_with
from ..kernel.documents import Format, Kind
from ..kernel.errors import Fault
from .battle import Battle
from .completion import complete_game
from .game import Game
from .muster import Muster

# What makes a position impossible is asked of the rules only when one of the kind is read: imports take time.


def _battle_faults(battle: Battle) -> list[Fault]:
    from .faults.battle import battle_faults

    return battle_faults(battle)


def _game_faults(game: Game) -> list[Fault]:
    from .faults.game import game_faults

    return game_faults(game)


def _muster_faults(muster: Muster) -> list[Fault]:
    from .faults.game import muster_faults

    return muster_faults(muster)


FORMAT = Format(
    "titan-rules",
    1,
    (
        Kind("battle", Battle, _battle_faults, "a battle in progress", within=reading_with),
        Kind("game", Game, _game_faults, "a game in progress", complete_game, within=reading_with),
        Kind("muster", Muster, _muster_faults, "a Legion in a land that may muster", within=reading_with),
    ),
)
"""Reads and writes every document of TITAN: ``FORMAT.loads(text)``, ``FORMAT.dumps(document)``."""
