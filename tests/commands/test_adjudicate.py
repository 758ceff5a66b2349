"""The catalogue as a suite for other programs: ``titan scenario export`` and the example that runs it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

import titan_rules as rules
import warm
from checkout import EXAMPLES, ROOT
from running import titan
from scenario_files import put
from titan_rules.box.current_box import use_box
from titan_rules.suite import NUMBERS

SCENARIOS = ROOT / "scenarios"
RUNNER = EXAMPLES / "adjudicate.py"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.jsonl"
    path.write_text(titan("scenario", "export", "CARRY-3").out, encoding="utf-8")
    return path


def run_by(suite: Path, *program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(RUNNER), str(suite), *program]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    exported = [json.loads(line) for line in titan("scenario", "export").out.splitlines()]
    assert len(exported) == len(titan("scenario", "list").json["scenarios"]) > 300
    return exported


def test_every_line_of_the_suite_fits_the_schema(cases: list[dict[str, Any]]) -> None:
    validator = Draft202012Validator(titan("schema", "suite").json)
    for case in cases:
        validator.validate(case)


def test_every_case_has_one_number_and_no_number_is_left_out(cases: list[dict[str, Any]]) -> None:
    by_chapter: dict[str, list[int]] = {}
    for chapter, _, place in (case["number"].partition(".") for case in cases):
        by_chapter.setdefault(chapter, []).append(int(place))
    assert list(by_chapter) == [str(n + 1) for n in range(len(by_chapter))]
    rows = (SCENARIOS / NUMBERS).read_text(encoding="utf-8").splitlines()
    withdrawn = {row.partition("\t")[0] for row in rows if row.endswith("\twithdrawn")}
    for chapter, places in by_chapter.items():
        every = [n for n in range(1, places[-1] + 1) if f"{chapter}.{n}" not in withdrawn]
        assert places == every


def test_the_positions_and_actions_of_the_suite_lead_to_its_verdicts(cases: list[dict[str, Any]]) -> None:
    """As somebody asks who knows the documents, but not the commands."""
    judged = [case for case in cases if case["verdict"] and "--keep-going" not in case["query"]["command"]]
    assert len(judged) > 400
    for case in judged:
        game: Any = rules.loads(json.dumps(case["position"]))
        with use_box(game.the_box):
            *earlier, last = [rules.action_from_json(action) for action in case["actions"]]
        for action in earlier:
            game = rules.apply(game, action).state
        assert rules.check(game, last).verdict == case["verdict"], case["number"]


def test_cases_of_ones_own_have_no_number(tmp_path: Path) -> None:
    put(tmp_path)
    case = json.loads(titan("scenario", "export", "--dir", str(tmp_path)).out)
    assert (case["number"], case["chapter"], case["id"]) == (None, "strike", "STRIKE-3.z")


def test_the_runner_has_fifty_lines() -> None:
    assert len(RUNNER.read_text(encoding="utf-8").splitlines()) <= 50


def test_titan_answers_as_expected(suite: Path) -> None:
    done = run_by(suite, *warm.command())
    assert (done.returncode, done.stdout) == (0, "4 of 4 cases are answered as expected\n"), done.stderr


def test_another_programs_wrong_answers_are_listed(suite: Path, tmp_path: Path) -> None:
    """A program that finds everything legal."""
    yes = tmp_path / "yes.py"
    yes.write_text("""print('{"verdict": "legal", "rulings": []}')\n""", encoding="utf-8")
    done = run_by(suite, sys.executable, str(yes))
    assert done.returncode == 1
    assert re.match(r"8\.\d+  CARRY-3\.a  My Ogre strikes", done.stdout)
    assert "of 4 cases are answered as expected" in done.stdout
    silent = run_by(suite, sys.executable, "-c", "pass")
    assert silent.stdout.splitlines()[-1] == "0 of 4 cases are answered as expected"
