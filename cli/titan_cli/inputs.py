"""Reads document arguments: a file, ``-`` for standard input, JSON Lines with ``--lines``."""

import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TypeVar

import click
from click.shell_completion import CompletionItem

from titan_rules.box.current_box import current, reading
from titan_rules.box.loading import beside
from titan_rules.box.value import named
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import TRACEBACK, DocumentError, Fault, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.lines import Row, rows_in, unpacked
from titan_rules.kernel.rulesets import Rulesets
from titan_rules.position.game import Game
from titan_rules.position.line import looks_like_a_line

from . import output
from .output import Body

_PATH = re.compile(r"^[.~/]|\\|\.[A-Za-z]{2,8}$")
"""Matches only file names."""

LONGEST_NAME = 4096


def unreadable(path: str, why: object, code: str = "file") -> DocumentError:
    """The error of a file that cannot be read at all."""
    return DocumentError([Fault(code, f"{'standard input' if path == '-' else path}: {why}")])


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``, unpacked if it is gzip.

    :raises DocumentError: it cannot be opened or read.
    """
    if path == "-" and sys.stdin is None:
        raise unreadable(path, "is closed")
    if os.path.isdir(path):
        raise unreadable(path, "is a directory, not a file", "is-directory")
    try:
        if path == "-":
            yield unpacked(sys.stdin.buffer)
        else:
            with open(path, "rb") as stream:
                yield unpacked(stream)
    except BrokenPipeError:
        raise  # of the output
    except OSError as e:
        raise unreadable(path, e.strerror or e) from None
    except (EOFError, zlib.error) as e:
        raise unreadable(path, e) from None


def read_bytes(path: str) -> bytes:
    """The bytes of a document argument, up to one more than a document may have.

    :raises DocumentError: it cannot be read, for example a missing file.
    """
    with open_binary(path) as stream:
        return stream.read(jsontext.SIZE_LIMIT + 1)


def read_text(path: str) -> str:
    """The text of a document argument.

    :raises DocumentError: it cannot be read, is too large or is not UTF-8.
    """
    return jsontext.decode(read_bytes(path))


def read_json(path: str) -> JSON:
    """The JSON value in a file, or in standard input for ``-``.

    :raises DocumentError: it cannot be read, or is not JSON.
    """
    stand_beside(path)
    return jsontext.loads(read_text(path))


def stand_beside(path: str) -> None:
    """For the rest of the command, look for the files that documents name beside this file."""
    context, folder = click.get_current_context(silent=True), os.path.dirname(path)
    if context is not None and folder:
        context.with_resource(beside(folder))


def is_line(argument: str) -> bool:
    """Whether an argument is a position on one line, and no file has that name."""
    words = len(argument.split()) > 1 and not _PATH.search(argument)
    return (words or looks_like_a_line(argument)) and not is_file(argument)


def is_file(argument: str) -> bool:
    """Whether there is a file of that name."""
    return len(argument) < LONGEST_NAME and os.path.exists(argument)


def terrain_named(argument: str) -> str | None:
    """The terrain that an argument names; None if it is a file or no terrain."""
    if not argument.isalpha() or is_file(argument):
        return None
    return current().terrain_names.find(argument)


def json_lines(path: str) -> Iterator[Row]:
    """The numbered lines of a JSON Lines file, without empty ones; a bad line yields its error.

    :raises DocumentError: it cannot be read, for example a missing file.
    """
    with open_binary(path) as stream:
        yield from rows_in(stream)


def answer_lines(path: str, answer: Callable[[JSON], output.Shown]) -> int:
    """Answer each line of a JSON Lines file with one line, in order; a bad one with its error.

    :param answer: turns the line's JSON value into the answer's.
    :returns: the exit code: 2 if any line was bad.
    """
    code = output.ANSWERED
    for number, text in json_lines(path):
        try:
            if isinstance(text, DocumentError):
                raise text
            reply: output.Shown = answer(jsontext.loads(text, number))
        except Exception as e:
            if not isinstance(e, TitanError) and os.environ.get(TRACEBACK):
                raise
            code = output.BAD
            faults = [evolve(f, line=number) for f in output.faults_of(e)]
            reply = output.error_json(faults[0], faults[1:])
        output.emit_line(reply)
    return code


def refuse(why: str, **given: object) -> None:
    """Refuse options that would be ignored.

    :param given: values by option name; None or False: not given.
    :raises UsageError: one was given.
    """
    for name, value in given.items():
        if value is not None and value is not False:
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


def offering(what: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Shell completion by :mod:`titan_cli.completing`, imported when the shell asks."""

    def offer(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from . import completing  # noqa: PLC0415 (only a shell asks, and for that it needs every list of names)

        return completing.offered(what, bool(ctx.params.get(parameter.name or "")), incomplete)

    return offer


def color_in(game: Game, viewer: str) -> str | None:
    """The colour that ``--as`` names; None for ``nobody``.

    :raises UnknownName: it is no colour.
    """
    return None if viewer.casefold() == "nobody" else game.the_box.markers.colors.canonical(viewer)


def with_lines(command: Body) -> Body:
    """Adds ``--lines``."""
    return click.option(
        "--lines", is_flag=True, help="Read JSON Lines, one document a line; answer one line each, in order."
    )(command)


def with_ruleset(command: Body) -> Body:
    """Adds ``--ruleset`` and ``--option NAME=VALUE``, which :func:`overridden` applies, and ``--box``."""
    for option in (
        click.option(
            "--option", "options", multiple=True, metavar="NAME=VALUE", expose_value=False, callback=output.keep,
            help="One reading of a rule.",
        ),
        click.option(
            "--ruleset", metavar="NAME", expose_value=False, callback=output.keep, help="The ruleset to apply."
        ),
        click.option(
            "--box", metavar="NAME", expose_value=False, is_eager=True, callback=_with_box,
            help="The box, where no document names it: a name that titan box list shows, or a file.",
            shell_complete=offering("boxes"),
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def _with_box(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is not None and not context.resilient_parsing:
        context.with_resource(reading(named(name)))


Overridden = TypeVar("Overridden", dict[str, JSON], JSON)


def overridden(data: Overridden, table: Rulesets[Any] = RULESETS, said: output.Settings | None = None) -> Overridden:
    """A document's JSON with the command line's ruleset instead of its own.

    :param table: the game's options.
    :param said: what the command line says; by default, of the running command.
    """
    said = output.settings() if said is None else said
    if not isinstance(data, dict) or (said.ruleset is None and not said.options):
        return data
    changed: dict[str, JSON] = dict(data)
    battle = changed.get("battle")
    if changed.get("kind") == "battle-orders":
        return {**changed, "battle": overridden(battle, table)}
    if isinstance(battle, dict):  # it is fought under the game's
        changed["battle"] = {key: value for key, value in battle.items() if key not in ("ruleset", "options")}
    if said.ruleset is not None:
        changed["ruleset"] = said.ruleset
    if said.options:
        own = changed.get("options")
        changed["options"] = {**(own if isinstance(own, dict) else {}), **dict(map(table.typed, said.options))}
    return changed
