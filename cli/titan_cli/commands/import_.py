"""``titan import slugathon FILE`` and ``titan import colossus FILE``."""

import os
from collections.abc import Iterable

import click

from titan_rules.importers.colossus import import_snapshot
from titan_rules.importers.slugathon import import_save
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import compact
from titan_rules.position.documents import FORMAT

from .. import inputs, output
from ..files import write_whole

to_file = click.option("-o", "--output", "target", metavar="OUT", help="Write to a file, whole or not at all.")


class Programs(click.Group):
    """The programs whose saves are read."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does; a file without its program is told how to name it."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            known = " or ".join(f"titan import {name} FILE" for name in self.commands)
            raise click.UsageError(f"whose save is {args[0]}? Write {known}")
        return super().resolve_command(ctx, args)


@click.group("import", cls=Programs)
def command() -> None:
    """Bring in a game saved by another program.

    What a save leaves out, or says otherwise than the rules, is told on standard error.

    \b
    titan import slugathon game.save > game.replay.jsonl
    titan import colossus game.xml > game.json
    """


@command.command("slugathon")
@click.argument("file", metavar="FILE")
@to_file
@output.with_format
def slugathon(file: str, target: str | None) -> int:
    """A replay, as far as a save of Slugathon tells the game.

    \b
    titan import slugathon game.save -o game.replay.jsonl
    """
    rows = list(inputs.json_lines(file))
    _refuse_other(str(rows[0][1]) if rows else "", "<", "Colossus", "Slugathon")
    found = import_save(rows, f"a save of Slugathon: {_name(file)}")
    _write("".join(compact(line) + "\n" for line in found.lines), target)
    _remark(found.remarks)
    if found.remarks:
        actions = len(found.lines) - 1
        _remark([f"{actions} actions, {found.followed} of them legal one after the other from the first"])
    return output.ANSWERED


@command.command("colossus")
@click.argument("file", metavar="FILE")
@to_file
@output.with_format
def colossus(file: str, target: str | None) -> int:
    """The position of a save of Colossus, as a document of kind game.

    \b
    titan import colossus game.xml -o game.json
    """
    raw = inputs.read_bytes(file)
    _refuse_other(raw[:99].decode(errors="replace"), "AssignTower", "Slugathon", "Colossus")
    found = import_snapshot(raw)
    _write(FORMAT.dumps(found.game), target)
    _remark(found.remarks)
    return output.ANSWERED


def _refuse_other(text: str, begins: str, program: str, wanted: str) -> None:
    """Refuse a save of the other program.

    :param begins: how its saves begin.
    """
    if text.lstrip("\ufeff \r\n").startswith(begins):
        hint = f"titan import {program.lower()} reads it"
        raise DocumentError([Fault("other-program", f"this is a save of {program}, not of {wanted}", hint=hint)])


def _name(path: str) -> str:
    return "standard input" if path == "-" else os.path.basename(path)


def _write(text: str, target: str | None) -> None:
    if target is not None:
        write_whole(target, text.encode())
    else:
        click.echo(text, nl=False)


def _remark(remarks: Iterable[str]) -> None:
    for remark in remarks:
        output.note(remark)
