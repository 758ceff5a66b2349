"""``titan import slugathon FILE`` and ``titan import colossus FILE``."""

import os
from collections.abc import Mapping

import click

from titan_rules.importers import read_save
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import compact
from titan_rules.position.documents import FORMAT
from titan_rules.replays import Holding, holding

from .. import arguments, output
from ..files import write_whole

SAVES: Mapping[str, Holding] = {"slugathon": "save", "colossus": "snapshot"}
"""What each program saves."""


@click.command("import")
@click.argument("program", metavar="slugathon|colossus")
@click.argument("file", metavar="FILE", required=False)
@click.option("-o", "--output", "target", metavar="OUT", help="Write to a file, whole or not at all.")
@output.with_format
def command(program: str, file: str | None, target: str | None) -> int:
    """Bring in a game saved by another program.

    A save of Slugathon becomes a replay, as far as it records the game; one of Colossus a position, a document of kind
    game. Anything that a save leaves out, or that contradicts the rules, is reported on standard error.

    \b
    titan import slugathon game.save > game.replay.jsonl
    titan import colossus game.xml -o game.json
    """
    if program not in SAVES:
        known = " or ".join(f"titan import {name} FILE" for name in SAVES)
        raise CannotTell(Fault("usage", f"whose save is {program}? Write {known}"))
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    raw, (other,) = arguments.read_bytes(file), SAVES.keys() - {program}
    if holding(raw[:99].decode(errors="replace")) == SAVES[other]:
        message = f"this is a save of {other.capitalize()}, not of {program.capitalize()}"
        raise DocumentError([Fault("other-program", message, hint=f"titan import {other} reads it")])
    saved = read_save(raw, "standard input" if file == "-" else os.path.basename(file), SAVES[program])
    text, remarks = "".join(compact(line) + "\n" for line in saved.lines), list(saved.remarks)
    if saved.lines and remarks:
        legal = f"the first {len(list(saved.games())) - 1} of them legal"
        remarks.append(f"{len(saved.lines) - 1} actions, {legal}")
    text = text or FORMAT.dumps(saved.game)
    if target is None:
        click.echo(text, nl=False)
    else:
        write_whole(target, text.encode())
    for remark in remarks:
        output.note(remark)
    return output.ANSWERED
