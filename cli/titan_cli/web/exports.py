"""Positions and lines of play as files."""

from collections.abc import Iterator, Sequence
from typing import Any

from titan_rules.actions.grammar import parse
from titan_rules.draw import render
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.kernel.replaying import Line, read_line
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.replays.sheet import line_json, sheet_rows

from .questions import Export, Played
from .records import record_of


def line_of_play(asked: Played) -> tuple[dict[str, JSON], list[Line]]:
    """A line of play as a recorded game: its header and its lines.

    :raises TitanError: the record or the position cannot be read, or an action is none.
    """
    header, lines = _begun(asked)
    numbered = enumerate(map(_row, asked.played), len(lines) + 2)
    return header, [*lines, *(read_line(number, compact(row)) for number, row in numbered)]


def _begun(asked: Played) -> tuple[dict[str, JSON], list[Line]]:
    if asked.record is None:
        start = FORMAT.to_json(FORMAT.read(asked.position, ("game",)))
        return {"format": FORMAT.id, "kind": "replay", "start": start}, []
    record = record_of(asked.record)
    return record.header, list(record.lines())[: asked.step]


def exported(asked: Export) -> str:
    """A position as ``json``, ``line`` or ``svg``; what was played as a ``replay``, a ``sheet`` or ``orders``.

    :raises DocumentError: there is no such form, or it is not for this kind of position.
    """
    if asked.form == "replay":
        return "".join(_json_rows(*line_of_play(asked)))
    if asked.form == "sheet":
        return "".join(sheet_rows(*line_of_play(asked)))
    position: Game | Battle = FORMAT.read(asked.position, ("game", "battle"))
    if asked.form == "json":
        return FORMAT.dumps(position)
    if asked.form == "line":
        from titan_rules.position.line import line

        return line(position) + "\n"
    if asked.form == "svg":
        return render(position)
    if asked.form == "orders" and isinstance(position, Battle):
        return _orders(position, asked.played)
    raise DocumentError([Fault("unknown-form", f"this position cannot be written as {asked.form[:30]!r}", "/as")])


def _json_rows(header: JSON, lines: Sequence[Line]) -> Iterator[str]:
    yield compact(header) + "\n"
    for line in lines:
        if line.fault is not None:
            raise DocumentError([line.fault])
        yield compact(line_json(line)) + "\n"


def _orders(battle: Battle, played: Sequence[JSON]) -> str:
    orders = [_row(one) for one in played]
    document: JSON = {"format": FORMAT.id, "kind": "battle-orders", "battle": FORMAT.to_json(battle), "orders": orders}
    return compact(document) + "\n"


def _row(one: Any) -> dict[str, JSON]:
    held = one if isinstance(one, dict) else {"action": one}
    row = parse(str(held.get("action"))).to_json()
    if held.get("comment"):
        row["comment"] = str(held["comment"])
    return row
