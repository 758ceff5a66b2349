"""``titan schema KIND``."""

import click

from titan_rules import schemas

from .. import inputs, output


@click.command()
@click.argument("kind", required=False, shell_complete=inputs.offering("kinds"))
@output.with_format
def command(kind: str | None) -> None:
    """Print the JSON Schema (2020-12) of a KIND of document; without one, list the kinds.

    \b
    titan schema game
    """
    if kind is None:
        click.echo("\n".join(schemas.kinds().names))
    else:
        click.echo(schemas.schema_text(kind), nl=False)
