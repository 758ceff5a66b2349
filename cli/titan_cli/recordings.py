"""Recorded games, and other programs' saves, as arguments."""

from collections.abc import Iterable

import click

from titan_rules.box.current_box import reading
from titan_rules.deduction.posterior import NOBODY
from titan_rules.deduction.recorded import Recording, recorded
from titan_rules.deduction.seeing import Seen
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.lines import Row
from titan_rules.position.game import Game
from titan_rules.replays.record import Record

from . import inputs


def record_of(path: str, rows: Iterable[Row] | None = None) -> Record:
    """A recorded game in a file; for the rest of the command, names are those of its box.

    :param rows: its lines, if they are not to be read from the file at once.
    """
    inputs.stand_beside(path)
    try:
        return record_in(inputs.json_lines(path) if rows is None else rows)
    except DocumentError:
        if path != "-" and (inputs.is_line(path) or _is_document(path)):
            fault = Fault("wrong-kind", "this is a position, not a recorded game", hint="titan check and show read it")
            raise DocumentError([fault]) from None
        raise


def _is_document(path: str) -> bool:
    try:
        data = inputs.read_json(path)
    except DocumentError:
        return False
    return isinstance(data, dict) and data.get("kind") in ("game", "battle", "muster")


def record_in(rows: Iterable[Row]) -> Record:
    """A recorded game with the command line's ruleset."""
    record = Record(rows)
    record.header = inputs.overridden(record.header)
    click.get_current_context().with_resource(reading(record.box))
    return record


def recording(path: str, step: int | None) -> Recording:
    """A recorded game up to a step; the last by default."""
    record = record_of(path)
    return recorded(record.lines(), record.start(), step)


def replayed(rows: Iterable[Row], viewer: str | None, step: int | None) -> tuple[Game, Seen | None]:
    """The position after a step of a recorded game, and what ``--as`` sees of it; None if everything is known."""
    record = record_in(rows)
    history = recorded(record.lines(), record.start(), step)
    if viewer is None and history.told:
        return history.game, None
    seen = Seen(history, NOBODY if viewer is None else observer(history.game, viewer))
    return seen.position, seen


def observer(game: Game, viewer: str) -> str:
    """The colour that ``--as`` names, or ``nobody``."""
    return inputs.color_in(game, viewer) or NOBODY
