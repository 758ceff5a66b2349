"""``titan validate FILE...``."""

import io
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, TypeAlias

import click

from titan_rules.answers.validation import Validated, Validation
from titan_rules.box.loading import beside
from titan_rules.box.value import Box, named
from titan_rules.companions import GAMES, companion
from titan_rules.kernel import jsontext
from titan_rules.kernel.documents import Format, Kind
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import Converted
from titan_rules.kernel.games.game import Game
from titan_rules.kernel.games.records import parted
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.scenarios import read_scenario
from titan_rules.position.documents import FORMAT
from titan_rules.position.line import looks_like_a_line
from titan_rules.replays import holding
from titan_rules.replays.documents import RECORDS
from titan_rules.replays.record import Record
from titan_rules.sentences import read_position

from .. import arguments, inputs, output

Read: TypeAlias = Callable[[JSON], Sequence[Fault]]
"""Reads a file's JSON value and says what is odd about it; raises DocumentError with everything wrong."""

Sheet: TypeAlias = Callable[[bytes], tuple[str, Sequence[Fault]] | None]
"""The kind of a recorded game, and what is wrong with it; None for a file that is none."""

REPLAY, SHEET = "replay", "score sheet"


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@arguments.with_lines
@output.with_format
def command(files: tuple[str, ...], lines: bool) -> int:
    """Is each document well-formed, and its position possible? Every fault is listed.

    A FILE holds a document of any kind, or a recorded game; whether that is legal, titan replay says. A position on
    one line will do, too. The exit code is 1 if a document is not valid, 2 if a FILE cannot be read.

    \b
    titan validate game.json battle.json game.replay.jsonl
    titan new --players 3 | titan validate -
    echo "Plains: Ogre D3 / Lion D4" | titan validate -
    """
    return validate(files, lines, read, _sheet)


def validate(files: Iterable[str], lines: bool, read: Read, sheet: Sheet | None = None) -> int:
    """Print for each file, or each line of each, whether it holds a document of a possible position.

    :param sheet: reads a file that may be a recorded game of many lines; None: there are none of this kind.
    :returns: the exit code: 1 if a document is not valid.
    """
    reports = []
    for path in files:
        if not lines:
            raw = path if inputs.is_line(path) else arguments.read_bytes(path)
            reports.append(_report(path, None, raw, read, sheet))
        for number, text in arguments.json_lines(path) if lines else ():
            reports.append(_report(path, number, text, read))
            if output.wants_json():
                output.emit_line(reports[-1])
            else:
                click.echo(str(reports[-1]))
    valid = all(report.valid for report in reports)
    if not lines:
        output.emit(Validation(valid=valid, documents=tuple(reports)))
    return output.ANSWERED if valid else output.NEGATIVE


def _report(
    file: str, line: int | None, raw: str | bytes | DocumentError, read: Read, sheet: Sheet | None = None
) -> Validated:
    """Whether the contents of a file, or one line of it, are valid.

    :param raw: bytes, or the text of one line.
    """
    kind: str | None = None
    faults: Sequence[Fault] = ()
    odd: Sequence[Fault] = ()
    try:
        if isinstance(raw, DocumentError):
            raise raw
        with beside(os.path.dirname(file)):
            recorded = sheet(raw) if sheet is not None and isinstance(raw, bytes) else None
            if recorded is not None:
                kind, faults = recorded
            else:
                data = _document(raw)
                kind = kind_of(data)
                odd = read(data)
    except DocumentError as e:
        faults = e.faults
    return Validated(file=file, line=line, document=kind, valid=not faults, faults=tuple(faults), warnings=tuple(odd))


def _document(raw: str | bytes) -> JSON:
    """A JSON value, or the document of a position on one line."""
    text = jsontext.decode(raw) if isinstance(raw, bytes) else raw
    said = text.strip("\ufeff \r\n\t")
    one = said[:1] not in ("{", "[", "") and "\n" not in said
    is_line = one and (inputs.is_line(said) if isinstance(raw, str) else looks_like_a_line(said))
    return FORMAT.to_json(read_position(said).position) if is_line else jsontext.loads(text)


def _sheet(raw: bytes) -> tuple[str, Sequence[Fault]] | None:
    """What is wrong with a recorded game: a score sheet, or many lines the first of which is its header."""
    first, _, rest = raw.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")
    if not rest.strip():
        return None
    try:
        text = jsontext.decode(first)
        game = companion_of(jsontext.loads(text)) if text.startswith("{") else None
    except DocumentError:
        return None
    if game is not None:
        return sheet_of(game, raw)
    return (REPLAY, Record(rows_in(io.BytesIO(raw))).faults()) if holding(text) == "record" else None


# --- every kind of document ------------------------------------------------------------------------------------------


def kind_of(data: JSON) -> str | None:
    """What a JSON value says it is."""
    if type(data) is not dict:
        return None
    kind = data.get("kind")
    return kind if isinstance(kind, str) else "scenario" if _family(data) == "titan-rules-scenario" else None


def _family(data: dict[str, JSON]) -> str:
    """The name in a document's ``format``, without its version."""
    return str(data.get("format")).partition("/")[0]


_BOX = Annotated[
    Box, Converted(lambda body: named({"format": FORMAT.id, "kind": "box", **body}), lambda box: box.reference)
]
KINDS = Format(FORMAT.name, FORMAT.version, (*RECORDS.kinds.values(), Kind("box", _BOX, lambda _: [], "a box")))
"""Every kind of document of TITAN."""


def read(data: JSON, wanted: Iterable[str] | None = None) -> Sequence[Fault]:
    """Read a document of TITAN, a companion's, or a scenario, and say what is odd about it.

    :param wanted: the kinds accepted; any by default.
    """
    if type(data) is dict and wanted is None:
        if _family(data) == "titan-rules-scenario":
            read_scenario(data)
            return ()
        other = companion_of(data)
        if other is not None:
            return tuple(other.warnings(other.start_of(other.format.read(data))))
    KINDS.read(data, wanted)
    return ()


def companion_of(data: JSON) -> Game[Any] | None:
    """The companion whose document a JSON value is, by its format."""
    if type(data) is not dict or (family := _family(data)) == FORMAT.name:
        return None
    return next((game for game in map(companion, GAMES) if game.format.name == family), None)


def sheet_of(game: Game[Any], raw: bytes) -> tuple[str, Sequence[Fault]] | None:
    """What is wrong with a score sheet of a game; None for a file that is none."""
    try:
        head, rows = parted(jsontext.decode(raw))
    except DocumentError:
        return None
    if head.lstrip().startswith("{") and not rows:
        return None
    faults: list[Fault] = []
    try:
        game.read_position(head)
    except DocumentError as e:
        if not head.strip() or list(game.line_faults(head)):
            faults += [evolve(fault, line=1) for fault in e.faults]  # else its start stands elsewhere
    return SHEET, [*faults, *(evolve(f, line=n) for n, row in rows for f in game.line_faults(row))]
