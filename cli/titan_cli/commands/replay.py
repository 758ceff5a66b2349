"""``titan replay``: recorded games, checked to the end."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Any

import click

from titan_rules import __version__
from titan_rules.answers.replay_report import problems
from titan_rules.deduction.audit import audit as audit_record
from titan_rules.deduction.observer_view import ObserverView
from titan_rules.deduction.recorded import recorded
from titan_rules.kernel.errors import CannotTell, DocumentError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import SIZE_LIMIT, compact
from titan_rules.kernel.lines import IDLE, Row, row_of
from titan_rules.kernel.replaying import Step, seal_of
from titan_rules.kernel.wording import one_line
from titan_rules.kernel.writing import write
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.replays.archive import Checked, check_files, files_in
from titan_rules.replays.dice_counts import count_dice
from titan_rules.replays.expectations import closing
from titan_rules.replays.mail import mail_rows
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import judged
from titan_rules.replays.sheet import sheet_rows
from titan_rules.resolving import resolve_lines

from .. import arguments, inputs, output
from ..files import open_binary, text_output
from ..recorded import record_of
from .replay_writers import WRITERS, Writer

FORMATS = ("json", "table", "markdown", "html", "sheet", "jsonl", "mail")

ENDINGS = {".html": "html", ".htm": "html", ".titan": "sheet", ".jsonl": "jsonl"}
"""The format for a file's extension."""

PAUSE = 0.1
"""Seconds between two reads of the file."""

PATIENCE = 10
"""Reads without a new line before a finished game ends: its winner may still have choices."""


@click.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="GAME...")
@output.format_option(FORMATS, "Default: a summary on a terminal, JSON in a pipe.")
@inputs.with_ruleset
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after N actions and give the state there.")
@click.option("--from", type=click.IntRange(1), metavar="N", help="Show the steps from the Nth on.")
@click.option("--steps", is_flag=True, help="Show every step with its rulings.")
@click.option("--keep-going", is_flag=True, help="Go past failed expectations and skippable actions, as in ORDER-1.")
@click.option("--expect-only", is_flag=True, help="Show only steps with expectations, and which hold.")
@click.option("--seal", is_flag=True, help="Write the record again, with a hash of the state on every line.")
@click.option("--audit", is_flag=True, help="Splits may give only a count: is any history legal?")
@click.option("--dice", is_flag=True, help="Count the dice: faces and hits by player, with a chi-square.")
@click.option("--as", "viewer", metavar="COLOR", help="End with what this player, or nobody, sees and can deduce.")
@click.option("--follow", is_flag=True, help="Show steps as the file grows, until the game is over.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Check N games at a time.")
@click.option("--all", is_flag=True, help="For several games: list every game, not only illegal ones.")
@arguments.with_largest
@click.option("-o", "--output", "target", metavar="OUT", help="Write to a file instead, whole or not at all.")
def command(files: tuple[str, ...], jobs: int, viewer: str | None, target: str | None, **asked: Any) -> int:
    """Check recorded games; show the first step that breaks a rule, why, and what would have been legal.

    GAME is JSON Lines or a score sheet, gzip or not, or - for standard input. With --format sheet or jsonl it is
    written in that form, without judging it; with mail, the moves of each turn in the shorthand of games by mail.
    For several files, or a folder, the answer is a summary and a line for each illegal game; with --all, for every
    game.

    \b
    titan replay game.replay.jsonl
    titan replay game.replay.jsonl --steps --from 3 --to 8 --format table
    titan replay game.replay.jsonl --format markdown -o game.md
    titan replay game.replay.jsonl -o game.html
    titan replay game.replay.jsonl -o game.titan
    titan replay game.replay.jsonl --format mail
    titan replay *.replay.jsonl --jobs 2
    titan replay game.replay.jsonl --audit
    titan replay game.replay.jsonl --dice
    titan replay game.replay.jsonl --as Red --to 43
    titan replay game.replay.jsonl --as Red -o as-red-saw-it.html
    """
    shape = output.settings().format or ENDINGS.get(os.path.splitext(target or "")[1].lower())
    given = {name.replace("_", "-"): value for name, value in asked.items()} | {"output": target, "as": viewer}
    several = len(files) > 1 or os.path.isdir(files[0])
    if several:
        mode, takes = "several games", {"keep-going", "all"}
    elif viewer is not None and shape == "html":
        mode, takes = "--as", {"as", "to", "from", "steps", "keep-going", "output"}
    elif viewer is not None:
        mode, takes = "--as", {"as", "to"}
    elif given["audit"] or given["dice"]:
        mode, takes = ("--audit", {"audit"}) if given["audit"] else ("--dice", {"dice"})
    else:
        mode, takes = "one game", given.keys() - {"all"}
    arguments.refuse(f"does not go with {mode}", **{name: value for name, value in given.items() if name not in takes})
    if mode != "one game" and shape not in (None, "json", "table", "html" if "output" in takes else None):
        raise click.UsageError(f"--format {shape} does not go with {mode}")
    if several:
        return _archive(files, jobs, given["keep-going"], every=given["all"])
    if viewer is not None and shape != "html":
        return _seen(files[0], viewer, given["to"])
    if given["audit"]:
        record = record_of(files[0])
        return output.emit(audit_record(record.lines(), record.game()))
    if given["dice"]:
        return output.emit(count_dice(record_of(files[0])))
    if given["seal"]:
        return _sealed(files[0], target)
    if shape == "mail":
        return _mailed(files[0], given["from"] or 1, given["to"], target)
    if shape in ("sheet", "jsonl"):
        return _converted(files[0], shape, target)
    form = shape or ("json" if output.wants_json() else "table")
    if form == "html":
        from ..web.page import PageWriter  # noqa: PLC0415 (drawing is much to import, and few replays draw)

        writer: type[Writer] = PageWriter
    else:
        writer = WRITERS[form]
    start, every = given["from"], given["steps"] or given["follow"] or given["from"] is not None
    shown = partial(writer, every=every, expect_only=given["expect-only"], start=start or 1)
    return _one(files[0], shown, viewer, target, given["to"], given["keep-going"], given["follow"])


