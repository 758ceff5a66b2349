"""What ``titan replay`` writes of one game, as it goes: JSON, a log, or an annotated report."""

from collections.abc import Iterable, Mapping
from tempfile import SpooledTemporaryFile
from typing import TextIO

from attrs import frozen

from titan_rules.answers.replay_report import Expectation, LoggedStep, Report
from titan_rules.kernel.answers import shown
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.jsontext import JSON, compact, pretty
from titan_rules.kernel.replaying import Step
from titan_rules.kernel.wording import one_line
from titan_rules.position.game import Game
from titan_rules.replays.log import MarkdownLog, TableLog, problems, step_text

from ..output import told as glossed

SPOOL = 1 << 20
"""At most this many characters of a log are kept in memory; more wait in a temporary file."""


@frozen
class Wanted:
    """What is shown of a game.

    :param every: every step is shown, not the summary alone (a Markdown report always shows all).
    :param expect_only: only steps that expect something are shown.
    :param start: the first step shown.
    :param viewer: of a page: as whom the game is seen, with what that player, or ``nobody``, can deduce.
    """

    every: bool = False
    expect_only: bool = False
    start: int = 1
    viewer: str | None = None


class Writer:
    """Writes the steps of a replay, and in the end what they come to.

    :param out: where everything is written.
    """

    def __init__(self, out: TextIO, game: Game, header: Mapping[str, JSON], wanted: Wanted) -> None:
        self._out = out
        self._every, self._expect_only, self._start = wanted.every, wanted.expect_only, wanted.start

    def _wanted(self, step: Step[Game]) -> bool:
        if step.number < self._start:
            return False
        return bool(step.line.expect) if self._expect_only else self._every

    def watch(self, step: Step[Game]) -> None:
        """Record a step."""
        raise NotImplementedError

    def finish(self, report: Report) -> None:
        """Write what the replay came to."""
        raise NotImplementedError

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out.write(one_line(line) + "\n")
        self._out.flush()


class JsonWriter(Writer):
    """The answer as JSON, with the steps on request, one a line."""

    def __init__(self, out: TextIO, game: Game, header: Mapping[str, JSON], wanted: Wanted) -> None:
        super().__init__(out, game, header, wanted)
        self._log = SpooledTemporaryFile(SPOOL, "w+", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115

    def watch(self, step: Step[Game]) -> None:
        """Record a step."""
        if self._wanted(step):
            before = ",\n" if self._log.tell() else ""
            logged = _expecting(step) if self._expect_only else _logged(step)
            self._log.write(f"{before}    {compact(logged.to_json())}")

    def finish(self, report: Report) -> None:
        """The whole answer; the log stands before the final position."""
        answer = report.to_json()
        if not (self._every or self._expect_only):
            self._out.write(pretty(answer))
        else:
            final = answer.pop("final")
            head, mark, tail = pretty(answer | {"log": [], "final": final}).partition('\n  "log": [],')
            self._out.write(f"{head}{mark.removesuffix('],')}\n")
            self._log.seek(0)
            for line in self._log:
                self._out.write(line)
            self._out.write(f"\n  ],{tail}")
        self._log.close()


def _logged(step: Step[Game]) -> LoggedStep:
    """A step with its action, and what happened."""
    return LoggedStep(
        step=step.number,
        line=step.line.number,
        text=step_text(step),
        action=dict(step.line.data),
        comment=step.line.comment,
        events=tuple([told.ruling for told in (*step.events, *step.refusal)]),
        diverges=step.divergences or None,
        error=step.fault,
    )


def _expecting(step: Step[Game]) -> LoggedStep:
    """A step with the facts that it expects."""
    failed = {differs.fact: differs.found for differs in step.divergences}
    facts = [
        Expectation(fact=fact, expected=value, holds=step.judged and fact not in failed, found=failed.get(fact))
        for fact, value in step.line.expect.items()
    ]
    return LoggedStep(step=step.number, line=step.line.number, text=step_text(step), expect=tuple(facts))


class TableWriter(Writer):
    """A summary, after a log of the steps on request."""

    def __init__(self, out: TextIO, game: Game, header: Mapping[str, JSON], wanted: Wanted) -> None:
        super().__init__(out, game, header, wanted)
        self._log = TableLog(game)

    def watch(self, step: Step[Game]) -> None:
        """Show a step at once, on request."""
        if not self._wanted(step):
            self._log.skip(step)
        elif self._expect_only:
            self._log.skip(step)
            held = "; ".join(problems(step)) or "holds"
            self._write([f"{step.line.number:>6}  {', '.join(step.line.expect)}: {held}"])
        else:
            self._write(self._log.lines(step))

    def finish(self, report: Report) -> None:
        """The summary."""
        if self._every:
            self._write(f"        {ruling}" for ruling in report.afterwards)
        self._write(shown(report.blocks(), glossed).splitlines())


class MarkdownWriter(Writer):
    """An annotated report."""

    def __init__(self, out: TextIO, game: Game, header: Mapping[str, JSON], wanted: Wanted) -> None:
        super().__init__(out, game, header, wanted)
        self._log = MarkdownLog(game, str(header.get("source") or "A game of TITAN"))
        self._write(self._log.opening())

    def watch(self, step: Step[Game]) -> None:
        """Write a step."""
        if step.number < self._start:
            self._log.skip(step)
        else:
            self._write(self._log.lines(step))

    def finish(self, report: Report) -> None:
        """The end of the report."""
        self._write(self._log.closing(report.final, report.afterwards))


class PageWriter(Writer):
    """A web page to leaf through the game."""

    def __init__(self, out: TextIO, game: Game, header: Mapping[str, JSON], wanted: Wanted) -> None:
        super().__init__(out, game, header, wanted)

        from ..web.records import Recording  # noqa: PLC0415 (a page draws, and nothing else here does)

        self._recording, self._header, self._box = Recording(game, wanted.viewer), header, game.the_box
        self._viewer = wanted.viewer

    def watch(self, step: Step[Game]) -> None:
        """Record a step."""
        self._recording.watch(step)

    def finish(self, report: Report) -> None:
        """The page."""
        from ..web.page import recorded  # noqa: PLC0415 (as above)

        if self._viewer not in (None, "nobody", *(player.color for player in report.final.players)):
            raise CannotTell(Fault("usage", f"nobody plays {self._viewer} in this game"))
        opened = self._start if self._start > 1 else 0
        self._out.write(recorded(self._recording.data(self._header, report), self._box, opened, self._viewer))


WRITERS: Mapping[str, type[Writer]] = {
    "json": JsonWriter,
    "table": TableWriter,
    "markdown": MarkdownWriter,
    "html": PageWriter,
}
"""By a format, what writes it."""
