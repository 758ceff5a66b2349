"""``titan play``: a game of TITAN kept in a file."""

import os
from functools import partial
from typing import Any

import click

from titan_rules.box import STANDARD
from titan_rules.box.current_box import current
from titan_rules.box.loading import shipped
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.words import split_words
from titan_rules.position.documents import FORMAT
from titan_rules.replays.documents import players_of
from titan_rules.replays.record import RECORD_FORMAT, begun, settled_header

from .. import inputs, keeper, output
from ..arguments import offering
from ..files import only_writer, write_whole
from ..opening import opened
from ..titan_keeper import TitanKeeper


@click.command("play")
@click.argument("file", metavar="GAME", shell_complete=offering(files=True))
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--players", metavar="ANN,BEN,...", help="Make the file: who plays. The game begins with the towers' dice."
)
@click.option("--start", metavar="POSITION", help="Make the file: the game, or the battle, that it starts from.")
@click.option("--no-auto", is_flag=True, help="Keep phases of a battle in which nobody can strike; else they end.")
@inputs.with_ruleset
@keeper.with_playing
@output.with_format
def command(
    file: str, actions: tuple[str, ...], players: str | None, start: str | None, no_auto: bool, **kept: Any
) -> int:
    """Keep a game in a file: judge each ACTION, roll its dice, record it, and say what happens next.

    GAME is a score sheet, or JSON Lines if it is called so (.jsonl). A refused action changes nothing. Without
    ACTION, a terminal is asked line by line; - reads actions from standard input, one a line, up to the first that is
    refused or not understood.

    \b
    titan play g.titan --players Ann,Ben,Cy --seed 7
    titan play g.titan "Ann tower" "Ben tower"
    titan play g.titan --undo 2
    titan play g.titan --comment "a bold split"
    """
    with only_writer(file):
        _make(file, players, start)
        inputs.stand_beside(file)
        return keeper.keep(partial(TitanKeeper, file, RECORD_FORMAT, auto=not no_auto), actions, **kept)


def _make(file: str, players: str | None, start: str | None) -> None:
    """Write a new record, if one is asked for."""
    said = output.settings()
    exists = os.path.exists(file)
    if players is None and start is None:
        if not exists:
            hint = "make it with --players Ann,Ben or --start POSITION"
            raise DocumentError([Fault("file", f"{file}: there is no such game", hint=hint)])
        if said.ruleset is not None or said.options:
            raise click.UsageError("--ruleset and --option are for a new file: a game keeps the rules it began with")
        return
    if exists:
        raise DocumentError([Fault("exists", f"{file} is there already", hint="play on without --players and --start")])
    if players is not None and start is not None:
        raise click.UsageError("a game begins with --players or with --start, not with both")
    document = None
    if start is not None:
        document = FORMAT.to_json(opened(start, ("game", "battle")).position)
        if "box" in document:
            document["box"] = _from_beside(file, document["box"], os.path.dirname(start))
    box = _from_beside(file, current().reference)
    inputs.stand_beside(file)
    header = settled_header(
        None if players is None else players_of(split_words(players)),
        document,
        box=None if document or box == STANDARD.reference else box,
        ruleset=said.ruleset or (None if document else "standard"),
        options=dict(map(RULESETS.typed, said.options)),
    )
    record = begun(header, sheet=not file.lower().endswith(".jsonl"))
    write_whole(file, record.text.encode(), durable=True)


def _from_beside(file: str, box: JSON, folder: str = "") -> JSON:
    """The name that a file uses for the box of a document in another folder."""
    if not isinstance(box, str) or box in shipped():
        return box
    return os.path.relpath(os.path.join(folder, box), os.path.dirname(file) or ".")