def _one(
    path: str, shown: Callable[..., Writer], viewer: str | None, target: str | None, to: int | None, keep_going: bool,
    follow: bool,
) -> int:  # fmt: skip
    """Replay one record and write the result; the exit code."""
    followed_to: Game | None = None

    def over() -> bool:
        """Whether the game is over so far, or only waits for its winner's free choices."""
        return followed_to is not None and closing(followed_to).state.phase == "over"

    def watch(step: Step[Game]) -> None:
        nonlocal followed_to
        followed_to = step.state
        log.watch(step)

    record = record_of(path, followed(path, over) if follow else None)
    game = record.start()
    if isinstance(game, Battle):
        return _battle(record, game, to)
    observer = None if viewer is None else inputs.observer(game, viewer)
    with text_output(target) as out:
        log = shown(out, game, record.header, viewer=observer)
        report = judged(record.lines(), game, to=to, keep_going=keep_going, watch=watch, warnings=record.warnings)
        log.finish(report)
    _warn(report.warnings)
    if report.stopped_at is not None and report.stopped_at.error is not None:
        return output.complain(DocumentError([report.stopped_at.error]), output.settings())
    return output.code_of(report)


def _battle(record: RecordedGame, battle: Battle, to: int | None) -> int:
    """Replay the record of a battle alone; the exit code."""
    answer = resolve_lines(battle, islice(record.lines(), to))
    _warn(record.warnings)
    return output.emit(answer)


def _warn(warnings: Iterable[str]) -> None:
    for warning in warnings:
        output.note(warning, "warning")


# --- other forms and views -------------------------------------------------------------------------------------------


def _sealed(path: str, target: str | None) -> int:
    """Rewrite the record with seals: hashes of each state, which show if the rules change. An illegal record is not
    written.
    """
    record = record_of(path)
    with SpooledTemporaryFile(1 << 20, "w+", encoding="utf-8", newline="\n") as kept:
        kept.write(compact({**record.header, "sealed": True, "version": __version__}) + "\n")

        def watch(step: Step[Game]) -> None:
            kept.write(compact(evolve(step.line, seal=seal_of(write(step.state))).to_json()) + "\n")
            for problem in problems(step):
                output.note(problem, f"line {step.line.number}")

        unsealed = (evolve(line, seal=None) for line in record.lines())
        report = judged(unsealed, record.game(), watch=watch, warnings=record.warnings)
        if report.verdict != "legal":
            return output.NEGATIVE if report.readable else output.BAD
        kept.seek(0)
        with text_output(target) as out:
            out.writelines(kept)
    _warn(record.warnings)
    return output.ANSWERED


