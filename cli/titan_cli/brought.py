"""Commands that other distributions bring: entry points of the group ``titan_rules.commands``, each a click command.

Such a command may use :mod:`titan_rules.kernel`, and of the command line :class:`.app.NearestGroup`, :mod:`.arguments`,
:mod:`.files`, :mod:`.keeper`, :mod:`.output`, :mod:`.rulebook` and :mod:`.validating`.
"""

from importlib.metadata import EntryPoint, entry_points

import click
from attrs import frozen

GROUP = "titan_rules.commands"


@frozen
class Brought:
    """A command of another distribution."""

    entry: EntryPoint

    def load(self) -> click.Command:
        """The command, imported."""
        command: click.Command = self.entry.load()
        return command

    @property
    def about(self) -> str:
        """What its distribution says of itself, in a line."""
        summary: str = "" if self.entry.dist is None else self.entry.dist.metadata["Summary"]
        return summary


def commands() -> dict[str, Brought]:
    """The commands that are installed beside TITAN's own, by name."""
    return {entry.name: Brought(entry) for entry in entry_points(group=GROUP)}
