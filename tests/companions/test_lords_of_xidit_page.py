"""The page on Lords of Xidit says what the program says."""

import re
from pathlib import Path

from titan_rules.companions.lords_of_xidit.readings import RULESETS

PAGE = (Path(__file__).parents[2] / "docs" / "companions" / "lords-of-xidit.md").read_text(encoding="utf-8")


def test_the_page_has_every_option() -> None:
    for option in RULESETS.options.values():
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} | {', '.join(option.rules)} |" in PAGE


def test_the_page_speaks_python() -> None:
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(block, {})
