"""``docs/rulings.md`` tells every option, every reading of it, and what each preset chooses."""

import re

import pytest

from checkout import ROOT
from looping import some
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS, ruleset
from titan_rules.kernel.rulesets import Option

PAGE = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
PRESETS = ("standard", "law", "tournament", "summary", "colossus", "slugathon")


def written(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_with_its_readings_and_its_choice(option: Option) -> None:
    heading = f"### `{option.name}` ({', '.join(option.rules)})\n"
    section = PAGE.partition(heading)[2].partition("\n##")[0]
    assert section, heading
    for value in some(option.values):
        assert f"- {written(value)}: " in section
    assert f"`standard` is {written(getattr(ruleset(), option.name))}" in section
    chosen = " | ".join(written(getattr(ruleset(preset), option.name)) for preset in PRESETS)
    assert f"| `{option.name}` | {chosen} |" in PAGE


def test_every_preset_is_there() -> None:
    assert set(PRESETS) == set(RULESETS.presets)


def test_every_rule_named_is_a_rule() -> None:
    named = set(re.findall(r"\b[A-Z]{2,}-\d+\b", PAGE))
    assert named
    assert named <= set(digest().rules)
