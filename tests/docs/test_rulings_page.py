"""``docs/rulings.md`` has every option, every reading of it, and what each preset changes."""

import re

from checkout import ROOT
from looping import for_each, some
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS, ruleset
from titan_rules.kernel.rulesets import Option

PAGE = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def written(value: object) -> str:
    return f"`{value_text(value)}`"


@for_each("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_with_its_readings_and_its_choice(option: Option) -> None:
    heading = f"### `{option.name}` ({', '.join(option.rules)})\n"
    section = PAGE.partition(heading)[2].partition("\n##")[0]
    assert section, heading
    for value in some(option.values):
        assert f"- {written(value)}: " in section
    assert f"`standard` is {written(getattr(ruleset(), option.name))}" in section


@for_each("preset", RULESETS.presets)
def test_every_preset_with_its_differences(preset: str) -> None:
    chosen, standard = ruleset(preset), ruleset()
    changed = [
        f"`{option.name}={value_text(getattr(chosen, option.name))}`"
        for option in OPTIONS
        if getattr(chosen, option.name) != getattr(standard, option.name)
    ]
    assert f"`{preset}`" in PAGE.partition("## The options")[0]
    assert not changed or f"| `{preset}` | {', '.join(changed)} |" in PAGE


def test_every_rule_named_is_a_rule() -> None:
    named = set(re.findall(r"\b[A-Z]{2,}-\d+\b", PAGE))
    assert named
    assert named <= set(digest().rules)
