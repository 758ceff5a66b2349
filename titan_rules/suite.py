"""The catalogue as a suite that any program can be held to: numbered cases of position, actions and verdict.

A case keeps its number (chapter, dot, place) for ever. New cases go to the end of their chapter, and the number of one
that is withdrawn is not given again.
"""

import io
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from attrs import field, frozen

from .actions.intents import Action, action_from_json
from .answers.questions import judge_text
from .box.current_box import use_box
from .kernel.errors import DocumentError
from .kernel.fields import Between
from .kernel.jsontext import JSON
from .kernel.lines import rows_in
from .kernel.replaying import Step
from .kernel.scenarios import Query, Scenario
from .kernel.schema import headed
from .kernel.writing import write
from .position.battle import Battle
from .position.documents import FORMAT
from .position.game import Game
from .position.muster import Muster
from .replays.record import RecordedGame
from .replays.report import judged
from .scenarios import Dispute
from .text.positions import Line, line, parse_line

FORMAT_ID = "titan-rules-suite/1"
NUMBERS = "numbers.tsv"
"""The file in a catalogue's folder with the number of each chapter and case."""

TAKE_LINES = ("check", "legal-moves", "show")
BOOLEANS = {"true": True, "false": False}
Played: TypeAlias = tuple[Game | Battle | Muster, tuple[Action, ...]]


@frozen
class SuiteCase:
    """A case of the suite.

    :param number: chapter, dot, place: it never changes.
    :param id: the rule it is about, a dot and a letter: its name in the catalogue.
    :param chapter: the heading of its chapter.
    :param question: as a player would ask it.
    :param position: the document of the position; null if the query has none, or makes one.
    :param line: the position on one line, as people type it.
    :param actions: what is done in the position, in order.
    :param notation: the actions as people type them.
    :param verdict: on the last action; those before it are legal. Null if the case asks for a list or a number.
    :param rule: the rule it is about.
    :param rules: every rule that the expected answer rests on.
    :param sources: where the rule is written.
    :param why: the reason, in a sentence.
    :param query: the command that answers it.
    :param expect: the answer: objects by the keys given, lists item by item or by a pattern, anything else exactly.
    :param exit: the exit code: 0 answered, 1 the answer is illegal or diverges, 2 bad usage or bad document.
    """

    number: str | None
    id: str
    chapter: str
    question: str
    position: JSON
    line: str | None
    actions: tuple[JSON, ...]
    notation: tuple[str, ...]
    verdict: str | None
    rule: str
    rules: tuple[str, ...]
    sources: str
    why: str
    query: Query
    expect: JSON
    exit: Annotated[int, Between(0, 2)] = field(default=0)

    def to_json(self) -> dict[str, JSON]:
        """A line of the suite."""
        return {"format": FORMAT_ID, **write(self)}


def suite_schema() -> dict[str, JSON]:
    """The JSON Schema of a line of the suite."""
    about = "One case of the adjudication suite: a position, what is done in it, and the ruling to expect."
    header = {"format": {"const": FORMAT_ID}}
    return headed(SuiteCase, header, id="urn:titan-rules-suite:1", title=FORMAT_ID, about=about)


@frozen
class Numbers:
    """The numbers of a catalogue.

    :param chapters: by folder, the chapter's number and heading.
    :param cases: by id, the case's number.
    """

    chapters: dict[str, tuple[str, str]]
    cases: dict[str, str]


def numbers_in(folder: Path) -> Numbers:
    """The numbers written in a catalogue's folder; none if it has no such file."""
    path = folder / NUMBERS
    rows = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
    chapters = {row[1]: (row[0], row[2]) for row in rows if len(row) == 3}
    return Numbers(chapters, {row[1]: row[0] for row in rows if len(row) == 2})


def suite(cases: Sequence[Dispute], numbers: Numbers) -> Iterator[SuiteCase]:
    """Cases as those of the suite, in the order of their numbers; those without a number last."""
    for case in sorted(cases, key=lambda case: _place(numbers.cases.get(case.scenario.id))):
        yield suite_case(case, numbers)


def _place(number: str | None) -> tuple[float, ...]:
    return tuple(map(int, number.split("."))) if number else (float("inf"),)


def suite_case(case: Dispute, numbers: Numbers) -> SuiteCase:
    """A dispute as a case of the suite."""
    s = case.scenario
    position, actions = played(s) or (None, ())
    on_one_line = None
    if position is not None:
        with use_box(position.the_box):
            on_one_line = line(position)
    return SuiteCase(
        number=numbers.cases.get(s.id),
        id=s.id,
        chapter=numbers.chapters[case.chapter][1] if case.chapter in numbers.chapters else case.chapter,
        question=s.question,
        position=None if position is None else position.to_json(),
        line=on_one_line,
        actions=tuple(action.to_json() for action in actions),
        notation=tuple(map(str, actions)),
        verdict=verdict_on(s) if actions else None,
        rule=s.rule,
        rules=s.rules,
        sources=s.sources,
        why=s.explanation,
        query=s.query,
        expect=s.expect,
        exit=s.exit,
    )


def verdict_on(scenario: Scenario) -> str | None:
    """The verdict that a case expects on its last action; None where it expects something else."""
    expected = scenario.expect.get("verdict") if isinstance(scenario.expect, dict) else None
    return expected if expected in ("legal", "illegal") else "legal" if scenario.exit == 0 else None


def played(scenario: Scenario) -> Played | None:
    """The position that a case is about, and what is done in it; None if its query has no position.

    Of a recorded game that is refused, the last action is the one that is not legal.
    """
    command, given = scenario.query.command, scenario.query.stdin
    if command[0] == "replay":
        return _recorded(scenario.query)
    if command[0] == "resolve-battle" and isinstance(given, dict) and "orders" in given:
        return FORMAT.read(given["battle"]), tuple(map(action_from_json, given["orders"]))
    if given is None and command[0] not in TAKE_LINES:
        return None
    try:
        position = parse_line(command[1]) if given is None else FORMAT.read(_with_options(given, command))
    except DocumentError:  # the faults of a document are asked about
        return None
    texts = list(takewhile(lambda word: not word.startswith("-"), command[2:]))
    if command[0] != "check" or not texts:
        return position, ()
    with use_box(position.the_box):
        done = judge_text(Line(position), "; ".join(texts))
    return done.before or position, done.actions


def _with_options(document: Any, command: Sequence[str]) -> Any:
    """A document with the readings that the command chooses."""
    given = [value.split("=") for option, value in pairwise(command) if option == "--option"]
    chosen = {name: BOOLEANS.get(value, value) for name, value in given}
    return {**document, "options": {**document.get("options", {}), **chosen}} if chosen else document


def _recorded(query: Query) -> Played:
    record = RecordedGame(rows_in(io.BytesIO(query.text().encode())))
    steps: list[Step[Game]] = []
    lines, start = tuple(record.lines()), record.game()
    judged(lines, start, watch=steps.append)
    return start, tuple(step.action for step in steps if not step.line.afterthought)
