"""``titan schema``: the JSON Schema of a kind of document or answer."""

import click

from titan_rules import schemas
from titan_rules.kernel.jsontext import pretty

from .. import output
from ..arguments import offering


@click.command("schema")
@click.argument("kind", required=False, shell_complete=offering(lambda: schemas.kinds().names))
@output.with_format
def command(kind: str | None) -> None:
    """Print the JSON Schema (2020-12) of a KIND of document or answer; without one, list the kinds.

    \b
    titan schema game
    """
    click.echo("\n".join(schemas.kinds().names) if kind is None else pretty(schemas.schema_of(kind)).rstrip())
