"""Every case of the catalogue: asked, and put in order."""

import json

import pytest
from jsonschema import Draft202012Validator

from titan_cli.commands.scenario import ask
from titan_rules import schemas
from titan_rules.digest.rulesets import OPTIONS
from titan_rules.kernel.rulesets import Option
from titan_rules.kernel.scenarios import play
from titan_rules.scenarios import GAME, Case, coverage, load, rules_of, shipped_folder

CASES = load(shipped_folder())
VALIDATOR = Draft202012Validator(json.loads(schemas.schema_text("scenario")))

TITAN = [case for case in CASES if case.scenario.game == GAME]
"""The others' are asked by ``tests/companions``."""


def stem(case: Case) -> str:
    return case.path.stem


@pytest.mark.parametrize("case", TITAN, ids=stem)
def test_the_ruling_is_the_expected_one(case: Case) -> None:
    assert play(case.scenario, ask).misses == ()


def test_every_file_fits_the_schema() -> None:
    for case in CASES:
        VALIDATOR.validate(json.loads(case.path.read_text(encoding="utf-8")))


def test_every_rule_that_a_case_names_is_in_the_digest() -> None:
    for case in CASES:
        assert set(case.scenario.rules) <= set(rules_of(case.scenario.game)), case.path.name


def test_no_question_is_asked_twice() -> None:
    for game in {case.scenario.game for case in CASES}:
        told = [(c.scenario.question, str(c.scenario.query)) for c in CASES if c.scenario.game == game]
        assert len(set(told)) == len(told)


def test_coverage_has_no_empty_row() -> None:
    assert [row.rule for row in coverage(CASES) if not row.cases] == []


@pytest.mark.parametrize("case", TITAN, ids=stem)
def test_a_case_expects_something_of_the_rules_it_names(case: Case) -> None:
    """A case without an expectation could not fail."""
    assert case.scenario.expect
    assert case.scenario.question.strip().endswith("?")
    assert case.scenario.explanation.strip().endswith(".")
    assert case.scenario.sources


def test_titan_has_enough_cases() -> None:
    assert len(TITAN) >= 250


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_has_a_case_for_the_other_reading(option: Option) -> None:
    assert any(
        f"{option.name}=" in case.scenario.explanation or option.name in str(case.scenario.query) for case in TITAN
    )
