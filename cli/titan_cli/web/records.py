"""Recorded games as the page leafs through them: what each step changed, what happened, why, and what is wrong."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from titan_rules.actions.events import DieRolled, Struck
from titan_rules.actions.grammar import sentence
from titan_rules.actions.intents import Action, Split, Strike
from titan_rules.answers.replay_report import Report
from titan_rules.box.reading import reading
from titan_rules.draw.page.trace import Trace
from titan_rules.draw.svg import clean
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON, loads
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.replaying import Step
from titan_rules.kernel.rulings import Told
from titan_rules.position.game import Game
from titan_rules.replays.log import problems, step_text
from titan_rules.replays.record import Record
from titan_rules.replays.report import judged

from .because import because
from .seeing import Watcher
from .sentences import arrow

VERDICTS = {"legal": "l", "illegal": "x", "consequence": "c"}


def is_record(text: str) -> bool:
    """Whether a text is a recorded game, by its first line."""
    from titan_rules.replays.sheet import is_sheet

    first = text.lstrip("\ufeff \r\n\t").partition("\n")[0]
    if is_sheet(first):
        return True
    try:
        data = loads(first)
    except DocumentError:
        return False
    return isinstance(data, dict) and data.get("kind") == "replay"


def record_of(text: str) -> Record:
    """The lines of a recorded game."""
    return Record(rows_in(BytesIO(text.encode())))


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
        self._steps: list[JSON] = []

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step, good or not."""
        if self._watcher is not None:
            self._watcher.watch(step)
        with reading(self._before.the_box):
            self._steps.append(self._entry(step))
        self._before = step.state

    def _entry(self, step: Step[Game]) -> dict[str, JSON]:
        before, action = self._before, step.action
        entry: dict[str, JSON] = {
            "x": clean(step_text(step)),
            "s": clean(_says(action, before, step)),
            "n": step.line.number,
            "d": self._trace.changes(step.state, self._known()),
        }
        known = isinstance(action, Action)
        parts: dict[str, JSON] = {
            "e": [_ruling(event) for event in step.events],
            "y": [_ruling(r) for r in because(before, action)] if known and not step.refusal else [],
            "f": [_ruling(r) for r in step.refusal],
            "p": [clean(text) for text in problems(step)],
            "k": arrow(action, before) if known else None,
            "c": step.line.comment,
            "h": _hidden(action, before),
        }
        entry.update((key, value) for key, value in parts.items() if value)
        return entry

    def _known(self) -> dict[str, list[JSON]]:
        return {} if self._watcher is None else self._watcher.known()

    def data(self, header: Mapping[str, JSON], report: Report) -> dict[str, JSON]:
        """The whole game as the page keeps it."""
        legal = () if report.stopped_at is None else report.stopped_at.legal or ()
        return {
            "title": clean(str(header.get("source") or "A game of TITAN")),
            "box": self._before.the_box.reference,
            "verdict": report.verdict,
            "result": report.result.to_json(),
            "legal": [clean(text) for text in legal],
            "warnings": [clean(text) for text in report.warnings],
            "deduced": None if self._watcher is None else self._watcher.ended or "",
            "start": self._start,
            "steps": self._steps,
        }


def _says(action: Any, before: Game, step: Step[Game]) -> str:
    if not isinstance(action, Action):
        return step_text(step)
    said = sentence(action, before)
    if isinstance(action, Strike):
        hits = next((event.hits for event in step.events if isinstance(event, Struck)), None)
        said += "" if hits is None else f": {hits} hit{'' if hits == 1 else 's'}"
    return said


def _hidden(action: Any, before: Game) -> list[JSON] | None:
    """Whose secret an action holds, and what the others hear of it."""
    if not isinstance(action, Split) or action.characters is None:
        return None
    told = evolve(action, characters=None, count=len(action.characters))
    return [before.active, clean(sentence(told, before))]


def _ruling(event: Told) -> list[JSON]:
    """Rule, verdict, sentence; of a roll also its dice, and what hits."""
    entry: list[JSON] = [event.rule, VERDICTS[event.verdict], clean(event.text)]
    if isinstance(event, DieRolled):
        entry += [[event.die], 0]
    elif isinstance(event, Struck):
        entry += [list(event.dice), event.strike_number]
    return entry


def record_answer(text: str) -> dict[str, JSON]:
    """A recorded game, judged, with its text, so that any of its steps may be asked for again."""
    record = record_of(text)
    recording = Recording(record.start())
    report = judged(record.lines(), record.start(), keep_going=True, watch=recording.watch, warnings=record.warnings)
    return {"kind": "record", "record": text, **recording.data(record.header, report)}


def position_at(text: str, step: int) -> Game:
    """The game after a step, as it stands."""
    record = record_of(text)
    return judged(record.lines(), record.start(), to=step, keep_going=True).final
