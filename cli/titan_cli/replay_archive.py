"""``titan replay`` on many games: one line each, and a summary."""

import sys
from collections.abc import Sequence

import click

from titan_rules.replay.archive import Checked, check_files, files_in

from . import output


def check_archive(paths: Sequence[str], jobs: int, keep_going: bool) -> int:
    """Check every game of an archive.

    :returns: the exit code: 1 if any game is not legal to its end.
    """
    files = files_in(paths)
    as_json = output.wants_json()
    bar = sys.stderr.isatty()
    found: list[Checked] = []
    for checked in check_files(files, jobs, keep_going):
        found.append(checked)
        if as_json:
            output.emit_line(checked.to_json())
        else:
            _show(checked)
        if bar:
            _progress(len(found), len(files))
    if bar:
        click.echo("", err=True)
    failed = [c for c in found if c.verdict != "legal"]
    actions = sum(c.steps for c in found)
    words = f"{len(found) - len(failed)} of {len(found)} games legal to the end, {actions} actions"
    click.echo(words, err=as_json)
    return output.NEGATIVE if failed else output.ANSWERED


def _show(checked: Checked) -> None:
    place = f" at line {checked.line}" if checked.line is not None else ""
    reason = f": {checked.reason}" if checked.reason else ""
    click.echo(f"{checked.path}: {checked.verdict}{place}, {checked.steps} actions{reason}")
    for warning in checked.warnings:
        click.echo(f"titan: warning: {checked.path}: {warning}", err=True)


def _progress(done: int, total: int) -> None:
    width = 30
    filled = width * done // total
    click.echo(f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{total}", err=True, nl=False)
