"""``titan schema``, ``titan example`` and ``titan new``: what documents look like, and a game to begin with."""

import os
from pathlib import Path

import click

from titan_rules import schemas
from titan_rules.box.current_box import current
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.position.documents import FORMAT
from titan_rules.rules.masterboard.setup import starting_game

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


@click.command("new")
@click.option("--players", type=click.IntRange(2, 12), help="How many players; by default as many as are named, or 2.")
@click.option("--seed", type=int, help="For the tower dice: the same seed gives the same game.")
@click.option("--names", metavar="ANN,BEN,...", help="The players' names.")
@click.option("--colors", metavar="RED,BLACK,...", help="Their colours, in the same order.")
@click.option("--balanced-towers", is_flag=True, help="Spread the Towers evenly: the option balanced_towers.")
@inputs.with_ruleset
@output.with_format
def new(
    players: int | None,
    seed: int | None,
    names: str | None,
    colors: str | None,
    balanced_towers: bool,
) -> None:
    """A game ready to begin, as a document of kind game: towers rolled, colours chosen, markers dealt.

    \b
    titan new --players 3 --seed 7
    titan new --names Ann,Ben --colors Red,Black --balanced-towers > game.json
    """
    said = output.settings()
    named, colored = _listed(names), [current().markers.colors.canonical(color) for color in _listed(colors)]
    count = players or len(named) or len(colored) or 2
    faults = [*_list_fault("name", named, count), *_list_fault("color", colored, count)]
    if faults:
        raise DocumentError(faults)
    overrides = dict(map(RULESETS.typed, said.options))
    if balanced_towers:
        overrides["balanced_towers"] = True
    named = named or [f"Player {n}" for n in range(1, count + 1)]
    dice = Seeded(int.from_bytes(os.urandom(4)) if seed is None else seed)
    click.echo(FORMAT.dumps(starting_game(named, dice, colored, said.ruleset or "standard", overrides)), nl=False)


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _list_fault(what: str, given: list[str], count: int) -> list[Fault]:
    twice = next((word for word in given if given.count(word) > 1), None)
    if twice is not None:
        return [Fault(f"{what}-twice", f"the {what} {twice!r} is given twice")]
    if given and len(given) != count:
        return [Fault(f"{what}-count", f"expected {count} {what}s, got {len(given)}")]
    return [] if all(given) else [Fault(f"{what}-empty", f"a {what} is empty")]
