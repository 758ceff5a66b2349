"""Arguments and options for every game: files, JSON Lines, completion, the readings of the rules."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click
from click.shell_completion import CompletionItem

from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import TRACEBACK, DocumentError, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.lines import LARGEST, Row, rows_in
from titan_rules.kernel.rulesets import Rulesets

from . import output
from .files import open_binary
from .output import Body

LONGEST_NAME = 4096


def read_bytes(path: str) -> bytes:
    """The bytes of a document argument, at most one more than a document may have."""
    with open_binary(path) as stream:
        return stream.read(jsontext.SIZE_LIMIT + 1)


def read_text(path: str) -> str:
    """The text of a document argument."""
    return jsontext.decode(read_bytes(path))


def is_file(argument: str) -> bool:
    """Whether there is a file of that name."""
    return len(argument) < LONGEST_NAME and os.path.exists(argument)


def json_lines(path: str, largest: int | None = None) -> Iterator[Row]:
    """The numbered lines of a JSON Lines file, without empty ones; a bad line yields its error.

    :param largest: the bytes that it may have, unpacked; None: any number.
    """
    with open_binary(path) as stream:
        yield from rows_in(stream, largest=largest)


def largest() -> int:
    """The bytes that a record may have, unpacked."""
    return output.settings().largest << 20


def answer_lines(path: str, answer: Callable[[JSON], output.Shown]) -> int:
    """Answer each line of a JSON Lines file with one line, in order; a bad line with its error.

    :param answer: turns the line's JSON value into the answer's.
    :returns: the exit code: 2 if any line was bad, else 1 if any answer is no.
    """
    code = output.ANSWERED
    for number, text in json_lines(path):
        try:
            if isinstance(text, DocumentError):
                raise text
            reply: output.Shown = answer(jsontext.loads(text, number))
            code = max(code, output.code_of(reply))
        except Exception as e:
            if not isinstance(e, TitanError) and os.environ.get(TRACEBACK):
                raise
            code = output.BAD
            faults = [evolve(f, line=number) for f in output.faults_of(e)]
            reply = output.error_json(faults[0], faults[1:])
        output.emit_line(reply)
    return code


# --- options ---------------------------------------------------------------------------------------------------------


def refuse(why: str, **given: object) -> None:
    """Refuse options that would be ignored.

    :param given: values by option name; None or False means not given.
    """
    for name, value in given.items():
        if value is not None and value is not False:
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


def offering(
    *names: Callable[[], Iterable[str]], files: bool = False, by_commas: bool = False
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Shell completion of an argument: the names that start with the word.

    :param names: names for the first word, and for later ones; by default the same.
    :param files: complete files, too.
    :param by_commas: names may follow a comma.
    """

    def offer(ctx: click.Context, parameter: click.Parameter, word: str) -> list[CompletionItem]:
        known = names[-1 if ctx.params.get(parameter.name or "") else 0]() if names else ()
        before, comma, last = word.rpartition(",") if by_commas else ("", "", word)
        fitting = [name for name in known if name.casefold().startswith(last.casefold())]
        items = [CompletionItem(before + comma + name) for name in fitting]
        return [*items, CompletionItem(word, type="file")] if files else items

    return offer


def with_options(*options: Callable[[Body], Body]) -> Callable[[Body], Body]:
    """A decorator that adds several options, listed in this order."""

    def decorate(command: Body) -> Body:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


with_lines: Callable[[Body], Body] = click.option(
    "--lines", is_flag=True, help="Read JSON Lines, one document a line; answer one line each, in order."
)
"""Adds ``--lines``."""

with_largest: Callable[[Body], Body] = click.option(
    "--largest", type=click.IntRange(1), metavar="MIB", expose_value=False, callback=output.keep,
    help=f"How large a record may be, unpacked; default {LARGEST >> 20} MiB.",
)  # fmt: skip
"""Adds ``--largest``, which :func:`largest` gives."""

with_readings: Callable[[Body], Body] = with_options(
    click.option(
        "--ruleset", metavar="NAME", expose_value=False, callback=output.keep, help="The ruleset to apply."
    ),
    click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", expose_value=False, callback=output.keep,
        help="One reading of a rule."
    ),
)  # fmt: skip
"""Adds ``--ruleset`` and ``--option NAME=VALUE``, which :func:`overridden` applies."""


def overridden(data: JSON, table: Rulesets[Any], said: output.Settings | None = None) -> Any:
    """A document's JSON with the command line's ruleset instead of its own.

    :param table: the game's options.
    :param said: the command line's settings; by default those of the running command.
    """
    said = output.settings() if said is None else said
    if not isinstance(data, dict) or (said.ruleset is None and not said.options):
        return data
    changed: dict[str, JSON] = dict(data)
    if said.ruleset is not None:
        changed["ruleset"] = said.ruleset
    if said.options:
        own = changed.get("options")
        changed["options"] = {**(own if isinstance(own, dict) else {}), **dict(map(table.typed, said.options))}
    return changed
