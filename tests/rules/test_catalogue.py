"""Every case of the catalogue: asked, and put in order."""

import json
from itertools import chain
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from looping import for_each, some
from titan_cli.commands.scenario import ask
from titan_rules import schemas
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.scenarios import Query, play
from titan_rules.scenarios import GAME, Dispute, coverage, load, shipped_folder

CASES = load(shipped_folder())
VALIDATOR = Draft202012Validator(schemas.schema_of("scenario"))


def stem(case: Dispute) -> str:
    return case.path.stem


@for_each("case", CASES, ids=stem)
def test_the_ruling_is_the_expected_one(case: Dispute) -> None:
    assert play(case.scenario, ask).misses == ()


def test_every_file_fits_the_schema() -> None:
    for case in CASES:
        VALIDATOR.validate(json.loads(case.path.read_text(encoding="utf-8")))


def test_every_rule_that_a_case_names_is_in_the_digest() -> None:
    for case in some(CASES):
        assert case.scenario.game == GAME
        assert set(case.scenario.rules) <= set(digest().rules), case.path.name


def test_no_question_is_asked_twice() -> None:
    told = [(case.scenario.question, str(case.scenario.query)) for case in CASES]
    assert len(set(told)) == len(told)


def test_coverage_has_no_empty_row() -> None:
    assert [row.rule for row in coverage(CASES) if not row.cases] == []


def test_a_case_expects_something_of_the_rules_it_names() -> None:
    """A case without an expectation could not fail."""
    for case in some(CASES):
        assert case.scenario.expect, case.path.name
        assert case.scenario.question.strip().endswith("?"), case.path.name
        assert case.scenario.explanation.strip().endswith("."), case.path.name
        assert case.scenario.sources, case.path.name


def test_titan_has_enough_cases() -> None:
    assert len(CASES) >= 250


def said(value: Any, preset: str, told: set[tuple[str, Any]]) -> Any:
    """A query's value with every reading said, so that its preset does not matter.

    :param told: takes the readings that are not the first of their option.
    """
    if isinstance(value, dict):
        value = {key: said(inner, preset, told) for key, inner in value.items()}
        if "ruleset" not in value and not value.get("options"):
            return value
        readings = RULESETS.presets[value.get("ruleset", "standard")] | dict(value.get("options", {}))
        told.update(readings.items())
        return {**value, "ruleset": preset, "options": readings}
    if not isinstance(value, list | tuple):
        return value
    words, options, name = iter([said(each, preset, told) for each in value]), {}, None
    kept = []
    for word in words:
        if word == "--option":
            key, reading = RULESETS.typed(next(words))
            options[key] = reading
        elif word == "--ruleset":
            name = next(words)
        else:
            kept.append(word)
    if options or name:
        readings = RULESETS.presets[name or "standard"] | options
        told.update(readings.items())
        typed = [("--option", f"{key}={str(reading).lower()}") for key, reading in readings.items()]
        kept += ["--ruleset", preset, *chain.from_iterable(typed)]
    return tuple(kept)


@pytest.mark.parametrize("preset", RULESETS.presets)
def test_every_reading_of_every_option_has_a_case_and_counts_the_same_under_every_preset(preset: str) -> None:
    told: set[tuple[str, Any]] = set()
    for case in some(CASES):
        query = Query(*[said(getattr(case.scenario.query, key), preset, told) for key in ("command", "stdin", "lines")])
        if query != case.scenario.query:
            assert play(evolve(case.scenario, query=query), ask).misses == (), case.scenario.id
    assert told == {(option.name, value) for option in OPTIONS for value in option.values}
