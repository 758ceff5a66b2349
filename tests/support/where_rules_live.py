"""Where each rule lives: its code, its tests and its cases, and the tests of each step: ``docs/where-rules-live.md``.

Code belongs to the rules that its strings cite and its docstrings name (``MOVE-4``, ``MANEUVER-1 to 7``); a test to
those that its name names (``test_MOVE_4_block_must_be_taken``), and to the steps of its
``@pytest.mark.step("2.5.6.4.1.3")``; a case to those that it lists.
``make rule-index`` writes the page.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from titan_rules.digest.rows import digest

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
CODE = ROOT / "titan_rules"
CASES = ROOT / "scenarios"
PAGE = ROOT / "docs" / "where-rules-live.md"

_TURN = (
    *("1", "2", "3", "3.1", "4", "4.1", "4.2", "4.3", "4.4"),
    *("5", "6", "6.1", "6.2", "6.3", "6.4", "7", "8", "8.1"),
)
STEPS = (
    *("1", "1.1", "1.2", "1.3", "1.3.1", "1.3.1.1", "1.3.1.2", "1.4", "1.4.1", "1.5", "1.6"),
    *("2", "2.1", "2.2", "2.2.1", "2.3", "2.4", "2.5", "2.5.1", "2.5.2", "2.5.3", "2.5.3.1"),
    *("2.5.4", "2.5.4.1", "2.5.4.2", "2.5.5", "2.5.5.1", "2.5.6", "2.5.6.1", "2.5.6.2", "2.5.6.3", "2.5.6.4"),
    *("2.5.6.4.1", *[f"2.5.6.4.1.{part}" for part in _TURN]),
    *("2.5.6.4.2", *[f"2.5.6.4.2.{part}" for part in _TURN]),
    *("2.5.6.5", "2.5.6.6", "2.5.6.7", "2.5.6.8", "2.5.6.9", "2.5.6.10", "2.6", "2.7", "3"),
)
"""Every numbered step of the Complete Sequence of Play, in order."""

HEAD = """# Where rules live

Here you find the code that decides a rule, how many tests are named after it, and how many cases of the catalogue it
settled. `titan rules MOVE-4` prints a rule, `pytest -k MOVE_4` runs its tests, and `titan scenario MOVE-4` lists
its cases. `make rule-index` writes this page.

"""

_RULE = re.compile(r"\b([A-Z]+)-(\d+)(?: to (?:[A-Z]+-)?(\d+))?((?:, \d+\b)*)")


def rules_cited(text: str) -> Iterator[str]:
    """The rules that a text cites, ranges and enumerations spelt out.

    >>> list(rules_cited("who may go where (MANEUVER-1 to 3, BATTLE-3, 4)"))
    ['MANEUVER-1', 'MANEUVER-2', 'MANEUVER-3', 'BATTLE-3', 'BATTLE-4']
    """
    for chapter, first, last, more in _RULE.findall(text):
        numbers = [*range(int(first), int(last or first) + 1), *map(int, re.findall(r"\d+", more))]
        yield from (rule for rule in (f"{chapter}-{number}" for number in numbers) if rule in digest().rules)


def code() -> Iterator[tuple[str, str, set[str], set[str]]]:
    """Every function and class of TITAN: its file, its name, the rules that it rules by, those that it names."""
    for path in sorted(CODE.rglob("*.py")):
        if "kernel" in path.relative_to(CODE).parts:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                nodes = [*ast.walk(node)]
                rules_by = {str(n.value) for n in nodes if isinstance(n, ast.Constant)} & digest().rules.keys()
                parts = [n for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)]
                named = {rule for part in parts for rule in rules_cited(ast.get_docstring(part) or "")}
                yield path.relative_to(CODE).as_posix(), node.name, rules_by, named


@cache
def code_by_rule() -> dict[str, list[str]]:
    """Where each rule is decided: what rules by it in the lowest of the layers that do, else what names it."""
    ranked: dict[str, dict[int, list[str]]] = {rule: {} for rule in digest().rules}
    for path, name, rules_by, named in code():
        for rule in rules_by | named:
            layer = 0 if path.startswith("rules/") else 1 if path.startswith(("play/", "position/")) else 2
            ranked[rule].setdefault(layer + (0 if rule in rules_by else 3), []).append(f"{path}: {name}")
    return {rule: places[min(places)] if places else [] for rule, places in ranked.items()}


def cases_by_rule() -> dict[str, list[str]]:
    """The disputes of the catalogue that each rule settled."""
    found: dict[str, list[str]] = {rule: [] for rule in digest().rules}
    for path in sorted(CASES.rglob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if str(case.get("format", "")).startswith("titan-rules-scenario/"):
            for rule in case["rules"]:
                found.setdefault(rule, []).append(case["id"])
    return found


def tests() -> Iterator[tuple[str, str, list[str]]]:
    """Every test function of TITAN's rules: its file, its name, the steps that it is marked with."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for function in node.body if isinstance(node, ast.ClassDef) else [node]:
                if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                    yield path.relative_to(TESTS).as_posix(), function.name, list(_marked(function))


