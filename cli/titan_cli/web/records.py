"""Recorded games as the page leafs through them: what each step changed, what happened, why, and what is wrong."""

from io import BytesIO
from typing import Any

from titan_rules.adjudicator.actions import Action, Strike
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import JSON, loads
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.replaying import Step
from titan_rules.kernel.rulings import Ruling
from titan_rules.page.trace import Trace
from titan_rules.render.svg import clean
from titan_rules.replay.log import problems, step_text
from titan_rules.replay.record import Record
from titan_rules.replay.report import Report, judged
from titan_rules.state.game import Game

from .because import because
from .sentences import arrow, sentence

VERDICTS = {"legal": "l", "illegal": "x", "consequence": "c"}


def is_record(text: str) -> bool:
    """Whether a text is a recorded game, by its first line."""
    first = text.lstrip("\ufeff \r\n\t").partition("\n")[0]
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
    """

    def __init__(self, game: Game) -> None:
        self._before = game
        self._trace = Trace()
        self._start = self._trace.changes(game)
        self._steps: list[JSON] = []

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step, good or not."""
        before, action = self._before, step.action
        entry: dict[str, JSON] = {
            "x": clean(step_text(step)),
            "s": clean(_says(action, before, step)),
            "n": step.line.number,
            "d": self._trace.changes(step.state),
        }
        known = isinstance(action, Action)
        parts = {
            "e": [_ruling(event) for event in step.events],
            "y": [_ruling(r) for r in because(before, action)] if known and not step.refusal else [],
            "f": [_ruling(r) for r in step.refusal],
            "p": [clean(text) for text in problems(step)],
            "k": arrow(action, before) if known else None,
            "c": step.line.comment,
        }
        entry.update((key, value) for key, value in parts.items() if value)
        self._steps.append(entry)
        self._before = step.state

    def data(self, header: Any, report: Report) -> dict[str, JSON]:
        """The whole game as the page keeps it."""
        answer = report.to_json()
        stop: Any = answer["stopped_at"] or {}
        return {
            "title": clean(str(header.get("source") or "A game of TITAN")),
            "verdict": report.verdict,
            "result": answer["result"],
            "legal": [clean(text) for text in stop.get("legal", ())],
            "warnings": [clean(text) for text in report.warnings],
            "start": self._start,
            "steps": self._steps,
        }


def _says(action: Any, before: Game, step: Step[Game]) -> str:
    if not isinstance(action, Action):
        return step_text(step)
    said = sentence(action, before)
    if isinstance(action, Strike):
        hits = next((e.facts["hits"] for e in step.events if "hits" in e.facts and "strike_number" in e.facts), None)
        said += "" if hits is None else f": {hits} hit{'' if hits == 1 else 's'}"
    return said


def _ruling(event: Ruling) -> list[JSON]:
    """Rule, verdict, sentence; of a roll also its dice, and what hits."""
    entry: list[JSON] = [event.rule, VERDICTS[event.verdict], clean(event.text)]
    if "die" in event.facts and event.verdict == "legal":
        entry += [[event.facts["die"]], 0]
    elif "strike_number" in event.facts and "dice" in event.facts and "hits" in event.facts:
        entry += [[int(die) for die in str(event.facts["dice"]).split()], event.facts["strike_number"]]
    return entry


def record_answer(text: str) -> dict[str, Any]:
    """A recorded game, judged, with its text, so that any of its steps may be asked for again."""
    record = record_of(text)
    recording = Recording(record.start())
    report = judged(record.lines(), record.start(), keep_going=True, watch=recording.watch)
    report.warnings += record.warnings
    return {"kind": "record", "record": text, **recording.data(record.header, report)}


def position_at(text: str, step: int) -> Game:
    """The game after a step, as it stands."""
    record = record_of(text)
    return judged(record.lines(), record.start(), to=step, keep_going=True).final
