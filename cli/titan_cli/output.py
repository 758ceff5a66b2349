"""Prints answers and errors: JSON for programs, text for people, coloured if the terminal can."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import TypeAlias, TypeVar

import click
from attrs import define

from titan_rules.digest.glossary import glossary
from titan_rules.kernel.answers import Answer, Part, shown
from titan_rules.kernel.blocks import Block
from titan_rules.kernel.errors import TRACEBACK, DocumentError, Fault, IllegalAction
from titan_rules.kernel.errors import faults_of as faults_of_library
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON, compact, pretty
from titan_rules.kernel.layout import columns, fitted, folded, safe, safe_json
from titan_rules.kernel.lines import LARGEST
from titan_rules.kernel.wording import glossed, one_line, several

Body = TypeVar("Body", bound=Callable[..., object])
"""A command's function, which a decorator returns with more options."""

Shown: TypeAlias = Part | Mapping[str, JSON]

ANSWERED, NEGATIVE, BAD = 0, 1, 2
"""The exit codes: answered; *illegal* or *diverges*; bad usage or bad document."""

NEGATIVES = ("illegal", "diverges", "incomplete", "not possible")
"""The verdicts that mean no."""

UNTOLD = 3
"""The exit code if an action is recorded, but the output cannot be written."""

INTERRUPTED = 130

MOST_LINES = 50
"""At most this many faults of one document are printed for people."""

FORMAT_VARIABLE = "TITAN_FORMAT"
"""The environment variable that replaces ``--format`` if that is not given."""


# --- the command line's settings -------------------------------------------------------------------------------------


@define
class Settings:
    """Options for everything a command reads and prints, kept as click's context object.

    :param format: ``json``, ``table`` or another that a command knows; None: not given.
    :param ruleset: the preset that replaces the document's own; ``options``: single readings, NAME=VALUE.
    :param largest: the MiB that a record may have, unpacked.
    """

    format: str | None = None
    language: str = "en"
    ruleset: str | None = None
    options: tuple[str, ...] = ()
    largest: int = LARGEST >> 20


def settings() -> Settings:
    """The running command's settings; the defaults if none runs."""
    context = click.get_current_context(silent=True)
    return Settings() if context is None else context.ensure_object(Settings)


def keep(context: click.Context, parameter: click.Parameter, value: object) -> object:
    """Option callback: keep the value in the settings, under the option's name."""
    if value is not None:
        setattr(context.ensure_object(Settings), str(parameter.name), value)
    return value


def format_said(args: Sequence[str]) -> str | None:
    """The ``--format`` of a command line that click could not parse."""
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    option = click.Command("titan", lenient, params=[click.Option(["--format"])], add_help_option=False)
    with option.make_context("titan", list(args), resilient_parsing=True) as context:
        said: str | None = context.params["format"]
    return said


def wants_json() -> bool:
    """Whether to print JSON: as ``--format`` or ``TITAN_FORMAT`` says, else if the output is not a terminal."""
    said = _said(settings())
    return not sys.stdout.isatty() if said is None else said == "json"


def _said(settings: Settings) -> str | None:
    variable = os.environ.get(FORMAT_VARIABLE, "").lower()
    return settings.format or (variable if variable in ("json", "table") else None)


def format_option(formats: Sequence[str], help: str) -> Callable[[Body], Body]:
    """A ``--format``, which :func:`wants_json` reads."""
    kind = click.Choice(formats)
    return click.option("--format", type=kind, is_eager=True, expose_value=False, callback=keep, help=help)


def with_format(command: Body, formats: Sequence[str] = ("json", "table")) -> Body:
    """Adds ``--format json|table``, or other formats, and ``--lang en|ja``."""
    command = format_option(formats, "Default: a table on a terminal, JSON in a pipe.")(command)
    return click.option(
        "--lang", "language", type=click.Choice(("en", "ja")), expose_value=False, callback=keep,
        help="ja: rules and rulings for people with the Japanese terms in brackets.",
    )(command)  # fmt: skip


