"""``titan recruit-options``: what a Legion may muster in a land, typed or from a document."""

import click

from titan_rules.answers.muster_options import MusterOptions, muster_options
from titan_rules.box.current_box import current
from titan_rules.kernel.jsontext import LONGEST_NUMBER
from titan_rules.position.game import Game
from titan_rules.position.muster import Muster

from .. import arguments, inputs, output
from ..arguments import offering
from ..opening import opened

KINDS = ("muster", "game")


@click.command("recruit-options")
@click.argument(
    "what", nargs=-1, required=True, metavar="POSITION | TERRAIN [CHARACTER]...",
    shell_complete=offering(lambda: current().terrain_names.names, lambda: current().characters, files=True),
)  # fmt: skip
@arguments.with_lines
@output.with_format
@inputs.with_ruleset
@click.option("--legion", metavar="MARKER", help="The Legion, in a game.")
def command(what: tuple[str, ...], lines: bool, legion: str | None) -> int:
    """What a Legion may muster in a land, with every way to qualify.

    Type a terrain or a land and the Legion's characters (three letters do if they fit one name only; 2 Ogre or 2xOgre
    for several). Or give a POSITION: a muster, or a game with --legion; a file of any kind that holds one, - for
    standard input, or a line.

    \b
    titan recruit-options Jungle Gargoyle Gargoyle Ogre
    titan recruit-options 105 2 Lion
    titan recruit-options "Tower: Titan, 3 Ogre"
    titan new --players 4 --seed 1 | titan recruit-options - --legion Gd01
    """
    if what[0].endswith(":"):  # a position on one line, without quotes
        what = (" ".join(what),)
    first, *names = what

    def answer(position: Muster | Game) -> MusterOptions:
        if not isinstance(position, Game):
            arguments.refuse("is for games", legion=legion)
        elif legion is None:
            raise click.UsageError("a game has many Legions: say which with --legion")
        return muster_options(position, legion)

    if lines:
        if names:
            raise click.UsageError("with --lines, give one file")
        return arguments.answer_lines(first, lambda data: answer(inputs.position_in(data, KINDS)))
    if names:  # a position on one line, without its colon
        return output.emit(answer(opened(f"{first}: {' '.join(names)}", KINDS).position))
    if first.isalnum() and not arguments.is_file(first):
        return output.emit(answer(_anybody(first)))
    return output.emit(answer(opened(first, KINDS).position))


def _anybody(place: str) -> Muster:
    """An empty Legion in a terrain, by its name or by a land's number."""
    if not (place.isascii() and place.isdecimal()):
        return Muster(terrain=current().terrain_names.canonical(place), characters=())
    land = current().land(int(place[:LONGEST_NUMBER]))
    return Muster(terrain=current().terrain_of(land), land=land, characters=())
