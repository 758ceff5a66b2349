"""``titan import slugathon FILE`` and ``titan import colossus FILE``."""

import os

import click

from titan_rules.importers.colossus import import_snapshot
from titan_rules.importers.slugathon import import_save
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import compact
from titan_rules.position.documents import FORMAT

from .. import inputs, output
from ..files import write_whole

BEGINS = {"slugathon": "AssignTower", "colossus": "<"}
"""How the saves of each program begin."""


@click.command("import")
@click.argument("program", metavar="slugathon|colossus")
@click.argument("file", metavar="FILE", required=False)
@click.option("-o", "--output", "target", metavar="OUT", help="Write to a file, whole or not at all.")
@output.with_format
def command(program: str, file: str | None, target: str | None) -> int:
    """Bring in a game saved by another program.

    A save of Slugathon becomes a replay, as far as it tells the game; one of Colossus becomes its position, a document
    of kind game. Anything that a save leaves out, or that contradicts the rules, is reported on standard error.

    \b
    titan import slugathon game.save > game.replay.jsonl
    titan import colossus game.xml -o game.json
    """
    if program not in BEGINS:
        known = " or ".join(f"titan import {name} FILE" for name in BEGINS)
        raise CannotTell(Fault("usage", f"whose save is {program}? Write {known}"))
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    if program == "slugathon":
        rows = list(inputs.json_lines(file))
        _refuse_other(program, str(rows[0][1]) if rows else "")
        name = "standard input" if file == "-" else os.path.basename(file)
        replay = import_save(rows, f"a save of Slugathon: {name}")
        text, remarks = "".join(compact(line) + "\n" for line in replay.lines), list(replay.remarks)
        if remarks:
            legal = f"{replay.followed} of them legal one after the other from the first"
            remarks.append(f"{len(replay.lines) - 1} actions, {legal}")
    else:
        raw = inputs.read_bytes(file)
        _refuse_other(program, raw[:99].decode(errors="replace"))
        position = import_snapshot(raw)
        text, remarks = FORMAT.dumps(position.game), list(position.remarks)
    if target is None:
        click.echo(text, nl=False)
    else:
        write_whole(target, text.encode())
    for remark in remarks:
        output.note(remark)
    return output.ANSWERED


def _refuse_other(program: str, text: str) -> None:
    """Refuse a save of the other program."""
    (other,) = BEGINS.keys() - {program}
    if text.lstrip("\ufeff \r\n").startswith(BEGINS[other]):
        message = f"this is a save of {other.capitalize()}, not of {program.capitalize()}"
        raise DocumentError([Fault("other-program", message, hint=f"titan import {other} reads it")])
