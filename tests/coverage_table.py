"""The table of rules and steps against the tests that put them to the proof: ``docs/coverage-of-rules.md``.

A test belongs to the rules that its name names (``test_MOVE_4_block_must_be_taken``), and to the steps of its
``@pytest.mark.step("2.5.6.4.1.3")``. ``python tests/coverage_table.py`` writes the page.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from titan_rules.digest.rows import digest

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "coverage-of-rules.md"
OTHER_GAMES = "companions"
"""Tests of other games, whose rule ids are not these."""

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

HEAD = """# Rules and steps, and the tests that cover them

Every rule of the digest (`titan rules`) has examples among the tests, named after it; every numbered step of the
Complete Sequence of Play has tests that go through it. Of each, the first three are named here.
`make coverage-table` writes this page from the tests.

"""


def tests() -> Iterator[tuple[str, str, list[str]]]:
    """Every test function of TITAN's rules: its file, its name, the steps that it is marked with."""
    for path in sorted(TESTS.rglob("test_*.py")):
        if OTHER_GAMES in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path.relative_to(TESTS).as_posix(), node.name, list(_marked(node))


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


def page() -> str:
    """The page as it has to be."""
    by_rule, by_step = rows()
    return "\n".join(
        [HEAD + "## Rules", "", *_table("rule", by_rule), "", "## Steps of play", "", *_table("step", by_step), ""]
    )


def _table(what: str, found: dict[str, list[str]]) -> Iterator[str]:
    yield f"| {what} | tests |"
    yield "|---|---|"
    for key, names in found.items():
        shown = [f"`{name.partition('::')[2]}` ({name.partition('::')[0]})" for name in names[:3]]
        yield f"| {key} | {', '.join(shown)}{', ...' if names[3:] else ''} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
