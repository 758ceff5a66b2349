"""The cases under companions/scenarios: every one is asked; every rule and every question of a game has one."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from companion_files import SCENARIOS
from looping import for_each, some
from running import titan
from titan_companions import companion
from titan_companions.protocol import answers
from titan_rules.kernel.scenarios import misses

GAMES = sorted(path.name for path in SCENARIOS.iterdir())
CASES = sorted(SCENARIOS.glob("*/*.json"))


@cache
def validator(game: str, kind: str) -> Draft202012Validator:
    return Draft202012Validator(answers.answer_schema(companion(game), kind))


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@for_each("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_answered_as_expected_and_as_its_schema_says(path: Path) -> None:
    case = load(path)
    query, game = case["query"], companion(case["game"])
    stdin = query.get("stdin")
    given = stdin if isinstance(stdin, str) or stdin is None else json.dumps(stdin)
    done = titan(*query["command"], "--format", "json", stdin=given)
    answer = json.loads(done.out or done.err)
    assert (done.code, misses(case["expect"], answer, "")) == (case["exit"], [])
    if "error" in answer or query["command"][2] == "validate":
        return
    kinds = [answer["kind"]] if answer["kind"] in answers.answers(game) else ["check", "odds"]
    assert any(validator(case["game"], one).is_valid({**answer, "kind": one}) for one in kinds), answer["kind"]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_case_named_after_it(game: str) -> None:
    cases = {path: load(path) for path in CASES if path.parent.name == game}
    named = {case["id"].rpartition(".")[0] for case in cases.values()}
    assert named == set(companion(game).digest.rules)
    for path, case in some(cases.items()):
        assert case["game"] == game
        assert path.stem == f"{case['id']}-{case['slug']}"
        assert case["id"].rpartition(".")[0] in case["rules"]
        assert set(case["rules"]) <= named


@pytest.mark.parametrize("name", GAMES)
def test_every_question_and_every_rule_that_is_played_has_a_case(name: str) -> None:
    game = companion(name)
    cases = [load(path) for path in CASES if path.parent.name == name]
    asked = {case["query"]["command"][2] for case in cases}
    assert set(game.questions.kinds) <= asked
    actions = {*game.actions.kinds, "check", "odds", "replay", "play"} - {*game.questions.kinds}
    played = {case["id"].rpartition(".")[0] for case in cases if case["query"]["command"][2] in actions}
    assert set(game.digest.rules) <= played
