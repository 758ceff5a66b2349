"""What every companion keeps: its documents are valid, its words mean one thing, its rules and readings are told."""

import ast
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import titan_companions
from looping import for_each, some
from titan_companions import GAMES
from titan_companions.protocol import records, views
from titan_rules.kernel.errors import CannotTell
from trials import share
from walking import holds, mutated
from walks import WALKS

HERE = Path(titan_companions.__file__).parent
PACKAGES = {name: HERE / name.replace("-", "_") for name in GAMES}

OF_THE_COMMAND_LINE = ("app", "arguments", "files", "keeper", "output", "rulebook", "validating")
"""What a command of another distribution may use of ``titan_cli``."""
each_game: Callable[[Any], Any] = pytest.mark.parametrize("name", WALKS)
WALKED = share(3)
"""A walk of a dozen actions is as good as several examples of other tests."""

seeds = st.integers(0, 10**6).map(random.Random)


@each_game
@WALKED
@given(dice=seeds)
def test_every_accepted_action_gives_a_valid_document(name: str, dice: random.Random) -> None:
    game, walk = WALKS[name]
    for before, action, _ in some(islice(walk(dice), 12)):
        for data in (game.actions.to_json(action), *(mutated(action, game, dice) for _ in range(3))):
            assert holds(game, before, data) is None


@each_game
@WALKED
@given(dice=seeds)
def test_words_and_lines_mean_what_was_written(name: str, dice: random.Random) -> None:
    game, walk = WALKS[name]
    steps = list(islice(walk(dice), 14))
    assume(steps)
    rows = []
    for before, action, after in steps:
        text = game.text(action, before)
        assert game.read_action(text, before) == action
        rows.append((len(rows) + 1, text))
        line = game.line(after)
        assert line is not None
        assert game.read_position(line) == after
    report = records.replay(game, steps[0][0], rows)
    assert (report.verdict, report.steps) == ("legal", len(rows)), report.stopped_at


@each_game
@WALKED
@given(dice=seeds)
def test_what_is_listed_is_accepted(name: str, dice: random.Random) -> None:
    game, walk = WALKS[name]
    for _, _, after in islice(walk(dice), 4):
        for action, possible in views.possible(game, after):
            assert views.check(game, after, action).verdict == ("open" if possible.open else "legal")
            assert game.read_action(possible.action, after) == action


def odds_answer(game: Any, at: Any, action: Any) -> None:
    """The odds of an action that is legal: an answer, or a sentence that says why there is none."""
    try:
        found = views.odds(game, at, action)
    except CannotTell:  # too many dice, or something must be chosen first
        return
    assert found.verdict == "legal"
    assert found.final is not None or sum(Fraction(each.chance["exact"]) for each in found.outcomes) == 1


@each_game
@WALKED
@given(dice=seeds)
def test_odds_of_everything_that_is_listed_answer(name: str, dice: random.Random) -> None:
    game, walk = WALKS[name]
    for _, _, after in islice(walk(dice), 3):
        for action, _ in views.possible(game, after):
            odds_answer(game, after, action)


FOREIGN = (
    "instead",
    "not",
    "if",
    "wolves",
    "+-3",
    "9999999999",
    '"',
    "{",
    "A",
    "Iran",
    "2",
    "with",
    ",",
    "rolls",
    "of",
)


def misspoken(text: str, dice: random.Random) -> str:
    """Words with one of them left out, said twice, moved, or put in."""
    words = text.split() or [text]
    at = dice.randrange(len(words))
    changed = [words[:at] + words[at + 1 :], [*words, words[at]], [*words[at:], *words[:at]],
               [*words[:at], dice.choice(FOREIGN), *words[at:]]]  # fmt: skip
    return " ".join(dice.choice(changed))


@each_game
@pytest.mark.long
def test_thirty_thousand_actions_random_and_mutated(name: str) -> None:
    game, walk = WALKS[name]
    counts, seed = Counter[str](), 0
    while counts["documents"] + counts["words"] < 30_000:
        dice, seed = random.Random(seed), seed + 1
        for before, action, _ in walk(dice):
            odds_answer(game, before, action)
            counts["odds"] += 1
            for data in (game.actions.to_json(action), *(mutated(action, game, dice) for _ in range(3))):
                assert holds(game, before, data) is None
                counts["documents"] += 1
            for text in (misspoken(game.text(action, before), dice) for _ in range(3)):
                assert holds(game, before, text) is None, text
                counts["words"] += 1
    print(name, dict(counts))  # with pytest -s


@each_game
def test_options_and_the_code_name_rules_of_the_digest_and_the_rules_their_options(name: str) -> None:
    game, _ = WALKS[name]
    rules = game.digest.rules
    for option in some(game.rulesets.options.values()):
        for rule in option.rules:
            assert f"`{option.name}`" in rules[rule].text
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGES[name].rglob("*.py"))
    prefix = next(iter(rules)).partition("-")[0]
    assert set(re.findall(rf"\b{prefix}-[A-Z]+-\d+", code)) <= set(rules)


def imported(path: Path) -> Iterator[str]:
    """What a file of the package imports, by its full name."""
    package = ("titan_companions", *path.relative_to(HERE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = [*above, *([node.module] if node.module else [])]
            yield from (".".join([*module, alias.name]) for alias in node.names)


@for_each("path", sorted(HERE.rglob("*.py")), ids=lambda path: str(path.relative_to(HERE)))
def test_imports_the_kernel_and_no_other_game(path: Path) -> None:
    first = path.relative_to(HERE).parts[0].removesuffix(".py")
    allowed = ["titan_rules.kernel", "titan_rules.text.lexer", "titan_companions.protocol", f"titan_companions.{first}"]
    if first == "command":
        allowed += ["titan_companions", *(f"titan_cli.{name}" for name in OF_THE_COMMAND_LINE)]
    for name in imported(path):
        if name.startswith("titan_"):
            assert f"{name}.".startswith(tuple(f"{each}." for each in allowed)), name
