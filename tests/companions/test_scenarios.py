"""Every case under scenarios/companions, asked of the command line."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from titan_cli.app import run
from titan_rules.companions import companion

FOLDER = Path(__file__).parents[2] / "scenarios" / "companions"
GAMES = sorted(path.name for path in FOLDER.iterdir())
CASES = sorted(FOLDER.glob("*/*.json"))


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


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
    case = load(path)
    document = json.dumps(case["query"].get("stdin")).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
    code = run([*case["query"]["command"], "--format", "json"])
    out, err = capsys.readouterr()
    assert code == case["exit"], err or out
    assert misses(case["expect"], json.loads(out or err)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_case_named_after_it(game: str) -> None:
    cases = {path: load(path) for path in CASES if path.parent.name == game}
    named = {case["id"].rpartition(".")[0] for case in cases.values()}
    assert named == set(companion(game).digest().rules)
    for path, case in cases.items():
        assert case["game"] == game
        assert path.stem == f"{case['id']}-{case['slug']}"
        assert case["id"].rpartition(".")[0] in case["rules"]
        assert set(case["rules"]) <= named


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_case(game: str) -> None:
    asked = {load(path)["query"]["command"][2] for path in CASES if path.parent.name == game}
    assert {question.name for question in companion(game).questions} <= asked


def test_misses_finds_what_is_not_as_expected() -> None:
    given = {"a": [{"b": 1, "c": 2}, {"b": 3}], "d": True}
    assert misses({"a": {"contains": [{"b": 3}]}, "d": True}, given) == []
    assert misses({"a": {"contains": [{"b": 4}]}}, given) != []
    assert misses({"a": [{"b": 1}]}, given) != []
    assert misses({"d": 1}, given) != []
    assert misses({"e": 1}, given) == ["/e is missing"]
