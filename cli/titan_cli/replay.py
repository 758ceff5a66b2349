"""``titan replay``: recorded games, checked to the end."""

import sys
import time
from collections.abc import Iterator
from typing import Any

import click

from titan_rules.kernel.errors import DocumentError

from . import inputs, output
from .files import write_whole

FORMATS = ("json", "table", "markdown", "html")


@click.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "shape", type=click.Choice(FORMATS), help="Default: a summary on a terminal, JSON in a pipe.")
@inputs.with_ruleset
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after N actions and give the state there.")
@click.option("--from", "start", type=click.IntRange(1), default=1, metavar="N", help="Show steps from the Nth on.")
@click.option("--steps", is_flag=True, help="Show every step with its rulings.")
@click.option("--keep-going", is_flag=True, help="Go past failed expectations and skippable illegal actions.")
@click.option("--expect-only", is_flag=True, help="Show only the steps that expect something, and what holds.")
@click.option("--seal", is_flag=True, help="Write the record again, with a hash of the state on every line.")
@click.option("--follow", is_flag=True, help="Wait for more lines when the file ends, until the game is over.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Check N games at a time.")
@click.option("-o", "--output", "target", metavar="OUT", help="Write to a file instead, whole or not at all.")
def command(files: tuple[str, ...], jobs: int, seal: bool, target: str | None, **given: Any) -> int:
    """Check recorded games; show the first step that breaks a rule, why, and what would have been legal.

    FILE is JSON Lines, gzip or not, or - for standard input. Several files, or a folder, are checked as an
    archive, one line each.

    \b
    titan replay game.replay.jsonl
    titan replay game.replay.jsonl --steps --from 20 --to 40 --format table
    titan replay game.replay.jsonl --format markdown -o game.md
    titan replay game.replay.jsonl -o game.html
    titan replay *.replay.jsonl --jobs 2
    """
    import os

    if len(files) > 1 or os.path.isdir(files[0]):
        from .replay_archive import check_archive

        return check_archive(files, jobs, given["keep_going"])
    if seal:
        return _seal(files[0], target)
    if given["shape"] is None and target is not None and target.lower().endswith((".html", ".htm")):
        given["shape"] = "html"
    text, code = _one(files[0], **given)
    if target is not None:
        write_whole(target, text.encode())
    else:
        click.echo(text, nl=False)
    return code


def _one(
    path: str,
    shape: str | None,
    preset: str | None,
    options: tuple[str, ...],
    to: int | None,
    start: int,
    steps: bool,
    keep_going: bool,
    expect_only: bool,
    follow: bool,
) -> tuple[str, int]:
    """The text that one replay comes to, and the exit code."""
    from titan_rules.replay.record import Record
    from titan_rules.replay.referee import header_from_json
    from titan_rules.replay.report import judged

    from .replay_writers import writer

    record = Record(followed(path) if follow else inputs.json_lines(path))
    record.header = inputs.override_ruleset(record.header, preset, options)
    _, game = header_from_json(record.header)
    wanted = shape or ("json" if output.wants_json() else "table")
    log = writer(wanted, game, record.header, every=steps, expect_only=expect_only, start=start)
    live = follow and wanted == "table"
    report = judged(record.lines(), game, to=to, keep_going=keep_going, watch=log.live if live else log.watch)
    report.warnings += record.warnings
    for warning in record.warnings:
        print(f"titan: warning: {warning}", file=sys.stderr)
    return log.text(report), output.ANSWERED if report.verdict == "legal" else output.NEGATIVE


def _seal(path: str, target: str | None) -> int:
    """Write the record again with seals; nothing is written if it is not legal."""
    from titan_rules import __version__
    from titan_rules.replay.log import problems
    from titan_rules.replay.record import Record
    from titan_rules.replay.sealing import UnsealableStep, sealed

    try:
        text = "".join(sealed(Record(inputs.json_lines(path)), __version__))
    except UnsealableStep as e:
        for problem in problems(e.step):
            print(f"titan: line {e.step.line.number}: {problem}", file=sys.stderr)
        return output.NEGATIVE
    if target is not None:
        write_whole(target, text.encode())
    else:
        click.echo(text, nl=False)
    return output.ANSWERED


def followed(path: str, pause: float = 0.2) -> Iterator[tuple[int, str | DocumentError]]:
    """The lines of a file that is still being written; it ends when nobody wants more."""
    from titan_rules.kernel import jsontext

    with inputs.open_binary(path) as stream:
        number, held = 0, b""
        while True:
            raw = stream.readline()
            if not raw.endswith(b"\n"):
                held += raw
                if path == "-" and not raw:
                    return
                time.sleep(pause)
                continue
            number, raw, held = number + 1, held + raw, b""
            if raw.strip():
                yield number, jsontext.decode(raw, number)
