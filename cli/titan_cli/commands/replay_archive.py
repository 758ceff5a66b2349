"""``titan replay`` on many games: a summary, and what is not legal."""

import sys
from collections.abc import Sequence

import click

from titan_rules.kernel.wording import one_line
from titan_rules.replays.archive import Checked, check_files, files_in

from .. import inputs, output

WIDTH = 30
"""Of the progress bar, in characters."""

MANY = 5
"""With at least this many games there is a progress bar, on a terminal."""


def check_archive(paths: Sequence[str], jobs: int, keep_going: bool, *, every: bool) -> int:
    """Check every game of an archive.

    :param every: each game gets its line, not only those that are not legal or have warnings.
    :returns: the exit code: 1 if any game is not legal to its end.
    """
    files = files_in(paths)
    overrides = inputs.overridden({})
    as_json = output.wants_json()
    bar = sys.stderr.isatty() and len(files) >= MANY
    found: list[Checked] = []
    for checked in check_files(files, jobs, keep_going, overrides):
        found.append(checked)
        if bar:
            _clear()
        if every or checked.verdict != "legal" or checked.warnings:
            if as_json:
                output.emit_line(checked.to_json())
            else:
                _show(checked)
        if bar:
            _progress(len(found), len(files))
    if bar:
        _clear()
    legal = sum(c.verdict == "legal" for c in found)
    actions = sum(c.steps for c in found)
    if as_json:
        output.emit_line({"kind": "archive-report", "games": len(found), "legal": legal, "steps": actions})
    else:
        click.echo(f"{legal} of {len(found)} games legal to the end, {actions} actions")
    return output.ANSWERED if legal == len(found) else output.NEGATIVE


def _show(checked: Checked) -> None:
    place = f" at line {checked.line}" if checked.line is not None else ""
    reason = f": {checked.reason}" if checked.reason else ""
    click.echo(one_line(f"{checked.path}: {checked.verdict}{place}, {checked.steps} actions{reason}"))
    for warning in checked.warnings:
        output.note(f"{checked.path}: {warning}", "warning")


def _progress(done: int, total: int) -> None:
    filled = WIDTH * done // total
    click.echo(f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}", err=True, nl=False)


def _clear() -> None:
    click.echo("\r\033[K", err=True, nl=False)
