"""Reading document arguments: a file, ``-`` for standard input, JSON Lines with ``--lines``."""

import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault, TitanError
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.lines import Row, rows_in, unpacked
from titan_rules.kernel.names import shortened

from . import output
from .output import Body

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from titan_rules.kernel.rulesets import RulesetTable


class Unreadable(DocumentError):
    """A file that cannot be read at all, whatever it holds."""

    def __init__(self, path: str, why: object, code: str = "file") -> None:
        name = "standard input" if path == "-" else path
        super().__init__([Fault(code, f"{name}: {why}", hint=_nearly_a_line(path))])


def _nearly_a_line(path: str) -> str | None:
    """What is missing in what was perhaps meant for a position on one line."""
    if " " not in path or ":" in path:
        return None
    first, _, rest = path.partition(" ")
    place = terrain_named(first)
    return None if place is None else f"a position has a colon after its terrain: {place}: {shortened(rest, 60)}"


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``, unpacked if it is gzip.

    :raises Unreadable: it cannot be opened, or reading it fails.
    """
    if path == "-" and sys.stdin is None:
        raise Unreadable(path, "is closed")
    if os.path.isdir(path):
        raise Unreadable(path, "is a directory, a file is wanted", "is-directory")
    try:
        if path == "-":
            yield unpacked(sys.stdin.buffer)
        else:
            with open(path, "rb") as stream:
                yield unpacked(stream)
    except BrokenPipeError:
        raise  # of the output
    except OSError as e:
        raise Unreadable(path, e.strerror or e) from None
    except (EOFError, zlib.error) as e:
        raise Unreadable(path, e) from None


def read_bytes(path: str) -> bytes:
    """The bytes of a document argument, at most one more than will be read as a document.

    :raises Unreadable: it cannot be read, e.g. a missing file.
    """
    with open_binary(path) as stream:
        return stream.read(jsontext.SIZE_LIMIT + 1)


def read_text(path: str) -> str:
    """The text of a document argument.

    :raises DocumentError: it cannot be read, is too large or is not UTF-8.
    """
    return jsontext.decode(read_bytes(path))


def read_json(path: str) -> JSON:
    """The JSON value of a document argument.

    :param path: a file, ``-`` for standard input, or a position on one line, told apart from a file by its colon.
    :raises DocumentError: it cannot be read, or is not JSON.
    """
    data = _on_one_line(path) if is_line(path) else _in_file(path)
    _open_box(data)
    return data


def _in_file(path: str) -> JSON:
    stand_beside(path)
    text = read_text(path)
    begin = text.lstrip("\ufeff \t\r\n")[:200]
    return _on_one_line(text) if begin[:1] not in "{[" and is_line(begin) else jsontext.loads(text)


def stand_beside(path: str) -> None:
    """From here to the end of the command the files that documents name lie beside a file."""
    context, folder = click.get_current_context(silent=True), os.path.dirname(path)
    if context is not None and folder:
        from titan_rules.box.loading import beside

        context.with_resource(beside(folder))


def _open_box(data: JSON) -> None:
    """From here to the end of the command names are those of a document's box."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(data, dict) and "box" in data:
        from titan_rules.box.naming import reading_with

        context.with_resource(reading_with(data))


def is_line(argument: str) -> bool:
    """Whether an argument is a position on one line; a file of that very name is a file."""
    if ":" not in argument or os.path.exists(argument):
        return False
    from titan_rules.position.line import looks_like_a_line

    return looks_like_a_line(argument)


def terrain_named(argument: str) -> str | None:
    """The terrain whose name an argument is; None where there is a file of that name, or no such terrain."""
    if not argument.isalpha() or os.path.exists(argument):
        return None
    from titan_rules.box.reading import current

    return current().terrain_names.find(argument)


def _on_one_line(text: str) -> dict[str, JSON]:
    from titan_rules.position.documents import FORMAT
    from titan_rules.position.line import parse_line

    return FORMAT.to_json(parse_line(text))


