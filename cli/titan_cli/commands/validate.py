"""``titan validate FILE...``: documents of every kind, and recorded games."""

import io
from collections.abc import Iterable, Sequence
from typing import Annotated

import click

from titan_rules.box.value import Box, named
from titan_rules.kernel import jsontext
from titan_rules.kernel.documents import DocumentKind, Format
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.fields import Converted
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.scenarios import read_scenario
from titan_rules.position.documents import FORMAT
from titan_rules.replays import holding
from titan_rules.replays.documents import RECORDS
from titan_rules.replays.record import RecordedGame
from titan_rules.text.positions import looks_like_a_line, read_line

from .. import arguments, inputs, output
from ..validating import Validator, family_of, validate

_BOX = Annotated[
    Box, Converted(lambda body: named({"format": FORMAT.id, "kind": "box", **body}), lambda box: box.reference)
]
KINDS = Format(FORMAT.name, FORMAT.version, (*RECORDS.kinds.values(), DocumentKind("box", _BOX, lambda _: [], "a box")))
"""Every kind of document of TITAN."""


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@arguments.with_lines
@output.with_format
def command(files: tuple[str, ...], lines: bool) -> int:
    """Is each document well-formed, and its position possible? Every fault is listed.

    A FILE holds a document of any kind, or a recorded game (titan replay checks whether it is legal). It may also be a
    position on one line. The exit code is 1 if a document is not valid, 2 if a FILE cannot be read.

    \b
    titan validate game.json battle.json game.replay.jsonl
    titan new --players 3 | titan validate -
    echo "Plains: Ogre D3 / Lion D4" | titan validate -
    """
    return validate(files, lines, VALIDATOR)


def _is_line(text: str, typed: bool) -> bool:
    return inputs.is_line(text) if typed else looks_like_a_line(text)


def _sheet(raw: bytes) -> tuple[str, Iterable[Fault]] | None:
    """The faults of a recorded game: a score sheet, or many lines that begin with a header."""
    first, _, rest = raw.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")
    if not rest.strip():
        return None
    try:
        text = jsontext.decode(first)
    except DocumentError:
        return None
    return ("replay", RecordedGame(rows_in(io.BytesIO(raw))).faults()) if holding(text) == "record" else None


def read(data: JSON, wanted: Iterable[str] | None = None) -> Sequence[Fault]:
    """Read a document of TITAN or a scenario, and say what is odd about it.

    :param wanted: the kinds accepted; any by default.
    """
    if type(data) is dict and wanted is None and family_of(data) == "titan-rules-scenario":
        read_scenario(data)
    else:
        KINDS.read(data, wanted)
    return ()


VALIDATOR = Validator(read, _sheet, _is_line, lambda text: FORMAT.to_json(read_line(text).position))
"""Reads TITAN's documents, records and positions on one line."""
