"""``titan recruit-options``: what a Legion may muster in a land, typed or from a document."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from titan_rules.answers.muster_options import MusterOptions, land_options, options_in, options_of
from titan_rules.box.reading import current
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, LONGEST_NUMBER
from titan_rules.kernel.words import counted, split_words
from titan_rules.rules.masterboard.mustering import MUSTERING_HEIGHT

from .. import inputs, output
from ..tables.musters import ways_text


@click.command("recruit-options")
@click.argument(
    "what",
    nargs=-1,
    required=True,
    metavar="DOCUMENT | TERRAIN [CHARACTER]...",
    shell_complete=inputs.offering("musterers"),
)
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
@click.option("--legion", metavar="MARKER", help="Which Legion of a game document.")
def command(
    what: tuple[str, ...], lines: bool, preset: str | None, options: tuple[str, ...], legion: str | None
) -> int:
    """What a Legion may muster in a land, with every way to qualify.

    Either a terrain or a land and the Legion's characters (three letters do where they fit one name
    only; 2 Ogre or 2xOgre for several), or a muster document, or a game document with
    --legion: a file, a position on one line, or - for standard input.

    \b
    titan recruit-options Jungle Gargoyle Gargoyle Ogre
    titan recruit-options 105 2 Lion
    titan recruit-options "Tower: Titan, 3 Ogre"
    titan new --players 4 --seed 1 | titan recruit-options - --legion Gd01
    """

    def answer(data: JSON) -> MusterOptions:
        return of_document(inputs.override_ruleset(data, preset, options), legion)

    if what[0].endswith(":"):  # a position on one line, without quotes
        what = (" ".join(what),)
    if lines:
        return inputs.answer_lines(_only(what), answer)
    if _is_typed(what):
        if legion is not None:
            raise click.UsageError("--legion is for game documents")
        found = _typed(what, preset, options)
    else:
        found = answer(inputs.read_json(_only(what)))
    output.emit(found, lambda: table(found))
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
        raise click.UsageError("with --lines one file is wanted")
    return what[0]


def _typed(what: Sequence[str], preset: str | None, options: tuple[str, ...]) -> MusterOptions:
    """The answer to a terrain and characters typed on the command line.

    :raises UnknownName: a word that is neither; see the hint.
    """
    terrain, land = _place(what[0])
    characters = [
        current().character_names.canonical(word.text)
        for count, word in counted(split_words(" ".join(what[1:])))
        for _ in range(count)
    ]
    have = Counter(characters)
    odd = len(characters) > MUSTERING_HEIGHT or any(n > current().full_stock.get(name, 1) for name, n in have.items())
    if odd or preset is not None or options:  # the long way round, which checks all of it
        document: dict[str, Any] = {
            "format": "titan-rules/1", "kind": "muster", "terrain": terrain, "characters": characters
        }  # fmt: skip
        document |= {} if land is None else {"land": land}
        return of_document(inputs.override_ruleset(document, preset, options), None)
    return land_options(current().table(terrain, land), characters)


def _place(word: str) -> tuple[str, int | None]:
    """A terrain by its name, or by a land's number, and that land."""
    if not (word.isascii() and word.isdigit()):
        return current().terrain_names.canonical(word), None
    land = current().land(int(word[:LONGEST_NUMBER]))
    return current().terrain_of(land), land


def of_document(data: JSON, legion: str | None) -> MusterOptions:
    """The answer to a muster or game document.

    :raises DocumentError: the document is bad, or it is a game and no Legion of it is named.
    :raises CannotTell: the Legion's content is not known.
    """
    from titan_rules.position.documents import FORMAT
    from titan_rules.position.muster import Muster

    document = FORMAT.read(data, ("muster", "game"))
    if not isinstance(document, Muster):
        if legion is None:
            raise DocumentError([Fault("usage", "a game has many Legions: say which with --legion")])
        return options_of(document, legion)
    if legion is not None:
        raise DocumentError([Fault("usage", "--legion is for game documents", "/kind")])
    return options_in(document)


def table(answer: MusterOptions) -> str:
    """An answer as text for people."""
    rows = [(o.muster, ways_text(o.ways), o.left) for o in answer.options]
    blocks = []
    if rows:
        blocks.append(output.grid(rows, ("Musters", "With", "Left")))
    else:
        blocks.append("It may muster nothing here.")
    blocks.append(output.rulings(answer.rulings))
    return "\n\n".join(blocks)
