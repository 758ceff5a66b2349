"""How answers and errors are printed: JSON for programs, tables for people."""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

import click
from attrs import define

from titan_rules.digest.glossary import glossed
from titan_rules.kernel.errors import Fault, IllegalAction
from titan_rules.kernel.jsontext import JSON, compact, pretty
from titan_rules.kernel.rulings import Ruling

from . import colors, terminal
from .faults import TRACEBACK
from .faults import faults_of as faults_of_library

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

FORMAT_VARIABLE = "TITAN_FORMAT"
"""The environment variable that says ``json`` or ``table`` where ``--format`` does not."""

LANGUAGES = ("en", "ja")


@define
class Settings:
    """What a command line says about all that it reads and prints: the object of click's context.

    :param format: ``json``, ``table`` or another that a command knows; None: nothing was said.
    :param ruleset: the preset to apply in place of the document's own; ``options``: single readings, NAME=VALUE.
    """

    format: str | None = None
    language: str = "en"
    ruleset: str | None = None
    options: tuple[str, ...] = ()


def settings() -> Settings:
    """The settings of the command that runs; the usual ones outside of any."""
    context = click.get_current_context(silent=True)
    return Settings() if context is None else context.ensure_object(Settings)


def format_said(args: Sequence[str]) -> str | None:
    """What ``--format`` says in a command line that click could not read to its end."""
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    option = click.Command("titan", lenient, params=[click.Option(["--format"])], add_help_option=False)
    with option.make_context("titan", list(args), resilient_parsing=True) as context:
        said: str | None = context.params["format"]
    return said


def wants_json() -> bool:
    """JSON if asked for, by ``--format`` or else by the variable ``TITAN_FORMAT``, or if the output is no terminal."""
    said = _said(settings())
    return not sys.stdout.isatty() if said is None else said == "json"


def _said(settings: Settings) -> str | None:
    variable = os.environ.get(FORMAT_VARIABLE, "").lower()
    return settings.format or (variable if variable in ("json", "table") else None)


def format_option(formats: Sequence[str], help: str, *, expose_value: bool = True) -> Callable[[Body], Body]:
    """A ``--format``, which :func:`wants_json` reads."""
    kind = click.Choice(formats)
    return click.option(
        "--format", "shape", type=kind, is_eager=True, callback=_choose, help=help, expose_value=expose_value
    )


def with_format(command: Body) -> Body:
    """Adds ``--format json|table`` and ``--lang``; the choices are read by :func:`wants_json` and :func:`told`."""
    usual = "Default: a table on a terminal, JSON in a pipe."
    return with_language(format_option(("json", "table"), usual, expose_value=False)(command))


def with_language(command: Body) -> Body:
    """Adds ``--lang en|ja``."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_speak,
        help="ja: rules and rulings for people with the Japanese terms in brackets.",
    )(command)


def _choose(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        context.ensure_object(Settings).format = value
    return value


def _speak(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.ensure_object(Settings).language = value


def told(text: str) -> str:
    """A rule or a ruling as a person reads it: with the Japanese terms in brackets on request."""
    return glossed(text) if settings().language == "ja" else text


def emit(answer: Shown, table: Callable[[], str] | None = None) -> None:
    """Print an answer: as JSON, or as the text that ``table`` makes."""
    if wants_json() or table is None:
        text = pretty(_plain(answer))
        click.echo(terminal.safe_json(text) if sys.stdout.isatty() else text, nl=False)
    else:
        say(table())


def say(text: str) -> None:
    """Print a text for people: safe and fitted to the terminal, and coloured in the end.

    A verdict stands in the first line; if the text is longer than the screen, it is repeated at the end.
    """
    text = terminal.fitted(terminal.safe(text))
    first, _, rest = text.partition("\n")
    if colors.gives_verdict(first) and rest.count("\n") + 2 > terminal.lines():
        text = f"{text.rstrip()}\n{first}"
    click.echo(colors.painted(text), nl=not text.endswith("\n"), color=colors.wanted() or None)


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


def grid(rows: Sequence[Sequence[object]], headers: Sequence[str], right: Collection[int] = ()) -> str:
    """A table for people; numbers stay as they are written. An empty column without a heading is left out."""
    text = [[*map(word, row), *[""] * (len(headers) - len(row))] for row in rows]
    used = [i for i, heading in enumerate(headers) if heading or any(row[i] for row in text)]
    shown = [[row[i] for i in used] for row in text]
    return terminal.grid(shown, [headers[i] for i in used], right=[used.index(i) for i in right if i in used])


def bullets(rulings: Sequence[Mapping[str, object]], indent: str = "  ") -> str:
    """Rulings (as JSON objects) as lines for people."""
    return "\n".join(f"{indent}{told(str(r['text']))} ({r['rule']})" for r in rulings)


def rulings(found: Iterable[Ruling], indent: str = "  ") -> str:
    """Rulings as lines for people."""
    return "\n".join(f"{indent}{told(ruling.text)} ({ruling.rule})" for ruling in found)


def faults_of(error: BaseException) -> list[Fault]:
    """The faults that an error tells of."""
    if isinstance(error, click.ClickException):
        ctx = getattr(error, "ctx", None)
        hint = None if ctx is None else f"see {ctx.command_path} --help"
        return [Fault("usage", error.format_message().rstrip("."), hint=hint)]
    return faults_of_library(error)


def error_json(fault: Fault, more: Sequence[Fault] = ()) -> dict[str, JSON]:
    """The error object of the contract; further faults of the same document stand under ``more``."""
    error: dict[str, JSON] = fault.to_json()
    if more:
        error["more"] = [f.to_json() for f in more]
    return {"error": error}


def complain(error: Exception, settings: Settings) -> int:
    """Print an error to stderr, one line a fault, and give the exit code.

    :param settings: those of the command that failed.
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
    if _said(settings) == "json":
        text = compact(error_json(faults[0], faults[1:]))
        print(terminal.safe_json(text) if sys.stderr.isatty() else text, file=sys.stderr)
    else:
        lines = told_once(faults)
        for line in lines[:MOST_LINES]:
            print(f"titan: {one_line(line)}", file=sys.stderr)
        if len(lines) > MOST_LINES:
            print(f"titan: and {len(lines) - MOST_LINES} more faults", file=sys.stderr)
    return NEGATIVE if isinstance(error, IllegalAction) else BAD


def told_once(faults: Sequence[Fault]) -> list[str]:
    """Faults as lines for people; one that repeats is told once, with how many more places have it."""
    places: dict[tuple[str, str | None], list[Fault]] = {}
    for fault in faults:
        places.setdefault((fault.message, fault.hint), []).append(fault)
    return [f"{alike[0]}{f', and {len(alike) - 1} more times' if alike[1:] else ''}" for alike in places.values()]


def one_line(text: str) -> str:
    """A text without what would break its line, or play tricks on a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
