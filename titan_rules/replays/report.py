"""Replays a recorded game: how far it is legal, where it stops, and the game after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike, fspath
from os.path import dirname

from ..answers.replay_report import GameResult, Problem, ReplayVerdict, Report
from ..box.loading import beside
from ..kernel.lines import rows_in, unpacked
from ..kernel.replaying import Line, Step, play
from ..kernel.rulings import Told
from ..play import next_choice
from ..position.game import Game
from .implied_end import closing
from .out_of_order import OutOfOrder, against_order
from .record import Record
from .referee import SKIPPABLE, TitanReferee

MOST_PROBLEMS = 1000
"""At most this many bad steps are listed; more are only counted."""


def replay(path: str | PathLike[str], *, to: int | None = None, keep_going: bool = False) -> Report:
    """Check a recorded game to the end.

    :param path: of the record: JSON Lines, gzip or not.
    :param to: stop after this many actions; the final position is then the one after them.
    :param keep_going: go past failed expectations, and past illegal actions that can be skipped.
    :returns: the report: its ``verdict`` is ``legal``, ``illegal`` or ``diverges``; ``final`` is the game after it.
    :raises DocumentError: the record's header is bad. :raises OSError: the file cannot be read.
    """
    with open(fspath(path), "rb") as stream, beside(dirname(fspath(path))):
        record = Record(rows_in(unpacked(stream)))
        return judged(record.lines(), record.start(), to=to, keep_going=keep_going, warnings=record.warnings)


def judged(
    lines: Iterable[Line],
    game: Game,
    *,
    to: int | None = None,
    keep_going: bool = False,
    watch: Callable[[Step[Game]], None] | None = None,
    warnings: Sequence[str] = (),
) -> Report:
    """Replay the lines of a record and report.

    :param game: the position that its header begins with.
    :param to: stop after that many actions; None: after the last.
    :param keep_going: continue past failed expectations and skippable illegal actions; what was done out of its phase
        stands once the next player's turn has begun (ORDER-1).
    :param watch: called with every step.
    :param warnings: what was left out of the lines, once they are read.
    """
    referee: TitanReferee[Game] = OutOfOrder() if keep_going else TitanReferee()
    steps, more = 0, 0
    verdict: ReplayVerdict = "legal"
    stopped: Problem | None = None
    problems, left, afterwards = list[Problem](), list[str](), tuple[Told, ...]()
    for step in _until(play(lines, referee, game), to):
        if watch is not None:
            watch(step)
        steps += step.judged and not step.line.afterthought
        game = step.state
        against = step.refusal or step.fault or against_order(step.events)
        if step.good and not against:
            continue
        verdict = "illegal" if against or verdict == "illegal" else "diverges"
        if keep_going and len(problems) == MOST_PROBLEMS:
            more += 1
        else:
            problems.append(problem_of(step, referee))
        if not keep_going or not _passable(step):
            stopped = problem_of(step, referee)
            break
    if isinstance(referee, OutOfOrder) and referee.invalid:
        actions = "; ".join(referee.invalid)
        left.append(f"still invalid, the next player's turn has not begun (ORDER-1): {actions}")
    if more:
        left.append(f"{more} more steps that are not good are not listed")
    if to is None and stopped is None:
        outcome = closing(game)
        game, afterwards = outcome.state, outcome.events
    return Report(
        verdict=verdict,
        steps=steps,
        stopped_at=stopped or next(iter(problems), None),
        result=GameResult.of(game),
        next=next_choice(game),
        final=game,
        problems=tuple(problems) if keep_going else (),
        afterwards=tuple([told.ruling for told in afterwards]),
        warnings=(*left, *warnings),
    )


def _until(steps: Iterator[Step[Game]], to: int | None) -> Iterator[Step[Game]]:
    if to == 0:
        return
    for step in steps:
        yield step
        if step.number == to:
            return


def _passable(step: Step[Game]) -> bool:
    return step.fault is None and (not step.refusal or isinstance(step.action, SKIPPABLE))


def problem_of(step: Step[Game], referee: TitanReferee[Game]) -> Problem:
    """A bad step: where, why, and what would have been legal."""
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
