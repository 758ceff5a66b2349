"""Every kind of document that this program reads, by what it says of itself: for ``titan validate``."""

from collections.abc import Iterable, Sequence
from typing import Any

from titan_rules.actions.intents import action_from_json
from titan_rules.box.reading import reading
from titan_rules.companions import GAMES, companion
from titan_rules.kernel import jsontext
from titan_rules.kernel.companions import Companion
from titan_rules.kernel.companions.answering import sheet_faults
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.games.game import Game
from titan_rules.kernel.games.keeping import parted
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.lines import Row
from titan_rules.kernel.names import nearest
from titan_rules.kernel.replaying import Line
from titan_rules.kernel.scenarios import read_scenario
from titan_rules.position.documents import FORMAT
from titan_rules.replays.expectations import unknown_facts
from titan_rules.replays.header import header_from_json
from titan_rules.replays.record import Record
from titan_rules.resolving import orders_from_json

REPLAY, ORDERS, SHEET = "replay", "battle-orders", "score sheet"


def kind_of(data: JSON) -> str | None:
    """What a JSON value says it is."""
    if type(data) is not dict:
        return None
    kind = data.get("kind")
    return kind if isinstance(kind, str) else "scenario" if _family(data) == "titan-rules-scenario" else None


def _family(data: dict[str, JSON]) -> str:
    """The name in a document's ``format``, without its version."""
    return str(data.get("format")).partition("/")[0]


def read(data: JSON) -> Sequence[Fault]:
    """Read a document of TITAN, a companion's, or a scenario, and say what is odd about it.

    :raises DocumentError: everything wrong with it.
    """
    if type(data) is dict:
        family, kind = _family(data), data.get("kind")
        if family == "titan-rules-scenario":
            read_scenario(data)
            return ()
        if data.get("format") == FORMAT.id and kind in (REPLAY, ORDERS):
            _read_orders(data) if kind == ORDERS else header_from_json(data)
            return ()
        other = companion_of(data)
        if other is not None:
            document = other.format.read(data)
            if isinstance(other, Game):
                return tuple(other.warnings(other.start_of(document)))
            return other.warnings(document) if kind == "position" else ()
    try:
        FORMAT.read(data)
    except DocumentError as e:
        raise DocumentError([_with_every_kind(data, fault) for fault in e.faults]) from None
    return ()


def _with_every_kind(data: JSON, fault: Fault) -> Fault:
    """A fault of an unknown kind, with the nearest of all kinds as its hint."""
    kind = data.get("kind") if type(data) is dict else None
    if fault.code != "unknown-kind" or not isinstance(kind, str):
        return fault
    known = (*FORMAT.kinds, REPLAY, ORDERS)
    return evolve(fault, hint=nearest(kind, known) or "one of: " + ", ".join(known))


def companion_of(data: JSON) -> Game[Any] | Companion | None:
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
        faults += [evolve(fault, line=1) for fault in e.faults]
    return SHEET, [*faults, *(evolve(f, line=n) for n, row in rows for f in game.line_faults(row))]


def companion_sheet(raw: bytes, start: JSON, rows: Iterable[Row]) -> tuple[str, Sequence[Fault]] | None:
    """What is wrong with a companion's score sheet, which begins with a document; None if it is none."""
    game = companion_of(start)
    if game is None or isinstance(game, Game):
        return None if game is None else sheet_of(game, raw)
    lines: list[tuple[int, str]] = []
    for number, text in rows:
        if isinstance(text, DocumentError):
            return SHEET, text.faults
        lines.append((number, text))
    return SHEET, sheet_faults(game, start, lines)


def _read_orders(data: dict[str, JSON]) -> None:
    battle, lines = orders_from_json(data)
    with reading(battle.the_box):
        faults = [fault for i, line in enumerate(lines) for fault in _action_faults(line, f"/orders/{i}")]
    if faults:
        raise DocumentError(faults)


def replay_faults(rows: Iterable[Row]) -> list[Fault]:
    """Everything that keeps a recorded game from being read, each with its line; not whether it is legal."""
    faults: list[Fault] = []
    record = Record(rows)
    try:
        record.start()
    except DocumentError as e:
        faults.extend(e.faults)
    with reading(record.box):
        for line in record.lines():
            if line.fault is not None:
                faults.append(evolve(line.fault, line=line.number))
            else:
                faults.extend(evolve(fault, line=line.number) for fault in _action_faults(line))
    return faults


def _action_faults(line: Line, at: str = "") -> list[Fault]:
    unknown = [evolve(fault, pointer=at + fault.pointer) for fault in unknown_facts(line.expect)]
    try:
        action_from_json(line.data, at)
    except DocumentError as e:
        return [*e.faults, *unknown]
    return unknown
