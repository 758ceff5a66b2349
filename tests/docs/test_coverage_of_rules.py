"""``docs/coverage-of-rules.md`` is what the tests say, and no rule and no step is without a test."""

import pytest

from coverage_table import PAGE, page, rows, rules_named

BY_RULE, BY_STEP = rows()


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make coverage-table"


@pytest.mark.parametrize("rule", BY_RULE)
def test_every_rule_has_a_test(rule: str) -> None:
    assert BY_RULE[rule]


@pytest.mark.parametrize("step", BY_STEP)
def test_every_step_has_a_test(step: str) -> None:
    assert BY_STEP[step]


def test_a_name_may_name_several_rules_and_only_rules() -> None:
    assert rules_named("test_D_1_and_TURN_2_and_no_more") == ["D-1", "TURN-2"]
    assert rules_named("test_UTF_8_is_no_rule") == []
