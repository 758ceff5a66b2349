"""What Legions may hold, as one asks for it."""

from os import PathLike, fspath
from os.path import dirname

from ..answers.deduction import Deduction, Prior
from ..box.loading import beside
from ..kernel.lines import rows_in, unpacked
from ..replays.record import Record
from .posterior import NOBODY
from .recorded import recorded


def deduce(
    record: str | PathLike[str] | Record,
    color: str = NOBODY,
    *,
    step: int | None = None,
    legion: str | None = None,
    prior: Prior = "counters",
) -> Deduction:
    """What a player, or somebody who only watches, can know of the other players' Legions in a recorded game.

    :param record: a recorded game, or the path of one: JSON Lines or a score sheet, gzip or not.
    :param color: who has watched: a colour, or ``nobody``.
    :param step: after this many actions; None: after the last.
    :param legion: only this one, by its marker.
    :param prior: which splits are equally likely; only weights depend on it.
    :raises DocumentError: the record's header is bad. :raises OSError: the file cannot be read.
    :raises CannotTell: there is no such step, colour or Legion, or an action is not legal.
    :raises UnknownName: that is no colour or no Legion Marker.
    """
    if isinstance(record, Record):
        return _deduced(record, color, step, legion, prior)
    with open(fspath(record), "rb") as stream, beside(dirname(fspath(record))):
        return _deduced(Record(rows_in(unpacked(stream))), color, step, legion, prior)


def _deduced(record: Record, color: str, step: int | None, legion: str | None, prior: Prior) -> Deduction:
    found = recorded(record.lines(), record.start(), step)
    markers = found.game.the_box.markers
    viewer = NOBODY if color.casefold() == NOBODY else markers.colors.canonical(color)
    return found.deduce(viewer, prior, None if legion is None else markers.canonical(legion))
