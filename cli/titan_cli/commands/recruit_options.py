"""``titan recruit-options``: what a Legion may muster in a land, typed or from a document."""

import os
from collections.abc import Sequence

import click

from titan_rules.answers.muster_options import MusterOptions, land_options, options_in, options_of
from titan_rules.box.current_box import current
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import LONGEST_NUMBER
from titan_rules.position.game import Game
from titan_rules.position.muster import Muster

from .. import inputs, opening, output

KINDS = ("muster", "game")


@click.command("recruit-options")
@click.argument(
    "what",
    nargs=-1,
    required=True,
    metavar="POSITION | TERRAIN [CHARACTER]...",
    shell_complete=inputs.offering("musterers"),
)
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
@click.option("--legion", metavar="MARKER", help="Which Legion of a game.")
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
    if lines:
        return inputs.answer_lines(_only(what), lambda data: answer(opening.read(data, KINDS), legion))
    if _is_typed(what):
        if legion is not None:
            raise click.UsageError("--legion is for games")
        options = _typed(what)
    else:
        alone = ":" in what[0] and not os.path.exists(what[0])
        options = answer(opening.opened(_only(what), KINDS).position, legion, alone)
    output.emit(options)
    return output.ANSWERED


def _is_typed(what: Sequence[str]) -> bool:
    """Whether the words are a terrain and characters, rather than the name of a file."""
    word = what[0]
    if ":" in word:
        return False
    if len(what) > 1 or current().terrain_names.find(word) is not None:
        return True
    return word.isalnum() and not os.path.exists(word)


def _only(what: Sequence[str]) -> str:
    if len(what) > 1:
        raise click.UsageError("with --lines, give one file")
    return what[0]


def _typed(what: Sequence[str]) -> MusterOptions:
    """The answer to a terrain and characters: they are a position on one line without its colon.

    :raises UnknownName, DocumentError: a word is neither; see the hint.
    """
    if len(what) == 1:
        return land_options(current().table(*_place(what[0])), ())
    return answer(opening.opened(f"{what[0]}: {' '.join(what[1:])}", KINDS).position, None, alone=True)


def _place(word: str) -> tuple[str, int | None]:
    """A terrain by its name, or by a land's number, and that land."""
    if not (word.isascii() and word.isdecimal()):
        return current().terrain_names.canonical(word), None
    land = current().land(int(word[:LONGEST_NUMBER]))
    return current().terrain_of(land), land


def answer(position: Muster | Game, legion: str | None, alone: bool = False) -> MusterOptions:
    """The answer about a position.

    :param alone: of a muster nothing is known but its Legion, as it was typed.
    :raises DocumentError: it is a game and no Legion of it is named.
    :raises CannotTell: the Legion's content is not known.
    """
    if isinstance(position, Game):
        if legion is None:
            raise DocumentError([Fault("usage", "a game has many Legions: say which with --legion")])
        return options_of(position, legion)
    if legion is not None:
        raise DocumentError([Fault("usage", "--legion is for games")])
    return options_in(position, alone)
