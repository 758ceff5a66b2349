"""Scenarios: disputes as data, each a question, its query and the expected answer.

A file of the format ``titan-rules-scenario/1`` holds one case. Any program that answers the queries can run the
catalogue.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

from attrs import field, frozen

from .errors import DocumentError, Fault
from .fields import Between
from .jsontext import compact
from .reading import describe, read
from .schema import headed

FORMAT_ID = "titan-rules-scenario/1"
PATTERNS = {
    "contains": "each of these matches some item of the list",
    "excludes": "no item of the list matches any of these",
    "any_order": "the list's items match these one to one, in any order",
}


@frozen
class Query:
    """A command and its input.

    :param command: the words after the program's name; ``-`` is the document, read from standard input.
    :param stdin: the document, a JSON value.
    :param lines: in place of ``stdin``: JSON values, one per line.
    """

    command: tuple[str, ...]
    stdin: Any = None
    lines: tuple[Any, ...] = ()

    def text(self) -> str:
        """The query's input."""
        if self.lines:
            return "".join(compact(value) + "\n" for value in self.lines)
        return "" if self.stdin is None else compact(self.stdin)


@frozen
class Scenario:
    """One case.

    :param id: the rule it is about, a dot and a letter: ``STRIKE-6.b``.
    :param slug: what it is about, in a few words joined by hyphens; the file is named ``id-slug.json``.
    :param game: whose rules.
    :param rules: every rule that the expected answer rests on, including the one in its id.
    :param question: as a player would ask it.
    :param query: the command that answers it.
    :param expect: the answer: objects by the keys given, lists item by item or by a pattern, anything else exactly.
    :param exit: the exit code: 0 answered, 1 the answer is illegal or diverges, 2 bad usage or bad document.
    :param explanation: why, in a sentence.
    :param sources: where the rule is written.
    """

    id: str
    slug: str
    game: str
    rules: tuple[str, ...]
    question: str
    query: Query
    expect: Any
    explanation: str
    sources: str
    exit: Annotated[int, Between(0, 2)] = field(default=0)

    @property
    def rule(self) -> str:
        """The rule in its id."""
        return self.id.rpartition(".")[0]

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{self.id}-{self.slug}.json"

    @property
    def illegal(self) -> bool:
        """Whether the expected answer is no."""
        return self.exit != 0 or says_no(self.expect)


@frozen
class Given:
    """A program's answer: exit code, and the JSON or error object printed."""

    exit: int
    answer: Any


Asking: TypeAlias = Callable[[Query], Given]  # asks a program a query


@frozen
class CaseResult:
    """The result of one case; no misses if it passes."""

    scenario: Scenario
    given: Given
    misses: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether there are no misses."""
        return not self.misses


def read_scenario(data: Any) -> Scenario:
    """A JSON value as a scenario.

    :raises DocumentError: it is not a scenario; with every fault.
    """
    if type(data) is not dict:
        raise DocumentError([Fault("not-a-document", f"expected a JSON object, got {describe(data)}")])
    if data.get("format") != FORMAT_ID:
        given = describe(data.get("format"))
        raise DocumentError([Fault("wrong-format", f"expected format {FORMAT_ID}, got {given}", "/format")])
    scenario = read({key: value for key, value in data.items() if key != "format"}, Scenario)
    faults = _faults(scenario)
    if faults:
        raise DocumentError(faults)
    return scenario


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    about = "One case of a catalogue of disputes: a question, the query that settles it, the answer to expect."
    header = {"format": {"const": FORMAT_ID}}
    return headed(Scenario, header, id="urn:titan-rules-scenario:1", title=FORMAT_ID, about=about)


def _faults(scenario: Scenario) -> list[Fault]:
    faults = []
    if not scenario.rule or not scenario.id.rpartition(".")[2]:
        faults.append(Fault("bad-id", f"an id is a rule, a dot and a letter, not {scenario.id!r}", "/id"))
    elif scenario.rule not in scenario.rules:
        faults.append(Fault("missing-rule", f"{scenario.rule}, in the case's id, is not among its rules", "/rules"))
    if not scenario.query.command:
        faults.append(Fault("empty", "a query has at least one word", "/query/command"))
    if scenario.query.lines and scenario.query.stdin is not None:
        faults.append(Fault("both-given", "a query has stdin or lines, not both", "/query"))
    return faults


def play(scenario: Scenario, ask: Asking) -> CaseResult:
    """Ask a case's query and compare the answer."""
    given = ask(scenario.query)
    wrong = misses(scenario.expect, given.answer)
    if given.exit != scenario.exit:
        wrong.insert(0, f"expected exit code {scenario.exit}, got {given.exit}")
    return CaseResult(scenario, given, tuple(wrong))


def misses(wanted: Any, given: Any, at: str = "") -> list[str]:
    """The differences between an answer and the expectation, each with its JSON Pointer.

    >>> misses({"dice": 6, "carry_to": {"contains": ["E3"]}}, {"dice": 5, "carry_to": ["D3", "E3"], "more": 1})
    ['/dice: expected 6, got 5']
    """
    if isinstance(given, list) and isinstance(wanted, dict) and wanted and set(wanted) <= set(PATTERNS):
        return [line for name, items in wanted.items() for line in _CHECKS[name](items, given, at)]
    if isinstance(wanted, dict) and isinstance(given, dict):
        wrong = []
        for key, value in wanted.items():
            wrong += misses(value, given[key], f"{at}/{key}") if key in given else [f"{at}/{key} is missing"]
        return wrong
    if isinstance(wanted, list) and isinstance(given, list):
        if len(wanted) != len(given):
            return [f"{at}: expected {len(wanted)} items, got {given}"]
        return [m for i, (w, g) in enumerate(zip(wanted, given, strict=True)) for m in misses(w, g, f"{at}/{i}")]
    return [] if wanted == given and type(wanted) is type(given) else [f"{at}: expected {wanted!r}, got {given!r}"]


def _contains(items: list[Any], given: list[Any], at: str) -> list[str]:
    return [
        f"{at}: none of {len(given)} items matches {item}" for item in items if all(misses(item, one) for one in given)
    ]


def _excludes(items: list[Any], given: list[Any], at: str) -> list[str]:
    return [f"{at}/{i}: {one} matches {item}" for item in items for i, one in enumerate(given) if not misses(item, one)]


def _any_order(items: list[Any], given: list[Any], at: str) -> list[str]:
    if len(items) != len(given):
        return [f"{at}: expected {len(items)} items, got {given}"]
    left = list(given)
    for item in items:
        like = next((one for one in left if not misses(item, one)), None)
        if like is None:
            return [f"{at}: none of the items left, {left}, matches {item}"]
        left.remove(like)
    return []


_CHECKS = {"contains": _contains, "excludes": _excludes, "any_order": _any_order}


def says_no(expect: Any) -> bool:
    """Whether an expectation has an illegal verdict."""
    if isinstance(expect, dict):
        return expect.get("verdict") == "illegal" or any(map(says_no, expect.values()))
    return isinstance(expect, list) and any(map(says_no, expect))
