"""Texts that the page opens, games that it continues, and files that it exports."""

from collections.abc import Mapping
from io import BytesIO

from attrs import field, frozen

from titan_rules.deduction.recorded import recorded
from titan_rules.draw import render
from titan_rules.importers import read_save
from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import key
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.replaying import RecordLine, read_line
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.replays import holding
from titan_rules.replays.documents import game_of
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import judged
from titan_rules.replays.sheet import sheet_rows
from titan_rules.text.parsing import parse
from titan_rules.text.positions import line as line_of

from .loaded import PositionLoaded, ReadBesides
from .positions import Drawn, document_of, drawn, listed_orders, read
from .positions import judged as judged_position
from .recorded import Recorded
from .recording import StepRecorder, known

# --- questions and answers -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class At:
    """The position after a step of a recorded game, whose text is given; step 0 is its beginning."""

    record: str
    step: int


@frozen(kw_only=True)
class PlayedSoFar:
    """What was played, from a position or from a step of a recorded game.

    :param record: the text of the game, of which the first ``step`` actions were played.
    :param played: the actions since, as texts or as objects with ``action`` and ``comment``.
    """

    position: JSON = None
    record: str | None = None
    step: int = 0
    played: tuple[JSON, ...] = ()


@frozen(kw_only=True)
class DeduceAfter(PlayedSoFar):
    """What a player, or ``nobody``, can know of the Legions after what was played."""

    viewer: str = field(default="nobody", metadata={"key": "as"})


@frozen(kw_only=True)
class Export(PlayedSoFar):
    """A position as ``json``, ``svg`` or ``line``; what was played as ``replay``, ``sheet`` or ``orders``."""

    form: str = field(default="json", metadata={"key": "as"})


@frozen(kw_only=True)
class Deduced(Part):
    """What a viewer can know of each Legion after a step; see :func:`known`."""

    step: int
    viewer: str = field(metadata=key("as"))
    known: Mapping[str, JSON]


@frozen(kw_only=True)
class Exported(Part):
    """A file's text."""

    text: str


def opened(text: str) -> PositionLoaded | Recorded:
    """A recorded game, a battle kept alone, or a save of another program.

    :raises TitanError: it cannot be read.
    """
    remarks = tuple[str, ...]()
    if holding(text) != "record":
        saved = read_save(text.encode())
        text = "".join(compact(line) + "\n" for line in saved.lines) or FORMAT.dumps(saved.game)
        remarks = tuple(saved.remarks)
    if holding(text) != "record":
        return PositionLoaded(drawn=judged_position(document_of(text)), remarks=remarks)
    record = record_of(text)
    begun = record.start()
    if isinstance(begun, Battle):  # played on from its beginning, as its orders are
        orders = listed_orders([line.data for line in record.lines()], begun)
        return PositionLoaded(drawn=drawn(begun), meaning=ReadBesides(actions=orders))
    game, recording = begun, StepRecorder(begun)
    report = judged(record.lines(), game, keep_going=True, watch=recording.watch, warnings=record.warnings)
    return evolve(recording.data(record.header, report), record=text, remarks=remarks)


def at(asked: At) -> Drawn:
    """The position after a step."""
    record = record_of(asked.record)
    return drawn(judged(record.lines(), record.game(), to=asked.step, keep_going=True).final)


def record_of(text: str) -> RecordedGame:
    """The lines of a recorded game."""
    return RecordedGame(rows_in(BytesIO(text.encode())))


def deduce(asked: DeduceAfter) -> Deduced:
    """What a player can know of each Legion after what was played.

    :raises TitanError: the record cannot be read, or nobody plays that colour.
    """
    header, lines = line_of_play(asked)
    end = recorded(lines, game_of(header))
    legions = known(end.observer(asked.viewer), end.game.the_box, why=True)
    return Deduced(step=end.step, viewer=asked.viewer, known=legions)


# --- as files --------------------------------------------------------------------------------------------------------


def line_of_play(asked: PlayedSoFar) -> tuple[dict[str, JSON], list[RecordLine]]:
    """What was played as a recorded game: its header and its lines.

    :raises TitanError: the record, the position or an action cannot be read.
    """
    if asked.record is None:
        start = FORMAT.to_json(FORMAT.read(asked.position, ("game",)))
        header: dict[str, JSON] = {"format": FORMAT.id, "kind": "replay", "start": start}
        lines: list[RecordLine] = []
    else:
        record = record_of(asked.record)
        header, lines = record.header, list(record.lines())[: asked.step]
    numbered = enumerate(map(_played, asked.played), len(lines) + 2)
    return header, [*lines, *(read_line(number, compact(row)) for number, row in numbered)]


def export(asked: Export) -> Exported:
    """A position or a game as a file."""
    return Exported(text=_exported(asked))


def _exported(asked: Export) -> str:
    """A position as ``json``, ``line`` or ``svg``; what was played as a ``replay``, a ``sheet`` or ``orders``.

    :raises DocumentError: there is no such form, or not for this kind of position.
    """
    if asked.form == "replay":
        header, lines = line_of_play(asked)
        faults = [line.fault for line in lines if line.fault is not None]
        if faults:
            raise DocumentError(faults)
        return "".join(compact(row) + "\n" for row in (header, *[line.to_json() for line in lines]))
    if asked.form == "sheet":
        return "".join(sheet_rows(*line_of_play(asked)))
    position = read(asked.position)
    if asked.form == "json":
        return FORMAT.dumps(position)
    if asked.form == "line":
        return line_of(position) + "\n"
    if asked.form == "svg":
        return render(position)
    if asked.form == "orders" and isinstance(position, Battle):
        orders: list[JSON] = [_played(one) for one in asked.played]
        document: dict[str, JSON] = {"battle": FORMAT.to_json(position), "orders": orders}
        return compact({"format": FORMAT.id, "kind": "battle-orders", **document}) + "\n"
    raise DocumentError([Fault("unknown-form", f"this position cannot be written as {asked.form[:30]!r}", "/as")])


def _played(one: JSON) -> dict[str, JSON]:
    held = one if isinstance(one, dict) else {"action": one}
    row = parse(str(held.get("action"))).to_json()
    if held.get("comment"):
        row["comment"] = str(held["comment"])
    return row
