"""Every case under scenarios/companions/lords-of-xidit, asked of the command line."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from titan_cli.app import run
from titan_rules.companions.lords_of_xidit.companion import COMPANION

CASES = sorted((Path(__file__).parents[2] / "scenarios" / "companions" / "lords-of-xidit").glob("*.json"))


def misses(wanted: Any, given: Any, at: str = "") -> list[str]:
    """Where an answer is not what a case expects: objects by the keys given, lists item by item."""
    if isinstance(wanted, dict) and set(wanted) == {"contains"} and isinstance(given, list):
        return [
            f"{at}: none of {len(given)} items is like {want}"
            for want in wanted["contains"]
            if all(misses(want, item) for item in given)
        ]
    if isinstance(wanted, dict) and isinstance(given, dict):
        found = []
        for key, value in wanted.items():
            found += misses(value, given[key], f"{at}/{key}") if key in given else [f"{at}/{key} is missing"]
        return found
    if isinstance(wanted, list) and isinstance(given, list):
        if len(wanted) != len(given):
            return [f"{at}: {len(wanted)} items wanted, not {given}"]
        return [m for i, (w, g) in enumerate(zip(wanted, given, strict=True)) for m in misses(w, g, f"{at}/{i}")]
    return [] if wanted == given and type(wanted) is type(given) else [f"{at}: {wanted!r} wanted, not {given!r}"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_scenario(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    document = json.dumps(case["query"].get("stdin")).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
    code = run([*case["query"]["command"], "--format", "json"])
    out, err = capsys.readouterr()
    assert code == case["exit"], err or out
    assert misses(case["expect"], json.loads(out or err)) == []


def test_every_rule_has_a_case_named_after_it() -> None:
    cases = [json.loads(path.read_text(encoding="utf-8")) for path in CASES]
    named = {case["id"].rpartition(".")[0] for case in cases}
    assert named == set(COMPANION.digest().rules)
    assert all(case["id"].rpartition(".")[0] in case["rules"] for case in cases)
    assert [path.stem for path in CASES] == sorted(f"{case['id']}-{case['slug']}" for case in cases)


def test_every_question_has_a_case() -> None:
    asked = {json.loads(path.read_text(encoding="utf-8"))["query"]["command"][2] for path in CASES}
    assert {question.name for question in COMPANION.questions} <= asked
