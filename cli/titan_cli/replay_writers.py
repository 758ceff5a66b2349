"""What ``titan replay`` writes of one game: JSON, a log, or an annotated report."""

from typing import Any

import click

from titan_rules.kernel.jsontext import pretty
from titan_rules.kernel.replaying import Step
from titan_rules.replay.log import MarkdownLog, TableLog, problems, step_text
from titan_rules.replay.report import Report
from titan_rules.state.game import Game

from . import output


def writer(shape: str, game: Game, header: Any, *, every: bool, expect_only: bool, start: int) -> "Writer":
    """The writer of a format.

    :param every: every step is shown, not the summary alone (a Markdown report always shows all).
    :param start: the first step shown.
    """
    kinds = {"json": JsonWriter, "table": TableWriter, "markdown": MarkdownWriter, "html": PageWriter}
    return kinds[shape](game, header, every=every, expect_only=expect_only, start=start)


class Writer:
    """Gathers the steps of a replay and makes the text of them."""

    def __init__(self, game: Game, header: Any, *, every: bool, expect_only: bool, start: int) -> None:
        self._every, self._expect_only, self._start = every, expect_only, start

    def _wanted(self, step: Step[Game]) -> bool:
        if step.number < self._start:
            return False
        return bool(step.line.expect) if self._expect_only else self._every

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step."""

    def live(self, step: Step[Game]) -> None:
        """Take note of a step, and show it at once."""
        self.watch(step)

    def text(self, report: Report) -> str:
        """Everything, as it is to be written."""
        raise NotImplementedError


class JsonWriter(Writer):
    """The answer as JSON, with the steps if they are wanted."""

    def __init__(self, game: Game, header: Any, **wanted: Any) -> None:
        super().__init__(game, header, **wanted)
        self._steps: list[dict[str, Any]] = []

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step."""
        if not self._wanted(step):
            return
        shown: dict[str, Any] = {"step": step.number, "line": step.line.number, "text": step_text(step)}
        if self._expect_only:
            failed = {d.fact: d.found for d in step.divergences}
            shown["expect"] = [
                {"fact": fact, "expected": expected, "holds": fact not in failed}
                | ({"found": failed[fact]} if fact in failed else {})
                for fact, expected in step.line.expect.items()
            ]
        else:
            shown["action"] = dict(step.line.data)
            if step.line.comment is not None:
                shown["comment"] = step.line.comment
            shown["events"] = [event.to_json() for event in (*step.events, *step.refusal)]
            if step.divergences:
                shown["diverges"] = [d.to_json() for d in step.divergences]
        self._steps.append(shown)

    def text(self, report: Report) -> str:
        """The whole answer."""
        answer = report.to_json()
        if self._every or self._expect_only:
            final = answer.pop("final")
            answer |= {"log": self._steps, "final": final}
        return pretty(answer)


class TableWriter(Writer):
    """A summary, after a log of the steps if they are wanted."""

    def __init__(self, game: Game, header: Any, **wanted: Any) -> None:
        super().__init__(game, header, **wanted)
        self._log = TableLog(game)
        self._lines: list[str] = []

    def _shown(self, step: Step[Game]) -> list[str]:
        lines = list(self._log.lines(step))
        if not self._wanted(step):
            return []
        if self._expect_only:
            held = "holds" if not step.divergences else "; ".join(problems(step))
            return [f"{step.line.number:>6}  {', '.join(step.line.expect)}: {held}"]
        return lines

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step."""
        self._lines += self._shown(step)

    def live(self, step: Step[Game]) -> None:
        """Show a step at once."""
        for line in self._log.lines(step):
            click.echo(line)

    def text(self, report: Report) -> str:
        """The log and the summary."""
        return "\n".join([*self._lines, summary(report.to_json())]) + "\n"


class MarkdownWriter(Writer):
    """An annotated report."""

    def __init__(self, game: Game, header: Any, **wanted: Any) -> None:
        super().__init__(game, header, **wanted)
        self._log = MarkdownLog(game, str(header.get("source") or "A game of TITAN"))
        self._lines = list(self._log.opening())

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step."""
        lines = list(self._log.lines(step))
        if step.number >= self._start:
            self._lines += lines

    def text(self, report: Report) -> str:
        """The report."""
        return "\n".join([*self._lines, *self._log.closing(report.final)]) + "\n"


class PageWriter(Writer):
    """A web page to step through the game."""

    def __init__(self, game: Game, header: Any, **wanted: Any) -> None:
        super().__init__(game, header, **wanted)
        from titan_rules.page.replay_page import ReplayPage

        self._page = ReplayPage(game, header, opened=self._start if self._start > 1 else 0)

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step."""
        self._page.watch(step)

    def text(self, report: Report) -> str:
        """The page."""
        return self._page.html(report)


def summary(answer: dict[str, Any]) -> str:
    """What a replay came to, for people."""
    result = answer["result"]
    scores = ", ".join(f"{color} {score}" for color, score in result["scores"].items())
    rows = [f"{answer['verdict']}: {answer['steps']} actions, turn {result['turn']}; {scores}"]
    if result["over"]:
        rows.append(f"{result['winner']} wins" if result["winner"] else "the game is a draw")
    stops = answer.get("problems") or [answer["stopped_at"]]
    for stop in stops:
        if stop is not None:
            rows += _stopped(stop)
    return "\n".join(row for row in rows if row)


def _stopped(stop: dict[str, Any]) -> list[str]:
    rows = [f"step {stop['step']}, line {stop['line']}: {stop['action']}", output.bullets(stop["rulings"])]
    rows += [f"  expected {d['fact']} {d['expected']}, found {d['found']}" for d in stop.get("diverges", [])]
    if stop.get("error"):
        rows.append(f"  {stop['error']['message']}")
    if stop.get("legal"):
        rows.append("  legal: " + "; ".join(stop["legal"]))
    return rows
