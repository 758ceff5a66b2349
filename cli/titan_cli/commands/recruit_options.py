"""``titan recruit-options``: what a Legion may muster in a land, typed or from a document."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import click

from titan_rules.box.reading import current
from titan_rules.kernel.errors import DocumentError, Fault, UnknownName
from titan_rules.kernel.rulings import Ruling
from titan_rules.rules.masterboard.mustering import MUSTERING_HEIGHT, MusterOption, muster_options, table_rulings

from .. import inputs, output
from ..tables.musters import option_json, ways_text

Answer = dict[str, Any]


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

    Either a terrain and the Legion's characters (three letters do where they fit one name
    only), or a muster document, or a game document with --legion: a file, or - for standard input.

    \b
    titan recruit-options Jungle Gargoyle Gargoyle Ogre
    titan recruit-options tow tit ogr ogr ogr
    titan new --players 4 --seed 1 | titan recruit-options - --legion Gd01
    """

    def answer(data: Any) -> Answer:
        return of_document(inputs.override_ruleset(data, preset, options), legion)

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
    if len(what) > 1 or current().terrain_names.find(word) is not None:
        return True
    return word.isalpha() and not os.path.exists(word)


def _only(what: Sequence[str]) -> str:
    if len(what) > 1:
        raise click.UsageError("with --lines one file is wanted")
    return what[0]


def _typed(what: Sequence[str], preset: str | None, options: tuple[str, ...]) -> Answer:
    """The answer to a terrain and characters typed on the command line.

    :raises UnknownName: a word that is neither; see the hint.
    """
    terrain = current().terrain_names.canonical(what[0])
    characters = [current().character_names.canonical(word) for word in what[1:]]
    have = Counter(characters)
    odd = len(characters) > MUSTERING_HEIGHT or any(n > current().full_stock.get(name, 1) for name, n in have.items())
    if odd or preset is not None or options:  # the long way round, which checks all of it
        document = {"format": "titan-rules/1", "kind": "muster", "terrain": terrain, "characters": characters}
        return of_document(inputs.override_ruleset(document, preset, options), None)
    table = current().table(terrain)
    return _answer(terrain, characters, muster_options(table, characters), table_rulings(table, characters))


def of_document(data: Any, legion: str | None) -> Answer:
    """The answer to a muster or game document.

    :raises DocumentError: the document is bad, or it is a game and no Legion of it is named.
    :raises CannotTell: the Legion's content is not known.
    """
    from titan_rules.position.documents import FORMAT
    from titan_rules.position.muster import Muster

    document = FORMAT.read(data, ("muster", "game"))
    if not isinstance(document, Muster):
        return _of_game(document, legion)
    if legion is not None:
        raise DocumentError([Fault("usage", "--legion is for game documents", "/kind")])
    terrain, characters, stock = document.terrain, document.characters, document.caretaker
    table = document.the_box.table(terrain, document.land)
    options = muster_options(table, characters, stock)
    return _answer(terrain, characters, options, table_rulings(table, characters, stock))


def _of_game(game: Any, typed: str | None) -> Answer:
    """What a Legion may muster where it stands; in the Enlistment Phase, whether it may muster now."""
    from titan_rules.position.stock import stock
    from titan_rules.rules.masterboard.mustering import known_content, legion_options, may_muster_violations

    if typed is None:
        raise DocumentError([Fault("usage", "a game has many Legions: say which with --legion")])
    name = game.the_box.markers.canonical(typed)
    found = game.find(name)
    if found is None:
        raise UnknownName(Fault("unknown-legion", f"no Legion {name} stands on the Masterboard"))
    player, legion = found
    table = game.the_box.table_of(legion.land)
    content = known_content(legion)
    forbidden = []
    if game.phase == "enlistment" and player.color == game.active:
        forbidden = may_muster_violations(legion)
    options = () if forbidden else legion_options(game, legion)
    rulings = forbidden or table_rulings(table, content, stock(game))
    return _answer(table.terrain, content, options, rulings, {"legion": name, "land": legion.land})


def _answer(
    terrain: str,
    characters: Sequence[str],
    options: Sequence[MusterOption],
    rulings: Sequence[Ruling],
    whose: Mapping[str, Any] = MappingProxyType({}),
) -> Answer:
    return {
        "format": "titan-rules/1",
        "kind": "recruit-options",
        **whose,
        "terrain": terrain,
        "characters": list(characters),
        "options": [option_json(o) for o in options],
        "rulings": [r.to_json() for r in rulings],
    }


def table(answer: Mapping[str, Any]) -> str:
    """An answer as text for people."""
    rows = [(o["muster"], ways_text(o["with"]), o["left"]) for o in answer["options"]]
    blocks = []
    if rows:
        blocks.append(output.grid(rows, ("Musters", "With", "Left")))
    else:
        blocks.append("It may muster nothing here.")
    blocks.append(output.bullets(answer["rulings"]))
    return "\n\n".join(blocks)