def told(text: str) -> str:
    """A rule or ruling for people, with the Japanese terms in brackets on request."""
    return glossed(text, glossary()) if settings().language == "ja" else text


# --- answers ---------------------------------------------------------------------------------------------------------


def emit(answer: Shown, blocks: Callable[[], str | Iterable[Block]] | None = None) -> int:
    """Print an answer, as JSON or for people.

    :param blocks: text for people, if the answer has none of its own; None: its JSON.
    :returns: the exit code, by the answer's verdict.
    """
    if blocks is None and isinstance(answer, Answer):
        blocks = answer.blocks
    if blocks is None or wants_json():
        text = pretty(_plain(answer))
        click.echo(safe_json(text) if sys.stdout.isatty() else text, nl=False)
    else:
        say(blocks())
    return code_of(answer)


def code_of(answer: Shown) -> int:
    """The exit code of an answer, by its verdict."""
    verdict = answer.get("verdict") if isinstance(answer, Mapping) else getattr(answer, "verdict", None)
    return NEGATIVE if verdict in NEGATIVES else BAD if verdict == "cannot-tell" else ANSWERED


def say(blocks: str | Iterable[Block]) -> None:
    """Print text for people: escaped, fitted to the terminal, and coloured.

    A verdict in the first line is repeated at the end if the text is longer than the screen.
    """
    text = fitted(safe(blocks if isinstance(blocks, str) else shown(blocks, told)))
    first, _, rest = text.partition("\n")
    if _VERDICT.search(first) and rest.count("\n") + 2 > screen_lines():
        text = f"{text.rstrip()}\n{first}"
    click.echo(painted(text), nl=not text.endswith("\n"), color=colored() or None)


def emit_line(answer: Shown) -> None:
    """Print an answer on one line, for ``--lines``."""
    sys.stdout.write(compact(_plain(answer)) + "\n")


def note(text: str, kind: str = "note") -> None:
    """Print a remark on standard error."""
    _remark(f"{kind}: {text}")


def _remark(text: str) -> None:
    """Print a line on standard error, wrapped at words if a person reads it."""
    line = f"titan: {one_line(text)}"
    width = columns(sys.stderr) if sys.stderr.isatty() else None
    print(line if width is None else folded(line, width), file=sys.stderr)


def _plain(answer: Shown) -> JSON:
    return answer if isinstance(answer, Mapping) else answer.to_json()


class Untold(Exception):
    """What was done is recorded, but the output cannot be written."""


@contextmanager
def telling_what_is_recorded() -> Iterator[None]:
    """Print what is recorded already.

    :raises Untold: the output cannot be written.
    """
    try:
        yield
        sys.stdout.flush()
    except OSError as e:
        raise Untold(f"the action is recorded, but could not be told: {e.strerror or e}") from None


@contextmanager
def progress_bar(length: int, label: str) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal's stderr; none elsewhere, or if the terminal cannot rewrite a line."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    with click.progressbar(length=length, label=label, show_pos=True, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


def screen_lines() -> float:
    """How many lines the terminal shows at once; infinite without a terminal."""
    try:
        return (os.get_terminal_size(sys.stdout.fileno()).lines or inf) if sys.stdout.isatty() else inf
    except (OSError, AttributeError, ValueError):
        return inf


