"""``titan replay``: a recorded game, checked to the end."""

from collections.abc import Iterator
from typing import Any

import click

from titan_rules.kernel.errors import DocumentError, Fault

from . import inputs, output


def lines_of(path: str) -> Iterator[tuple[int, str | DocumentError]]:
    """The lines of a replay with their numbers."""
    return inputs.json_lines(path)


@click.command("replay")
@click.argument("file")
@output.with_format
@inputs.with_ruleset
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after N actions and give the state there.")
@click.option(
    "--keep-going", is_flag=True, help="Go past failed expectations, and illegal actions that can be skipped."
)
def command(file: str, preset: str | None, options: tuple[str, ...], to: int | None, keep_going: bool) -> int:
    """Check a recorded game; show the first step that breaks a rule, why, and what would have been legal.

    FILE is JSON Lines, gzip or not, or - for standard input.

    \b
    titan replay game.replay.jsonl
    """
    from titan_rules.kernel.jsontext import loads
    from titan_rules.kernel.replaying import Line, read_line
    from titan_rules.replay.referee import header_from_json
    from titan_rules.replay.report import judged

    rows = lines_of(file)

    def text_of(row: tuple[int, str | DocumentError]) -> str:
        if isinstance(row[1], DocumentError):
            raise row[1]
        return row[1]

    first = next(rows, None)
    if first is None:
        raise DocumentError([Fault("empty", "the input is empty")])
    header: Any = inputs.override_ruleset(loads(text_of(first), first[0]), preset, options)
    _, game = header_from_json(header)

    def lines() -> Iterator[Line]:
        for row in rows:
            yield read_line(row[0], text_of(row))

    report = judged(lines(), game, to=to, keep_going=keep_going)
    answer = report.to_json()
    output.emit(answer, lambda: table(answer))
    return output.ANSWERED if report.verdict == "legal" else output.NEGATIVE


def table(answer: dict[str, Any]) -> str:
    """A report for people."""
    result = answer["result"]
    scores = ", ".join(f"{color} {score}" for color, score in result["scores"].items())
    rows = [f"{answer['verdict']}: {answer['steps']} actions, turn {result['turn']}; {scores}"]
    if result["over"]:
        rows.append(f"the winner is {result['winner']}" if result["winner"] else "the game is a draw")
    stop = answer["stopped_at"]
    if stop is not None:
        rows.append(f"step {stop['step']}, line {stop['line']}: {stop['action']}")
        rows.append(output.bullets(stop["rulings"]))
        rows += [f"  expected {d['fact']} {d['expected']}, found {d['found']}" for d in stop.get("diverges", [])]
        if stop.get("legal"):
            rows.append("legal: " + "; ".join(stop["legal"]))
    return "\n".join(row for row in rows if row)
