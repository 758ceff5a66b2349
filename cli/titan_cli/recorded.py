"""Recorded games and saves of other programs, as arguments of TITAN's commands."""

from collections.abc import Iterable
from itertools import chain
from typing import BinaryIO

import click

from titan_rules.box.current_box import use_box
from titan_rules.deduction.observer_view import ObserverView
from titan_rules.deduction.recorded import recorded
from titan_rules.importers import read_save
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import SIZE_LIMIT
from titan_rules.kernel.lines import Row, row_of, rows_in
from titan_rules.play import State
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.replays import Holding
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import fault_of

from . import inputs
from .arguments import json_lines, largest
from .inputs import Opened


def record_of(path: str, rows: Iterable[Row] | None = None) -> RecordedGame:
    """A recorded game in a file; for the rest of the command, names are those of its box.

    :param rows: its lines, if they are not to be read from the file at once.
    """
    inputs.stand_beside(path)
    try:
        return record_in(json_lines(path, largest()) if rows is None else rows)
    except DocumentError:
        if path != "-" and (inputs.is_line(path) or _is_position(path)):
            fault = Fault("wrong-kind", "this is a position, not a recorded game", hint="titan check and show read it")
            raise DocumentError([fault]) from None
        raise


def _is_position(path: str) -> bool:
    try:
        data = inputs.read_json(path)
    except DocumentError:
        return False
    return isinstance(data, dict) and data.get("kind") in FORMAT.kinds


def record_in(rows: Iterable[Row]) -> RecordedGame:
    """A recorded game with the command line's ruleset."""
    record = RecordedGame(rows)
    record.header = inputs.overridden(record.header)
    click.get_current_context().with_resource(use_box(record.box))
    return record


def recorded_position(kind: Holding, head: bytes, stream: BinaryIO, viewer: str | None, step: int | None) -> Opened:
    """The position after a step of a recorded game, and what ``--as`` sees of it.

    :param head: the first line, which says what kind of game this is; ``stream`` has the others.
    """
    rows: Iterable[Row] = chain([row_of(1, head)] if head.strip() else (), rows_in(stream, 1, largest()))
    if kind != "record":
        saved = read_save(head + stream.read(SIZE_LIMIT + 1))
        if not saved.lines:
            return inputs.as_known(saved.game, viewer, step)
        rows = ((number, jsontext.compact(line)) for number, line in enumerate(saved.lines, 1))
    record = record_in(rows)
    start = record.start()
    if isinstance(start, Battle) or any(legion.characters is None for _, legion in start.legions()):
        return inputs.as_known(_position_after(record, start, step), viewer, None)
    history = recorded(record.lines(), start, step)
    if viewer is None and history.told:
        return Opened(history.game)
    seen = ObserverView(history, inputs.NOBODY if viewer is None else inputs.observer(history.game, viewer))
    return Opened(seen.position, seen)


def _position_after(record: RecordedGame, start: State, step: int | None) -> State:
    """The position after a step of a battle, or of a game that began with heights: nothing is deduced or lost.

    :raises CannotTell: there are fewer actions, or one of them is not legal.
    """
    position, number = start, 0
    for done in record.steps(start) if step != 0 else ():
        if not done.good:
            raise CannotTell(evolve(fault_of(done), hint=f"ask about an earlier one: --step {number}"))
        position, number = done.state, done.number
        if number == step:
            break
    if step is not None and number < step:
        raise CannotTell(Fault("usage", f"the game has {number} actions, there is no step {step}"))
    return position