def _converted(path: str, shape: str, target: str | None) -> int:
    """Write a record in the other form, whole or not at all."""
    record = record_of(path)
    if shape == "sheet":
        rows = list(sheet_rows(record.header, record.lines()))
    else:
        lines = list(record.lines())
        faults = [line.fault for line in lines if line.fault is not None]
        if faults:
            raise DocumentError(faults[:1])
        rows = [compact(row) + "\n" for row in (record.header, *(line.to_json() for line in lines))]
    with text_output(target) as out:
        out.writelines(rows)
    _warn(record.warnings)
    return output.ANSWERED


def _mailed(path: str, first: int, to: int | None, target: str | None) -> int:
    """Write the moves of each turn in the shorthand of games by mail."""
    record = record_of(path)
    start = record.game()
    rows = list(mail_rows(start, islice(record.steps(start), to), first))
    with text_output(target) as out:
        out.writelines(row + "\n" for row in rows)
    _warn(record.warnings)
    return output.ANSWERED


def _seen(path: str, viewer: str, to: int | None) -> int:
    """Write the result of a recorded game, and what is deduced after its last legal action; the exit code."""
    record = record_of(path)
    start, lines = record.game(), list(record.lines())
    report = judged(lines, start, to=to)
    if report.stopped_at is not None and report.stopped_at.error is not None:
        raise CannotTell(report.stopped_at.error)
    seen = ObserverView(recorded(lines, start, report.steps), inputs.observer(start, viewer))
    return output.emit(evolve(report, final=seen.position, deduced=tuple(seen.legions.values())))


# --- a growing file --------------------------------------------------------------------------------------------------


@contextmanager
def uninterrupted() -> Iterator[None]:
    """An interrupt waits for the end of the block."""
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt


def followed(path: str, over: Callable[[], bool], pause: float = PAUSE) -> Iterator[Row]:
    """The lines of a growing file, until the game is over or the user interrupts.

    A line is read once its end has been written; after an interrupt, the unfinished last line is read, too. While
    nothing new comes, an idle row says so, and a score sheet is shown as far as it goes.

    :param over: whether the game is over.
    """
    with open_binary(path) as stream:
        number, held, looks = 0, b"", 0
        try:
            while looks < PATIENCE or not over():
                held += stream.readline(SIZE_LIMIT + 2 - len(held))
                if held.endswith(b"\n") or len(held) > SIZE_LIMIT:
                    number, raw, held, looks = number + 1, held, b"", 0
                    if raw.strip():
                        with uninterrupted():
                            yield row_of(number, raw)
                    continue
                time.sleep(pause)
                if looks == 0:
                    with uninterrupted():
                        yield IDLE
                looks += 1
        except KeyboardInterrupt:
            pass
        if held.strip():
            yield row_of(number + 1, held)


# --- archives --------------------------------------------------------------------------------------------------------


def _archive(paths: Sequence[str], jobs: int, keep_going: bool, *, every: bool) -> int:
    """Check every game of an archive.

    :param every: list every game, not only those that are illegal or have warnings.
    :returns: the exit code: 1 if any game is not legal to the end.
    """
    files = files_in(paths)
    as_json, results = output.wants_json(), list[Checked]()
    with output.progress_bar(len(files), "games") as progress:
        header = partial(inputs.overridden, said=output.settings())
        for checked in check_files(files, jobs, keep_going, header, arguments.largest()):
            results.append(checked)
            if every or checked.verdict != "legal" or checked.warnings:
                if progress is not None:
                    click.echo("\r\033[K", err=True, nl=False)
                if as_json:
                    output.emit_line(checked.to_json())
                else:
                    _show(checked)
            if progress is not None:
                progress(len(results))
    legal, actions = sum(c.verdict == "legal" for c in results), sum(c.steps for c in results)
    if as_json:
        output.emit_line({"kind": "archive-report", "games": len(results), "legal": legal, "steps": actions})
    else:
        click.echo(f"{legal} of {len(results)} games legal to the end, {actions} actions")
    return output.ANSWERED if legal == len(results) else output.NEGATIVE


def _show(checked: Checked) -> None:
    place = f" at line {checked.line}" if checked.line is not None else ""
    reason = f": {checked.reason}" if checked.reason else ""
    click.echo(one_line(f"{checked.path}: {checked.verdict}{place}, {checked.steps} actions{reason}"))
    _warn(f"{checked.path}: {warning}" for warning in checked.warnings)
