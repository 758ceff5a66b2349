"""The report on a replay: how far it is legal, where it stops, what it comes to."""

from collections.abc import Callable, Iterable, Iterator

from attrs import define, field

from ..actions.intents import Action
from ..answers.replay_report import GameResult, Problem, ReplayReport, ReplayVerdict
from ..kernel.jsontext import JSON
from ..kernel.replaying import Line, Step, play
from ..kernel.rulings import Told
from ..play import next_choice
from ..position.game import Game
from .implied_end import closing
from .out_of_order import OutOfOrder, against_order
from .referee import TitanReferee

MOST_PROBLEMS = 1000
"""At most this many steps that are not good are listed; more are counted."""


@define
class Report:
    """What a replay came to.

    :param verdict: ``illegal`` if an action was refused or a line could not be judged, else ``diverges`` if an
        expectation failed.
    :param steps: actions carried out.
    :param stopped_at: where the replay stopped because a step was not good; else the first of ``problems``.
    :param problems: the steps that are not good, with ``keep_going``; at most :data:`MOST_PROBLEMS`.
    :param warnings: what was left out.
    :param afterwards: what still happened after the last action, when nothing waits any more.
    :param final: the game after the last action; what was left open at the end is declined.
    """

    final: Game
    verdict: ReplayVerdict = "legal"
    steps: int = 0
    stopped_at: Problem | None = None
    problems: list[Problem] = field(factory=list[Problem])
    warnings: list[str] = field(factory=list[str])
    afterwards: tuple[Told, ...] = ()

    @property
    def readable(self) -> bool:
        """Whether every line that was to be judged could be."""
        return self.stopped_at is None or self.stopped_at.error is None

    @property
    def answer(self) -> ReplayReport:
        """The answer of ``titan replay``."""
        return ReplayReport(
            verdict=self.verdict,
            steps=self.steps,
            stopped_at=self.stopped_at,
            result=result_of(self.final),
            next=next_choice(self.final),
            final=self.final,
            problems=tuple(self.problems),
            afterwards=tuple([told.ruling for told in self.afterwards]),
            warnings=tuple(self.warnings),
        )

    def to_json(self) -> dict[str, JSON]:
        """The answer as a JSON object."""
        return self.answer.to_json()

    def __str__(self) -> str:
        """The verdict, where it stopped and why, and where the game stands then."""
        lines = [f"{self.verdict}, {self.steps} actions; then {self.final}"]
        if self.stopped_at is not None:
            why = [str(told) for told in (*self.stopped_at.rulings, self.stopped_at.error) if told is not None]
            lines += [f"  step {self.stopped_at.step}: {sentence}" for sentence in why]
        return "\n".join(lines)


def result_of(game: Game) -> GameResult:
    """Where a game stands: turn, scores, and the winner if it is over."""
    return GameResult(
        over=game.phase == "over",
        winner=game.winner,
        turn=game.turn,
        scores={player.color: player.score for player in game.players},
        out=tuple([player.color for player in game.players if player.out]),
    )


def judged(
    lines: Iterable[Line],
    start: Game,
    *,
    to: int | None = None,
    keep_going: bool = False,
    watch: Callable[[Step[Game]], None] | None = None,
) -> Report:
    """Replay the lines and report.

    :param to: stop after that many actions; the final state is then the one after them, as it stands.
    :param keep_going: go past failed expectations, and past illegal actions that can be skipped; what was done out of
        its phase is done, and stands when the next player's turn has begun (ORDER-1).
    :param watch: called with every step, good or not.
    """
    referee: TitanReferee[Game] = OutOfOrder() if keep_going else TitanReferee()
    report, more = Report(start), 0
    for step in _until(play(lines, referee, start), to):
        if watch is not None:
            watch(step)
        if step.judged and not step.line.afterthought:
            report.steps += 1
        report.final = step.state
        if step.good and not against_order(step.events):
            continue
        against = step.refusal or step.fault or against_order(step.events)
        report.verdict = "illegal" if against else _worse(report.verdict)
        stops = not keep_going or not _passable(step, referee)
        if stops:
            report.stopped_at = problem_of(step, referee)
        if keep_going and len(report.problems) < MOST_PROBLEMS:
            report.problems.append(report.stopped_at or problem_of(step, referee))
        elif keep_going:
            more += 1
        if stops:
            break
    if isinstance(referee, OutOfOrder) and referee.invalid:
        undone = "; ".join(referee.invalid)
        report.warnings.append(f"still invalid, the next player's turn has not begun (ORDER-1): {undone}")
    if more:
        report.warnings.append(f"{more} more steps that are not good are not listed")
    if to is None and report.stopped_at is None:
        outcome = closing(report.final)
        report.final, report.afterwards = outcome.state, outcome.events
    if report.stopped_at is None and report.problems:
        report.stopped_at = report.problems[0]
    return report


def _worse(verdict: ReplayVerdict) -> ReplayVerdict:
    return "illegal" if verdict == "illegal" else "diverges"


def _until(steps: Iterator[Step[Game]], to: int | None) -> Iterator[Step[Game]]:
    if to == 0:
        return
    for step in steps:
        yield step
        if step.number == to:
            return


def _passable(step: Step[Game], referee: TitanReferee[Game]) -> bool:
    if step.fault is not None:
        return False
    return not step.refusal or (isinstance(step.action, Action) and referee.skippable(step.action))


def problem_of(step: Step[Game], referee: TitanReferee[Game]) -> Problem:
    """A step that is not good: where, why, and what would have been legal."""
    return Problem(
        step=step.number,
        line=step.line.number,
        action=dict(step.line.data),
        rulings=tuple([told.ruling for told in step.refusal or against_order(step.events)]),
        comment=step.line.comment,
        diverges=step.divergences or None,
        error=step.fault,
        legal=tuple(referee.legal(step.state)) if step.refusal else None,
    )
