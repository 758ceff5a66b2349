"""Three other games on the same kernel. They know nothing of TITAN, nor of each other."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..kernel.names import Names
    from ..kernel.questions import Companion

GAMES: dict[str, tuple[str, str]] = {
    "twilight-struggle": ("twilight_struggle", "Twilight Struggle"),
    "cloudspire": ("cloudspire", "Cloudspire"),
    "lords-of-xidit": ("lords_of_xidit", "Lords of Xidit"),
}
"""Name to package and title. A package's module ``companion`` defines ``COMPANION``."""


def game_names() -> "Names":
    """The games' names, for lookups by people."""
    from ..kernel.names import Names

    return Names("game", GAMES, {package: name for name, (package, _) in GAMES.items()})


def companion(name: str) -> "Companion":
    """A game, imported when it is first asked for.

    :raises UnknownName: there is no game of that name.
    """
    package = GAMES[game_names().canonical(name)][0]
    found: Companion = import_module(f"{__name__}.{package}.companion").COMPANION
    return found
