"""Commands that other distributions bring: entry points of the group ``titan_rules.commands``, each a click command.

Such a command may use :mod:`titan_rules.kernel`, and of the command line :class:`.app.NearestGroup`, :mod:`.arguments`,
:mod:`.files`, :mod:`.keeper`, :mod:`.output`, :mod:`.rulebook` and :mod:`.validating`.

The files that pip writes are read here, because :mod:`importlib.metadata` takes a third of the time of ``titan --help``
to import.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module

import click
from attrs import frozen

GROUP = "titan_rules.commands"


@frozen
class Brought:
    """A command of another distribution.

    :param target: the command's place, ``module:name``.
    :param folder: where pip has noted the distribution.
    """

    target: str
    folder: str

    def load(self) -> click.Command:
        """The command, imported."""
        module, _, name = self.target.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    @property
    def about(self) -> str:
        """What its distribution says of itself, in a line."""
        return next((line[9:] for line in _lines(self.folder, "METADATA") if line.startswith("Summary: ")), "")


def commands() -> dict[str, Brought]:
    """The commands that are installed beside TITAN's own, by name."""
    return _commands(tuple(sys.path))


@lru_cache(1)  # asked whether there is one, and for it
def _commands(path: tuple[str, ...]) -> dict[str, Brought]:
    found: dict[str, Brought] = {}
    for folder in _installed(path):
        group = ""
        for line in _lines(folder, "entry_points.txt"):
            name, equals, target = line.partition("=")
            if line.startswith("["):
                group = line.strip("[]")
            elif equals and group == GROUP:
                found.setdefault(name.strip(), Brought(target.strip(), folder))
    return found


def _installed(path: tuple[str, ...]) -> Iterator[str]:
    """The folders in which pip has noted distributions, in the order of the path."""
    for place in path:
        with suppress(OSError):
            yield from sorted(entry.path for entry in os.scandir(place or ".") if entry.name.endswith(".dist-info"))


def _lines(folder: str, name: str) -> list[str]:
    """The lines of a file about a distribution; none if there is no such file."""
    with suppress(OSError), open(os.path.join(folder, name), encoding="utf-8") as file:
        return [line.strip() for line in file]
    return []