def interactive() -> bool:
    """Whether a person reads and types at the terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


# --- colours ---------------------------------------------------------------------------------------------------------

TERRAINS = {
    "Brush": 149, "Desert": 215, "Hills": 137, "Jungle": 71, "Marsh": 180, "Mountains": 167, "Plains": 185,
    "Swamp": 110, "Tower": 145, "Tundra": 153, "Woods": 107,
}  # fmt: skip
"""After the printed board, in the 256 colours of nearly every terminal."""

MARKERS = {
    "Bk": (0, 15), "Br": (94, 15), "Bu": (26, 15), "Gd": (220, 0), "Gr": (28, 15), "In": (54, 15), "Or": (208, 0),
    "Pi": (23, 15), "Pu": (91, 15), "Rd": (124, 15), "Si": (251, 0), "Sk": (117, 0),
}  # fmt: skip
"""The grounds of Legion markers and the letters on them, as they are printed."""

SIDES = {"[": "cyan", "<": "magenta"}
"""The sides of a battle on its map: the attacker's characters in ``[ ]``, the defender's in ``< >``."""

VERDICTS = {"legal": "green", "illegal": "red", "diverges": "red", "possible": "green", "impossible": "red"}

_TERRAIN = re.compile(rf"(?:\b\d+ )?\b({'|'.join(TERRAINS)})\b")
_VERDICT = re.compile(rf"(?:(?<=: )|^)({'|'.join(VERDICTS)})(?=$|:)", re.MULTILINE)

_MARKER = re.compile(rf"\b({'|'.join(MARKERS)})\d\d\b")
_ON_THE_MAP = re.compile(r"(?:\[[A-Z][a-z]+(?: \d+)?\])|(?:<[A-Z][a-z]+(?: \d+)?>)")


def colored() -> bool:
    """Whether to colour: on a terminal that can, unless NO_COLOR or FORCE_COLOR says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def painted(text: str) -> str:
    """A text with its terrains, markers, sides and verdicts coloured, if colours are on."""
    if not colored():
        return text
    text = _VERDICT.sub(lambda match: click.style(match[0], fg=VERDICTS[match[1]], bold=True), text)
    text = _ON_THE_MAP.sub(lambda match: click.style(match[0], fg=SIDES[match[0][0]], bold=True), text)
    text = _MARKER.sub(lambda match: click.style(match[0], bg=MARKERS[match[1]][0], fg=MARKERS[match[1]][1]), text)
    return _TERRAIN.sub(lambda match: click.style(match[0], fg=TERRAINS[match[1]]), text)


# --- errors ----------------------------------------------------------------------------------------------------------


def faults_of(error: BaseException) -> list[Fault]:
    """The faults in an error."""
    if isinstance(error, click.ClickException):
        ctx = getattr(error, "ctx", None)
        hint = None if ctx is None else f"see {ctx.command_path} --help"
        return [Fault("usage", error.format_message().rstrip("."), hint=hint)]
    return faults_of_library(error)


def error_json(fault: Fault, more: Sequence[Fault] = ()) -> dict[str, JSON]:
    """The error object of the contract; further faults of the same document are under ``more``."""
    error: dict[str, JSON] = fault.to_json()
    if more:
        error["more"] = [f.to_json() for f in more]
    return {"error": error}


def complain(error: Exception, settings: Settings) -> int:
    """Print an error to stderr, one line a fault, and return the exit code.

    :param settings: those of the command that failed.
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
        print(safe_json(text) if sys.stderr.isatty() else text, file=sys.stderr)
    else:
        lines = told_once(faults)
        unsaid = max(0, len(lines) - MOST_LINES) + (error.more if isinstance(error, DocumentError) else 0)
        more = [f"and {several(unsaid, 'more fault')}"] if unsaid else []
        for line in (*lines[:MOST_LINES], *more):
            _remark(line)
    return NEGATIVE if isinstance(error, IllegalAction) else BAD


def told_once(faults: Sequence[Fault]) -> list[str]:
    """Faults as lines for people; a repeated one is printed once, with the number of further places."""
    places: dict[tuple[str, str | None], list[Fault]] = {}
    for fault in faults:
        places.setdefault((fault.message, fault.hint), []).append(fault)
    lines = list[str]()
    for (_, hint), (first, *more) in places.items():
        if hint is not None and "\n" in hint:  # a refusal with what was read and what to type, a line each
            lines += [str(evolve(first, hint=None)), *hint.split("\n")]
        else:
            lines.append(f"{first}, and {several(len(more), 'more time')}" if more else str(first))
    return lines
