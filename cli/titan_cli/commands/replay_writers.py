"""Writers of ``titan replay`` for one game, step by step: JSON, a log, or an annotated report."""

from collections.abc import Iterable, Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import TextIO

from attrs import define, field

from titan_rules.actions.intents import EndManeuver, EndStrikes, Maneuver
from titan_rules.answers.replay_report import Expectation, LoggedStep, Report, problems, text_of
from titan_rules.kernel.answers import shown
from titan_rules.kernel.blocks import Table
from titan_rules.kernel.jsontext import JSON, compact, pretty
from titan_rules.kernel.rendering import escaped, markdown
from titan_rules.kernel.replaying import Step
from titan_rules.kernel.rulings import HasRuling
from titan_rules.kernel.wording import one_line
from titan_rules.position.game import Game

from ..output import told as glossed

SPOOL = 1 << 20
"""The characters of a log kept in memory; the rest goes into a temporary file."""

QUIET_RULES = frozenset(
    {"MOVE-3", "MOVE-1", "MUSTER-2", "SPLIT-1", "SPLIT-2", "SPLIT-4", "ROLL-1", "TURN-1", "BATTLE-2"}
)
QUIET_ACTIONS = (Maneuver, EndManeuver, EndStrikes)
"""Actions whose plain legal rulings add nothing to the action itself."""

NOTEWORTHY = frozenset({"STRIKE-7", "STRIKE-9", "DRIFT-1", "CARRY-1", "BATTLE-5", "BATTLE-6", "BATTLE-7", "CONCEDE-2"})


@define(slots=False)
class Writer:
    """Writes the steps of a replay, and its result at the end.

    :param before: the game before the next step.
    :param every: show every step, not only the summary (a Markdown report always shows all).
    :param expect_only: show only steps with expectations.
    :param start: the first step shown.
    :param viewer: for a page: a colour or ``nobody``, as whom the game is seen, with what that observer can deduce.
    """

    out: TextIO
    before: Game
    header: Mapping[str, JSON]
    every: bool = False
    expect_only: bool = False
    start: int = 1
    viewer: str | None = None

    def watch(self, step: Step[Game]) -> None:
        """Show a step, if it was asked for."""
        if step.number >= self.start and (bool(step.line.expect) if self.expect_only else self.every):
            self.show(step)
        self.before = step.state

    def show(self, step: Step[Game]) -> None:
        """Write or record a step."""
        raise NotImplementedError

    def finish(self, report: Report) -> None:
        """Write the result of the replay."""
        raise NotImplementedError

    def write(self, lines: Iterable[str]) -> None:
        """Write lines at once."""
        self.out.writelines(one_line(line) + "\n" for line in lines)
        self.out.flush()


@define(slots=False)
class JsonWriter(Writer):
    """The answer as JSON, with the steps on request, one a line."""

    _log: SpooledTemporaryFile[str] = field(
        init=False,
        factory=lambda: SpooledTemporaryFile(SPOOL, "w+", encoding="utf-8", errors="backslashreplace"),  # noqa: SIM115
    )

    def show(self, step: Step[Game]) -> None:
        """Record a step."""
        logged = _expecting(step) if self.expect_only else LoggedStep.of(step, step.line.number)
        self._log.write(",\n" * bool(self._log.tell()) + f"    {compact(logged.to_json())}")

    def finish(self, report: Report) -> None:
        """The whole answer, with the log before the final position."""
        answer = report.to_json()
        if not (self.every or self.expect_only):
            self.out.write(pretty(answer))
        else:
            final = answer.pop("final")
            head, mark, tail = pretty(answer | {"log": [], "final": final}).partition('\n  "log": [],')
            self.out.write(f"{head}{mark.removesuffix('],')}\n")
            self._log.seek(0)
            self.out.writelines(self._log)
            self.out.write(f"\n  ],{tail}")
        self._log.close()


def _expecting(step: Step[Game]) -> LoggedStep:
    failed = {differs.fact: differs.found for differs in step.divergences}
    facts = [
        Expectation(fact=fact, expected=value, holds=step.judged and fact not in failed, found=failed.get(fact))
        for fact, value in step.line.expect.items()
    ]
    return LoggedStep(step=step.number, line=step.line.number, text=text_of(step), expect=tuple(facts))