def contents_of(argument: str) -> bytes | DocumentError:
    """The bytes of a document argument; of a position on one line its document's, or what is wrong with it.

    :raises Unreadable: there is no such file, for example.
    """
    if not is_line(argument):
        return read_bytes(argument)
    try:
        return jsontext.compact(_on_one_line(argument)).encode()
    except DocumentError as e:
        return e


def json_lines(path: str) -> Iterator[Row]:
    """The lines of a JSON Lines file with their numbers, empty ones left out; a bad line gives its error.

    :raises Unreadable: it cannot be read, e.g. a missing file.
    """
    with open_binary(path) as stream:
        yield from rows_in(stream)


def answer_lines(path: str, answer: Callable[[JSON], "output.Shown"]) -> int:
    """Answer each line of a JSON Lines file with one line, in order; a bad one with its error.

    :param answer: from the line's JSON value to the answer's.
    :returns: the exit code: 2 if any line was bad.
    """
    from titan_rules.kernel.evolving import evolve

    code = output.ANSWERED
    for number, text in json_lines(path):
        try:
            if isinstance(text, DocumentError):
                raise text
            reply: output.Shown = answer(jsontext.loads(text, number))
        except Exception as e:
            if not isinstance(e, TitanError) and os.environ.get(output.TRACEBACK):
                raise
            code = output.BAD
            faults = [evolve(f, line=number) for f in output.faults_of(e)]
            reply = output.error_json(faults[0], faults[1:])
        output.emit_line(reply)
    return code


def refuse(why: str, **given: object) -> None:
    """Refuse options that would be ignored.

    :param given: by an option's name, what was given; None or False: nothing.
    :raises UsageError: one was given.
    """
    for name, value in given.items():
        if value is not None and value is not False:
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


def offering(what: str) -> "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]":
    """What a shell completes an argument with: a function of :mod:`titan_cli.completing`, imported when it asks."""

    def offer(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from . import completing

        offered: list[CompletionItem] = getattr(completing, what)(ctx, parameter, incomplete)
        return offered

    return offer


def with_lines(command: Body) -> Body:
    """Adds ``--lines``."""
    return click.option(
        "--lines", is_flag=True, help="Read JSON Lines, one document a line; answer one line each, in order."
    )(command)


def with_ruleset(command: Body) -> Body:
    """Adds ``--ruleset`` and ``--option NAME=VALUE``, which override what the document says, and ``--box``."""
    command = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="One reading of a rule.")(
        command
    )
    command = click.option("--ruleset", "preset", metavar="NAME", help="The ruleset to apply.")(command)
    return click.option(
        "--box",
        metavar="NAME",
        expose_value=False,
        is_eager=True,
        callback=_with_box,
        help="The box, where no document names it: a name that titan box list shows, or a file.",
        shell_complete=offering("boxes"),
    )(command)


def _with_box(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is None or context.resilient_parsing:
        return
    from titan_rules.box.naming import named
    from titan_rules.box.reading import reading

    context.with_resource(reading(named(name)))


Overridden = TypeVar("Overridden", dict[str, JSON], JSON)


def override_ruleset(
    data: Overridden, preset: str | None, options: tuple[str, ...], table: "RulesetTable | None" = None
) -> Overridden:
    """A document's JSON with the ruleset of the command line in place of its own.

    :param table: the game's options; those of TITAN by default.
    """
    if not isinstance(data, dict) or (preset is None and not options):
        return data
    if table is None:
        from titan_rules.digest.rulesets import RULESETS

        table = RULESETS
    found: dict[str, JSON] = dict(data)
    if preset is not None:
        found["ruleset"] = preset
    if options:
        own = found.get("options")
        found["options"] = {**(own if isinstance(own, dict) else {}), **dict(map(table.typed, options))}
    return found
