"""The catalogue as a suite for other programs: ``titan scenario export`` and the example that runs it."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from checkout import EXAMPLES
from running import COMMAND, titan

RUNNER = EXAMPLES / "adjudicate.py"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.jsonl"
    path.write_text(titan("scenario", "export", "CARRY-3").out, encoding="utf-8")
    return path


def run_by(suite: Path, *program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(RUNNER), str(suite), *program]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_every_line_of_the_suite_fits_the_schema() -> None:
    schema = titan("schema", "scenario").json
    cases = [json.loads(line) for line in titan("scenario", "export").out.splitlines()]
    assert len(cases) == len(titan("scenario", "list").json["scenarios"]) > 300
    for case in cases:
        jsonschema.validate(case, schema)


def test_titan_answers_as_expected(suite: Path) -> None:
    done = run_by(suite, *COMMAND)
    assert (done.returncode, done.stdout) == (0, "4 of 4 cases are answered as expected\n"), done.stderr


def test_another_programs_wrong_answers_are_listed(suite: Path, tmp_path: Path) -> None:
    """A program that finds everything legal."""
    yes = tmp_path / "yes.py"
    yes.write_text("""print('{"verdict": "legal", "rulings": []}')\n""", encoding="utf-8")
    done = run_by(suite, sys.executable, str(yes))
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith("CARRY-3.")
    assert "of 4 cases are answered as expected" in done.stdout
    silent = run_by(suite, sys.executable, "-c", "pass")
    assert silent.stdout.splitlines()[-1] == "0 of 4 cases are answered as expected"
