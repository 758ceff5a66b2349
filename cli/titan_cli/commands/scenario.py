"""``titan scenario list|show|run|coverage``: the catalogue of disputes."""

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from titan_rules import scenarios
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault, UnknownName
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.names import nearest
from titan_rules.kernel.scenarios import Given, Query, Result, play
from titan_rules.scenarios import Case

from .. import output

QUERIES = (
    "check",
    "companion",
    "legal-moves",
    "new",
    "recruit-options",
    "replay",
    "resolve-battle",
    "rules",
    "show",
    "strike-odds",
    "validate",
)
"""The commands that a query may use: they answer, and change nothing."""

WRITING = ("-o", "--output")
"""What would make one of them write a file."""


class _Group(click.Group):
    """The subcommands, the nearest named where there is none of that name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, else with a hint."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            hint = nearest(args[0], self.commands) or f"one of: {', '.join(self.commands)}"
            raise click.UsageError(f"no such command: {args[0][:60]} ({hint})")
        return super().resolve_command(ctx, args)


@click.group("scenario", cls=_Group)
def command() -> None:
    """The catalogue of disputes: each a question, a position, and the ruling that settles it.

    Cases are chosen by id (STRIKE-6.b), rule (STRIKE-6), group (STRIKE), chapter (strike) or game (titan).

    \b
    titan scenario list strike
    titan scenario show STRIKE-6.b
    titan scenario run
    titan scenario coverage
    """


def _with_folder(command: output.Body) -> output.Body:
    return click.option("--dir", "folder", metavar="DIR", help="Cases of your own, in place of the catalogue.")(command)


def _cases(folder: str | None, wanted: tuple[str, ...] = ()) -> list[Case]:
    place = scenarios.shipped_folder() if folder is None else Path(folder)
    return scenarios.select(scenarios.load(place), wanted)


@command.command("list")
@click.argument("names", nargs=-1, metavar="[CHAPTER|RULE]...")
@click.option("--search", metavar="WORDS", help="Only cases in which all these words stand, the nearest first.")
@_with_folder
@output.with_format
def list_(names: tuple[str, ...], folder: str | None, search: str | None) -> None:
    """The cases with their questions."""
    found = _cases(folder, names)
    if search is not None:
        found = _searched(found, search.casefold().split())
    rows: list[dict[str, JSON]] = [
        {"id": c.scenario.id, "game": c.scenario.game, "chapter": c.chapter, "question": c.scenario.question}
        for c in found
    ]
    answer: dict[str, JSON] = {"kind": "scenario-list", "scenarios": rows}
    output.emit(answer, lambda: "\n".join(f"{row['id']:<14} {row['question']}" for row in rows))


def _searched(cases: list[Case], wanted: list[str]) -> list[Case]:
    from titan_rules.kernel.digest import rank

    def told(case: Case) -> str:
        s = case.scenario
        return f"{s.id} {case.chapter} {s.question} {s.explanation} {' '.join(s.rules)}".casefold()

    found = [case for case in cases if all(word in told(case) for word in wanted)]
    return sorted(found, key=lambda case: rank(wanted, case.scenario.question.casefold(), told(case)))


@command.command()
@click.argument("names", nargs=-1, required=True, metavar="ID...")
@_with_folder
@output.with_format
def show(names: tuple[str, ...], folder: str | None) -> None:
    """A case: its question, its query, what is expected and why."""
    found = _cases(folder, names)
    files = [jsontext.loads_object(jsontext.decode(case.path.read_bytes())) for case in found]
    answer: dict[str, JSON] = files[0] if len(files) == 1 else {"kind": "scenarios", "scenarios": files}
    output.emit(answer, lambda: "\n\n".join(map(_told, found)))


def _told(case: Case) -> str:
    s = case.scenario
    words = " ".join(f'"{word}"' if " " in word else word for word in s.query.command)
    lines = [f"{s.id} - {s.question}", "", f"  titan {words}"]
    if s.query.lines or s.query.stdin is not None:
        given = [jsontext.pretty(value) for value in s.query.lines or (s.query.stdin,)]
        lines += ["", _indented("".join(given))]
    lines += ["", f"Expected, with exit code {s.exit}:", "", _indented(jsontext.pretty(s.expect))]
    return "\n".join([*lines, "", s.explanation, f"Rules: {', '.join(s.rules)}. Sources: {s.sources}."])


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.rstrip().splitlines())


@command.command()
@click.argument("names", nargs=-1, metavar="[ID|CHAPTER|RULE]...")
@_with_folder
@click.option("--lines", is_flag=True, help="One JSON line a case, as it is done, with the answer given.")
@output.with_format
def run(names: tuple[str, ...], folder: str | None, lines: bool) -> int:
    """Ask every case and compare: the exit code is 1 if an answer is not the expected one."""
    results = (play(case.scenario, ask) for case in _cases(folder, names))
    if lines:
        failed = 0
        for result in results:
            failed += not result.passed
            output.emit_line({**_row(result), "given": {"exit": result.given.exit, "answer": result.given.answer}})
        return output.NEGATIVE if failed else output.ANSWERED
    done = list(results)
    missed = [result for result in done if not result.passed]
    answer: dict[str, JSON] = {
        "kind": "scenario-run",
        "verdict": "diverges" if missed else "as expected",
        "cases": len(done),
        "passed": len(done) - len(missed),
        "failed": [_row(result) for result in missed],
    }
    output.emit(answer, lambda: _report(done))
    return output.NEGATIVE if missed else output.ANSWERED


def _row(result: Result) -> dict[str, JSON]:
    scenario = result.scenario
    return {"id": scenario.id, "game": scenario.game, "passed": result.passed, "misses": list(result.misses)}


def _report(done: Sequence[Result]) -> str:
    missed = [result for result in done if not result.passed]
    rows = [f"{result.scenario.id}:\n" + "\n".join(f"  {miss}" for miss in result.misses) for result in missed]
    return "\n".join([*rows, f"{len(done) - len(missed)} of {len(done)} cases are answered as expected"])


@command.command()
@_with_folder
@output.with_format
def coverage(folder: str | None) -> int:
    """Which cases rest on each rule; the exit code is 1 if a rule has none."""
    rows = scenarios.coverage(_cases(folder))
    empty = [row.rule for row in rows if not row.cases]
    answer: dict[str, JSON] = {
        "kind": "scenario-coverage",
        "rules": [
            {"rule": row.rule, "game": row.game, "illegal": row.illegal, "cases": list(row.cases)} for row in rows
        ],
        "empty": empty,
    }

    def table() -> str:
        told = [(row.rule, len(row.cases), row.illegal, _some(row.cases)) for row in rows]
        end = f"without a case: {', '.join(empty)}" if empty else f"each of {len(rows)} rules has a case"
        return output.grid(told, ["rule", "cases", "illegal", ""]) + f"\n\n{end}"

    output.emit(answer, table)
    return output.NEGATIVE if empty else output.ANSWERED


def _some(ids: tuple[str, ...], most: int = 6) -> str:
    return " ".join(ids[:most]) + (" ..." if len(ids) > most else "")


def ask(query: Query) -> Given:
    """Ask a query within this process, through the same command that a shell would call.

    :raises UnknownName: the query's command does more than answer.
    :raises DocumentError: it would write a file, or answered with something else than JSON.
    """
    from ..app import run as run_command

    _refuse(query)
    with _aside(query.text()) as (out, err):
        code = run_command([*query.command, "--format", "json"])
    return Given(code, jsontext.loads(_printed(out) or _printed(err)))


def _printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _refuse(query: Query) -> None:
    name = query.command[0]
    if name not in QUERIES:
        hint = nearest(name, QUERIES) or f"one of: {', '.join(QUERIES)}"
        raise UnknownName(Fault("unknown-query", f"a scenario cannot ask {name[:60]!r}", "/query/command", hint=hint))
    if any(word.startswith(WRITING) for word in query.command):
        raise DocumentError([Fault("writes", "a scenario's query writes no file", "/query/command")])


@contextmanager
def _aside(given: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Standard input from a text, standard output and error to the side."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"), out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
