"""``titan replay``: recorded games, checked to the end."""

import os
from tempfile import SpooledTemporaryFile
from typing import Any

import click

from titan_rules import __version__
from titan_rules.answers.replay_report import Report
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.replaying import Step
from titan_rules.position.game import Game
from titan_rules.replays.checksums import UnsealableStep, sealed
from titan_rules.replays.implied_end import closed
from titan_rules.replays.log import problems
from titan_rules.replays.record import Record
from titan_rules.replays.report import judged

from .. import inputs, output, recordings
from ..files import text_output
from .following import followed
from .replay_archive import check_archive
from .replay_views import audited, convert, replayed
from .replay_writers import Wanted, writer

FORMATS = ("json", "table", "markdown", "html", "sheet", "jsonl")
FOR_ONE_GAME = ("to", "start", "steps", "expect_only", "seal", "follow", "target")
"""Options that an archive has no use for."""


@click.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="GAME...")
@output.format_option(FORMATS, "Default: a summary on a terminal, JSON in a pipe.")
@inputs.with_ruleset
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after N actions and give the state there.")
@click.option("--from", "start", type=click.IntRange(1), metavar="N", help="Show the steps from the Nth on.")
@click.option("--steps", is_flag=True, help="Show every step with its rulings.")
@click.option("--keep-going", is_flag=True, help="Go past failed expectations, skippable actions, and as ORDER-1 says.")
@click.option("--expect-only", is_flag=True, help="Show only the steps that expect something, and what holds.")
@click.option("--seal", is_flag=True, help="Write the record again, with a hash of the state on every line.")
@click.option("--audit", is_flag=True, help="Splits may give a count only: is there any history that is legal?")
@click.option("--as", "viewer", metavar="COLOR", help="End with what this player, or nobody, sees and can deduce.")
@click.option("--follow", is_flag=True, help="Show steps as the file grows, until the game is over.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Check N games at a time.")
@click.option("--all", "every", is_flag=True, help="Of several games: a line for each, not only for what is not legal.")
@click.option("-o", "--output", "target", metavar="OUT", help="Write to a file instead, whole or not at all.")
def command(
    files: tuple[str, ...],
    jobs: int,
    seal: bool,
    audit: bool,
    viewer: str | None,
    every: bool,
    **given: Any,
) -> int:
    """Check recorded games; show the first step that breaks a rule, why, and what would have been legal.

    GAME is JSON Lines or a score sheet, gzip or not, or - for standard input. With --format sheet or jsonl it is
    written in that form, without judging it. Of several files, or of a folder, the answer is a summary and a line for
    each game that is not legal; with --all a line for each.

    \b
    titan replay game.replay.jsonl
    titan replay game.replay.jsonl --steps --from 3 --to 8 --format table
    titan replay game.replay.jsonl --format markdown -o game.md
    titan replay game.replay.jsonl -o game.html
    titan replay game.replay.jsonl -o game.titan
    titan replay *.replay.jsonl --jobs 2
    titan replay game.replay.jsonl --audit
    titan replay game.replay.jsonl --as Red --to 43
    titan replay game.replay.jsonl --as Red -o as-red-saw-it.html
    """
    given["shape"] = output.settings().format
    if viewer is not None or audit:
        inputs.refuse("is for several games", all=every)
    shape = given["shape"] or _shape_by_name(given["target"])
    if viewer is not None and shape == "html":
        _refuse_beside("as", files, seal or audit, shape=None, expect_only=given["expect_only"], follow=given["follow"])
        return _one(files[0], viewer=viewer, **given)
    if viewer is not None:
        _refuse_beside("as", files, seal or audit, **{**given, "to": None})
        return replayed(files[0], viewer, given["to"])
    if audit:
        _refuse_beside("audit", files, seal, **given)
        return audited(files[0])
    if len(files) > 1 or os.path.isdir(files[0]):
        _refuse_for_many(seal=seal, **given)
        return check_archive(files, jobs, given["keep_going"], every=every)
    inputs.refuse("is for several games", all=every)
    if shape in ("sheet", "jsonl") and not seal:
        return convert(files[0], shape, given["target"])
    return _seal(files[0], given["target"]) if seal else _one(files[0], **given)


