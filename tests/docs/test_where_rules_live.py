"""``docs/where-rules-live.md`` is what code, tests and cases say: every rule has a place, and each step a test."""

from where_rules_live import PAGE, cases_by_rule, code_by_rule, page, rows, rules_cited, rules_named


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make rule-index"


def test_every_rule_has_code_and_a_case_or_a_test_and_every_step_a_test() -> None:
    (by_rule, by_step), places, cases = rows(), code_by_rule(), cases_by_rule()
    assert [rule for rule in by_rule if not (cases[rule] or by_rule[rule])] == []
    assert [rule for rule, names in places.items() if not names] == []
    assert [step for step, names in by_step.items() if not names] == []


def test_a_text_may_cite_ranges_and_enumerations() -> None:
    cited = list(rules_cited("STRIKE-2 to 4 (see CARRY-1, 2) and BATTLE-3 to BATTLE-4; not UTF-8"))
    assert cited == ["STRIKE-2", "STRIKE-3", "STRIKE-4", "CARRY-1", "CARRY-2", "BATTLE-3", "BATTLE-4"]


def test_a_name_may_name_several_rules_and_only_rules() -> None:
    assert rules_named("test_D_1_and_TURN_2_and_no_more") == ["D-1", "TURN-2"]
    assert rules_named("test_UTF_8_is_no_rule") == []
