"""``titan scenario list|show|run|coverage``: the catalogue of disputes."""

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import click

from titan_rules import scenarios
from titan_rules.digest.rows import digest
from titan_rules.kernel import jsontext
from titan_rules.kernel.blocks import Table
from titan_rules.kernel.errors import DocumentError, Fault, UnknownName
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.names import nearest
from titan_rules.kernel.rendering import indented
from titan_rules.kernel.scenarios import CaseResult, Given, Query, play
from titan_rules.kernel.writing import write
from titan_rules.scenarios import Dispute
from titan_rules.suite import numbers_in, suite
from titan_rules.text.rule_finder import find_texts

from .. import output
from ..app import installed
from ..app import run as run_command

QUERIES = (
    "check", "legal-moves", "new", "recruit-options", "replay", "resolve-battle", "rules", "show",
    "strike-odds", "validate",
)  # fmt: skip
"""The commands that a query may use, besides those that other distributions bring: they only answer."""

MOST_FOUND = 24
"""A search finds at most this many cases."""

MOST_SHOWN, MOST_NAMED = 8, 6
"""A table shows this many cases that a search finds, and that rest on one rule."""


class _Group(click.Group):
    """The subcommands; any other word begins a search."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does; for any other word, ``find`` with all the words."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            hint = nearest(args[0], self.commands) if len(args) == 1 or args[1].startswith("-") else None
            if hint is not None:
                raise click.UsageError(f"no such command: {args[0]} ({hint})")
            return find.name, find, args
        return super().resolve_command(ctx, args)


@click.group("scenario", cls=_Group)
def command() -> None:
    """The catalogue of disputes: each a question, a position, and the ruling that settles it.

    Any other words search it, the best first: titan scenario WORDS. Cases are chosen by id (STRIKE-6.b), rule
    (STRIKE-6), group (STRIKE), chapter (strike) or game (titan).

    \b
    titan scenario carry over to a native
    titan scenario STRIKE-6.b
    titan scenario list strike
    titan scenario run strike
    titan scenario coverage
    titan scenario export > suite.jsonl
    """


def _with_folder(command: output.Body) -> output.Body:
    return click.option("--dir", "folder", metavar="DIR", help="Cases of your own, in place of the catalogue.")(command)


def _place(folder: str | None) -> Path:
    return scenarios.shipped_folder() if folder is None else Path(folder)


def _cases(folder: str | None, wanted: tuple[str, ...] = ()) -> list[Dispute]:
    return scenarios.select(scenarios.load(_place(folder)), wanted)


@command.command("list")
@click.argument("names", nargs=-1, metavar="[CHAPTER|RULE]...")
@_with_folder
@output.with_format
def list_(names: tuple[str, ...], folder: str | None) -> None:
    """The cases with their questions."""
    _print(_cases(folder, names))


def _print(cases: Sequence[Dispute], most: int | None = None) -> None:
    rows: list[dict[str, JSON]] = [
        {"id": c.scenario.id, "game": c.scenario.game, "chapter": c.chapter, "question": c.scenario.question}
        for c in cases
    ]
    lines = [f"{row['id']:<14} {row['question']}" for row in rows[:most]]
    if most is not None and len(rows) > most:
        lines.append(f"And {len(rows) - most} more; titan scenario {rows[0]['id']} shows the first in full.")
    output.emit({"kind": "scenario-list", "scenarios": [*rows]}, lambda: "\n".join(lines))


@command.command()
@click.argument("names", nargs=-1, metavar="[ID|CHAPTER|RULE]...")
@_with_folder
def export(names: tuple[str, ...], folder: str | None) -> None:
    """The cases as JSON Lines, to hold another program to them.

    Each line is a numbered case with its position, actions and verdict, as titan schema suite describes it. The
    example adjudicate.py runs them.

    \b
    titan scenario export > suite.jsonl
    """
    numbers = numbers_in(_place(folder))
    for case in suite(_cases(folder, names), numbers):
        output.emit_line(case.to_json())


@command.command(hidden=True)
@click.argument("words", nargs=-1, required=True)
@_with_folder
@output.with_format
def find(words: tuple[str, ...], folder: str | None) -> None:
    """The cases that are named, or that match plain words, the best first."""
    cases = _cases(folder)
    named = [case for case in cases if case.scenario.id.casefold() in {word.casefold() for word in words}]
    if named:
        _show(named)
        return
    try:
        matching = scenarios.select(cases, words)
    except UnknownName:
        matching = _about(cases, " ".join(words))
        if not matching:
            hint = "titan scenario list shows them all"
            raise UnknownName(Fault("unknown-scenario", "no case is about that", hint=hint)) from None
    _print(matching, MOST_SHOWN)


def _about(cases: Sequence[Dispute], words: str) -> list[Dispute]:
    """The cases that words are likeliest about, the best first; the titles of their rules count, too."""
    rules = digest().rules
    texts = {
        case.scenario.id: (
            case.scenario.question,
            " ".join(
                [case.scenario.explanation, *(rules[rule].title for rule in case.scenario.rules if rule in rules)]
            ),
        )
        for case in cases
    }
    found = find_texts(words, texts, MOST_FOUND)
    return sorted((case for case in cases if case.scenario.id in found), key=lambda case: found.index(case.scenario.id))


@command.command()
@click.argument("names", nargs=-1, required=True, metavar="ID...")
@_with_folder
@output.with_format
def show(names: tuple[str, ...], folder: str | None) -> None:
    """A case: its question, its query, what is expected and why."""
    _show(_cases(folder, names))


def _show(cases: Sequence[Dispute]) -> None:
    files = [jsontext.loads_object(jsontext.decode(case.path.read_bytes())) for case in cases]
    answer: dict[str, JSON] = files[0] if len(files) == 1 else {"kind": "scenarios", "scenarios": files}
    output.emit(answer, lambda: "\n\n".join(map(_told, cases)))


def _told(case: Dispute) -> str:
    s = case.scenario
    words = " ".join(f'"{word}"' if " " in word else word for word in s.query.command)
    lines = [f"{s.id} - {s.question}", "", f"  titan {words}"]
    if s.query.lines or s.query.stdin is not None:
        given = [jsontext.pretty(value) for value in s.query.lines or (s.query.stdin,)]
        lines += ["", indented("".join(given).rstrip())]
    lines += ["", f"Expected, with exit code {s.exit}:", "", indented(jsontext.pretty(s.expect).rstrip())]
    return "\n".join([*lines, "", s.explanation, f"Rules: {', '.join(s.rules)}. Sources: {s.sources}."])


@command.command()
@click.argument("names", nargs=-1, metavar="[ID|CHAPTER|RULE]...")
@_with_folder
@click.option("--lines", is_flag=True, help="One JSON line for each case, as soon as it is done, with its answer.")
@output.with_format
def run(names: tuple[str, ...], folder: str | None, lines: bool) -> int:
    """Ask every case and compare.

    The exit code is 1 if an answer is unexpected.
    """
    done = []
    for case in _cases(folder, names):
        result = play(case.scenario, ask)
        done.append(result)
        if lines:
            output.emit_line({**_row(result), "given": {"exit": result.given.exit, "answer": result.given.answer}})
    missed = [result for result in done if not result.passed]
    if lines:
        return output.NEGATIVE if missed else output.ANSWERED
    answer: dict[str, JSON] = {
        "kind": "scenario-run",
        "verdict": "diverges" if missed else "as expected",
        "cases": len(done),
        "passed": len(done) - len(missed),
        "failed": [_row(result) for result in missed],
    }
    report = [f"{each.scenario.id}:\n{indented(chr(10).join(each.misses))}" for each in missed]
    report.append(f"{len(done) - len(missed)} of {len(done)} cases are answered as expected")
    return output.emit(answer, lambda: "\n".join(report))


def _row(result: CaseResult) -> dict[str, JSON]:
    scenario = result.scenario
    return {"id": scenario.id, "game": scenario.game, "passed": result.passed, "misses": list(result.misses)}


@command.command()
@_with_folder
@output.with_format
def coverage(folder: str | None) -> int:
    """Which cases rest on each rule.

    The exit code is 1 if a rule has none.
    """
    rows = scenarios.coverage(_cases(folder))
    empty = [row.rule for row in rows if not row.cases]
    answer: dict[str, JSON] = {"kind": "scenario-coverage", "rules": [write(row) for row in rows], "empty": empty}

    some = {row.rule: " ".join(row.cases[:MOST_NAMED]) + " ..." * (len(row.cases) > MOST_NAMED) for row in rows}
    table = [(row.rule, len(row.cases), row.illegal, some[row.rule]) for row in rows]
    end = f"without a case: {', '.join(empty)}" if empty else f"each of {len(rows)} rules has a case"
    output.emit(answer, lambda: [Table(table, ["rule", "cases", "illegal", ""]), "", end])
    return output.NEGATIVE if empty else output.ANSWERED


def ask(query: Query) -> Given:
    """Ask a query within this process, through the same command that a shell would call."""
    name = query.command[0]
    if name not in QUERIES and name not in installed():
        hint = nearest(name, QUERIES) or f"one of: {', '.join(QUERIES)}"
        raise UnknownName(Fault("unknown-query", f"a scenario cannot ask {name[:60]!r}", "/query/command", hint=hint))
    if any(word.startswith(("-o", "--output")) for word in query.command):
        raise DocumentError([Fault("writes", "a scenario's query writes no file", "/query/command")])
    given, out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3))
    given.write(query.text())
    given.seek(0)
    before = sys.stdin
    with redirect_stdout(out), redirect_stderr(err):
        sys.stdin = given
        try:
            code = run_command([*query.command, "--format", "json"])
        finally:
            sys.stdin = before
    for stream in (out, err):
        stream.seek(0)
    return Given(code, jsontext.loads(out.read() or err.read()))
