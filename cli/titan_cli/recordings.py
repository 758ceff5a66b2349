"""Recorded games as arguments: ``GAME --as Red --step 44`` is the position that Red sees after 44 actions."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from . import inputs
from .output import Body

if TYPE_CHECKING:
    from titan_rules.deduction.recorded import Recording
    from titan_rules.deduction.seeing import Seen
    from titan_rules.kernel.lines import Row
    from titan_rules.position.game import Game
    from titan_rules.replays.record import Record


def with_step(command: Body) -> Body:
    """Adds ``--step``."""
    step = click.option("--step", type=click.IntRange(0), metavar="N", help="Of a recorded game: after N actions.")
    return step(command)


def with_viewer(command: Body) -> Body:
    """Adds ``--as`` and ``--step``."""
    help = "Of a recorded game: as this player, or nobody, sees it."
    return click.option("--as", "viewer", metavar="COLOR", help=help)(with_step(command))


def is_record(path: str) -> bool:
    """Whether a file is a recorded game; standard input is taken for a document."""
    if path == "-" or inputs.is_line(path):
        return False
    from titan_rules.kernel.errors import DocumentError
    from titan_rules.kernel.jsontext import loads
    from titan_rules.kernel.lines import rows_in

    with inputs.open_binary(path) as stream:
        first = next(rows_in(stream), (0, ""))[1]
    if isinstance(first, DocumentError):
        return False
    if not first.lstrip("\ufeff \t").startswith("{"):  # a document need not wait for what reads sheets
        from titan_rules.replays.sheet import is_sheet

        return is_sheet(first)
    try:
        header = loads(first) if '"replay"' in first else None
    except DocumentError:
        return False
    return isinstance(header, dict) and header.get("kind") == "replay"


def record_of(
    path: str, preset: str | None = None, options: tuple[str, ...] = (), rows: "Iterable[Row] | None" = None
) -> "Record":
    """A recorded game; from here to the end of the command names are those of its box.

    :param rows: its lines, where they are read in another way than at once.
    """
    from titan_rules.box.reading import reading
    from titan_rules.replays.record import Record

    inputs.stand_beside(path)
    record = Record(inputs.json_lines(path) if rows is None else rows)
    record.header = inputs.override_ruleset(record.header, preset, options)
    click.get_current_context().with_resource(reading(record.box))
    return record


def recording(path: str, preset: str | None, options: tuple[str, ...], step: int | None) -> "Recording":
    """A recorded game up to a step; the last by default."""
    from titan_rules.deduction.recorded import recorded

    record = record_of(path, preset, options)
    return recorded(record.lines(), record.start(), step)


def color_in(game: "Game", viewer: str) -> str:
    """The colour that ``--as`` means, or ``nobody``.

    :raises UnknownName: it is no colour.
    """
    from titan_rules.deduction.posterior import NOBODY

    return NOBODY if viewer.casefold() == NOBODY else game.the_box.markers.colors.canonical(viewer)


def seen(recording: "Recording", viewer: str) -> "Seen":
    """A recorded game as somebody sees it."""
    from titan_rules.deduction.seeing import Seen

    return Seen(recording, color_in(recording.game, viewer))


def seen_or_told(recording: "Recording", viewer: str | None) -> "Seen | None":
    """A recorded game as somebody sees it; None where all that the record says is to be known."""
    if viewer is not None:
        return seen(recording, viewer)
    return None if recording.told else seen(recording, "nobody")
