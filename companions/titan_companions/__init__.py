"""Other games on TITAN's kernel. They know nothing of TITAN, nor of each other.

A game is a package in this folder, whose module ``companion`` defines ``GAME``. A game may also be one Python file
anywhere, named by its path.
"""

import sys
from importlib import import_module, util
from pathlib import Path
from typing import Any

from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.names import Names

GAMES: dict[str, str] = {
    "cloudspire": "Cloudspire",
    "lords-of-xidit": "Lords of Xidit",
    "twilight-struggle": "Twilight Struggle",
}
"""Name to title."""


def game_names() -> Names[str]:
    """The games' names, in any spelling people type."""
    return Names("game", GAMES, {_package(name): name for name in GAMES})


def _package(name: str) -> str:
    return name.replace("-", "_")


def is_file(name: str) -> bool:
    """Whether a game is named by the path of its Python file."""
    return name.endswith(".py")


def companion(name: str) -> Any:
    """A game, imported when it is first asked for.

    :param name: its name, or the path of a Python file that defines ``GAME``.
    :raises UnknownName: there is no game of that name.
    :raises DocumentError: the file cannot be loaded, or defines none.
    """
    if is_file(name):
        return _from_file(name)
    return import_module(f"{__name__}.{_package(game_names().canonical(name))}.companion").GAME


def _from_file(path: str) -> Any:
    if not Path(path).is_file():
        raise DocumentError([Fault("no-game", f"there is no file {path}", hint="a game of your own is a Python file")])
    spec = util.spec_from_file_location(f"{__name__}.files.{Path(path).stem}", path)
    assert spec is not None, path
    assert spec.loader is not None, path
    module = sys.modules[spec.name] = util.module_from_spec(spec)  # its classes look up their module here
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as e:  # a user's file may raise anything
        raise DocumentError([Fault("no-game", f"{path} cannot be loaded: {type(e).__name__}: {e}")]) from e
    game = getattr(module, "GAME", None)
    if game is None:
        raise DocumentError([Fault("no-game", f"{path} defines no GAME")])
    return game
