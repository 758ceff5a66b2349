"""The tool that asks the tests about mutants, asked about a package whose mutants are known."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from mutate.mutants import count, mutants, sampled
from mutate.run import TITAN, Covered, interval, table

CODE = '''"""A package of which one half is tested."""

from functools import cache

LIMIT = 3


def _made():
    return [n + 1 for n in range(LIMIT)]


MADE = _made()


@cache
def enough(dice):
    """Whether there are enough."""
    return dice >= LIMIT


class Hand:
    def points(self, cards: int = 2) -> int:
        return cards * 10


def unseen(flag):
    if not flag:
        return 1
    raise ValueError(1 + 1)
'''
TESTS = """
from small.code import MADE, Hand, enough, unseen

def test_enough():
    assert enough(3)
    assert not enough(2)

def test_made():
    assert MADE == [1, 2, 3]

def test_points_is_called():
    assert Hand().points()

def test_always_fails():
    assert enough(0)
"""
RUN = """
import sys
from pathlib import Path
from mutate.run import Project, main

root = Path(sys.argv[1])
groups = {"all of it": ["code.py"]}
project = Project(root, "small", groups, ["tests"], root / "equivalents.json")
sys.exit(main(["--mutants", "99", "--jobs", "1"], project))
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    for name, text in {
        "small/__init__.py": "",
        "small/code.py": CODE,
        "tests/test_code.py": TESTS,
        "equivalents.json": json.dumps({"code.py unseen: if not flag -> if not not flag": "for the sake of it"}),
        "pytest.ini": "[pytest]\naddopts = --import-mode=importlib\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_what_can_be_changed(small: Path) -> None:
    found = {mutant.name: mutant for mutant in mutants(small / "small", "code.py")}
    assert list(found) == [
        "code.py _made: n + 1 -> n - 1",
        "code.py _made: 1 -> 2",
        "code.py enough: dice >= LIMIT -> dice > LIMIT",
        "code.py Hand.points: cards * 10 -> cards + 10",
        "code.py Hand.points: 10 -> 11",
        "code.py unseen: if not flag -> if not not flag",
        "code.py unseen: not flag -> not not flag",
        "code.py unseen: 1 -> 2",
    ]
    assert count(small / "small", "code.py") == 8
    changed = found["code.py Hand.points: 10 -> 11"]
    assert changed.place == "code.py:23"
    assert ast.unparse(changed.tree) == ast.unparse(ast.parse(CODE.replace("cards * 10", "cards * 11")))


def test_what_is_alike_in_one_function_has_a_number(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def f(a):\n    return a + 1, a + 1\n")
    assert [mutant.change for mutant in mutants(tmp_path, "m.py")] == [
        "a + 1 -> a - 1",
        "1 -> 2",
        "a + 1 -> a - 1 #2",
        "1 -> 2 #2",
    ]


def test_what_only_says_what_must_hold_is_left_alone(tmp_path: Path) -> None:
    lines = ("assert a > 1", "zip(a, a, strict=True)", "'a text of its own'", "x: 'list[3]' = a", "raise ValueError(1)")
    (tmp_path / "m.py").write_text("def f(a):\n" + "".join(f"    {line}\n" for line in lines))
    assert [mutant.change for mutant in mutants(tmp_path, "m.py")] == ["zip(a, a, strict=True) -> None"]


def test_a_sample_is_drawn_with_its_seed(small: Path) -> None:
    first, second, other = (sampled(small / "small", ["code.py"], 4, seed) for seed in (1, 1, 2))
    assert [m.name for m in first] == [m.name for m in second] != [m.name for m in other]
    assert len({m.name for m in first}) == 4


@pytest.mark.long
def test_known_mutants_are_killed_and_survive(small: Path) -> None:
    tests = str(Path(__file__).parent.parent)
    env = {"PYTHONPATH": f"{small}:{tests}", "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", RUN, str(small)]
    done = subprocess.run(command, cwd=small, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert said[0].startswith("7 mutants, seed 1; 4 tests measured")
    assert sorted(line for line in said if line.startswith(("survived", "not run"))) == [
        "not run: code.py:27 code.py unseen: not flag -> not not flag",
        "not run: code.py:28 code.py unseen: 1 -> 2",
        "survived: code.py:23 code.py Hand.points: 10 -> 11",
        "survived: code.py:23 code.py Hand.points: cards * 10 -> cards + 10",
    ]
    assert [line.split() for line in said if line.startswith("all")] == [
        ["all", "of", "it", "7", "3", "1", "42.9", "%", "15.8", "to", "75.0", "%"],
        ["all", "7", "3", "1", "42.9", "%", "15.8", "to", "75.0", "%"],
    ]


def test_the_interval_is_Wilsons() -> None:
    assert interval(95, 100) == pytest.approx((88.82, 97.85), abs=0.01)
    assert interval(0, 10) == pytest.approx((0.0, 27.75), abs=0.01)
    assert interval(0, 0) == (0.0, 100.0)


def test_the_table_counts_what_no_test_runs_as_not_killed() -> None:
    rows = table({"rules": ["killed", "killed", "not run", "survived"], "odds": []}, {"rules": 2}).splitlines()
    assert rows[1].split()[:6] == ["rules", "4", "2", "2", "50.0", "%"]
    assert rows[2].split()[:5] == ["odds", "0", "0", "0", "-"]
    assert rows[3].split()[:6] == ["all", "4", "2", "2", "50.0", "%"]


def test_quick_tests_of_the_line_are_asked_first_then_some_of_the_module(small: Path) -> None:
    lines = {("code.py", 23): frozenset({"slow", "quick"}), ("code.py", 17): frozenset({"other", "quick"})}
    known = Covered(lines, frozenset(), {"slow": 50.0, "quick": 0.1, "other": 1.0})
    mutant = next(m for m in mutants(small / "small", "code.py") if m.line == 23)
    assert known.asked(mutant) == ["quick", "slow", "other"]
    assert Covered(lines, frozenset(), {"slow": 70.0, "quick": 0.1, "other": 90.0}).asked(mutant) == ["quick", "other"]


def test_every_equivalent_is_a_mutant_and_has_its_reason() -> None:
    equivalents = json.loads(TITAN.equivalents.read_text(encoding="utf-8"))
    folder = TITAN.root / TITAN.package
    for name, reason in equivalents.items():
        module = name.partition(" ")[0]
        assert name in {mutant.name for mutant in mutants(folder, module)}
        assert reason
