"""The cases under scenarios/companions: every rule and every question of a game has one. All are asked elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from titan_rules.companions import companion

FOLDER = Path(__file__).parents[2] / "scenarios" / "companions"
GAMES = sorted(path.name for path in FOLDER.iterdir())
CASES = sorted(FOLDER.glob("*/*.json"))


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


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
