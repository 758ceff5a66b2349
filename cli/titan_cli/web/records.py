"""Recorded games on the page: their steps, what somebody can know in them, and games and positions as files."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO

from titan_rules.actions.events import DieRolled, Struck
from titan_rules.actions.grammar import parse, sentence
from titan_rules.actions.intents import Action, Split, Strike
from titan_rules.answers.deduction import LegionDeduction
from titan_rules.answers.replay_report import Report, problems, text_of
from titan_rules.box import Box
from titan_rules.box.current_box import reading
from titan_rules.deduction import history
from titan_rules.deduction.facts import Fact
from titan_rules.deduction.posterior import NOBODY, Contradiction, Observer
from titan_rules.deduction.recorded import legion_deduction, recorded
from titan_rules.draw import render
from titan_rules.draw.page import Trace
from titan_rules.draw.svg import clean
from titan_rules.kernel.errors import DocumentError, Fault, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.odds import percent
from titan_rules.kernel.replaying import Line, Step, read_line
from titan_rules.kernel.rulings import Told
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.position.line import line as line_of
from titan_rules.replays import holding
from titan_rules.replays.documents import start_of
from titan_rules.replays.record import Record
from titan_rules.replays.report import judged
from titan_rules.replays.sheet import sheet_rows

from .acting import because
from .answers import Deduced, Recorded, RecordedStep
from .positions import arrow, read
from .questions import Deduce, Export, Played

LIKELIEST = 3
"""How many of the contents that a Legion may have are told."""

VERDICTS = {"legal": "l", "illegal": "x", "consequence": "c"}


# --- reading them ----------------------------------------------------------------------------------------------------


def imported(text: str) -> tuple[str, Sequence[str]]:
    """A save of another program as a document or a record, with what it does not say; any other text as it is.

    :raises DocumentError: it begins as a save and is none.
    """
    if holding(text) not in ("snapshot", "save"):
        return text, ()
    from titan_rules.importers import read_save  # with a reader of XML, which few games need

    saved = read_save(text.encode())
    replay = "".join(compact(line) + "\n" for line in saved.lines)
    return replay or FORMAT.dumps(saved.game), saved.remarks


def record_of(text: str) -> Record:
    """The lines of a recorded game."""
    return Record(rows_in(BytesIO(text.encode())))


def record_answer(text: str, remarks: Sequence[str] = ()) -> Recorded:
    """A recorded game, judged, with its text."""
    record = record_of(text)
    recording = Recording(record.start())
    report = judged(record.lines(), record.start(), keep_going=True, watch=recording.watch, warnings=record.warnings)
    return evolve(recording.data(record.header, report), record=text, remarks=tuple(remarks))


def position_at(text: str, step: int) -> Game:
    """The game after a step, as it stands."""
    record = record_of(text)
    return judged(record.lines(), record.start(), to=step, keep_going=True).final


# --- step by step ----------------------------------------------------------------------------------------------------


class Recording:
    """Gathers the steps of a recorded game as they are judged.

    :param game: the game that the record begins with.
    :param viewer: who watches: each step has what that player, or ``nobody``, can deduce after it.
    """

    def __init__(self, game: Game, viewer: str | None = None) -> None:
        self._before = game
        self._trace = Trace()
        self._watcher = None if viewer is None else Watcher(game, viewer)
        with reading(game.the_box):
            self._start = self._trace.changes(game, self._known())
        self._steps: list[RecordedStep] = []

    def watch(self, step: Step[Game]) -> None:
        """Record a step, good or not."""
        if self._watcher is not None:
            self._watcher.watch(step)
        with reading(self._before.the_box):
            self._steps.append(self._entry(step))
        self._before = step.state

    def _entry(self, step: Step[Game]) -> RecordedStep:
        before, action = self._before, step.action
        recorded = RecordedStep(
            text=clean(text_of(step)),
            says=clean(text_of(step)),
            changes=self._trace.changes(step.state, self._known()),
            events=_short(step.events),
            refusal=_short(step.refusal),
            problems=tuple([clean(text) for text in problems(step)]),
            comment=step.line.comment or None,
        )
        if not isinstance(action, Action):
            return recorded
        return evolve(
            recorded,
            says=clean(sentence(action, before) + (_hits(step) if isinstance(action, Strike) else "")),
            because=() if step.refusal else _short(because(before, action)),
            arrow=arrow(action, before),
            hidden=_hidden(action, before),
        )

    def _known(self) -> dict[str, list[JSON]]:
        return {} if self._watcher is None else self._watcher.known()

    def data(self, header: Mapping[str, JSON], report: Report) -> Recorded:
        """The whole game as the page keeps it."""
        legal = () if report.stopped_at is None else report.stopped_at.legal or ()
        return Recorded(
            title=clean(str(header.get("source") or "A game of TITAN")),
            box=self._before.the_box.reference,
            legal=tuple([clean(text) for text in legal]),
            start=self._start,
            steps=tuple(self._steps),
        )


def _hits(step: Step[Game]) -> str:
    hits = next((event.hits for event in step.events if isinstance(event, Struck)), None)
    return "" if hits is None else f": {hits} hit{'' if hits == 1 else 's'}"


def _hidden(action: Action, before: Game) -> tuple[str, ...] | None:
    """Whose secret an action holds, and what the others hear of it."""
    if not isinstance(action, Split) or action.characters is None:
        return None
    heard = evolve(action, characters=None, count=len(action.characters))
    return (before.active or "", clean(sentence(heard, before)))


def _short(told: Iterable[Told]) -> tuple[JSON, ...]:
    return tuple(map(_ruling, told))


def _ruling(event: Told) -> list[JSON]:
    """Rule, verdict, sentence; of a roll also its dice, and what hits."""
    entry: list[JSON] = [event.rule, VERDICTS[event.verdict], clean(event.text)]
    if isinstance(event, DieRolled):
        entry += [[event.die], 0]
    elif isinstance(event, Struck):
        entry += [list(event.dice), event.strike_number]
    return entry


# --- what somebody can know ------------------------------------------------------------------------------------------


def deduced(asked: Deduce) -> Deduced:
    """What a player can know of each Legion after what was played.

    :raises TitanError: the record cannot be read, or nobody plays that colour.
    """
    header, lines = line_of_play(asked)
    end = recorded(lines, start_of(header))
    legions = known(end.observer(asked.viewer), end.game.the_box, why=True)
    return Deduced(step=end.step, viewer=asked.viewer, known=legions)


def known(observer: Observer, box: Box, *, why: bool = False) -> dict[str, list[JSON]]:
    """What an observer can know of each Legion, under ``K/`` and its marker.

    :param why: with the rulings that it follows from, at the end of each row.
    :returns: the characters that are in it for certain; of each that is not, the least and the most; the likeliest
        contents with their weights; how many others there are. Characters are their numbers in the box.
    """
    numbers: dict[str, int] = {name: i for i, name in enumerate(box.characters)}
    legions = {marker: legion_deduction(observer, marker) for marker in observer.legions()}
    return {
        f"K/{key}": [*_row(one, numbers), *([[r.to_json() for r in one.rulings]] if why else [])]
        for key, one in legions.items()
    }


def _row(legion: LegionDeduction, numbers: dict[str, int]) -> list[JSON]:
    contents: list[JSON] = [
        [percent(content.weight.exact, 1), [numbers[name] for name in content.characters]]
        for content in legion.contents[:LIKELIEST]
    ]
    bounds: list[JSON] = [[numbers[name], least, most] for name, (least, most) in legion.range.items() if least != most]
    return [[numbers[name] for name in legion.certain], bounds, contents, len(legion.contents) - len(contents)]


class Watcher:
    """An observer who follows a recorded game step by step.

    :param color: a colour of the game, or ``nobody``.
    :ivar ended: why nothing more is deduced, where the record cannot be followed.
    """

    def __init__(self, game: Game, color: str = NOBODY) -> None:
        self._box, self._game = game.the_box, game
        self._observer = Observer(history.alphabet(self._box), color, "counters")
        self.ended: str | None = None
        self._take(history.beginning(game))

    def watch(self, step: Step[Game]) -> None:
        """Follow a step; one that was refused shows nothing."""
        if not step.refusal and step.fault is None:
            self._take(history.facts_of(step.number, self._game, step.action, step.state, step.events))
        self._game = step.state

    def _take(self, facts: Iterable[Fact]) -> None:
        if self.ended is not None:
            return
        try:
            self._observer.take(facts)
        except (Contradiction, TitanError) as error:
            self.ended = str(error)

    def known(self) -> dict[str, list[JSON]]:
        """See :func:`known`; nothing once the record cannot be followed."""
        if self.ended is not None:
            return {}
        try:
            return known(self._observer, self._box)
        except (Contradiction, TitanError) as error:
            self.ended = str(error)
            return {}


# --- as files --------------------------------------------------------------------------------------------------------


def line_of_play(asked: Played) -> tuple[dict[str, JSON], list[Line]]:
    """What was played as a recorded game: its header and its lines.

    :raises TitanError: the record or the position cannot be read, or an action is none.
    """
    if asked.record is None:
        start = FORMAT.to_json(FORMAT.read(asked.position, ("game",)))
        header: dict[str, JSON] = {"format": FORMAT.id, "kind": "replay", "start": start}
        lines: list[Line] = []
    else:
        record = record_of(asked.record)
        header, lines = record.header, list(record.lines())[: asked.step]
    numbered = enumerate(map(_played, asked.played), len(lines) + 2)
    return header, [*lines, *(read_line(number, compact(row)) for number, row in numbered)]


def exported(asked: Export) -> str:
    """A position as ``json``, ``line`` or ``svg``; what was played as a ``replay``, a ``sheet`` or ``orders``.

    :raises DocumentError: there is no such form, or it is not for this kind of position.
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