@define(slots=False)
class TableWriter(Writer):
    """A summary, after a log of the steps on request: a line for each step, and a heading for each turn."""

    _turn: tuple[int, str | None] = field(init=False, default=(0, None))

    def show(self, step: Step[Game]) -> None:
        """Write a step."""
        if self.expect_only:
            self.write(
                [f"{step.line.number:>6}  {', '.join(step.line.expect)}: {'; '.join(problems(step)) or 'holds'}"]
            )
        else:
            self.write(self._lines(step))

    def _lines(self, step: Step[Game]) -> Iterator[str]:
        if self.turn_begins():
            scores = "  ".join(f"{p.color} {p.score}" for p in self.before.players if not p.out)
            yield f"--- turn {self.before.turn}, {self.before.active} ({scores})"
        if not step.line.afterthought:
            yield f"{step.line.number:>6}  {text_of(step)}"
        yield from (f"        {event.text} ({event.rule})" for event in _noteworthy(step))
        yield from (f"        {text}" for text in problems(step))
        if step.line.comment:
            yield f"        # {step.line.comment}"

    def turn_begins(self) -> bool:
        """Whether the next step is the first one shown of its turn."""
        turn, self._turn = self._turn, (self.before.turn, self.before.active)
        return self._turn != turn and self.before.active is not None

    def finish(self, report: Report) -> None:
        """The summary."""
        if self.every:
            self.write(f"        {ruling}" for ruling in report.afterwards)
        self.write(shown(report.blocks(), glossed).splitlines())


def _noteworthy(step: Step[Game]) -> list[HasRuling]:
    """What happened beyond the action itself."""
    quiet = isinstance(step.action, QUIET_ACTIONS)
    return [e for e in step.events if e.verdict == "consequence" or not (quiet or e.rule in QUIET_RULES)]


@define(slots=False)
class MarkdownWriter(TableWriter):
    """An annotated report: turn by turn, battles with their dice, rulings where something noteworthy happened."""

    _battle: tuple[int, str] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.every, self.expect_only = True, False
        self.write((f"# {escaped(str(self.header.get('source') or 'A game of TITAN'))}", ""))
        if self.before.players:
            rows = [(p.name, p.color, p.tower) for p in sorted(self.before.players, key=lambda p: -p.tower)]
            self._write_table(Table(rows, ("Player", "Color", "Tower"), (2,)))

    def _lines(self, step: Step[Game]) -> Iterator[str]:
        yield from self._headings(self.before)
        if not step.line.afterthought:
            yield f"- `{text_of(step)}`"
        for event in _noteworthy(step):
            strong = "**" if event.rule in NOTEWORTHY or event.verdict == "consequence" else ""
            yield f"  - {strong}{escaped(event.text)}{strong} ({event.rule})"
        yield from (f"  - **{escaped(text)}**" for text in problems(step))
        if step.line.comment:
            yield from ("", f"  > {escaped(step.line.comment)}", "")

    def _headings(self, game: Game) -> Iterator[str]:
        if self.turn_begins():
            self._battle = None
            name = game.mover.name
            who = f" ({escaped(name)})" if name and name != game.active else ""
            scores = ", ".join(f"{p.color} {p.score}" for p in game.players if not p.out)
            yield from ("", f"## Turn {game.turn}: {game.active}{who}", "", f"Scores: {scores}", "")
        battle = game.battle
        if battle is None:
            if self._battle is not None:
                self._battle = None
                yield ""
        elif (battle.turn, battle.side) != self._battle:
            if self._battle is None:
                where = game.engagement.land if game.engagement else None
                land = f"{where} ({battle.the_box.terrain_of(where)})" if where is not None else battle.terrain
                yield from ("", f"### Battle in {land}: {battle.attacker.legion} against {battle.defender.legion}")
            self._battle = (battle.turn, battle.side)
            yield from ("", f"*Battle turn {battle.turn}, {battle.side}*", "")

    def finish(self, report: Report) -> None:
        """How the game ended, and what happened after the last action."""
        game = report.final
        over = [f"{game.winner} wins." if game.winner else "The game is a draw.", ""] if game.phase == "over" else []
        scores = [(player.color, player.score, "out" if player.out else "") for player in game.players]
        self.write(f"- **{escaped(event.text)}** ({event.rule})" for event in report.afterwards)
        self.write(("", "## Result", "", *over))
        self._write_table(Table(scores, ("Player", "Score", ""), (1,)))

    def _write_table(self, table: Table) -> None:
        self.write((*markdown(table).split("\n"), ""))


WRITERS: Mapping[str, type[Writer]] = {"json": JsonWriter, "table": TableWriter, "markdown": MarkdownWriter}
"""Writers by format; :class:`titan_cli.web.page.PageWriter` writes pages."""