def _marked(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.step":
            yield from (ast.literal_eval(argument) for argument in decorator.args)


def rules_named(name: str) -> list[str]:
    """The rules that a test's name names.

    >>> rules_named("test_MOVE_4_block_must_be_taken"), rules_named("test_ENG_2_and_ENG_3_choice")
    (['MOVE-4'], ['ENG-2', 'ENG-3'])
    """
    found = [f"{chapter}-{number}" for chapter, number in re.findall(r"(?<=_)([A-Z]+)_(\d+)(?=_|$)", name)]
    return [rule for rule in found if rule in digest().rules]


@cache
def rows() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The tests by rule, and by step.

    :raises KeyError: a test is marked with a step that there is not.
    """
    by_rule: dict[str, list[str]] = {rule: [] for rule in digest().rules}
    by_step: dict[str, list[str]] = {step: [] for step in STEPS}
    for path, name, steps in tests():
        for rule in rules_named(name):
            by_rule[rule].append(f"{path}::{name}")
        for step in steps:
            by_step[step].append(f"{path}::{name}")
    return by_rule, by_step


def _ranges(steps: list[str]) -> str:
    """Steps with those that follow each other as *first to last*.

    >>> _ranges(["1", "1.1", "1.2", "2.1"])
    '1 to 1.2, 2.1'
    """
    ranges: list[list[str]] = []
    for step in steps:
        if ranges and STEPS.index(step) == STEPS.index(ranges[-1][-1]) + 1:
            ranges[-1].append(step)
        else:
            ranges.append([step])
    return ", ".join(some[0] if len(some) == 1 else f"{some[0]} to {some[-1]}" for some in ranges)


def page() -> str:
    """The page as it has to be."""
    by_rule, by_step = rows()
    places, cases = code_by_rule(), cases_by_rule()
    lines = ["| rule | code | tests | cases |", "|---|---|---|---|"]
    for rule, names in by_rule.items():
        lines.append(f"| {rule} | {_by_file(places[rule], ': ')} | {len(names)} | {len(cases[rule])} |")
    files: dict[str, list[str]] = {}
    for step, names in by_step.items():
        for path in _files(names, "::"):
            files.setdefault(path, []).append(step)
    steps = ["| tests | steps |", "|---|---|"]
    steps += [f"| `{path}` | {_ranges(some)} |" for path, some in files.items()]
    return "\n".join([HEAD + "## Rules", "", *lines, "", "## Steps of the Complete Sequence of Play", "", *steps, ""])


def _files(names: list[str], mark: str) -> dict[str, list[str]]:
    files: dict[str, list[str]] = {}
    for path, _, function in (name.partition(mark) for name in names):
        files.setdefault(path, []).append(function)
    return files


def _by_file(names: list[str], mark: str) -> str:
    return ", ".join(f"`{path}` {', '.join(some)}" for path, some in _files(names, mark).items())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