def _refuse_for_many(**given: object) -> None:
    for name, option in zip(
        FOR_ONE_GAME, ("to", "from", "steps", "expect-only", "seal", "follow", "output"), strict=True
    ):
        if given[name] not in (None, False):
            raise click.UsageError(f"--{option} is for one game, not for an archive")
    if given["shape"] in ("markdown", "html", "sheet", "jsonl"):
        raise click.UsageError(f"--format {given['shape']} is for one game, not for an archive")


def _refuse_beside(option: str, files: tuple[str, ...], other: bool, **given: object) -> None:
    others = [name for name, value in given.items() if value not in (None, False) and name != "shape"]
    if len(files) > 1 or os.path.isdir(files[0]):
        raise click.UsageError(f"--{option} is for one game, not for an archive")
    if other or others or given["shape"] not in (None, "json", "table"):
        to = "--to, -o PAGE.html, " if option == "as" else ""
        message = f"--{option} goes with no other option but {to}--format json or table, --ruleset and --option"
        raise click.UsageError(message)


class _Watched:
    """The game as far as it has been followed."""

    def __init__(self) -> None:
        self.game: Game | None = None

    def over(self) -> bool:
        """Whether it is over, or only waits for its winner's free choices."""
        return self.game is not None and closed(self.game).phase == "over"


def _one(
    path: str,
    *,
    shape: str | None,
    target: str | None,
    to: int | None,
    start: int | None,
    steps: bool,
    keep_going: bool,
    expect_only: bool,
    follow: bool,
    viewer: str | None = None,
) -> int:
    """Write what one replay comes to; the exit code."""
    watched = _Watched()
    record = recordings.record_of(path, followed(path, watched.over) if follow else None)
    game = record.start()
    shape = shape or _usual_shape(target)
    every = steps or follow or start is not None
    seen = None if viewer is None else recordings.observer(game, viewer)
    wanted = Wanted(every=every, expect_only=expect_only, start=start or 1, viewer=seen)
    with text_output(target) as out:
        log = writer(shape, out, game, record.header, wanted)

        def watch(step: Step[Game]) -> None:
            watched.game = step.state
            log.watch(step)

        report = judged(record.lines(), game, to=to, keep_going=keep_going, watch=watch, warnings=record.warnings)
        log.finish(report)
    return _code(record, report)


def _shape_by_name(target: str | None) -> str | None:
    """The form that a file's name asks for."""
    ending = os.path.splitext(target or "")[1].lower()
    return {".html": "html", ".htm": "html", ".titan": "sheet", ".jsonl": "jsonl"}.get(ending)


def _usual_shape(target: str | None) -> str:
    return _shape_by_name(target) or ("json" if output.wants_json() else "table")


def _code(record: Record, report: Report) -> int:
    """The exit code; warnings and what could not be read are told on standard error."""
    for warning in report.warnings:
        output.note(warning, "warning")
    if not report.readable:
        assert report.stopped_at is not None
        assert report.stopped_at.error is not None
        return output.complain(DocumentError([report.stopped_at.error]), output.settings())
    return output.ANSWERED if report.verdict == "legal" else output.NEGATIVE


def _seal(path: str, target: str | None) -> int:
    """Write the record again with seals; nothing is written if it is not legal."""
    record = recordings.record_of(path)
    with SpooledTemporaryFile(1 << 20, "w+", encoding="utf-8", newline="\n") as kept:
        try:
            kept.writelines(sealed(record, __version__))
        except UnsealableStep as e:
            for problem in problems(e.step):
                output.note(problem, f"line {e.step.line.number}")
            return output.NEGATIVE if e.step.fault is None else output.BAD
        kept.seek(0)
        with text_output(target) as out:
            out.writelines(kept)
    for warning in record.warnings:
        output.note(warning, "warning")
    return output.ANSWERED
