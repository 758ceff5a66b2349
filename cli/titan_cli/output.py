"""How answers and errors are printed: JSON for programs, tables for people."""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

import click

from titan_rules.kernel.errors import (
    ActionError,
    CannotTell,
    DocumentError,
    Fault,
    IllegalAction,
    TitanError,
    UnknownName,
)
from titan_rules.kernel.jsontext import JSON, compact, pretty
from titan_rules.kernel.rulings import Ruling

from . import terminal

Body = TypeVar("Body", bound=Callable[..., object])
"""The function of a command, which a decorator gives back with more options."""


class Answered(Protocol):
    """What the library answers."""

    def to_json(self) -> Mapping[str, JSON]:
        """The JSON object."""
        ...


Shown: TypeAlias = Answered | Mapping[str, JSON]

ANSWERED, NEGATIVE, BAD = 0, 1, 2
"""The exit codes: answered; the answer is *illegal* or *diverges*; bad usage or bad document."""

INTERRUPTED = 130

MOST_LINES = 50
"""At most this many faults of one document are told to a person."""

TRACEBACK = "TITAN_TRACEBACK"
"""The environment variable that shows where a fault of this program happened."""

FORMAT_VARIABLE = "TITAN_FORMAT"
"""The environment variable that says ``json`` or ``table`` where ``--format`` does not."""

_chosen: list[str] = []
_language: list[str] = []

LANGUAGES = ("en", "ja")


def reset(args: Sequence[str]) -> None:
    """Learn the wanted format from the raw arguments, so that even bad usage is reported in it."""
    _chosen.clear()
    _language.clear()
    for i, arg in enumerate(args):
        if arg == "--format" and i + 1 < len(args):
            _chosen[:] = [args[i + 1]]
        elif arg.startswith("--format="):
            _chosen[:] = [arg.partition("=")[2]]


def wants_json() -> bool:
    """JSON if asked for, by ``--format`` or else by the variable ``TITAN_FORMAT``, or if the output is no terminal."""
    said = _chosen[0] if _chosen else os.environ.get(FORMAT_VARIABLE, "").lower()
    return said == "json" if said in ("json", "table") or _chosen else not sys.stdout.isatty()


def with_format(command: Body) -> Body:
    """Adds ``--format json|table`` and ``--lang``; the choices are read by :func:`wants_json` and :func:`told`."""
    command = click.option(
        "--format",
        type=click.Choice(["json", "table"]),
        expose_value=False,
        help="Default: a table on a terminal, JSON in a pipe.",
    )(command)
    return with_language(command)


def with_language(command: Body) -> Body:
    """Adds ``--lang en|ja``."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_speak,
        help="ja: rules and rulings for people with the Japanese terms in brackets.",
    )(command)


def _speak(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        _language[:] = [value]


def told(text: str) -> str:
    """A rule or a ruling as a person reads it: with the Japanese terms in brackets if that is wanted."""
    if _language != ["ja"]:
        return text
    from titan_rules.digest.glossary import glossed

    return glossed(text)


def emit(answer: Shown, table: Callable[[], str] | None = None) -> None:
    """Print an answer: as JSON, or as the text that ``table`` makes."""
    if wants_json() or table is None:
        click.echo(pretty(_plain(answer)), nl=False)
    else:
        text = terminal.fitted(terminal.safe(table()))
        click.echo(text, nl=not text.endswith("\n"))


def emit_line(answer: Shown) -> None:
    """Print an answer on one line, for ``--lines``."""
    sys.stdout.write(compact(_plain(answer)) + "\n")


def _plain(answer: Shown) -> JSON:
    """An answer's JSON value."""
    return answer if isinstance(answer, Mapping) else answer.to_json()


def word(value: object) -> str:
    """A JSON value as a person writes it: ``true``, not ``True``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def grid(rows: Sequence[Sequence[object]], headers: Sequence[str]) -> str:
    """A table for people; numbers stay as they are written. An empty column without a heading is left out."""
    text = [[*map(word, row), *[""] * (len(headers) - len(row))] for row in rows]
    used = [i for i, heading in enumerate(headers) if heading or any(row[i] for row in text)]
    shown = [[row[i] for i in used] for row in text]
    return terminal.grid(shown, [headers[i] for i in used])


def bullets(rulings: Sequence[Mapping[str, object]], indent: str = "  ") -> str:
    """Rulings (as JSON objects) as lines for people."""
    return "\n".join(f"{indent}{told(str(r['text']))} ({r['rule']})" for r in rulings)


def rulings(found: Iterable[Ruling], indent: str = "  ") -> str:
    """Rulings as lines for people."""
    return "\n".join(f"{indent}{told(ruling.text)} ({ruling.rule})" for ruling in found)


def faults_of(error: BaseException) -> list[Fault]:
    """The faults that an error tells of."""
    if isinstance(error, DocumentError):
        return list(error.faults)
    if isinstance(error, UnknownName | ActionError | CannotTell):
        return [error.fault]
    if isinstance(error, IllegalAction):
        return [Fault("illegal", str(error))]
    if isinstance(error, TitanError):
        return [Fault("error", str(error))]
    if isinstance(error, click.ClickException):
        ctx = getattr(error, "ctx", None)
        hint = None if ctx is None else f"see {ctx.command_path} --help"
        return [Fault("usage", error.format_message().rstrip("."), hint=hint)]
    if isinstance(error, OSError):
        return [Fault("file", f"{error.filename or 'output'}: {error.strerror or error}")]
    return [Fault("internal", f"a fault of this program: {type(error).__name__}: {error}", hint=f"set {TRACEBACK}=1")]


def error_json(fault: Fault, more: Sequence[Fault] = ()) -> dict[str, JSON]:
    """The error object of the contract; further faults of the same document stand under ``more``."""
    error: dict[str, JSON] = fault.to_json()
    if more:
        error["more"] = [f.to_json() for f in more]
    return {"error": error}


def complain(error: Exception) -> int:
    """Print an error to stderr, one line a fault, and give the exit code.

    :raises Exception: the error itself, where it is this program's own fault and ``TITAN_TRACEBACK`` is set.
    """
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.Abort):
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        print(error.message, file=sys.stderr)
        return BAD
    faults = faults_of(error)
    if faults[0].code == "internal" and os.environ.get(TRACEBACK):
        raise error
    if _chosen and _chosen[0] == "json":
        print(compact(error_json(faults[0], faults[1:])), file=sys.stderr)
    else:
        for fault in faults[:MOST_LINES]:
            print(f"titan: {one_line(str(fault))}", file=sys.stderr)
        if len(faults) > MOST_LINES:
            print(f"titan: and {len(faults) - MOST_LINES} faults more", file=sys.stderr)
    return NEGATIVE if isinstance(error, IllegalAction) else BAD


def one_line(text: str) -> str:
    """A text without what would break its line, or play tricks on a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
