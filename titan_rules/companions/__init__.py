"""Other games on the same kernel. They know nothing of TITAN, nor of each other.

A game is a package in this folder: its docstring begins with the title and a colon, its module ``companion`` defines
``GAME``. A game may also be one Python file anywhere, named by its path.
"""

import os
from importlib import import_module, util
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..kernel.digest import Digest
    from ..kernel.names import Names
    from ..kernel.rulesets import Option


GAMES: dict[str, str] = {one.name.replace("_", "-"): one.name for one in iter_modules(__path__) if one.ispkg}
"""Name to package."""


def title(name: str) -> str:
    """A game's title."""
    return (import_module(f"{__name__}.{GAMES[name]}").__doc__ or name).partition(":")[0]


def game_names() -> "Names[str]":
    """The games' names, in any spelling people type."""
    from ..kernel.names import Names

    return Names("game", GAMES, {package: name for name, package in GAMES.items()})


def is_file(name: str) -> bool:
    """Whether a game is named by the path of its Python file."""
    return name.endswith(".py") and os.path.isfile(name)


def companion(name: str) -> "Any":
    """A game, imported when it is first asked for.

    :param name: its name, or the path of a Python file that defines ``GAME``.
    :raises UnknownName: there is no game of that name.
    """
    if is_file(name):
        return _from_file(name)
    package = GAMES[game_names().canonical(name)]
    return import_module(f"{__name__}.{package}.companion").GAME


def _from_file(path: str) -> "Any":
    import sys

    from ..kernel.errors import DocumentError, Fault

    name = os.path.splitext(os.path.basename(path))[0]
    spec = util.spec_from_file_location(f"{__name__}.files.{name}", path)
    assert spec is not None, path
    assert spec.loader is not None, path
    module = sys.modules[spec.name] = util.module_from_spec(spec)  # its classes look up their module here
    try:
        spec.loader.exec_module(module)
    except Exception as e:  # a user's file may raise anything
        raise DocumentError([Fault("no-game", f"{path} cannot be loaded: {type(e).__name__}: {e}")]) from e
    game = getattr(module, "GAME", None)
    if game is None:
        raise DocumentError([Fault("no-game", f"{path} defines no GAME")])
    return game


def rules(id: str | None = None) -> "Iterator[tuple[str, Digest, Collection[Option]]]":
    """The digest of every game with its options, for ``titan rules``; imports the games.

    :param id: only the games that have a rule of that id, in any case.
    """
    for name in GAMES:
        game = companion(name)
        if id is None or id.upper() in game.digest.rules:
            yield name, game.digest, game.rulesets.options.values()
