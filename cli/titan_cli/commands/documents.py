"""``titan schema`` and ``titan example``: what documents look like."""

from pathlib import Path

import click

from titan_rules import schemas
from titan_rules.kernel.errors import DocumentError, Fault

from .. import inputs, output
from ..files import examples, examples_folder, write_whole


@click.command("example")
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=inputs.offering("examples"))
@click.option("--print", "shown", is_flag=True, help="Print them instead.")
@output.with_format
def example(files: tuple[str, ...], shown: bool) -> None:
    """Write an example FILE into this folder, under its name; without one, list the examples.

    A file of that name that is there already is left alone.

    \b
    titan example game.json battle.json
    titan example who-left.replay.jsonl --print
    """
    known = examples()
    if not files:
        output.emit({"kind": "examples", "examples": list(known.names)}, lambda: "\n".join(known.names))
    for name in files:
        file = known.canonical(name)
        content = (examples_folder() / file).read_bytes()
        target = Path(file).name
        if shown:
            click.echo(content, nl=False)
        elif Path(target).exists() and Path(target).read_bytes() != content:
            raise DocumentError([Fault("exists", f"{target} is there already, and is no copy of the example")])
        else:
            write_whole(target, content)
            output.say(target)


@click.command("schema")
@click.argument("kind", required=False, shell_complete=inputs.offering("kinds"))
@output.with_format
def schema(kind: str | None) -> None:
    """Print the JSON Schema (2020-12) of a KIND of document; without one, list the kinds.

    \b
    titan schema game
    """
    if kind is None:
        click.echo("\n".join(schemas.kinds().names))
    else:
        click.echo(schemas.schema_text(kind), nl=False)
