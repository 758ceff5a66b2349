"""``titan show FILE``."""

from typing import Any

import click

from . import inputs, output


@click.command()
@click.argument("document", metavar="DOC")
@inputs.with_ruleset
@output.with_format
def command(document: str, preset: str | None, options: tuple[str, ...]) -> None:
    """A position for people to read: a game, a battle or a Legion that may muster.

    With --format json it is the document itself, completed and in its canonical form.

    \b
    titan new --players 3 --seed 7 > game.json
    titan show game.json
    """
    from titan_rules.documents import FORMAT

    position = FORMAT.read(inputs.override_ruleset(inputs.read_json(document), preset, options))
    output.emit(FORMAT.to_json(position), lambda: _table(position))


def _table(position: Any) -> str:
    from .show_tables import table

    return table(position)
