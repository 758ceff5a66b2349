"""``titan example`` and ``titan new``: example files, and a new game."""

from pathlib import Path
from typing import Any

import click

from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.play.setup import new_game
from titan_rules.position.documents import FORMAT

from .. import inputs, output
from ..arguments import offering
from ..files import examples, examples_folder, write_whole


@click.command("example")
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=offering(lambda: examples().names))
@click.option("--print", "shown", is_flag=True, help="Print them instead.")
@output.with_format
def example(files: tuple[str, ...], shown: bool) -> None:
    """Write an example FILE into this folder, under its name; without one, list the examples.

    An existing file of that name is left alone.

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
            raise DocumentError([Fault("exists", f"{target} exists and differs from the example")])
        else:
            write_whole(target, content)
            output.say(target)


class PlayerCount(click.IntRange):
    """A number of players; who types names is told which option takes them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number.

        :raises click.UsageError: it is none, or out of range.
        """
        if isinstance(value, str) and not value.strip("+-").isdecimal():
            self.fail(f"expected a number, not {value!r}: --names takes the players' names", param, ctx)
        return int(super().convert(value, param, ctx))


@click.command("new")
@click.option("--players", type=PlayerCount(2, 12), help="How many players; by default as many as are named, or 2.")
@click.option("--seed", type=int, help="For the tower dice: the same seed gives the same game.")
@click.option("--names", metavar="ANN,BEN,...", help="The players' names.")
@click.option("--colors", metavar="RED,BLACK,...", help="Their colours, in the same order.")
@click.option("--balanced-towers", is_flag=True, help="Spread the Towers evenly: the option balanced_towers.")
@inputs.with_ruleset
@output.with_format
def new(players: int | None, seed: int | None, names: str | None, colors: str | None, balanced_towers: bool) -> None:
    """A game ready to begin, as a document of kind game: towers rolled, colours chosen, markers dealt.

    \b
    titan new --players 3 --seed 7
    titan new --names Ann,Ben --colors Red,Black --balanced-towers > game.json
    """
    said, who, colored = output.settings(), _listed(names), _listed(colors)
    count = players or len(who) or len(colored) or 2
    if who and len(who) != count:
        raise DocumentError([Fault("name-count", f"expected {count} names, got {len(who)}")])
    options = dict(map(RULESETS.typed, said.options)) | ({"balanced_towers": True} if balanced_towers else {})
    who = who or [f"Player {n}" for n in range(1, count + 1)]
    game = new_game(who, seed=seed, colors=colored, ruleset=said.ruleset or "standard", options=options)
    click.echo(FORMAT.dumps(game), nl=False)


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []
